"""Commit before reveal, once and only once, across any end of the process."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from table_app.errors import BadInputError, StoreError
from table_app.host.table_host import TableHost
from table_app.store.audit import audit
from table_app.store.journal import Store
from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from tests.host.conftest import NewStand
from tests.host.stand import ENGINE, Stand
from tests.properties.tables import TIMING, shoe_with, table

HITS = "2S 6D 3H TC 4S 5S"


@pytest.fixture
def dealt(new_stand: NewStand) -> Stand:
    """Seat 1 of two has 2 3 and the turn."""
    stand = new_stand(table(), shoe_with(HITS), credits_cents=(20_000, 20_000))
    stand.deal(stand.connect(1), blackjack=500)
    return stand


def _nothing() -> None:
    pass


def test_one_accepted_command_is_one_transaction(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(HITS), credits_cents=(20_000, 20_000))
    one = stand.connect(1)
    stand.count_commits(_nothing)
    commits = []

    stand.bet(one, blackjack=500)
    commits.append(stand.commits)
    stand.ready(one)
    commits.append(stand.commits)
    stand.ask(one, c.Hit(1, 0))
    commits.append(stand.commits)
    stand.ask(one, c.Stand(1, 0))
    commits.append(stand.commits)
    stand.wait(TIMING.result_ms)
    commits.append(stand.commits)

    assert commits == [0, 1, 2, 3, 4]


def test_a_refusal_writes_nothing(dealt: Stand) -> None:
    dealt.count_commits(_nothing)

    assert dealt.ask(dealt.stations[1], c.Split(1, 0)) == Refusal("unequal_values")
    assert dealt.ask(dealt.connect(2), c.Hit(2, 0)) == Refusal("no_round")

    assert dealt.commits == 0


def test_nothing_is_ready_to_leave_before_its_commit(dealt: Stand) -> None:
    waiting_at_commit: list[int] = []
    dealt.count_commits(lambda: waiting_at_commit.append(len(dealt.host._outbox)))

    dealt.ask(dealt.stations[1], c.Hit(1, 0))
    dealt.ask(dealt.stations[1], c.Stand(1, 0))

    assert waiting_at_commit == [0, 0]


def test_a_commit_that_fails_tells_nobody_anything(dealt: Stand) -> None:
    one, round_before = dealt.stations[1], dealt.host.state
    told = len(one.received)
    dealt.count_commits(_fail)

    with pytest.raises(StoreError, match="disk I/O error"):
        dealt.ask(one, c.Hit(1, 0))
    with pytest.raises(StoreError, match="only a new process"):
        dealt.ask(one, c.Hit(1, 0))

    assert len(one.received) == told
    assert dealt.host.state == round_before


def test_after_a_commit_that_failed_the_request_is_taken_once(dealt: Stand) -> None:
    one = dealt.stations[1]
    dealt.count_commits(_fail)
    sequence = one.next_sequence
    with pytest.raises(StoreError):
        dealt.ask(one, c.Hit(1, 0))

    dealt.reboot()
    again = dealt.connect(1)

    assert dealt.send(again, sequence, c.Hit(1, 0)) is None
    assert again.view.hands[0].cards == ("2S", "3H", "4S")


def test_a_commit_that_only_seemed_to_fail_is_not_repeated(dealt: Stand) -> None:
    one = dealt.stations[1]
    _fail_after_commit(dealt)
    sequence = one.next_sequence
    with pytest.raises(StoreError):
        dealt.ask(one, c.Hit(1, 0))

    dealt.reboot()
    again = dealt.connect(1)

    assert again.next_sequence == sequence + 1
    assert dealt.send(again, sequence, c.Hit(1, 0)) is None
    assert again.view.hands[0].cards == ("2S", "3H", "4S")


def test_any_request_again_gets_its_answer_and_is_not_done_twice(dealt: Stand) -> None:
    one = dealt.stations[1]
    asked: list[tuple[int, c.PlayerCommand]] = []
    for command in (c.Split(1, 0), c.Hit(1, 0), c.Hit(1, 1), c.Hit(1, 0), c.Surrender(1, 0)):
        asked.append((one.next_sequence, command))
        dealt.ask(one, command)
    answers = [answer.refusal for answer in one.answers[-len(asked) :]]
    hand, entries = one.view.hands, dealt.store._size

    repeated = [dealt.send(one, sequence, command) for sequence, command in asked]

    assert repeated == answers
    assert [answer is None for answer in answers] == [False, True, False, True, False]
    assert one.view.hands == hand
    assert dealt.store._size == entries


def test_a_request_again_does_nothing_even_with_another_command(dealt: Stand) -> None:
    one = dealt.stations[1]
    sequence = one.next_sequence
    dealt.ask(one, c.Hit(1, 0))

    assert dealt.send(one, sequence, c.Stand(1, 0)) is None

    assert one.phase == "decisions"


def test_after_a_restart_journaled_requests_keep_their_answer(dealt: Stand) -> None:
    one = dealt.stations[1]
    sequence = one.next_sequence
    dealt.ask(one, c.Hit(1, 0))
    before = one.view

    dealt.reboot()
    again = dealt.connect(1)

    assert dealt.send(again, sequence, c.Hit(1, 0)) is None
    assert again.view == before


def test_a_chip_request_again_after_a_restart_is_the_same_layout(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    sequence, revision = one.next_sequence, one.betting.revision + 1
    command = c.SetWagers(1, revision, (c.WagerStake("blackjack", 500),))
    stand.send(one, sequence, command)

    stand.reboot()
    again = stand.connect(1)
    assert again.view.credit_cents == 20_000
    assert stand.send(again, sequence, command) is None

    assert again.view.credit_cents == 19_500
    assert again.betting.wagers == command.wagers


def test_the_lock_survives_and_its_ready_again_takes_no_second_wager(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(HITS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=500)
    sequence, command = one.next_sequence, c.SetReady(1, one.betting.revision)
    stand.send(one, sequence, command)
    before = one.view

    stand.reboot()
    again = stand.connect(1)

    assert stand.send(again, sequence, command) == Refusal("bets_closed")
    assert again.view == before
    assert again.view.credit_cents == 19_500


def test_many_requests_do_not_make_the_kept_answers_grow_without_end(dealt: Stand) -> None:
    one = dealt.stations[1]
    for _ in range(300):
        dealt.ask(one, c.Split(1, 0))

    assert len(dealt.host._sessions[1]._answers) == 128
    assert dealt.send(one, one.next_sequence - 1, c.Hit(1, 0)) == Refusal("unequal_values")


@pytest.mark.parametrize("ended_at", ["betting", "decisions", "result"])
def test_a_restart_shows_the_picture_that_was_there(dealt: Stand, ended_at: str) -> None:
    one = dealt.stations[1]
    if ended_at != "decisions":
        dealt.ask(one, c.Stand(1, 0))
    if ended_at == "betting":
        dealt.wait(TIMING.result_ms)
    assert one.phase == ended_at
    before = one.view

    dealt.reboot()

    assert dealt.connect(1).view == before
    assert audit(dealt.path, dealt.keys).disagreement is None


def test_the_round_goes_on_with_the_same_cards_after_a_restart(dealt: Stand) -> None:
    dealt.reboot()
    one = dealt.connect(1)

    dealt.ask(one, c.Hit(1, 0))
    dealt.ask(one, c.Hit(1, 0))

    assert one.view.hands[0].cards == ("2S", "3H", "4S", "5S")


def test_a_journal_of_another_engine_is_refused_with_advice(dealt: Stand) -> None:
    host = TableHost(dealt.setup, dealt.store, dealt.chance, engine_sha256="00" * 32)

    with pytest.raises(BadInputError, match=r"other engine code .* new --data"):
        host.boot(dealt.now)


def test_a_journal_under_other_rules_is_refused_with_advice(dealt: Stand) -> None:
    other = replace(table(), rules_sha256="22" * 32)
    host = TableHost(other, dealt.store, dealt.chance, engine_sha256=ENGINE)

    with pytest.raises(BadInputError, match=r"other rules .* new --data"):
        host.boot(dealt.now)


@pytest.mark.parametrize("account", ["credit:1", "in_play:1", "house", "demo_bank", "credit:2"])
def test_a_balance_that_was_tampered_with_stops_the_boot(dealt: Stand, account: str) -> None:
    dealt.ask(dealt.stations[1], c.Hit(1, 0))
    dealt.close()
    _add_to_balance(dealt.path, account)
    dealt.store = Store.open(dealt.path, dealt.keys)

    with pytest.raises(StoreError, match="ledger"):
        dealt._boot()


def test_two_balances_that_cancel_out_stop_the_boot_too(dealt: Stand) -> None:
    dealt.close()
    _add_to_balance(dealt.path, "credit:1", 10_000)
    _add_to_balance(dealt.path, "in_play:1", -10_000)
    dealt.store = Store.open(dealt.path, dealt.keys)

    with pytest.raises(StoreError, match="credit:1: the ledger holds"):
        dealt._boot()


def test_a_copy_of_the_database_boots_to_the_same_table(dealt: Stand, tmp_path: Path) -> None:
    dealt.close()
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(dealt.path, copy)
    with Store.open(copy, dealt.keys) as store:
        host = TableHost(dealt.setup, store, dealt.chance, engine_sha256=ENGINE)
        host.boot(dealt.now)

        assert host.state == dealt.host.state
    dealt.store = Store.open(dealt.path, dealt.keys)


def _fail() -> None:
    raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))


def _fail_after_commit(stand: Stand) -> None:
    commit = stand.store.database.commit

    def fail(connection: Connection) -> None:
        commit(connection)
        _fail()

    stand.store.database.commit = fail  # type: ignore[method-assign]


def _add_to_balance(path: Path, account: str, micros: int = 10_000) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "INSERT INTO balance VALUES (?, ?) ON CONFLICT (account)"
            " DO UPDATE SET amount_micros = amount_micros + excluded.amount_micros",
            (account, micros),
        )
    connection.close()

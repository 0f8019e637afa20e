"""An upgrade: the log is closed, the next epoch goes on with what was there, and both are checked."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from table_app.errors import BadInputError, StoreError
from table_app.host.upgrade import Place, upgrade
from table_app.store import epochs
from table_app.store.audit import Report, audit, audit_epochs
from table_app.store.checkpoint import parse_checkpoint, parse_note, verify
from table_app.store.decide_again import Release
from table_app.store.epochs import checked_chain, earlier, reader_of_round
from table_app.store.journal import Store
from table_app.store.reader import Reader
from table_app.store.restore import restore_database
from table_app.table.setup import TableSetup
from table_app.vocabulary import commands as c
from tests.host.conftest import NewStand
from tests.host.stand import ENGINE, Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, shoe_with, table

NEWER = "dd" * 32
CREDIT_CENTS = 500_000
QUEENS = "QH AH QH KH"
"""The queens of hearts against a Blackjack in hearts: the meter of Lucky Ladies."""


def played(new_stand: NewStand, setup: TableSetup, rounds: int) -> Stand:
    """A table of one player, between two rounds."""
    stand = new_stand(setup, credits_cents=(CREDIT_CENTS, 7_000))
    one = stand.connect(1)
    for _ in range(rounds):
        play_round(stand, one)
    return stand


def play_round(stand: Stand, one: Station) -> None:
    stakes = {wager: cents for wager, cents in ALL_STAKES.items() if stand.setup.limits_of(wager)}
    stand.deal(one, **stakes)
    stand_on_everything(stand, one)
    while one.view.awards:
        assert stand.ask(one, c.RequestDemoValidation(1)) is None
    stand.wait(TIMING.result_ms)
    assert one.phase == "betting"


def stand_on_everything(stand: Stand, one: Station) -> None:
    while one.phase in {"insurance", "decisions"}:
        answer = (
            c.DeclineInsurance(1) if one.view.insurance else c.Stand(1, one.view.options[0].hand)
        )
        assert stand.ask(one, answer) is None


def place_of(stand: Stand) -> Place:
    return Place(stand.path.parent, stand.path.with_name("table.mirror"), stand.keys)


def upgraded(stand: Stand, setup: TableSetup | None = None, engine: str = NEWER) -> int:
    """Stop the table and upgrade it."""
    stand.close()
    release = Release(setup or stand.setup, engine)
    return upgrade(place_of(stand), release, stand.chance, time_ms=1_900_000_000_000)


def restarted(stand: Stand, setup: TableSetup | None = None) -> Station:
    """The table under the newer release, and its first player."""
    stand.engine_sha256 = NEWER
    stand.setup = setup or stand.setup
    stand.stations.clear()
    stand.store = Store.open(stand.path, stand.keys)
    stand._boot()
    return stand.connect(1)


def checked(stand: Stand, engine: str = NEWER) -> tuple[Report, ...]:
    databases = [*earlier(stand.path.parent), stand.path]
    pairs: list[tuple[Path, Path | None]] = [(path, None) for path in databases]
    return audit_epochs(pairs, stand.keys, Release(stand.setup, engine))


def test_credits_meters_and_round_numbers_go_on_in_the_next_epoch(new_stand: NewStand) -> None:
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=3)
    before = stand.host.state

    assert upgraded(stand) == 2
    one = restarted(stand)

    after = stand.host.state
    assert after.credits_cents == before.credits_cents
    assert after.meters == before.meters
    assert after.sessions == before.sessions
    assert after.last_wagers == before.last_wagers
    assert one.view.round == before.last_round + 1
    play_round(stand, one)


def test_both_epochs_agree_and_only_the_present_one_is_decided_again(new_stand: NewStand) -> None:
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=2)
    upgraded(stand)
    play_round(stand, restarted(stand))

    first, second = checked(stand)

    assert (first.disagreement, second.disagreement) == (None, None)
    assert (first.origin, second.origin) == ("table-app/test", "table-app/test.2")
    assert (first.rounds, second.rounds) == (2, 1)
    assert "other engine code" in (first.not_decided_because or "")
    assert second.not_decided_because is None
    assert second.decided_again == second.entries


def test_the_engine_that_wrote_an_epoch_decides_it_again_to_its_end(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=2)
    upgraded(stand)

    first, _ = checked(stand, ENGINE)

    assert (first.disagreement, first.not_decided_because) == (None, None)
    assert first.decided_again == first.entries


def test_the_first_leaf_of_an_epoch_holds_the_signed_head_that_closed_the_last(
    new_stand: NewStand,
) -> None:
    stand = played(new_stand, table(), rounds=1)
    upgraded(stand)

    reader = Reader(stand.path, stand.keys)
    leaf = json.loads(next(reader.verified_lines()).leaf)
    reader.close()

    key = stand.keys.log_key.public_key()
    head = verify(parse_note(leaf["previous_head"]), origin="table-app/test", key=key)
    closed = Reader(earlier(stand.path.parent)[0], stand.keys)
    assert (head.size, leaf["previous_head"]) == (closed.size(), closed.last_checkpoint())
    closed.close()


def test_a_record_of_each_epoch_is_found_and_proved_under_its_own_name(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=2)
    upgraded(stand)
    play_round(stand, restarted(stand))
    origins = []
    for number in (1, stand.host.state.last_round - 1):
        with reader_of_round(stand.path.parent, stand.keys, number) as reader:
            proof = reader.round_record(number).proof
        assert proof is not None
        origins.append(parse_checkpoint(parse_note(proof.note).text).origin)

    assert origins == ["table-app/test", "table-app/test.2"]


def test_a_third_epoch_follows_the_second(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)
    upgraded(stand)
    play_round(stand, restarted(stand))

    assert upgraded(stand, engine=ENGINE) == 3

    reports = checked(stand, ENGINE)
    assert [report.disagreement for report in reports] == [None] * 3
    assert [report.origin[-2:] for report in reports] == ["st", ".2", ".3"]


def test_new_rules_bring_their_new_meters_and_keep_the_old(new_stand: NewStand) -> None:
    two = tuple(each for each in ALL_WAGERS if each.wager in {"blazing_7s", "lucky_aces"})
    stand = played(new_stand, table(offered=two), rounds=2)
    kept = stand.host.state.meters
    wider = replace(table(offered=ALL_WAGERS), rules_sha256="77" * 32)

    upgraded(stand, wider, engine=ENGINE)
    stand.engine_sha256 = ENGINE
    stand.setup = wider
    stand.stations.clear()
    stand.store = Store.open(stand.path, stand.keys)
    stand._boot()

    meters = stand.host.state.meters
    assert meters[: len(kept)] == kept
    assert len(meters) > len(kept)
    play_round(stand, stand.connect(1))
    assert [report.disagreement for report in checked(stand, ENGINE)] == [None, None]


def refused(stand: Stand, setup: TableSetup | None = None, engine: str = NEWER) -> str:
    """Why not; holds that nothing has changed."""
    stand.close()
    before = stand.path.read_bytes()
    with pytest.raises(BadInputError) as raised:
        upgrade(place_of(stand), Release(setup or stand.setup, engine), stand.chance, time_ms=1)
    assert stand.path.read_bytes() == before
    assert earlier(stand.path.parent) == ()
    return str(raised.value)


def test_meters_that_hold_money_are_not_dropped(new_stand: NewStand) -> None:
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=1)
    narrower = replace(table(), rules_sha256="77" * 32)

    assert "holds money and these rules have no such meter" in refused(stand, narrower)


def test_a_round_in_play_is_finished_by_its_own_release(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000,))
    stand.deal(stand.connect(1), blackjack=500)

    assert "round 1 is not over" in refused(stand)


def test_an_award_that_waits_is_closed_by_its_own_release(new_stand: NewStand) -> None:
    stand = new_stand(table(offered=ALL_WAGERS), shoe_with(QUEENS), credits_cents=(CREDIT_CENTS,))
    one = stand.connect(1)
    stand.deal(one, **ALL_STAKES)
    stand_on_everything(stand, one)
    assert one.view.awards

    assert "the award of seat 1 waits" in refused(stand)


def test_demo_credit_does_not_become_money(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)

    assert "of a DEMO table, the file of a real one" in refused(stand, table(is_demo=False))


def test_another_table_does_not_go_on_with_a_journal(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)

    assert "is of table 'test'" in refused(stand, replace(stand.setup, name="Other"))


def test_no_credit_is_left_at_a_seat_that_is_gone(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)

    assert "somebody plays at seat 2" in refused(stand, table(seats=1))


def test_a_table_does_not_open_without_the_epochs_it_goes_on_from(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)
    upgraded(stand)
    data, closed = stand.path.parent, earlier(stand.path.parent)
    assert checked_chain(data, stand.keys) == closed

    closed[0].rename(data / "elsewhere")

    with pytest.raises(BadInputError, match=r"1\.sqlite3 is not there"):
        checked_chain(data, stand.keys)


def test_a_table_does_not_open_beside_an_epoch_that_ends_otherwise(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)
    stand.close()
    shutil.copy(stand.path, stand.path.with_name("older"))
    upgraded(stand)
    shutil.copy(stand.path.with_name("older"), earlier(stand.path.parent)[0])

    with pytest.raises(StoreError, match="does not end with the head"):
        checked_chain(stand.path.parent, stand.keys)


def test_the_same_release_has_nothing_to_upgrade(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)

    assert "nothing to upgrade" in refused(stand, engine=ENGINE)


def test_a_journal_that_disagrees_is_not_gone_on_from(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)
    with stand.store.database.transaction() as connection:
        connection.exec_driver_sql("UPDATE balance SET amount_micros = amount_micros + 1")

    with pytest.raises(StoreError, match="disagrees and is not gone on from"):
        upgraded(stand)


class PowerCut(BaseException):
    """Whatever runs stops here."""


@pytest.mark.parametrize("renames", range(4))
def test_an_upgrade_that_was_cut_off_is_finished_by_the_next(
    new_stand: NewStand, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=2)
    before = stand.host.state
    monkeypatch.setattr(Path, "rename", cut_after(renames))
    with pytest.raises(PowerCut):
        upgraded(stand)
    monkeypatch.undo()

    assert upgraded(stand) == 2

    one = restarted(stand)
    assert stand.host.state.credits_cents == before.credits_cents
    assert stand.host.state.meters == before.meters
    play_round(stand, one)
    assert [report.disagreement for report in checked(stand)] == [None, None]


def test_what_a_kill_leaves_of_the_next_epoch_is_no_part_of_it(
    new_stand: NewStand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its write-ahead log holds an opening: it would be replayed over the new file."""
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=2)
    before = stand.host.state
    made = stand.path.with_name("table.sqlite3.next")
    kept: dict[str, bytes] = {}
    append = Store.append

    def append_and_keep(store: Store, *args: Any, **kwargs: Any) -> int:
        size = append(store, *args, **kwargs)
        for suffix in ("", "-wal", "-shm"):
            file = made.with_name(made.name + suffix)
            kept.update({suffix: file.read_bytes()} if file.exists() else {})
        return size

    def cut(*_: object, **__: object) -> None:
        raise PowerCut

    monkeypatch.setattr(Store, "append", append_and_keep)
    monkeypatch.setattr(epochs, "take_place", cut)
    with pytest.raises(PowerCut):
        upgraded(stand)
    monkeypatch.undo()
    assert len(kept["-wal"]) > 0
    for suffix, content in kept.items():
        made.with_name(made.name + suffix).write_bytes(content)

    assert upgraded(stand) == 2

    assert [report.disagreement for report in checked(stand)] == [None, None]
    assert checked(stand)[1].entries == 1
    restarted(stand)
    assert stand.host.state.credits_cents == before.credits_cents


def test_a_database_that_was_lost_in_an_upgrade_is_not_passed_over(
    new_stand: NewStand, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = played(new_stand, table(), rounds=1)
    monkeypatch.setattr(Path, "rename", cut_after(1))
    with pytest.raises(PowerCut):
        upgraded(stand)
    monkeypatch.undo()
    stand.path.unlink()

    with pytest.raises(BadInputError, match="goes on from epoch 1 of the log, and neither"):
        upgraded(stand)


@pytest.mark.parametrize("taken", ["table.mirror.1", "epochs/1.sqlite3"])
def test_where_an_epoch_cannot_be_put_aside_it_is_not_closed(
    new_stand: NewStand, taken: str
) -> None:
    stand = played(new_stand, table(), rounds=1)
    entries = stand.store.size
    stand.path.with_name("table.mirror").touch()
    somebodys = stand.path.parent / taken
    somebodys.parent.mkdir(exist_ok=True)
    somebodys.write_text("somebody's")

    with pytest.raises(BadInputError, match=f"cannot be put aside: {somebodys} is there already"):
        upgraded(stand)

    assert audit(stand.path, stand.keys).entries == entries
    somebodys.unlink()
    assert upgraded(stand) == 2


def cut_after(count: int) -> Callable[[Path, Path], Path]:
    """The power fails instead of the rename after so many."""
    rename, left = Path.rename, count

    def cutting(path: Path, target: Path) -> Path:
        nonlocal left
        if left == 0:
            raise PowerCut
        left -= 1
        return rename(path, target)

    return cutting


def test_a_closed_log_is_not_opened_by_any_release(new_stand: NewStand, tmp_path: Path) -> None:
    stand = played(new_stand, table(), rounds=1)
    upgraded(stand)
    shutil.copy(earlier(stand.path.parent)[0], tmp_path / "old.sqlite3")

    stand.store = Store.open(tmp_path / "old.sqlite3", stand.keys)
    with pytest.raises(BadInputError, match="the log is closed by an upgrade"):
        stand._boot()


def test_an_epoch_that_does_not_begin_with_what_was_left_is_named(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=2)
    stand.close()
    shutil.copy(stand.path, stand.path.with_name("fork"))
    upgraded(stand)
    genuine = stand.path.with_name("genuine")
    stand.path.rename(genuine)
    closed = earlier(stand.path.parent)[0]
    closed.unlink()
    stand.path.with_name("fork").rename(stand.path)
    for copy in stand.path.parent.glob("table.mirror*"):
        copy.unlink()
    stand.store = Store.open(stand.path, stand.keys)
    stand._boot()
    play_round(stand, stand.connect(1))
    upgraded(stand)
    genuine.replace(stand.path)

    first, second = checked(stand)

    assert first.disagreement is None
    assert second.disagreement == "entry 1: it does not begin with what the epoch before it left"


def test_a_missing_epoch_is_noticed(new_stand: NewStand) -> None:
    stand = played(new_stand, table(), rounds=1)
    upgraded(stand)
    earlier(stand.path.parent)[0].unlink()

    (only,) = checked(stand)

    assert only.disagreement == "it is epoch 2 of its log, epoch 1 is due"


def test_an_epochs_database_comes_back_from_its_mirror(new_stand: NewStand) -> None:
    stand = played(new_stand, table(offered=ALL_WAGERS), rounds=1)
    upgraded(stand)
    closed, mirror = earlier(stand.path.parent)[0], stand.path.with_name("table.mirror.1")
    before = audit(closed, stand.keys)
    closed.unlink()

    assert restore_database(mirror, closed, stand.keys) == before

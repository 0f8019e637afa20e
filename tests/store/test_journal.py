"""Appending: all of it or nothing, durable, by one writer only."""

import os
import signal
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from table_app.errors import BadInputError, BreachError, StoreError
from table_app.ledger.postings import Transfer
from table_app.store import keys as store_keys
from table_app.store.audit import audit
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import ExpireTime, OpenBets
from table_app.vocabulary.facts import BetsOpened, TimeExpired
from tests.store.histories import Play, new_store, played, shuffled

ENTRY = Entry(None, ExpireTime(1), (TimeExpired(1),))
PAID_IN = (Transfer("demo_bank", "credit:1", 500),)


def written(path: Path, keys: StoreKeys) -> tuple[int, dict[str, int]]:
    with Store.open(path, keys) as store:
        return sum(1 for _ in store.verified_entries()), store.balances()


def test_entries_come_back_with_their_shoes_opened(tmp_path: Path) -> None:
    shoe = shuffled(1)
    entry = Entry(None, OpenBets(shoe), (BetsOpened(1, shoe),))
    store, keys = new_store(tmp_path)
    with store:
        assert store.append(ENTRY, (), time_ms=5, seal=False) == 1
        assert store.append(entry, (), time_ms=6, seal=True) == 2

    with Store.open(tmp_path / "table.sqlite3", keys) as again:
        found = list(again.entries(after=1))

    assert [(one.sequence, one.time_ms, one.entry) for one in found] == [(2, 6, entry)]


def test_no_secret_of_a_shoe_is_in_the_file(tmp_path: Path) -> None:
    path, _ = played(tmp_path, rounds=0)
    shoe = shuffled(0)

    stored = path.read_bytes()

    assert shoe.commitment.encode() in stored
    assert shoe.salt not in stored
    assert "".join(shoe.cards[:3]).encode() not in stored


def test_balances_are_kept_over_a_restart(tmp_path: Path) -> None:
    store, keys = new_store(tmp_path)
    with store:
        store.append(ENTRY, PAID_IN, time_ms=1, seal=False)
        store.append(ENTRY, (Transfer("credit:1", "in_play:1", 200),), time_ms=1, seal=False)

    size, balances = written(tmp_path / "table.sqlite3", keys)

    assert size == 2
    assert balances == {"demo_bank": -500, "credit:1": 300, "in_play:1": 200}


def test_the_parts_of_a_round_come_back(tmp_path: Path) -> None:
    parts = (RecordPart(7, "seat-1", b"{}"), RecordPart(7, "table", b"[]"))
    store, _ = new_store(tmp_path)
    with store:
        store.append(ENTRY, (), time_ms=1, parts=parts, seal=True)
        store.append(ENTRY, (), time_ms=1, parts=(RecordPart(8, "table", b""),), seal=True)

        assert store.round_parts(7) == parts
        assert store.round_parts(9) == ()
        assert store.last_rounds(5) == (8, 7)
        assert store.last_rounds(1) == (8,)


@pytest.mark.parametrize(
    "transfers",
    [
        (Transfer("demo_bank", "credit:1", 0),),
        (Transfer("demo_bank", "credit:1", -5),),
        (Transfer("credit:1", "in_play:1", 501),),
        (Transfer("in_play:1", "house", 1),),
    ],
)
def test_money_that_cannot_move_is_a_breach_and_nothing_is_written(
    tmp_path: Path, transfers: tuple[Transfer, ...]
) -> None:
    store, keys = new_store(tmp_path)
    with store:
        store.append(ENTRY, PAID_IN, time_ms=1, seal=False)

        with pytest.raises(BreachError):
            store.append(ENTRY, transfers, time_ms=2, seal=True)

    assert written(tmp_path / "table.sqlite3", keys) == (1, {"demo_bank": -500, "credit:1": 500})


def test_a_failed_commit_is_never_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, keys = new_store(tmp_path)
    commits = []

    def fail(connection: Connection) -> None:
        commits.append(connection)
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

    with store:
        store.append(ENTRY, PAID_IN, time_ms=1, seal=False)
        monkeypatch.setattr(store.database, "commit", fail)

        with pytest.raises(StoreError, match="disk I/O error"):
            store.append(ENTRY, PAID_IN, time_ms=2, seal=False)
        with pytest.raises(StoreError, match="failed before"):
            store.append(ENTRY, PAID_IN, time_ms=3, seal=False)

    assert len(commits) == 1
    assert written(tmp_path / "table.sqlite3", keys)[0] == 1


@pytest.mark.parametrize(("is_committed", "size"), [(False, 1), (True, 2)])
def test_a_kill_around_the_commit_leaves_all_or_nothing(
    tmp_path: Path, *, is_committed: bool, size: int
) -> None:
    store, keys = new_store(tmp_path)
    store.append(ENTRY, PAID_IN, time_ms=1, seal=True)
    store.close()

    child = os.fork()
    if child == 0:
        _append_and_die(tmp_path / "table.sqlite3", keys, is_committed=is_committed)
    status = os.waitpid(child, 0)[1]

    assert os.WTERMSIG(status) == signal.SIGKILL
    assert written(tmp_path / "table.sqlite3", keys) == (
        size,
        {"demo_bank": -500 * size, "credit:1": 500 * size},
    )


def _append_and_die(path: Path, keys: StoreKeys, *, is_committed: bool) -> None:
    store = Store.open(path, keys)
    commit = store.database.commit

    def die(connection: Connection) -> None:
        if is_committed:
            commit(connection)
        os.kill(os.getpid(), signal.SIGKILL)

    store.database.commit = die  # type: ignore[method-assign]
    store.append(ENTRY, PAID_IN, time_ms=2, seal=True)


def test_every_transaction_is_durable_and_keeps_foreign_keys(tmp_path: Path) -> None:
    store, _ = new_store(tmp_path)

    with store, store.database.transaction() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_creation_that_was_killed_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite3.new").write_bytes(b"half a database")

    store, keys = new_store(tmp_path)
    store.close()

    assert written(tmp_path / "table.sqlite3", keys) == (0, {})


def test_a_second_table_on_the_same_data_is_refused(tmp_path: Path) -> None:
    store, keys = new_store(tmp_path)
    with store, pytest.raises(BadInputError, match="in use by another table; stop that one"):
        Store.open(tmp_path / "table.sqlite3", keys)

    Store.open(tmp_path / "table.sqlite3", keys).close()


def test_the_audit_works_beside_a_running_table(tmp_path: Path) -> None:
    store, keys = new_store(tmp_path)
    with store:
        play = Play(store)
        play.open_table()
        play.round(1)

        report = audit(tmp_path / "table.sqlite3", keys)

        play.round(2)

    assert (report.disagreement, report.rounds) == (None, 1)


def test_a_database_is_never_made_over_another(tmp_path: Path) -> None:
    store, keys = new_store(tmp_path)
    store.close()

    with pytest.raises(BadInputError, match="exists"):
        Store.create(tmp_path / "table.sqlite3", keys)


def test_data_that_are_not_there_are_said_to_be_missing(tmp_path: Path) -> None:
    keys = store_keys.create(tmp_path / "keys", origin="table-app/test")

    with pytest.raises(BadInputError, match="is not there"):
        Store.open(tmp_path / "table.sqlite3", keys)


@pytest.mark.parametrize(
    ("pragma", "said"),
    [
        ("application_id = 7", "something else"),
        ("user_version = 99", "has format 99, this release writes 3"),
    ],
)
def test_a_database_of_another_kind_is_refused(tmp_path: Path, pragma: str, said: str) -> None:
    path, keys = played(tmp_path, rounds=0)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {pragma}")
    connection.close()

    with pytest.raises(BadInputError, match=said):
        Store.open(path, keys)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path, keys = played(tmp_path, rounds=0)
    path.write_bytes(b"no database at all" * 1000)

    with pytest.raises(BadInputError, match="cannot be read as a database"):
        Store.open(path, keys)


def test_a_database_of_other_keys_is_refused(tmp_path: Path) -> None:
    path, _ = played(tmp_path, rounds=0)
    others = store_keys.create(tmp_path / "others", origin="table-app/test")

    with pytest.raises(BadInputError, match="other keys"):
        Store.open(path, others)


@pytest.mark.parametrize(
    "change", ["UPDATE posting SET amount_micros = 1", "DELETE FROM journal_entry"]
)
def test_what_only_grows_cannot_be_changed(tmp_path: Path, change: str) -> None:
    path, _ = played(tmp_path, rounds=1)
    connection = sqlite3.connect(path)

    with pytest.raises(sqlite3.IntegrityError, match="it only grows"):
        connection.execute(change)
    connection.close()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("journal_entry", "UPDATE journal_entry SET body = x'00' WHERE sequence = {last}"),
        ("journal_entry", "UPDATE journal_entry SET header = x'7b7d' WHERE sequence = {last}"),
        ("journal_entry", "DELETE FROM journal_entry WHERE sequence > {last} - 2"),
        ("merkle_node", "UPDATE merkle_node SET hash = x'00' WHERE position = {last} - 1"),
        ("merkle_node", "DELETE FROM merkle_node WHERE level = 2"),
        ("checkpoint", "UPDATE checkpoint SET note = replace(note, '=', 'A')"),
        ("checkpoint", "DELETE FROM checkpoint"),
    ],
)
def test_a_changed_tail_is_noticed_before_play_goes_on(
    tmp_path: Path, table: str, change: str
) -> None:
    path, keys = played(tmp_path, rounds=2)
    connection = sqlite3.connect(path, isolation_level=None)
    last = connection.execute("SELECT max(sequence) FROM journal_entry").fetchone()[0]
    connection.execute(f"DROP TRIGGER {table}_no_update")
    connection.execute(f"DROP TRIGGER {table}_no_delete")
    connection.execute(change.format(last=last))
    connection.close()

    with pytest.raises((StoreError, BadInputError)):
        written(path, keys)

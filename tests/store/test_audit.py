"""The audit notices whatever is changed, wherever it is, and names the place."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, inspect

from table_app.ledger.postings import Transfer, all_transfers
from table_app.store import schema
from table_app.store.audit import audit
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.table.decide import Decision, decide
from table_app.table.record import record_parts
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, Shoe
from table_app.vocabulary.codec import Entry
from tests.store.forgeries import tamper
from tests.store.histories import DECKS, SETUP, Play, new_store, played, shoe_of, shuffled

NAMES_A_PLACE = re.compile(
    r"(entry|checkpoint|posting|round_part|balance|tree node)\D* \S*\d|balance of"
)


def columns() -> Iterator[tuple[str, str]]:
    """Every column of every table, read from a real database and not from our own list."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.create(connection)
        found = inspect(connection)
        for table in found.get_table_names():
            for column in found.get_columns(table):
                yield table, column["name"]
    engine.dispose()


COLUMNS = list(columns())
TABLES = sorted({table for table, _ in COLUMNS})


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StoreKeys]:
    return played(tmp_path_factory.mktemp("history"), rounds=5)


@pytest.fixture
def copied(tmp_path: Path, history: tuple[Path, StoreKeys]) -> Path:
    return Path(shutil.copy(history[0], tmp_path / "table.sqlite3"))


def key_of(table: str) -> list[str]:
    return [column.name for column in schema.metadata.tables[table].primary_key]


def other(value: object) -> object:
    """A value of the same type, as near as can be."""
    match value:
        case int():
            return value + 1_000_003
        case str():
            return value[:-2] + ("B" if value[-2] == "A" else "A") + value[-1]
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:]
    raise AssertionError(value)


def row_at(connection: sqlite3.Connection, table: str, part: float) -> dict[str, object]:
    connection.row_factory = sqlite3.Row
    key = ", ".join(key_of(table))
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY {key}").fetchall()
    return dict(rows[round(part * (len(rows) - 1))])


def where(table: str, row: dict[str, object]) -> tuple[str, list[object]]:
    return " AND ".join(f"{name} = ?" for name in key_of(table)), [row[k] for k in key_of(table)]


def test_an_untouched_history_agrees(history: tuple[Path, StoreKeys]) -> None:
    report = audit(*history)

    assert report.disagreement is None
    assert (report.rounds, report.checkpoints, report.record_parts) == (5, 6, 15)
    assert report.entries == report.signed_entries + 1


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_one_changed_value_is_noticed_and_named(
    copied: Path, history: tuple[Path, StoreKeys], table: str, column: str, part: float
) -> None:
    def change(connection: sqlite3.Connection) -> None:
        row = row_at(connection, table, part)
        condition, key = where(table, row)
        changed = connection.execute(
            f"UPDATE {table} SET {column} = ? WHERE {condition}", [other(row[column]), *key]
        )
        assert changed.rowcount == 1

    tamper(copied, change)

    disagreement = audit(copied, history[1]).disagreement
    assert disagreement is not None
    assert NAMES_A_PLACE.search(disagreement), disagreement


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("table", TABLES)
def test_one_deleted_row_is_noticed_and_named(
    copied: Path, history: tuple[Path, StoreKeys], table: str, part: float
) -> None:
    def delete(connection: sqlite3.Connection) -> None:
        condition, key = where(table, row_at(connection, table, part))
        connection.execute(f"DELETE FROM {table} WHERE {condition}", key)

    tamper(copied, delete)

    disagreement = audit(copied, history[1]).disagreement
    assert disagreement is not None
    assert NAMES_A_PLACE.search(disagreement), disagreement


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("INSERT INTO merkle_node VALUES (99, 0, x'00')", "level 99, position 0: no entry"),
        ("INSERT INTO merkle_node VALUES (0, 999, x'00')", "level 0, position 999: no entry"),
        ("INSERT INTO posting VALUES (1, 1, 'a', 'b', 1)", "entry 1: posting line 1"),
        ("INSERT INTO posting VALUES (999, 1, 'a', 'b', 1)", "posting 999: no entry"),
        ("INSERT INTO balance VALUES ('nobody', 0)", "balance of nobody"),
        (
            "INSERT INTO checkpoint VALUES (1, '')",
            "entry 1: the checkpoint of 1 entries: none is due there",
        ),
        (
            "INSERT INTO round_part VALUES (1, 'seat-3', 2, x'00')",
            "round_part seat-3 of round 1: not of this entry",
        ),
        ("CREATE TABLE note (text TEXT)", "schema: table note"),
        ("ALTER TABLE balance ADD COLUMN note TEXT", "schema: table balance"),
    ],
)
def test_one_row_or_table_too_many_is_noticed_and_named(
    copied: Path, history: tuple[Path, StoreKeys], statement: str, said: str
) -> None:
    def add(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement)

    tamper(copied, add)

    assert said in str(audit(copied, history[1]).disagreement)


def test_a_time_moved_by_a_second_is_noticed_and_named(
    copied: Path, history: tuple[Path, StoreKeys]
) -> None:
    def move(connection: sqlite3.Connection) -> None:
        connection.execute(
            "UPDATE journal_entry SET header ="
            " CAST(replace(CAST(header AS TEXT), '1700000000', '1700000001') AS BLOB)"
            " WHERE sequence = 7"
        )

    tamper(copied, move)

    assert audit(copied, history[1]).disagreement == (
        "entry 7: tree node at level 0, position 6 is not the hash of the header"
    )


def test_a_missing_trigger_is_noticed_and_named(
    copied: Path, history: tuple[Path, StoreKeys]
) -> None:
    with closing(sqlite3.connect(copied)) as connection:
        connection.execute("DROP TRIGGER posting_no_update")

    assert audit(copied, history[1]).disagreement == (
        "schema: trigger posting_no_update is missing"
    )


class Forger:
    """A table whose own program cheats: everything it writes is well hashed and signed."""

    def __init__(self, folder: Path) -> None:
        store, self.keys = new_store(folder)
        self.path = folder / "table.sqlite3"
        self.play = Play(store)
        self.play.open_table()

    def disagreement(self) -> str:
        self.play.store.close()
        return str(audit(self.path, self.keys).disagreement)

    def open_bets(self, shoe: Shoe) -> None:
        self.play.do(c.OpenBets(shoe))

    def lock(self, change: Callable[[f.Fact], f.Fact]) -> None:
        """Lock one seat's bet, with every fact changed as told."""
        command = c.LockBets((c.SeatWagers(1, (c.WagerStake("blackjack", 1000),)),))
        decision = decide(SETUP, self.play.state, command)
        assert isinstance(decision, Decision)
        self.play.write(command, tuple(change(fact) for fact in decision.facts), decision.state)


def test_a_card_that_the_shoe_did_not_hold_next_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.open_bets(shoe_of(DECK * DECKS))

    def cheat(fact: f.Fact) -> f.Fact:
        return f.UpcardDealt(Card("AS")) if isinstance(fact, f.UpcardDealt) else fact

    forger.lock(cheat)

    assert "AS was dealt, the shoe has 2S at place 1" in forger.disagreement()


def test_a_hole_card_from_another_place_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.open_bets(shoe_of(DECK * DECKS))

    def cheat(fact: f.Fact) -> f.Fact:
        return replace(fact, place=9) if isinstance(fact, f.HoleCardDealt) else fact

    forger.lock(cheat)

    assert "came from place 9 of the shoe, place 3 was next" in forger.disagreement()


def test_a_hole_card_that_was_exchanged_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    # Ace and ten to the seat: its Blackjack is paid at once and the hole card is turned.
    first = tuple(Card(card) for card in ("AS", "9S", "TS", "8S"))
    rest = list(DECK * DECKS)
    for card in first:
        rest.remove(card)
    forger.open_bets(shoe_of((*first, *rest)))

    def cheat(fact: f.Fact) -> f.Fact:
        return f.HoleCardTurned(Card("7S")) if isinstance(fact, f.HoleCardTurned) else fact

    forger.lock(cheat)

    assert "7S was dealt, the shoe has 8S at place 3" in forger.disagreement()


def test_a_shoe_that_is_not_the_one_committed_to_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    honest = shuffled(1)
    swapped = (honest.cards[1], honest.cards[0], *honest.cards[2:])
    forger.open_bets(
        Shoe(shoe_id="s", salt=honest.salt, cards=swapped, commitment=honest.commitment)
    )

    assert "not the one that its commitment names" in forger.disagreement()


def test_a_shoe_with_a_card_too_many_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.open_bets(shoe_of((*(DECK * DECKS)[1:], Card("KC"))))

    assert "no order of 2 whole decks" in forger.disagreement()


def test_a_shoe_exchanged_between_command_and_fact_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.play.write(c.OpenBets(shuffled(1)), (f.BetsOpened(1, shuffled(2)),), forger.play.state)

    assert "not the one that was brought" in forger.disagreement()


def test_facts_that_cannot_follow_each_other_are_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.play.write(c.Hit(1, 0), (f.HandHit(1, 0), f.CardDealt(1, 0, Card("AS"))), TableState())

    assert "entry 4: fact 1, HandHit, cannot have happened here" in forger.disagreement()


def test_money_that_no_fact_moved_is_named(tmp_path: Path) -> None:
    forger = Forger(tmp_path)
    forger.play.store.append(
        Entry(None, c.AddDemoCredit(1, 100), (f.DemoCreditAdded(1, 100),)),
        (Transfer("demo_bank", "credit:1", 2_000_000),),
        time_ms=1,
        seal=False,
    )

    assert "entry 4: posting line 1: stored line 1, demo_bank to credit:1, 2000000" in (
        forger.disagreement()
    )


@pytest.mark.parametrize(
    ("is_sealed", "body", "said"),
    [
        (False, None, "closed without a checkpoint"),
        (True, b"{}", "round_part seat-1 of round 1 is not what the facts make"),
    ],
)
def test_a_round_closed_without_signature_or_true_record_is_named(
    tmp_path: Path, *, is_sealed: bool, body: bytes | None, said: str
) -> None:
    forger = Forger(tmp_path)
    store = forger.play.store
    forger.open_bets(shoe_of(tuple(Card(card) for card in ("AS", "9S", "TS", "8S")) + rest_of()))
    command = c.LockBets((c.SeatWagers(1, (c.WagerStake("blackjack", 1000),)),))
    decision = decide(SETUP, forger.play.state, command)
    assert isinstance(decision, Decision)
    parts = dict(record_parts(decision.state))

    store.append(
        Entry(None, command, decision.facts),
        all_transfers(decision.facts),
        time_ms=1,
        parts=tuple(
            RecordPart(1, name, (body or stored) if name == "seat-1" else stored)
            for name, stored in parts.items()
        ),
        seal=is_sealed,
    )

    assert said in forger.disagreement()


def rest_of() -> tuple[Card, ...]:
    """Two decks without the four cards with which a Blackjack closes the round at once."""
    rest = list(DECK * DECKS)
    for card in ("AS", "9S", "TS", "8S"):
        rest.remove(Card(card))
    return tuple(rest)


def test_an_audit_changes_nothing(copied: Path, history: tuple[Path, StoreKeys]) -> None:
    before = copied.read_bytes()

    audit(copied, history[1])

    assert copied.read_bytes() == before


def test_a_table_killed_in_play_is_audited_without_being_opened(tmp_path: Path) -> None:
    store, keys = new_store(tmp_path)
    with store:
        play = Play(store)
        play.open_table()
        play.round(1)
        # What a kill leaves: the file and its write-ahead log, without a last checkpoint of WAL.
        left = tmp_path / "left"
        left.mkdir()
        for name in ("table.sqlite3", "table.sqlite3-wal"):
            shutil.copy(tmp_path / name, left / name)

    report = audit(left / "table.sqlite3", keys)

    assert (report.disagreement, report.rounds) == (None, 1)
    assert Store.open(left / "table.sqlite3", keys).last_rounds(1) == (1,)


def test_a_table_that_is_opened_twice_in_an_epoch_is_noticed_whoever_decides(
    tmp_path: Path,
) -> None:
    store, keys = new_store(tmp_path)
    with store:
        Play(store).open_table()
        opening = next(store.verified_entries()).entry
        size = store.append(opening, all_transfers(opening.facts), time_ms=2, seal=True)

    disagreement = audit(tmp_path / "table.sqlite3", keys).disagreement

    assert disagreement == f"entry {size}: fact 1, TableOpened, cannot have happened here"

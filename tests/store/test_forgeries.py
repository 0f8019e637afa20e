"""Nothing that the table wrote can be changed without its keys, signed or not yet signed.

And what somebody writes who has the keys must still be what the rules make of the commands.
"""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from table_app.errors import BadInputError, BreachError, StoreError
from table_app.store.audit import audit
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import DECK, Card
from tests.store.forgeries import Place, forge_last, last_body, leaves_of, tamper, with_value
from tests.store.histories import ENGINE, SETUP, Play, new_store, played, shoe_of

RELEASE = Release(SETUP, ENGINE)
NO_BODY = (BadInputError, BreachError, LookupError, ValueError, sqlite3.IntegrityError)
"""What is not even the body of an entry, or moves nothing from nobody."""


def dealt(folder: Path, *then: c.JournaledCommand) -> tuple[Path, StoreKeys]:
    """A closed database in the middle of a round, whose last entry is not signed.

    Seat 1 holds 16 against a ten and is asked, then does what `then` says; its next card is a king.
    """
    store, keys = new_store(folder)
    with store:
        play = Play(store)
        play.open_table()
        play.round(1)
        first = tuple(Card(card) for card in ("TS", "9S", "TD", "6S", "7S", "8C", "KH"))
        rest = list(DECK * SETUP.decks)
        for card in first:
            rest.remove(card)
        play.do(c.OpenBets(shoe_of((*first, *rest))))
        placed = (c.WagerStake("blackjack", 1000),)
        play.do(c.LockBets((c.SeatWagers(1, placed), c.SeatWagers(2, placed))))
        for command in then:
            play.do(command)
    return folder / "table.sqlite3", keys


@pytest.fixture(scope="module", params=[(), (c.Surrender(1, 0),), (c.Hit(1, 0),)])
def tail(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, StoreKeys]:
    return dealt(tmp_path_factory.mktemp("tail"), *request.param)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StoreKeys]:
    return played(tmp_path_factory.mktemp("old"), rounds=2)


def boot(path: Path, keys: StoreKeys) -> int:
    """How many entries a boot reads."""
    with Store.open(path, keys) as store:
        return sum(1 for _ in store.verified_entries())


def other_value(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + (500 if value >= 500 else 1)
        case _:
            return "4H" if str(value) == "5H" else "5H" if len(str(value)) == 2 else "push"


def forgeable(path: Path) -> list[tuple[Place, object]]:
    return [each for each in leaves_of(last_body(path)) if each[0][-1] not in ("fact", "command")]


def test_no_value_of_an_unsigned_entry_can_be_forged(
    tmp_path: Path, tail: tuple[Path, StoreKeys]
) -> None:
    original, keys = tail
    is_forged = 0
    for place, value in forgeable(original):
        path = Path(shutil.copy(original, tmp_path / "table.sqlite3"))
        try:
            forge_last(path, with_value(last_body(path), place, other_value(value)))
        except NO_BODY:
            continue
        is_forged += 1
        said = str(audit(path, keys).disagreement)
        assert "its mac does not fit" in said, place
        with pytest.raises(StoreError, match=r"entry \d+: its header .* mac does not fit"):
            boot(path, keys)
    assert is_forged > 5


def test_an_insider_cannot_write_other_facts_than_the_rules_make(
    tmp_path: Path, tail: tuple[Path, StoreKeys]
) -> None:
    original, keys = tail
    is_forged = 0
    for place, value in forgeable(original):
        if place[0] == "origin":
            continue
        path = Path(shutil.copy(original, tmp_path / "table.sqlite3"))
        try:
            changed = with_value(last_body(path), place, other_value(value))
            forge_last(path, changed, insider=keys)
        except NO_BODY:
            continue
        is_forged += 1
        report = audit(path, keys, RELEASE)
        assert report.disagreement is not None, place
        assert report.disagreement.startswith(f"entry {report.entries + 1}: "), report
    assert is_forged > 5


def test_an_insiders_higher_pay_is_named_as_other_than_the_rules(
    tmp_path: Path,
) -> None:
    path, keys = dealt(tmp_path, c.Surrender(1, 0))
    body = last_body(path)
    place = next(place for place, _ in leaves_of(body) if place[-1] == "paid_cents")
    forge_last(path, with_value(body, place, 900_000), insider=keys)

    without, report = audit(path, keys), audit(path, keys, RELEASE)

    assert without.disagreement is None
    assert report.disagreement == (
        f"entry {report.entries + 1}: the rules make other facts of its command"
    )


def test_an_honest_tail_is_decided_again_to_its_end(tail: tuple[Path, StoreKeys]) -> None:
    report = audit(*tail, RELEASE)

    assert report.disagreement is None
    assert (report.decided_again, report.not_decided_because) == (report.entries, None)


@pytest.mark.parametrize(
    ("release", "said"),
    [
        (None, "no table was given"),
        (Release(SETUP, "11" * 32), "written under other engine code (0000000000000000, this"),
        (Release(replace(SETUP, rules_sha256="11" * 32), ENGINE), "written under other rules ("),
    ],
)
def test_what_another_release_decided_is_said_not_to_be_decided_again(
    tail: tuple[Path, StoreKeys], release: Release | None, said: str
) -> None:
    report = audit(*tail, release)

    assert (report.disagreement, report.decided_again) == (None, 0)
    assert said in str(report.not_decided_because)


@pytest.mark.parametrize("column", ["header", "body"])
@pytest.mark.parametrize("sequence", [1, 2, 4, 5, 7])
def test_no_byte_of_an_old_entry_can_be_changed(
    tmp_path: Path, old: tuple[Path, StoreKeys], column: str, sequence: int
) -> None:
    where = f"FROM journal_entry WHERE sequence = {sequence}"
    with sqlite3.connect(old[0]) as connection:
        (stored,) = connection.execute(f"SELECT {column} {where}").fetchone()
    for at in range(0, len(stored), max(1, len(stored) // 12)):
        path = Path(shutil.copy(old[0], tmp_path / "table.sqlite3"))
        changed = stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :]
        _set(path, column, changed, sequence)
        with pytest.raises(StoreError, match=rf"^entry {sequence}: "):
            boot(path, old[1])


def _set(path: Path, column: str, changed: bytes, sequence: int) -> None:
    def change(connection: sqlite3.Connection) -> None:
        connection.execute(
            f"UPDATE journal_entry SET {column} = ? WHERE sequence = ?", (changed, sequence)
        )

    tamper(path, change)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE merkle_node SET hash = zeroblob(32) WHERE level = 1 AND position = 0",
        "INSERT INTO merkle_node VALUES (0, 999, x'00')",
        "DELETE FROM checkpoint WHERE size = (SELECT max(size) FROM checkpoint)",
        "DELETE FROM journal_entry WHERE sequence = 3",
    ],
)
def test_a_boot_notices_what_does_not_belong_to_the_log(
    tmp_path: Path, old: tuple[Path, StoreKeys], change: str
) -> None:
    path = Path(shutil.copy(old[0], tmp_path / "table.sqlite3"))

    def run(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(change)

    tamper(path, run)

    with pytest.raises(StoreError, match=r"entry|tree node"):
        boot(path, old[1])


def test_the_mac_is_a_part_of_the_leaf_that_strangers_need_no_key_for(
    old: tuple[Path, StoreKeys],
) -> None:
    with sqlite3.connect(old[0]) as connection:
        leaves = connection.execute("SELECT header FROM journal_entry").fetchall()

    macs = {json.loads(leaf)["mac"] for (leaf,) in leaves}

    assert len(macs) == len(leaves)
    assert {len(mac) for mac in macs} == {64}


def test_a_read_of_entries_and_of_a_record_checks_the_mac_too(
    tmp_path: Path, old: tuple[Path, StoreKeys]
) -> None:
    path = Path(shutil.copy(old[0], tmp_path / "table.sqlite3"))
    with Store.open(path, old[1]) as store:
        sequence = store.round_record(1).sequence

    def change(connection: sqlite3.Connection) -> None:
        connection.execute(
            "UPDATE journal_entry SET header = CAST(replace(CAST(header AS TEXT),"
            f" '1700000000', '1700000001') AS BLOB) WHERE sequence = {sequence}"
        )

    tamper(path, change)

    with Store.open(path, old[1]) as store:
        with pytest.raises(StoreError, match=f"entry {sequence}: .* mac"):
            list(store.entries(after=sequence - 1))
        with pytest.raises(StoreError, match=f"entry {sequence}: .* mac"):
            store.round_record(1)

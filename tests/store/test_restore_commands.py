"""`restore database`, `restore mirror` and `audit --mirror` as they are typed."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from table_app.store.epochs import NEXT_FILE
from tests.store.histories import mirrored
from tests.typed import failed, refused, typed


@pytest.fixture
def full_disk() -> Iterator[None]:
    """No file of this process may grow beyond a page: what a full disk is to SQLite."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The data folder of a table with database, mirror and keys in it."""
    mirrored(tmp_path, rounds=3)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the locks and what SQLite keeps while somebody reads."""
    files = (path for path in folder.rglob("*") if path.is_file())
    passing = (".lock", "-wal", "-shm")
    return {str(path): path.read_bytes() for path in files if not path.name.endswith(passing)}


def line_count(mirror: Path) -> int:
    return len(mirror.read_bytes().splitlines())


def damage_database(table: Path) -> None:
    with closing(sqlite3.connect(table / "table.sqlite3")) as connection:
        connection.execute("DROP TRIGGER journal_entry_no_update")
        connection.execute("UPDATE journal_entry SET body = x'7b7d' WHERE sequence = 4")
        connection.commit()


def damage_mirror(table: Path, number: int) -> None:
    """One changed letter in this line."""
    mirror = table / "table.mirror"
    lines = mirror.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(b'"facts"', b'"fakts"', 1)
    mirror.write_bytes(b"".join(lines))


def test_a_database_that_is_gone_comes_back_from_its_mirror(table: Path) -> None:
    (table / "table.sqlite3").unlink()
    entries = line_count(table / "table.mirror")

    said = typed("restore", "database", "--data", table)

    assert (said.code, said.complained) == (0, "")
    assert f"{entries} entries, and everything agrees" in said.printed
    assert typed("audit", "--data", table).printed.endswith("everything agrees\n")


def test_a_damaged_database_is_made_again_and_kept_beside(table: Path) -> None:
    damage_database(table)
    damaged = (table / "table.sqlite3").read_bytes()

    said = typed("restore", "database", "--data", table)

    assert said.code == 0
    assert (table / "table.sqlite3.damaged-1").read_bytes() == damaged
    assert typed("audit", "--data", table).code == 0


def test_a_database_comes_back_from_a_mirror_on_another_disk(table: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "second" / "copy"
    elsewhere.parent.mkdir()
    (table / "table.mirror").rename(elsewhere)
    (table / "table.sqlite3").unlink()

    assert typed("restore", "database", "--data", table, "--mirror", elsewhere).code == 0

    assert typed("audit", "--data", table, "--mirror", elsewhere).code == 0


def test_without_its_mirror_no_database_is_made(table: Path) -> None:
    (table / "table.mirror").unlink()
    before = contents(table)

    said = refused("restore", "database", "--data", table)

    assert f"{table / 'table.mirror'}: there is no mirror" in said
    assert "--mirror" in said
    assert contents(table) == before


@pytest.mark.parametrize("number", [1, 5, 12])
def test_a_damaged_line_of_the_mirror_is_named_and_nothing_changes(
    table: Path, number: int
) -> None:
    damage_mirror(table, number)
    before = contents(table)

    said = failed("restore", "database", "--data", table)

    assert f"{table / 'table.mirror'}, line {number}: " in said
    assert contents(table) == before


def test_entries_are_given_up_only_when_that_is_asked_for(table: Path) -> None:
    mirror = table / "table.mirror"
    mirror.write_bytes(b"".join(mirror.read_bytes().splitlines(keepends=True)[:4]))
    damage_database(table)

    said = refused("restore", "database", "--data", table)

    assert "--accept-loss" in said
    accepted = typed("restore", "database", "--data", table, "--accept-loss")
    assert (accepted.code, "4 entries" in accepted.printed) == (0, True)


@pytest.mark.parametrize(
    ("kept", "is_said"), [(1000, True), (None, False)], ids=["unreadable", "readable"]
)
def test_a_damaged_database_that_proves_nothing_is_told_as_that(
    table: Path, kept: int | None, is_said: bool
) -> None:
    database = table / "table.sqlite3"
    database.write_bytes(database.read_bytes()[:kept])

    said = typed("restore", "database", "--data", table)

    assert said.code == 0
    assert ("nothing shows whether it held more" in said.printed) is is_said


@pytest.mark.parametrize("what", ["database", "mirror"])
def test_an_epoch_that_has_not_begun_is_not_restored(table: Path, what: str) -> None:
    said = refused("restore", what, "--data", table, "--epoch", "2")

    assert "--epoch 2: the present epoch of the log is 1" in said


def test_in_the_middle_of_an_upgrade_no_database_is_restored(table: Path) -> None:
    (table / NEXT_FILE).touch()

    assert "`table-app upgrade` was cut off" in refused("restore", "database", "--data", table)


def test_a_mirror_that_is_gone_is_written_again_as_it_was(table: Path) -> None:
    mirror = table / "table.mirror"
    before, lines = mirror.read_bytes(), line_count(mirror)
    mirror.unlink()

    said = typed("restore", "mirror", "--data", table)

    assert (said.code, said.complained) == (0, "")
    assert said.printed.endswith(f": {lines} lines.\n")
    assert mirror.read_bytes() == before


def test_a_damaged_mirror_is_written_again_and_kept_beside(table: Path) -> None:
    mirror = table / "table.mirror"
    before = mirror.read_bytes()
    damage_mirror(table, 5)
    damaged = mirror.read_bytes()

    assert typed("restore", "mirror", "--data", table).code == 0

    assert mirror.read_bytes() == before
    assert (table / "table.mirror.damaged-1").read_bytes() == damaged


def test_no_mirror_is_written_from_a_database_that_is_not_in_order(table: Path) -> None:
    damage_database(table)
    before = contents(table)

    assert "entry 4" in failed("restore", "mirror", "--data", table)

    assert contents(table) == before


def test_no_mirror_is_written_from_no_database(table: Path) -> None:
    (table / "table.sqlite3").unlink()
    before = contents(table)

    assert "table.sqlite3" in refused("restore", "mirror", "--data", table)

    assert contents(table) == before


def test_an_audit_without_the_mirror_that_was_named_is_bad_input(table: Path) -> None:
    missing = table / "second" / "table.mirror"

    assert f"{missing}: No such file" in refused("audit", "--data", table, "--mirror", missing)


def test_an_audit_names_the_line_of_the_mirror_that_differs(table: Path) -> None:
    damage_mirror(table, 5)

    said = typed("audit", "--data", table)

    assert said.code == 1
    assert (
        f"DISAGREES: entry 5: {table / 'table.mirror'}, line 5 is not this entry\n" in said.printed
    )


@pytest.mark.parametrize("words", [("audit",), ("restore", "database"), ("restore", "mirror")])
@pytest.mark.usefixtures("table", "full_disk")
def test_a_full_disk_is_no_damaged_database(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = failed(*words, "--data", tmp_path)

    assert f"{tmp_path / 'table.sqlite3'}: its disk takes nothing more" in said
    assert "`table-app restore" not in said

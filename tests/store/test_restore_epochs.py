"""Copies of more than one epoch: each is restored from its own, whatever else lies beside them."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from table_app.host.chance import NoChance
from table_app.host.upgrade import Place, upgrade
from table_app.store import keys as store_keys
from table_app.store.decide_again import Release
from table_app.store.epochs import present
from table_app.store.journal import Store
from table_app.store.keys import SEALING_KEY_FILE
from table_app.store.mirror import Mirror
from tests.store.histories import ORIGIN, SETUP, Play, must_not_fail
from tests.typed import refused, typed


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The data folder of a table in its second epoch, with keys and mirrors in it."""
    keys = store_keys.create(tmp_path / "keys", origin=ORIGIN)
    mirror = tmp_path / "table.mirror"
    with Store.create(tmp_path / "table.sqlite3", keys, Mirror(mirror, must_not_fail)) as store:
        assert not list(store.verified_entries())
        play = Play(store)
        play.open_table()
        for number in range(2):
            play.round(number)
    release = Release(replace(SETUP, rules_sha256="11" * 32), "dd" * 32)
    upgrade(Place(tmp_path, mirror, keys), release, NoChance("none"), time_ms=1_900_000_000_000)
    return tmp_path


def epoch_of(table: Path) -> int:
    return present(table, table / "table.mirror", store_keys.load(table / "keys"))


@pytest.mark.parametrize("stray", ["table.mirror.20261201", "table.mirror.3", "table.mirror.old"])
@pytest.mark.parametrize("content", ["table.mirror.1", "table.mirror", f"keys/{SEALING_KEY_FILE}"])
def test_a_file_beside_the_mirror_is_no_epoch(table: Path, stray: str, content: str) -> None:
    shutil.copy(table / content, table / stray)

    assert epoch_of(table) == 2


@pytest.mark.parametrize("command", ["database", "mirror"])
def test_a_file_beside_the_mirror_blocks_no_restore(table: Path, command: str) -> None:
    shutil.copy(table / "table.mirror", table / "table.mirror.20261201")

    assert typed("restore", command, "--data", table).code == 0
    assert typed("restore", command, "--data", table, "--epoch", "1").code == 0


@pytest.mark.parametrize("words", [(), ("--epoch", "2")])
def test_the_mirror_alone_makes_the_present_epoch_again(
    table: Path, words: tuple[str, ...]
) -> None:
    (table / "table.sqlite3").unlink()
    (table / "epochs" / "1.sqlite3").unlink()
    (table / "table.mirror.1").unlink()

    assert typed("restore", "database", "--data", table, *words).code == 0


def test_a_closed_epoch_is_made_again_where_its_mirror_is_all_there_is(table: Path) -> None:
    (table / "table.sqlite3").unlink()
    (table / "table.mirror").unlink()
    (table / "epochs" / "1.sqlite3").unlink()

    assert typed("restore", "database", "--data", table, "--epoch", "1").code == 0


def test_the_damaged_database_of_a_closed_epoch_is_told_with_its_number(table: Path) -> None:
    (table / "epochs" / "1.sqlite3").write_bytes(b"garbage")

    said = refused("audit", "--data", table)

    assert "epochs/1.sqlite3" in said
    assert "`table-app restore database --epoch 1`" in said


def test_the_database_of_another_epoch_is_told_as_that(table: Path) -> None:
    present_one = table / "table.sqlite3"
    shutil.copy(table / "epochs" / "1.sqlite3", present_one)

    said = refused("restore", "database", "--data", table)

    assert f"{present_one} is of epoch 1 of the log, epoch 2 is due; move it away" in said


def test_the_mirror_of_another_epoch_is_not_written_over(table: Path) -> None:
    mirror = table / "table.mirror"
    shutil.copy(table / "table.mirror.1", mirror)

    said = refused("restore", "mirror", "--data", table)

    assert f"{mirror} is of epoch 1 of the log, epoch 2 is due; move it away" in said


def test_a_closed_epoch_is_not_made_without_its_end(table: Path) -> None:
    closed, mirror = table / "epochs" / "1.sqlite3", table / "table.mirror.1"
    closed.unlink()
    mirror.write_bytes(b"".join(mirror.read_bytes().splitlines(keepends=True)[:-1]))
    words = ("restore", "database", "--data", table, "--epoch", "1")

    said = refused(*words)

    assert f"{mirror} lacks the end of epoch 1" in said
    assert not closed.exists()
    assert typed(*words, "--accept-loss").code == 0

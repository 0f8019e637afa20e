"""A damaged page of the file is named with its table, whatever is in it now."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from table_app.errors import BadInputError
from table_app.store.audit import audit
from table_app.store.decide_again import Release
from table_app.store.keys import StoreKeys
from table_app.store.pages import damaged_pages
from tests.store.histories import ENGINE, SETUP, Play, new_store, played

PAGE_BYTES = 4096


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StoreKeys]:
    return played(tmp_path_factory.mktemp("history"), rounds=30)


def pages_of_trees(path: Path) -> list[tuple[int, str, str]]:
    """Number, table and kind of each page, as SQLite's own table of statistics tells them."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            rows = connection.execute("SELECT pageno, name, pagetype FROM dbstat").fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite was built without dbstat")
    return [(number, name, kind) for number, name, kind in rows if number > 1]


def damage(path: Path, page: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(content)


def test_every_page_of_a_tree_is_named_when_its_content_is_gone(
    tmp_path: Path, history: tuple[Path, StoreKeys]
) -> None:
    pages = [page for page in pages_of_trees(history[0]) if page[2] != "overflow"]
    chance = Random(7)
    unnamed = []
    for number, table, _ in pages:
        for content in (bytes(PAGE_BYTES), chance.randbytes(PAGE_BYTES), b"\xff" * PAGE_BYTES):
            copy = Path(shutil.copy(history[0], tmp_path / "table.sqlite3"))
            damage(copy, number, content)
            report = audit(copy, history[1])
            named = any(f"{table}, page {number}: " in line for line in report.damaged)
            if not named or report.disagreement is None:
                unnamed.append((number, table, report.disagreement))

    assert len(pages) > 40
    assert unnamed == []


def test_every_changed_byte_is_noticed_or_is_no_part_of_a_stored_value(
    tmp_path: Path, history: tuple[Path, StoreKeys]
) -> None:
    whole = history[0].read_bytes()
    chance = Random(11)
    unnoticed = []
    for place in (chance.randrange(PAGE_BYTES, len(whole)) for _ in range(150)):
        copy = tmp_path / "table.sqlite3"
        flipped = whole[place] ^ (1 << chance.randrange(8))
        copy.write_bytes(whole[:place] + bytes([flipped]) + whole[place + 1 :])
        report = audit(copy, history[1], Release(SETUP, ENGINE))
        if report.disagreement is None and rows(copy) != rows(history[0]):
            unnoticed.append(place)

    assert unnoticed == []


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_first_page_that_is_gone_is_one_line_with_what_to_do(
    tmp_path: Path, history: tuple[Path, StoreKeys]
) -> None:
    copy = Path(shutil.copy(history[0], tmp_path / "table.sqlite3"))
    damage(copy, 1, bytes(PAGE_BYTES))

    with pytest.raises(BadInputError, match="restore database"):
        audit(copy, history[1])


def test_several_damaged_pages_are_all_told(
    tmp_path: Path, history: tuple[Path, StoreKeys]
) -> None:
    copy = Path(shutil.copy(history[0], tmp_path / "table.sqlite3"))
    leaves = [page for page in pages_of_trees(copy) if page[2] == "leaf"][:4]
    for number, _, _ in leaves:
        damage(copy, number, bytes(PAGE_BYTES))

    report = audit(copy, history[1])

    assert {line.split(":")[0] for line in report.damaged} == {
        f"{table}, page {number}" for number, table, _ in leaves
    }


def test_pages_that_still_stand_in_the_log_of_a_running_table_are_not_damaged(
    tmp_path: Path,
) -> None:
    store, _ = new_store(tmp_path)
    with store:
        play = Play(store)
        play.open_table()
        for number in range(3):
            play.round(number)

        assert (tmp_path / "table.sqlite3-wal").stat().st_size > 0
        assert damaged_pages(tmp_path / "table.sqlite3") == ()

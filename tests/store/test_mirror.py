"""The mirror: the same journal on another path, which restores the database and is restored by it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_app.errors import BadInputError, StoreError
from table_app.ledger.postings import all_transfers
from table_app.store.audit import audit
from table_app.store.decide_again import Release
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.restore import restore_database, restore_mirror
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import EndSession
from table_app.vocabulary.facts import SessionEnded
from tests.store.forgeries import remove_last_entries
from tests.store.histories import ENGINE, SETUP, copy_of, mirrored, must_not_fail

History = tuple[Path, Path, StoreKeys]
DAMAGED = b'{"sequence":1 and nothing of use\n'
RELEASE = Release(SETUP, ENGINE)


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    return mirrored(tmp_path_factory.mktemp("mirrored"), rounds=5)


@pytest.fixture
def copied(tmp_path: Path, history: History) -> History:
    return copy_of(history, tmp_path)


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def boot(database: Path, mirror: Path, keys: StoreKeys) -> int:
    """Open the store as a host does; how many entries it verified."""
    with Store.open(database, keys, Mirror(mirror, must_not_fail)) as store:
        return sum(1 for _ in store.verified_entries())


def cut(mirror: Path, lines: int) -> None:
    """Leave only so many lines."""
    mirror.write_bytes(b"".join(mirror.read_bytes().splitlines(keepends=True)[:lines]))


def sealed_lines(mirror: Path) -> list[int]:
    lines = mirror.read_bytes().splitlines()
    return [number for number, line in enumerate(lines, start=1) if line.split(b"\t")[2]]


def test_an_untouched_pair_agrees_line_by_line(history: History) -> None:
    database, mirror, keys = history

    report = audit(database, keys, RELEASE, mirror)

    assert report.disagreement is None
    assert report.mirror_lines == report.entries == len(mirror.read_bytes().splitlines())


@settings(deadline=None)
@given(data=st.data())
def test_no_changed_byte_of_the_mirror_goes_unnoticed(
    history: History, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    database, mirror, keys = history
    content = mirror.read_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[place]))
    changed = tmp_path_factory.mktemp("changed") / "table.mirror"
    changed.write_bytes(content[:place] + bytes([other]) + content[place + 1 :])
    line = content.count(b"\n", 0, place) + 1

    disagreement = audit(database, keys, None, changed).disagreement

    assert disagreement is not None
    assert f"{changed}, line {line} " in disagreement


@pytest.mark.parametrize("lines", [0, 1, 9])
def test_a_mirror_that_ends_too_soon_is_noticed_by_the_audit(copied: History, lines: int) -> None:
    database, mirror, keys = copied
    cut(mirror, lines)

    disagreement = audit(database, keys, None, mirror).disagreement

    assert disagreement is not None
    assert f"{mirror} ends before line {lines + 1}" in disagreement


@pytest.mark.parametrize("extra", [b"{}\t{}\t\n", b"\0", b"\n"])
def test_a_mirror_that_goes_on_is_noticed_by_the_audit(copied: History, extra: bytes) -> None:
    database, mirror, keys = copied
    with mirror.open("ab") as file:
        file.write(extra)

    disagreement = audit(database, keys, None, mirror).disagreement

    assert disagreement is not None
    assert f"{mirror} goes on after line" in disagreement


def test_the_database_comes_back_from_the_mirror_as_it_was(copied: History) -> None:
    database, mirror, keys = copied
    before = dump(database)
    database.write_bytes(b"nothing of use")

    report = restore_database(mirror, database, keys)

    assert report.disagreement is None
    assert dump(database) == before
    assert audit(database, keys, RELEASE, mirror).disagreement is None
    assert (database.parent / "table.sqlite3.damaged-1").read_bytes() == b"nothing of use"


def test_a_lost_database_comes_back_from_the_mirror(copied: History) -> None:
    database, mirror, keys = copied
    before = dump(database)
    database.unlink()

    restore_database(mirror, database, keys)

    assert dump(database) == before
    assert boot(database, mirror, keys) == len(mirror.read_bytes().splitlines())


def test_the_mirror_comes_back_from_the_database_as_it_was(copied: History) -> None:
    database, mirror, keys = copied
    before = mirror.read_bytes()
    mirror.write_bytes(DAMAGED)

    lines = restore_mirror(database, mirror, keys)

    assert lines == before.count(b"\n")
    assert mirror.read_bytes() == before
    assert (mirror.parent / "table.mirror.damaged-1").read_bytes() == DAMAGED


@settings(deadline=None)
@given(data=st.data())
def test_a_damaged_line_is_named_and_nothing_is_restored_from_it(
    history: History, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    database, mirror, keys = history
    content = mirror.read_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    flipped = content[place] ^ (1 << data.draw(st.integers(0, 7)))
    folder = tmp_path_factory.mktemp("damaged")
    damaged, target = folder / "table.mirror", Path(shutil.copy(database, folder))
    damaged.write_bytes(content[:place] + bytes([flipped]) + content[place + 1 :])
    before = target.read_bytes()

    with pytest.raises(StoreError) as raised:
        restore_database(damaged, target, keys)

    assert str(damaged) in str(raised.value)
    assert target.read_bytes() == before
    assert sorted(file.name for file in folder.iterdir()) == [
        "table.mirror",
        "table.sqlite3",
        "table.sqlite3.lock",
    ]


def test_a_damaged_database_does_not_write_a_mirror(copied: History) -> None:
    database, mirror, keys = copied
    before = mirror.read_bytes()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DROP TRIGGER journal_entry_no_update")
        connection.execute(
            "UPDATE journal_entry SET body = CAST(body || ' ' AS BLOB) WHERE sequence = 4"
        )
        connection.commit()

    with pytest.raises(StoreError, match="entry 4"):
        restore_mirror(database, mirror, keys)

    assert mirror.read_bytes() == before


@pytest.mark.parametrize("lines", [0, 1, 9])
def test_a_boot_writes_what_the_mirror_lacks(copied: History, lines: int) -> None:
    database, mirror, keys = copied
    whole = mirror.read_bytes()
    cut(mirror, lines)

    boot(database, mirror, keys)

    assert mirror.read_bytes() == whole


@settings(deadline=None)
@given(data=st.data())
def test_a_boot_writes_a_last_line_again_that_a_power_cut_left_half(
    history: History, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    database, mirror, keys = history
    whole = mirror.read_bytes()
    folder = tmp_path_factory.mktemp("torn")
    torn, copy = folder / "table.mirror", Path(shutil.copy(database, folder))
    torn.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])

    boot(copy, torn, keys)

    assert torn.read_bytes() == whole


def test_a_boot_drops_an_unfinished_line_of_no_entry(copied: History) -> None:
    database, mirror, keys = copied
    whole = mirror.read_bytes()
    mirror.write_bytes(whole + b'{"sequence":')

    boot(database, mirror, keys)

    assert mirror.read_bytes() == whole


def test_a_boot_names_a_line_that_is_not_the_databases(copied: History) -> None:
    database, mirror, keys = copied
    lines = mirror.read_bytes().splitlines(keepends=True)
    lines[6] = lines[5]
    mirror.write_bytes(b"".join(lines))

    with pytest.raises(StoreError, match=r"line 7 is not entry 7 .*restore mirror"):
        boot(database, mirror, keys)


def test_a_database_that_was_put_back_does_not_open_beside_its_mirror(copied: History) -> None:
    database, mirror, keys = copied
    earlier = sealed_lines(mirror)[-2]
    remove_last_entries(database, after=earlier)

    with pytest.raises(StoreError, match=f"ends with entry {earlier}, .*restore database"):
        boot(database, mirror, keys)


def test_after_a_boot_new_entries_go_on_in_both(copied: History) -> None:
    database, mirror, keys = copied
    with Store.open(database, keys, Mirror(mirror, must_not_fail)) as store:
        entries = sum(1 for _ in store.verified_entries())
        facts = (SessionEnded(1),)
        entry = Entry(None, EndSession(1), facts)
        store.append(entry, all_transfers(facts), time_ms=1_800_000_000_000, seal=True)

    assert len(mirror.read_bytes().splitlines()) == entries + 1
    assert audit(database, keys, None, mirror).disagreement is None


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A path whose disk is always full."""
    path = tmp_path / "full.mirror"
    path.symlink_to("/dev/full")
    yield path
    path.unlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_of_the_mirror_is_told_once_and_loses_no_entry(
    copied: History, full_disk: Path
) -> None:
    database, mirror, keys = copied
    told: list[str] = []
    opened = Mirror(mirror, told.append)
    with Store.open(database, keys, opened) as store:
        entries = sum(1 for _ in store.verified_entries())
        with full_disk.open("wb") as full:
            os.dup2(full.fileno(), opened._file.fileno())
        for _ in range(2):
            facts = (SessionEnded(1),)
            entry = Entry(None, EndSession(1), facts)
            store.append(entry, all_transfers(facts), time_ms=1_800_000_000_000, seal=True)

    assert len(told) == 1
    assert "No space left on device" in told[0]
    assert boot(database, mirror, keys) == entries + 2
    assert audit(database, keys, None, mirror).disagreement is None


def test_two_tables_do_not_write_one_mirror(copied: History) -> None:
    _, mirror, _ = copied
    first = Mirror(mirror, must_not_fail)
    try:
        with pytest.raises(BadInputError, match="in use by another table"):
            Mirror(mirror, must_not_fail)
    finally:
        first.close()


def test_a_mirror_is_for_its_owner_alone(history: History) -> None:
    assert history[1].stat().st_mode & 0o777 == 0o600

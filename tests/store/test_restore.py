"""What `restore` and a table refuse to write over, and what they never lose silently."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from table_app.errors import BadInputError, StoreError
from table_app.store.audit import audit
from table_app.store.database import held
from table_app.store.journal import Store
from table_app.store.keys import SEALING_KEY_FILE, StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.restore import restore_database, restore_mirror
from tests.store.histories import mirrored, must_not_fail

History = tuple[Path, Path, StoreKeys]


@pytest.fixture
def history(tmp_path: Path) -> History:
    return mirrored(tmp_path, rounds=3)


def damage(database: Path) -> None:
    """One changed bit in a stored body."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DROP TRIGGER journal_entry_no_update")
        connection.execute(
            "UPDATE journal_entry SET body = CAST(body || ' ' AS BLOB) WHERE sequence = 4"
        )
        connection.commit()


def cut(mirror: Path, lines: int) -> None:
    mirror.write_bytes(b"".join(mirror.read_bytes().splitlines(keepends=True)[:lines]))


@pytest.mark.parametrize(
    "content", [bytes(range(200, 232)), b"notes of the night shift", b"a\nb\n"]
)
def test_no_other_file_is_taken_for_a_mirror_and_written_over(
    history: History, tmp_path: Path, content: bytes
) -> None:
    database, _, keys = history
    other = tmp_path / "other"
    other.write_bytes(content)

    with pytest.raises(BadInputError, match="is no mirror"):
        Mirror(other, must_not_fail)
    with pytest.raises(BadInputError, match=r"is no mirror, .*move it away and run this again"):
        restore_mirror(database, other, keys)

    assert other.read_bytes() == content


def test_neither_the_keys_nor_the_database_are_written_over(
    history: History, tmp_path: Path
) -> None:
    database, _, keys = history
    for precious in (tmp_path / "keys" / SEALING_KEY_FILE, database):
        before = precious.read_bytes()
        with pytest.raises(BadInputError, match="is no mirror"):
            restore_mirror(database, precious, keys)
        assert precious.read_bytes() == before


def test_a_mirror_is_a_plain_file(history: History, tmp_path: Path) -> None:
    database, mirror, keys = history
    link = tmp_path / "link"
    link.symlink_to(mirror)

    with pytest.raises(BadInputError, match="no plain file"):
        restore_database(link, database, keys)
    with pytest.raises(BadInputError, match="no plain file"):
        Mirror(link, must_not_fail)


def test_a_torn_line_that_is_not_the_entrys_is_no_torn_line(history: History) -> None:
    database, mirror, keys = history
    lines = mirror.read_bytes().splitlines(keepends=True)
    mirror.write_bytes(b"".join(lines[:-1]) + b"what is this")

    with (
        pytest.raises(StoreError, match=f"line {len(lines)} is not entry"),
        Store.open(database, keys, Mirror(mirror, must_not_fail)) as store,
    ):
        list(store.verified_entries())


def test_zeros_at_the_end_are_what_a_power_cut_leaves(history: History) -> None:
    database, mirror, keys = history
    whole = mirror.read_bytes()
    mirror.write_bytes(whole[:-40] + bytes(40))

    with Store.open(database, keys, Mirror(mirror, must_not_fail)) as store:
        list(store.verified_entries())

    assert mirror.read_bytes() == whole


@pytest.mark.parametrize("garbage", [b"garbage\n", b"garbage"])
def test_garbage_after_the_last_line_is_the_mirrors_damage(
    history: History, garbage: bytes
) -> None:
    database, mirror, keys = history
    with mirror.open("ab") as file:
        file.write(garbage)

    with (
        pytest.raises(
            StoreError, match=r"is of no entry, the database is in order; .*restore mirror"
        ),
        Store.open(database, keys, Mirror(mirror, must_not_fail)) as store,
    ):
        list(store.verified_entries())


@pytest.mark.parametrize("lost", [1, 7])
def test_a_damaged_database_that_proves_more_than_its_mirror_is_not_given_up_silently(
    history: History, lost: int
) -> None:
    database, mirror, keys = history
    lines = mirror.read_bytes().splitlines()
    entries = len(lines)
    assert lines[-1].endswith(b"\t"), "the last entry is under no checkpoint"
    cut(mirror, entries - lost)
    damage(database)
    before = database.read_bytes()

    with pytest.raises(BadInputError, match=f"proves {entries} entries, its mirror makes"):
        restore_database(mirror, database, keys)
    assert database.read_bytes() == before

    made = restore_database(mirror, database, keys, accepts_loss=True)
    assert made.entries == entries - lost


def test_an_empty_mirror_restores_nothing(history: History) -> None:
    database, mirror, keys = history
    mirror.write_bytes(b"")

    with pytest.raises(BadInputError, match="no mirror, or it is empty"):
        restore_database(mirror, database, keys)


def test_the_mirror_of_another_epoch_restores_nothing(history: History) -> None:
    database, mirror, keys = history
    before = database.read_bytes()

    with pytest.raises(BadInputError, match="mirror is of epoch 1 of the log, epoch 2 is due"):
        restore_database(mirror, database, keys, epoch=2)

    assert database.read_bytes() == before


def test_no_mirror_is_written_from_the_database_of_another_epoch(history: History) -> None:
    database, mirror, keys = history
    before = mirror.read_bytes()

    with pytest.raises(BadInputError, match="is of epoch 1 of the log, epoch 2 is due"):
        restore_mirror(database, mirror, keys, epoch=2)

    assert mirror.read_bytes() == before
    assert not mirror.with_name("table.mirror.restored").exists()


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_plain_file_is_no_mirror(
    history: History, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    database, _, keys = history
    strange = tmp_path / "strange"
    make(strange)

    with pytest.raises(BadInputError, match="strange"):
        restore_database(strange, database, keys)
    with pytest.raises(BadInputError, match="is no plain file"):
        restore_mirror(database, strange, keys)
    with pytest.raises(BadInputError, match="is no plain file"):
        Mirror(strange, must_not_fail)


def test_a_device_is_no_mirror(history: History) -> None:
    database, _, keys = history
    for device in (Path("/dev/null"), Path("/dev/zero")):
        with pytest.raises(BadInputError, match=f"{device}: there is no mirror"):
            restore_database(device, database, keys)
        with pytest.raises(BadInputError, match="is no plain file"):
            restore_mirror(database, device, keys)
        with pytest.raises(BadInputError, match="is no plain file"):
            Mirror(device, must_not_fail)


def test_nothing_is_restored_under_a_running_table(history: History) -> None:
    database, mirror, keys = history
    running = Mirror(mirror, must_not_fail)
    with pytest.raises(BadInputError, match="in use by another table"):
        restore_mirror(database, mirror, keys)
    running.close()
    with held(database), pytest.raises(BadInputError, match="in use by another table"):
        restore_database(mirror, database, keys)


def test_an_auditors_copy_on_a_read_only_disk_is_audited(
    history: History, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database, mirror, keys = history
    folder = tmp_path / "copy"
    folder.mkdir()
    copy = Path(shutil.copy(database, folder))
    # A superuser may write anywhere, whatever the folder's mode says.
    monkeypatch.setattr("os.access", lambda *_: False)

    assert audit(copy, keys, None, mirror).disagreement is None
    assert [file.name for file in folder.iterdir()] == ["table.sqlite3"]

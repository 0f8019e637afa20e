"""What one copy proves and the other lacks is given up only when that is asked for."""

from pathlib import Path

import pytest

from table_app.errors import BadInputError
from table_app.store.audit import audit
from table_app.store.keys import StoreKeys
from table_app.store.restore import restore_database, restore_mirror
from tests.store.forgeries import remove_last_entries
from tests.store.histories import mirrored

History = tuple[Path, Path, StoreKeys]


@pytest.fixture
def history(tmp_path: Path) -> History:
    return mirrored(tmp_path, rounds=3)


def spoil(mirror: Path, number: int) -> None:
    """Change a letter in this line."""
    lines = mirror.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(b'"facts"', b'"fakts"', 1)
    mirror.write_bytes(b"".join(lines))


def put_back(history: History) -> int:
    """Put the database back by one round; the entries that the mirror has."""
    database, mirror, _ = history
    lines = mirror.read_bytes().splitlines()
    sealed = [number for number, line in enumerate(lines, start=1) if line.split(b"\t")[2]]
    remove_last_entries(database, after=sealed[-2])
    return len(lines)


@pytest.mark.parametrize("damaged_line", [1, 5])
def test_a_mirror_of_more_than_the_database_is_not_given_up_silently(
    history: History, damaged_line: int
) -> None:
    database, mirror, keys = history
    entries = put_back(history)
    spoil(mirror, damaged_line)
    before = mirror.read_bytes()

    with pytest.raises(BadInputError, match=f"proves {entries} entries, the database has"):
        restore_mirror(database, mirror, keys)

    assert mirror.read_bytes() == before
    assert not mirror.with_name("table.mirror.restored").exists()


def test_the_rest_of_a_mirror_is_given_up_when_that_is_asked_for(history: History) -> None:
    database, mirror, keys = history
    entries = put_back(history)
    before = mirror.read_bytes()
    with pytest.raises(BadInputError, match=f"proves {entries} entries, .*--accept-loss"):
        restore_mirror(database, mirror, keys)

    assert restore_mirror(database, mirror, keys, accepts_loss=True) < entries

    assert mirror.with_name("table.mirror.damaged-1").read_bytes() == before


@pytest.mark.parametrize("what", ["table.mirror.restored", "table.mirror.restored-wal"])
def test_no_link_is_followed_where_a_mirror_is_made(history: History, what: str) -> None:
    database, mirror, keys = history
    precious = mirror.with_name("precious")
    precious.write_bytes(b"precious")
    mirror.with_name(what).symlink_to(precious)
    before = mirror.read_bytes()

    restore_mirror(database, mirror, keys)

    assert precious.read_bytes() == b"precious"
    assert (mirror.read_bytes(), mirror.is_symlink()) == (before, False)


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("renames", range(4))
def test_a_damaged_database_and_its_log_stay_together_whenever_the_power_fails(
    history: History, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    database, mirror, keys = history
    database.write_bytes(b"damaged")
    log = database.with_name("table.sqlite3-wal")
    log.write_bytes(b"its log")
    left = [renames + 1]  # The first makes the new database itself.
    rename = Path.rename

    def until_the_power_fails(self: Path, to: Path) -> Path:
        left[0] -= 1
        return rename(self, to) if left[0] >= 0 else _die()

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", until_the_power_fails)
        with pytest.raises(Killed):
            restore_database(mirror, database, keys)

    restore_database(mirror, database, keys)

    assert audit(database, keys).disagreement is None
    assert database.with_name("table.sqlite3.damaged-1").read_bytes() == b"damaged"
    assert database.with_name("table.sqlite3.damaged-1-wal").read_bytes() == b"its log"
    assert not list(database.parent.glob("*damaged-2*"))


def _die() -> Path:
    raise Killed


def test_no_link_is_followed_where_a_database_is_made(history: History) -> None:
    database, mirror, keys = history
    precious = mirror.with_name("precious")
    precious.write_bytes(b"precious")
    for suffix in ("", ".new", "-wal"):
        database.with_name(f"table.sqlite3.restored{suffix}").symlink_to(precious)

    restore_database(mirror, database, keys)

    assert precious.read_bytes() == b"precious"
    assert not database.is_symlink()

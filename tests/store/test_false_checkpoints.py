"""A false checkpoint in the database is the database's damage: never the mirror's, nor copied there."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_app.errors import StoreError
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.restore import restore_mirror
from tests.store.histories import mirrored, must_not_fail

FORGERIES = {
    "another letter": "UPDATE checkpoint SET note = replace(note, 'A', 'B') WHERE size = :old",
    "an older note again": (
        "UPDATE checkpoint SET note = (SELECT note FROM checkpoint WHERE size = 0) WHERE size = :old"
    ),
    "no note": "UPDATE checkpoint SET note = 'garbage' WHERE size = :old",
    "the first note changed": "UPDATE checkpoint SET note = 'garbage' WHERE size = 0",
    "one more signature": (
        "UPDATE checkpoint SET note = note || (SELECT substr(note, instr(note, '—')) FROM"
        " checkpoint WHERE size = 0) WHERE size = :old"
    ),
    "one too few": "DELETE FROM checkpoint WHERE size = :old",
    "one before the first": "INSERT INTO checkpoint SELECT -5, note FROM checkpoint WHERE size = 0",
    "one of no sealed entry": (
        "INSERT INTO checkpoint SELECT :old - 1, note FROM checkpoint WHERE size = :old"
    ),
}


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, StoreKeys]:
    return mirrored(tmp_path_factory.mktemp("history"), rounds=3)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_false_checkpoint_is_named_by_boot_and_is_not_mirrored(
    tmp_path: Path, history: tuple[Path, Path, StoreKeys], forgery: str
) -> None:
    database, mirror = (Path(shutil.copy(each, tmp_path)) for each in history[:2])
    keys, before = history[2], mirror.read_bytes()
    with closing(sqlite3.connect(database)) as connection:
        for kind in ("update", "delete"):
            connection.execute(f"DROP TRIGGER checkpoint_no_{kind}")
        query = "SELECT size FROM checkpoint ORDER BY size DESC LIMIT 1 OFFSET 1"
        (old,) = connection.execute(query).fetchone()
        assert connection.execute(FORGERIES[forgery], {"old": old}).rowcount == 1
        connection.commit()

    with (
        pytest.raises(StoreError, match="checkpoint") as boot,
        Store.open(database, keys, Mirror(mirror, must_not_fail)) as store,
    ):
        list(store.verified_entries())
    with pytest.raises(StoreError, match="checkpoint"):
        restore_mirror(database, mirror, keys)

    assert "mirror" not in str(boot.value)
    assert mirror.read_bytes() == before

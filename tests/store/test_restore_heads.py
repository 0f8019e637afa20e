"""A damaged checkpoint of the database is told as the database's, and never goes into the mirror."""

import sqlite3
from base64 import b64encode
from pathlib import Path

import pytest

from table_app.errors import StoreError
from table_app.store.audit import audit
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.store.mirror import Mirror
from table_app.store.restore import restore_mirror
from tests.store.forgeries import tamper
from tests.store.histories import copy_of, mirrored, must_not_fail

History = tuple[Path, Path, StoreKeys]
STRANGER = f"— nobody {b64encode(bytes(68)).decode()}\n"
END = "A" * 10 + "=\n"
OLD = "(SELECT size FROM checkpoint WHERE size > 0 ORDER BY size LIMIT 1)"
OLDER = "(SELECT note FROM checkpoint WHERE size = 0)"
UNSEALED = "(SELECT max(sequence) FROM journal_entry)"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    return mirrored(tmp_path_factory.mktemp("mirrored"), rounds=3)


@pytest.fixture
def copied(tmp_path: Path, history: History) -> History:
    return copy_of(history, tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE checkpoint SET note = substr(note, 1, length(note) - 12) || '{END}' WHERE size = {OLD}",
        f"UPDATE checkpoint SET note = {OLDER} WHERE size = {OLD}",
        f"UPDATE checkpoint SET note = note || '{STRANGER}' WHERE size = {OLD}",
        f"UPDATE checkpoint SET note = 'garbage' WHERE size = {OLD}",
        f"DELETE FROM checkpoint WHERE size = {OLD}",
        f"INSERT INTO checkpoint VALUES (-5, {OLDER})",
        f"INSERT INTO checkpoint VALUES ({UNSEALED}, {OLDER})",
        f"INSERT INTO checkpoint VALUES (999999, {OLDER})",
    ],
)
def test_a_damaged_checkpoint_is_the_databases_damage(copied: History, change: str) -> None:
    database, mirror, keys = copied
    good = mirror.read_bytes()

    def run(connection: sqlite3.Connection) -> None:
        connection.execute(change)

    tamper(database, run)

    assert audit(database, keys, None, mirror).disagreement is not None
    with pytest.raises(StoreError, match=r"checkpoint (of )?-?\d+"):
        restore_mirror(database, mirror, keys)
    with (
        pytest.raises(StoreError, match=r"checkpoint (of )?-?\d+") as raised,
        Store.open(database, keys, Mirror(mirror, must_not_fail)) as store,
    ):
        list(store.verified_entries())
    assert "restore mirror" not in str(raised.value)
    assert mirror.read_bytes() == good

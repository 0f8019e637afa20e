"""Tables that give receipts, and what a forger may do with one."""

import json
import shutil
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from table_app.cli.consistency import consistency, verify_consistency
from table_app.cli.receipts import verify_receipt
from table_app.cli.record import record
from table_app.store import checkpoint as notes
from table_app.store import keys as store_keys
from table_app.store.checkpoint import Checkpoint
from table_app.store.database import DATABASE_FILE
from table_app.store.journal import Store
from table_app.store.keys import StoreKeys
from table_app.vocabulary import commands as c
from tests.store.histories import ORIGIN, Play, shuffled

Change = Callable[[dict[str, Any]], None]

OTHER_KEY_LINE = notes.public_key_line(
    ORIGIN, Ed25519PrivateKey.from_private_bytes(b"o" * 32).public_key()
)

app = typer.Typer()
app.command()(record)
app.command("verify-receipt")(verify_receipt)
app.command()(consistency)
app.command("verify-consistency")(verify_consistency)


def typed(*words: str | Path) -> tuple[int, str]:
    """Exit code and output of a command; what it raises for `main` is raised."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


class Table:
    """A table of two seats that has played, and the receipts that its players took away."""

    def __init__(self, folder: Path, keys: StoreKeys) -> None:
        self.folder = folder
        self.keys = keys
        self.key_line = keys.public_key_line()

    def file(self, number: int, *, seat: int = 1) -> Path:
        return self.folder / f"round-{number}-seat-{seat}.json"

    def receipt(self, number: int, *, seat: int = 1) -> bytes:
        return self.file(number, seat=seat).read_bytes()


def play_rounds(
    folder: Path, *, seeds: tuple[int, ...] = (1, 2, 3), keys_of: Table | None = None
) -> Table:
    """Play a round of each seed, and take its receipts before the next; new keys, or another's."""
    folder.mkdir(exist_ok=True)
    if keys_of is None:
        store_keys.create(folder / "keys", origin=ORIGIN)
    else:
        shutil.copytree(keys_of.folder / "keys", folder / "keys")
    table = Table(folder, store_keys.load(folder / "keys"))
    with Store.create(folder / DATABASE_FILE, table.keys) as store:
        play = Play(store)
        play.open_table()
        for number, seed in enumerate(seeds, start=1):
            play.round(seed)
            for seat in (1, 2):
                _take_receipt(table, number, seat)
        play.do(c.OpenBets(shuffled(99)))
    return table


def _take_receipt(table: Table, number: int, seat: int) -> None:
    words = (
        "--seat",
        str(seat),
        "--data",
        table.folder,
        "--receipt",
        table.file(number, seat=seat),
    )
    assert typed("record", str(number), *words)[0] == 0


def changed(raw: bytes, change: Change) -> bytes:
    """The receipt after `change` was made to its values."""
    file = json.loads(raw)
    change(file)
    return json.dumps(file).encode()


def signed_again(table: Table, raw: bytes, *, sequence: int = 1) -> bytes:
    """The receipt's parts of seat 1 under a new log of one entry, signed with the table's own key."""

    def sign(file: dict[str, Any]) -> None:
        header = {
            "sequence": sequence,
            "time_ms": 0,
            "body_sha256": "",
            "sealed": True,
            "parts": {
                name: sha256(file[part].encode()).hexdigest()
                for name, part in (("table", "table"), ("seat-1", "seat"))
            },
        }
        leaf = json.dumps(header).encode()
        head = Checkpoint(ORIGIN, 1, sha256(b"\x00" + leaf).digest())
        file["leaf"] = b64encode(leaf).decode()
        file["proof"] = f"c2sp.org/tlog-proof@v1\nindex 0\n\n{notes.sign(head, table.keys.log_key)}"

    return changed(raw, sign)

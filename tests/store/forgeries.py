"""What somebody can do who has the database but not the keys: rows, SHA-256, and nothing else."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from table_app.ledger.postings import all_transfers
from table_app.store import merkle
from table_app.store.keys import StoreKeys
from table_app.store.macs import with_mac
from table_app.store.sealing import sealer
from table_app.vocabulary.codec import EntryCodec

Place = tuple[str | int, ...]
"""Where a value is in a body: keys and indexes from the outside in."""


def tamper(path: Path, change: Callable[[sqlite3.Connection], None]) -> None:
    """Change the file as an attacker would: without its triggers, which are put back after."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        change(connection)
        for _, text in triggers:
            connection.execute(text)


def remove_last_entries(path: Path, *, after: int) -> None:
    """Put the database back to an earlier moment, as an older copy of its file would."""

    def change(connection: sqlite3.Connection) -> None:
        for table in ("posting", "round_part", "checkpoint", "journal_entry"):
            column = "size" if table == "checkpoint" else "sequence"
            connection.execute(f"DELETE FROM {table} WHERE {column} > {after}")
        connection.execute(f"DELETE FROM merkle_node WHERE ((position + 1) << level) > {after}")

    tamper(path, change)


def last_body(path: Path) -> Any:
    """The last entry's body as plain JSON."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT body FROM journal_entry ORDER BY sequence DESC LIMIT 1"
        return json.loads(connection.execute(query).fetchone()[0])


def leaves_of(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every amount, word and flag inside `value`, with its place."""
    if isinstance(value, dict | list):
        within = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in within:
            yield from leaves_of(inner, (*place, key))
    elif value is not None:
        yield place, value


def with_value(body: Any, place: Place, value: object) -> bytes:
    """The body with another value at one place."""
    inner = body
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return json.dumps(body, separators=(",", ":")).encode()


def forge_last(path: Path, body: bytes, *, insider: StoreKeys | None = None) -> None:
    """Give the last entry another body, and make all that depends on it anew.

    The header, the tree, postings and balances; with an insider's keys the mac too.
    """

    def change(connection: sqlite3.Connection) -> None:
        (size,) = connection.execute("SELECT max(sequence) FROM journal_entry").fetchone()
        leaf = _new_leaf(connection, size, body, insider)
        connection.execute(
            "UPDATE journal_entry SET header = ?, body = ? WHERE sequence = ?", (leaf, body, size)
        )
        _new_nodes(connection, size, leaf)
        _new_money(connection, size, body)

    tamper(path, change)


def _new_leaf(
    connection: sqlite3.Connection, size: int, body: bytes, insider: StoreKeys | None
) -> bytes:
    query = "SELECT header FROM journal_entry WHERE sequence = ?"
    header = json.loads(connection.execute(query, (size,)).fetchone()[0])
    header["body_sha256"] = sha256(body).hexdigest()
    if insider is None:
        return json.dumps(header, separators=(",", ":")).encode()
    del header["mac"]
    before = json.loads(connection.execute(query, (size - 1,)).fetchone()[0])["mac"].encode()
    return with_mac(json.dumps(header, separators=(",", ":")).encode(), insider.mac_key, before)


def _new_nodes(connection: sqlite3.Connection, size: int, leaf: bytes) -> None:
    def lookup(level: int, position: int) -> bytes:
        query = "SELECT hash FROM merkle_node WHERE level = ? AND position = ?"
        found: bytes = connection.execute(query, (level, position)).fetchone()[0]
        return found

    for node in merkle.append(size - 1, merkle.leaf_hash(leaf), lookup):
        connection.execute(
            "UPDATE merkle_node SET hash = ? WHERE level = ? AND position = ?",
            (node.hash, node.level, node.position),
        )


def _new_money(connection: sqlite3.Connection, size: int, body: bytes) -> None:
    """Postings and balances of facts that hold no secret: any key opens them."""
    facts = EntryCodec(*sealer(b"\x00" * 32)).decode(body).facts
    rows = "SELECT debit, credit, amount_micros FROM posting WHERE sequence = ?"
    for debit, credit, amount in connection.execute(rows, (size,)).fetchall():
        _move(connection, credit, debit, amount)
    connection.execute("DELETE FROM posting WHERE sequence = ?", (size,))
    for line, moved in enumerate(all_transfers(facts), start=1):
        row = (size, line, moved.debit, moved.credit, moved.amount_micros)
        connection.execute("INSERT INTO posting VALUES (?, ?, ?, ?, ?)", row)
        _move(connection, moved.debit, moved.credit, moved.amount_micros)


def _move(connection: sqlite3.Connection, debit: str, credit: str, amount: int) -> None:
    for account, change in ((debit, -amount), (credit, amount)):
        connection.execute(
            "INSERT INTO balance VALUES (?, ?) ON CONFLICT (account)"
            " DO UPDATE SET amount_micros = amount_micros + excluded.amount_micros",
            (account, change),
        )

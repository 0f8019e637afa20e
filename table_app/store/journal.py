"""The store: one accepted command is one durable transaction, and only then may anybody see it.

In it: the journal entry (a leaf of the log), the tree's new nodes, postings, balances, the parts
of a round's record, and where asked a signed checkpoint.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Insert, Select, bindparam, insert, select
from sqlalchemy.dialects import sqlite

from table_app.errors import BreachError, StoreError
from table_app.ledger.accounts import may_be_negative
from table_app.ledger.postings import Transfer, balances_after
from table_app.store import database, merkle, schema
from table_app.store.checkpoint import Checkpoint, sign
from table_app.store.database import Database
from table_app.store.entries import (
    RecordPart,
    StoredEntry,
    carried_by,
    encode_leaf,
    header_of,
)
from table_app.store.keys import StoreKeys
from table_app.store.macs import mac_of
from table_app.store.mirror import Line, Mirror
from table_app.store.proof import RoundRecord
from table_app.store.reader import Reader
from table_app.vocabulary.codec import Entry

_DIALECT = sqlite.dialect(paramstyle="qmark")


def _compiled(statement: Insert | Select[tuple[bytes, bytes]]) -> str:
    """The statement as SQL: compiled once here, it costs half as much each time it runs."""
    return str(statement.compile(dialect=_DIALECT))


_entry_table = schema.journal_entry
_insert_entry = _compiled(insert(_entry_table))
_insert_node = _compiled(insert(schema.merkle_node))
_insert_posting = _compiled(insert(schema.posting))
_insert_part = _compiled(insert(schema.round_part))
_insert_checkpoint = _compiled(insert(schema.checkpoint))
_new_balance = sqlite.insert(schema.balance)
_upsert_balance = _compiled(
    _new_balance.on_conflict_do_update(
        index_elements=["account"], set_={"amount_micros": _new_balance.excluded.amount_micros}
    )
)
_select_entry = _compiled(
    select(_entry_table.c.header, _entry_table.c.body).where(
        _entry_table.c.sequence == bindparam("sequence")
    )
)


class Store:
    """The one writer of a table's database. Not for use by two threads at a time."""

    def __init__(self, opened: Database, reader: Reader, mirror: Mirror | None) -> None:
        self.database = opened
        self._reader = reader
        self._mirror = mirror
        self._keys = reader.keys
        self._size = reader.size()
        self._nodes = reader.frontier()
        self._last_mac = reader.last_mac()
        self._balances = reader.balances()

    @classmethod
    def create(
        cls, path: Path, keys: StoreKeys, mirror: Mirror | None = None, *, epoch: int = 1
    ) -> Self:
        """A new database, opened; its first checkpoint signs the empty tree."""
        own = keys.of_epoch(epoch)
        database.create(path, lambda connection: write_first_checkpoint(connection, own))
        return cls.open(path, keys, mirror)

    @classmethod
    def open(cls, path: Path, keys: StoreKeys, mirror: Mirror | None = None) -> Self:
        """An existing database, locked for this process; `verified_entries` is the caller's next.

        The mirror is the store's from then on.
        """
        opened = Database(path)
        try:
            return cls(opened, Reader(path, keys), mirror)
        except BaseException:
            opened.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._reader.close()
        self.database.close()
        if self._mirror is not None:
            self._mirror.close()

    def append(
        self,
        entry: Entry,
        transfers: tuple[Transfer, ...],
        *,
        time_ms: int,
        parts: tuple[RecordPart, ...] = (),
        seal: bool,
    ) -> int:
        """Write one entry and all that follows from it, durably; its sequence number.

        Raises BreachError, with nothing written, for money that cannot move, and StoreError when
        the database failed: the store is then used no more, and whether the entry is in it shows
        when it is opened again.
        """
        sequence = self._size + 1
        changed = self._moved(transfers)
        body = self._reader.codec.encode(entry)
        left = carried_by(entry)
        header = header_of(
            body,
            parts,
            sequence=sequence,
            time_ms=time_ms,
            sealed=seal,
            previous_head=left.head if left else None,
        )
        leaf = encode_leaf(header, self._keys.mac_key, self._last_mac)
        nodes = merkle.append(self._size, merkle.leaf_hash(leaf), self._node)
        frontier = merkle.next_frontier(self._nodes, nodes, sequence)
        note = None
        with self.database.transaction() as connection:
            write_entry(connection, sequence, leaf, body, nodes)
            write_postings(connection, sequence, transfers, changed)
            write_parts(connection, sequence, parts)
            if seal:
                _read_back(connection, sequence, leaf, body)
                note = self._sign(sequence, frontier)
                write_checkpoint(connection, sequence, note)
        self._size = sequence
        self._last_mac = mac_of(leaf)
        self._balances |= changed
        self._nodes = frontier
        if self._mirror is not None:
            self._mirror.append(Line(leaf, body, note), is_sealed=seal)
        return sequence

    @property
    def epoch(self) -> int:
        """Which epoch of the table's log this is."""
        return self._reader.epoch

    def last_checkpoint(self) -> str:
        """The signed note of the newest checkpoint."""
        return self._reader.last_checkpoint()

    @property
    def size(self) -> int:
        """How many entries there are."""
        return self._size

    def entries(self, after: int = 0) -> Iterator[StoredEntry]:
        """Every entry after this sequence number, in order, one page in memory at a time."""
        return self._reader.entries(after)

    def verified_entries(self) -> Iterator[StoredEntry]:
        """Every entry, each checked against tree, macs and checkpoint before it is given.

        Raises StoreError at the first that does not fit, and at the end if what is signed or
        stored is more than they make; appending goes on from the tree that was checked.
        """
        leaves = yield from self._reader.verified_entries(self._mirror)
        self._size = leaves.tree.size
        self._nodes = leaves.tree.frontier
        self._last_mac = leaves.last_mac

    def balances(self) -> dict[str, int]:
        """Micro-dollars by account."""
        return dict(self._balances)

    def last_rounds(self, count: int) -> tuple[int, ...]:
        """Numbers of the last closed rounds, newest first."""
        return self._reader.last_rounds(count)

    def last_parts(self, name: str, *, from_round: int, count: int) -> tuple[RecordPart, ...]:
        """The parts of this name of the last rounds that have one, newest first."""
        return self._reader.last_parts(name, from_round=from_round, count=count)

    def round_parts(self, number: int) -> tuple[RecordPart, ...]:
        """The record of a closed round, by name of part; empty for any other round."""
        return self._reader.round_parts(number)

    def round_record(self, number: int) -> RoundRecord:
        """The record of a closed round with its proof; raises BadInputError for any other."""
        return self._reader.round_record(number)

    def _moved(self, transfers: tuple[Transfer, ...]) -> dict[str, int]:
        """The balances that these transfers change."""
        for transfer in transfers:
            if transfer.amount_micros <= 0:
                raise BreachError(f"a posting must move more than nothing: {transfer}")
        changed = balances_after(self._balances, transfers)
        for account, amount in changed.items():
            if amount < 0 and not may_be_negative(account):
                raise BreachError(f"{account} would be {amount} micro-dollars")
        return changed

    def _node(self, level: int, position: int) -> bytes:
        return self._nodes[level, position]

    def _sign(self, size: int, frontier: dict[tuple[int, int], bytes]) -> str:
        root = merkle.root(size, lambda level, position: frontier[level, position])
        return sign(Checkpoint(self._keys.origin, size, root), self._keys.log_key)


def write_first_checkpoint(connection: Connection, keys: StoreKeys) -> None:
    """The head of the empty tree, signed: it says whose database this is."""
    write_checkpoint(
        connection, 0, sign(Checkpoint(keys.origin, 0, merkle.EMPTY_ROOT), keys.log_key)
    )


def write_checkpoint(connection: Connection, size: int, note: str) -> None:
    """The signed head of the tree of so many entries."""
    connection.exec_driver_sql(_insert_checkpoint, (size, note))


def write_entry(
    connection: Connection, sequence: int, leaf: bytes, body: bytes, nodes: tuple[merkle.Node, ...]
) -> None:
    """One entry with the nodes of the tree that it completes."""
    connection.exec_driver_sql(_insert_entry, (sequence, leaf, body))
    connection.exec_driver_sql(_insert_node, list(nodes))


def write_postings(
    connection: Connection,
    sequence: int,
    transfers: tuple[Transfer, ...],
    changed: dict[str, int],
) -> None:
    """The postings of an entry, and the balances that they change."""
    if not transfers:
        return
    rows = [
        (sequence, line, transfer.debit, transfer.credit, transfer.amount_micros)
        for line, transfer in enumerate(transfers, start=1)
    ]
    connection.exec_driver_sql(_insert_posting, rows)
    connection.exec_driver_sql(_upsert_balance, list(changed.items()))


def write_parts(connection: Connection, sequence: int, parts: tuple[RecordPart, ...]) -> None:
    """The parts of the record of a round that closed with this entry."""
    if not parts:
        return
    rows = [(part.round, part.name, sequence, part.body) for part in parts]
    connection.exec_driver_sql(_insert_part, rows)


def _read_back(connection: Connection, sequence: int, leaf: bytes, body: bytes) -> None:
    """What is signed is what is stored: one flipped bit has ended a public log before."""
    stored = connection.exec_driver_sql(_select_entry, (sequence,)).one()
    if tuple(stored) != (leaf, body):
        raise StoreError(f"entry {sequence} was read back other than it was written")

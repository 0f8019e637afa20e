"""Reading a journal: entries, balances, records, and the proof that a leaf is under a checkpoint.

Needs no lock and changes nothing, so it also works beside a running table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store import database, merkle, schema
from table_app.store.checkpoint import Checkpoint
from table_app.store.entries import (
    RecordPart,
    StoredEntry,
    decode_header,
    digest,
)
from table_app.store.keys import StoreKeys
from table_app.store.proof import Proof, RoundRecord
from table_app.store.sealing import sealer
from table_app.vocabulary.codec import Entry, EntryCodec

PAGE_ROWS = 500


class Reader:
    """One database, opened to be read."""

    def __init__(self, path: Path, keys: StoreKeys) -> None:
        self.path = path
        self.keys = keys
        self.codec = EntryCodec(*sealer(keys.sealing_key))
        self._engine = database.open_reader(path)
        try:
            self._check_origin()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection on which every query sees the same moment."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"{self.path}: {database.cause(error)}") from error

    def entries(self, after: int = 0) -> Iterator[StoredEntry]:
        """Every entry after this sequence number, in order, one page in memory at a time."""
        table = schema.journal_entry
        query = select(table).where(table.c.sequence > after).order_by(table.c.sequence)
        with self.snapshot() as connection:
            for sequence, header, body in connection.execute(query).yield_per(PAGE_ROWS):
                time_ms = decode_header(header).time_ms
                yield StoredEntry(sequence, time_ms, self._decode(sequence, body))

    def size(self) -> int:
        """How many entries there are."""
        with self.snapshot() as connection:
            return _size(connection)

    def balances(self) -> dict[str, int]:
        """Micro-dollars by account."""
        with self.snapshot() as connection:
            return dict(connection.execute(select(schema.balance)).all())

    def frontier(self) -> dict[tuple[int, int], bytes]:
        """The kept nodes from which the tree grows on."""
        with self.snapshot() as connection:
            places = merkle.frontier(_size(connection))
            return {place: _node(connection, *place) for place in places}

    def last_rounds(self, count: int) -> tuple[int, ...]:
        """Numbers of the last closed rounds, newest first."""
        column = schema.round_part.c.round
        query = select(column).distinct().order_by(column.desc()).limit(count)
        with self.snapshot() as connection:
            return tuple(connection.execute(query).scalars())

    def round_parts(self, number: int) -> tuple[RecordPart, ...]:
        """The record of a closed round, by name of part; empty for any other round."""
        with self.snapshot() as connection:
            return _parts(connection, number)

    def round_record(self, number: int) -> RoundRecord:
        """The record of a closed round with its proof; raises BadInputError for any other."""
        column = schema.round_part.c
        with self.snapshot() as connection:
            query = select(column.sequence).where(column.round == number).limit(1)
            sequence = connection.execute(query).scalar_one_or_none()
            if sequence is None:
                raise BadInputError(f"round {number} has no record: not played or not closed yet")
            return RoundRecord(sequence, _parts(connection, number), _proof(connection, sequence))

    def verify_tail(self) -> None:
        """Whether the last checkpoint is ours and every leaf since fits; raises StoreError.

        Its cost depends on the entries since that checkpoint, not on the length of the log.
        """
        with self.snapshot() as connection:
            head = self._verified(_last_note(connection))

            def lookup(level: int, position: int) -> bytes:
                return _node(connection, level, position)

            if head.size > _size(connection):
                raise StoreError(f"the checkpoint of {head.size} entries is ahead of the journal")
            if merkle.root(head.size, lookup) != head.root:
                raise StoreError(f"the tree does not lead to the checkpoint of entry {head.size}")
            # The checkpoint's own last leaf is read again: it was written just before it.
            for sequence in range(max(head.size, 1), _size(connection) + 1):
                leaf = _verified_leaf(connection, sequence)
                for node in merkle.append(sequence - 1, merkle.leaf_hash(leaf), lookup):
                    if _node(connection, node.level, node.position) != node.hash:
                        raise StoreError(f"entry {sequence} does not fit the tree")

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _check_origin(self) -> None:
        """Refuse other keys; a note that was changed is for `verify_tail` and the audit to name."""
        note, size = schema.checkpoint.c.note, schema.checkpoint.c.size
        with self.snapshot() as connection:
            first = connection.execute(select(note).order_by(size).limit(1)).scalars().all()
            last = connection.execute(select(note).order_by(size.desc()).limit(1)).scalars().all()
        if not any(self._is_ours(text) for text in (*first, *last)):
            raise BadInputError(
                f"{self.path} was signed with other keys than those of {self.keys.origin};"
                " name the --keys folder that belongs to it"
            )

    def _is_ours(self, note: str) -> bool:
        key = self.keys.log_key.public_key()
        try:
            signatures = notes.parse_note(note).signatures
        except StoreError:
            return False
        return any(notes.is_signed_by(one, self.keys.origin, key) for one in signatures)

    def _verified(self, note: str) -> Checkpoint:
        return notes.verify(
            notes.parse_note(note), origin=self.keys.origin, key=self.keys.log_key.public_key()
        )

    def _decode(self, sequence: int, body: bytes) -> Entry:
        try:
            return self.codec.decode(body)
        except (BadInputError, StoreError) as error:
            raise StoreError(f"entry {sequence}: {error}") from error


def _size(connection: Connection) -> int:
    query = select(func.coalesce(func.max(schema.journal_entry.c.sequence), 0))
    size: int = connection.execute(query).scalar_one()
    return size


def _node(connection: Connection, level: int, position: int) -> bytes:
    column = schema.merkle_node.c
    query = select(column.hash).where(column.level == level, column.position == position)
    found: bytes | None = connection.execute(query).scalar_one_or_none()
    if found is None:
        raise StoreError(f"the tree lacks its node at level {level}, position {position}")
    return found


def _last_note(connection: Connection) -> str:
    column = schema.checkpoint.c
    query = select(column.note).order_by(column.size.desc()).limit(1)
    note: str | None = connection.execute(query).scalar_one_or_none()
    if note is None:
        raise StoreError("there is no checkpoint")
    return note


def _parts(connection: Connection, number: int) -> tuple[RecordPart, ...]:
    column = schema.round_part.c
    query = select(column.round, column.name, column.body).where(column.round == number)
    return tuple(RecordPart(*row) for row in connection.execute(query.order_by(column.name)))


def _proof(connection: Connection, sequence: int) -> Proof | None:
    note = _last_note(connection)
    size = notes.parse_checkpoint(notes.parse_note(note).text).size
    if sequence > size:
        return None

    def lookup(level: int, position: int) -> bytes:
        return _node(connection, level, position)

    query = select(schema.journal_entry.c.header).where(schema.journal_entry.c.sequence == sequence)
    return Proof(
        index=sequence - 1,
        leaf=connection.execute(query).scalar_one(),
        path=merkle.inclusion_proof(sequence - 1, size, lookup),
        note=note,
    )


def _verified_leaf(connection: Connection, sequence: int) -> bytes:
    table = schema.journal_entry
    query = select(table.c.header, table.c.body).where(table.c.sequence == sequence)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise StoreError(f"entry {sequence} is missing")
    header = decode_header(row.header)
    if header.sequence != sequence or header.body_sha256 != digest(row.body):
        raise StoreError(f"entry {sequence}: header and body do not belong together")
    return bytes(row.header)

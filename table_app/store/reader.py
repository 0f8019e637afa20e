"""Reading a journal: entries, balances, records, and the proof that a leaf is under a checkpoint.

Needs no lock and changes nothing, so it also works beside a running table.
"""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec import UNSET
from sqlalchemy import Connection, Select, func, select
from sqlalchemy.exc import SQLAlchemyError

from table_app.errors import BadInputError, StoreError
from table_app.ledger.postings import Transfer
from table_app.store import checkpoint as notes
from table_app.store import database, macs, merkle, schema
from table_app.store.checkpoint import Checkpoint
from table_app.store.entries import (
    Header,
    RecordPart,
    StoredEntry,
    checked_header,
    decode_header,
    digest,
    part_hashes,
)
from table_app.store.heads import SignedHeads
from table_app.store.keys import StoreKeys
from table_app.store.leaves import PAGE_ROWS, Leaves
from table_app.store.log_names import epoch_of
from table_app.store.mirror import Line, Mirror
from table_app.store.proof import Proof, RoundRecord
from table_app.store.sealing import sealer
from table_app.vocabulary.codec import EntryCodec


class Reader:
    """One database, opened to be read."""

    def __init__(self, path: Path, keys: StoreKeys) -> None:
        self.path = path
        self.codec = EntryCodec(*sealer(keys.sealing_key))
        self._engine = database.open_reader(path)
        try:
            self.epoch = self._find_epoch(keys)
        except BaseException:
            self.close()
            raise
        self.keys = keys.of_epoch(self.epoch)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection on which every query sees the same moment."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            database.check_room(self.path, error)
            raise StoreError(f"{self.path}: {database.cause(error)}") from error

    def entries(self, after: int = 0) -> Iterator[StoredEntry]:
        """Every entry after this sequence number, in order, one page in memory at a time."""
        with self.snapshot() as connection:
            mac = _mac(connection, after)
            for sequence, leaf, body in _rows(connection, after=after):
                with at(f"entry {sequence}"):
                    header = checked_header(sequence, leaf, body, self.keys.mac_key, mac)
                    entry = self.codec.decode(body)
                mac = macs.mac_of(leaf)
                yield StoredEntry(sequence, header.time_ms, entry)

    def last_mac(self) -> bytes:
        """The mac that the next entry continues."""
        with self.snapshot() as connection:
            return _mac(connection, _size(connection))

    def signed_size(self) -> int:
        """How many entries the newest readable checkpoint signs that is of these keys."""
        with self.snapshot() as connection:
            column = schema.checkpoint.c
            for note in connection.execute(select(column.note).order_by(column.size.desc())):
                try:
                    return self._verified(note[0]).size
                except StoreError:
                    continue
        return 0

    def previous_head(self) -> str | None:
        """The signed note that closed the epoch before this one, from the first leaf."""
        with self.snapshot() as connection:
            leaf = _leaf(connection, 1)
        if leaf is None:
            return None
        head = decode_header(leaf).previous_head
        return None if head is UNSET else head

    def size(self) -> int:
        """How many entries there are."""
        with self.snapshot() as connection:
            return _size(connection)

    def balances(self) -> dict[str, int]:
        """Micro-dollars by account."""
        with self.snapshot() as connection:
            return dict(connection.execute(select(schema.balance)).all())

    def moved(self) -> tuple[Transfer, ...]:
        """All postings, summed for each pair of accounts."""
        posting = schema.posting.c
        query = select(posting.debit, posting.credit, func.sum(posting.amount_micros)).group_by(
            posting.debit, posting.credit
        )
        with self.snapshot() as connection:
            return tuple(Transfer(*row) for row in connection.execute(query).all())

    def frontier(self) -> dict[tuple[int, int], bytes]:
        """The kept nodes from which the tree grows on."""
        with self.snapshot() as connection:
            places = merkle.frontier(_size(connection))
            return {place: _node(connection, *place) for place in places}

    def last_checkpoint(self) -> str:
        """The newest signed note, verified; raises StoreError if it is not ours or damaged."""
        with self.snapshot() as connection:
            note = _last_note(connection)
        self._verified(note)
        return note

    def consistency_proof(self, old_size: int, head: Checkpoint) -> tuple[bytes, ...]:
        """What shows a witness that `head` extends the first `old_size` entries.

        Raises StoreError when the stored tree does not lead to the head: nothing is then to be
        concluded from a witness that refuses the proof.
        """
        with self.snapshot() as connection:

            def lookup(level: int, position: int) -> bytes:
                return _node(connection, level, position)

            old_root = merkle.root(old_size, lookup)
            proof = merkle.consistency_proof(old_size, head.size, lookup) if old_size else ()
        if not merkle.is_consistent(old_size, old_root, head.size, head.root, proof):
            raise StoreError(
                f"the stored tree does not lead from {old_size} entries to the checkpoint of"
                f" {head.size}"
            )
        return proof

    def growth(self, old: Checkpoint, new: Checkpoint) -> tuple[bytes, ...]:
        """What shows anybody that the log of `new` begins with that of `old`.

        Raises StoreError unless both are heads that this journal has or had, in this order.
        """
        size = self.size()
        for head in (old, new):
            if head.size > size:
                raise StoreError(f"this journal has {size} entries, {head.size} were signed")
        if old.size > new.size:
            raise StoreError(f"{old.size} entries were signed, the last checkpoint has {new.size}")
        path = self.consistency_proof(old.size, new)
        if not merkle.is_consistent(old.size, old.root, new.size, new.root, path):
            raise StoreError(f"this journal's first {old.size} entries are not what was signed")
        return path

    def last_rounds(self, count: int) -> tuple[int, ...]:
        """Numbers of the last closed rounds, newest first."""
        column = schema.round_part.c.round
        query = select(column).distinct().order_by(column.desc()).limit(count)
        with self.snapshot() as connection:
            return tuple(connection.execute(query).scalars())

    def last_parts(self, name: str, *, from_round: int, count: int) -> tuple[RecordPart, ...]:
        """The parts of this name of the last rounds that have one, newest first.

        Raises StoreError for one that the leaf of its entry does not name.
        """
        column = schema.round_part.c
        query = (
            select(schema.round_part)
            .where(column.name == name, column.round >= from_round)
            .order_by(column.round.desc())
            .limit(count)
        )
        with self.snapshot() as connection:
            return self._named(connection, query)

    def round_parts(self, number: int) -> tuple[RecordPart, ...]:
        """The record of a closed round, by name of part; empty for any other round.

        Raises StoreError for a part that the leaf of its entry does not name.
        """
        column = schema.round_part.c
        query = select(schema.round_part).where(column.round == number).order_by(column.name)
        with self.snapshot() as connection:
            return self._named(connection, query)

    def _named(
        self, connection: Connection, query: Select[tuple[Any, ...]]
    ) -> tuple[RecordPart, ...]:
        found = []
        for row in connection.execute(query):
            leaf = _leaf(connection, row.sequence)
            if leaf is None:
                raise StoreError(f"entry {row.sequence} is missing")
            with at(f"entry {row.sequence}"):
                macs.check_mac(leaf, self.keys.mac_key, _mac(connection, row.sequence - 1))
                if part_hashes(decode_header(leaf)).get(row.name) != digest(row.body):
                    raise StoreError(f"it does not name this part: {row.name}, round {row.round}")
            found.append(RecordPart(row.round, row.name, row.body))
        return tuple(found)

    def round_record(self, number: int) -> RoundRecord:
        """The record of a closed round with its proof; raises BadInputError for any other."""
        column = schema.round_part.c
        with self.snapshot() as connection:
            query = select(column.sequence).where(column.round == number).limit(1)
            sequence = connection.execute(query).scalar_one_or_none()
            if sequence is None:
                raise BadInputError(f"round {number} has no record: not played or not closed yet")
            parts = _parts(connection, number)
            return RoundRecord(sequence, parts, self._proof(connection, sequence))

    def verified_entries(self, mirror: Mirror | None) -> Generator[StoredEntry, None, Leaves]:
        """Every entry, checked against tree, macs and every checkpoint: one pass, then what it made.

        The mirror is compared on the way. Raises StoreError naming the entry; whoever reads it
        must read it to its end.
        """
        with closing(self._verified_rows()) as rows:
            while True:
                try:
                    sequence, header, line = next(rows)
                except StopIteration as end:
                    leaves: Leaves = end.value
                    break
                with at(f"entry {sequence}"):
                    entry = self.codec.decode(line.body)
                if mirror is not None:
                    mirror.check(sequence, line)
                yield StoredEntry(sequence, header.time_ms, entry)
        if mirror is not None:
            mirror.check_end(leaves.tree.size, lambda line: self._is_next(leaves, line))
        return leaves

    def _is_next(self, leaves: Leaves, line: Line) -> bool:
        """Whether the table wrote this line after these entries."""
        try:
            checked_header(
                leaves.tree.size + 1, line.leaf, line.body, self.keys.mac_key, leaves.last_mac
            )
        except StoreError:
            return False
        return True

    def verified_lines(self) -> Iterator[Line]:
        """Every entry as it is stored, checked like `verified_entries`."""
        for _, _, line in self._verified_rows():
            yield line

    def _verified_rows(self) -> Generator[tuple[int, Header, Line], None, Leaves]:
        with self.snapshot() as connection:
            leaves = Leaves(connection, self.keys.mac_key)
            heads = SignedHeads(connection, self.keys, leaves.tree)
            heads.check(is_due=True)
            for sequence, leaf, body in _rows(connection, after=0):
                if sequence != leaves.tree.size + 1:
                    raise StoreError(
                        f"entry {leaves.tree.size + 1} is missing: the next is {sequence}"
                    )
                with at(f"entry {sequence}"):
                    header = leaves.check(sequence, leaf, body)
                    note = heads.check(is_due=header.sealed)
                yield sequence, header, Line(leaf, body, note)
            leaves.tree.check_end()
            heads.check_end()
            return leaves

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _find_epoch(self, keys: StoreKeys) -> int:
        """Which epoch of the keys' log this is; refuses other keys.

        A note that was changed is for boot and audit to name, so that one of two may be.
        """
        note, size = schema.checkpoint.c.note, schema.checkpoint.c.size
        with self.snapshot() as connection:
            first = connection.execute(select(note).order_by(size).limit(1)).scalars().all()
            last = connection.execute(select(note).order_by(size.desc()).limit(1)).scalars().all()
        for text in (*first, *last):
            if (epoch := _signed_epoch(text, keys)) is not None:
                return epoch
        raise BadInputError(
            f"{self.path} was signed with other keys than those of {keys.origin};"
            " name the --keys folder that belongs to it"
        )

    def _verified(self, note: str) -> Checkpoint:
        key = self.keys.log_key.public_key()
        return notes.verify_text(note, origin=self.keys.origin, key=key)

    def _proof(self, connection: Connection, sequence: int) -> Proof | None:
        note = _last_note(connection)
        size = notes.claimed_by(note).size
        leaf = _leaf(connection, sequence)
        if leaf is None:
            raise StoreError(f"entry {sequence} is missing")
        with at(f"entry {sequence}"):
            macs.check_mac(leaf, self.keys.mac_key, _mac(connection, sequence - 1))
        if sequence > size:
            return None

        def lookup(level: int, position: int) -> bytes:
            return _node(connection, level, position)

        path = merkle.inclusion_proof(sequence - 1, size, lookup)
        return Proof(index=sequence - 1, leaf=leaf, path=path, note=note)


def _signed_epoch(text: str, keys: StoreKeys) -> int | None:
    """The epoch whose log claims to have signed this note, or None."""
    try:
        signatures = notes.parse_note(text).signatures
    except StoreError:
        return None
    key = keys.log_key.public_key()
    for signature in signatures:
        epoch = epoch_of(keys.origin, signature.name)
        if epoch is not None and notes.is_signed_by(signature, signature.name, key):
            return epoch
    return None


@contextmanager
def at(place: str) -> Iterator[None]:
    """Name the place of what goes wrong inside."""
    try:
        yield
    except (StoreError, BadInputError) as error:
        raise StoreError(f"{place}: {error}") from error


def _rows(connection: Connection, *, after: int) -> Iterator[tuple[int, bytes, bytes]]:
    table = schema.journal_entry
    query = select(table).where(table.c.sequence > after).order_by(table.c.sequence)
    return iter(connection.execute(query).yield_per(PAGE_ROWS))


def _leaf(connection: Connection, sequence: int) -> bytes | None:
    query = select(schema.journal_entry.c.header).where(schema.journal_entry.c.sequence == sequence)
    leaf: bytes | None = connection.execute(query).scalar_one_or_none()
    return leaf


def _mac(connection: Connection, sequence: int) -> bytes:
    """The mac that the entry after this one continues."""
    leaf = _leaf(connection, sequence)
    return macs.FIRST if leaf is None else macs.mac_of(leaf)


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

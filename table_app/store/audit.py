"""The audit: whether what is stored is what was signed, and all else follows from it.

One pass over the journal in one read-only transaction, beside a running table if need be. It
stops at the first disagreement and names it by its entry. What the facts mean is in
`audit_facts`; here are rows, hashes and signatures.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, Table, create_engine, select
from sqlalchemy import text as sql

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store import merkle, schema
from table_app.store.audit_facts import FactAudit, PartRow, PostingRow
from table_app.store.checkpoint import Checkpoint
from table_app.store.entries import Header, decode_header, digest
from table_app.store.keys import StoreKeys
from table_app.store.reader import PAGE_ROWS, Reader


class Report(Struct, frozen=True):
    """What was compared, up to the end or to the first disagreement (None: everything agrees)."""

    origin: str
    entries: int
    signed_entries: int
    checkpoints: int
    tree_nodes: int
    postings: int
    accounts: int
    rounds: int
    record_parts: int
    disagreement: str | None


def audit(path: Path, keys: StoreKeys) -> Report:
    """Check the whole database at `path`; raises BadInputError if it is not one of these keys."""
    with closing(Reader(path, keys)) as reader:
        facts, counts = FactAudit(), _Counts()
        disagreement = None
        try:
            with reader.snapshot() as connection:
                _check_schema(connection)
                _Walk(connection, reader, facts, counts).run()
        except StoreError as found:
            disagreement = str(found)
    return Report(
        origin=keys.origin,
        entries=counts.entries,
        signed_entries=counts.signed_entries,
        checkpoints=counts.checkpoints,
        tree_nodes=counts.tree_nodes,
        postings=facts.postings,
        accounts=len(facts.balances),
        rounds=facts.rounds,
        record_parts=facts.record_parts,
        disagreement=disagreement,
    )


class _Counts:
    """What agreed so far."""

    def __init__(self) -> None:
        self.entries = self.signed_entries = self.checkpoints = self.tree_nodes = 0


class _Walk:
    """One pass over every row of every table."""

    def __init__(
        self, connection: Connection, reader: Reader, facts: FactAudit, counts: _Counts
    ) -> None:
        self._connection = connection
        self._reader = reader
        self._facts = facts
        self._counts = counts
        self._tree = _Tree(connection, counts)
        self._postings = _Rows(connection, schema.posting, ("sequence", "line"), key="sequence")
        self._parts = _Rows(connection, schema.round_part, ("round", "name"), key="sequence")
        self._checkpoints = _Rows(connection, schema.checkpoint, ("size",), key="size")

    def run(self) -> None:
        self._check_checkpoint(0, is_due=True)
        entry_table = schema.journal_entry
        query = select(entry_table).order_by(entry_table.c.sequence)
        for sequence, leaf, body in self._connection.execute(query).yield_per(PAGE_ROWS):
            if sequence != self._counts.entries + 1:
                raise StoreError(
                    f"entry {self._counts.entries + 1} is missing: the next is {sequence}"
                )
            with _at(f"entry {sequence}"):
                self._check_entry(sequence, leaf, body)
            self._counts.entries = sequence
        self._check_ends()

    def _check_entry(self, sequence: int, leaf: bytes, body: bytes) -> None:
        header = decode_header(leaf)
        self._tree.check_append(leaf)
        if header.sequence != sequence:
            raise StoreError(f"its header says that it is entry {header.sequence}")
        if header.body_sha256 != digest(body):
            raise StoreError("its body is not the one that its header names")
        self._check_checkpoint(sequence, is_due=header.sealed)
        self._check_meaning(sequence, header, body)

    def _check_meaning(self, sequence: int, header: Header, body: bytes) -> None:
        entry = self._reader.codec.decode(body)
        self._facts.check_facts(entry)
        self._facts.check_postings(entry, self._take_postings(sequence))
        self._facts.check_round_close(entry, header, self._take_parts(sequence))

    def _take_postings(self, sequence: int) -> list[PostingRow]:
        rows = self._postings.take(sequence)
        for row in rows:
            if row.sequence != sequence:
                raise StoreError(f"posting of entry {row.sequence}: that entry has no such line")
        return [(row.line, row.debit, row.credit, row.amount_micros) for row in rows]

    def _take_parts(self, sequence: int) -> list[PartRow]:
        rows = self._parts.take(sequence)
        for row in rows:
            if row.sequence != sequence:
                raise StoreError(f"round_part {row.name} of round {row.round}: not of this entry")
        return [(row.round, row.name, row.body) for row in rows]

    def _check_checkpoint(self, size: int, *, is_due: bool) -> None:
        found = self._checkpoints.take(size)
        if [row.size for row in found] != [size] * is_due:
            stored = ", ".join(str(row.size) for row in found) or "none"
            raise StoreError(f"checkpoint {size} is {'due' if is_due else 'not'}, stored: {stored}")
        if is_due:
            self._check_note(found[0].note, size)

    def _check_note(self, text: str, size: int) -> None:
        with _at(f"checkpoint {size}"):
            note = notes.parse_note(text)
            key = self._reader.keys.log_key.public_key()
            signed = notes.verify(note, origin=self._reader.keys.origin, key=key)
            if len(note.signatures) != 1:
                raise StoreError("it has a signature that the table did not write")
            if signed != Checkpoint(signed.origin, size, self._tree.root()):
                raise StoreError(f"it signs another tree, of {signed.size} entries")
        self._counts.checkpoints += 1
        self._counts.signed_entries = size

    def _check_ends(self) -> None:
        """Nothing may be stored that belongs to no entry."""
        self._tree.check_end()
        for rows in (self._postings, self._parts, self._checkpoints):
            if (stray := rows.next()) is not None:
                raise StoreError(f"{rows.name} {stray[0]}: no entry stands behind it")
        query = select(schema.balance).order_by(schema.balance.c.account)
        self._facts.check_balances(dict(self._connection.execute(query).all()))


class _Rows:
    """The rows of one table in order, taken as the journal comes to them."""

    def __init__(
        self, connection: Connection, table: Table, order: tuple[str, ...], *, key: str
    ) -> None:
        self.name = table.name
        self._key = key
        query = select(table).order_by(*(table.c[column] for column in order))
        self._rows = iter(connection.execute(query).yield_per(PAGE_ROWS))
        self._next = next(self._rows, None)

    def next(self) -> Row[tuple[Any, ...]] | None:
        """The row that would be taken next, or None at the end."""
        return self._next

    def take(self, up_to: int) -> list[Row[tuple[Any, ...]]]:
        """The next rows whose key is at most `up_to`: a stray one is among them."""
        taken = []
        while self._next is not None and getattr(self._next, self._key) <= up_to:
            taken.append(self._next)
            self._next = next(self._rows, None)
        return taken


class _Tree:
    """The tree as the journal makes it, compared node by node with the stored one."""

    def __init__(self, connection: Connection, counts: _Counts) -> None:
        self._connection = connection
        self._counts = counts
        self._size = 0
        self._frontier: dict[tuple[int, int], bytes] = {}
        self._levels: list[Iterator[tuple[int, int, bytes]]] = []

    def root(self) -> bytes:
        return merkle.root(self._size, self._lookup)

    def check_append(self, leaf: bytes) -> None:
        nodes = merkle.append(self._size, merkle.leaf_hash(leaf), self._lookup)
        for node in nodes:
            self._check_node(node)
        self._size += 1
        known = self._frontier | {(node.level, node.position): node.hash for node in nodes}
        self._frontier = {place: known[place] for place in merkle.frontier(self._size)}

    def check_end(self) -> None:
        table = schema.merkle_node
        beyond = select(table).where(~table.c.level.between(0, len(self._levels) - 1)).limit(1)
        strays = (*self._levels, iter(self._connection.execute(beyond)))
        for rows in strays:
            for level, position, _ in rows:
                raise StoreError(f"{_place(level, position)}: no entry stands behind it")

    def _check_node(self, node: merkle.Node) -> None:
        if node.level == len(self._levels):
            self._levels.append(self._open_level(node.level))
        stored = next(self._levels[node.level], None)
        if stored is None or stored[1] != node.position:
            raise StoreError(f"{_place(node.level, node.position)} is missing")
        if stored[2] != node.hash:
            raise StoreError(f"{_place(node.level, node.position)} is not the hash of the header")
        self._counts.tree_nodes += 1

    def _open_level(self, level: int) -> Iterator[tuple[int, int, bytes]]:
        table = schema.merkle_node
        query = select(table).where(table.c.level == level).order_by(table.c.position)
        return iter(self._connection.execute(query).yield_per(PAGE_ROWS))

    def _lookup(self, level: int, position: int) -> bytes:
        return self._frontier[level, position]


def _check_schema(connection: Connection) -> None:
    """Tables and triggers are those of this release: a missing trigger lets rows be changed."""
    engine = create_engine("sqlite://")
    with engine.begin() as fresh:
        schema.create(fresh)
        wanted = _schema_of(fresh)
    engine.dispose()
    stored = _schema_of(connection)
    for place in sorted(wanted.keys() | stored.keys()):
        if wanted.get(place) != stored.get(place):
            what = "is missing" if place not in stored else "is not that of this release"
            raise StoreError(f"schema: {place} {what}")


def _schema_of(connection: Connection) -> dict[str, str]:
    rows = connection.execute(sql("SELECT type, name, tbl_name, sql FROM sqlite_master"))
    return {f"{kind} {name}": f"{table} {made}" for kind, name, table, made in rows}


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Name the place of what goes wrong inside."""
    try:
        yield
    except (StoreError, BadInputError) as error:
        raise StoreError(f"{place}: {error}") from error


def _place(level: int, position: int) -> str:
    return f"tree node at level {level}, position {position}"

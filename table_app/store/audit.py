"""The audit: whether what is stored is what was signed, and all else follows from it.

One pass over the journal in one read-only transaction, beside a running table if need be. It
stops at the first disagreement and names it by its entry. What the facts mean is in
`audit_facts`; here are rows, hashes and signatures.
"""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlalchemy import Connection, create_engine, select
from sqlalchemy import text as sql

from table_app.errors import StoreError
from table_app.store import schema
from table_app.store.audit_facts import FactAudit, PartRow, PostingRow
from table_app.store.decide_again import Release, decide_again, opening_of
from table_app.store.entries import Header, carried_by
from table_app.store.heads import OrderedRows, SignedHeads
from table_app.store.keys import StoreKeys
from table_app.store.leaves import PAGE_ROWS, Leaves
from table_app.store.mirror import Line, MirrorReader
from table_app.store.pages import damaged_pages
from table_app.store.reader import Reader, at
from table_app.table.epoch import carried
from table_app.table.state import TableState
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.commands import Carried
from table_app.vocabulary.facts import TableOpened


class Report(Struct, frozen=True):
    """What was compared, up to the end or to the first disagreement (None: everything agrees).

    `not_decided_because` is None where the audit could decide the commands again, `mirror_lines`
    where there was no mirror to compare. `damaged` names pages of the file, table by table.
    """

    origin: str
    entries: int
    signed_entries: int
    checkpoints: int
    tree_nodes: int
    postings: int
    accounts: int
    rounds: int
    record_parts: int
    is_closed: bool
    decided_again: int
    not_decided_because: str | None
    mirror_lines: int | None
    damaged: tuple[str, ...]
    disagreement: str | None


class Follows(Struct, frozen=True):
    """Which epoch a database must be, and what the one before it left; None for the first."""

    epoch: int
    left: Carried | None
    opened: TableOpened | None = None


def audit(
    path: Path, keys: StoreKeys, release: Release | None = None, mirror: Path | None = None
) -> Report:
    """Check the whole database at `path`; raises BadInputError if it is not one of these keys.

    Every command is decided again by `release` if the journal was written by its like, and every
    line of the mirror is compared.
    """
    return _audit(path, keys, release, mirror, None)[0]


def audit_epochs(
    databases: Sequence[tuple[Path, Path | None]], keys: StoreKeys, release: Release | None
) -> tuple[Report, ...]:
    """Check every epoch of a log, the first first, each given with its mirror.

    Each must begin with the head that closed the one before it, and with what that one left.
    """
    reports = []
    follows: Follows | None = Follows(1, None)
    for path, mirror in databases:
        report, walk = _audit(path, keys, release, mirror, follows)
        reports.append(report)
        follows = walk.handed_over() if walk and report.disagreement is None else None
    for index, report in enumerate(reports[:-1]):
        if report.disagreement is None and not report.is_closed:
            open_end = f"epoch {index + 1} was never closed, and another follows it"
            reports[index] = replace(report, disagreement=open_end)
    return tuple(reports)


def first_disagreement(reports: Sequence[Report]) -> str | None:
    """What disagrees in the earliest epoch that does, with the name of its log if there are more."""
    broken = next((report for report in reports if report.disagreement is not None), None)
    if broken is None:
        return None
    where = f"{broken.origin}: " if len(reports) > 1 else ""
    return f"{where}{broken.disagreement}"


def _audit(
    path: Path,
    keys: StoreKeys,
    release: Release | None,
    mirror: Path | None,
    follows: Follows | None,
) -> "tuple[Report, _Walk | None]":
    facts, counts = FactAudit(), _Counts(keys.origin)
    walk = disagreement = None
    try:
        _check_pages(path, counts)
        with closing(Reader(path, keys)) as reader, reader.snapshot() as connection:
            counts.origin = reader.keys.origin
            _check_schema(connection)
            with nullcontext() if mirror is None else MirrorReader(mirror) as copy:
                walk = _Walk(connection, reader, facts, counts)
                walk.run(release, copy, follows)
                if copy is not None:
                    copy.check_end(reader.size)
    except StoreError as found:
        disagreement = str(found)
    report = Report(
        origin=counts.origin,
        entries=counts.entries,
        signed_entries=counts.signed_entries,
        checkpoints=counts.checkpoints,
        tree_nodes=counts.tree_nodes,
        postings=facts.postings,
        accounts=len(facts.balances),
        rounds=facts.rounds,
        record_parts=facts.record_parts,
        is_closed=facts.state.is_over,
        decided_again=counts.decided_again,
        not_decided_because=counts.not_decided_because,
        mirror_lines=None if mirror is None else counts.mirror_lines,
        damaged=counts.damaged,
        disagreement=disagreement,
    )
    return report, walk


class _Counts:
    """What agreed so far."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.entries = self.signed_entries = self.checkpoints = self.tree_nodes = 0
        self.decided_again = self.mirror_lines = 0
        self.not_decided_because: str | None = None
        self.damaged: tuple[str, ...] = ()


class _Walk:
    """One pass over every row of every table."""

    def __init__(
        self,
        connection: Connection,
        reader: Reader,
        facts: FactAudit,
        counts: _Counts,
    ) -> None:
        self._mirror: MirrorReader | None = None
        self._release: Release | None = None
        self._follows: Follows | None = None
        self._connection = connection
        self._reader = reader
        self._facts = facts
        self._counts = counts
        self._leaves = Leaves(connection, reader.keys.mac_key)
        self._postings = OrderedRows(
            connection, schema.posting, ("sequence", "line"), key="sequence"
        )
        self._parts = OrderedRows(connection, schema.round_part, ("round", "name"), key="sequence")
        self._heads = SignedHeads(connection, reader.keys, self._leaves.tree)

    def run(
        self, release: Release | None, mirror: MirrorReader | None, follows: Follows | None
    ) -> None:
        """Check everything; raises StoreError at the first disagreement."""
        self._release, self._mirror, self._follows = release, mirror, follows
        if release is None:
            self._counts.not_decided_because = "no table was given to decide them with"
        if follows is not None and self._reader.epoch != follows.epoch:
            raise StoreError(
                f"it is epoch {self._reader.epoch} of its log, epoch {follows.epoch} is due"
            )
        self._check_head(is_due=True)
        entry_table = schema.journal_entry
        query = select(entry_table).order_by(entry_table.c.sequence)
        for sequence, leaf, body in self._connection.execute(query).yield_per(PAGE_ROWS):
            if sequence != self._counts.entries + 1:
                raise StoreError(
                    f"entry {self._counts.entries + 1} is missing: the next is {sequence}"
                )
            with at(f"entry {sequence}"):
                self._check_entry(sequence, leaf, body)
            self._counts.entries = sequence
        self._check_ends()

    def handed_over(self) -> Follows:
        """What the epoch after this one must begin with; call it after `run`."""
        epoch = self._reader.epoch + 1
        left = carried(
            self._facts.state, self._facts.balances, epoch=epoch, head=self._heads.last_note
        )
        return Follows(epoch, left, self._facts.state.opened)

    def _check_entry(self, sequence: int, leaf: bytes, body: bytes) -> None:
        header = self._leaves.check(sequence, leaf, body)
        self._counts.tree_nodes = self._leaves.tree.nodes
        note = self._check_head(is_due=header.sealed)
        self._check_meaning(sequence, header, body)
        if self._mirror is not None:
            self._mirror.check(sequence, Line(leaf, body, note))
            self._counts.mirror_lines += 1

    def _check_meaning(self, sequence: int, header: Header, body: bytes) -> None:
        entry = self._reader.codec.decode(body)
        if sequence == 1:
            self._check_opening(entry, header)
        before = self._facts.state
        self._facts.check_facts(entry)
        self._decide_again(sequence, before, entry)
        self._facts.check_postings(entry, self._take_postings(sequence))
        self._facts.check_round_close(entry, header, self._take_parts(sequence))

    def _decide_again(self, sequence: int, before: TableState, entry: Entry) -> None:
        if self._release is not None and sequence == 1:
            reason = self._release.why_not(opening_of(entry))
            self._counts.not_decided_because = reason
            engine = opening_of(entry).engine_sha256
            self._facts.is_of_this_engine = engine == self._release.engine_sha256
            self._release = None if reason else self._release
        if self._release is not None:
            decide_again(self._release.setup, before, entry)
            self._counts.decided_again += 1

    def _check_opening(self, entry: Entry, header: Header) -> None:
        """An epoch goes on with what the one before it left, and its first leaf holds its head."""
        begins_with = carried_by(entry)
        if header.previous_head != (begins_with.head if begins_with else UNSET):
            raise StoreError("its header does not hold the head of the epoch before it")
        if self._follows is not None and begins_with != self._follows.left:
            raise StoreError("it does not begin with what the epoch before it left")
        before = self._follows.opened if self._follows else None
        opened = opening_of(entry)
        if before and (before.table, before.is_demo) != (opened.table, opened.is_demo):
            raise StoreError("it is of another table than the epoch before it")

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

    def _check_head(self, *, is_due: bool) -> str | None:
        note = self._heads.check(is_due=is_due)
        self._counts.checkpoints = self._heads.count
        self._counts.signed_entries = self._heads.signed_size
        return note

    def _check_ends(self) -> None:
        """Nothing may be stored that belongs to no entry."""
        self._leaves.tree.check_end()
        for rows in (self._postings, self._parts, self._heads):
            rows.check_end()
        query = select(schema.balance).order_by(schema.balance.c.account)
        self._facts.check_balances(dict(self._connection.execute(query).all()))


def _check_pages(path: Path, counts: _Counts) -> None:
    counts.damaged = damaged_pages(path)
    if counts.damaged:
        raise StoreError(counts.damaged[0])


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

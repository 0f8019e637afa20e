"""One copy of the journal out of the other: the database from its mirror, the mirror from it.

What is made is checked as a whole before it takes its place, and what it replaces is kept beside it.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path

from sqlalchemy import Connection

from table_app.errors import BadInputError, BreachError, StoreError
from table_app.ledger.postings import all_transfers, balances_after
from table_app.store import database, files, merkle, proved
from table_app.store.audit import Report, audit
from table_app.store.entries import RecordPart, carried_by, checked_header
from table_app.store.journal import (
    write_checkpoint,
    write_entry,
    write_first_checkpoint,
    write_parts,
    write_postings,
)
from table_app.store.keys import StoreKeys
from table_app.store.macs import FIRST, mac_of
from table_app.store.mirror import (
    Line,
    check_place,
    decode_line,
    encode_line,
    held_mirror,
    read_lines,
)
from table_app.store.reader import Reader, at
from table_app.store.sealing import sealer
from table_app.table.evolve import fold
from table_app.table.record import record_parts
from table_app.table.state import TableState
from table_app.vocabulary.codec import EntryCodec
from table_app.vocabulary.facts import Fact, RoundClosed

KEPT_MAX = 1_000_000
"""So many damaged copies may stand beside each other."""


def restore_database(
    mirror: Path,
    path: Path,
    keys: StoreKeys,
    *,
    epoch: int = 1,
    is_closed: bool = False,
    accepts_loss: bool = False,
) -> Report:
    """Make the database of an epoch at `path` again from its mirror; the audit of what was made.

    Raises BadInputError for a mirror that is not there, of another epoch, of less than the damaged
    database proves or without the end of a closed epoch (unless that is accepted), for a database
    of another epoch at `path`, and while either is in use; StoreError naming the line that is
    damaged. Then nothing has changed.
    """
    if not mirror.is_file() or not mirror.stat().st_size:
        raise BadInputError(f"{mirror}: there is no mirror, or it is empty; name it with --mirror")
    with _held(path, mirror):
        _finish_setting_aside(path)
        made = path.with_name(path.name + ".restored")
        with _being_made(made):
            report = _rebuild(mirror, made, keys, epoch)
            _check_database_epoch(path, keys, epoch)
            if not accepts_loss:
                _check_loss(path, keys, report)
                _check_closed(mirror, report, epoch, is_closed=is_closed)
        _set_aside(path)
        for file in _files(made):
            file.rename(_beside(file, made, path))
        files.sync_folder(path.parent)
    return report


def _rebuild(mirror: Path, made: Path, keys: StoreKeys, epoch: int) -> Report:
    database.create(made, lambda connection: _Rebuilding(connection, keys).run(mirror))
    report = audit(made, keys)
    if report.disagreement is not None:
        raise StoreError(f"{mirror} makes a database that disagrees: {report.disagreement}")
    with closing(Reader(made, keys)) as reader:
        _check_epoch(mirror, reader, epoch)
    return report


def _check_epoch(copy: Path, reader: Reader, epoch: int) -> None:
    if reader.epoch != epoch:
        raise BadInputError(f"{copy} is of epoch {reader.epoch} of the log, epoch {epoch} is due")


def _check_database_epoch(path: Path, keys: StoreKeys, epoch: int) -> None:
    """Entries of two logs cannot be counted against each other."""
    shown = proved.database_epoch(path, keys)
    if shown not in {None, epoch}:
        raise BadInputError(
            f"{path} is of epoch {shown} of the log, epoch {epoch} is due; move it away"
        )


def _check_closed(mirror: Path, report: Report, epoch: int, *, is_closed: bool) -> None:
    if is_closed and not report.is_closed:
        raise BadInputError(
            f"{mirror} lacks the end of epoch {epoch}, which is closed: it makes {report.entries}"
            " entries; look for a better copy, or give up the rest with --accept-loss"
        )


def _check_loss(path: Path, keys: StoreKeys, report: Report) -> None:
    """What is damaged may still prove that there was more than its mirror tells."""
    proved_size = proved.database_size(path, keys)
    if proved_size > report.entries:
        raise BadInputError(
            f"the damaged {path.name} proves {proved_size} entries, its mirror makes"
            f" {report.entries}: look for a better copy, or give up the rest with --accept-loss"
        )


def restore_mirror(
    path: Path, mirror: Path, keys: StoreKeys, *, epoch: int = 1, accepts_loss: bool = False
) -> int:
    """Write the mirror again from an epoch's database that is in order; how many lines it has.

    Raises BadInputError for database or mirror of another epoch, and for a database of less than
    the mirror proves (unless that is accepted); StoreError if it is not in order. Then nothing has
    changed.
    """
    check_place(mirror)
    mirror.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _held(path, mirror):
        _check_mirror_epoch(mirror, keys, epoch)
        made = mirror.with_name(mirror.name + ".restored")
        with _being_made(made):
            count = _write_lines(path, made, keys, epoch)
            if not accepts_loss:
                _check_mirror_loss(mirror, keys, count)
        _set_aside(mirror)
        made.rename(mirror)
        files.sync_folder(mirror.parent)
    return count


def _check_mirror_epoch(mirror: Path, keys: StoreKeys, epoch: int) -> None:
    shown = proved.mirror_epoch(mirror, keys)
    if shown not in {None, epoch}:
        raise BadInputError(
            f"{mirror} is of epoch {shown} of the log, epoch {epoch} is due; move it away"
        )


def _check_mirror_loss(mirror: Path, keys: StoreKeys, count: int) -> None:
    proved_size = proved.mirror_size(mirror, keys)
    if proved_size > count:
        raise BadInputError(
            f"{mirror} proves {proved_size} entries, the database has {count}: `table-app restore"
            " database` makes that again, or give up the rest with --accept-loss"
        )


def _write_lines(path: Path, made: Path, keys: StoreKeys, epoch: int) -> int:
    count = 0
    # A link that somebody put there would be written through to another file.
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as file, closing(Reader(path, keys)) as reader:
        _check_epoch(path, reader, epoch)
        for line in reader.verified_lines():
            file.write(encode_line(line))
            count += 1
        file.flush()
        os.fsync(file.fileno())
    return count


@contextmanager
def _being_made(path: Path) -> Iterator[None]:
    """Nothing is left of an earlier run, and of this one only what was made as a whole."""
    _remove(path)
    try:
        yield
    except BaseException:
        _remove(path)
        raise
    finally:
        path.with_name(path.name + ".lock").unlink(missing_ok=True)


@contextmanager
def _held(path: Path, mirror: Path) -> Iterator[None]:
    """Nobody else opens the database or its mirror until all is in its place."""
    with database.held(path), held_mirror(mirror):
        yield


class _Rebuilding:
    """A database as the table wrote it, from what only the journal can tell."""

    def __init__(self, connection: Connection, keys: StoreKeys) -> None:
        self._connection = connection
        self._keys = keys
        self._codec = EntryCodec(*sealer(keys.sealing_key))
        self._nodes: dict[tuple[int, int], bytes] = {}
        self._balances: dict[str, int] = {}
        self._last_mac = FIRST
        self._state = TableState()

    def run(self, mirror: Path) -> None:
        for number, raw in read_lines(mirror):
            with at(f"{mirror}, line {number}"):
                self._take(number, decode_line(raw))

    def _take(self, sequence: int, line: Line) -> None:
        header = checked_header(sequence, line.leaf, line.body, self._keys.mac_key, self._last_mac)
        if header.sealed != (line.note is not None):
            raise StoreError("a sealed entry has a note, and no other has one")
        leaf_hash = merkle.leaf_hash(line.leaf)
        entry = self._codec.decode(line.body)
        if sequence == 1:
            left = carried_by(entry)
            epoch = left.epoch if left else 1
            write_first_checkpoint(self._connection, self._keys.of_epoch(epoch))
        nodes = merkle.append(sequence - 1, leaf_hash, lambda *place: self._nodes[place])
        write_entry(self._connection, sequence, line.leaf, line.body, nodes)
        if line.note is not None:
            write_checkpoint(self._connection, sequence, line.note)
        self._nodes = merkle.next_frontier(self._nodes, nodes, sequence)
        self._last_mac = mac_of(line.leaf)
        self._follow(sequence, entry.facts)

    def _follow(self, sequence: int, facts: tuple[Fact, ...]) -> None:
        """What follows from the facts: postings, balances, the record of a round that closed."""
        try:
            self._state = fold(self._state, facts)
        except (AssertionError, BreachError, LookupError, ValueError) as error:
            raise StoreError("its facts cannot have happened here") from error
        transfers = all_transfers(facts)
        changed = balances_after(self._balances, transfers)
        self._balances |= changed
        write_postings(self._connection, sequence, transfers, changed)
        for fact in facts:
            if isinstance(fact, RoundClosed):
                write_parts(self._connection, sequence, self._parts(fact.round))

    def _parts(self, number: int) -> tuple[RecordPart, ...]:
        return tuple(RecordPart(number, *part) for part in record_parts(self._state))


def _set_aside(path: Path) -> None:
    """Keep what stands there under a name that was never used.

    A write-ahead log waits under a name of its own while its file is renamed: a run that is cut off
    between leaves the next one no doubt whose it is.
    """
    kept, log, waiting = _unused(path), _log(path), _waiting(path)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    for file, to in ((log, waiting), (path, kept), (waiting, _log(kept))):
        if os.path.lexists(file):
            file.rename(to)


def _finish_setting_aside(path: Path) -> None:
    """Put a log that waits since a run was cut off to its file again, wherever that is now."""
    waiting = _waiting(path)
    if waiting.exists():
        unused = _unused(path)
        kept = [name for name in _kept_names(path, before=unused) if not _log(name).exists()]
        owner = path if path.exists() else kept[-1] if kept else unused
        has_other = _log(owner).exists() and _log(owner).stat().st_size
        waiting.rename(_log(unused if has_other else owner))


def _unused(path: Path) -> Path:
    return next(name for name in _kept_names(path) if not any(_files(name)))


def _kept_names(path: Path, before: Path | None = None) -> Iterator[Path]:
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, KEPT_MAX))
    return takewhile(lambda name: name != before, names)


def _log(path: Path) -> Path:
    """The write-ahead log of a database: a part of it."""
    return path.with_name(f"{path.name}-wal")


def _waiting(path: Path) -> Path:
    return path.with_name(f"{path.name}.set-aside-wal")


def _beside(file: Path, path: Path, other: Path) -> Path:
    """The name that one of the files of `path` has among those of `other`."""
    return other.with_name(other.name + file.name.removeprefix(path.name))


def _remove(path: Path) -> None:
    for file in _files(path):
        file.unlink()


def _files(path: Path) -> Iterator[Path]:
    """A database's file and what SQLite keeps beside it, as far as they are there."""
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        if os.path.lexists(file):
            yield file

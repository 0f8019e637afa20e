"""The mirror: the journal a second time, as a plain text file on another path that only grows.

One line an entry: its header, its body, and where a checkpoint ends with it the signed note as a
JSON string, with tabs between. Each line can be checked by what is in it, and database and mirror
restore each other (`store/restore.py`). A line is written after its entry was committed, so a mirror
may lag by the last line and never leads.
"""

import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

import msgspec

from table_app.errors import BadInputError, StoreError

MIRROR_FILE = "table.mirror"
"""What it is called where nothing else was said."""

LAG_S = 0.05
LAG_CHECKS_MAX = 20
"""How long a reader waits for a line whose entry was just committed: a second."""

_TAB, _END = b"\t", b"\n"
_BEGIN = b'{"sequence":'
"""How every line begins, and so how a mirror does."""


class Line(NamedTuple):
    """One entry as it is mirrored: the very bytes of the journal, and the note if it was sealed."""

    leaf: bytes
    body: bytes
    note: str | None


def encode_line(line: Line) -> bytes:
    """The line as it is written. JSON has no bare tabs and no line ends, so none can be inside."""
    note = b"" if line.note is None else msgspec.json.encode(line.note)
    columns = (line.leaf, line.body, note)
    assert not any(_TAB in column or _END in column for column in columns)
    return _TAB.join(columns) + _END


def decode_line(raw: bytes) -> Line:
    """The parts of a stored line; raises StoreError if it is none."""
    columns = raw.removesuffix(_END).split(_TAB)
    if len(columns) != 3 or not raw.endswith(_END):
        raise StoreError("not a header, a body and a note with tabs between")
    leaf, body, note = columns
    try:
        return Line(leaf, body, msgspec.json.decode(note, type=str) if note else None)
    except msgspec.DecodeError as error:
        raise StoreError(f"its note cannot be read: {error}") from error


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Every line with its number, from 1; raises BadInputError where there is no such file."""
    _check_plain(path)
    try:
        with path.open("rb") as file:
            yield from enumerate(file, start=1)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from error


class Mirror:
    """The file, compared with the journal at boot and then appended to.

    `on_failure` is called, from any thread and once, when it can be written no more: the entry is
    in the database, and the table must stop.
    """

    def __init__(self, path: Path, on_failure: Callable[[str], None]) -> None:
        self.path = path
        self._on_failure = on_failure
        self._file = _open(path)
        self._is_checked = self._has_failed = False
        self._to_sync = threading.Event()
        self._is_closing = False
        self._syncing = threading.Thread(target=self._sync, name="mirror", daemon=True)
        self._syncing.start()

    def check(self, sequence: int, line: Line) -> None:
        """Compare the next line with this entry of the verified journal, or catch up with it.

        A last line of which the end is missing is what a power cut leaves, and is written again.
        Raises StoreError, naming the line, for any other that is not the entry's.
        """
        wanted = encode_line(line)
        start = self._file.tell()
        found = self._file.readline()
        if found == wanted:
            return
        if not wanted.startswith(found.rstrip(b"\0")):
            raise StoreError(
                f"{self.path}, line {sequence} is not entry {sequence} of the database, which is"
                " in order; `table-app restore mirror` writes it again"
            )
        self._file.seek(start)
        self._file.truncate()
        self._file.write(wanted)

    def check_end(self, size: int, is_next: Callable[[Line], bool]) -> None:
        """The mirror ends where the journal does; raises StoreError if it goes on.

        `is_next` says whether a line is of the entry that would follow: then it was lost.
        """
        start = self._file.tell()
        found = self._file.readline()
        if _is_line_of(found, is_next):
            raise StoreError(
                f"the database ends with entry {size}, {self.path} goes on: the database lost"
                " entries or was put back; `table-app restore database` makes it again"
            )
        if not _is_torn(found):
            raise StoreError(
                f"{self.path}, line {size + 1} is of no entry, the database is in order;"
                " `table-app restore mirror` writes it again"
            )
        self._file.seek(start)
        self._file.truncate()
        self._file.flush()
        os.fsync(self._file.fileno())
        os.lseek(self._file.fileno(), 0, os.SEEK_END)
        self._is_checked = True

    def append(self, line: Line, *, is_sealed: bool) -> None:
        """Write one more line; where a checkpoint ends, the disk is asked to keep all of them."""
        assert self._is_checked
        if self._has_failed:
            return
        try:
            _write_whole(self._file.fileno(), encode_line(line))
        except OSError as error:
            self._fail(error)
        if is_sealed:
            self._to_sync.set()

    def close(self) -> None:
        """Let go of the file."""
        self._is_closing = True
        self._to_sync.set()
        self._syncing.join()
        self._file.close()

    def _sync(self) -> None:
        """A thread's work: the table waits for the database's disk, not for this one's."""
        while not self._is_closing:
            self._to_sync.wait()
            self._to_sync.clear()
            try:
                os.fdatasync(self._file.fileno())
            except OSError as error:
                self._fail(error)
                return

    def _fail(self, error: OSError) -> None:
        if not self._has_failed:
            self._has_failed = True
            self._on_failure(f"{self.path}: {error.strerror}; what is missing there is caught up")


def check_place(path: Path) -> None:
    """Raise BadInputError if something else than a mirror is there: it would be written over."""
    _check_plain(path)
    try:
        with path.open("rb") as file:
            begun = file.read(len(_BEGIN)).rstrip(b"\0")
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from error
    if not _BEGIN.startswith(begun):
        raise BadInputError(
            f"{path} is no mirror, or its first bytes are damaged; move it away and run this again,"
            " or name another --mirror file"
        )


def _check_plain(path: Path) -> None:
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise BadInputError(f"{path} is no plain file; name another --mirror file")


@contextmanager
def held_mirror(path: Path) -> Iterator[None]:
    """Nobody else writes the mirror, if there is one; raises BadInputError if somebody does."""
    if not path.exists():
        yield
        return
    _check_plain(path)
    with path.open("rb") as file:
        _lock(file, path)
        yield


def _is_line_of(found: bytes, is_next: Callable[[Line], bool]) -> bool:
    try:
        return is_next(decode_line(found))
    except StoreError:
        return False


def _is_torn(found: bytes) -> bool:
    """Whether this may be the beginning of a line that was being written."""
    begun = found.rstrip(b"\0")[: len(_BEGIN)]
    return not found.endswith(_END) and _BEGIN.startswith(begun)


class MirrorReader:
    """The lines of a mirror, compared with a journal beside a running table if need be."""

    def __init__(self, path: Path) -> None:
        _check_plain(path)
        self._path = path
        self._read = 0
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise BadInputError(f"{path}: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def check(self, sequence: int, line: Line) -> None:
        """The next line is this entry's (StoreError); the last one may just be being written."""
        found = self._file.readline()
        for _ in range(LAG_CHECKS_MAX):
            if found.endswith(_END):
                break
            time.sleep(LAG_S)
            found += self._file.readline()
        if not found:
            raise StoreError(f"{self._path} ends before line {sequence}")
        if found != encode_line(line):
            raise StoreError(f"{self._path}, line {sequence} is not this entry")
        self._read = sequence

    def check_end(self, size: Callable[[], int]) -> None:
        """What follows are entries that were committed meanwhile; `size` counts them now."""
        beyond = sum(1 for _ in self._file)
        if self._read + beyond > size():
            raise StoreError(f"{self._path} goes on after line {self._read}, the journal does not")


def _write_whole(descriptor: int, content: bytes) -> None:
    """Past the file's buffer, which would try again what failed."""
    written = 0
    while written < len(content):
        written += os.write(descriptor, content[written:])


def _open(path: Path) -> BinaryIO:
    check_place(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}; name another --mirror file") from error
    try:
        _lock(file, path)
    except BadInputError:
        file.close()
        raise
    return file


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BadInputError(
            f"{path} is in use by another table; stop that one, or name another --mirror file"
        ) from error

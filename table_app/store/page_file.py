"""The pages of an SQLite file as they stand on the disk (sqlite.org/fileformat2.html).

Only as far as it takes to say which table a page belongs to and whether it is a page at all.
"""

import mmap
from pathlib import Path
from typing import Self

INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
INDEX_KINDS, TABLE_KINDS = {INTERIOR_INDEX, LEAF_INDEX}, {INTERIOR_TABLE, LEAF_TABLE}

_FILE_HEADER_BYTES = 100
_WAL_HEADER_BYTES = 32
_WAL_FRAME_BYTES = 24


class Page:
    """One page of a tree."""

    def __init__(self, content: bytes, *, start: int, usable: int) -> None:
        self._content = content
        self._start = start
        self._usable = usable
        self.kind = content[start] if len(content) > start else 0
        self._is_interior = self.kind in {INTERIOR_INDEX, INTERIOR_TABLE}

    def defect(self, kinds: set[int] | None) -> str | None:
        """Why this is no page of a tree of these kinds, or None."""
        if kinds is None or self.kind not in kinds:
            return "it is no page of this table"
        first = self._start + self._header_bytes() + 2 * self._cell_count()
        if any(not first <= place < self._usable - 3 for place in self._cells()):
            return "it points beyond itself"
        return None

    def children(self) -> list[int]:
        """Pages that this one leads to."""
        if not self._is_interior:
            return []
        return [*(self._number(place) for place in self._cells()), self._number(self._start + 8)]

    def overflows(self) -> list[tuple[int, int]]:
        """Where rows go on that do not fit: the first page, and on how many."""
        if self.kind == INTERIOR_TABLE:
            return []
        found = []
        for cell in self._cells():
            payload, place = self._varint(cell + 4 if self._is_interior else cell)
            if self.kind == LEAF_TABLE:
                _, place = self._varint(place)
            kept = self._kept_bytes(payload)
            if kept < payload:
                pages = -(-(payload - kept) // (self._usable - 4))
                found.append((self._number(place + kept), pages))
        return found

    def _cells(self) -> list[int]:
        first = self._start + self._header_bytes()
        places = range(first, first + 2 * self._cell_count(), 2)
        return [int.from_bytes(self._content[place : place + 2]) for place in places]

    def _cell_count(self) -> int:
        return int.from_bytes(self._content[self._start + 3 : self._start + 5])

    def _header_bytes(self) -> int:
        return 12 if self._is_interior else 8

    def _number(self, place: int) -> int:
        return int.from_bytes(self._content[place : place + 4])

    def _kept_bytes(self, payload: int) -> int:
        """How much of a row is in the page itself (section 1.6 of the format)."""
        is_table = self.kind == LEAF_TABLE
        most = self._usable - 35 if is_table else (self._usable - 12) * 64 // 255 - 23
        if payload <= most:
            return payload
        least = (self._usable - 12) * 32 // 255 - 23
        kept = least + (payload - least) % (self._usable - 4)
        return kept if kept <= most else least

    def _varint(self, place: int) -> tuple[int, int]:
        """A number of one to nine bytes, and the place after it."""
        value = 0
        nine = self._content[place : place + 9].ljust(9, b"\0")
        for index, byte in enumerate(nine[:8]):
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value, place + index + 1
        return value << 8 | nine[8], place + 9


class PageFile:
    """A database's pages, the newest of each: from its write-ahead log if they are there."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        size = int.from_bytes(self._content[16:18])
        self._size = 65536 if size == 1 else max(size, 512)
        self._usable = self._size - self._content[20]
        self._logged = _logged_pages(path.with_name(path.name + "-wal"), self._size)
        self._count = max((len(self._content) // self._size, *self._logged))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._content.close()

    def has(self, number: int) -> bool:
        """Whether there is such a page."""
        return 1 <= number <= self._count

    def page(self, number: int) -> Page:
        """A page as part of a tree; the first begins with the file's own header."""
        start = _FILE_HEADER_BYTES if number == 1 else 0
        return Page(self._read(number), start=start, usable=self._usable)

    def next_overflow(self, number: int) -> int:
        """Where the row that goes on here goes on, 0 at its end."""
        return int.from_bytes(self._read(number)[:4])

    def _read(self, number: int) -> bytes:
        logged = self._logged.get(number)
        if logged is not None:
            return logged
        return self._content[(number - 1) * self._size : number * self._size]


def kinds_like(root: Page) -> set[int] | None:
    """The kinds of page in a tree with this root, or None if it is the root of none."""
    for kinds in (INDEX_KINDS, TABLE_KINDS):
        if root.kind in kinds:
            return kinds
    return None


def _logged_pages(path: Path, size: int) -> dict[int, bytes]:
    """The committed pages of a write-ahead log (section 4 of the format)."""
    content = path.read_bytes() if path.exists() else b""
    salts = content[16:24]
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    frame_bytes = _WAL_FRAME_BYTES + size
    for at in range(_WAL_HEADER_BYTES, len(content) - frame_bytes + 1, frame_bytes):
        if content[at + 8 : at + 16] != salts:
            break
        waiting[int.from_bytes(content[at : at + 4])] = content[
            at + _WAL_FRAME_BYTES : at + frame_bytes
        ]
        if any(content[at + 4 : at + 8]):
            committed |= waiting
            waiting = {}
    return committed

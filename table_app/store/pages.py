"""Damaged pages of the database file, by table and page: what SQLite's own check does not name.

SQLite says that a file is out of order, in words that differ from release to release, and gives up
at a page that is none. Here the trees of the file are walked as its format describes them
(sqlite.org/fileformat2.html), with the pages that still stand in the write-ahead log.
"""

import re
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError

from table_app.store import database, page_file
from table_app.store.page_file import PageFile

DAMAGES_MAX = 20
"""More are not told: the file is to be restored anyway."""

_PAGE = re.compile(r"\b[Pp]age (\d+)")


def damaged_pages(path: Path) -> tuple[str, ...]:
    """What is out of order in the file, each with its table and page where it has one.

    Raises BadInputError for a file whose first page is not that of a table's database.
    """
    engine = database.open_reader(path)
    try:
        with engine.connect() as connection:
            said = _integrity(connection)
            if said == ["ok"]:
                return ()
            roots = _roots(connection)
    finally:
        engine.dispose()
    with PageFile(path) as file:
        walk = _Walk(file)
        for name, root in roots:
            walk.follow(name, root)
    found = walk.found or [_named(line, walk.owners) for line in said]
    return tuple(dict.fromkeys(found))[:DAMAGES_MAX]


def _integrity(connection: Connection) -> list[str]:
    try:
        check = connection.exec_driver_sql(f"PRAGMA integrity_check({DAMAGES_MAX})")
        lines = [line for (text,) in check for line in str(text).splitlines()]
    except SQLAlchemyError as error:
        return [database.cause(error)]
    return [line for line in lines if not line.startswith("***")]


def _roots(connection: Connection) -> list[tuple[str, int]]:
    roots = [("the schema", 1)]
    try:
        stored = sql(
            "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0 ORDER BY rootpage"
        )
        roots += [(name, root) for name, root in connection.execute(stored)]
    except SQLAlchemyError:
        return roots
    return roots


def _named(line: str, owners: dict[int, str]) -> str:
    page = _PAGE.search(line)
    if page is None:
        return line
    return f"{owners.get(int(page[1]), 'no table')}, page {page[1]}: {line}"


class _Walk:
    """Every page that a tree leads to, and what is wrong with it."""

    def __init__(self, file: PageFile) -> None:
        self.owners: dict[int, str] = {}
        self.found: list[str] = []
        self._file = file

    def follow(self, name: str, root: int) -> None:
        """Walk one tree; what a damaged page leads to is not followed."""
        waiting = [(root, root)]
        kinds = page_file.kinds_like(self._file.page(root)) if self._file.has(root) else None
        while waiting:
            parent, number = waiting.pop()
            if not self._is_new(name, parent, number):
                continue
            page = self._file.page(number)
            defect = page.defect(kinds)
            if defect is not None:
                self._tell(name, number, defect)
                continue
            waiting += [(number, child) for child in page.children()]
            for first, length in page.overflows():
                self._follow_chain(name, number, first, length)

    def _follow_chain(self, name: str, parent: int, first: int, length: int) -> None:
        number = first
        for left in range(length, 0, -1):
            if not self._is_new(name, parent, number):
                return
            parent, number = number, self._file.next_overflow(number)
            if (number == 0) != (left == 1):
                self._tell(name, parent, "the row that goes on here is cut or has no end")
                return

    def _is_new(self, name: str, parent: int, number: int) -> bool:
        """Whether this page may be looked at: there is one, and nothing else led to it."""
        if not self._file.has(number):
            self._tell(name, parent, f"it leads to page {number}, which there is not")
            return False
        if number in self.owners:
            self._tell(name, parent, f"it leads to page {number} of {self.owners[number]}")
            return False
        self.owners[number] = name
        return True

    def _tell(self, name: str, number: int, defect: str) -> None:
        self.found.append(f"{name}, page {number}: {defect}")

"""The signed checkpoints against the tree, size by size: the one check of audit and boot."""

from typing import Any

from sqlalchemy import Connection, Row, Table, select

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store import schema
from table_app.store.checkpoint import Checkpoint
from table_app.store.keys import StoreKeys
from table_app.store.leaves import PAGE_ROWS, StoredTree


class OrderedRows:
    """The rows of one table in order, taken as the journal comes to them."""

    def __init__(
        self, connection: Connection, table: Table, order: tuple[str, ...], *, key: str
    ) -> None:
        self.name = table.name
        self._key = key
        query = select(table).order_by(*(table.c[column] for column in order))
        self._rows = iter(connection.execute(query).yield_per(PAGE_ROWS))
        self._next = next(self._rows, None)

    def take(self, up_to: int) -> list[Row[tuple[Any, ...]]]:
        """The next rows whose key is at most `up_to`: a stray one is among them."""
        taken = []
        while self._next is not None and getattr(self._next, self._key) <= up_to:
            taken.append(self._next)
            self._next = next(self._rows, None)
        return taken

    def check_end(self) -> None:
        """Raise StoreError for a row that belongs to no entry."""
        if self._next is not None:
            raise StoreError(f"{self.name} {self._next[0]}: no entry stands behind it")


class SignedHeads:
    """The checkpoints that were checked so far, each against the tree as it was at its size."""

    def __init__(self, connection: Connection, keys: StoreKeys, tree: StoredTree) -> None:
        self.count = self.signed_size = 0
        self.last_note = ""
        self._keys = keys
        self._tree = tree
        self._rows = OrderedRows(connection, schema.checkpoint, ("size",), key="size")

    def check(self, *, is_due: bool) -> str | None:
        """The note of the checkpoint of the entries so far, None where none is due.

        Raises StoreError unless it is stored exactly where it is due, and signs this very tree
        with the table's key and no other.
        """
        size = self._tree.size
        found = self._rows.take(size)
        for row in found:
            if row.size != size or not is_due:
                raise StoreError(f"the checkpoint of {row.size} entries: none is due there")
        if not is_due:
            return None
        if not found:
            raise StoreError(f"the checkpoint of {size} entries is missing")
        note: str = found[0].note
        try:
            self._check_note(note, size)
        except StoreError as error:
            raise StoreError(f"the checkpoint of {size} entries: {error}") from error
        self.count += 1
        self.signed_size, self.last_note = size, note
        return note

    def check_end(self) -> None:
        """Raise StoreError for a checkpoint beyond the last entry."""
        self._rows.check_end()

    def _check_note(self, text: str, size: int) -> None:
        note = notes.parse_note(text)
        key = self._keys.log_key.public_key()
        signed = notes.verify(note, origin=self._keys.origin, key=key)
        if len(note.signatures) != 1:
            raise StoreError("it has a signature that the table did not write")
        if signed != Checkpoint(signed.origin, size, self._tree.root()):
            raise StoreError(f"it signs another tree, of {signed.size} entries")

"""The journal's rows against the tree, entry by entry: the one check of audit and boot."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from table_app.errors import StoreError
from table_app.store import merkle, schema
from table_app.store.entries import Header, checked_header
from table_app.store.macs import FIRST, mac_of

PAGE_ROWS = 500


class Leaves:
    """The entries that were checked so far, their tree and their last mac."""

    def __init__(self, connection: Connection, mac_key: bytes) -> None:
        self.tree = StoredTree(connection)
        self.last_mac = FIRST
        self._mac_key = mac_key

    def check(self, sequence: int, leaf: bytes, body: bytes) -> Header:
        """The header of the next entry; raises StoreError, without its number, if it is false."""
        self.tree.check_append(leaf)
        header = checked_header(sequence, leaf, body, self._mac_key, self.last_mac)
        self.last_mac = mac_of(leaf)
        return header


class StoredTree:
    """The tree as the journal makes it, compared node by node with the stored one."""

    def __init__(self, connection: Connection) -> None:
        self.size = self.nodes = 0
        self.frontier: dict[tuple[int, int], bytes] = {}
        self._connection = connection
        self._levels: list[Iterator[tuple[int, int, bytes]]] = []

    def root(self) -> bytes:
        """The root of the leaves so far."""
        return merkle.root(self.size, self._lookup)

    def check_append(self, leaf: bytes) -> None:
        """Take one more leaf; raises StoreError if a node that it completes is stored otherwise."""
        nodes = merkle.append(self.size, merkle.leaf_hash(leaf), self._lookup)
        for node in nodes:
            self._check_node(node)
        self.size += 1
        self.frontier = merkle.next_frontier(self.frontier, nodes, self.size)

    def check_end(self) -> None:
        """Raise StoreError for a stored node that no leaf made."""
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
        self.nodes += 1

    def _open_level(self, level: int) -> Iterator[tuple[int, int, bytes]]:
        table = schema.merkle_node
        query = select(table).where(table.c.level == level).order_by(table.c.position)
        return iter(self._connection.execute(query).yield_per(PAGE_ROWS))

    def _lookup(self, level: int, position: int) -> bytes:
        return self.frontier[level, position]


def _place(level: int, position: int) -> str:
    return f"tree node at level {level}, position {position}"

"""The tables of the database, their triggers and the stamp of the format."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

FORMAT = 3
"""Rises with every change of these tables or of what a row holds; a database of another format is refused."""

APPLICATION_ID = 0x424A5442
"""SQLite's mark of whose file it is: BJTB."""

metadata = MetaData()


def _table(
    name: str, *items: Column[int] | Column[str] | Column[bytes] | CheckConstraint | Index
) -> Table:
    return Table(name, metadata, *items, sqlite_strict=True, sqlite_with_rowid=False)


def _key(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _bytes(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


# With a rowid, which is the sequence: bodies are long, and long rows do not suit a keyed tree.
journal_entry = Table(
    "journal_entry",
    metadata,
    _key("sequence"),
    _bytes("header"),
    _bytes("body"),
    CheckConstraint("sequence > 0"),
    sqlite_strict=True,
)

merkle_node = _table("merkle_node", _key("level"), _key("position"), _bytes("hash"))

posting = _table(
    "posting",
    Column("sequence", ForeignKey(journal_entry.c.sequence), primary_key=True, autoincrement=False),
    _key("line"),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    _count("amount_micros"),
    CheckConstraint("amount_micros > 0"),
)

balance = _table("balance", Column("account", Text, primary_key=True), _count("amount_micros"))

round_part = _table(
    "round_part",
    _key("round"),
    Column("name", Text, primary_key=True),
    Column("sequence", ForeignKey(journal_entry.c.sequence), nullable=False),
    _bytes("body"),
    Index("round_part_by_name", "name", "round"),
)

checkpoint = _table("checkpoint", _key("size"), Column("note", Text, nullable=False))

APPEND_ONLY = (journal_entry, merkle_node, posting, round_part, checkpoint)


def create(connection: Connection) -> None:
    """Make every table and trigger and stamp the format, inside the caller's transaction."""
    metadata.create_all(connection, checkfirst=False)
    for table in APPEND_ONLY:
        _refuse(connection, table, "update")
        _refuse(connection, table, "delete")
    _refuse(connection, balance, "delete")
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")


def _refuse(connection: Connection, table: Table, verb: str) -> None:
    connection.exec_driver_sql(
        f"CREATE TRIGGER {table.name}_no_{verb} BEFORE {verb.upper()} ON {table.name} "
        f"BEGIN SELECT RAISE(ABORT, '{table.name}: no {verb}, it only grows'); END"
    )

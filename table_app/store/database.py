"""The SQLite file: one writer with durable transactions, and readers that never wait for it.

WAL, `synchronous=FULL` and foreign keys on every connection. The driver's own transactions are
off (`isolation_level=None`), so that BEGIN is ours: SQLAlchemy's recipe for pysqlite.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from table_app.errors import BadInputError, FaultError, StoreError
from table_app.store import files, schema

DATABASE_FILE = "table.sqlite3"
"""What it is called inside a data folder."""

EPOCHS_FOLDER = "epochs"
"""Where a data folder keeps the databases of closed epochs, each under its number."""

BUSY_TIMEOUT_S = 5.0

_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE}


class Database:
    """The one writer of a file; holds its lock until closed."""

    def __init__(self, path: Path) -> None:
        self._lock: int | None = _lock(path)
        self._engine = _engine(path, mode="rw", begin="BEGIN IMMEDIATE")
        self._has_failed = False
        try:
            _check_format(path)
            self._connection = self._engine.connect()
        except BaseException:
            os.close(self._lock)
            self._lock = None
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One durable transaction; whatever goes wrong inside, the database is used no more."""
        if self._has_failed:
            raise StoreError("the database failed before; only a new process may open it again")
        try:
            with self._connection.begin():
                yield self._connection
                self.commit(self._connection)
        except SQLAlchemyError as error:
            self._has_failed = True
            raise StoreError(f"the database did not take it: {cause(error)}") from error
        except BaseException:
            self._has_failed = True
            raise

    def commit(self, connection: Connection) -> None:
        """The one place where COMMIT happens. Never retried: a failed fsync may have lost data."""
        connection.commit()

    def close(self) -> None:
        """Let go of the file and its lock; what is closed stays so."""
        if self._lock is None:
            return
        self._connection.close()
        self._engine.dispose()
        os.close(self._lock)
        self._lock = None


def create(path: Path, fill: Callable[[Connection], None]) -> None:
    """A new database at `path`, made and filled, there as a whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = _lock(path)
    try:
        if path.exists():
            raise BadInputError(f"{path} exists; open it, or name another --data folder")
        unfinished = path.with_name(path.name + ".new")
        unfinished.unlink(missing_ok=True)
        try:
            _make(unfinished, fill)
        except BaseException:
            unfinished.unlink()
            raise
        unfinished.rename(path)
        files.sync_folder(path.parent)
    finally:
        os.close(lock)


def _make(path: Path, fill: Callable[[Connection], None]) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    engine = _engine(path, mode="rw", begin="BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            schema.create(connection)
            fill(connection)
    except SQLAlchemyError as error:
        raise StoreError(f"{path} could not be made: {cause(error)}") from error
    finally:
        engine.dispose()


def open_reader(path: Path) -> Engine:
    """A read-only engine whose transactions see one moment; needs no lock."""
    _check_format(path)
    return _engine(path, mode="ro", begin="BEGIN")


def _engine(path: Path, *, mode: str, begin: str) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}{_immutable(path, mode)}",
            uri=True,
            timeout=BUSY_TIMEOUT_S,
            isolation_level=None,
            check_same_thread=False,
        )
        if mode != "ro":
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # Without it INSERT OR REPLACE would slip past the triggers that refuse DELETE.
        connection.execute("PRAGMA recursive_triggers = ON")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _immutable(path: Path, mode: str) -> str:
    """An auditor's copy on a disk that nobody may write: SQLite could not keep its own files there."""
    log = path.with_name(f"{path.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    return (
        "&immutable=1"
        if mode == "ro" and not os.access(path.parent, os.W_OK) and not has_log
        else ""
    )


def stored_format(path: Path) -> int:
    """The format of a table's database; raises BadInputError for any other file."""
    if not path.is_file():
        cut_off = path.with_name(f"{path.name}.next").exists()
        todo = "`table-app upgrade` was cut off, run it again" if cut_off else "start a table first"
        raise BadInputError(f"{path} is not there; {todo}, or name another --data folder")
    engine = _engine(path, mode="ro", begin="BEGIN")
    try:
        with engine.connect() as connection:
            application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            version: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    except SQLAlchemyError as error:
        check_room(path, error)
        raise BadInputError(
            f"{path} cannot be read as a database: {cause(error)};"
            f" {restoring(path)} makes it again from its mirror"
        ) from error
    if application != schema.APPLICATION_ID:
        raise BadInputError(
            f"{path} is a database of something else, or damaged; name another --data folder, or make"
            f" it again from its mirror with {restoring(path)}"
        )
    return version


def check_room(path: Path, error: SQLAlchemyError) -> None:
    """Raise FaultError where SQLite had no room for what it keeps beside a file to read it."""
    if getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) in _NO_ROOM:
        raise FaultError(
            f"{path}: its disk takes nothing more ({cause(error)}); make room there and run this"
            " again: that is no damage of the database"
        ) from error


def restoring(path: Path) -> str:
    """The command that makes a damaged database again, as it is typed."""
    is_closed = path.parent.name == EPOCHS_FOLDER
    return f"`table-app restore database{f' --epoch {path.stem}' if is_closed else ''}`"


def _check_format(path: Path) -> None:
    version = stored_format(path)
    if version != schema.FORMAT:
        raise BadInputError(
            f"{path} has format {version}, this release writes {schema.FORMAT};"
            " use the release that made it, or name another --data folder; a damaged one"
            f" {restoring(path)} makes again from its mirror"
        )


def _lock(path: Path) -> int:
    return files.lock(
        path.with_name(path.name + ".lock"),
        in_use=f"{path} is in use by another table; stop that one, or name another --data folder",
    )


@contextmanager
def held(path: Path) -> Iterator[None]:
    """No table opens this database; raises BadInputError if one has."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = _lock(path)
    try:
        yield
    finally:
        os.close(lock)


def cause(error: SQLAlchemyError) -> str:
    """What the database said, without the statement."""
    return str(getattr(error, "orig", None) or error)

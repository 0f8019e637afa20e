"""The databases of one table: that of the present epoch of its log, and those that are closed."""

import glob
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from table_app.errors import BadInputError, StoreError
from table_app.store import files, proved
from table_app.store.database import DATABASE_FILE, EPOCHS_FOLDER, restoring
from table_app.store.keys import StoreKeys
from table_app.store.reader import Reader

NEXT_FILE = f"{DATABASE_FILE}.next"
"""The next epoch's database until it takes its place; there only while an upgrade is under way."""


def earlier(data: Path) -> tuple[Path, ...]:
    """The databases of closed epochs, the first first."""
    found = (data / EPOCHS_FOLDER).glob("*.sqlite3")
    numbered = (path for path in found if _is_number(path.stem))
    return tuple(sorted(numbered, key=lambda path: int(path.stem)))


def _is_number(name: str) -> bool:
    return name.isdecimal() and name.isascii()


def closed_database(data: Path, epoch: int) -> Path:
    """Where the database of a closed epoch is kept."""
    return data / EPOCHS_FOLDER / f"{epoch}.sqlite3"


def present(data: Path, mirror: Path, keys: StoreKeys) -> int:
    """The number of the present epoch: what its copies say, or one more than the closed ones.

    Of closed ones a database, a mirror or both are there; a mirror counts if its first entry says so.
    """
    said = (proved.database_epoch(data / DATABASE_FILE, keys), proved.mirror_epoch(mirror, keys))
    closed = [int(path.stem) for path in earlier(data)]
    for path in mirror.parent.glob(f"{glob.escape(mirror.name)}.*"):
        number = path.suffix[1:]
        if _is_number(number) and proved.mirror_epoch(path, keys) == int(number):
            closed.append(int(number))
    return max(*(epoch or 1 for epoch in said), *(epoch + 1 for epoch in closed))


def newest_first(data: Path) -> tuple[Path, ...]:
    """Every database, the present one first."""
    return (data / DATABASE_FILE, *reversed(earlier(data)))


def with_mirrors(
    data: Path, mirror: Path, *, is_named: bool = False
) -> list[tuple[Path, Path | None]]:
    """Every database with its mirror, the first epoch's first; one that was named must be there."""
    databases = [*earlier(data), data / DATABASE_FILE]
    copies = [*(mirror_of(mirror, epoch) for epoch in range(1, len(databases))), mirror]
    kept = [each if is_named or each.exists() else None for each in copies]
    return list(zip(databases, kept, strict=True))


def checked_chain(data: Path, keys: StoreKeys) -> tuple[Path, ...]:
    """The databases of all closed epochs of the present one, the first first.

    Raises BadInputError if one is not there, StoreError if one does not end with the head that the
    next one began with.
    """
    with closing(Reader(data / DATABASE_FILE, keys)) as reader:
        epoch, head = reader.epoch, reader.previous_head()
    found = []
    for number in range(epoch - 1, 0, -1):
        path = closed_database(data, number)
        if not path.is_file():
            raise BadInputError(
                f"{path} is not there, and epoch {number + 1} of the log goes on from it; put it"
                f" back, or {restoring(path)} makes it again from its mirror"
            )
        with closing(Reader(path, keys)) as reader:
            if reader.epoch != number or reader.last_checkpoint() != head:
                raise StoreError(
                    f"{path} does not end with the head that epoch {number + 1} began with;"
                    f" {restoring(path)} makes it again from its mirror"
                )
            head = reader.previous_head()
        found.append(path)
    return tuple(reversed(found))


@contextmanager
def reader_of_round(data: Path, keys: StoreKeys, number: int) -> Iterator[Reader]:
    """The journal that holds the record of a round; the present one where none does."""
    with ExitStack() as opened:
        readers = [opened.enter_context(closing(Reader(path, keys))) for path in newest_first(data)]
        holding = (reader for reader in readers if reader.round_parts(number))
        yield next(holding, readers[0])


@contextmanager
def reader_of_log(data: Path, keys: StoreKeys, origin: str) -> Iterator[Reader]:
    """The journal of the epoch whose log has this name; raises BadInputError if none has."""
    with ExitStack() as opened:
        readers = [opened.enter_context(closing(Reader(path, keys))) for path in newest_first(data)]
        for reader in readers:
            if reader.keys.origin == origin:
                yield reader
                return
        raise BadInputError(f"{data} holds no journal of the log {origin}")


def prepare(data: Path) -> None:
    """Make the folder of closed epochs; raises BadInputError if files cannot be moved into it."""
    folder = data / EPOCHS_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_dev != data.stat().st_dev:
        raise BadInputError(f"{folder} is on another disk than {data}; it must be on the same")


def mirror_of(mirror: Path, epoch: int) -> Path:
    """Where the mirror of a closed epoch is kept."""
    return mirror.with_name(f"{mirror.name}.{epoch}")


def check_places(data: Path, mirror: Path, *, closed_epoch: int) -> None:
    """Raise BadInputError if an epoch cannot be put aside: where it would go there is something."""
    for path, to in _moves(data, mirror, closed_epoch):
        if path.exists() and to.exists():
            raise BadInputError(f"{path} cannot be put aside: {to} is there already; move one away")


def take_place(data: Path, mirror: Path, *, closed_epoch: int) -> None:
    """Put the next epoch's database where the closed one stands; again after a power cut if need be.

    The closed database and its mirror are kept, each on its own disk. Raises BadInputError where
    one cannot be, and while somebody reads the closed one: part of it is in its write-ahead log.
    """
    log = data / f"{DATABASE_FILE}-wal"
    if log.exists() and log.stat().st_size:
        raise BadInputError(f"{data / DATABASE_FILE} is being read; upgrade again after that")
    check_places(data, mirror, closed_epoch=closed_epoch)
    moves = [*_moves(data, mirror, closed_epoch), (data / NEXT_FILE, data / DATABASE_FILE)]
    for path, to in moves:
        if path.exists():
            path.rename(to)
            files.sync_folder(to.parent)
            files.sync_folder(path.parent)


def _moves(data: Path, mirror: Path, closed_epoch: int) -> list[tuple[Path, Path]]:
    closed = closed_database(data, closed_epoch)
    return [(data / DATABASE_FILE, closed), (mirror, mirror_of(mirror, closed_epoch))]

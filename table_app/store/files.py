"""Small files that survive a power cut, and the lock of a folder with one owner."""

import fcntl
import os
from pathlib import Path

from table_app.errors import BadInputError


def lock(path: Path, *, in_use: str) -> int:
    """Hold `path` until the descriptor is closed; raises BadInputError `in_use` if another does."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise BadInputError(in_use) from error
    return descriptor


def write_new(path: Path, content: bytes) -> None:
    """A file that only its owner reads, durable; raises BadInputError if there is one already."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace(path: Path, content: bytes) -> None:
    """The file with this content as a whole, or as it was before; raises OSError."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    write_new(unfinished, content)
    unfinished.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Reads a file that somebody names: no more than may be in it, and never from what never ends."""

import os
import stat
from pathlib import Path

from table_app.errors import BadInputError


def read_plain(path: Path, *, bytes_max: int, hint: str = "name another file") -> bytes:
    """The first `bytes_max` bytes; BadInputError, with what to do, if that is no plain file."""
    try:
        # A pipe that nobody writes would not open without it.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BadInputError(f"{path}: not a plain file; {hint}")
            return file.read(bytes_max)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}; {hint}") from error

"""The record of component changes: when the software of a table became another release."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from table_app.errors import BadInputError
from table_app.plain_file import read_plain
from table_app.store import files

HISTORY_FILE = "software_history"
CHANGES_MAX = 100
"""The newest are kept; ten are what a regulation asks for (9 NYCRR 5319.14(a)(3))."""

HISTORY_BYTES_MAX = 2**20
_HINT = "move it away and keep it"


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """From one manifest to the next, by fingerprint; `old` is empty for the first."""

    time: str
    old: str
    new: str
    version: str


def changes(folder: Path) -> tuple[Change, ...]:
    """The changes that a data folder remembers, oldest first."""
    path = folder / HISTORY_FILE
    if not path.exists():
        return ()
    lines = read_plain(path, bytes_max=HISTORY_BYTES_MAX, hint=_HINT).splitlines()
    try:
        return tuple(msgspec.json.decode(line, type=Change) for line in lines)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInputError(
            f"{path}: not a record of software changes ({error}); {_HINT}"
        ) from error


def remember(folder: Path, *, fingerprint: str, version: str, now: datetime) -> None:
    """Add a change unless the fingerprint is that of the last one; durable when it returns."""
    known = changes(folder)
    old = known[-1].new if known else ""
    if fingerprint == old:
        return
    time = now.astimezone(UTC).isoformat(timespec="seconds")
    kept = (*known, Change(time, old, fingerprint, version))[-CHANGES_MAX:]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.replace(
        folder / HISTORY_FILE, b"".join(msgspec.json.encode(each) + b"\n" for each in kept)
    )

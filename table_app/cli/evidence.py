"""Files that prove something: read bounded, written whole and never over another, and a key."""

import json
import os
import re
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from table_app.cli.lines import one_line
from table_app.errors import BadInputError
from table_app.plain_file import read_plain
from table_app.store.checkpoint import parse_public_key_line
from table_app.store.cosignature import Witness, parse_witness_line
from table_app.store.strict_json import FILE_BYTES_MAX

KEY = Annotated[
    str,
    typer.Option(
        "--key", metavar="PUB", help="The log's key, name+hash+base64, or a file that holds it."
    ),
]

WITNESS_KEY = Annotated[
    str | None,
    typer.Option(
        "--witness-key", metavar="PUB", help="A witness's key; its cosignature must be there too."
    ),
]

_KEY_HASH = re.compile(r"\+[0-9A-Fa-f]{8}\+")
"""In the middle of each key line, and of hardly any file's name."""


def disagree(why: str, *, as_json: bool) -> NoReturn:
    """Say what does not agree, for a person or a program, and end with exit 1."""
    said = json.dumps({"agrees": False, "disagreement": why})
    print(said if as_json else f"DISAGREES: {one_line(why)}")
    raise typer.Exit(1)


def read_file(path: Path) -> bytes:
    """The bytes of a file; one byte more than may be there tells its reader that it is too long."""
    return read_plain(path, bytes_max=FILE_BYTES_MAX + 1)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; raises BadInputError if there is one already."""
    refuse_existing(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise BadInputError(f"{path}: {error.strerror}") from error


def refuse_existing(path: Path) -> None:
    """Raise BadInputError if there is anything at `path`: evidence is never overwritten."""
    if path.exists() or path.is_symlink():
        raise BadInputError(f"{path} exists and is not overwritten; name another file")


def log_key(text: str) -> tuple[str, Ed25519PublicKey]:
    """Name and key of a key line or of a file that holds one; raises BadInputError for others."""
    return parse_public_key_line(key_line(text))


def named_witness(text: str) -> Witness:
    """The witness of its key line or of a file that holds it; raises BadInputError for others."""
    return parse_witness_line(key_line(text))


def key_line(text: str) -> str:
    """The key line itself, or what stands in the file of that name."""
    if not text.isprintable():
        raise BadInputError(f"{text!r:.80} is no key of a signed note")
    path = Path(text)
    if not os.path.exists(text):  # noqa: PTH110 - a key may be longer than any file's name
        if _KEY_HASH.search(text):
            return text
        raise BadInputError(
            f"{text!r:.80}: no such file, and no key of a signed note; `table-app keys public`"
            " prints one"
        )
    try:
        return read_file(path).decode()
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: no key of a signed note in it") from error

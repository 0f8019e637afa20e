"""JSON files from strangers: bounded, UTF-8, and one meaning each. What they say is for others."""

import json
from typing import TypeVar

import msgspec
from msgspec import Struct

from table_app.errors import BadInputError

FILE_BYTES_MAX = 1 << 20
"""Some fifty times the largest receipt."""

T = TypeVar("T")


def encode(value: Struct) -> bytes:
    """The struct as a file's bytes, a line a value."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def decode(raw: bytes, kind: type[T], *, what: str) -> T:
    """The struct `kind` that is written in `raw`; raises BadInputError, which begins with `what`.

    A key that comes twice is refused, for two readers might take a different one; so is half a
    character (a lone surrogate), which has no UTF-8.
    """
    if len(raw) > FILE_BYTES_MAX:
        raise BadInputError(f"{what}: above {FILE_BYTES_MAX} bytes")
    try:
        found = json.loads(raw.decode(), object_pairs_hook=_once_each)
        decoded = msgspec.convert(found, kind)
        msgspec.json.encode(decoded)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise BadInputError(f"{what}: {error}") from error
    return decoded


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found

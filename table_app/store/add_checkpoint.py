"""What is asked of a witness: the body of C2SP tlog-witness `add-checkpoint`, written and read."""

import re

from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store.base64_text import base64_text, from_base64
from table_app.store.checkpoint import Checkpoint, Note
from table_app.store.merkle import SIZE_BITS_MAX

PATH = "/add-checkpoint"
"""Below the witness's submission prefix."""

SIZE_CONTENT_TYPE = "text/x.tlog.size"
"""Of the answer 409, whose body is the size that the witness knows."""

SIZE_DIGITS_MAX = 19
HASH_BYTES = 32
_OLD = re.compile(r"old (0|[1-9][0-9]*)")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


class AddCheckpoint(Struct, frozen=True):
    """The size the witness is believed to know, the proof from there, and the new head's note."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint
    """What the note says, not verified."""


def request_body(old_size: int, proof: tuple[bytes, ...], note: str) -> bytes:
    """The request as it travels."""
    hashes = (f"{base64_text(one)}\n" for one in proof)
    return f"old {old_size}\n{''.join(hashes)}\n{note}".encode()


def parse_request(body: bytes) -> AddCheckpoint:
    """The request of a body; raises BadInputError with one line for anything else."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadInputError("the request is not UTF-8") from error
    if _CONTROL.search(text):
        raise BadInputError("the request has control characters")
    head, blank, signed = text.partition("\n\n")
    first, *hashes = head.split("\n")
    if not blank:
        raise BadInputError("the request has no empty line between proof and checkpoint")
    if len(hashes) > SIZE_BITS_MAX:
        raise BadInputError(f"the proof has more than {SIZE_BITS_MAX} hashes")
    try:
        note = notes.parse_note(signed)
        checkpoint = notes.parse_checkpoint(note.text)
    except StoreError as error:
        raise BadInputError(str(error)) from error
    if not checkpoint.origin or checkpoint.size >> SIZE_BITS_MAX:
        raise BadInputError("the checkpoint has no origin or a size that no log has")
    if len(checkpoint.root) != HASH_BYTES:
        raise BadInputError(f"the checkpoint's root is not {HASH_BYTES} bytes long")
    return AddCheckpoint(_old_size(first), tuple(map(_hash, hashes)), note, checkpoint)


def _old_size(line: str) -> int:
    found = _OLD.fullmatch(line)
    if found is None or len(found[1]) > SIZE_DIGITS_MAX:
        raise BadInputError("the first line is not `old SIZE`")
    return int(found[1])


def _hash(line: str) -> bytes:
    try:
        return from_base64(line, bytes_exactly=HASH_BYTES)
    except ValueError as error:
        raise BadInputError(f"a line of the proof is not a hash of {HASH_BYTES} bytes") from error

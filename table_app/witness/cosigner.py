"""Whether a witness cosigns: the checks of C2SP tlog-witness `add-checkpoint`, in its order. Pure.

Where the released text and its editor's draft differ - the same size with another root - this
follows the draft of July 2026: 422, so that 409 always says which size to begin from.
"""

from collections.abc import Callable

from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store.add_checkpoint import AddCheckpoint, parse_request
from table_app.store.checkpoint import Checkpoint, Note
from table_app.store.merkle import is_consistent
from table_app.witness.logs import Logs

MALFORMED, NOT_SIGNED, UNKNOWN_LOG, OTHER_SIZE, INCONSISTENT = 400, 403, 404, 409, 422


class Extension(Struct, frozen=True):
    """A head that extends the known one, under its log's own signature and no other."""

    checkpoint: Checkpoint
    note: Note


class RefusedCheckpoint(Struct, frozen=True):
    """Why not, as an HTTP status and one line; `origin` is empty unless the log itself asked."""

    status: int
    why: str
    origin: str = ""
    known_size: int = 0


def judge(
    body: bytes, logs: Logs, last: Callable[[str], Checkpoint]
) -> Extension | RefusedCheckpoint:
    """Whether the body asks to cosign an extension of the `last` checkpoint of its log."""
    try:
        request = parse_request(body)
    except BadInputError as error:
        return RefusedCheckpoint(MALFORMED, str(error))
    origin = request.checkpoint.origin
    key = logs.key_of(origin)
    if key is None:
        return RefusedCheckpoint(UNKNOWN_LOG, f"{origin!r:.120} is not a log of this witness")
    try:
        checkpoint = notes.verify(request.note, origin=origin, key=key)
    except StoreError as error:
        return RefusedCheckpoint(NOT_SIGNED, str(error))
    signed = tuple(s for s in request.note.signatures if notes.is_signed_by(s, origin, key))
    return _compared(request, last(origin)) or Extension(
        checkpoint, Note(request.note.text, signed)
    )


def _compared(request: AddCheckpoint, known: Checkpoint) -> RefusedCheckpoint | None:
    """What speaks against it, now that the log itself asks."""
    new = request.checkpoint
    if request.old_size > new.size:
        why = f"{new.size} entries are fewer than the old size, {request.old_size}"
        return RefusedCheckpoint(MALFORMED, why, new.origin, known.size)
    if request.old_size != known.size:
        why = f"asked from {request.old_size} to {new.size} entries; known are {known.size}"
        return RefusedCheckpoint(OTHER_SIZE, why, new.origin, known.size)
    if not is_consistent(known.size, known.root, new.size, new.root, request.proof):
        why = f"{new.size} entries are not shown to extend the {known.size} that are known"
        return RefusedCheckpoint(INCONSISTENT, why, new.origin, known.size)
    return None

"""What a witness must never forget: the last checkpoint of each log, in one file.

Each is kept as the note that left, with the witness's own cosignature, so that a damaged file is
seen. It is then refused, never mended: a witness that guesses would cosign a fork.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store import files
from table_app.store.checkpoint import Checkpoint, Note
from table_app.store.cosignature import Witness, cosignature_of
from table_app.store.merkle import EMPTY_ROOT

FORMAT = 1


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    checkpoints: tuple[str, ...]


class Memory:
    """The last checkpoints, read once and then written before anybody may rely on them."""

    def __init__(self, path: Path, witness: Witness) -> None:
        self.path = path
        self._has_failed = False
        try:
            self._notes = _read(path, witness)
        except (OSError, msgspec.MsgspecError, UnicodeError, StoreError, BadInputError) as error:
            raise BadInputError(
                f"{path} is damaged or not this witness's: {error}; it was left as it is."
                " Put back the file as this witness wrote it last; without it nothing is cosigned"
            ) from error

    @classmethod
    def create(cls, path: Path) -> None:
        """Write the memory of a witness that has seen nothing."""
        files.replace(path, _encoded(()))

    def last(self, origin: str) -> Checkpoint:
        """The last checkpoint that was cosigned of a log; before the first, the empty tree's."""
        note = self._notes.get(origin)
        if note is None:
            return Checkpoint(origin, 0, EMPTY_ROOT)
        return notes.parse_checkpoint(note.text)

    def remember(self, note: Note) -> None:
        """Keep a cosigned note in place of its log's last one, durably.

        Raises StoreError when the disk did not take it; nothing more is then taken, because only
        reading the file again shows what is in it.
        """
        if self._has_failed:
            raise StoreError(f"{self.path} could not be written before; start the witness again")
        kept = self._notes | {notes.parse_checkpoint(note.text).origin: note}
        try:
            files.replace(self.path, _encoded(tuple(map(notes.note_text, kept.values()))))
        except (OSError, BadInputError) as error:
            self._has_failed = True
            raise StoreError(f"{self.path} could not be written: {error}") from error
        self._notes = kept


def _encoded(checkpoints: tuple[str, ...]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(_File(FORMAT, checkpoints))) + b"\n"


def _read(path: Path, witness: Witness) -> dict[str, Note]:
    stored = msgspec.json.decode(path.read_bytes(), type=_File)
    if stored.format != FORMAT:
        raise BadInputError(f"it has format {stored.format}, this release writes {FORMAT}")
    kept: dict[str, Note] = {}
    for text in stored.checkpoints:
        note = notes.parse_note(text)
        cosignature_of(note, witness)
        origin = notes.parse_checkpoint(note.text).origin
        if origin in kept:
            raise BadInputError(f"{origin!r:.80} is in it twice")
        kept[origin] = note
    return kept

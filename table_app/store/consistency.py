"""That a log only grew: two signed checkpoints and the hashes between them, in one JSON file."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store import merkle, strict_json
from table_app.store.base64_text import base64_text, from_base64
from table_app.store.checkpoint import Checkpoint


class Consistency(Struct, frozen=True, forbid_unknown_fields=True):
    """The older and the newer signed note, and the base64 hashes that lead from one to the other
    (RFC 9162, 2.1.4), as the file has them.
    """

    old: str
    new: str
    proof: tuple[str, ...]


def of(old: str, new: str, path: tuple[bytes, ...]) -> Consistency:
    """The file's values."""
    return Consistency(old, new, tuple(base64_text(each) for each in path))


def encode(shown: Consistency) -> bytes:
    """The file's bytes."""
    return strict_json.encode(shown)


def parse(raw: bytes, *, file: str = "the file") -> Consistency:
    """The values in `file`'s bytes, not verified; raises BadInputError if they are none."""
    return strict_json.decode(raw, Consistency, what=f"{file} is no proof of `consistency`")


def verify(
    shown: Consistency, *, origin: str, key: Ed25519PublicKey
) -> tuple[Checkpoint, Checkpoint]:
    """The older and the newer checkpoint; raises StoreError unless the newer extends the older."""
    old, new = (notes.verify_text(note, origin=origin, key=key) for note in (shown.old, shown.new))
    if len(shown.proof) > merkle.SIZE_BITS_MAX:
        raise StoreError(f"a proof has at most {merkle.SIZE_BITS_MAX} hashes")
    try:
        path = tuple(from_base64(each, bytes_exactly=32) for each in shown.proof)
    except ValueError as error:
        raise StoreError(f"not a hash in the proof: {error}") from error
    if not merkle.is_consistent(old.size, old.root, new.size, new.root, path):
        raise StoreError(
            f"the log of {new.size} entries is not shown to begin with that of {old.size}"
        )
    return old, new

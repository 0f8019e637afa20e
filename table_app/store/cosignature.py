"""A witness's signature under a checkpoint: C2SP tlog-cosignature with Ed25519.

It says that, at its time, this was the largest head the witness had seen of the log, and that it
extends every head the witness had cosigned before.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store.checkpoint import COSIGNATURE, Note, Signature

TIME_BYTES = 8
SIGNATURE_BYTES = 64


class Witness(Struct, frozen=True):
    """Who cosigns: a name and the key that it is known by."""

    name: str
    key: Ed25519PublicKey


def witness_line(witness: Witness) -> str:
    """The witness's verification key as `name+hash+base64`."""
    return notes.public_key_line(witness.name, witness.key, COSIGNATURE)


def parse_witness_line(line: str) -> Witness:
    """The witness of `name+hash+base64`; raises BadInputError for anything else."""
    return Witness(*notes.parse_public_key_line(line, COSIGNATURE))


def cosign(text: str, *, name: str, key: Ed25519PrivateKey, time_s: int) -> Signature:
    """The cosignature of a checkpoint's text at this POSIX time."""
    timed = time_s.to_bytes(TIME_BYTES, "big")
    return Signature(
        name=name,
        key_id=notes.key_id(name, key.public_key(), COSIGNATURE),
        signature=timed + key.sign(_signed(text, time_s)),
    )


def cosignature_of(note: Note, witness: Witness) -> Signature:
    """The witness's cosignature of the note, verified; raises StoreError if it has none.

    Signatures of unknown keys are ignored, as the format asks; a false one of this key is not.
    """
    expected = (witness.name, notes.key_id(witness.name, witness.key, COSIGNATURE))
    ours = [one for one in note.signatures if (one.name, one.key_id) == expected]
    if not ours:
        raise StoreError(f"the note has no cosignature of {witness.name}")
    for one in ours:
        _verify(note.text, one, witness)
    return ours[-1]


def time_of(cosignature: Signature) -> int:
    """When a verified cosignature was made: POSIX seconds."""
    return int.from_bytes(cosignature.signature[:TIME_BYTES], "big")


def _verify(text: str, cosignature: Signature, witness: Witness) -> None:
    timed, signature = cosignature.signature[:TIME_BYTES], cosignature.signature[TIME_BYTES:]
    if len(signature) != SIGNATURE_BYTES or timed[0] & 0x80:
        raise StoreError(f"the cosignature of {witness.name} is not a time and a signature")
    try:
        witness.key.verify(signature, _signed(text, int.from_bytes(timed, "big")))
    except InvalidSignature as error:
        raise StoreError(f"the cosignature of {witness.name} does not fit the note") from error


def _signed(text: str, time_s: int) -> bytes:
    return f"cosignature/v1\ntime {time_s}\n{text}".encode()

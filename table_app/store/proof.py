"""The record of one round with its proof: checked without the database, by parts, leaf and note.

A part is under the header by its hash, the header is a leaf, the leaf is under the signed root.
"""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from table_app.errors import StoreError
from table_app.store import checkpoint as notes
from table_app.store import merkle
from table_app.store.checkpoint import Checkpoint
from table_app.store.entries import Header, RecordPart, decode_header, digest, part_hashes


class Proof(Struct, frozen=True):
    """A leaf, the hashes that lead from it to the root, and the signed note with that root."""

    index: int
    leaf: bytes
    path: tuple[bytes, ...]
    note: str


class RoundRecord(Struct, frozen=True):
    """The stored parts of one round and the proof of the entry that closed it.

    `proof` is None until a checkpoint covers that entry.
    """

    sequence: int
    parts: tuple[RecordPart, ...]
    proof: Proof | None


def verify(record: RoundRecord, *, origin: str, key: Ed25519PublicKey) -> tuple[Checkpoint, Header]:
    """The checkpoint under which every part of the record is, and the header that names them.

    Raises StoreError if one part is not.
    """
    if record.proof is None:
        raise StoreError(f"no checkpoint covers entry {record.sequence}")
    head, header = verify_leaf(record.proof, origin=origin, key=key)
    if header.sequence != record.sequence:
        raise StoreError(f"the proof is of entry {header.sequence}, not {record.sequence}")
    hashes = part_hashes(header)
    for part in record.parts:
        if hashes.get(part.name) != digest(part.body):
            raise StoreError(f"entry {record.sequence} does not name this part: {part.name}")
    return head, header


def verify_leaf(proof: Proof, *, origin: str, key: Ed25519PublicKey) -> tuple[Checkpoint, Header]:
    """The signed checkpoint above a leaf, and the leaf read; raises StoreError if it is not there.

    Nothing is read of a leaf before it was found under the signature.
    """
    head = notes.verify_text(proof.note, origin=origin, key=key)
    leaf, entry = merkle.leaf_hash(proof.leaf), proof.index + 1
    if not merkle.is_included(leaf, proof.index, head.size, proof.path, head.root):
        raise StoreError(f"entry {entry} is not under the checkpoint of {head.size}")
    header = decode_header(proof.leaf)
    if header.sequence != entry:
        raise StoreError(f"entry {entry} says that it is entry {header.sequence}")
    return head, header

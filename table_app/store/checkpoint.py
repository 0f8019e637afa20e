"""Signed tree heads: C2SP tlog-checkpoint text as a C2SP signed note with Ed25519.

Anybody's verifier of signed notes can check them; nothing here is our own format.
"""

from base64 import b64decode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from table_app.errors import BadInputError, StoreError
from table_app.store.base64_text import base64_text

ED25519 = b"\x01"
"""The kind of a key that signs the text itself (C2SP signed-note)."""

COSIGNATURE = b"\x04"
"""The kind of a witness's key, which signs the text and the time (C2SP tlog-cosignature)."""

KEY_ID_BYTES = 4
SIGNATURES_MAX = 16
_DASH = "— "
_SIGNED = {ED25519: "notes (a log's key)", COSIGNATURE: "cosignatures (a witness's key)"}


class Checkpoint(Struct, frozen=True):
    """The head of a log: whose it is, how many leaves, and their root."""

    origin: str
    size: int
    root: bytes


class Signature(Struct, frozen=True):
    """One signature line of a note."""

    name: str
    key_id: bytes
    signature: bytes


class Note(Struct, frozen=True):
    """A text and the signatures under it."""

    text: str
    signatures: tuple[Signature, ...]


def checkpoint_text(checkpoint: Checkpoint) -> str:
    """The three lines that are signed."""
    return f"{checkpoint.origin}\n{checkpoint.size}\n{base64_text(checkpoint.root)}\n"


def sign(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> str:
    """The checkpoint as a signed note; the key's name is the origin."""
    text = checkpoint_text(checkpoint)
    signature = Signature(
        name=checkpoint.origin,
        key_id=key_id(checkpoint.origin, key.public_key()),
        signature=key.sign(text.encode()),
    )
    return note_text(Note(text, (signature,)))


def verify(note: Note, *, origin: str, key: Ed25519PublicKey) -> Checkpoint:
    """The checkpoint of a note that `key` signed; raises StoreError for any other."""
    check_signature(note, name=origin, key=key)
    checkpoint = parse_checkpoint(note.text)
    if checkpoint.origin != origin:
        raise StoreError(f"the note is about {checkpoint.origin}, not {origin}")
    return checkpoint


def check_signature(note: Note, *, name: str, key: Ed25519PublicKey) -> None:
    """Nothing for a note that `key` signed under this name; raises StoreError for any other.

    Signatures of unknown keys are ignored, as the format asks.
    """
    ours = [one for one in note.signatures if is_signed_by(one, name, key)]
    if not ours:
        others = ", ".join(sorted({one.name for one in note.signatures}))
        raise StoreError(
            f"the note has no signature of {name} by this key, it is signed by {others}"
        )
    for one in ours:
        try:
            key.verify(one.signature, note.text.encode())
        except InvalidSignature as error:
            raise StoreError(f"the signature of {name} does not fit the note") from error


def verify_text(text: str, *, origin: str, key: Ed25519PublicKey) -> Checkpoint:
    """The same of a note as it is written."""
    return verify(parse_note(text), origin=origin, key=key)


def claimed_by(text: str) -> Checkpoint:
    """The checkpoint that a note as it is written speaks of, not verified."""
    return parse_checkpoint(parse_note(text).text)


def is_signed_by(signature: Signature, origin: str, key: Ed25519PublicKey) -> bool:
    """Whether the line claims to be of this key; `verify` says whether that is true."""
    return signature.name == origin and signature.key_id == key_id(origin, key)


def parse_note(text: str) -> Note:
    """The parts of a signed note; raises StoreError unless it is written exactly as one."""
    signed, blank, lines = text.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise StoreError("not a signed note: a text, an empty line, then signature lines")
    found = lines[:-1].split("\n")
    if len(found) > SIGNATURES_MAX:
        raise StoreError(f"a note may have {SIGNATURES_MAX} signatures, not {len(found)}")
    note = Note(signed + "\n", tuple(_parse_signature(line) for line in found))
    if note_text(note) != text:
        raise StoreError("the note is not in its one canonical form")
    return note


def note_text(note: Note) -> str:
    """The note as it is stored."""
    return f"{note.text}\n{''.join(map(signature_line, note.signatures))}"


def signature_line(signature: Signature) -> str:
    """A signature as a line of a note, its line end included."""
    return f"{_DASH}{signature.name} {base64_text(signature.key_id + signature.signature)}\n"


def key_id(name: str, key: Ed25519PublicKey, kind: bytes = ED25519) -> bytes:
    """The first four bytes of SHA-256(name, 0x0A, kind, key)."""
    hashed = sha256(name.encode() + b"\n" + kind + key.public_bytes_raw())
    return hashed.digest()[:KEY_ID_BYTES]


def public_key_line(name: str, key: Ed25519PublicKey, kind: bytes = ED25519) -> str:
    """The verification key as `name+hash+base64`."""
    return f"{name}+{key_id(name, key, kind).hex()}+{base64_text(kind + key.public_bytes_raw())}"


def parse_public_key_line(line: str, kind: bytes = ED25519) -> tuple[str, Ed25519PublicKey]:
    """Name and key of `name+hash+base64`; raises BadInputError for anything else."""
    name, _, rest = line.strip().partition("+")
    encoded = rest.partition("+")[2]
    try:
        raw = b64decode(encoded, validate=True)
        key = Ed25519PublicKey.from_public_bytes(raw[1:])
    except ValueError as error:
        raise BadInputError(f"{line.strip()!r:.80} is no key of a signed note") from error
    if raw[:1] != kind:
        raise BadInputError(
            f"the key of {name!r:.80} signs {_SIGNED.get(raw[:1], 'something else')},"
            f" not {_SIGNED[kind]}"
        )
    if public_key_line(name, key, kind) != line.strip():
        raise BadInputError(f"{line.strip()!r:.80}: its hash is not the hash of its key")
    return name, key


def parse_checkpoint(text: str) -> Checkpoint:
    """The checkpoint of a note's text, not verified; raises StoreError if it is none."""
    lines = text.split("\n")
    try:
        origin, size, root, end = lines
        checkpoint = Checkpoint(origin, int(size), b64decode(root, validate=True))
    except ValueError as error:
        raise StoreError("not a checkpoint: origin, size and root, one line each") from error
    if end or checkpoint_text(checkpoint) != text:
        raise StoreError("the checkpoint is not in its one canonical form")
    return checkpoint


def _is_name(name: str) -> bool:
    """What a key's name may be: something, without plus signs, spaces and control characters."""
    return bool(name) and "+" not in name and not any(map(_is_blank_or_control, name))


def _is_blank_or_control(character: str) -> bool:
    return character.isspace() or character < " "


def _parse_signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space or not _is_name(name):
        raise StoreError(f"not a signature line: {line!r:.60}")
    try:
        raw = b64decode(encoded, validate=True)
    except ValueError as error:
        raise StoreError(f"not base64 in the signature of {name}") from error
    if len(raw) <= KEY_ID_BYTES:
        raise StoreError(f"the signature of {name} is too short")
    return Signature(name, raw[:KEY_ID_BYTES], raw[KEY_ID_BYTES:])

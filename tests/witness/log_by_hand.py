"""A log that shares no code with ours: whole leaf lists, hashlib and Ed25519, from the texts alone.

RFC 6962, 2.1 and 2.1.2; C2SP signed-note, tlog-checkpoint, tlog-cosignature and tlog-witness.
"""

from base64 import b64decode, b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY = Ed25519PrivateKey.from_private_bytes(b"l" * 32)
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
ORIGIN = "pit-3/table-7"
Leaves = tuple[bytes, ...]


def root(leaves: Leaves) -> bytes:
    if len(leaves) < 2:
        return sha256(b"\0" + leaves[0]).digest() if leaves else sha256(b"").digest()
    split = _split(len(leaves))
    return sha256(b"\1" + root(leaves[:split]) + root(leaves[split:])).digest()


def proof(old_size: int, leaves: Leaves) -> list[bytes]:
    """PROOF(m, D[n]) of RFC 6962, 2.1.2."""
    return _subproof(old_size, leaves, whole=True) if old_size else []


def _subproof(size: int, leaves: Leaves, *, whole: bool) -> list[bytes]:
    if size == len(leaves):
        return [] if whole else [root(leaves)]
    split = _split(len(leaves))
    if size <= split:
        return [*_subproof(size, leaves[:split], whole=whole), root(leaves[split:])]
    return [*_subproof(size - split, leaves[split:], whole=False), root(leaves[:split])]


def _split(count: int) -> int:
    split = 1
    while split * 2 < count:
        split *= 2
    return split


def public_line(name: str, key: Ed25519PrivateKey, kind: bytes = b"\x01") -> str:
    raw = kind + key.public_key().public_bytes_raw()
    return f"{name}+{_key_id(name, raw).hex()}+{_b64(raw)}"


def head_text(leaves: Leaves, origin: str = ORIGIN) -> str:
    return f"{origin}\n{len(leaves)}\n{_b64(root(leaves))}\n"


def note(text: str, key: Ed25519PrivateKey = KEY) -> str:
    """A text under its first line's name."""
    name = text.split("\n", maxsplit=1)[0]
    raw = b"\x01" + key.public_key().public_bytes_raw()
    return f"{text}\n— {name} {_b64(_key_id(name, raw) + key.sign(text.encode()))}\n"


def body(old_size: int, hashes: list[bytes], signed: str) -> bytes:
    return "\n".join([f"old {old_size}", *map(_b64, hashes), "", signed]).encode()


def request(
    old_size: int, leaves: Leaves, *, origin: str = ORIGIN, key: Ed25519PrivateKey = KEY
) -> bytes:
    """What an honest log asks."""
    return body(old_size, proof(old_size, leaves), note(head_text(leaves, origin), key))


def check_cosignature(line: str, text: str, witness_line: str) -> int:
    """The time of a cosignature; raises unless the witness made it for this text."""
    name, key_hash, encoded = witness_line.strip().split("+", 2)
    raw = b64decode(encoded)
    assert raw[:1] == b"\x04"
    assert bytes.fromhex(key_hash) == _key_id(name, raw)
    dash, signer, signature = line.removesuffix("\n").split(" ")
    signed = b64decode(signature)
    assert (dash, signer, signed[:4], len(signed)) == ("—", name, _key_id(name, raw), 76)
    time_s = int.from_bytes(signed[4:12], "big")
    message = f"cosignature/v1\ntime {time_s}\n{text}"
    Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signed[12:], message.encode())
    return time_s


def _key_id(name: str, raw: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + raw).digest()[:4]


def _b64(raw: bytes) -> str:
    return b64encode(raw).decode("ascii")

"""A verifier of receipts written from the specifications alone; it shares no code with the table.

C2SP signed-note, tlog-checkpoint, tlog-proof; RFC 6962 and RFC 9162 for the tree.
"""

import base64
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class RefusedError(Exception):
    """The file proves nothing under this key."""


def check_receipt(raw: bytes, key_line: str) -> dict[str, Any]:
    """The parts of a receipt as JSON values; raises RefusedError if it does not prove them."""
    try:
        return _checked_receipt(raw, key_line)
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(repr(error)) from error


def check_consistency(raw: bytes, key_line: str) -> tuple[int, int]:
    """The two sizes; raises RefusedError unless the newer log is shown to extend the older."""
    try:
        file = _object(raw, {"old", "new", "proof"})
        (first, first_root), (second, second_root) = (
            _checkpoint(file[name], key_line) for name in ("old", "new")
        )
        proof = [_unbase64(each) for each in file["proof"]]
        _demand(_extends(first, first_root, second, second_root, proof), "proof")
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(repr(error)) from error
    return first, second


def tree_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1, as it is written there."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return _node(tree_root(leaves[:split]), tree_root(leaves[split:]))


def _checked_receipt(raw: bytes, key_line: str) -> dict[str, Any]:
    file = _object(raw, {"table", "seat", "leaf", "proof"})
    leaf = _unbase64(file["leaf"])
    lines, _, note = file["proof"].partition("\n\n")
    first, index_line, *path = lines.split("\n")
    _demand(first == "c2sp.org/tlog-proof@v1", "first line")
    word, index_text = index_line.split(" ")
    _demand(word == "index" and str(int(index_text)) == index_text, "index")
    size, root = _checkpoint(note, key_line)
    made = hashlib.sha256(b"\x00" + leaf).digest()
    _demand(
        _leads_to(made, int(index_text), size, [_unbase64(line) for line in path], root), "path"
    )
    header = json.loads(leaf)
    _demand(header["sequence"] == int(index_text) + 1, "sequence")
    table, seat = json.loads(file["table"]), json.loads(file["seat"])
    hashes = header["parts"]
    _demand(hashes["table"] == hashlib.sha256(file["table"].encode()).hexdigest(), "table part")
    seat_hash = hashlib.sha256(file["seat"].encode()).hexdigest()
    _demand(hashes[f"seat-{seat['seat']}"] == seat_hash, "seat part")
    _demand(seat["round"] == table["round"] and seat["seat"] in table["seats"], "same round")
    shoe = table["shoe"]
    opened = hashlib.sha256(bytes.fromhex(shoe["salt_hex"]) + shoe["cards"].encode()).hexdigest()
    _demand(opened == shoe["commitment"], "commitment")
    return {"table": table, "seat": seat, "size": size}


def _object(raw: bytes, keys: set[str]) -> dict[str, Any]:
    pairs: list[tuple[str, Any]] = json.loads(raw.decode("utf-8"), object_pairs_hook=list)
    _demand(sorted(key for key, _ in pairs) == sorted(keys), "keys")
    return dict(pairs)


def _checkpoint(note: str, key_line: str) -> tuple[int, bytes]:
    """Size and root of a note that the key signed."""
    name, key_hash, encoded = key_line.strip().split("+", 2)
    typed_key = _unbase64(encoded)
    key_id = hashlib.sha256(name.encode() + b"\n" + typed_key).digest()[:4]
    _demand(key_id.hex() == key_hash and typed_key[0] == 1, "key")
    _demand(all(each >= " " or each == "\n" for each in note), "control characters")
    text, _, signatures = note.rpartition("\n\n")
    _demand(signatures.endswith("\n"), "end of note")
    lines = [line.split(" ") for line in signatures[:-1].split("\n")]
    _demand(len(lines) <= 16, "number of signatures")
    ours = 0
    for dash, signer, signature in lines:
        _demand(dash == "—" and signer != "" and "+" not in signer, "signature line")
        _demand(signer.split() == [signer], "signer's name")
        signed = _unbase64(signature)
        _demand(len(signed) > 4, "signature")
        if signer == name and signed[:4] == key_id:
            Ed25519PublicKey.from_public_bytes(typed_key[1:]).verify(
                signed[4:], f"{text}\n".encode()
            )
            ours += 1
    _demand(ours > 0, "no signature of the key")
    origin, size, root = text.split("\n")
    _demand(origin == name and str(int(size)) == size, "checkpoint")
    return int(size), _unbase64(root)


def _leads_to(made: bytes, index: int, size: int, path: Iterable[bytes], root: bytes) -> bool:
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    fn, sn = index, size - 1
    for p in path:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            made = _node(p, made)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            made = _node(made, p)
        fn, sn = fn // 2, sn // 2
    return sn == 0 and made == root


def _extends(
    first: int, first_root: bytes, second: int, second_root: bytes, proof: list[bytes]
) -> bool:
    """RFC 9162, 2.1.4.2, with equal trees as the trivial case."""
    if first == second:
        return first_root == second_root and not proof
    if not 0 < first < second or not proof:
        return False
    path = [first_root, *proof] if first & (first - 1) == 0 else proof
    fn, sn = first - 1, second - 1
    while fn % 2 == 1:
        fn, sn = fn // 2, sn // 2
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            fr, sr = _node(c, fr), _node(c, sr)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            sr = _node(sr, c)
        fn, sn = fn // 2, sn // 2
    return fr == first_root and sr == second_root and sn == 0


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _unbase64(text: str) -> bytes:
    raw = base64.b64decode(text, validate=True)
    _demand(base64.b64encode(raw).decode() == text, "base64")
    return raw


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise RefusedError(what)

"""Signed notes: checked by a few lines that know only hashlib and Ed25519."""

from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store.checkpoint import Checkpoint

ORIGIN = "table-app/test"
KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
HEAD = Checkpoint(ORIGIN, 41, sha256(b"root").digest())
NOTE = notes.sign(HEAD, KEY)


def verified(note: str) -> Checkpoint:
    return notes.verify(notes.parse_note(note), origin=ORIGIN, key=KEY.public_key())


def test_a_stranger_verifies_the_note_with_the_public_key_line_alone() -> None:
    line = notes.public_key_line(ORIGIN, KEY.public_key())

    # From here on nothing of the store is used.
    name, key_hash, encoded = line.split("+", 2)
    raw = b64decode(encoded)
    text, signature_line = NOTE.split("\n\n")
    dash, signer, signature = signature_line.rstrip("\n").split(" ")
    signed = b64decode(signature)
    assert (dash, signer, raw[:1]) == ("—", name, b"\x01")
    assert signed[:4] == sha256(name.encode() + b"\n" + raw).digest()[:4] == bytes.fromhex(key_hash)
    Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signed[4:], f"{text}\n".encode())
    root = b64encode(sha256(b"root").digest()).decode()
    assert text.split("\n") == ["table-app/test", "41", root]


def test_a_note_of_ours_gives_its_checkpoint_back() -> None:
    assert verified(NOTE) == HEAD


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8"))
def test_no_note_with_one_other_character_is_accepted(at: int, other: str) -> None:
    changed = NOTE[:at] + other + NOTE[at + 1 :]
    if changed == NOTE:
        return

    with pytest.raises(StoreError):
        verified(changed)


def test_signatures_of_unknown_keys_are_ignored() -> None:
    foreign = notes.sign(Checkpoint("witness/1", 41, HEAD.root), OTHER_KEY).split("\n\n")[1]

    assert verified(NOTE + foreign) == HEAD


def test_a_false_signature_under_our_name_is_not_ignored() -> None:
    text = notes.checkpoint_text(HEAD)
    good = notes.parse_note(NOTE).signatures[0]
    false = notes.Signature(good.name, good.key_id, OTHER_KEY.sign(text.encode()))

    with pytest.raises(StoreError, match="does not fit"):
        verified(notes.note_text(notes.Note(text, (good, false))))


def test_a_note_of_nobody_we_know_is_refused() -> None:
    with pytest.raises(StoreError, match="no signature of table-app/test"):
        verified(notes.sign(HEAD, OTHER_KEY))


def test_a_note_about_another_log_is_refused() -> None:
    other = notes.checkpoint_text(Checkpoint("table-app/other", 41, HEAD.root))
    signature = notes.Signature(
        ORIGIN, notes.key_id(ORIGIN, KEY.public_key()), KEY.sign(other.encode())
    )

    with pytest.raises(StoreError, match="is about table-app/other"):
        verified(notes.note_text(notes.Note(other, (signature,))))


def test_a_note_with_too_many_signatures_is_refused() -> None:
    line = NOTE.split("\n\n")[1]

    with pytest.raises(StoreError, match="16 signatures, not 17"):
        notes.parse_note(NOTE + line * 16)


def test_a_public_key_line_gives_name_and_key_back() -> None:
    line = notes.public_key_line(ORIGIN, KEY.public_key())

    assert notes.parse_public_key_line(f"{line}\n") == (ORIGIN, KEY.public_key())


def test_a_public_key_line_whose_hash_does_not_fit_is_refused() -> None:
    line = notes.public_key_line(ORIGIN, KEY.public_key())

    with pytest.raises(BadInputError, match="its hash"):
        notes.parse_public_key_line(line.replace("table-app", "tabel-app"))

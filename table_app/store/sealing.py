"""Shoes at rest: id and commitment readable, salt and cards under AES-256-GCM (law 8)."""

import binascii
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from table_app.errors import StoreError
from table_app.vocabulary.cards import DECK, Card, Shoe

NONCE_BYTES = 12
SALT_BYTES = 32
_VERSION = "v1"
_FACES = {str(face): face for face in DECK}


def sealer(sealing_key: bytes) -> tuple[Callable[[Shoe], str], Callable[[str], Shoe]]:
    """How to seal and how to unseal with this key."""
    cipher = AESGCM(sealing_key)

    def seal(shoe: Shoe) -> str:
        return _seal(shoe, cipher)

    def unseal(sealed: str) -> Shoe:
        return _unseal(sealed, cipher)

    return seal, unseal


def _seal(shoe: Shoe, cipher: AESGCM) -> str:
    if len(shoe.salt) != SALT_BYTES:
        raise StoreError(f"shoe {shoe.shoe_id}: its salt is not {SALT_BYTES} bytes long")
    readable = f"{_VERSION}:{shoe.shoe_id}:{shoe.commitment}"
    nonce = secrets.token_bytes(NONCE_BYTES)
    secret = shoe.salt + "".join(shoe.cards).encode("ascii")
    hidden = nonce + cipher.encrypt(nonce, secret, readable.encode())
    return f"{readable}:{urlsafe_b64encode(hidden).decode('ascii')}"


def _unseal(sealed: str, cipher: AESGCM) -> Shoe:
    readable, _, encoded = sealed.rpartition(":")
    version, _, rest = readable.partition(":")
    shoe_id, _, commitment = rest.rpartition(":")
    if version != _VERSION:
        raise StoreError(f"not a sealed shoe of version {_VERSION}: {sealed!r:.40}")
    try:
        hidden = urlsafe_b64decode(encoded)
        if urlsafe_b64encode(hidden).decode("ascii") != encoded:
            raise StoreError(f"shoe {shoe_id} is not sealed in its one canonical form")
        nonce, ciphertext = hidden[:NONCE_BYTES], hidden[NONCE_BYTES:]
        secret = cipher.decrypt(nonce, ciphertext, readable.encode())
    except (InvalidTag, binascii.Error, ValueError) as error:
        raise StoreError(
            f"shoe {shoe_id} does not open: other key, or its seal was changed"
        ) from error
    salt, order = secret[:SALT_BYTES], secret[SALT_BYTES:].decode("ascii")
    return Shoe(shoe_id=shoe_id, salt=salt, cards=_cards(order), commitment=commitment)


def _cards(order: str) -> tuple[Card, ...]:
    try:
        return tuple(_FACES[order[at : at + 2]] for at in range(0, len(order), 2))
    except KeyError as error:
        raise StoreError(f"an unsealed shoe holds what is no card: {error}") from error

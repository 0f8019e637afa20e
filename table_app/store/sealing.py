"""Secrets at rest: kind, name and commitment readable, the rest under AES-256-GCM (law 8)."""

import binascii
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from table_app.errors import StoreError
from table_app.vocabulary.cards import DECK, Card, Shoe
from table_app.vocabulary.secrets import UNIFORM_BYTES, Secret, Trigger, Uniform

NONCE_BYTES = 12
SALT_BYTES = 32
AMOUNT_BYTES = 8
_VERSION = "v1"
_FACES = {str(face): face for face in DECK}


def sealer(sealing_key: bytes) -> tuple[Callable[[Secret], str], Callable[[str], Secret]]:
    """How to seal and how to unseal with this key."""
    cipher = AESGCM(sealing_key)

    def seal(secret: Secret) -> str:
        return _seal(secret, cipher)

    def unseal(sealed: str) -> Secret:
        return _unseal(sealed, cipher)

    return seal, unseal


def _seal(secret: Secret, cipher: AESGCM) -> str:
    kind, name, commitment, hidden = _parts(secret)
    readable = f"{_VERSION}:{kind}:{name}:{commitment}"
    nonce = secrets.token_bytes(NONCE_BYTES)
    encrypted = nonce + cipher.encrypt(nonce, hidden, readable.encode())
    return f"{readable}:{urlsafe_b64encode(encrypted).decode('ascii')}"


def _parts(secret: Secret) -> tuple[str, str, str, bytes]:
    """What a seal shows - kind, name, commitment - and what it hides."""
    match secret:
        case Shoe():
            if len(secret.salt) != SALT_BYTES:
                raise StoreError(f"shoe {secret.shoe_id}: its salt is not {SALT_BYTES} bytes long")
            order = "".join(secret.cards).encode("ascii")
            return "shoe", secret.shoe_id, secret.commitment, secret.salt + order
        case Trigger():
            amount = secret.amount_cents.to_bytes(AMOUNT_BYTES, "big")  # no length tells the size
            return "trigger", secret.meter, secret.commitment, secret.salt + amount
        case Uniform():
            return "uniform", secret.meter, "", secret.value.to_bytes(UNIFORM_BYTES, "big")


def _unseal(sealed: str, cipher: AESGCM) -> Secret:
    readable, _, encoded = sealed.rpartition(":")
    version, _, rest = readable.partition(":")
    kind, _, rest = rest.partition(":")
    name, _, commitment = rest.rpartition(":")
    if version != _VERSION:
        raise StoreError(f"not a seal of version {_VERSION}: {sealed!r:.40}")
    try:
        hidden = urlsafe_b64decode(encoded)
        if urlsafe_b64encode(hidden).decode("ascii") != encoded:
            raise StoreError(f"{kind} {name} is not sealed in its one canonical form")
        nonce, ciphertext = hidden[:NONCE_BYTES], hidden[NONCE_BYTES:]
        opened = cipher.decrypt(nonce, ciphertext, readable.encode())
    except (InvalidTag, binascii.Error, ValueError) as error:
        raise StoreError(
            f"{kind} {name} does not open: other key, or its seal was changed"
        ) from error
    return _secret(kind, name, commitment, opened)


def _secret(kind: str, name: str, commitment: str, opened: bytes) -> Secret:
    salt, rest = opened[:SALT_BYTES], opened[SALT_BYTES:]
    match kind:
        case "shoe":
            cards = _cards(rest.decode("ascii"))
            return Shoe(shoe_id=name, salt=salt, cards=cards, commitment=commitment)
        case "trigger":
            return Trigger(meter=name, amount_cents=int.from_bytes(rest, "big"), salt=salt)
        case "uniform":
            return Uniform(meter=name, value=int.from_bytes(opened, "big"))
        case _:
            raise StoreError(f"a seal of an unknown kind: {kind!r:.20}")


def _cards(order: str) -> tuple[Card, ...]:
    try:
        return tuple(_FACES[order[at : at + 2]] for at in range(0, len(order), 2))
    except KeyError as error:
        raise StoreError(f"an unsealed shoe holds what is no card: {error}") from error

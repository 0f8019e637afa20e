"""Ed25519 private keys as the PEM files of a table, its witness and its maker."""

from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from table_app.errors import BadInputError


def private_pem(key: Ed25519PrivateKey) -> bytes:
    """The key as its file holds it."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def parse_private_pem(content: bytes, *, path: Path) -> Ed25519PrivateKey:
    """The key of a file's content; raises BadInputError naming the file for anything else."""
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadInputError(f"{path} is not a private key in PEM form") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInputError(f"{path} is not an Ed25519 key")
    return key

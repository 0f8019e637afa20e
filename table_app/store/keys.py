"""The store's two secrets and the folder they live in: one key signs the log, one seals shoes."""

import secrets
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_app.errors import BadInputError
from table_app.store import checkpoint, files, macs
from table_app.store.log_names import KEY_NAME, epoch_origin
from table_app.store.pem import parse_private_pem, private_pem

SEALING_KEY_BYTES = 32
LOG_KEY_FILE = "log_key.pem"
SEALING_KEY_FILE = "sealing_key"
PUBLIC_KEY_FILE = "log_key.pub"


class StoreKeys:
    """The log's signing key under its name, the key that seals shoes, and the macs' from it."""

    __slots__ = ("log_key", "mac_key", "origin", "sealing_key")

    def __init__(self, *, origin: str, log_key: Ed25519PrivateKey, sealing_key: bytes) -> None:
        self.origin = origin
        self.log_key = log_key
        self.sealing_key = sealing_key
        self.mac_key = macs.derive_key(sealing_key)

    def of_epoch(self, epoch: int) -> "StoreKeys":
        """The same keys under the name of a later epoch's log: NAME.2 and so on."""
        origin = epoch_origin(self.origin, epoch)
        return StoreKeys(origin=origin, log_key=self.log_key, sealing_key=self.sealing_key)

    def __repr__(self) -> str:
        return f"StoreKeys({self.origin})"

    def public_key_line(self) -> str:
        """The log's verification key as `name+hash+base64`."""
        return checkpoint.public_key_line(self.origin, self.log_key.public_key())


def create(folder: Path, *, origin: str) -> StoreKeys:
    """New keys in `folder`; refuses to overwrite any."""
    if KEY_NAME.fullmatch(origin) is None:
        raise BadInputError(
            f"{origin!r:.80} cannot name a log: visible ASCII without spaces or plus signs"
        )
    for name in (LOG_KEY_FILE, SEALING_KEY_FILE, PUBLIC_KEY_FILE):
        if (folder / name).exists():
            raise BadInputError(
                f"{folder / name} exists and keys are never overwritten;"
                " name another folder, or move the old keys away with their database"
            )
    keys = StoreKeys(
        origin=origin,
        log_key=Ed25519PrivateKey.generate(),
        sealing_key=secrets.token_bytes(SEALING_KEY_BYTES),
    )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    pem = private_pem(keys.log_key)
    files.write_new(folder / LOG_KEY_FILE, pem)
    files.write_new(folder / SEALING_KEY_FILE, keys.sealing_key)
    # Last, so that a folder with a public key holds everything.
    files.write_new(folder / PUBLIC_KEY_FILE, f"{keys.public_key_line()}\n".encode())
    return keys


def load(folder: Path) -> StoreKeys:
    """The keys of `folder`; raises BadInputError if they are missing or do not fit together."""
    line = _read(folder / PUBLIC_KEY_FILE).decode("ascii", "replace").strip()
    origin, public_key = checkpoint.parse_public_key_line(line)
    sealing_key = _read(folder / SEALING_KEY_FILE)
    log_file = folder / LOG_KEY_FILE
    log_key = parse_private_pem(_read(log_file), path=log_file)
    if log_key.public_key() != public_key:
        raise BadInputError(f"{folder}: {LOG_KEY_FILE} and {PUBLIC_KEY_FILE} are no pair")
    if len(sealing_key) != SEALING_KEY_BYTES:
        raise BadInputError(f"{folder / SEALING_KEY_FILE} is not {SEALING_KEY_BYTES} bytes long")
    return StoreKeys(origin=origin, log_key=log_key, sealing_key=sealing_key)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInputError(
            f"{path}: {error.strerror}; `table-app keys init` makes keys for a new table"
        ) from error

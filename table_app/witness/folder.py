"""A witness's folder: its key, its public line, its memory, and the lock of its one process."""

import os
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_app.errors import BadInputError
from table_app.store import files
from table_app.store.cosignature import Witness, parse_witness_line, witness_line
from table_app.store.log_names import KEY_NAME
from table_app.store.pem import parse_private_pem, private_pem
from table_app.witness.memory import Memory

KEY_FILE = "witness_key.pem"
PUBLIC_KEY_FILE = "witness.pub"
MEMORY_FILE = "witness_memory.json"
LOCK_FILE = "witness.lock"
DEFAULT_NAME = "table-app-witness"


class WitnessFolder:
    """One folder, held by this process until closed; made at first use."""

    def __init__(self, path: Path, *, name: str | None) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = files.lock(
            path / LOCK_FILE,
            in_use=f"{path} is in use by another witness; stop that one, or name another --data",
        )
        try:
            if not (path / PUBLIC_KEY_FILE).exists():
                _make(path, name or DEFAULT_NAME)
            self.witness, self.key = _load(path, name)
            self.memory = Memory(path / MEMORY_FILE, self.witness)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self._lock)


def _make(path: Path, name: str) -> None:
    """What a folder still lacks: the memory, then the key, then the public line.

    So a key without a memory is no first start that was cut short: it has cosigned, and forgot.
    """
    if KEY_NAME.fullmatch(name) is None:
        raise BadInputError(
            f"--name: {name!r:.80} cannot name a witness: visible ASCII without spaces or plus signs"
        )
    if not (path / MEMORY_FILE).exists():
        if (path / KEY_FILE).exists():
            raise BadInputError(
                f"{path / MEMORY_FILE} is missing beside {KEY_FILE}: put back the file as this"
                " witness wrote it last, or begin a new witness in an empty folder"
            )
        Memory.create(path / MEMORY_FILE)
    if not (path / KEY_FILE).exists():
        files.replace(path / KEY_FILE, private_pem(Ed25519PrivateKey.generate()))
    line = witness_line(Witness(name, _private_key(path / KEY_FILE).public_key()))
    files.replace(path / PUBLIC_KEY_FILE, f"{line}\n".encode())


def _load(path: Path, name: str | None) -> tuple[Witness, Ed25519PrivateKey]:
    witness = parse_witness_line(_read(path / PUBLIC_KEY_FILE).decode("ascii", "replace"))
    key = _private_key(path / KEY_FILE)
    if key.public_key() != witness.key:
        raise BadInputError(f"{path}: {KEY_FILE} and {PUBLIC_KEY_FILE} are no pair")
    if name not in {None, witness.name}:
        raise BadInputError(
            f"--name: the witness of {path} is called {witness.name}; keep its name"
        )
    return witness, key


def _private_key(path: Path) -> Ed25519PrivateKey:
    return parse_private_pem(_read(path), path=path)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInputError(
            f"{path}: {error.strerror}; put it back, or begin a new witness in an empty folder"
        ) from error

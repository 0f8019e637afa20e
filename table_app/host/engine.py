"""The engine's identity: one hash over the source of everything that decides a round."""

import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CORE = ("money.py", "vocabulary", "game", "table", "ledger")


def engine_sha256() -> str:
    """SHA-256 over path and content of each core file, in path order."""
    digest = hashlib.sha256()
    for path in _core_files():
        content = path.read_bytes()
        name = path.relative_to(_PACKAGE).as_posix()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _core_files() -> list[Path]:
    roots = [_PACKAGE / name for name in _CORE]
    files = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*.py"))]
    return sorted(files)

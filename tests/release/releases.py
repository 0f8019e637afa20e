"""A small release in a folder, signed, and what can be done to it."""

import py_compile
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_app.release.files import manifest_of
from table_app.release.manifest import ReleaseKey, sign_manifest
from table_app.release.places import Places
from table_app.release.verifier import Disagreement, Verifier

ROOT = Path(__file__).resolve().parents[2]
NAME = "table-app-release"
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"r" * 32)
TRUSTED = ReleaseKey(NAME, PRIVATE.public_key())
OTHER_PRIVATE = Ed25519PrivateKey.from_private_bytes(b"o" * 32)

_DEPENDENCY = {
    "dependency/__init__.py": "VALUE = 1\n",
    "dependency/data/table.dat": "\x00\x01\x02",
    "dependency-1.0.dist-info/METADATA": "Name: dependency\nVersion: 1.0\n",
    "dependency-1.0.dist-info/RECORD": "dependency/__init__.py,,\n",
    "dependency-1.0.dist-info/INSTALLER": "pip\n",
    "lone_module.py": "def answer(value):\n    return value or 42\n",
    "startup.pth": "import sys\n",
}


class Release:
    """The product's own files as a working copy has them, a folder of packages, and its manifest."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "product"
        self.site = folder / "site-packages"
        for name in ("table_app", "config", "assets"):
            shutil.copytree(ROOT / name, self.root / name, ignore=_CACHES_AND_MANIFEST)
        for name, text in _DEPENDENCY.items():
            path = self.site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.manifest_file = self.root / "table_app" / "release.manifest"
        trees = tuple(self.root / name for name in ("table_app", "config", "assets"))
        self.places = Places(self.root, (*trees, self.site))
        self.sources = sorted((self.root / "table_app" / "release").glob("*.py"))
        for source in (*self.sources, self.site / "lone_module.py"):
            py_compile.compile(str(source), doraise=True)
        self.sign()
        self.verifier = Verifier(self.places, self.manifest_file, TRUSTED)

    def sign(self) -> None:
        """Sign all that stands there now."""
        manifest = manifest_of(self.places, self.manifest_file, "1.2.3")
        self.manifest_file.write_text(sign_manifest(manifest, NAME, PRIVATE), encoding="utf-8")

    def files(self) -> list[Path]:
        """Every file that the manifest must name, found by other means than the product's."""
        notes = {"RECORD", "INSTALLER"}
        found = [path for tree in self.places.trees for path in tree.rglob("*") if path.is_file()]
        return sorted(
            path
            for path in found
            if path.suffix != ".pyc" and path != self.manifest_file and path.name not in notes
        )

    def folders(self) -> list[Path]:
        """Every folder that a file could be dropped into."""
        return sorted({path.parent for path in self.files()})

    def name(self, path: Path) -> str:
        """The path as the manifest has it: from the product's folder, or else absolute."""
        text = str(path)
        return text.removeprefix(f"{self.root}/")

    def found(self) -> set[tuple[str, str]]:
        """Kind and name of all that disagrees now."""
        return {(each.kind, each.path) for each in self.disagreements()}

    def disagreements(self) -> tuple[Disagreement, ...]:
        return self.verifier.check().disagreements


@contextmanager
def put_back(path: Path) -> Iterator[None]:
    """Afterwards the file is as it was, whatever was done to it."""
    content, mode = path.read_bytes(), path.stat().st_mode
    try:
        yield
    finally:
        _remove(path)
        path.write_bytes(content)
        path.chmod(mode)


@contextmanager
def dropped(path: Path, content: bytes) -> Iterator[None]:
    """A file that does not belong there, and its folder, for a while."""
    new = [folder for folder in path.parents if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    try:
        yield
    finally:
        _remove(path)
        for folder in new:
            folder.rmdir()


def cache_of(source: Path) -> Path:
    """Where Python keeps what it compiled from the source."""
    return Path(cache_from_source(str(source)))


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


_CACHES_AND_MANIFEST = shutil.ignore_patterns("__pycache__", "*.pyc", "release.manifest")

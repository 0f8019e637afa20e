"""The files of a release as they stand on the disk: found, named and hashed."""

import importlib.machinery
import os
from collections.abc import Iterator, Mapping
from hashlib import file_digest
from pathlib import Path

from msgspec import Struct

from table_app.errors import BadInputError, FaultError
from table_app.release.manifest import Manifest, is_path
from table_app.release.places import Places

FILES_MAX = 200_000
CACHE_FOLDER = "__pycache__"
_NOTES_OF_INSTALLERS = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}
"""What pip writes down for itself, other words on each computer; nothing is run from them."""

_SITES = {"site-packages", "dist-packages"}
"""A `.pth` in another one would be run at each start."""

_NO_LINKS_NO_WAITING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class Standing(Struct, frozen=True):
    """What stands in the trees, by its name in a manifest.

    Plain files, byte-code caches, and what is neither: links, pipes, folders that cannot be read.
    """

    files: Mapping[str, Path]
    caches: Mapping[str, Path]
    odd: frozenset[str]


def standing(places: Places, manifest_file: Path) -> Standing:
    """All that stands in the trees but the manifest itself."""
    files: dict[str, Path] = {}
    caches: dict[str, Path] = {}
    odd: set[str] = set()
    for path, is_plain in _entries(places.trees):
        name = places.name_of(path)
        if not is_plain:
            odd.add(name)
        elif path.parent.name == CACHE_FOLDER:
            caches[name] = path
        elif path != manifest_file:
            files[name] = path
    notes = {name for name, path in files.items() if _is_note_of_installer(path)}
    files = {name: path for name, path in files.items() if name not in notes}
    return Standing(files, caches, frozenset(odd))


def manifest_of(places: Places, manifest_file: Path, version: str) -> Manifest:
    """The manifest of what stands there now; raises BadInputError for what none can name."""
    found = standing(places, manifest_file)
    for name in (*found.odd, *(name for name in found.files if not is_path(name))):
        raise BadInputError(f"{printable(name)}: a release has plain files with plain names only")
    return Manifest(version, {name: sha256_of(found.files[name]) for name in sorted(found.files)})


def sha256_of(path: Path) -> str:
    """SHA-256 of a plain file in hex; raises OSError for a link."""
    descriptor = os.open(path, _NO_LINKS_NO_WAITING)
    with os.fdopen(descriptor, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def importable_outside(places: Places) -> Iterator[Path]:
    """What Python could import from the module path that is in none of the release's trees."""
    for folder in places.module_path:
        if any(folder.is_relative_to(tree) for tree in places.trees):
            continue
        if not folder.is_dir() or folder.name in _SITES:
            yield folder
            continue
        for child in sorted(folder.iterdir()):
            if child not in places.trees and _is_importable(child):
                yield child


def printable(name: str) -> str:
    """The name in one line that a terminal does not obey."""
    return name if name.isprintable() else name.encode("unicode_escape").decode("ascii")


def _entries(trees: tuple[Path, ...]) -> Iterator[tuple[Path, bool]]:
    """Everything in the trees that is not a folder, and whether it is a plain file.

    Links are not followed; a folder that cannot be read counts as no plain file.
    """
    pending = list(trees)
    seen = 0
    while pending:
        folder = pending.pop()
        for entry in _listed(folder):
            if entry is None:
                yield folder, False
            elif entry.is_dir(follow_symlinks=False):
                pending.append(Path(entry.path))
            else:
                yield Path(entry.path), entry.is_file(follow_symlinks=False)
            seen += 1
            if seen > FILES_MAX:
                raise FaultError(f"{folder}: more than {FILES_MAX} files up to here")


def _listed(folder: Path) -> "list[os.DirEntry[str]] | list[None]":
    """What the folder holds, or one None if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return [None]


def _is_note_of_installer(path: Path) -> bool:
    is_note = path.name in _NOTES_OF_INSTALLERS and path.parent.suffix == ".dist-info"
    return is_note and (path.parent / "METADATA").is_file()


def _is_importable(path: Path) -> bool:
    endings = importlib.machinery.all_suffixes()
    if path.is_dir():
        return any((path / f"__init__{ending}").exists() for ending in endings)
    return path.name.endswith(tuple(endings))

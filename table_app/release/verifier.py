"""Whether the software on the disk is the release that its maker signed."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.isolation import MANIFEST
from table_app.release.caches import Cache, CacheJudge, source_of
from table_app.release.files import (
    Standing,
    importable_outside,
    printable,
    sha256_of,
    standing,
)
from table_app.release.manifest import Manifest, ReleaseKey, SignedManifest, read_manifest
from table_app.release.places import Places

Kind = Literal["changed", "missing", "stray"]


class Disagreement(Struct, frozen=True, order=True):
    """One file that is not as the manifest says; `why` where that is not plain."""

    path: str
    kind: Kind
    why: str = ""

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{self.kind}: {printable(self.path)}{why}"


class Checked(Struct, frozen=True):
    """What was checked against which manifest, and all that disagrees, in order of the paths."""

    version: str
    fingerprint: str
    files: int
    caches: int
    disagreements: tuple[Disagreement, ...]


class Verifier:
    """Checks one release as often as it is asked; a later check is quicker than the first."""

    def __init__(self, places: Places, manifest_file: Path, trusted: ReleaseKey) -> None:
        self._places = places
        self._manifest_file = manifest_file
        self._trusted = trusted
        self._judge = CacheJudge()
        self._first: str | None = None

    def check(self) -> Checked:
        """Look at every file; raises BadInputError for a manifest that may not be trusted."""
        signed = self._signed()
        manifest, found = signed.manifest, standing(self._places, self._manifest_file)
        strays = self._strays(signed, found)
        disagreements = [*_differing(manifest, found), *strays, *self._elsewhere()]
        caches, stray_caches = self._caches(manifest, found)
        disagreements += stray_caches
        if not disagreements:
            # Only now: the judge's own source is one of those that were looked at.
            wrong = self._judge.wrong(caches)
            disagreements = [Disagreement(name, "changed", why) for name, why in wrong.items()]
        return Checked(
            version=manifest.version,
            fingerprint=signed.fingerprint,
            files=len(manifest.files),
            caches=len(caches),
            disagreements=tuple(sorted(disagreements)),
        )

    def _signed(self) -> SignedManifest:
        """The manifest as it is now; raises BadInputError for one that may not be trusted.

        Another one than the first is none of the software that runs, whoever signed it.
        """
        signed = read_manifest(self._manifest_file, self._trusted)
        self._first = self._first or signed.fingerprint
        if signed.fingerprint != self._first:
            raise BadInputError(f"{self._manifest_file}: not the manifest that was here before")
        return signed

    def _strays(self, signed: SignedManifest, found: Standing) -> Iterator[Disagreement]:
        """What the manifest does not list; the release's own copy of it is none."""
        for name in found.files.keys() - signed.manifest.files.keys():
            if not self._is_copy(found.files[name], signed):
                yield Disagreement(name, "stray")

    def _is_copy(self, path: Path, signed: SignedManifest) -> bool:
        if path.name != MANIFEST.name:
            return False
        try:
            return read_manifest(path, self._trusted).fingerprint == signed.fingerprint
        except BadInputError:
            return False

    def _caches(
        self, manifest: Manifest, found: Standing
    ) -> tuple[list[Cache], list[Disagreement]]:
        caches: list[Cache] = []
        strays: list[Disagreement] = []
        for name, path in found.caches.items():
            source = source_of(path)
            digest = manifest.files.get(self._places.name_of(source)) if source else None
            if source is not None and digest is not None:
                caches.append(Cache(name, path, source, digest))
            elif os.path.lexists(path):
                # Python writes a cache under another name first: that one is gone by now.
                strays.append(Disagreement(name, "stray", "a cache of no source of the release"))
        return caches, strays

    def _elsewhere(self) -> Iterator[Disagreement]:
        for path in importable_outside(self._places):
            yield Disagreement(path.as_posix(), "stray", "on the module path")
        if self._places.cache_prefix is not None:
            why = "byte-code caches are kept there: unset PYTHONPYCACHEPREFIX"
            yield Disagreement(self._places.cache_prefix, "stray", why)
        if not self._places.is_isolated:
            why = "the environment may have changed it: start it with `python -I`"
            yield Disagreement(sys.executable, "changed", why)


def _differing(manifest: Manifest, found: Standing) -> Iterator[Disagreement]:
    for name, digest in manifest.files.items():
        path = found.files.get(name)
        if path is not None:
            yield from _changed(name, path, digest)
        elif name not in found.odd:
            yield Disagreement(name, "missing")
    for name in found.odd:
        kind: Kind = "changed" if name in manifest.files else "stray"
        yield Disagreement(name, kind, "not a plain file that can be read")


def _changed(name: str, path: Path, digest: str) -> Iterator[Disagreement]:
    try:
        is_same = sha256_of(path) == digest
    except OSError as error:
        yield Disagreement(name, "changed", f"cannot be read: {error.strerror}")
        return
    if not is_same:
        yield Disagreement(name, "changed")

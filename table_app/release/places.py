"""Where a release lies: its own folders, the packages that it runs on, and the module path."""

import os
import sys
import sysconfig
from pathlib import Path

from msgspec import Struct

from table_app.isolation import PACKAGE


class Places(Struct, frozen=True):
    """`trees` belong to the release whole; in the rest of `module_path` nothing may be imported.

    `root` is where the manifest's paths begin; `cache_prefix` is where Python keeps its caches,
    if not beside their sources; `is_isolated` says that Python was told nothing by the environment.
    """

    root: Path
    trees: tuple[Path, ...]
    module_path: tuple[Path, ...] = ()
    cache_prefix: str | None = None
    is_isolated: bool = True

    def name_of(self, path: Path) -> str:
        """The path as a manifest writes it."""
        inside = path.is_relative_to(self.root)
        return (path.relative_to(self.root) if inside else path).as_posix()


def installed_places() -> Places:
    """Those of the program that runs: a wheel in its environment, or a working copy."""
    root = PACKAGE.parent
    sites = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    own = {root} if root in sites else {PACKAGE, *_beside(PACKAGE)}
    return Places(
        root=root,
        trees=tuple(sorted(sites | own)),
        module_path=_module_path(),
        cache_prefix=sys.pycache_prefix,
        is_isolated=bool(sys.flags.isolated),
    )


def _beside(package: Path) -> list[Path]:
    """A working copy has these beside the package, a wheel inside."""
    names = ("config", "assets")
    return [package.parent / name for name in names if not (package / name).is_dir()]


def _module_path() -> tuple[Path, ...]:
    """What Python looks through for modules, less its own library."""
    library = Path(sysconfig.get_path("stdlib")).resolve()
    binary = Path(sysconfig.get_path("platstdlib")).resolve()
    version = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
    archive = library.parent / version
    theirs = {library, binary, library / "lib-dynload", binary / "lib-dynload", archive}
    # The virtual environment's own names of the base's library are links to it, or not there.
    entries = dict.fromkeys(Path(entry or os.curdir).resolve() for entry in sys.path)
    return tuple(entry for entry in entries if entry not in theirs and entry.exists())

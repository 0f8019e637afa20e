"""Wheels built from a copy of the sources, as `make release` builds them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.release.releases import ROOT

COMMIT_TIME = "1700000000"
_SOURCES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore", "table_app", "config", "assets")


def source_copy(folder: Path) -> Path:
    """The sources without anything that a developer's own runs left in them."""
    folder.mkdir(parents=True)
    for name in _SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=_LEFT_BY_RUNS)
        else:
            shutil.copy(source, folder / name)
    return folder


def build_wheel(source: Path, out: Path) -> Path:
    """The wheel of these sources."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=source,
        env=os.environ | {"SOURCE_DATE_EPOCH": COMMIT_TIME},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = out.glob("*.whl")
    return wheel


_LEFT_BY_RUNS = shutil.ignore_patterns("__pycache__", "*.pyc", "release.manifest")

"""What Python is told by the environment may not change a release: it runs in isolated mode."""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
MANIFEST = PACKAGE / "release.manifest"
"""Where the manifest of the program that runs lies; only a release has one."""


def isolate() -> None:
    """Start this command of a release again with `python -I`, unless it was started so.

    Without it PYTHONPATH, PYTHONOPTIMIZE and others, and a user's own packages, are obeyed.
    """
    if MANIFEST.exists() and not sys.flags.isolated:
        os.execv(sys.executable, [sys.executable, "-I", "-m", "table_app", *sys.argv[1:]])  # noqa: S606 - no shell


def python() -> tuple[str, ...]:
    """This Python for another process of ours: as isolated, and never by the working folder."""
    return (sys.executable, "-I" if sys.flags.isolated else "-P")

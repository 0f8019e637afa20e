"""An environment of its own with the product's wheel in it, signed by a key of its own."""

import os
import re
import shutil
import subprocess
import venv
import zipfile
from importlib.metadata import distribution, requires
from pathlib import Path

from tests.release.wheels import build_wheel, source_copy

COMMAND_TIMEOUT_S = 120.0


class Released:
    """`site` holds the product and what it needs, and nothing else: no tool of a developer."""

    def __init__(self, folder: Path) -> None:
        environment = folder / "environment"
        venv.create(environment, with_pip=False, symlinks=True)
        self.python = environment / "bin" / "python"
        (self.site,) = environment.glob("lib/python*/site-packages")
        for name in sorted(_closure()):
            _copy(name, self.site)
        wheel = build_wheel(source_copy(folder / "source"), folder / "wheel")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.site)
        self.manifest = self.site / "table_app" / "release.manifest"
        self.key = folder / "release_key"
        self.public_key = folder / "release_key.pub"
        self.must("release", "key", "--out", str(self.key))
        self.must("release", "sign", "--key", str(self.key))

    def run(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """A command of this release, without anything of the developer's on its module path."""
        return self.run_python("-P", "-m", "table_app", *words, **environment)

    def run_python(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Whatever Python is asked to run in the release's environment."""
        ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [str(self.python), *words],
            env=ours | environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
        )

    def must(self, *words: str) -> str:
        """What the command prints; it must do what it should."""
        ended = self.run(*words)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


def _closure() -> set[str]:
    """The distributions that the product needs, and those that these need."""
    pending, found = [*(requires("table-app") or [])], set[str]()
    while pending:
        wanted = pending.pop()
        name = re.split(r"[^A-Za-z0-9._-]", wanted, maxsplit=1)[0]
        if "extra ==" in wanted or _is_for_others(wanted) or name in found:
            continue
        found.add(name)
        pending += requires(name) or []
    return found


def _is_for_others(wanted: str) -> bool:
    """Whether it is needed on another system or by another Python, which is all that markers say."""
    try:
        distribution(re.split(r"[^A-Za-z0-9._-]", wanted, maxsplit=1)[0])
    except ModuleNotFoundError:
        return True
    return False


def _copy(name: str, site: Path) -> None:
    installed = distribution(name)
    for file in installed.files or []:
        source = Path(str(installed.locate_file(file)))
        if file.suffix == ".pyc" or ".." in file.parts or not source.is_file():
            continue
        target = site / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)

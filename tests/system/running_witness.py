"""The real process of a floor's witness."""

import os
import subprocess
import sys
from pathlib import Path

from table_app.store import keys as store_keys
from tests.system.floor import ROOT, Floor


class RunningWitness:
    """The witness of one floor; it may be stopped and started again."""

    def __init__(self, folder: Path, floor: Floor) -> None:
        self._folder = folder
        self._log = store_keys.load(floor.keys).public_key_line()
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        where = ("--data", str(self._folder), "--log", self._log, "--port", str(self.port))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "table_app", "witness", *where],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().split()[1])

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    @property
    def options(self) -> tuple[str, ...]:
        """What the host is told of it."""
        key = str(self._folder / "witness.pub")
        return ("--witness", f"http://127.0.0.1:{self.port}", "--witness-key", key)

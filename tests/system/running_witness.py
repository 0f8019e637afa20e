"""The real process of a floor's witness."""

import os
import subprocess
import sys
from pathlib import Path

from table_app.store import keys as store_keys
from table_app.store.checkpoint import Checkpoint
from table_app.store.cosignature import parse_witness_line
from table_app.witness.folder import MEMORY_FILE, PUBLIC_KEY_FILE
from table_app.witness.memory import Memory
from tests.system.floor import ROOT, Floor


class RunningWitness:
    """The witness of one floor; it may be killed and started again."""

    def __init__(self, folder: Path, floor: Floor) -> None:
        self._folder = folder
        self._log = store_keys.load(floor.keys).public_key_line()
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        """Start it and wait until it answers."""
        process = self._run()
        assert process.stdout is not None
        self.port = int(process.stdout.readline().split()[1])

    def die_and_come_back(self) -> None:
        """Kill it and start it again where it was, without waiting for it."""
        self.stop()
        self._run()

    def _run(self) -> "subprocess.Popen[str]":
        where = ("--data", str(self._folder), "--log", self._log, "--port", str(self.port))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "table_app", "witness", *where],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return self._process

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def last_cosigned(self, origin: str) -> Checkpoint:
        """The last head of a log that it cosigned, its cosignature verified."""
        key = parse_witness_line((self._folder / PUBLIC_KEY_FILE).read_text().strip())
        return Memory(self._folder / MEMORY_FILE, key).last(origin)

    @property
    def options(self) -> tuple[str, ...]:
        """What the host is told of it."""
        key = str(self._folder / PUBLIC_KEY_FILE)
        return ("--witness", f"http://127.0.0.1:{self.port}", "--witness-key", key)

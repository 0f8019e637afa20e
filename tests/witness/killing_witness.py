"""The real witness, with one change: it kills itself after its n-th memory is durable.

python -m tests.witness.killing_witness DATA LOG N
"""

import os
import signal
import sys
from pathlib import Path

from table_app.store.checkpoint import Note
from table_app.witness.memory import Memory
from table_app.witness.process import WitnessOptions, run_witness


def main() -> None:
    data, log, number = sys.argv[1:]
    _kill_after(int(number))
    options = WitnessOptions(
        data=Path(data),
        logs=(log,),
        name=None,
        address="127.0.0.1",
        port=0,
        stops_with_stdin=False,
    )
    run_witness(options, lambda bound: print(f"ready {bound}", flush=True))


def _kill_after(number: int) -> None:
    remember = Memory.remember
    remembered = 0

    def counted(self: Memory, note: Note) -> None:
        nonlocal remembered
        remember(self, note)
        remembered += 1
        if remembered == number:
            os.kill(os.getpid(), signal.SIGKILL)

    Memory.remember = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    main()

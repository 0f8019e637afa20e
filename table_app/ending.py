"""How a process is asked to end: SIGTERM, SIGINT or, if wanted, the end of its standard input."""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

STDIN = 0
STDIN_BLOCK_BYTES = 4096
"""Read below `sys.stdin`, whose lock a thread must not hold when the interpreter ends."""


def stop_on_request(stop: Callable[[], None], *, with_stdin: bool) -> None:
    """Call `stop` for each request, from a signal handler or a thread: a queue's `put`."""

    def heard(_signal: int, _frame: FrameType | None) -> None:
        stop()

    signal.signal(signal.SIGTERM, heard)
    signal.signal(signal.SIGINT, heard)

    def watch() -> None:
        while os.read(STDIN, STDIN_BLOCK_BYTES):
            pass
        stop()

    if with_stdin:
        threading.Thread(target=watch, name="stdin", daemon=True).start()

"""The process that holds the mixer, so that a mixer that hangs can hang nothing else.

It reads `play NAME VOLUME` (0 to 10) and `ping` on standard input, writes `ok`, `pong` or
`silent REASON` on standard output, and ends with its standard input. The first line it writes says
whether it found a device; a `play` is answered by whether it sounds.
"""

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from table_app.station.mixer import Mixer
from table_app.station.sounds import SOUNDS
from table_app.vocabulary.commands import VOLUME_MAX

HUNG_S = 20.0
"""A call into the mixer that takes longer ends the process, should its parent be gone too."""
READ_BYTES = 4096
LINE_BYTES_MAX = 256


class SoundProcess:
    """Answers the lines of standard input until they end or the mixer fails."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._say = say
        self._mixer = Mixer(clock)

    def start(self) -> None:
        self._open()

    def idle_s(self) -> float | None:
        """How long to wait for a line before `idle` is due; None means for ever."""
        return self._mixer.idle_s()

    def idle(self) -> None:
        """Nothing was asked: look for a device again, or make a sound ready."""
        if self._mixer.silence is not None:
            self._open()
        else:
            self._mixer.load_next()

    def answer(self, line: str) -> bool:
        """Do what the line asks; false when only a new process can be heard again."""
        match line.split():
            case ["ping"]:
                failure = self._mixer.failure()
                self._say("pong" if failure is None else f"silent {failure}")
                return failure is None
            case ["play", name, volume] if name in SOUNDS and volume.isdecimal():
                if self._mixer.silence is None:
                    self._mixer.play(name, min(int(volume), VOLUME_MAX))
                self._say_state()
            case _:
                self._say(f"unknown: {line}")
        return True

    def _open(self) -> None:
        self._mixer.open()
        self._say_state()

    def _say_state(self) -> None:
        silence = self._mixer.silence
        self._say("ok" if silence is None else f"silent {silence}")


def main() -> None:
    """Serve standard input, and end without asking the mixer: closing one can hang."""
    try:
        _prepare()
        _serve(SoundProcess(_say, time.monotonic), sys.stdin.fileno())
    except BrokenPipeError:
        pass  # nobody listens any more
    except Exception:  # noqa: BLE001 - the outermost loop: a traceback, but pygame closes nothing
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the station; then the input ends
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if not os.environ.get("SDL_AUDIODRIVER"):
        os.environ.pop("SDL_AUDIODRIVER", None)  # set but empty, it would be no driver's name
    # SDL tells of unplugged devices only where it has a screen; this one draws nothing.
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(pygame.AUDIODEVICEREMOVED)


def _serve(process: SoundProcess, source: int) -> None:
    unread = b""
    with ended_if_hung():
        process.start()
    while True:
        readable, _, _ = select.select([source], [], [], process.idle_s())
        if not readable:
            with ended_if_hung():
                process.idle()
            continue
        read = os.read(source, READ_BYTES)
        if not read:
            return
        *lines, unread = (unread + read).split(b"\n")
        unread = unread[:LINE_BYTES_MAX]
        for line in lines:
            with ended_if_hung():
                if not process.answer(line.decode(errors="replace")):
                    return


@contextmanager
def ended_if_hung(limit_s: float = HUNG_S) -> Iterator[None]:
    """The kernel ends this process, whatever holds it, if what is inside takes so long."""
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""The station's side of its sound: it asks another process to play, and never waits for it.

A process that does not answer is killed and replaced after a pause that grows. No call blocks or
raises, except that `close` waits a moment for the process to be gone.
"""

import logging
import os
import subprocess
from contextlib import suppress
from typing import Literal

from msgspec import Struct

from table_app.isolation import python
from table_app.station.sounds import Sound
from table_app.vocabulary.commands import VOLUME_MAX

UNANSWERED_MAX = 8
"""Sounds that were asked for and not answered; what comes while there are so many is dropped."""
CLOSE_S = 0.5
READ_BYTES = 4096
ANSWER_BYTES_MAX = 1024
HAS_QUIET_PIPES = os.name == "posix"
"""Elsewhere Python 3.11 cannot ask a pipe without waiting for it."""
COMMAND = (*python(), "-m", "table_app.station.sound_process")

State = Literal["on", "silent", "starting", "off"]

log = logging.getLogger(__name__)


class Times(Struct, frozen=True):
    """How long the speaker waits for what."""

    first_start_ms: int = 500
    """From the first `tend`: the first picture is drawn before a process is started."""
    start_ms: int = 15_000
    ping_ms: int = 3_000
    answer_ms: int = 5_000
    pause_ms: int = 500
    """Before the first restart; each further one waits twice as long."""
    pause_ms_max: int = 60_000
    healthy_ms: int = 60_000
    """A process that answered for so long makes the next pause short again."""


TIMES = Times()


class Speaker:
    """Plays the table's sounds, if it can; `reason` says why not. Used by one thread."""

    def __init__(self, *, times: Times = TIMES, command: tuple[str, ...] = COMMAND) -> None:
        self._times = times
        self._command = command
        self._child: _Child | None = None
        self._pause_ms = times.pause_ms
        self._start_at_ms: int | None = None
        self._started_ms = 0
        self._ping_at_ms = 0
        self._answer_due_ms: int | None = None
        self._unanswered = 0
        self._state: State = "off"
        self._reason = "not started"
        self._is_closed = False
        if not HAS_QUIET_PIPES:
            self._is_closed, self._reason = True, "no sound on this system"

    @property
    def state(self) -> State:
        """Whether sounds are heard, cannot be, will be soon, or nobody is there to play them."""
        return self._state

    @property
    def reason(self) -> str:
        """Why the table is not heard, for the attendant; empty while it is."""
        return self._reason

    def play(self, sound: Sound, volume: int) -> None:
        """Let it be heard at 1 to 10, now or never: nothing waits until sound is on."""
        if self._child is None or self._state != "on" or volume <= 0:
            return
        if self._unanswered < UNANSWERED_MAX:
            is_sent = self._child.send(f"play {sound} {min(volume, VOLUME_MAX)}")
            self._unanswered += is_sent

    def tend(self, now_ms: int) -> None:
        """Hear what the process answers, start it, ask whether it lives, and replace it."""
        if self._is_closed:
            return
        if self._start_at_ms is None:
            self._start_at_ms = now_ms + self._times.first_start_ms
        if self._child is None:
            if now_ms >= self._start_at_ms:
                self._start(now_ms)
        elif self._state == "off":
            self._bury(self._child, now_ms)
        else:
            self._listen(self._child, now_ms)

    def close(self) -> None:
        """End the process."""
        self._is_closed = True
        self._state, self._reason = "off", "closed"
        if self._child is not None:
            self._child.end(CLOSE_S)
            self._child = None

    def _start(self, now_ms: int) -> None:
        try:
            self._child = _Child(self._command)
        except OSError as error:
            self._off(f"the sound process cannot be started: {error}")
            self._pause(now_ms)
            return
        self._state = "starting"
        self._started_ms = self._ping_at_ms = now_ms
        self._answer_due_ms = now_ms + self._times.start_ms
        self._unanswered = 0

    def _listen(self, child: "_Child", now_ms: int) -> None:
        for answer in child.answers():
            self._hear(answer)
        if child.has_hung_up:
            is_known = self._state == "silent"
            self._give_up(child, self._reason if is_known else "the sound process has ended")
        elif self._answer_due_ms is not None:
            if now_ms >= self._answer_due_ms:
                self._give_up(child, "the sound process does not answer")
        elif now_ms >= self._ping_at_ms:
            child.send("ping")
            self._ping_at_ms = now_ms + self._times.ping_ms
            self._answer_due_ms = now_ms + self._times.answer_ms

    def _hear(self, answer: str) -> None:
        word, _, reason = answer.partition(" ")
        if word == "pong":
            self._answer_due_ms = None
        elif word in {"ok", "silent"}:
            if self._state == "starting":
                self._answer_due_ms = None
            self._unanswered = max(0, self._unanswered - 1)
            self._turn(word == "ok", reason)

    def _turn(self, is_on: bool, reason: str) -> None:
        if is_on and self._state != "on":
            log.info("sound is on")
            self._state, self._reason = "on", ""
        elif not is_on and (self._state, self._reason) != ("silent", reason):
            log.warning("no sound: %s", reason)
            self._state, self._reason = "silent", reason

    def _give_up(self, child: "_Child", reason: str) -> None:
        child.kill()
        self._off(reason)

    def _off(self, reason: str) -> None:
        if self._reason != reason:
            log.warning("no sound: %s", reason)
        self._state, self._reason = "off", reason
        self._answer_due_ms = None

    def _bury(self, child: "_Child", now_ms: int) -> None:
        """One process at a time: while a killed one is still there, none is started."""
        if not child.is_gone():
            return
        self._child = None
        if now_ms - self._started_ms >= self._times.healthy_ms:
            self._pause_ms = self._times.pause_ms
        self._pause(now_ms)

    def _pause(self, now_ms: int) -> None:
        self._start_at_ms = now_ms + self._pause_ms
        self._pause_ms = min(2 * self._pause_ms, self._times.pause_ms_max)


class _Child:
    """The process, held by two pipes that never make anybody wait."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # ALSA writes ten lines each time that it finds no device; the child says it in one.
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout
        os.set_blocking(self._requests.fileno(), False)
        os.set_blocking(self._answers.fileno(), False)
        self._unread = b""
        self.has_hung_up = False

    def send(self, line: str) -> bool:
        """Write a line, or nothing: a pipe takes so short a line whole, and a full one none."""
        try:
            os.write(self._requests.fileno(), f"{line}\n".encode())
        except OSError:
            return False
        return True

    def answers(self) -> list[str]:
        """The whole lines that have come."""
        try:
            read = os.read(self._answers.fileno(), READ_BYTES)
        except BlockingIOError:
            return []
        except OSError:
            read = b""
        *lines, self._unread = (self._unread + read).split(b"\n")
        self.has_hung_up = not read or len(self._unread) > ANSWER_BYTES_MAX
        return [line.decode(errors="replace") for line in lines]

    def kill(self) -> None:
        """Ask the kernel to end it; it may take its time, if a device holds it."""
        self._process.kill()
        self._requests.close()
        self._answers.close()

    def is_gone(self) -> bool:
        return self._process.poll() is not None

    def end(self, wait_s: float) -> None:
        """Kill it and wait so long at most."""
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(wait_s)

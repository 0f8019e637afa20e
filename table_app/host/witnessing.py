"""Checkpoints and their witness: which of them it has not cosigned yet, and what follows from that."""

import logging
from collections import deque
from typing import Protocol

from table_app.host.tilts import Failed, Finding, Recovered
from table_app.host.witness_call import Cosigned, Refused, Unreachable, WitnessEvent

log = logging.getLogger(__name__)


FIRST_CHECKPOINTS_MAX = 2
"""A table of no more entries has just been opened; its witness may well see it first now."""


class Desk(Protocol):
    """Who has new checkpoints cosigned, in a thread of its own."""

    def sealed(self) -> None:
        """There is a newer checkpoint; never waits."""
        ...


class Witnessing:
    """One log's checkpoints since the last that the witness cosigned.

    Play stops with the checkpoint after `unconfirmed_max`, and goes on when the witness has caught
    up. Until it has confirmed the head of a boot nobody knows whether the database was put back.
    """

    def __init__(self, desk: Desk, *, unconfirmed_max: int) -> None:
        self._desk = desk
        self._unconfirmed_max = unconfirmed_max
        self._unconfirmed: deque[int] = deque()
        self._is_final = False
        self.is_away = False

    def sealed(self, size: int) -> Finding | None:
        """A checkpoint of so many entries is durable."""
        self._unconfirmed.append(size)
        self._desk.sealed()
        if len(self._unconfirmed) <= self._unconfirmed_max:
            return None
        return Failed("witness", f"{len(self._unconfirmed)} checkpoints have no cosignature")

    def take(self, event: WitnessEvent) -> Finding | None:
        """What the witness said, or that it says nothing."""
        if self._is_final:
            return None
        match event:
            case Cosigned(size, _, known_size):
                self.is_away = False
                if known_size == 0 and size > FIRST_CHECKPOINTS_MAX:
                    log.warning(
                        "the witness knew nothing of this log: it is new, or lost its memory"
                    )
                while self._unconfirmed and self._unconfirmed[0] <= size:
                    self._unconfirmed.popleft()
                has_caught_up = len(self._unconfirmed) <= self._unconfirmed_max
                return Recovered("witness") if has_caught_up else None
            case Unreachable(reason):
                self.is_away = True
                log.warning("%s", reason)
                return None
            case Refused(reason):
                self.is_away = self._is_final = True
                return Failed("witness", reason)

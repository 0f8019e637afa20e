"""What the table waits for now, how long, and until when."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from table_app.host.instant import Instant
from table_app.table.layout import Layout
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary.views import TimerView


class Wait(Struct, frozen=True):
    """One wait; a different wait begins its time anew. `place` tells two of a kind apart."""

    what: Literal["bets", "insurance", "decision", "result"]
    round: int
    place: tuple[int, ...]
    total_ms: int


class WaitClock:
    """The wait that runs, and its end on the steady clock."""

    def __init__(self, least_cycle_ms: int) -> None:
        self._least_cycle_ms = least_cycle_ms
        self._wait: Wait | None = None
        self._locked_ms: int | None = None
        self._deadline_ms = 0

    @property
    def deadline_ms(self) -> int | None:
        """When the wait is over, or None when nothing is waited for."""
        return None if self._wait is None else self._deadline_ms

    def expired(self, now: Instant) -> Wait | None:
        """The wait, if its time is over."""
        return self._wait if self._wait and now.steady_ms >= self._deadline_ms else None

    def lock(self, now: Instant) -> None:
        """A round's cycle begins: its wagers were locked."""
        self._locked_ms = now.steady_ms

    def follow(self, wait: Wait | None, now: Instant) -> None:
        """Wait for this from now on; the same wait goes on as it was."""
        if wait == self._wait:
            return
        self._wait = wait
        self._deadline_ms = now.steady_ms + wait.total_ms if wait else 0
        if wait is not None and wait.what == "result":
            self._deadline_ms = max(self._deadline_ms, self._cycle_ends_ms(now))

    def timer(self, now: Instant) -> TimerView | None:
        """The time that is running; while results stay, nobody is being timed."""
        if self._wait is None or self._wait.what == "result":
            return None
        left = max(0, self._deadline_ms - now.steady_ms)
        return TimerView(left_ms=left, total_ms=self._wait.total_ms)

    def _cycle_ends_ms(self, now: Instant) -> int:
        """The jurisdiction's least cycle; after a boot it counts from the boot."""
        began_ms = now.steady_ms if self._locked_ms is None else self._locked_ms
        return began_ms + self._least_cycle_ms


def current_wait(setup: TableSetup, state: TableState, layouts: Iterable[Layout]) -> Wait | None:
    """What the table waits for, or None: nobody has put a chip down yet."""
    current, timing = state.round, setup.timing
    if current is None:
        return None
    match current.stage:
        case "betting":
            has_chips = any(layout.wagers for layout in layouts)
            return Wait("bets", current.round, (), timing.bet_ms) if has_chips else None
        case "insurance":
            return Wait("insurance", current.round, (), timing.insurance_ms)
        case "dynamic" | "dealing":
            return None
        case "closed":
            return Wait("result", current.round, (), timing.result_ms)
        case _:
            assert current.turn is not None
            place = (current.turn.seat, current.turn.hand, current.position)
            return Wait("decision", current.round, place, timing.decision_ms)

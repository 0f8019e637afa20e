"""The chips of all seats before the lock: no money yet, in the host's memory alone."""

from table_app.host.progressive_counter import ProgressiveCounter
from table_app.table.layout import Layout, set_ready, set_wagers, wagers_to_lock
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary.commands import Accepted, SeatWagers, SetReady, SetWagers
from table_app.vocabulary.refusals import Refusal

LAYOUTS_PER_ROUND = 2**20
"""Revisions of one round's layouts: each round begins above all that were used before it.

So a layout that was asked for in one round is stale in every later one, after a crash too,
however late its request is sent again.
"""


class LayoutDesk:
    """Each seat's layout, and what the progressive system has accepted of them."""

    def __init__(self, setup: TableSetup) -> None:
        self._setup = setup
        self._counter = ProgressiveCounter(
            offered.wager for offered in setup.rules.offered if offered.meters
        )
        self.by_seat: dict[int, Layout] = {}

    def open_round(self, number: int) -> None:
        """Every layout is empty."""
        first = Layout(revision=number * LAYOUTS_PER_ROUND)
        self.by_seat = dict.fromkeys(range(1, self._setup.seats + 1), first)

    def take(self, state: TableState, command: SetWagers | SetReady) -> Refusal | None:
        """Change a seat's layout, or why not."""
        layout = self.by_seat[command.seat]
        match command:
            case SetWagers():
                changed = set_wagers(self._setup, state, layout, command)
            case SetReady():
                changed = set_ready(self._setup, state, layout, command)
        if isinstance(changed, Refusal):
            return changed
        self._counter.accept(layout.wagers, changed.wagers)
        self.by_seat[command.seat] = changed
        return None

    @property
    def is_ready(self) -> bool:
        """Whether every seat with chips has asked for the deal."""
        playing = [layout for layout in self.by_seat.values() if layout.wagers]
        return bool(playing) and all(layout.is_ready for layout in playing)

    def lock(self) -> tuple[tuple[SeatWagers, ...], tuple[Accepted, ...]]:
        """No more bets: every wager that reaches its minimum, and what was accepted of them.

        Other chips are credit again, and every layout is empty.
        """
        wagers = []
        for seat, layout in sorted(self.by_seat.items()):
            placed = wagers_to_lock(self._setup, layout)
            self._counter.accept(layout.wagers, placed)
            if placed:
                wagers.append(SeatWagers(seat, placed))
            self.by_seat[seat] = Layout(revision=layout.revision)
        return tuple(wagers), self._counter.take()

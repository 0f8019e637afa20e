"""What the table waits for now, and for how long. Pure: the deadline itself is the host's."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from table_app.table.layout import Layout
from table_app.table.setup import TableSetup
from table_app.table.state import TableState


class Wait(Struct, frozen=True):
    """One wait; a different wait begins its time anew. `place` tells two of a kind apart."""

    what: Literal["bets", "insurance", "decision", "result"]
    round: int
    place: tuple[int, ...]
    total_ms: int


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

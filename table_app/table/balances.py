"""What the ledger must hold if the table's state is right: the second path to the same money."""

from collections.abc import Iterator

from table_app.ledger.accounts import credit, in_play, meter, payable, reserve
from table_app.money import Cents, micros
from table_app.table.state import TableState


def expected_balances(state: TableState, seats: int) -> Iterator[tuple[str, int]]:
    """Every account that the table's state knows, with what it must hold in micro-dollars."""
    for each in state.meters:
        yield meter(each.meter), each.amount_micros
        yield reserve(each.meter), each.reserve_micros
    for seat in range(1, seats + 1):
        box = state.round.box(seat) if state.round else None
        yield credit(seat), micros(Cents(state.credit_cents(seat)))
        yield in_play(seat), micros(Cents(box.unsettled_cents if box else 0))
        for is_from_meter in (True, False):
            waiting = sum(
                award.amount_cents
                for award in state.awards_of(seat)
                if (award.meter is not None) is is_from_meter
            )
            yield payable(seat, is_from_meter=is_from_meter), micros(Cents(waiting))

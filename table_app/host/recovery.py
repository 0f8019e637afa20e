"""What a boot checks before a socket opens: whose journal it is, and whether its money agrees.

Any disagreement ends the boot; it never guesses.
"""

from collections.abc import Iterator
from typing import Literal

from table_app.errors import BadInputError, StoreError
from table_app.ledger.accounts import credit, in_play, meter, payable, reserve
from table_app.money import Cents, micros
from table_app.table.state import TableState
from table_app.vocabulary.facts import TableOpened


def check_release(opened: TableOpened, engine_sha256: str, rules_sha256: str) -> None:
    """Refuse a journal that another engine decided or that other rules made (BadInputError)."""
    what: tuple[tuple[Literal["engine code", "rules"], str, str], ...] = (
        ("engine code", opened.engine_sha256, engine_sha256),
        ("rules", opened.rules_sha256, rules_sha256),
    )
    for name, written, ours in what:
        if written != ours:
            raise BadInputError(
                f"the journal was written under other {name} ({written[:16]}, this is "
                f"{ours[:16]}); run that release, or keep the folder and give a new --data"
            )


def check_balances(state: TableState, balances: dict[str, int], seats: int) -> None:
    """Compare the folded table with the ledger: two paths to the same money (StoreError)."""
    if total := sum(balances.values()):
        raise StoreError(f"the ledger's balances add up to {total}, not to nothing")
    for account, folded in _folded(state, seats):
        kept = balances.get(account, 0)
        if kept != folded:
            raise StoreError(
                f"{account}: the ledger holds {kept} micro-dollars, the journal makes {folded};"
                " run `table-app audit`"
            )


def _folded(state: TableState, seats: int) -> Iterator[tuple[str, int]]:
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

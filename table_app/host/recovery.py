"""What a boot checks before a socket opens: whose journal it is, and whether its money agrees.

Any disagreement ends the boot; it never guesses.
"""

from collections.abc import Iterator, Mapping

from table_app.errors import BadInputError, StoreError
from table_app.host.sessions import Session
from table_app.ledger.accounts import credit, in_play, meter, payable, reserve
from table_app.money import Cents, micros
from table_app.store.decide_again import Release, decide_again, opening_of
from table_app.store.journal import Store
from table_app.store.reader import at
from table_app.table.state import TableState
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.facts import TableOpened


def recover(store: Store, release: Release, sessions: Mapping[int, Session]) -> TableState:
    """The table that the journal makes, every entry verified and its command decided again.

    What was answered is kept in `sessions`. Raises BadInputError for a journal of another engine
    or other rules, StoreError for one that the table did not write as it stands.
    """
    state = TableState()
    for stored in store.verified_entries():
        place = f"entry {stored.sequence}"
        if state.opened is None:
            with at(place):
                opened = opening_of(stored.entry)
            check_release(release, opened)
        with at(place):
            state = decide_again(release.setup, state, stored.entry).state
            _keep_answer(stored.entry, sessions)
    return state


def check_release(release: Release, opened: TableOpened) -> None:
    """Refuse a journal that another engine decided or that other rules made (BadInputError)."""
    if reason := release.why_not(opened):
        raise BadInputError(
            f"the journal was {reason}; run that release, or keep the folder and give a new --data"
        )


def _keep_answer(entry: Entry, sessions: Mapping[int, Session]) -> None:
    """A request that the journal answers is not taken a second time."""
    if entry.origin is None:
        return
    session = sessions.get(entry.origin.seat)
    if session is None:
        raise StoreError(f"this table has no seat {entry.origin.seat}")
    session.keep(entry.origin.sequence, None)


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

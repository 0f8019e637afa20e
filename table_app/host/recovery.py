"""What a boot checks before a socket opens: whose journal it is, and whether its money agrees.

Any disagreement ends the boot; it never guesses.
"""

from collections.abc import Iterator, Mapping

from table_app.errors import BadInputError, StoreError
from table_app.host.sessions import Session
from table_app.store.decide_again import Release, decide_again, opening_of
from table_app.store.entries import StoredEntry
from table_app.store.journal import Store
from table_app.store.reader import at
from table_app.table.balances import expected_balances
from table_app.table.state import TableState
from table_app.vocabulary.codec import Entry
from table_app.vocabulary.facts import TableOpened


def recover(
    store: Store, release: Release, sessions: Mapping[int, Session]
) -> Iterator[tuple[StoredEntry, TableState]]:
    """Every entry, verified and its command decided again, with the table after it.

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
        yield stored, state
    if state.is_over:
        raise BadInputError("the log is closed by an upgrade; `table-app upgrade` finishes it")


def check_release(release: Release, opened: TableOpened) -> None:
    """Refuse a journal that another engine decided or that other rules made (BadInputError)."""
    if reason := release.why_not(opened):
        raise BadInputError(
            f"the journal was {reason}; `table-app upgrade` goes on with it in a new epoch of the"
            " log, or run that release, or give a new --data"
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
    for account, folded in expected_balances(state, seats):
        kept = balances.get(account, 0)
        if kept != folded:
            raise StoreError(
                f"{account}: the ledger holds {kept} micro-dollars, the journal makes {folded};"
                " run `table-app audit`"
            )

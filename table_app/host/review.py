"""An earlier round of a seat, from its record in the store."""

import msgspec

from table_app.errors import StoreError
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.table.record import SeatPart, TablePart
from table_app.table.review import review
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary.commands import ReviewRound
from table_app.vocabulary.views import Review

ROUNDS_MAX = 10
"""The latest round and nine before it (NJAC 1.28B(i); AGCO 13.1.1)."""


def review_of(store: Store, setup: TableSetup, state: TableState, asked: ReviewRound) -> Review:
    """The round that the seat asked for, of its present session alone.

    Raises StoreError if what is stored of it is not what was recorded.
    """
    session = state.session(asked.seat)
    parts: tuple[RecordPart, ...] = ()
    if session.is_open:
        parts = store.last_parts(
            f"seat-{asked.seat}", from_round=session.first_round, count=ROUNDS_MAX
        )
    seats = tuple(_seat(part) for part in parts)
    return review(setup, seats, asked.back, lambda number: _commitment(store, number))


def _seat(part: RecordPart) -> SeatPart:
    seat = msgspec.json.decode(part.body, type=SeatPart)
    if seat.round != part.round:
        raise StoreError(f"{part.name} of round {part.round} is of round {seat.round}")
    return seat


def _commitment(store: Store, number: int) -> str:
    table = next(part for part in store.round_parts(number) if part.name == "table")
    return msgspec.json.decode(table.body, type=TablePart).shoe.commitment

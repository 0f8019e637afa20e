"""Regulatory meters (605a.5(d)), derived from postings and never counted beside them."""

from collections.abc import Iterable

from msgspec import Struct

from table_app.ledger.accounts import HOUSE, credit, in_play
from table_app.ledger.postings import Transfer
from table_app.money import Cents, Micros, cents


class SeatMeters(Struct, frozen=True):
    """Coin in: all wagers. Coin out: everything credited for decided wagers, stakes included."""

    coin_in_cents: Cents
    coin_out_cents: Cents


def seat_meters(seat: int, transfers: Iterable[Transfer]) -> SeatMeters:
    """The meters of one seat over a history of postings, or over its sums per account pair."""
    coin_in = coin_out = 0
    for moved in transfers:
        if (moved.debit, moved.credit) == (credit(seat), in_play(seat)):
            coin_in += moved.amount_micros
        elif moved.credit == credit(seat) and moved.debit in (in_play(seat), HOUSE):
            coin_out += moved.amount_micros
    return SeatMeters(cents(Micros(coin_in)), cents(Micros(coin_out)))

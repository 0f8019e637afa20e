"""Regulatory meters (605a.5(d)), derived from postings and never counted beside them."""

from collections.abc import Iterable

from msgspec import Struct

from table_app.ledger.accounts import HAND_PAY, HOUSE, credit, in_play, payable
from table_app.ledger.postings import Transfer
from table_app.money import Cents, Micros, cents


class SeatMeters(Struct, frozen=True):
    """Coin in: all wagers. Coin out: everything credited for decided wagers, stakes included.

    Progressive awards are in neither coin out nor attendant-paid jackpots (605a.5(d)(2)-(3)).
    """

    coin_in_cents: Cents
    coin_out_cents: Cents
    progressive_paid_by_machine_cents: Cents
    progressive_paid_by_attendant_cents: Cents
    attendant_paid_jackpots_cents: Cents


def seat_meters(seat: int, transfers: Iterable[Transfer]) -> SeatMeters:
    """The meters of one seat over a history of postings, or over its sums per account pair."""
    progressive, jackpot = payable(seat, is_from_meter=True), payable(seat, is_from_meter=False)
    sums: dict[tuple[str, str], int] = {}
    for moved in transfers:
        pair = (moved.debit, moved.credit)
        sums[pair] = sums.get(pair, 0) + moved.amount_micros

    def total(*pairs: tuple[str, str]) -> Cents:
        return cents(Micros(sum(sums.get(pair, 0) for pair in pairs)))

    own = credit(seat)
    return SeatMeters(
        coin_in_cents=total((own, in_play(seat))),
        coin_out_cents=total((in_play(seat), own), (HOUSE, own), (jackpot, own)),
        progressive_paid_by_machine_cents=total((progressive, own)),
        progressive_paid_by_attendant_cents=total((progressive, HAND_PAY)),
        attendant_paid_jackpots_cents=total((jackpot, HAND_PAY)),
    )

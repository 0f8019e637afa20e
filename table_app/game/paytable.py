"""Paytables of side wagers as the law prints them: rows, awards, meters. Figures live in config."""

from typing import Literal

from msgspec import Struct

from table_app.money import Cents, Micros, Odds, micros, returned, winnings

LOSE = "lose"


class OddsAward(Struct, frozen=True, tag="odds"):
    """`to_1` pays the odds and returns the stake; `for_1` pays the odds and keeps it."""

    odds: Odds
    basis: Literal["to_1", "for_1"]

    def paid(self, stake: Cents) -> Cents:
        """Everything credited for `stake`; raises InexactPayoutError if not whole cents."""
        return returned(stake, self.odds) if self.basis == "to_1" else winnings(stake, self.odds)


class FixedAward(Struct, frozen=True, tag="fixed"):
    """A dollar award that is all that is credited, whatever the stake."""

    cents: int


class MeterAward(Struct, frozen=True, tag="meter"):
    """A share of the amount on a meter of this wager, such as 100% of `main`."""

    meter: str
    percent: int


Award = OddsAward | FixedAward | MeterAward


class PaytableRow(Struct, frozen=True):
    """One winning outcome; `dynamic_for_1` are the raised odds that may replace its award."""

    outcome: str
    award: Award
    dynamic_for_1: tuple[int, ...] = ()


class MeterTerms(Struct, frozen=True):
    """How a meter starts, grows and restarts; rates are basis points of the wager.

    Exactly one of `seed_multiple` (of the wager) and `seed_cents` is set. `cap_cents` makes it a
    must-hit-by meter, which no hand wins: it pays when a contribution reaches a secret trigger.
    `floor_cents` is what the house lifts a restart from the reserve to, if it promised to (G-7).
    """

    meter: str
    seed_multiple: int | None
    seed_cents: int | None
    increment_bp: int
    reserve_bp: int
    reseeds_from: Literal["reserve", "seed"]
    cap_cents: int | None = None
    floor_cents: int = 0

    def seed_micros(self, stake: Cents) -> Micros:
        """The amount it starts with, and restarts with where it is reseeded from the seed."""
        if self.seed_cents is not None:
            return micros(Cents(self.seed_cents))
        assert self.seed_multiple is not None
        return micros(Cents(stake * self.seed_multiple))


class Paytable(Struct, frozen=True):
    """One payout table of a side wager, highest outcome first, with the decks it is permitted for."""

    wager: str
    paytable: str
    decks: tuple[int, ...]
    rows: tuple[PaytableRow, ...]
    meters: tuple[MeterTerms, ...]

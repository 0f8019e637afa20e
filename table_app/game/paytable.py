"""Paytables of side wagers: outcome -> odds, and what a stake is paid. Figures live in config."""

from typing import Literal

from msgspec import Struct

from table_app.money import Cents, Odds, returned, winnings

LOSE = "lose"


class PaytableRow(Struct, frozen=True):
    """One winning outcome and its odds.

    `to_1` pays the odds and returns the stake; `for_1` pays the odds and keeps it.
    """

    outcome: str
    odds: Odds
    basis: Literal["to_1", "for_1"]

    def paid(self, stake: Cents) -> Cents:
        """Everything credited for `stake`; raises InexactPayoutError if not whole cents."""
        return returned(stake, self.odds) if self.basis == "to_1" else winnings(stake, self.odds)


class Paytable(Struct, frozen=True):
    """The chosen paytable of one side wager, highest outcome first."""

    wager: str
    paytable: str
    rows: tuple[PaytableRow, ...]

    def paid(self, outcome: str, stake: Cents) -> Cents:
        """Everything credited for `stake` at `outcome`, 0 for `lose`."""
        if outcome == LOSE:
            return Cents(0)
        return next(row for row in self.rows if row.outcome == outcome).paid(stake)

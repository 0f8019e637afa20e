"""Everything the rules of one round are told: house rules and the side wagers on offer."""

from msgspec import Struct

from table_app.game.dynamic import DynamicWeights
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import MeterTerms, Paytable
from table_app.game.wagers import Options, SideWager
from table_app.money import TWO_TO_ONE, Cents, Odds

BLACKJACK = "blackjack"
INSURANCE = "insurance"
INSURANCE_PAYS: Odds = TWO_TO_ONE


class Validation(Struct, frozen=True):
    """From which fixed award on attendants validate: at an amount, or above odds of `n` for 1."""

    from_cents: int
    above_odds: int | None = None

    def is_needed(self, award_cents: int, odds: int | None) -> bool:
        """Whether an award of these cents, at these odds if it has any, is reserved."""
        if self.above_odds is not None:
            return odds is not None and odds > self.above_odds
        return award_cents >= self.from_cents


class OfferedWager(Struct, frozen=True):
    """A side wager as this table offers it.

    `stake_cents` is the one amount of a wager that has meters, else None. `meters` are the
    paytable's and a mystery meter's, as the operator chose them. `validation` is None where a
    fixed award is always credited at once. `weights` are those of Dynamic pays.
    """

    declared: SideWager
    paytable: Paytable
    options: Options = Options()
    stake_cents: int | None = None
    meters: tuple[MeterTerms, ...] = ()
    floor_cents: int = 0
    validation: Validation | None = None
    weights: DynamicWeights = DynamicWeights()

    @property
    def wager(self) -> str:
        return self.declared.wager

    @property
    def has_dynamic_pays(self) -> bool:
        return any(row.dynamic_for_1 for row in self.paytable.rows)

    def terms(self, meter: str) -> MeterTerms:
        """The terms of one of its meters by its short name, such as `main`."""
        return next(terms for terms in self.meters if terms.meter == meter)

    def meter_id(self, meter: str) -> str:
        """`lucky_ladies.main`."""
        return f"{self.wager}.{meter}"

    @property
    def stake(self) -> Cents:
        """The amount that its meters are reckoned in."""
        assert self.stake_cents is not None
        return Cents(self.stake_cents)


class RoundRules(Struct, frozen=True):
    """House rules, and the side wagers on offer in the order in which they lie on the layout."""

    house: HouseRules
    offered: tuple[OfferedWager, ...]

    def offer(self, wager: str) -> OfferedWager | None:
        """A side wager on offer, or None."""
        return next((offered for offered in self.offered if offered.wager == wager), None)

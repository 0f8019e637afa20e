"""Everything the rules of one round are told: house rules and the side wagers on offer."""

from msgspec import Struct
from msgspec.structs import force_setattr

from table_app.game.dynamic import DynamicWeights
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import MeterTerms, Paytable, PaytableRow
from table_app.game.wagers import Holds, Options, SideWager
from table_app.money import TWO_TO_ONE, Cents, Odds
from table_app.vocabulary.facts import Contribution

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
    fixed award is always credited at once. `weights` are those of Dynamic pays. `checks`,
    `contributions` and `must_hit_by` follow from the rest and are made once.
    """

    declared: SideWager
    paytable: Paytable
    options: Options = Options()
    stake_cents: int | None = None
    meters: tuple[MeterTerms, ...] = ()
    validation: Validation | None = None
    weights: DynamicWeights = DynamicWeights()
    checks: tuple[tuple[Holds, PaytableRow], ...] = ()
    contributions: tuple[Contribution, ...] = ()
    must_hit_by: tuple[MeterTerms, ...] = ()

    def __post_init__(self) -> None:
        """Join each row of the paytable with its predicate, highest first; reckon contributions."""
        rows = {row.outcome: row for row in self.paytable.rows}
        checks = tuple(
            (declared.holds, rows[declared.outcome])
            for declared in self.declared.outcomes
            if declared.outcome in rows
        )
        force_setattr(self, "checks", checks)
        force_setattr(self, "contributions", self._contributions() if self.meters else ())
        capped = tuple(terms for terms in self.meters if terms.cap_cents is not None)
        force_setattr(self, "must_hit_by", capped)

    def _contributions(self) -> tuple[Contribution, ...]:
        """What one wager adds to each meter: cents x basis points = micro-dollars exactly."""
        return tuple(
            Contribution(
                meter=self.meter_id(terms.meter),
                amount_micros=self.stake * terms.increment_bp,
                reserve_micros=self.stake * terms.reserve_bp,
            )
            for terms in self.meters
        )

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
    by_wager: dict[str, OfferedWager] = {}

    def __post_init__(self) -> None:
        """Find each wager by its id, once."""
        force_setattr(self, "by_wager", {offered.wager: offered for offered in self.offered})

    @property
    def must_hit_by(self) -> tuple[str, ...]:
        """The ids of all must-hit-by meters: a lock brings a fresh number for each."""
        return tuple(
            offered.meter_id(terms.meter)
            for offered in self.offered
            for terms in offered.must_hit_by
        )

    def offer(self, wager: str) -> OfferedWager | None:
        """A side wager on offer, or None."""
        return self.by_wager.get(wager)

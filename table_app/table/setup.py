"""One frozen Setup: everything `config/` says about a table. The loader fills it."""

from msgspec import Struct

from table_app.game.rules import RoundRules
from table_app.vocabulary.views import StrategyRow

SEATS_MAX = 7


class WagerLimits(Struct, frozen=True):
    """Limits of one wager, in cents; stakes are multiples of `step_cents`."""

    wager: str
    minimum_cents: int
    maximum_cents: int
    step_cents: int


class Timing(Struct, frozen=True):
    """How long players have, in milliseconds; `result_ms` is how long results stay at least."""

    bet_ms: int
    insurance_ms: int
    decision_ms: int
    result_ms: int


class TableSetup(Struct, frozen=True):
    """A table as configured; `rules_sha256` names the files it was read from.

    `strategy` is the help page's, empty where the config has none. `limits` begin with the Blackjack wager and hold every wager on offer in screen order.
    """

    name: str
    is_demo: bool
    decks: int
    seats: int
    rules: RoundRules
    limits: tuple[WagerLimits, ...]
    chips_cents: tuple[int, ...]
    demo_credit_cents: int
    timing: Timing
    rules_sha256: str
    strategy: tuple[StrategyRow, ...] = ()

    def limits_of(self, wager: str) -> WagerLimits | None:
        """The limits of a wager on offer, or None."""
        for limits in self.limits:
            if limits.wager == wager:
                return limits
        return None

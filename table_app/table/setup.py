"""One frozen Setup: everything `config/` says about a table. The loader fills it."""

from msgspec import Struct

from table_app.game.rules import RoundRules
from table_app.vocabulary.commands import Speed
from table_app.vocabulary.views import LegalTexts, StrategyRow

SEATS_MAX = 7


class WagerLimits(Struct, frozen=True):
    """Limits of one wager, in cents; stakes are multiples of `step_cents`."""

    wager: str
    minimum_cents: int
    maximum_cents: int
    step_cents: int


class Timing(Struct, frozen=True):
    """How long players have, in milliseconds; `result_ms` is how long results stay at least.

    A seat without credit that nobody touches for `session_ms` is free for the next player.
    """

    bet_ms: int
    insurance_ms: int
    decision_ms: int
    result_ms: int
    session_ms: int = 120_000


class Jurisdiction(Struct, frozen=True):
    """What the place where the table stands asks for beside its rules of play.

    No round begins sooner than `least_cycle_ms` after the one before it was locked; a reality
    check comes every `reality_check_ms` (None: never). `help_line_expires` is a date, `2027-06-30`.
    Of a record that has a witness, `unwitnessed_max` checkpoints may lack its cosignature.
    """

    name: str
    least_cycle_ms: int
    reality_check_ms: int | None
    speeds: tuple[Speed, ...]
    texts: tuple[LegalTexts, ...]
    help_line_expires: str
    unwitnessed_max: int = 20


NOWHERE = Jurisdiction("", 0, None, ("normal",), (LegalTexts("en", "", ""),), "9999-12-31")
"""Asks for nothing: a table that only replays rounds."""


class TableSetup(Struct, frozen=True):
    """A table as configured; `rules_sha256` names the files it was read from.

    `strategy` is the help page's, and `base_returns` the percentage of Blackjack wagers that it gets
    back, both empty where the config has none. `limits` begin with the Blackjack wager and hold every wager on offer in screen order.
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
    jurisdiction: Jurisdiction
    rules_sha256: str
    strategy: tuple[StrategyRow, ...] = ()
    base_returns: str = ""

    def limits_of(self, wager: str) -> WagerLimits | None:
        """The limits of a wager on offer, or None."""
        for limits in self.limits:
            if limits.wager == wager:
                return limits
        return None

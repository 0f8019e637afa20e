"""What every side wager declares: its outcomes, the moment it settles, the cards it sees."""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from table_app.game.hand import is_ace, is_ten_value
from table_app.vocabulary.cards import Card


class Moment(Enum):
    """When a wager settles, in the order of the round (design, section 5)."""

    DEALT = "dealt"
    """The first cards are out: before insurance, before the hole card is looked at."""
    HOLE_CARD_CHECKED = "hole_card_checked"
    HOLE_CARD_SHOWN = "hole_card_shown"
    DEALER_DONE = "dealer_done"
    """After every other optional wager, before the Blackjack wagers."""


class SeenCards(Struct, frozen=True):
    """The cards of one box and the dealer that a wager may look at when it settles.

    `hole` is None while no wager may know it. `third` is the first card dealt to the box after its
    first two, or the extra card of a dealer Blackjack; None when there was none.
    """

    player: tuple[Card, Card]
    upcard: Card
    hole: Card | None
    third: Card | None

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's first two cards, as far as they may be seen."""
        return (self.upcard,) if self.hole is None else (self.upcard, self.hole)

    @property
    def all_four(self) -> tuple[Card, ...]:
        return self.player + self.dealer

    @property
    def dealer_has_blackjack(self) -> bool:
        """Whether the dealer's first two cards are known to be an ace and a ten-value card."""
        upcard, hole = self.upcard, self.hole
        if hole is None:
            return False
        return (is_ace(upcard) and is_ten_value(hole)) or (is_ten_value(upcard) and is_ace(hole))


class Options(Struct, frozen=True):
    """What an operator chooses for a wager beside its paytable; empty where it has no such choice."""

    chosen_suit: str = ""
    third_card: str = ""


Holds = Callable[[SeenCards, Options], bool]


class Outcome(Struct, frozen=True):
    """A winning outcome and the predicate that says whether the cards make it."""

    outcome: str
    holds: Holds


def may_always_win(_cards: SeenCards) -> bool:
    """Most wagers' outcomes are few enough to look through."""
    return True


def always_at(moment: Moment) -> Callable[[tuple[Card, Card], Card], Moment]:
    """A wager whose moment no card changes."""
    return lambda _player, _upcard: moment


def no_extra_card(_player: tuple[Card, ...], _options: Options) -> bool:
    """Most wagers deal no card of their own."""
    return False


class SideWager(Struct, frozen=True):
    """A side wager: everything that its section of law says and no paytable prints.

    `outcomes` are all winning ones, highest first.

    `may_win` is asked first and spares a wager that mostly loses a look through its outcomes: where
    it says no, none of them holds.

    `moment_of` says from the player's first two cards and the upcard alone when it settles: nothing
    hidden may show in it. `paytable_rows` names the rows of a paytable that lacks some outcomes.
    `splits_small_shares` false gives each winner of less than 100% of a meter a share of its own.
    `wants_extra_card` says for which first two cards a dealer Blackjack deals the box one more.
    `stakes_cents` are the only stakes that the law knows (empty: any), `least_seed_cents` the least
    seed by stake, both by `stakes_clause` of the section. `choices` are the keys that an operator may set for it. Fixed awards above
    `validated_above_odds` for 1 are validated by attendants (None: from an amount on).
    """

    wager: str
    section: str
    outcomes: tuple[Outcome, ...]
    moment_of: Callable[[tuple[Card, Card], Card], Moment]
    may_win: Callable[[SeenCards], bool] = may_always_win
    paytable_rows: dict[str, tuple[str, ...]] = {}
    splits_small_shares: bool = True
    wants_extra_card: Callable[[tuple[Card, ...], Options], bool] = no_extra_card
    stakes_cents: tuple[int, ...] = ()
    stakes_clause: str = ""
    least_seed_cents: dict[int, int] = {}
    choices: frozenset[str] = frozenset()
    default_options: Options = Options()
    validated_above_odds: int | None = None

    def rows_of(self, paytable: str) -> tuple[str, ...]:
        """The outcomes that a paytable must pay, highest first."""
        return self.paytable_rows.get(
            paytable, tuple(declared.outcome for declared in self.outcomes)
        )

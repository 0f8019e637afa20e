"""The Blackjack wager (chapter 633a): basic strategy and its exact expectation for house rules.

The strategy knows totals, not the cards that make them; the chances know every card dealt. The
expectation is exact for that strategy, splits and resplits included: `splitting` says why. No
hand looks at another hand's cards, insurance and even money are not taken, and a dealer Blackjack
is found before anybody acts, so it costs no more than the first wager.
"""

from fractions import Fraction

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.odds.composition import falling
from table_app.odds.dealer import VALUES
from table_app.odds.strategy import StrategyTable, entry_key
from table_app.odds.upcard_game import UpcardGame

DECKS_MAX = 8


class BaseGame(Struct, frozen=True):
    """`expectation` is what a wager of 1 wins on average, its stake not counted."""

    house_rules: str
    decks: int
    expectation: Fraction
    strategy: StrategyTable


def base_game(rules: HouseRules, decks: int) -> BaseGame:
    """Solves the game; some seconds of work, so whoever asks often should keep the answer."""
    if not 1 <= decks <= DECKS_MAX:
        raise BadInputError(f"decks: must be 1 to {DECKS_MAX}, not {decks} (633a.3)")
    pays = Fraction(rules.blackjack_pays.pays, rules.blackjack_pays.per)
    shoe = (4 * decks,) * 9 + (16 * decks,)
    games = {upcard: UpcardGame(rules, shoe, upcard) for upcard in VALUES}
    return BaseGame(
        house_rules=rules.name,
        decks=decks,
        expectation=sum(
            (
                Fraction(4 if upcard == 10 else 1, 13) * game.expectation(pays)
                for upcard, game in games.items()
            ),
            Fraction(0),
        ),
        strategy=StrategyTable(
            entries={
                entry_key(kind, points, upcard): actions
                for upcard, game in games.items()
                for (kind, points), actions in game.entries.items()
            }
        ),
    )


def basic_strategy(rules: HouseRules, decks: int) -> StrategyTable:
    """The strategy alone, for a help page or a simulated player."""
    return base_game(rules, decks).strategy


def count_first_deals(decks: int) -> dict[str, int]:
    """Ordered deals of two cards to the player and two to the dealer, by what is settled at once.

    `lose` is a dealer Blackjack against none; `played` are all deals that go on to decisions.
    """
    aces, tens, cards = 4 * decks, 16 * decks, 52 * decks
    one_side = 2 * aces * tens * falling(cards - 2, 2)
    both = 2 * aces * tens * 2 * (aces - 1) * (tens - 1)
    return {
        "blackjack": one_side - both,
        "push": both,
        "played": falling(cards, 4) - 2 * one_side + both,
        "lose": one_side - both,
    }

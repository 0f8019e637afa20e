"""The game against one upcard: basic strategy found, and its expectation, from whole numbers.

Worth is counted in half wagers as ordered draws: a hand of s cards in front of a shoe of m is
worth its number over m x (m - 1) x ... with as many factors as the dealer and a player could draw
more. A dealer Blackjack is left out of every worth; the caller counts it once.
"""

from collections.abc import Callable

from msgspec import Struct

from table_app.game.house_rules import HouseRules
from table_app.odds.dealer import Dealer
from table_app.odds.strategy import Kind
from table_app.vocabulary.views import Action

_PLAYER_CARDS = 21
"""No hand has more cards: each counts at least 1."""

_DOUBLED = 2
_WAGER = 2  # in half wagers
_SURRENDERED = -1


class _Hand(Struct, frozen=True):
    hard: int
    has_ace: bool
    size: int

    def and_card(self, value: int) -> "_Hand":
        return _Hand(self.hard + value, self.has_ace or value == 1, self.size + 1)

    @property
    def kind(self) -> Kind:
        return "soft" if self.has_ace and self.hard <= 11 else "hard"

    @property
    def points(self) -> int:
        return self.hard + 10 if self.kind == "soft" else self.hard


Worth = Callable[[_Hand], int]


class UpcardGame:
    """All hands against one upcard, from a shoe of so many decks."""

    def __init__(self, rules: HouseRules, decks: int, upcard: int) -> None:
        self._rules = rules
        self._upcard = upcard
        self._counts = [4 * decks] * 9 + [16 * decks]
        self._counts[upcard - 1] -= 1
        self._dealer = Dealer(upcard, hits_soft_17=rules.dealer_hits_soft_17)
        self._dealers: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        self._played: dict[tuple[tuple[int, ...], _Hand], int] = {}
        self.entries: dict[tuple[Kind, int], tuple[Action, ...]] = {
            ("hard", 21): ("stand",),
            ("soft", 21): ("stand",),
        }
        self._splits = {value: self._split_worth(value) for value in self._find_totals()}
        self._find_pairs()

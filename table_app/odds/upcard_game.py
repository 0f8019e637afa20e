"""The game against one upcard: its basic strategy and its expectation, from whole numbers.

Worth is counted in half wagers, over all ordered draws of as many cards as the dealer and the
hand could still take: whole numbers that compare and add as long as hands are of one size and
shoes of one size. A dealer Blackjack has no part in a worth: it takes one wager, no more.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from table_app.game.house_rules import HouseRules
from table_app.odds.composition import falling
from table_app.odds.dealer import DRAWS, TOTALS, VALUES, Dealer
from table_app.odds.splitting import split_terms
from table_app.odds.strategy import Kind
from table_app.vocabulary.views import Action

_HAND_CARDS = 21
"""No hand has more cards: each counts at least 1."""

_WAGER = 2
_HALF_WAGER = 1

_TOTALS_IN_ORDER: tuple[tuple[Kind, int], ...] = (
    *(("hard", points) for points in range(20, 10, -1)),
    *(("soft", points) for points in range(20, 11, -1)),
    *(("hard", points) for points in range(10, 3, -1)),
)
"""A card more leads from each total to totals before it, or to 21 or more."""


class UpcardGame:
    """All hands against one upcard, from a shoe of so many cards of each value.

    `entries` are the best actions of each total and pair, the best first: those of a total are the
    best for its two-card hands, weighed by how often each is dealt; a pair counts as a total
    where no other two cards make it. More cards, and hands after a split, follow the same entries.
    """

    def __init__(self, rules: HouseRules, shoe: tuple[int, ...], upcard: int) -> None:
        self._rules = rules
        self._counts = list(shoe)
        self._counts[upcard - 1] -= 1
        self._dealer = Dealer(upcard, hits_soft_17=rules.dealer_hits_soft_17)
        self._dealt: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        self._played: dict[tuple[int, bool, int, tuple[int, ...]], int] = {}
        self.entries: dict[tuple[Kind, int], tuple[Action, ...]] = {
            ("hard", 21): ("stand",),
            ("soft", 21): ("stand",),
        }
        for kind, points in _TOTALS_IN_ORDER:
            self.entries[kind, points] = self._best_for_total(kind, points)
        self._pair_worth = {value: self._best_for_pair(value) for value in VALUES}

    def expectation(self, blackjack_pays: Fraction) -> Fraction:
        """What a wager wins on average against this upcard, its stake not counted."""
        total = Fraction(0)
        for first in VALUES:
            for second in range(first, 11):
                ways = self._ways(first, second)
                with self._taken(first, second):
                    total += ways * self._dealt_worth(first, second, blackjack_pays)
        return total / falling(sum(self._counts), 2)

    def _dealt_worth(self, first: int, second: int, blackjack_pays: Fraction) -> Fraction:
        """In wagers, of a hand whose cards have been taken; a dealer Blackjack is counted here."""
        free = Fraction(self._no_blackjack(), falling(sum(self._counts), DRAWS))
        if (first, second) == (1, 10):
            return blackjack_pays * free
        if first == second:
            worth = self._pair_worth[first]
        else:
            total = _total(first + second, has_ace=first == 1)
            action = self.entries[total][0]
            worth = Fraction(self._act(action, first + second, has_ace=first == 1))
        return worth / (_WAGER * self._draws(2)) - (1 - free)

    def _best_for_total(self, kind: Kind, points: int) -> tuple[Action, ...]:
        worth: dict[Action, int] = dict.fromkeys(self._asked(kind, points), 0)
        for first, second in _two_cards(kind, points):
            ways = self._ways(first, second)
            with self._taken(first, second):
                for action in worth:
                    worth[action] += ways * self._act(action, first + second, has_ace=first == 1)
        last: Action = "hit" if worth["hit"] > worth["stand"] else "stand"
        better = [action for action in worth if worth[action] > worth[last]]
        return (*sorted(better, key=worth.__getitem__, reverse=True), last)

    def _asked(self, kind: Kind, points: int) -> Iterator[Action]:
        yield from ("stand", "hit")
        if self._rules.double_any_two or (kind == "hard" and 9 <= points <= 11):
            yield "double"
        if self._rules.late_surrender:
            yield "surrender"

    def _best_for_pair(self, value: int) -> Fraction:
        """Enters a pair and returns what it is worth: split, surrendered, or played as a total."""
        kind, points = _total(2 * value, has_ace=value == 1)
        as_total = tuple(act for act in self.entries[kind, points] if act != "surrender")
        with self._taken(value, value):
            played = self._act(as_total[0], 2 * value, has_ace=value == 1)
            worth: dict[Action, Fraction] = {as_total[0]: Fraction(played)}
            if self._rules.late_surrender:
                worth["surrender"] = Fraction(self._surrendered(2))
            if self._may_split(value):
                worth["split"] = self._split(value) * self._draws(2)
        better = [act for act in worth if worth[act] > worth[as_total[0]]]
        self.entries["pair", value] = (
            *sorted(better, key=worth.__getitem__, reverse=True),
            *as_total,
        )
        return max(worth.values())

    def _may_split(self, value: int) -> bool:
        """Ten-values of one rank are no other than all ten-values here, and best never split."""
        by_rank = self._rules.split_by == "rank"
        return self._rules.resplit_hands > 1 and not (by_rank and value == 10)

    def _split(self, value: int) -> Fraction:
        """In half wagers, of a pair whose cards have been taken."""
        hands_max = self._rules.resplit_hands
        if value == 1 and not self._rules.resplit_aces:
            hands_max = 2
        size, left = sum(self._counts), self._counts[value - 1]
        worth = Fraction(0)
        for term in split_terms(hands_max):
            drawn = falling(left, term.pairs)
            if drawn:
                with self._taken(*[value] * term.pairs):
                    one = self._split_hand(value, may_pair=term.is_last)
                    worth += Fraction(
                        term.hands * drawn * one, falling(size, term.pairs) * self._draws(1)
                    )
        return worth

    def _split_hand(self, value: int, *, may_pair: bool) -> int:
        """A hand of one card of a split pair, over the second card that it gets."""
        worth = 0
        for second in VALUES:
            count = self._counts[second - 1]
            if count and (may_pair or second != value):
                with self._taken(second):
                    worth += count * self._after_split(value, second)
        return worth

    def _after_split(self, value: int, second: int) -> int:
        hard, has_ace = value + second, 1 in {value, second}
        if value == 1 and self._rules.one_card_per_split_ace:
            return self._result(hard, has_ace=has_ace, size=2)
        actions = self.entries[_total(hard, has_ace=has_ace)]
        if self._rules.double_after_split and "double" in actions:
            return self._act("double", hard, has_ace=has_ace)
        return self._act(actions[-1], hard, has_ace=has_ace)

    def _act(self, action: Action, hard: int, *, has_ace: bool) -> int:
        """The worth of an action on two cards that have been taken; never to split."""
        match action:
            case "hit":
                return self._hit(hard, has_ace=has_ace, size=2)
            case "double":
                return 2 * sum(
                    count * self._result_with(value, hard, has_ace=has_ace)
                    for value, count in enumerate(self._counts, start=1)
                    if count
                )
            case "surrender":
                return self._surrendered(2)
            case _:
                return self._result(hard, has_ace=has_ace, size=2)

    def _hit(self, hard: int, *, has_ace: bool, size: int) -> int:
        worth = 0
        for value in VALUES:
            count = self._counts[value - 1]
            if count:
                self._counts[value - 1] -= 1
                worth += count * self._play(
                    hard + value, has_ace=has_ace or value == 1, size=size + 1
                )
                self._counts[value - 1] += 1
        return worth

    def _play(self, hard: int, *, has_ace: bool, size: int) -> int:
        """A hand of three cards or more, played on by its entries."""
        if hard > 20 or self.entries[_total(hard, has_ace=has_ace)][-1] == "stand":
            return self._result(hard, has_ace=has_ace, size=size)
        key = (hard, has_ace, size, tuple(self._counts))
        if key not in self._played:
            self._played[key] = self._hit(hard, has_ace=has_ace, size=size)
        return self._played[key]

    def _result_with(self, value: int, hard: int, *, has_ace: bool) -> int:
        with self._taken(value):
            return self._result(hard + value, has_ace=has_ace or value == 1, size=3)

    def _result(self, hard: int, *, has_ace: bool, size: int) -> int:
        """A hand that takes no more cards, against the dealer's."""
        if hard > 21:
            return -_WAGER * self._no_blackjack() * self._rest(size)
        points = _total(hard, has_ace=has_ace)[1]
        no_blackjack, weights = self._dealers()
        reached = sum(weights[index] for index, of in enumerate(TOTALS) if of >= points)
        beaten = sum(weights[index] for index, of in enumerate(TOTALS) if of > points)
        return _WAGER * (no_blackjack - reached - beaten) * self._rest(size)

    def _surrendered(self, size: int) -> int:
        return -_HALF_WAGER * self._no_blackjack() * self._rest(size)

    def _dealers(self) -> tuple[int, tuple[int, ...]]:
        key = tuple(self._counts)
        if key not in self._dealt:
            self._dealt[key] = (self._no_blackjack(), self._dealer.weights(self._counts))
        return self._dealt[key]

    def _no_blackjack(self) -> int:
        return self._dealer.no_blackjack(self._counts)

    def _rest(self, size: int) -> int:
        """Draws of the cards that neither the dealer nor the hand, of so many cards, takes."""
        return falling(sum(self._counts) - DRAWS, _HAND_CARDS - size)

    def _draws(self, size: int) -> int:
        """All draws over which a hand of so many cards is counted."""
        return falling(sum(self._counts), DRAWS + _HAND_CARDS - size)

    def _ways(self, first: int, second: int) -> int:
        """Ordered deals of these two values to the hand."""
        count = self._counts[first - 1]
        if first == second:
            return falling(count, 2)
        return 2 * count * self._counts[second - 1]

    @contextmanager
    def _taken(self, *values: int) -> Iterator[None]:
        for value in values:
            self._counts[value - 1] -= 1
        yield
        for value in values:
            self._counts[value - 1] += 1


def _total(hard: int, *, has_ace: bool) -> tuple[Kind, int]:
    return ("soft", hard + 10) if has_ace and hard <= 11 else ("hard", hard)


def _two_cards(kind: Kind, points: int) -> tuple[tuple[int, int], ...]:
    """Values of two cards that make a total, the lower first: a pair only if nothing else does."""
    if kind == "soft":
        return ((1, points - 11),)
    unequal = tuple((low, points - low) for low in VALUES if low != 1 and low < points - low <= 10)
    return unequal or ((points // 2, points // 2),)

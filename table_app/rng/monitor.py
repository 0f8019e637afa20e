"""Watches the cards of finished rounds, in service, and says when they lean. Pure; stops nothing.

**The test.** Each watch is a bet against the generator: that the cells it counts (ranks, cards, the
first card of a shoe) are not equally likely. Before each round it fixes a weight for every cell from
the rounds before. Each dealt card multiplies the watch's stake by (chance of that card among those
left in the shoe if cards were drawn by weight) / (its chance if every card left is equally likely).
If the shoe is fair, the expected value of that factor is exactly 1, whatever was dealt before and
however play decides how many cards a round takes: the stake is a martingale that begins at 1. So is
the mean of all stakes, and by Ville's inequality it ever reaches 2^40 with a chance of at most 2^-40.
No approximation is in this, and looking after each round costs nothing.

**The rate of false alarms.** The stakes begin again at 1 after 2^16 rounds, lest years of fairness
hide what begins today. A table that deals a round every three seconds all year begins 161 times, so
a false alarm in a year has a chance of at most 161 * 2^-40, which is 1.5 in 10^10: less than one in
10^6 for as many as a million beginnings a year. Floats lose far less than that here: each step errs
by a few in 10^16, and there are about two million of them.

**What it sees.** What leans by a few parts of a hundred, within thousands of rounds: over all cards of
a round, and at each of its first four places, which every round deals whoever plays. Never a bias of one
part in a thousand, which only a laboratory's millions of shoes show, nor a lean of a later place alone.
"""

from collections.abc import Sequence
from math import exp, log

from msgspec import Struct

from table_app.vocabulary.cards import DECK, RANKS, Card, rank

ALARM = 40 * log(2)
"""The logarithm of what the mean stake must reach: a chance of at most 2^-40 if the shoe is fair."""

ROUNDS_PER_BEGINNING = 2**16

DOUBT = 400
"""Observations of each cell that a watch holds against its weights: a lean of 1/20 is what it bets on."""


class Drift(Struct, frozen=True):
    """Cards that lean: what was watched, and over how many rounds."""

    watched: str
    rounds: int


class DriftMonitor:
    """The watches of one table, whose shoes hold `decks` decks."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._begin()

    def _begin(self) -> None:
        self._rounds = 0
        ranks = {card: RANKS.index(rank(card)) for card in DECK}
        cards = {card: place for place, card in enumerate(DECK)}
        self._watches = (
            _Watch("ranks", ranks, self._decks, slice(None)),
            _Watch("cards", cards, self._decks, slice(None)),
            _Watch("first cards", cards, self._decks, slice(1)),
            _Watch("second cards", ranks, self._decks, slice(1, 2)),
            _Watch("third cards", ranks, self._decks, slice(2, 3)),
            _Watch("fourth cards", ranks, self._decks, slice(3, 4)),
        )

    def take(self, dealt: Sequence[Card]) -> Drift | None:
        """The cards of one finished round, in the order in which they left its fresh shoe."""
        if self._rounds == ROUNDS_PER_BEGINNING:
            self._begin()
        self._rounds += 1
        for watch in self._watches:
            watch.take(dealt)
        most = max(self._watches, key=lambda watch: watch.stake)
        mean = sum(exp(watch.stake - most.stake) for watch in self._watches) / len(self._watches)
        if most.stake + log(mean) < ALARM:
            return None
        return Drift(most.watched, self._rounds)


class _Watch:
    """One bet on the cards at these places; `stake` is the logarithm of what it has become."""

    def __init__(self, watched: str, cells: dict[Card, int], decks: int, places: slice) -> None:
        self.watched = watched
        self.stake = 0.0
        self._cells = cells
        self._places = places
        self._shoe_cards = decks * len(DECK)
        self._cell_count = max(cells.values()) + 1
        self._seen = [DOUBT] * self._cell_count
        self._total = DOUBT * self._cell_count

    def take(self, dealt: Sequence[Card]) -> None:
        cells = [self._cells[card] for card in dealt[self._places]]
        seen, left = self._seen, self._shoe_cards
        # Weights are the counts themselves; of a full shoe each cell holds an equal part. One card
        # alone, at whatever place, is as if drawn first.
        weight_left = left * self._total / self._cell_count
        factor = 1.0
        for cell in cells:
            weight = seen[cell]
            factor *= weight * left / weight_left
            weight_left -= weight
            left -= 1
        self.stake += log(factor)
        for cell in cells:
            seen[cell] += 1
        self._total += len(cells)

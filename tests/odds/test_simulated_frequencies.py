"""The table deals what its par sheets say: 2 x 10^5 rounds of seven seats, the real generator.

Run by `make proofs`. Seats of one round share the dealer's cards, so an outcome is counted per
round, and its spread is measured over rounds.
"""

from collections import Counter

import pytest

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.odds import offered_sheet
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import rank
from table_app.vocabulary.facts import WagerSettled
from tests.benchmarks.rounds import Table

ROUNDS = 200_000
SIGMAS = 4


class TakesAThirdCard(Table):
    """Plays plainly, but always draws on two sevens, as the par sheet of Blazing 7's assumes."""

    def choose(self) -> c.RoundCommand:
        current = self.state.round
        assert current is not None
        if current.turn is not None:
            box = current.box(current.turn.seat)
            assert box is not None
            cards = box.hands[current.turn.hand].cards
            if len(cards) == 2 and all(rank(card) == "7" for card in cards):
                return c.Hit(current.turn.seat, current.turn.hand)
        return super().choose()


@pytest.mark.proof
def test_every_outcome_comes_as_often_as_its_par_sheet_says() -> None:
    setup = load_table(default_table(), shipped_config())
    table = TakesAThirdCard(setup)
    sums: Counter[tuple[str, str]] = Counter()
    squares: Counter[tuple[str, str]] = Counter()

    for _ in range(ROUNDS):
        table.play()
        seen = Counter(
            (fact.wager, fact.outcome)
            for fact in table.state.round_facts
            if isinstance(fact, WagerSettled)
        )
        for outcome, count in seen.items():
            sums[outcome] += count
            squares[outcome] += count * count

    too_far = []
    for offered in setup.rules.offered:
        for line in offered_sheet(offered, setup.decks).outcomes:
            key = (offered.wager, line.outcome)
            expected = setup.seats * line.combinations / line.total
            mean = sums[key] / ROUNDS
            spread = max(squares[key] / ROUNDS - mean * mean, expected)
            if abs(mean - expected) > SIGMAS * (spread / ROUNDS) ** 0.5:
                too_far.append((key, mean, expected))
    assert too_far == []

"""Our counts, made by combinatorics, against the wagers' own predicates over every single deal."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import prod

import pytest

from table_app.game.wagers import SIDE_WAGERS, Options, SeenCards
from table_app.odds.composition import Composition, falling, full_shoe
from table_app.odds.counts import COUNTED_WAGERS, count_deals, count_outcomes
from table_app.vocabulary.cards import DECK, Card, card
from tests.odds.sheets import tables

SMALL_SHOES = {
    "mixed": "AS AS AS AH AH AD KS KS KS KH QH QH QH JS TS TH TD 9H 9S 7D 7D 7D 2C",
    "few": "AH AH AD QH QH KH JH TH TC 9D 7S 7S 7C",
    "sevens": "7S 7S 7S 7C 7C 7H 7D 7D AS AC QH QH 2S 3S 3D 4S 4D",
    "one color": "AS AS AS AC AC KS KS KC QS QS JS JC TC TC 9C 9S 7C 7S",
    "aces and kings": "AS AS AS AS AH AH AD AC KS KS KS KH KH KD KC QH",
    "low straights": "AS AS 2S 2H 3S 3D 3D 4S 5S QS KS KD JC TC 9D 8D",
}
Deal = tuple[Card, ...]


def winning_outcome(wager: str, paytable: str, deal: Deal, chosen_suit: str) -> str:
    """The highest row whose predicate holds, or `lose`; none may hold where `may_win` says no."""
    player, upcard, last = (deal[0], deal[1]), deal[2], deal[-1]
    is_blazing = wager == "blazing_7s"
    seen = SeenCards(
        player=player,
        upcard=upcard,
        hole=None if is_blazing or wager == "dynamic_21_3" else last,
        third=last if is_blazing else None,
    )
    rows = SIDE_WAGERS[wager].rows_of(paytable)
    options = Options(chosen_suit=chosen_suit)
    won = next(
        (
            declared.outcome
            for declared in SIDE_WAGERS[wager].outcomes
            if declared.outcome in rows and declared.holds(seen, options)
        ),
        "lose",
    )
    assert won == "lose" or SIDE_WAGERS[wager].may_win(seen)
    return won


def ways(deal: Deal, counts: Mapping[Card, int]) -> int:
    """In how many ways cards of these kinds leave the shoe in this order."""
    return prod(falling(counts[kind], draws) for kind, draws in Counter(deal).items())


@pytest.mark.parametrize("shoe_name", SMALL_SHOES)
@pytest.mark.parametrize("wager", COUNTED_WAGERS)
def test_counts_agree_with_the_rules_over_every_deal_of_a_small_shoe(
    wager: str, shoe_name: str
) -> None:
    counts = Counter(card(text) for text in SMALL_SHOES[shoe_name].split())
    shoe = Composition(counts)
    cards = 3 if wager in {"dynamic_21_3", "blazing_7s"} else 4
    paytables = {SIDE_WAGERS[wager].rows_of(name): name for name in tables(wager).paytables}

    for rows, name in paytables.items():
        found: Counter[str] = Counter()
        for deal in product(counts, repeat=cards):
            if weight := ways(deal, counts):
                found[winning_outcome(wager, name, deal, "H")] += weight
        counted = count_outcomes(wager, shoe, chosen_suit="H")

        assert {row: counted[row] for row in rows} == {row: found[row] for row in rows}
        assert found.total() == count_deals(wager, shoe)


@pytest.mark.proof
@pytest.mark.parametrize("wager", COUNTED_WAGERS)
def test_counts_agree_with_the_rules_over_every_deal_of_real_shoes(wager: str) -> None:
    """Every kind of deal is judged once; decks matter only through how often a card repeats."""
    judged: Counter[tuple[str, str, tuple[int, ...]]] = Counter()
    paytables = {SIDE_WAGERS[wager].rows_of(name): name for name in tables(wager).paytables}
    for deal, orders in _deals_of(wager):
        repeats = tuple(sorted(Counter(deal).values()))
        for name in paytables.values():
            judged[name, winning_outcome(wager, name, deal, "S"), repeats] += orders

    for rows, name in paytables.items():
        for decks in range(1, 9):
            counted = count_outcomes(wager, full_shoe(decks), chosen_suit="S")
            found: Counter[str] = Counter()
            for (judged_name, outcome, repeats), orders in judged.items():
                weight = orders * prod(falling(decks, often) for often in repeats)
                found[outcome] += weight if judged_name == name else 0
            assert {row: counted[row] for row in rows} == {row: found[row] for row in rows}
            assert found.total() == count_deals(wager, full_shoe(decks))


def _deals_of(wager: str) -> Iterator[tuple[Deal, int]]:
    """Kinds of deals, the player's two cards without their order, and how many orders that is."""
    rest = 1 if wager in {"dynamic_21_3", "blazing_7s"} else 2
    for player in combinations_with_replacement(DECK, 2):
        orders = 1 if player[0] == player[1] else 2
        for others in product(DECK, repeat=rest):
            yield (*player, *others), orders

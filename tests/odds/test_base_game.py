"""The base game against published expectations, textbook strategy, and hands played one by one.

The published figures are for strategy that knows the cards of a hand; ours knows its total alone,
which costs a few thousandths of a percent with many decks and about a hundredth with two.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from table_app.config_loader import load_house_rules, shipped_config
from table_app.errors import BadInputError
from table_app.game.house_rules import HouseRules
from table_app.odds import BaseGame, base_game, count_first_deals
from table_app.odds.composition import falling
from table_app.odds.dealer import DRAWS, Dealer
from table_app.odds.splitting import split_terms
from table_app.odds.strategy import Kind
from table_app.odds.upcard_game import UpcardGame

PENNSYLVANIA = load_house_rules(shipped_config(), "pennsylvania", asked_by=Path("test"))
FOUR_HANDS = replace(PENNSYLVANIA, resplit_hands=4)
NO_SURRENDER = replace(FOUR_HANDS, late_surrender=False)
HITS_SOFT_17 = replace(NO_SURRENDER, dealer_hits_soft_17=True)

# First choices against 2 3 4 5 6 7 8 9 T A, as strategy cards print them for four to eight decks,
# dealer stands on soft 17, double after split, late surrender.
TEXTBOOK_HARD = {
    8: "HHHHHHHHHH",
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRR",
    17: "SSSSSSSSSS",
}
TEXTBOOK_SOFT = {
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SDDDDSSHHH",
    19: "SSSSSSSSSS",
}
TEXTBOOK_PAIRS = {
    1: "PPPPPPPPPP",
    2: "PPPPPPHHHH",
    3: "PPPPPPHHHH",
    4: "HHHPPHHHHH",
    5: "DDDDDDDDHH",
    6: "PPPPPHHHHH",
    7: "PPPPPPHHHH",
    8: "PPPPPPPPPP",
    9: "PPPPPSPPSS",
    10: "SSSSSSSSSS",
}
UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


@cache
def six_decks() -> BaseGame:
    return base_game(FOUR_HANDS, 6)


def test_six_decks_with_late_surrender_come_within_a_hundredth_of_the_published_figure() -> None:
    published = Fraction("-0.003303")

    assert published - Fraction(1, 10_000) < six_decks().expectation < published


@pytest.mark.parametrize(
    ("kind", "printed"),
    [("hard", TEXTBOOK_HARD), ("soft", TEXTBOOK_SOFT), ("pair", TEXTBOOK_PAIRS)],
)
def test_the_strategy_is_the_textbook_one(kind: Kind, printed: dict[int, str]) -> None:
    strategy = six_decks().strategy
    ours = {
        points: "".join(LETTERS[strategy.actions(kind, points, up)[0]] for up in UPCARDS)
        for points in printed
    }

    assert ours == printed


def test_an_action_that_is_not_permitted_gives_way_to_the_next_best() -> None:
    strategy = six_decks().strategy

    assert strategy.best("pair", 8, 10, {"hit", "stand", "split", "surrender"}) == "split"
    assert strategy.best("pair", 8, 10, {"hit", "stand", "surrender"}) == "surrender"
    assert strategy.best("pair", 8, 10, {"hit", "stand"}) == "hit"
    assert strategy.best("soft", 18, 3, {"hit", "stand"}) == "stand"
    assert strategy.best("hard", 5, 2, set()) == "stand"


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "decks", "published", "worse_at_most"),
    [
        (HITS_SOFT_17, 6, "-0.006154", "0.0001"),
        (NO_SURRENDER, 8, "-0.004306", "0.0001"),
        (HITS_SOFT_17, 2, "-0.003804", "0.0002"),
    ],
)
def test_other_rules_come_close_to_their_published_figures(
    rules: HouseRules, decks: int, published: str, worse_at_most: str
) -> None:
    found = base_game(rules, decks).expectation

    assert Fraction(published) - Fraction(worse_at_most) < found < Fraction(published)


@pytest.mark.parametrize("decks", [0, 9])
def test_a_shoe_of_no_or_too_many_decks_is_refused(decks: int) -> None:
    with pytest.raises(BadInputError, match="decks"):
        base_game(PENNSYLVANIA, decks)


def test_the_first_deals_add_up_to_all() -> None:
    assert sum(count_first_deals(6).values()) == falling(312, 4)
    assert count_first_deals(1)["push"] == 2 * 4 * 16 * 2 * 3 * 15


@pytest.mark.parametrize("upcard", range(1, 11))
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_dealer_ends_as_often_as_when_dealt_card_by_card(
    upcard: int, hits_soft_17: bool
) -> None:
    shoe = [4] * 9 + [16]
    shoe[upcard - 1] -= 1
    dealer = Dealer(upcard, hits_soft_17=hits_soft_17)
    ends = dealt_card_by_card(tuple(shoe), upcard, hits_soft_17=hits_soft_17)
    every = falling(51, DRAWS)

    assert [Fraction(weight, every) for weight in dealer.weights(shoe)] == [
        ends.get(total, 0) for total in range(17, 22)
    ]
    assert Fraction(dealer.no_blackjack(shoe), every) == sum(ends.values())


@pytest.mark.parametrize("hands_max", [2, 3, 4])
@pytest.mark.parametrize("upcard", [1, 10])
def test_a_split_is_worth_what_its_hands_win_when_played_one_after_the_other(
    hands_max: int, upcard: int
) -> None:
    """Four values are enough to pair again, hit, double, bust and meet a dealer Blackjack."""
    shoe = [9, 0, 8, 0, 0, 0, 0, 12, 0, 20]
    game = UpcardGame(replace(PENNSYLVANIA, resplit_hands=hands_max), tuple(shoe), upcard)
    shoe[upcard - 1] -= 1
    shoe[7] -= 2
    game._counts[7] -= 2

    assert game._split(8) == 2 * played_one_by_one(game, tuple(shoe), upcard, hands_max)


def test_a_pair_split_once_makes_two_hands_and_no_more() -> None:
    (term,) = split_terms(2)

    assert (term.hands, term.pairs, term.is_last) == (2, 0, True)


def without(shoe: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(count - (at == value) for at, count in enumerate(shoe, start=1))


def draws(shoe: tuple[int, ...]) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
    for value, count in enumerate(shoe, start=1):
        if count:
            yield value, Fraction(count, sum(shoe)), without(shoe, value)


def points(cards: tuple[int, ...]) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


@cache
def dealt_card_by_card(
    shoe: tuple[int, ...], upcard: int, *, hits_soft_17: bool, cards: tuple[int, ...] = ()
) -> dict[int, Fraction]:
    """Chances of the dealer's totals, 22 being a bust; a Blackjack is left out."""
    hand = (upcard, *cards)
    total = points(hand)
    if len(hand) == 2 and total == 21:
        return {}
    is_soft_17 = total == 17 and sum(hand) == 7
    if total > 17 or (total == 17 and not (is_soft_17 and hits_soft_17)):
        return {min(total, 22): Fraction(1)}
    ends: dict[int, Fraction] = {}
    for value, chance, rest in draws(shoe):
        more = dealt_card_by_card(
            rest, upcard, hits_soft_17=hits_soft_17, cards=tuple(sorted((*cards, value)))
        )
        for end, part in more.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * part
    return ends


def played_one_by_one(
    game: UpcardGame, shoe: tuple[int, ...], upcard: int, hands_max: int
) -> Fraction:
    """Wagers won by a pair of eights, played as at the table: left hand first, hole card dealt."""

    @cache
    def hands_to_play(
        shoe: tuple[int, ...], hole: int, waiting: int, results: tuple[tuple[int, int], ...]
    ) -> Fraction:
        if waiting == 0:
            return settled(shoe, hole, results)
        worth = Fraction(0)
        for value, chance, rest in draws(shoe):
            if value == 8 and waiting + len(results) < hands_max:
                worth += chance * hands_to_play(rest, hole, waiting + 1, results)
            else:
                worth += chance * one_hand(rest, hole, waiting, results, (8, value))
        return worth

    def one_hand(
        shoe: tuple[int, ...],
        hole: int,
        waiting: int,
        results: tuple[tuple[int, int], ...],
        cards: tuple[int, ...],
    ) -> Fraction:
        total = points(cards)
        kind: Kind = "soft" if total > sum(cards) else "hard"
        actions = ("stand",) if total > 20 else game.entries[kind, total]
        if len(cards) == 2 and "double" in actions:
            return sum(
                (
                    chance * finished(rest, hole, waiting, results, (points((*cards, value)), 2))
                    for value, chance, rest in draws(shoe)
                ),
                Fraction(0),
            )
        if actions[-1] == "hit":
            return sum(
                (
                    chance * one_hand(rest, hole, waiting, results, (*cards, value))
                    for value, chance, rest in draws(shoe)
                ),
                Fraction(0),
            )
        return finished(shoe, hole, waiting, results, (total, 1))

    def finished(
        shoe: tuple[int, ...],
        hole: int,
        waiting: int,
        results: tuple[tuple[int, int], ...],
        result: tuple[int, int],
    ) -> Fraction:
        return hands_to_play(shoe, hole, waiting - 1, tuple(sorted((*results, result))))

    def settled(shoe: tuple[int, ...], hole: int, results: tuple[tuple[int, int], ...]) -> Fraction:
        ends = dealt_card_by_card(shoe, upcard, hits_soft_17=False, cards=(hole,))
        return sum(
            (chance * sum(won(*result, end) for result in results) for end, chance in ends.items()),
            Fraction(0),
        )

    return sum(
        (
            chance * hands_to_play(rest, hole, 2, ())
            for hole, chance, rest in draws(shoe)
            if {hole, upcard} != {1, 10}
        ),
        Fraction(0),
    )


def won(total: int, stake: int, dealer: int) -> int:
    if total > 21:
        return -stake
    if dealer > 21 or total > dealer:
        return stake
    return -stake if total < dealer else 0

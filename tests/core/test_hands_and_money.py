"""Totals, Blackjacks, cards, odds and dollars."""

import pytest

from table_app.game.hand import is_blackjack, total
from table_app.game.shoe import worst_round_cards
from table_app.money import (
    Cents,
    InexactPayoutError,
    Odds,
    dollars,
    parse_dollars,
    parse_odds,
    returned,
)
from table_app.vocabulary.cards import DECK, Card, card


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in text.split())


@pytest.mark.parametrize(
    ("cards", "points", "is_soft"),
    [
        ("AS KD", 21, True),
        ("AS AD", 12, True),
        ("AS AD 9C", 21, True),
        ("AS AD TC", 12, False),
        ("AS 5D TC", 16, False),
        ("AS 6D", 17, True),
        ("TS 6D 5C", 21, False),
        ("TS 6D 6C", 22, False),
        ("2S 3D", 5, False),
        ("AS AD AC AH 7S", 21, True),
    ],
)
def test_one_ace_counts_eleven_while_it_fits(cards: str, points: int, is_soft: bool) -> None:
    assert (total(_cards(cards)).points, total(_cards(cards)).is_soft) == (points, is_soft)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("AS KD", True), ("10S AD", True), ("AS 9D", False), ("7S 7D 7C", False), ("KS QD", False)],
)
def test_a_blackjack_is_an_ace_and_a_ten_value_card(cards: str, expected: bool) -> None:
    assert is_blackjack(_cards(cards)) is expected


def test_a_deck_has_each_card_once() -> None:
    assert len(set(DECK)) == len(DECK) == 52


@pytest.mark.parametrize("text", ["1S", "TX", "", "AS ", "as", "10", "100S"])
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(text)


def test_a_payout_is_whole_cents_or_an_error() -> None:
    assert returned(Cents(500), Odds(3, 2)) == 1250
    with pytest.raises(InexactPayoutError):
        returned(Cents(501), Odds(3, 2))


@pytest.mark.parametrize(("text", "amount"), [("12.50", 1250), ("0.01", 1), ("7", 700)])
def test_dollars_are_read_and_written(text: str, amount: int) -> None:
    assert parse_dollars(text) == amount
    assert parse_dollars(dollars(Cents(amount))) == amount


@pytest.mark.parametrize(
    "text", ["1.5", "1,00", "-1.00", "1e3", "", "\u0661.\u0660\u0660", "1.00\n"]
)
def test_what_is_not_dollars_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        parse_dollars(text)


@pytest.mark.parametrize("text", ["3/2", "0:1", "3:0", "3", "-3:2"])
def test_what_is_not_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not odds"):
        parse_odds(text)


def test_the_worst_round_of_a_full_table_fits_eight_decks() -> None:
    # By hand: 21 hands x 20 points + the dealer's 17 = 437. 32 cards each of 1 to 4 points use
    # 320, 23 fives use 115 more; 2 points are left. 151 cards, and one last card for each hand.
    assert worst_round_cards(decks=8, seats=7, hands=3) == 151 + 21 + 1


def test_one_seat_and_one_deck_at_worst() -> None:
    # 3 x 20 + 17 = 77 points: four each of 1 to 5 use 60, two sixes 12; 22 cards, 4 last ones.
    assert worst_round_cards(decks=1, seats=1, hands=3) == 22 + 3 + 1

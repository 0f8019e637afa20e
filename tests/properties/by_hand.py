"""The results of 633a and 633c.8, written a second time and without a line of the engine's.

Takes cards and stakes as they lie on the table at the end; returns what each wager is paid.
"""

from msgspec import Struct

_LUCKY_ACES = {
    "A": (500, 250, 20, 8, 5, 2, 1),
    "B": (500, 250, 30, 12, 5, 2, 1),
    "C": (1000, 500, 35, 16, 5, 2, 1),
    "D": (2000, 500, 15, 10, 4, 2, 1),
}
"""To 1, as 633c.8(e) prints them: four aces, three suited, three, two suited, two, diamond, one."""


class HandAtEnd(Struct, frozen=True):
    """One hand as it lies there; the answers are the player's, as the table accepted them."""

    cards: tuple[str, ...]
    stake_cents: int
    is_of_split: bool
    was_surrendered: bool
    was_even_money: bool


def points(cards: tuple[str, ...]) -> tuple[int, bool]:
    """The total, and whether an ace in it still counts 11."""
    total = sum(
        11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards
    )
    elevens = sum(card[0] == "A" for card in cards)
    while total > 21 and elevens:
        total -= 10
        elevens -= 1
    return total, elevens > 0


def is_natural(cards: tuple[str, ...]) -> bool:
    """A Blackjack, if these two were dealt first (633a.1)."""
    return len(cards) == 2 and points(cards)[0] == 21


def hand_paid(hand: HandAtEnd, dealer: tuple[str, ...], blackjack_pays: tuple[int, int]) -> int:
    """Cents credited for one Blackjack wager, the stake included (633a.9, 633a.13)."""
    stake = hand.stake_cents
    mine, theirs = points(hand.cards)[0], points(dealer)[0]
    has_natural = is_natural(hand.cards) and not hand.is_of_split
    if hand.was_even_money:
        return 2 * stake
    if hand.was_surrendered:
        return stake // 2
    if is_natural(dealer):
        return stake if has_natural else 0
    if has_natural:
        return stake + stake * blackjack_pays[0] // blackjack_pays[1]
    if mine > 21:
        return 0
    if theirs > 21 or mine > theirs:
        return 2 * stake
    return stake if mine == theirs else 0


def insurance_paid(stake_cents: int, dealer: tuple[str, ...]) -> int:
    """2 to 1 on a dealer Blackjack (633a.8)."""
    return 3 * stake_cents if is_natural(dealer[:2]) else 0


def lucky_aces_paid(paytable: str, stake_cents: int, four: tuple[str, ...]) -> int:
    """The player's first two cards and the dealer's (633c.8(e)), to 1."""
    suits = [card[1] for card in four if card[0] == "A"]
    if not suits:
        return 0
    is_suited = len(set(suits)) == 1
    row = {4: 0, 3: 1 if is_suited else 2, 2: 3 if is_suited else 4, 1: 5 if suits[0] == "D" else 6}
    return stake_cents + stake_cents * _LUCKY_ACES[paytable][row[len(suits)]]


def dealer_must_draw(cards: tuple[str, ...], *, hits_soft_17: bool) -> bool:
    """Draw to 16, stand on 17; soft 17 as the house has it (633a.7(m))."""
    total, is_soft = points(cards)
    return total < 17 or (hits_soft_17 and total == 17 and is_soft)

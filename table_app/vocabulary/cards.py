"""Cards as the pit writes them, and the shoe they leave. No rules of blackjack here.

A card is two characters, rank then suit: `QH` is the queen of hearts, `TS` the ten of spades.
"""

import hashlib
from typing import NewType

Card = NewType("Card", str)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""One deck in factory order."""

_KNOWN = frozenset(DECK)


def card(text: str) -> Card:
    """The card of `"QH"`, `"TS"` or `"10S"`; raises ValueError for anything else."""
    code = "T" + text[2:] if text.startswith("10") else text
    if code not in _KNOWN:
        raise ValueError(f"{text!r} is not a card: rank A 2-9 T J Q K, then suit S H D C")
    return Card(code)


def rank(of: Card) -> str:
    """One of A 2 3 4 5 6 7 8 9 T J Q K."""
    return of[0]


def suit(of: Card) -> str:
    """One of S H D C."""
    return of[1]


def shoe_commitment(salt: bytes, cards: tuple[Card, ...]) -> str:
    """Lower-case hex SHA-256 of the salt and the order as ASCII card codes (`QHASTD...`)."""
    return hashlib.sha256(salt + "".join(cards).encode("ascii")).hexdigest()


class Shoe:
    """A shuffled shoe: what the generator made, in the order in which cards will leave it.

    It holds every secret of a round, so no codec writes it but the store's, which seals it:
    a message to a station that carried a shoe could not be encoded (law 8).
    `commitment` is `shoe_commitment(salt, cards)`, shown before bets close.
    """

    __slots__ = ("cards", "commitment", "salt", "shoe_id")

    def __init__(
        self, *, shoe_id: str, salt: bytes, cards: tuple[Card, ...], commitment: str
    ) -> None:
        self.shoe_id = shoe_id
        self.salt = salt
        self.cards = cards
        self.commitment = commitment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shoe) and (
            self.shoe_id,
            self.salt,
            self.cards,
            self.commitment,
        ) == (other.shoe_id, other.salt, other.cards, other.commitment)

    def __hash__(self) -> int:
        return hash(self.shoe_id)

    def __repr__(self) -> str:
        return f"Shoe({self.shoe_id}, {len(self.cards)} cards, committed)"

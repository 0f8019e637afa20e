"""The state of one round: boxes, hands, the dealer, and the shoe with its secrets."""

from typing import Literal

from msgspec import Struct

from table_app.game.hand import is_blackjack
from table_app.game.progressive import Meter
from table_app.vocabulary.cards import Card, Shoe
from table_app.vocabulary.commands import DynamicPay, WagerStake
from table_app.vocabulary.facts import HandResult, WagerSettled

Stage = Literal["betting", "dynamic", "dealing", "insurance", "decisions", "closed"]
"""dynamic: the lock is done, and the generator owes this round's 21+3 Dynamic pays."""
InsuranceAnswer = Literal["asked", "declined", "insured", "even_money"]


class Hand(Struct, frozen=True, gc=False):
    """One hand of a box; it owes a decision until it has stood or has a result."""

    cards: tuple[Card, ...] = ()
    stake_cents: int = 0
    is_split: bool = False
    is_split_ace: bool = False
    has_stood: bool = False
    result: HandResult | None = None
    paid_cents: int = 0

    @property
    def is_blackjack(self) -> bool:
        """21 after a split is not a Blackjack (633a.1: the first two cards dealt)."""
        return not self.is_split and is_blackjack(self.cards)

    @property
    def owes_decision(self) -> bool:
        return self.result is None and not self.has_stood and not self.is_blackjack


class ReservedAward(Struct, frozen=True, gc=False):
    """An award that waits for attendants; `meter` is None for a fixed one."""

    award: int
    seat: int
    wager: str
    outcome: str
    meter: str | None
    amount_cents: int


class Box(Struct, frozen=True, gc=False):
    """One seat's place in the round; `wagers` holds its side wagers.

    `stake_cents` is the Blackjack wager as it was placed: no double or split changes it.
    `third` is the first card dealt to its first hand after its first two, or its extra card.
    """

    seat: int
    stake_cents: int
    hands: tuple[Hand, ...]
    first_two: tuple[Card, ...] = ()
    third: Card | None = None
    wagers: tuple[WagerStake, ...] = ()
    insurance: InsuranceAnswer | None = None
    insurance_cents: int = 0
    settlements: tuple[WagerSettled, ...] = ()
    awards: tuple[ReservedAward, ...] = ()

    @property
    def staked_cents(self) -> int:
        """Everything this box has wagered in the round so far."""
        return (
            sum(hand.stake_cents for hand in self.hands)
            + sum(wager.stake_cents for wager in self.wagers)
            + self.insurance_cents
        )

    @property
    def unsettled_cents(self) -> int:
        """What of that is still in play."""
        decided = sum(hand.stake_cents for hand in self.hands if hand.result is not None)
        return self.staked_cents - decided - sum(each.stake_cents for each in self.settlements)

    @property
    def paid_cents(self) -> int:
        """Everything credited to this box in the round; awards that wait are not."""
        return sum(hand.paid_cents for hand in self.hands) + sum(
            settlement.paid_cents for settlement in self.settlements
        )


class Turn(Struct, frozen=True, gc=False):
    """The hand that owes a decision."""

    seat: int
    hand: int


class RoundState(Struct, frozen=True, gc=False):
    """One round; `position` counts the cards that have left the shoe.

    `dealer` holds the cards that are face up; `hole_place` is the hole card's place in the shoe.
    `meters` are the table's, as they stand now; `award_count` numbers its awards.
    """

    round: int
    shoe: Shoe
    stage: Stage = "betting"
    position: int = 0
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    hole_place: int | None = None
    is_hole_shown: bool = False
    turn: Turn | None = None
    meters: tuple[Meter, ...] = ()
    award_count: int = 0
    dynamic_pays: tuple[DynamicPay, ...] = ()

    @property
    def hole_card(self) -> Card:
        """The hole card's face: for the rules alone, never for a view before it is turned."""
        assert self.hole_place is not None
        return self.shoe.cards[self.hole_place]

    def box(self, seat: int) -> Box | None:
        """The box of a seat, or None when the seat is not in the round."""
        return next((box for box in self.boxes if box.seat == seat), None)

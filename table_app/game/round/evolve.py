"""What a fact makes of a round: a left fold, total over the round's facts, deciding nothing."""

from collections.abc import Callable

from msgspec.structs import replace

from table_app.game.hand import is_ace
from table_app.game.round.state import Box, Hand, RoundState, Settlement, Turn
from table_app.game.rules import BLACKJACK, INSURANCE
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card
from table_app.vocabulary.commands import WagerStake

RoundFact = (
    f.BetsLocked
    | f.WagerPlaced
    | f.CardDealt
    | f.UpcardDealt
    | f.HoleCardDealt
    | f.InsuranceOffered
    | f.InsuranceTaken
    | f.EvenMoneyTaken
    | f.InsuranceDeclined
    | f.TimeExpired
    | f.HoleCardChecked
    | f.TurnBegan
    | f.HandHit
    | f.HandStood
    | f.HandDoubled
    | f.HandSplit
    | f.HandSurrendered
    | f.HoleCardTurned
    | f.DealerDrew
    | f.WagerSettled
    | f.HandSettled
    | f.RoundClosed
)


def evolve(state: RoundState, fact: RoundFact) -> RoundState:  # noqa: C901, PLR0912 - one case per fact
    """The round after `fact`."""
    match fact:
        case f.CardDealt(seat, hand, card):
            dealt = _change_box(state, seat, lambda box: _deal(box, hand, card))
            return replace(dealt, position=state.position + 1)
        case f.WagerPlaced(seat, wager, stake):
            return _place(state, seat, WagerStake(wager, stake))
        case f.HandSettled(seat, hand, result, _, paid):
            settled = _change_hand(
                state, seat, hand, lambda old: replace(old, result=result, paid_cents=paid)
            )
            return replace(settled, turn=None)
        case f.UpcardDealt(card) | f.DealerDrew(card):
            return replace(state, dealer=(*state.dealer, card), position=state.position + 1)
        case f.HoleCardDealt(place):
            return replace(state, hole_place=place, position=state.position + 1)
        case f.HoleCardTurned(card):
            return replace(state, dealer=(*state.dealer, card), is_hole_shown=True)
        case f.TurnBegan(seat, hand):
            return replace(state, stage="decisions", turn=Turn(seat, hand))
        case f.HandStood(seat, hand):
            stood = _change_hand(state, seat, hand, lambda old: replace(old, has_stood=True))
            return replace(stood, turn=None)
        case f.HandDoubled(seat, hand, stake):
            return _change_hand(
                state, seat, hand, lambda old: replace(old, stake_cents=old.stake_cents + stake)
            )
        case f.HandSplit(seat, hand, stake):
            return _change_box(state, seat, lambda box: _split(box, hand, stake))
        case f.WagerSettled(seat, wager, outcome, stake, paid):
            settlement = Settlement(wager, outcome, stake, paid)
            return _change_box(
                state,
                seat,
                lambda box: replace(box, settlements=(*box.settlements, settlement)),
            )
        case f.InsuranceOffered(seats):
            return _ask_insurance(state, seats)
        case f.InsuranceTaken(seat, stake):
            return _change_box(
                state,
                seat,
                lambda box: replace(box, insurance="insured", insurance_cents=stake),
            )
        case f.EvenMoneyTaken(seat):
            return _change_box(state, seat, lambda box: replace(box, insurance="even_money"))
        case f.InsuranceDeclined(seat):
            return _change_box(state, seat, lambda box: replace(box, insurance="declined"))
        case f.BetsLocked():
            return replace(state, stage="dealing")
        case f.HoleCardChecked():
            return replace(state, stage="dealing")
        case f.RoundClosed():
            return replace(state, stage="closed", turn=None)
        case f.HandHit() | f.HandSurrendered() | f.TimeExpired():
            return state


def _change_box(state: RoundState, seat: int, change: Callable[[Box], Box]) -> RoundState:
    boxes = list(state.boxes)
    for index, box in enumerate(boxes):
        if box.seat == seat:
            boxes[index] = change(box)
    return replace(state, boxes=tuple(boxes))


def _change_hand(
    state: RoundState, seat: int, index: int, change: Callable[[Hand], Hand]
) -> RoundState:
    return _change_box(state, seat, lambda box: _with_hand(box, index, change(box.hands[index])))


def _with_hand(box: Box, index: int, hand: Hand) -> Box:
    return replace(box, hands=(*box.hands[:index], hand, *box.hands[index + 1 :]))


def _deal(box: Box, index: int, card: Card) -> Box:
    hand = box.hands[index]
    dealt = _with_hand(box, index, replace(hand, cards=(*hand.cards, card)))
    return dealt if len(box.first_two) == 2 else replace(dealt, first_two=dealt.hands[0].cards)


def _split(box: Box, index: int, stake_cents: int) -> Box:
    parent = box.hands[index]
    ace = is_ace(parent.cards[0])
    left = replace(parent, cards=parent.cards[:1], is_split=True, is_split_ace=ace)
    right = replace(left, cards=parent.cards[1:], stake_cents=stake_cents)
    return replace(box, hands=(*box.hands[:index], left, right, *box.hands[index + 1 :]))


def _place(state: RoundState, seat: int, placed: WagerStake) -> RoundState:
    if placed.wager == BLACKJACK:
        box = Box(
            seat=seat, stake_cents=placed.stake_cents, hands=(Hand(stake_cents=placed.stake_cents),)
        )
        return replace(state, boxes=(*state.boxes, box))
    assert placed.wager != INSURANCE
    return _change_box(state, seat, lambda box: replace(box, wagers=(*box.wagers, placed)))


def _ask_insurance(state: RoundState, seats: tuple[int, ...]) -> RoundState:
    boxes = tuple(
        replace(box, insurance="asked") if box.seat in seats else box for box in state.boxes
    )
    return replace(state, stage="insurance", boxes=boxes)

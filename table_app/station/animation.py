"""Facts -> what moves for how long, on the way to a view. It holds no picture and no rule.

The cards of the *new* view are drawn throughout; a timeline only says which of them are still on
their way, so that when it ends nothing has to be put right.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from table_app.station import layout
from table_app.station.layout import Box
from table_app.vocabulary.facts import (
    BetsLocked,
    CardDealt,
    DealerDrew,
    HandSettled,
    HandSplit,
    HoleCardDealt,
    HoleCardTurned,
    ShownFact,
    UpcardDealt,
    WagerSettled,
)
from table_app.vocabulary.views import SeatView, TableInfo

FLIGHT_MS = 220
GAP_MS = 120
FLIP_MS = 180
PAUSE_MS = 240
CHIP_MS = 180
HOLE_CARD = 1

Speed = Literal["normal", "fast", "instant"]
SPEED_PERCENT: dict[Speed, int] = {"normal": 100, "fast": 50, "instant": 0}

DEALER = -1
CardKey = tuple[int, int]
"""Hand (or DEALER) and place in it."""
Place = tuple[float, float]


class Flight(Struct, frozen=True):
    """A card's way; a card that came `from_shoe` is not there before it starts."""

    start_ms: int
    end_ms: int
    origin: Place
    from_shoe: bool


class ChipFlight(Struct, frozen=True):
    """A wager's chips on their way to the player or away."""

    start_ms: int
    end_ms: int
    wager: str
    is_won: bool


class Timeline(Struct, frozen=True):
    """All that moves until the view stands."""

    duration_ms: int = 0
    cards: dict[CardKey, Flight] = field(default_factory=dict)
    hole_turns_ms: int | None = None
    flip_ms: int = FLIP_MS
    chips: tuple[ChipFlight, ...] = ()


NOTHING_MOVES = Timeline()


class Moment(Struct, frozen=True):
    """A timeline and the time since it started."""

    timeline: Timeline = NOTHING_MOVES
    ms: int = 0

    @property
    def is_running(self) -> bool:
        return self.ms < self.timeline.duration_ms

    def way(self, key: CardKey) -> float:
        """How much of its way a card has made, 0 to 1, slowing down at the end."""
        flight = self.timeline.cards.get(key)
        if flight is None or self.ms >= flight.end_ms:
            return 1.0
        return ease_out(self.ms - flight.start_ms, flight.end_ms - flight.start_ms)

    def turned(self) -> float:
        """How much of its turn the hole card has made, 0 to 1."""
        start = self.timeline.hole_turns_ms
        if start is None:
            return 1.0
        return max(0.0, min(1.0, (self.ms - start) / self.timeline.flip_ms))

    def is_landed(self, hand: int) -> bool:
        """Whether all cards of this hand lie where they belong."""
        if not self.is_running:
            return True
        is_there = all(
            self.ms >= flight.end_ms
            for key, flight in self.timeline.cards.items()
            if key[0] == hand
        )
        return is_there and (hand != DEALER or self.turned() >= 1.0)


def ease_out(passed_ms: int, whole_ms: int) -> float:
    """0 to 1, fast first and slow at the end."""
    part = max(0.0, min(1.0, passed_ms / whole_ms)) if whole_ms else 1.0
    return 1.0 - (1.0 - part) ** 3


def card_places(view: SeatView) -> dict[CardKey, Box]:
    """Where each card of a view lies."""
    places: dict[CardKey, Box] = {
        (DEALER, index): box
        for index, box in enumerate(layout.dealer_cards(len(view.dealer.cards)))
    }
    for hand, place in enumerate(layout.hands(tuple(len(hand.cards) for hand in view.hands))):
        places.update({(hand, index): box for index, box in enumerate(place.cards)})
    return places


class _Deal:
    """Follows the facts with the cards in hand: which were there, which come from the shoe."""

    def __init__(self, before: SeatView | None) -> None:
        self.now_ms = 0
        self.dealer: list[Place | int] = []
        self.hands: list[list[Place | int]] = []
        self.hole_turns_ms: int | None = None
        self.chips: list[ChipFlight] = []
        if before is not None:
            places = card_places(before)
            self.dealer = [_corner(places[DEALER, i]) for i in range(len(before.dealer.cards))]
            self.hands = [
                [_corner(places[number, i]) for i in range(len(hand.cards))]
                for number, hand in enumerate(before.hands)
            ]

    def follow(self, fact: ShownFact, seat: int) -> None:
        match fact:
            case CardDealt(seat=to) if to == seat:
                while len(self.hands) <= fact.hand:
                    self.hands.append([])
                self._from_shoe(self.hands[fact.hand])
            case UpcardDealt() | HoleCardDealt() | DealerDrew():
                self._from_shoe(self.dealer)
            case HoleCardTurned():
                self.hole_turns_ms = self.now_ms + PAUSE_MS
                self.now_ms = self.hole_turns_ms + FLIP_MS + GAP_MS
            case HandSplit(seat=of, hand=hand) if of == seat and hand < len(self.hands):
                self.hands.insert(hand + 1, self.hands[hand][1:])
                del self.hands[hand][1:]
                self.now_ms += FLIGHT_MS + GAP_MS
            case WagerSettled(seat=of, wager=wager) if of == seat:
                self._settle(wager, fact.stake_cents, fact.paid_cents)
            case HandSettled(seat=of) if of == seat:
                self._settle("blackjack", fact.stake_cents, fact.paid_cents)
            case _:
                pass

    def _from_shoe(self, cards: list[Place | int]) -> None:
        cards.append(self.now_ms)
        self.now_ms += FLIGHT_MS + GAP_MS

    def _settle(self, wager: str, stake_cents: int, paid_cents: int) -> None:
        if paid_cents > stake_cents or paid_cents == 0:
            is_won = paid_cents > 0
            self.chips.append(ChipFlight(self.now_ms, self.now_ms + CHIP_MS, wager, is_won=is_won))


def timeline_of(
    before: SeatView | None,
    facts: Iterable[ShownFact],
    view: SeatView,
    info: TableInfo,
    speed: Speed,
) -> Timeline:
    """What moves between two views; nothing when there is nothing to see."""
    percent = SPEED_PERCENT[speed]
    told = _of_this_round(tuple(facts))
    if percent == 0 or not told:
        return NOTHING_MOVES
    has_cards_before = (
        before is not None
        and before.shown_round == view.shown_round
        and not isinstance(told[0], BetsLocked)
    )
    deal = _Deal(before if has_cards_before else None)
    for fact in told:
        deal.follow(fact, info.seat)
    cards = _flights(deal, view)
    ends = [flight.end_ms for flight in cards.values()] + [chip.end_ms for chip in deal.chips]
    if deal.hole_turns_ms is not None:
        ends.append(deal.hole_turns_ms + FLIP_MS)
    return _at_speed(
        Timeline(max(ends, default=0), cards, deal.hole_turns_ms, FLIP_MS, tuple(deal.chips)),
        percent,
    )


def _of_this_round(facts: tuple[ShownFact, ...]) -> tuple[ShownFact, ...]:
    """The facts since the last lock: what came before is no longer on the table."""
    locks = [index for index, fact in enumerate(facts) if isinstance(fact, BetsLocked)]
    return facts[locks[-1] :] if locks else facts


def _flights(deal: _Deal, view: SeatView) -> dict[CardKey, Flight]:
    places = card_places(view)
    shoe = (layout.DEALING_SHOE.x, layout.DEALING_SHOE.y)
    flights: dict[CardKey, Flight] = {}
    for owner, cards in ((DEALER, deal.dealer), *enumerate(deal.hands)):
        for index, origin in enumerate(cards):
            key = (owner, index)
            if key not in places:
                continue
            if isinstance(origin, int):
                flights[key] = Flight(origin, origin + FLIGHT_MS, shoe, from_shoe=True)
            elif origin != _corner(places[key]):
                flights[key] = Flight(0, FLIGHT_MS, origin, from_shoe=False)
    return flights


def _corner(box: Box) -> Place:
    return box.x, box.y


def _at_speed(timeline: Timeline, percent: int) -> Timeline:
    if percent == 100:
        return timeline

    def scaled(ms: int) -> int:
        return ms * percent // 100

    return Timeline(
        scaled(timeline.duration_ms),
        {
            key: Flight(scaled(way.start_ms), scaled(way.end_ms), way.origin, way.from_shoe)
            for key, way in timeline.cards.items()
        },
        None if timeline.hole_turns_ms is None else scaled(timeline.hole_turns_ms),
        scaled(timeline.flip_ms),
        tuple(
            ChipFlight(scaled(way.start_ms), scaled(way.end_ms), way.wager, way.is_won)
            for way in timeline.chips
        ),
    )

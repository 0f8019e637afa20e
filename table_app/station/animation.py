"""Facts -> what moves for how long, on the way to a view. It holds no picture and no rule.

The cards of the *new* view are drawn throughout; a timeline only says which of them are still on
their way, so that when it ends nothing has to be put right.
"""

from collections.abc import Iterable

from msgspec import Struct, field

from table_app.station import layout
from table_app.station.layout import Box
from table_app.vocabulary.commands import Speed
from table_app.vocabulary.facts import (
    BetsLocked,
    CardDealt,
    DealerDrew,
    DynamicPaysDrawn,
    ExtraCardDealt,
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
ROW_FLIP_MS = 300
READ_MS = 360
"""How long the last row that has turned stands before the cards come."""
HOLE_CARD = 1
LOST = ("lose", "bust")
BLACKJACK = "blackjack"

SPEED_PERCENT: dict[Speed, int] = {"slow": 160, "normal": 100, "fast": 50, "instant": 0}

DEALER = -1
EXTRA = -2
"""The card that counts for a side wager alone."""
CardKey = tuple[int, int]
"""Hand (or DEALER, or EXTRA) and place in it."""
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


class RowFlip(Struct, frozen=True):
    """A paytable row that turns to this round's pay."""

    start_ms: int
    end_ms: int
    outcome: str


class Timeline(Struct, frozen=True):
    """All that moves until the view stands."""

    duration_ms: int = 0
    cards: dict[CardKey, Flight] = field(default_factory=dict)
    hole_turns_ms: int | None = None
    flip_ms: int = FLIP_MS
    chips: tuple[ChipFlight, ...] = ()
    rows: tuple[RowFlip, ...] = ()


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

    def row_turned(self, outcome: str) -> float:
        """How much of its turn a paytable row has made, 0 to 1."""
        for flip in self.timeline.rows:
            if flip.outcome == outcome and self.is_running:
                passed = (self.ms - flip.start_ms) / max(1, flip.end_ms - flip.start_ms)
                return max(0.0, min(1.0, passed))
        return 1.0

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
    for hand, place in enumerate(layout.hands(_counts(view))):
        places.update({(hand, index): box for index, box in enumerate(place.cards)})
    if view.extra_card is not None:
        places[EXTRA, 0] = layout.extra_card(layout.hands(_counts(view)))
    return places


def _counts(view: SeatView) -> tuple[int, ...]:
    return tuple(len(hand.cards) for hand in view.hands)


class _Deal:
    """Follows the facts with the cards in hand: which were there, which come from the shoe."""

    def __init__(self, before: SeatView | None) -> None:
        self.now_ms = 0
        self.dealer: list[Place | int] = []
        self.hands: list[list[Place | int]] = []
        self.extra: list[Place | int] = []
        self.hole_turns_ms: int | None = None
        self.chips: list[ChipFlight] = []
        self.rows: list[RowFlip] = []
        if before is not None:
            places = card_places(before)
            self.dealer = [_corner(places[DEALER, i]) for i in range(len(before.dealer.cards))]
            self.hands = [
                [_corner(places[number, i]) for i in range(len(hand.cards))]
                for number, hand in enumerate(before.hands)
            ]
            if before.extra_card is not None:
                self.extra = [_corner(places[EXTRA, 0])]

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
            case DynamicPaysDrawn(pays=pays):
                for pay in pays:
                    self._turn_row(pay.outcome)
                self.now_ms += READ_MS
            case ExtraCardDealt(seat=to) if to == seat:
                self._from_shoe(self.extra)
            case HandSplit(seat=of, hand=hand) if of == seat and hand < len(self.hands):
                self.hands.insert(hand + 1, self.hands[hand][1:])
                del self.hands[hand][1:]
                self.now_ms += FLIGHT_MS + GAP_MS
            case WagerSettled() | HandSettled() if fact.seat == seat:
                self._settle(fact)
            case _:
                pass

    def _turn_row(self, outcome: str) -> None:
        self.rows.append(RowFlip(self.now_ms, self.now_ms + ROW_FLIP_MS, outcome))
        self.now_ms += ROW_FLIP_MS + GAP_MS

    def _from_shoe(self, cards: list[Place | int]) -> None:
        cards.append(self.now_ms)
        self.now_ms += FLIGHT_MS + GAP_MS

    def _settle(self, fact: WagerSettled | HandSettled) -> None:
        if isinstance(fact, WagerSettled):
            wager, result = fact.wager, fact.outcome
        else:
            wager, result = BLACKJACK, fact.result
        is_won = fact.paid_cents > fact.stake_cents
        # A reserved award has paid nothing yet, but its chips do not go to the dealer.
        is_lost = fact.paid_cents == 0 and result in LOST
        if is_won or is_lost:
            end_ms = self.now_ms + CHIP_MS
            self.chips.append(ChipFlight(self.now_ms, end_ms, wager, is_won=is_won))


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
    ends += [flip.end_ms + READ_MS for flip in deal.rows]
    if deal.hole_turns_ms is not None:
        ends.append(deal.hole_turns_ms + FLIP_MS)
    timeline = Timeline(
        duration_ms=max(ends, default=0),
        cards=cards,
        hole_turns_ms=deal.hole_turns_ms,
        chips=tuple(deal.chips),
        rows=tuple(deal.rows),
    )
    return _at_speed(timeline, percent)


def _of_this_round(facts: tuple[ShownFact, ...]) -> tuple[ShownFact, ...]:
    """The facts since the last lock: what came before is no longer on the table."""
    locks = [index for index, fact in enumerate(facts) if isinstance(fact, BetsLocked)]
    return facts[locks[-1] :] if locks else facts


def _flights(deal: _Deal, view: SeatView) -> dict[CardKey, Flight]:
    places = card_places(view)
    shoe = (layout.DEALING_SHOE.x, layout.DEALING_SHOE.y)
    flights: dict[CardKey, Flight] = {}
    owners = ((DEALER, deal.dealer), (EXTRA, deal.extra), *enumerate(deal.hands))
    for owner, cards in owners:
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
        tuple(
            RowFlip(scaled(flip.start_ms), scaled(flip.end_ms), flip.outcome)
            for flip in timeline.rows
        ),
    )

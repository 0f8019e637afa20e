"""The opened shoe of a closed round against what was promised and what was dealt. Pure.

A part may come from a stranger, but only after its hash was found under a signed checkpoint.
"""

from collections import Counter
from collections.abc import Iterator

from table_app.errors import StoreError
from table_app.table.record import SeatPart, ShoeRecord, TablePart, TriggerRecord
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, shoe_commitment
from table_app.vocabulary.secrets import Trigger


def check_table(table: TablePart) -> None:
    """Raise StoreError unless shoe and triggers open their commitments and the dealer fits."""
    cards = cards_of(table.shoe)
    if len(cards) != len(DECK) * table.decks or Counter(cards) != Counter(DECK * table.decks):
        raise StoreError(f"the shoe is not made of {table.decks} whole decks")
    if shoe_commitment(_salt(table.shoe), cards) != table.shoe.commitment:
        raise StoreError("the shoe does not open its commitment")
    if not _after_deal(table) <= table.shoe.cards_dealt <= len(cards):
        raise StoreError(f"{table.shoe.cards_dealt} cards cannot have been dealt")
    if table.dealer != _dealers(table, cards):
        raise StoreError("the dealer's cards are not those of the opened shoe")
    for hit in table.triggers_hit:
        _check_trigger(hit)


def check_seat(table: TablePart, seat: SeatPart) -> None:
    """Raise StoreError unless this seat played in this round and got its cards from this shoe."""
    if seat.round != table.round:
        raise StoreError(f"the seat's part is of round {seat.round}, the table's of {table.round}")
    if seat.seat not in table.seats:
        raise StoreError(f"the table's part does not list seat {seat.seat}")
    if tuple(_dealers_in(seat)) != table.dealer:
        raise StoreError(f"seat {seat.seat} and the table tell of other cards of the dealer")
    if _hands_dealt(seat) != tuple(hand.cards for hand in seat.hands):
        raise StoreError(f"the hands of seat {seat.seat} are not of the cards that it was dealt")
    dealt = tuple(fact.card for fact in seat.story if isinstance(fact, f.CardDealt))
    if not _is_from_shoe(table, seat, dealt):
        raise StoreError(f"the cards of seat {seat.seat} are not those of the opened shoe")


def cards_of(shoe: ShoeRecord) -> tuple[Card, ...]:
    """Every card of the opened shoe, in order."""
    return tuple(Card(shoe.cards[at : at + 2]) for at in range(0, len(shoe.cards), 2))


def _salt(opened: ShoeRecord | TriggerRecord) -> bytes:
    try:
        return bytes.fromhex(opened.salt_hex)
    except ValueError as error:
        raise StoreError(f"{opened.salt_hex!r:.80} is no salt") from error


def _check_trigger(hit: TriggerRecord) -> None:
    if not hit.meter.isascii():
        raise StoreError(f"{hit.meter!r:.80} is no meter")
    opened = Trigger(meter=hit.meter, amount_cents=hit.amount_cents, salt=_salt(hit))
    if opened.commitment != hit.commitment:
        raise StoreError(f"the trigger of {hit.meter} does not open its commitment")


def _after_deal(table: TablePart) -> int:
    """Where the shoe stands once each seat and the dealer have two cards (633a.7)."""
    return 2 * len(table.seats) + 2


def _dealers(table: TablePart, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Upcard, hole card, and what the dealer drew: the last cards of a round are always his."""
    first, end = len(table.seats), table.shoe.cards_dealt
    begin = max(end - len(table.dealer[2:]), _after_deal(table))
    return (cards[first], cards[2 * first + 1], *cards[begin:end])


def _dealers_in(seat: SeatPart) -> Iterator[Card]:
    for fact in seat.story:
        if isinstance(fact, f.UpcardDealt | f.HoleCardTurned | f.DealerDrew):
            yield fact.card


def _hands_dealt(seat: SeatPart) -> tuple[tuple[Card, ...], ...]:
    """The hands that its story makes; raises StoreError where it speaks of a hand that is not."""
    hands: list[tuple[Card, ...]] = [()]
    for fact in seat.story:
        if not isinstance(fact, f.CardDealt | f.HandSplit):
            continue
        if not 0 <= fact.hand < len(hands):
            raise StoreError(f"seat {seat.seat} never had a hand {fact.hand + 1}")
        if isinstance(fact, f.CardDealt):
            hands[fact.hand] += (fact.card,)
        elif len(hands[fact.hand]) == 2:
            hands[fact.hand : fact.hand + 1] = [(card,) for card in hands[fact.hand]]
        else:
            raise StoreError(f"seat {seat.seat} cannot have split its hand {fact.hand + 1}")
    return tuple(hands)


def _is_from_shoe(table: TablePart, seat: SeatPart, dealt: tuple[Card, ...]) -> bool:
    """Whether its first two cards lay where they must, and what it drew lay together after those.

    Where a seat's turn began in the shoe follows from its neighbours' parts, which are not here,
    but for the first seat of the round and the last.
    """
    cards, first = cards_of(table.shoe), table.seats.index(seat.seat)
    if dealt[:2] != (cards[first], cards[first + len(table.seats) + 1]):
        return False
    extra = tuple(fact.card for fact in seat.story if isinstance(fact, f.ExtraCardDealt))
    drawn = (*dealt[2:], *extra)
    begin, end = _after_deal(table), table.shoe.cards_dealt - len(table.dealer[2:])
    starts = range(begin, end - len(drawn) + 1)
    if not extra and seat.seat == table.seats[0]:
        starts = starts[:1]
    if not extra and seat.seat == table.seats[-1]:
        starts = starts[-1:]
    return any(cards[at : at + len(drawn)] == drawn for at in starts)

"""The dealer's and the player's cards, their totals, bets and results."""

from table_app.station import layout, theme
from table_app.station.animation import DEALER, EXTRA, HOLE_CARD, CardKey
from table_app.station.canvas import Item, Painter
from table_app.station.card_art import card_image, turning_card
from table_app.station.chip_art import stack_image, stack_of
from table_app.station.help import rule_lines
from table_app.station.layout import Box, HandPlace
from table_app.station.picture import Picture
from table_app.station.words import result_text
from table_app.vocabulary.cards import Card
from table_app.vocabulary.views import HandView

CHIP_BESIDE = 64
BUST_ABOVE = 21


def dealer(painter: Painter, picture: Picture) -> list[Item]:
    """Draw the dealer's resting cards; what is returned flies above everything."""
    cards = picture.view.dealer.cards
    if not cards:
        return []
    painter.label(
        "dealer",
        layout.DEALER_LABEL,
        painter.texts.say("DEALER"),
        size=30,
        weight="Bold",
        colour=theme.GOLD,
    )
    rules = rule_lines(painter.texts, picture.info)
    painter.label("dealer rule", layout.DEALER_RULE, rules[-1], size=theme.SMALL, colour=theme.TEXT)
    _dealing_shoe(painter)
    places = layout.dealer_cards(len(cards))
    flying = _cards(painter, picture, DEALER, tuple(zip(cards, places, strict=True)))
    view = picture.view.dealer
    if view.total is not None and picture.moment.is_landed(DEALER):
        box = layout.dealer_total(places)
        painter.box(box, radius=16, ground=theme.PANEL)
        is_soft = view.is_soft and sum(face is not None for face in cards) > 1
        words = _total(painter, view.total, is_soft=is_soft, is_blackjack=view.is_blackjack)
        painter.label(
            "dealer total",
            box.inset(6),
            words,
            size=44,
            weight="Bold",
            align="centre",
        )
        if view.total > BUST_ABOVE:
            painter.label(
                "dealer bust",
                Box(box.x, box.bottom + 4, box.w, 40),
                result_text(painter.texts, "bust"),
                size=theme.BODY,
                weight="Bold",
                align="centre",
            )
    return flying


def hands(painter: Painter, picture: Picture) -> list[Item]:
    """Draw the player's hands; what is returned flies above everything."""
    views = picture.view.hands
    places = layout.hands(tuple(len(hand.cards) for hand in views))
    flying: list[Item] = []
    for index, (hand, place) in enumerate(zip(views, places, strict=True)):
        is_active = hand.is_active and not picture.is_moving
        is_celebrated = _is_won(hand) and not picture.is_moving
        if is_active or is_celebrated:
            painter.box(place.frame, radius=16, ground=theme.WELL, border=theme.GOLD, line=6)
        cards = tuple(zip(hand.cards, place.cards, strict=True))
        flying += _cards(painter, picture, index, cards)
        if hand.cards and picture.moment.is_landed(index):
            _figures(painter, picture, index, hand, place)
    if picture.view.extra_card is not None:
        flying += _extra_card(painter, picture, picture.view.extra_card, places)
    return flying


def _extra_card(
    painter: Painter, picture: Picture, face: Card, places: tuple[HandPlace, ...]
) -> list[Item]:
    """The one card that counts for Blazing 7's and for no hand."""
    box = layout.extra_card(places)
    if picture.moment.is_landed(EXTRA):
        painter.label(
            "extra card",
            layout.extra_card_name(box),
            painter.texts.say("7's card"),
            size=theme.SMALL,
            weight="SemiBold",
            align="centre",
        )
    return _cards(painter, picture, EXTRA, ((face, box),))


def _is_won(hand: HandView) -> bool:
    return hand.result is not None and hand.paid_cents > hand.stake_cents


def _cards(
    painter: Painter,
    picture: Picture,
    owner: int,
    cards: tuple[tuple[Card | None, Box], ...],
) -> list[Item]:
    """Put the cards that lie; give back those that fly."""
    moment, flights = picture.moment, picture.moment.timeline.cards
    flying: list[Item] = []
    for index, (face, box) in enumerate(cards):
        key: CardKey = (owner, index)
        flight = flights.get(key)
        size = (round(box.w), round(box.h))
        image = card_image(painter.art, face, size)
        left = box.x
        if key == (DEALER, HOLE_CARD) and moment.is_running:
            image = turning_card(painter.art, face, size, moment.turned() if face else 0.0)
            left += (box.w - image.get_width() / painter.art.scale) / 2
        if flight is None or moment.ms >= flight.end_ms:
            painter.put(image, left, box.y)
            continue
        if moment.ms < flight.start_ms and flight.from_shoe:
            continue
        way, (x, y) = moment.way(key), flight.origin
        painter.put(image, x + (left - x) * way, y + (box.y - y) * way)
        flying.append(painter.items.pop())
    return flying


def _figures(
    painter: Painter, picture: Picture, index: int, hand: HandView, place: HandPlace
) -> None:
    is_active = hand.is_active and not picture.is_moving
    painter.box(place.total, radius=14, ground=theme.GOLD if is_active else theme.PANEL)
    has_result = hand.result is not None and not picture.is_moving
    is_blackjack = hand.is_blackjack and not has_result
    words = _total(
        painter,
        hand.total,
        is_soft=hand.is_soft and not has_result,
        is_blackjack=is_blackjack,
    )
    painter.label(
        f"hand:{index}",
        place.total.inset(6),
        words,
        size=theme.DECISION if place.is_beside else 32,
        weight="Bold",
        colour=theme.ON_GOLD if is_active else theme.TEXT,
        align="centre",
    )
    if has_result:
        _result(painter, index, hand, place)
    else:
        _bet(painter, picture, index, hand, place)


def _total(painter: Painter, total: int, *, is_soft: bool, is_blackjack: bool) -> str:
    if is_blackjack:
        return painter.texts.say("BLACKJACK")
    return painter.texts.say("soft {total}", total=total) if is_soft else str(total)


def _bet(painter: Painter, picture: Picture, index: int, hand: HandView, place: HandPlace) -> None:
    amount = painter.texts.short_money(hand.stake_cents)
    if not place.is_beside:
        painter.label(f"bet:{index}", place.bet, amount, size=theme.BODY, weight="SemiBold")
        return
    stack = stack_image(
        painter.art, stack_of(hand.stake_cents, picture.info.chips_cents)[-3:], CHIP_BESIDE
    )
    above = Box(place.bet.x, place.bet.y, place.bet.w, place.bet.h - 40)
    painter.put_in(stack, above)
    below = Box(place.bet.x, place.bet.bottom - 40, place.bet.w, 40)
    painter.label(f"bet:{index}", below, amount, size=theme.BODY, weight="Bold", align="centre")


def _result(painter: Painter, index: int, hand: HandView, place: HandPlace) -> None:
    assert hand.result is not None
    words = result_text(painter.texts, hand.result)
    paid = _paid(painter, hand)
    is_won = _is_won(hand)
    ground, colour = (theme.GOLD, theme.ON_GOLD) if is_won else (theme.PANEL, theme.TEXT)
    if not place.is_beside:
        painter.box(place.bet, radius=12, ground=ground)
        text = f"{words} {paid}" if paid else words
        inner = Box(place.bet.x + 6, place.bet.y, place.bet.w - 12, place.bet.h)
        if not painter.art.fit(text, inner.w, theme.SMALL, "Bold")[1]:
            text = paid or words
        painter.label(
            f"result:{index}",
            inner,
            text,
            size=theme.BODY,
            weight="Bold",
            colour=colour,
            align="centre",
        )
        return
    lines = (words, paid) if paid else (words,)
    box = Box(place.bet.x, place.bet.y + 8, place.bet.w, 40 * len(lines) + 20)
    painter.box(box, radius=14, ground=ground)
    for number, line in enumerate(lines):
        painter.label(
            f"result:{index}:{number}",
            Box(box.x + 2, box.y + 10 + 40 * number, box.w - 4, 40),
            line,
            size=30,
            weight="Bold",
            colour=colour,
            align="centre",
        )


def _paid(painter: Painter, hand: HandView) -> str:
    if hand.paid_cents == 0:
        return ""
    return painter.texts.money(hand.paid_cents)


def _dealing_shoe(painter: Painter) -> None:
    """The shoe the cards come from."""
    box = layout.DEALING_SHOE
    painter.box(box, radius=14, ground=theme.PANEL, border=theme.RING)
    painter.put_in(card_image(painter.art, None, (60, 84)), box)

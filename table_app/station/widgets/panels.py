"""The plain panels at the sides: a paytable, the shoe's commitment, the rules, other seats."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.card_art import mini_card
from table_app.station.help import rule_lines
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.words import (
    outcome_text,
    pay_text,
    result_text,
    stake_text,
    wager_text,
    wager_title,
)
from table_app.vocabulary.views import SeatSummary, SeatView, TableInfo, WagerInfo

RADIUS = 16
EDGE = 16
HEX_PER_LINE = 16
HEX_GROUP = 4
PAYTABLE_ROWS_MAX = 7
OTHERS_MAX = 6
MINI_CARD = (38, 28)
MINI_STEP = 40
SEAT_NAME = 84
MINI_CARDS_MAX = 4
MINI_CARDS_WITH_RESULT = 2
"""A result is a word, and takes the room of the others."""


def panel(painter: Painter, box: Box, name: str, title: str) -> Box:
    """The ground and title of a panel, and the room below."""
    painter.box(box, radius=RADIUS, ground=theme.PANEL, alpha=240)
    heading = Box(box.x + EDGE, box.y + 8, box.w - 2 * EDGE, 42)
    painter.label(name, heading, title, size=28, weight="Bold", colour=theme.GOLD)
    return Box(heading.x, heading.bottom, heading.w, box.bottom - heading.bottom - 10)


def paytable(painter: Painter, wager: WagerInfo, won: str | None) -> None:
    """A side wager's paytable; the row that was won is gold."""
    room = panel(
        painter,
        layout.PAYTABLE,
        "paytable",
        wager_title(painter.texts, wager.wager),
    )
    height, pitch = layout.PAYTABLE_ROW
    for index, row in enumerate(wager.rows[:PAYTABLE_ROWS_MAX]):
        line = Box(
            room.x - 8,
            room.y + 2 + index * pitch,
            room.w + 16,
            height,
        )
        is_won = row.outcome == won
        painter.box(
            line,
            radius=10,
            ground=theme.GOLD_GROUND if is_won else theme.PANEL_ROW,
            border=theme.GOLD if is_won else None,
        )
        pays = pay_text(painter.texts, row)
        colour = theme.GOLD if is_won else theme.TEXT
        name = outcome_text(painter.texts, row.outcome)
        name_box = Box(line.x + 10, line.y, 186, line.h)
        _two_lines(painter, f"pays:{row.outcome}", name_box, name, colour)
        pays_box = Box(line.x + 196, line.y, line.w - 204, line.h)
        painter.label(
            f"odds:{row.outcome}",
            pays_box,
            pays,
            size=28,
            weight="Bold",
            colour=colour,
            align="right",
        )


def _two_lines(painter: Painter, name: str, box: Box, text: str, colour: theme.Colour) -> None:
    lines = painter.art.wrap(text, box.w, theme.SMALL, "SemiBold")
    pitch = 23
    top = box.y + (box.h - pitch * len(lines)) / 2
    for index, line in enumerate(lines):
        painter.label(
            f"{name}:{index}",
            Box(box.x, top + pitch * index, box.w, pitch),
            line,
            size=theme.SMALL,
            weight="SemiBold",
            colour=colour,
        )


def won_outcome(picture: Picture, wager: WagerInfo) -> str | None:
    """The row of its paytable that this wager has hit, once the cards lie."""
    if picture.shows_layout:
        return None
    return next(
        (
            spot.outcome
            for spot in picture.spots
            if spot.wager == wager.wager and spot.outcome in {row.outcome for row in wager.rows}
        ),
        None,
    )


def making_outcome(picture: Picture, wager: WagerInfo) -> str | None:
    """The row of its paytable that the cards in sight make for this wager so far."""
    if picture.shows_layout:
        return None
    return next((spot.making for spot in picture.spots if spot.wager == wager.wager), None)


def raised_pays(picture: Picture, wager: WagerInfo) -> tuple[tuple[str, int], ...]:
    """The rows of this wager that pay more this round, and what they pay for 1, once turned."""
    raisable = {row.outcome for row in wager.rows if row.dynamic}
    return tuple(
        (pay.outcome, pay.pays_for_1)
        for pay in picture.view.dynamic_pays
        if pay.outcome in raisable and picture.moment.row_turned(pay.outcome) >= 0.5
    )


def shoe(painter: Painter, view: SeatView) -> None:
    """The commitment to the order of this shoe's cards, made before bets close."""
    say = painter.texts.say
    commitment = view.shoe_commitment
    if not commitment:
        return
    room = panel(painter, layout.SHOE, "shoe", say("SHOE OF ROUND {round}", round=view.round))
    note = Box(room.x, room.y, room.w, 30)
    if view.is_witnessed:
        text, colour = say("sealed before your bet"), theme.MUTED
    else:
        text, colour = say("sealed; no witness now"), theme.WARNING
    painter.label("shoe note", note, text, size=theme.SMALL, colour=colour)
    for index, start in enumerate(range(0, len(commitment), HEX_PER_LINE)):
        part = commitment[start : start + HEX_PER_LINE]
        groups = " ".join(part[left : left + HEX_GROUP] for left in range(0, len(part), HEX_GROUP))
        line = Box(room.x, note.bottom + 2 + 34 * index, room.w, 34)
        painter.label(
            f"commitment:{index}", line, groups, size=28, weight="SemiBold", align="centre"
        )


def rules(painter: Painter, info: TableInfo) -> None:
    """The table's rules and limits, always in sight."""
    say = painter.texts.say
    room = panel(painter, layout.RULES, "rules", say("THIS TABLE"))
    lines = [
        *rule_lines(painter.texts, info),
        say("{decks} decks", decks=info.decks),
    ]
    top = room.y + 6
    for index, text in enumerate(lines):
        wrapped = painter.art.wrap(text, room.w, theme.SMALL, "Regular")
        for part, line in enumerate(wrapped):
            painter.label(
                f"rule:{index}:{part}", Box(room.x, top, room.w, 30), line, size=theme.SMALL
            )
            top += 30
        top += 10
    for wager in info.wagers:
        name = Box(room.x, top, room.w, 30)
        painter.label(
            f"limit:{wager.wager}",
            name,
            wager_text(painter.texts, wager.wager),
            size=theme.SMALL,
            colour=theme.MUTED,
        )
        amount = stake_text(painter.texts, wager)
        painter.label(
            f"limit amount:{wager.wager}",
            Box(room.x, top + 30, room.w, 34),
            amount,
            size=26,
            weight="SemiBold",
        )
        top += 70


def others(painter: Painter, picture: Picture) -> None:
    """One line for each other seat that plays; it stands as it was while cards move."""
    view = picture.before if picture.is_moving else picture.view
    seats = [seat for seat in view.others if seat.bet_cents or seat.hands][:OTHERS_MAX]
    if not seats:
        return
    room = panel(painter, layout.OTHERS, "others", painter.texts.say("OTHER SEATS"))
    pitch = min(34.0, room.h / len(seats))
    for index, seat in enumerate(seats):
        line = Box(room.x, room.y + pitch * index, room.w, pitch)
        colour = theme.GOLD if seat.is_active else theme.TEXT
        number = painter.texts.say("Seat {seat}", seat=seat.seat)
        painter.label(
            f"seat:{seat.seat}",
            Box(line.x, line.y, SEAT_NAME - 4, pitch),
            number,
            size=theme.SMALL,
            colour=colour,
        )
        left = SEAT_NAME + (_mini_cards(painter, line, seat) if len(seat.hands) == 1 else 0)
        painter.label(
            f"seat hands:{seat.seat}",
            Box(line.x + left, line.y, line.w - left, pitch),
            _summary(painter, seat),
            size=theme.SMALL,
            weight="SemiBold",
            colour=colour,
            align="right",
        )


def _mini_cards(painter: Painter, line: Box, seat: SeatSummary) -> float:
    """The last cards of a neighbour's hand, small; the width that they take."""
    (hand,) = seat.hands
    cards = hand.cards[-(MINI_CARDS_MAX if hand.result is None else MINI_CARDS_WITH_RESULT) :]
    for index, face in enumerate(cards):
        image = mini_card(painter.art, face, MINI_CARD)
        top = line.y + (line.h - MINI_CARD[1]) / 2
        painter.put(image, line.x + SEAT_NAME + MINI_STEP * index, top)
    return MINI_STEP * len(cards)


def _summary(painter: Painter, seat: SeatSummary) -> str:
    if not any(hand.cards for hand in seat.hands):
        amount = painter.texts.short_money(seat.bet_cents)
        return painter.texts.say("{amount} ready", amount=amount) if seat.is_ready else amount
    if len(seat.hands) == 1 and seat.hands[0].result is not None:
        return result_text(painter.texts, seat.hands[0].result)
    return " / ".join(str(hand.total) for hand in seat.hands)

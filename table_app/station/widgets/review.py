"""An earlier round, card by card, as its record tells it: the table at one step, and the story."""

from table_app.station import layout, pages, theme
from table_app.station.canvas import Painter
from table_app.station.card_art import card_image
from table_app.station.layout import Box
from table_app.station.picture import Picture, Reviewing
from table_app.station.story import step_text
from table_app.station.widgets.button import button
from table_app.station.words import (
    in_spot_text,
    result_text,
    sentence,
    wager_text,
)
from table_app.vocabulary.cards import Card
from table_app.vocabulary.views import HandView, Review, ReviewStep, SpotView

LINE = 34
LINES_AROUND = 8
CARD = (84, 118)
CARD_STEP = 46
SMALL_CARD = (70, 98)
HEAD, HEAD_LINE = 36, 30
HAND_ROW = 172
HANDS_MAX = 4
HANDS_LARGE_MAX = 2
SPOT_NAME, SPOT_PAID = 210, 200
NO_ROW = {"win", "lose", "push", "bust", "blackjack", "surrender", "several"}
"""Ends of a wager that are no row of a paytable."""
BUTTONS = (
    "review_older",
    "review_newer",
    "review_first",
    "review_back",
    "review_next",
    "review_last",
)


def review_page(painter: Painter, picture: Picture, page: Reviewing) -> None:
    """Draw the page; opening it changes nothing on the table."""
    painter.box(layout.PAGE, radius=20, ground=theme.PANEL, border=theme.RING)
    say, review = painter.texts.say, page.review
    title = layout.REVIEW_TITLE
    if review is None or not review.steps or review.back >= len(review.rounds):
        words = say("Please wait.") if review is None else say("No round of yours yet.")
        painter.label("page title", title, words, size=44, weight="Bold", colour=theme.GOLD)
        return
    number = review.rounds[review.back].round
    painter.label(
        "page title",
        title,
        say("REVIEW OF ROUND {round}", round=number),
        size=44,
        weight="Bold",
        colour=theme.GOLD,
    )
    _credit(painter, review)
    _rounds(painter, review)
    _story(painter, review, page.step)
    _table(painter, review.steps[page.step])
    _shoe(painter, review)
    _buttons(painter, picture, review, page.step)


def _credit(painter: Painter, review: Review) -> None:
    money = painter.texts.money
    painter.label(
        "review credit",
        layout.REVIEW_CREDIT,
        painter.texts.say(
            "credit {before} before, {after} after",
            before=money(review.credit_before_cents),
            after=money(review.credit_after_cents),
        ),
        size=theme.BODY,
        align="right",
    )


def _rounds(painter: Painter, review: Review) -> None:
    """The rounds that can be looked at, each with what it brought."""
    room, say = layout.REVIEW_ROUNDS, painter.texts.say
    for index, each in enumerate(review.rounds):
        line = Box(room.x, room.y + 56 * index, room.w, 50)
        is_shown = each.back == review.back
        ground = theme.GOLD_GROUND if is_shown else theme.PANEL_ROW
        painter.box(line, radius=10, ground=ground, border=theme.GOLD if is_shown else None)
        colour = theme.GOLD if is_shown else theme.TEXT
        painter.label(
            f"review round:{index}",
            Box(line.x + 14, line.y, 190, line.h),
            say("Round {round}", round=each.round),
            size=theme.BODY,
            colour=colour,
        )
        painter.label(
            f"review net:{index}",
            Box(line.x + 204, line.y, line.w - 218, line.h),
            painter.texts.change(each.paid_cents - each.staked_cents),
            size=theme.BODY,
            weight="Bold",
            colour=colour,
            align="right",
        )


def _story(painter: Painter, review: Review, step: int) -> None:
    """What happened, the present step in gold; the lines around it."""
    room, texts = layout.REVIEW_STORY, painter.texts
    size, pitch = painter.size(theme.SMALL), painter.size(LINE)
    told = [
        (index, line)
        for index, each in enumerate(review.steps)
        for line in painter.art.wrap(
            sentence(step_text(texts, each.fact)), room.w - 24, size, "Regular"
        )
    ]
    count = int(room.h // pitch)
    at = [index for index, _ in told].index(step)
    first = max(0, min(at - LINES_AROUND, len(told) - count))
    for number, (index, words) in enumerate(told[first : first + count]):
        line = Box(room.x, room.y + pitch * number, room.w, pitch)
        if index == step:
            painter.box(line, radius=8, ground=theme.GOLD_GROUND)
        painter.label(
            f"review step:{index}:{number}",
            Box(line.x + 12, line.y, line.w - 24, line.h),
            words,
            size=theme.SMALL,
            colour=theme.GOLD if index == step else theme.TEXT,
        )


def _table(painter: Painter, step: ReviewStep) -> None:
    """What lay on the table after the step."""
    room, say = layout.REVIEW_TABLE, painter.texts.say
    painter.box(room, radius=16, ground=theme.FELT)
    total = "" if step.dealer.total is None else str(step.dealer.total)
    _hand(painter, room, step.dealer.cards, row=0, title=say("Dealer"), ending=total)
    for index, hand in enumerate(step.hands[:HANDS_MAX]):
        _player_hand(painter, room, index, hand, len(step.hands))
    if step.extra_card is not None:
        place = Box(room.right - 120, room.y + 12, *CARD)
        painter.put(card_image(painter.art, step.extra_card, CARD), place.x, place.y)
    _spots(painter, room, step.spots)


def _player_hand(painter: Painter, room: Box, index: int, hand: HandView, count: int) -> None:
    texts = painter.texts
    width = room.w / min(count, HANDS_MAX)
    cell = Box(room.x + width * index, room.y, width, room.h)
    ending = str(hand.total)
    if hand.result is not None:
        ending = f"{hand.total} {result_text(texts, hand.result)}"
    title = texts.say("Hand {hand}", hand=index + 1) if count > 1 else texts.say("You")
    stake = f"{title}  {texts.short_money(hand.stake_cents)}"
    is_narrow = count > HANDS_LARGE_MAX
    name = f"hand {index}"
    _hand(
        painter, cell, hand.cards, row=1, title=stake, ending=ending, name=name, is_narrow=is_narrow
    )


def _hand(
    painter: Painter,
    cell: Box,
    cards: tuple[Card | None, ...],
    *,
    row: int,
    title: str,
    ending: str,
    name: str = "dealer",
    is_narrow: bool = False,
) -> None:
    """Cards under their name and total; in a narrow cell these stand one above the other."""
    top, left = cell.y + 8 + HAND_ROW * row, cell.x + 16
    if is_narrow:
        head = Box(left, top, cell.w - 24, HEAD_LINE)
        total = Box(left, head.bottom, head.w, HEAD_LINE)
    else:
        head = Box(left, top, cell.w / 2, HEAD)
        total = Box(head.right, top, min(cell.w / 2 - 32, 220), HEAD)
    painter.label(f"review {name}", head, title, size=theme.SMALL, colour=theme.TEXT)
    painter.label(
        f"review {name} total",
        total,
        ending,
        size=theme.SMALL,
        weight="Bold",
        colour=theme.GOLD,
        align="left" if is_narrow or name == "dealer" else "right",
    )
    size = SMALL_CARD if is_narrow else CARD
    pitch = min(CARD_STEP, (cell.w - 32 - size[0]) / max(1, len(cards) - 1))
    for index, face in enumerate(cards):
        painter.put(card_image(painter.art, face, size), left + pitch * index, total.bottom + 4)


def _spots(painter: Painter, room: Box, spots: tuple[SpotView, ...]) -> None:
    """A line for each wager: its name and, once it is decided, its row and what it brought."""
    placed = [spot for spot in spots if spot.stake_cents]
    top = room.y + 16 + 2 * HAND_ROW
    pitch = min(LINE, (room.bottom - top - 8) / max(1, len(placed)))
    for index, spot in enumerate(placed):
        line = Box(room.x + 16, top + pitch * index, room.w - 32, pitch)
        name = Box(line.x, line.y, SPOT_NAME, pitch)
        paid = Box(line.right - SPOT_PAID, line.y, SPOT_PAID, pitch)
        row = Box(name.right, line.y, paid.x - name.right, pitch)
        wager = wager_text(painter.texts, spot.wager)
        painter.label(f"review spot:{spot.wager}", name, wager, size=theme.SMALL)
        if spot.outcome is not None and spot.outcome not in NO_ROW:
            words = in_spot_text(painter.texts, spot.outcome)
            painter.label(f"review row:{spot.wager}", row, words, size=theme.SMALL)
        painter.label(
            f"review paid:{spot.wager}",
            paid,
            _paid(painter, spot),
            size=theme.SMALL,
            weight="Bold",
            colour=theme.GOLD,
            align="right",
        )


def _paid(painter: Painter, spot: SpotView) -> str:
    texts = painter.texts
    if spot.outcome is None:
        return texts.short_money(spot.stake_cents)
    return texts.change(spot.paid_cents + spot.reserved_cents - spot.stake_cents)


def _shoe(painter: Painter, review: Review) -> None:
    painter.label(
        "review shoe",
        layout.REVIEW_SHOE,
        painter.texts.say("Shoe {commitment}", commitment=review.commitment),
        size=theme.SMALL,
        colour=theme.MUTED,
    )


def _buttons(painter: Painter, picture: Picture, review: Review, step: int) -> None:
    say, last = painter.texts.say, len(review.steps) - 1
    at_start, at_end = say("this is the beginning"), say("this is the end")
    titles = {
        "review_older": (say("OLDER ROUND"), review.back >= len(review.rounds) - 1),
        "review_newer": (say("NEWER ROUND"), review.back == 0),
        "review_first": (say("BEGINNING"), step == 0),
        "review_back": (say("BACK"), step == 0),
        "review_next": (say("NEXT"), step == last),
        "review_last": (say("END"), step == last),
    }
    for name, box in zip(BUTTONS, layout.REVIEW_BUTTONS, strict=True):
        title, is_over = titles[name]
        is_before = name in {"review_first", "review_back", "review_older"}
        reason = (at_start if is_before else at_end) if is_over else None
        button(painter, picture.finger, name, box, title, reason=reason, shows_reason=False)


assert set(BUTTONS) == pages.REVIEW_STEPS | set(pages.REVIEW_ROUNDS)

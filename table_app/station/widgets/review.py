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
SPOT_LINE = 27
CARD = (84, 118)
CARD_STEP = 46
HAND_ROW = 162
HANDS_MAX = 4
RESULTS = {"win", "lose", "push", "bust", "blackjack", "surrender"}
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
    title = layout.PAGE_TITLE
    if review is None or not review.steps:
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
    """What happened, the present step in gold; as much around it as there is room for."""
    room = layout.REVIEW_STORY
    told = [
        (index, line)
        for index, each in enumerate(review.steps)
        for line in painter.art.wrap(
            sentence(step_text(painter.texts, each.fact)),
            room.w - 24,
            painter.size(theme.SMALL),
            "Regular",
        )
    ]
    pitch = painter.size(LINE)
    count = int(room.h // pitch)
    here = next(place for place, (index, _) in enumerate(told) if index == step)
    first = max(0, min(here - count // 2, len(told) - count))
    for place, (index, words) in enumerate(told[first : first + count]):
        line = Box(room.x, room.y + pitch * place, room.w, pitch)
        if index == step:
            painter.box(line, radius=8, ground=theme.GOLD_GROUND)
        painter.label(
            f"review step:{index}:{place}",
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
    across, width = index % 2, room.w / 2
    cell = Box(room.x + (width * across if count > 1 else 0), room.y, width, room.h)
    row = 1 + index // 2
    ending = str(hand.total)
    if hand.result is not None:
        ending = f"{hand.total} {result_text(texts, hand.result)}"
    title = texts.say("Hand {hand}", hand=index + 1) if count > 1 else texts.say("You")
    stake = f"{title}  {texts.short_money(hand.stake_cents)}"
    _hand(painter, cell, hand.cards, row=row, title=stake, ending=ending, name=f"hand {index}")


def _hand(
    painter: Painter,
    cell: Box,
    cards: tuple[Card | None, ...],
    *,
    row: int,
    title: str,
    ending: str,
    name: str = "dealer",
) -> None:
    top = cell.y + 8 + HAND_ROW * row
    head = Box(cell.x + 16, top, cell.w / 2, 36)
    painter.label(f"review {name}", head, title, size=theme.SMALL, colour=theme.TEXT)
    painter.label(
        f"review {name} total",
        Box(head.right, top, min(cell.w / 2 - 32, 220), 36),
        ending,
        size=theme.SMALL,
        weight="Bold",
        colour=theme.GOLD,
        align="right" if name != "dealer" else "left",
    )
    room = cell.w - 32 - CARD[0]
    pitch = min(CARD_STEP, room / max(1, len(cards) - 1))
    for index, face in enumerate(cards):
        image = card_image(painter.art, face, CARD)
        painter.put(image, cell.x + 16 + pitch * index, top + 40)


def _spots(painter: Painter, room: Box, spots: tuple[SpotView, ...]) -> None:
    """Each wager with its stake and, once it is decided, its row and what it brought."""
    placed = [spot for spot in spots if spot.stake_cents]
    width = room.w / max(1, len(placed))
    for index, spot in enumerate(placed):
        box = Box(room.x + width * index + 4, room.bottom - 36, width - 8, 34)
        painter.label(
            f"review paid:{spot.wager}",
            box,
            _paid(painter, spot),
            size=theme.SMALL,
            weight="Bold",
            colour=theme.GOLD,
            align="centre",
        )
        words = _outcome(painter, spot) or wager_text(painter.texts, spot.wager)
        lines = painter.art.wrap(words, box.w, theme.SMALL, "Regular")
        for place, line in enumerate(lines):
            top = box.y - SPOT_LINE * (len(lines) - place)
            painter.label(
                f"review spot:{spot.wager}:{place}",
                Box(box.x, top, box.w, SPOT_LINE),
                line,
                size=theme.SMALL,
                align="centre",
            )


def _outcome(painter: Painter, spot: SpotView) -> str:
    if spot.outcome is None or spot.outcome in RESULTS:
        return ""
    return in_spot_text(painter.texts, spot.outcome)


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
        align="right",
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

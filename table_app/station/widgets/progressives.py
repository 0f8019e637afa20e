"""The progressive meters: every one of them, always, with its name and what it holds."""

import pygame

from table_app.station import layout, theme
from table_app.station.art import SUPERSAMPLE
from table_app.station.canvas import Painter
from table_app.station.card_art import draw_suit
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.widgets.panels import panel
from table_app.station.words import meter_name, suit_text
from table_app.vocabulary.views import AwardView, MeterView, WagerInfo

NOTE_HEIGHT = 26
TALLEST_ROW = 50
AMOUNT_SIZES = (28, 26, 24)
ICON = 24
SUIT_OF_METER = {"heart": "H", "spade": "S", "diamond": "D", "club": "C"}
STAR, MYSTERY = "star", "mystery"
MARKED = {STAR, *SUIT_OF_METER}


def progressives(painter: Painter, picture: Picture) -> None:
    """Draw the meters. While cards move they stand as they were."""
    view = picture.before if picture.is_moving else picture.view
    meters, info = view.meters[: layout.PROGRESSIVE_ROWS_MAX], picture.info
    suits = {wager.wager: wager.chosen_suit for wager in info.wagers}
    won = frozenset() if picture.is_moving else _won(picture.view.awards, info.wagers)
    notes = tuple(_note(painter, meter, suits.get(meter.wager, "")) for meter in meters)
    painter.group(
        ("progressives", meters, notes, won), lambda part: _panel(part, meters, notes, won)
    )


def _won(
    awards: tuple[AwardView, ...], wagers: tuple[WagerInfo, ...]
) -> frozenset[tuple[str, str]]:
    """The meters that an award of this seat has come from."""
    meter_of = {(wager.wager, row.outcome): row.meter for wager in wagers for row in wager.rows}
    # A must-hit-by and a mystery award have the names of their meters.
    return frozenset(
        (award.wager, meter_of.get((award.wager, award.outcome), award.outcome)) for award in awards
    )


def _note(painter: Painter, meter: MeterView, chosen_suit: str) -> str:
    if meter.cap_cents is not None:
        cap = painter.texts.short_money(meter.cap_cents)
        if meter.meter == MYSTERY:
            return painter.texts.say("mystery, hits by {cap}", cap=cap)
        return painter.texts.say("must hit by {cap}", cap=cap)
    if meter.meter == STAR and chosen_suit:
        suit = suit_text(painter.texts, chosen_suit)
        return painter.texts.say("royal in {suit}", suit=suit)
    return ""


def _panel(
    painter: Painter,
    meters: tuple[MeterView, ...],
    notes: tuple[str, ...],
    won: frozenset[tuple[str, str]],
) -> None:
    box = layout.PROGRESSIVES
    room = panel(painter, box, "progressives", painter.texts.say("PROGRESSIVES"))
    noted = sum(bool(note) for note in notes)
    pitch = min(TALLEST_ROW, (room.h + 6 - NOTE_HEIGHT * noted) / len(meters))
    size = _amount_size(painter, meters, box.w - 16)
    top = room.y
    for meter, note in zip(meters, notes, strict=True):
        height = pitch + (NOTE_HEIGHT if note else 0)
        is_won = (meter.wager, meter.meter) in won
        line = Box(box.x + 8, top, box.w - 16, height - 4)
        _row(painter, line, meter, note, size=size, is_won=is_won)
        top += height


def _row(
    painter: Painter, line: Box, meter: MeterView, note: str, *, size: int, is_won: bool
) -> None:
    name = f"{meter.wager}.{meter.meter}"
    painter.box(
        line,
        radius=8,
        ground=theme.GOLD_GROUND if is_won else theme.PANEL_ROW,
        border=theme.GOLD if is_won else None,
    )
    main = line.h - (NOTE_HEIGHT + 2 if note else 0)
    left = line.x + 10
    icon = _icon(painter, meter.meter)
    if icon is not None:
        painter.put_in(icon, Box(left, line.y, ICON, main))
        left += ICON + 6
    amount = painter.texts.money(meter.amount_cents)
    width = painter.art.font("Bold", size).size(amount)[0] / painter.art.scale + 2
    painter.label(
        f"meter name:{name}",
        Box(left, line.y, line.right - 18 - width - left, main),
        meter_name(painter.texts, meter.wager, meter.meter),
        size=theme.SMALL,
    )
    painter.label(
        f"meter:{name}",
        Box(line.right - 10 - width, line.y, width, main),
        amount,
        size=size,
        weight="Bold",
        colour=theme.GOLD,
        align="right",
    )
    if note:
        painter.label(
            f"meter note:{name}",
            Box(line.x + 10, line.y + main, line.w - 20, NOTE_HEIGHT),
            note,
            size=theme.SMALL,
            colour=theme.MUTED,
        )


def _amount_size(painter: Painter, meters: tuple[MeterView, ...], room: float) -> int:
    """The largest type for the amounts that leaves every name whole."""
    return next(
        (size for size in AMOUNT_SIZES if all(_fits(painter, m, size, room) for m in meters)),
        theme.SMALLEST,
    )


def _fits(painter: Painter, meter: MeterView, size: int, room: float) -> bool:
    art, texts = painter.art, painter.texts
    name = art.font("Regular", theme.SMALL).size(meter_name(texts, meter.wager, meter.meter))[0]
    amount = art.font("Bold", size).size(texts.money(meter.amount_cents))[0]
    mark = ICON + 6 if meter.meter in MARKED else 0
    return (name + amount) / art.scale + 2 + mark + 28 <= room


def _icon(painter: Painter, meter: str) -> pygame.Surface | None:
    """The mark that a meter is named after, or None."""
    art = painter.art
    if meter == STAR:
        return art.keep("star", lambda: _star(art.px(ICON)))
    suit = SUIT_OF_METER.get(meter)
    if suit is None:
        return None
    colour = theme.SUIT_RED if suit in "HD" else theme.TEXT
    return art.keep(("suit on panel", suit), lambda: draw_suit(suit, art.px(ICON), colour))


def _star(side: int) -> pygame.Surface:
    large = side * SUPERSAMPLE
    image = pygame.Surface((large, large), pygame.SRCALPHA)
    image.fill((*theme.GOLD, 0))
    centre = pygame.Vector2(large / 2, large * 0.53)
    points = [
        centre + pygame.Vector2(0, -large * (0.5 if index % 2 == 0 else 0.2)).rotate(36 * index)
        for index in range(10)
    ]
    pygame.draw.polygon(image, theme.GOLD, points)
    return pygame.transform.smoothscale(image, (side, side))

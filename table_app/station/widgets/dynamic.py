"""The panel of the wager whose pays are drawn: base pays, the rows that turn, this round's pays."""

import math
from functools import partial

import pygame

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.widgets.panels import panel, raised_pays, won_outcome
from table_app.station.words import in_spot_text, wager_title
from table_app.vocabulary.views import PayRow, WagerInfo

FLIP_STEPS = 8
NAME_WIDTH = 214
SUB_HEIGHT = 28


def dynamic_wager(picture: Picture) -> WagerInfo | None:
    """The wager on offer some of whose pays are drawn, if there is one."""
    return next(
        (wager for wager in picture.info.wagers if any(row.dynamic for row in wager.rows)), None
    )


def dynamic_panel(painter: Painter, picture: Picture, wager: WagerInfo) -> None:
    """Draw the panel; a row whose pay is raised this round turns over and is framed in gold."""
    raised = dict(raised_pays(picture, wager))
    state = _state(painter, picture, is_drawn=bool(raised))
    painter.group(
        ("dynamic", wager.wager, state),
        lambda part: _ground(part, wager, state, is_drawn=bool(raised)),
    )
    won = won_outcome(picture, wager)
    height, pitch = layout.DYNAMIC_ROW
    for index, row in enumerate(wager.rows):
        top = layout.PAYTABLE.y + 50 + SUB_HEIGHT + 4 + pitch * index
        line = Box(layout.PAYTABLE.x + 8, top, layout.PAYTABLE.w - 16, height)
        turned = picture.moment.row_turned(row.outcome)
        pays = raised.get(row.outcome)
        draw = partial(_row, line=line, row=row, raised=pays, is_won=row.outcome == won)
        key = ("dynamic row", line, row, pays, row.outcome == won)
        if 0.0 < turned < 1.0:
            painter.put_in(_turning(painter, line, draw, key, turned), line)
        else:
            painter.group(key, draw)


def _state(painter: Painter, picture: Picture, *, is_drawn: bool) -> str:
    say, view = painter.texts.say, picture.view
    if is_drawn:
        return say("this round's pays")
    is_to_come = view.phase in {"betting", "dynamic", "closed"} or bool(view.dynamic_pays)
    return say("base pays until the draw") if is_to_come else say("base pays this round")


def _ground(painter: Painter, wager: WagerInfo, state: str, *, is_drawn: bool) -> None:
    title = wager_title(painter.texts, wager.wager)
    room = panel(painter, layout.PAYTABLE, "paytable", title)
    painter.label(
        "paytable state",
        Box(room.x, room.y, room.w, SUB_HEIGHT),
        state,
        size=theme.SMALL,
        colour=theme.GOLD if is_drawn else theme.MUTED,
    )


def _row(painter: Painter, *, line: Box, row: PayRow, raised: int | None, is_won: bool) -> None:
    say = painter.texts.say
    is_share = row.kind == "share"
    is_gold = raised is not None
    ground = theme.GOLD if is_won else theme.GOLD_GROUND if is_gold else theme.PANEL_ROW
    border = theme.GOLD if is_gold or is_won else None
    painter.box(line, radius=10, ground=ground, border=border, line=4)
    strong = theme.ON_GOLD if is_won else theme.GOLD if is_gold or is_share else theme.TEXT
    plain = theme.ON_GOLD if is_won else theme.TEXT
    painter.label(
        f"pays:{row.outcome}",
        Box(line.x + 12, line.y + 4, NAME_WIDTH, 30),
        in_spot_text(painter.texts, row.outcome),
        size=theme.SMALL,
        weight="SemiBold",
        colour=plain,
    )
    if is_share:
        under = say("{percent}% of its meter", percent=row.pays)
    elif raised is not None:
        under = say("for {per}, was {pays}", per=row.per, pays=row.pays)
    else:
        under = say("for {per}", per=row.per)
    painter.label(
        f"basis:{row.outcome}",
        Box(line.x + 12, line.y + 34, NAME_WIDTH, 28),
        under,
        size=theme.SMALL,
        colour=theme.ON_GOLD if is_won else theme.MUTED,
    )
    value = Box(line.x + NAME_WIDTH + 12, line.y, line.w - NAME_WIDTH - 24, line.h)
    painter.label(
        f"odds:{row.outcome}",
        value,
        say("METER") if is_share else str(row.pays if raised is None else raised),
        size=theme.SMALL if is_share else 38,
        weight="Bold",
        colour=strong,
        align="right",
    )


def _turning(
    painter: Painter, line: Box, draw: partial[None], key: tuple[object, ...], turned: float
) -> pygame.Surface:
    """A row while it turns over: first its old side, then its new one."""
    step = round(turned * FLIP_STEPS)
    part = max(0.08, abs(math.cos(math.pi * step / FLIP_STEPS)))

    def squeezed() -> pygame.Surface:
        image = painter.art.keep(("side", key), lambda: painter.image_of(line, draw))
        size = image.get_width(), max(2, round(image.get_height() * part))
        return pygame.transform.smoothscale(image, size)

    return painter.art.keep(("turning", key, step), squeezed)

"""The help's card of basic strategy: three grids and a legend, for every hand alike."""

from table_app.station import layout, theme
from table_app.station.canvas import Align, Painter
from table_app.station.layout import Box
from table_app.station.strategy import (
    TITLES,
    UPCARDS,
    CardRow,
    Kind,
    Steps,
    card_rows,
    in_words,
    legend,
    letters,
    upcard_name,
)
from table_app.vocabulary.views import StrategyRow

ROW_NAME = 100
TALLEST_ROW = 48
HEAD = 40
GAP = 2
LETTER = 26
LEGEND_COLUMNS_LEAST = 3
LEGEND_LETTER = 64


def strategy_card(painter: Painter, strategy: tuple[StrategyRow, ...]) -> None:
    """Draw the whole card."""
    texts = painter.texts
    painter.label(
        "strategy",
        layout.STRATEGY_TITLE,
        texts.say("Basic strategy for this table's rules"),
        size=theme.BUTTON_SMALL,
        weight="Bold",
        colour=theme.GOLD,
    )
    parts = {kind: card_rows(texts, strategy, kind) for kind in TITLES}
    most = max(len(rows) for rows in parts.values())
    for (kind, rows), room in zip(parts.items(), layout.STRATEGY_GRIDS, strict=True):
        _grid(painter, kind, rows, room, min(TALLEST_ROW, (room.h - 2 * HEAD) / max(1, most)))
    _legend(painter, legend(tuple(row for rows in parts.values() for row in rows)))


def _grid(
    painter: Painter, kind: Kind, rows: tuple[CardRow, ...], room: Box, row_height: float
) -> None:
    say = painter.texts.say
    column = (room.w - ROW_NAME) / UPCARDS
    lefts = [room.x + ROW_NAME + column * index for index in range(UPCARDS)]
    _head(painter, f"{kind} title", Box(room.x, room.y, 240, HEAD), say(TITLES[kind]), theme.TEXT)
    beside = Box(room.x + 250, room.y, room.w - 250, HEAD)
    _head(painter, f"{kind} dealer", beside, say("dealer shows"), theme.MUTED)
    for index, left in enumerate(lefts):
        box = Box(left, room.y + HEAD, column, HEAD)
        upcard = upcard_name(painter.texts, index)
        _head(painter, f"{kind} upcard:{index}", box, upcard, theme.GOLD, align="centre")
    for number, row in enumerate(rows):
        top = room.y + 2 * HEAD + row_height * number
        name = Box(room.x, top, ROW_NAME - 8, row_height - GAP)
        _head(painter, f"{kind} row:{row.points}", name, row.name, theme.TEXT)
        for index, steps in enumerate(row.cells):
            cell = Box(lefts[index], top, column - GAP, row_height - GAP)
            _cell(painter, f"strategy:{kind}:{row.points}:{index}", cell, steps)


def _head(
    painter: Painter,
    name: str,
    box: Box,
    text: str,
    colour: theme.Colour,
    *,
    align: Align = "left",
) -> None:
    painter.label(
        f"strategy {name}", box, text, size=LETTER, weight="SemiBold", colour=colour, align=align
    )


def _cell(painter: Painter, name: str, box: Box, steps: Steps) -> None:
    ground, colour = theme.ACTION_COLOURS[steps[0]]
    painter.box(box, radius=6, ground=ground)
    painter.label(
        name,
        box,
        letters(painter.texts, steps),
        size=LETTER,
        weight="Bold",
        colour=colour,
        align="centre",
    )


def _legend(painter: Painter, found: tuple[Steps, ...]) -> None:
    room = layout.STRATEGY_LEGEND
    columns = max(LEGEND_COLUMNS_LEAST, -(-len(found) // 2))
    width, height = room.w / columns, room.h / 2
    for index, steps in enumerate(found):
        left, top = room.x + width * (index % columns), room.y + height * (index // columns)
        _cell(painter, f"legend:{index}", Box(left, top, LEGEND_LETTER, height - 6), steps)
        words = Box(left + LEGEND_LETTER + 12, top, width - LEGEND_LETTER - 24, height - 6)
        painter.label(f"legend words:{index}", words, in_words(painter.texts, steps), size=LETTER)

"""The header: which table and seat, its limits, and whether it is only a demo."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.words import wager_text
from table_app.vocabulary.views import TableInfo


def header(painter: Painter, info: TableInfo) -> None:
    """Draw the header."""
    say, money = painter.texts.say, painter.texts.short_money
    title = say("{table}   SEAT {seat}", table=info.table.upper(), seat=info.seat)
    painter.label("title", layout.HEADER_TITLE, title, size=32, weight="Bold", align="centre")
    limits = [say("{decks} decks", decks=info.decks)] + [
        say(
            "{wager} {least} to {most}",
            wager=wager_text(painter.texts, wager.wager),
            least=money(wager.minimum_cents),
            most=money(wager.maximum_cents),
        )
        for wager in info.wagers
    ]
    painter.label(
        "limits",
        layout.HEADER_LIMITS,
        "     ".join(limits),
        size=26,
        colour=theme.MUTED,
        align="centre",
    )
    if info.is_demo:
        ribbon = layout.DEMO_RIBBON
        painter.box(ribbon, radius=12, ground=theme.WARNING)
        painter.label(
            "demo",
            ribbon.inset(8),
            say("DEMO - NO REAL MONEY"),
            size=theme.SMALL,
            weight="Bold",
            colour=theme.ON_WARNING,
            align="centre",
        )

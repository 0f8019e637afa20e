"""The header: which table and seat, its limits, and whether it is only a demo."""

from table_app.station import help as help_pages
from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.picture import Picture
from table_app.station.widgets.button import button
from table_app.station.words import stake_text, wager_text
from table_app.vocabulary.views import TableInfo


def header(painter: Painter, info: TableInfo) -> None:
    """Draw the header."""
    say = painter.texts.say
    title = say("{table}   SEAT {seat}", table=info.table.upper(), seat=info.seat)
    painter.label("title", layout.HEADER_TITLE, title, size=32, weight="Bold", align="centre")
    limits = [say("{decks} decks", decks=info.decks)] + [
        say(
            "{wager} {amount}",
            wager=wager_text(painter.texts, wager.wager),
            amount=stake_text(painter.texts, wager),
        )
        for wager in info.wagers
    ]
    painter.label(
        "limits",
        layout.HEADER_LIMITS,
        "    ".join(limits),
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


def help_button(painter: Painter, picture: Picture) -> None:
    """The way into the help and, from the same place, out of it."""
    say = painter.texts.say
    if picture.help is not None:
        button(painter, picture.finger, help_pages.CLOSE, layout.PAYS, say("CLOSE"), tone="primary")
        return
    reason = say("cards are coming") if picture.is_moving else None
    button(
        painter,
        picture.finger,
        help_pages.OPEN,
        layout.PAYS,
        say("PAYS"),
        reason=reason,
        shows_reason=False,
    )

"""The meter bar: credit, total bet and win, always with their cents."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture

GAP = 18


def meters(painter: Painter, picture: Picture) -> None:
    """Draw the meters. While cards move they stand as they were."""
    view = picture.before if picture.is_moving else picture.view
    say, money = painter.texts.say, painter.texts.money
    if picture.glow_percent:
        alpha = picture.glow_percent * 255 // 100
        painter.box(layout.WIN_GLOW, radius=18, ground=None, border=theme.GOLD, line=5, alpha=alpha)
    _meter(
        painter, "credit", layout.CREDIT, say("CREDIT"), money(view.credit_cents), colour=theme.TEXT
    )
    _meter(
        painter,
        "total_bet",
        layout.TOTAL_BET,
        say("TOTAL BET"),
        money(view.total_bet_cents),
        colour=theme.TEXT,
    )
    _meter(painter, "win", layout.WIN, say("WIN"), money(view.win_cents), colour=theme.GOLD)


def _meter(
    painter: Painter, name: str, box: Box, title: str, amount: str, *, colour: theme.Colour
) -> None:
    width = painter.art.text(title, theme.BODY, "SemiBold", theme.MUTED).get_width()
    left = width / painter.art.scale + GAP
    painter.label(
        f"{name} title",
        Box(box.x, box.y + 6, left - GAP + 2, box.h - 6),
        title,
        size=theme.BODY,
        weight="SemiBold",
        colour=theme.MUTED,
    )
    painter.label(
        name,
        Box(box.x + left, box.y, box.w - left, box.h),
        amount,
        size=theme.METER,
        weight="Bold",
        colour=colour,
    )

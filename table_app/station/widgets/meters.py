"""The meter bar: credit, total bet and win, always with their cents."""

from table_app.station import layout, theme
from table_app.station.canvas import Align, Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture

GAP = 18


def meters(painter: Painter, picture: Picture) -> None:
    """Draw the meters. While cards move they stand as they were."""
    view = picture.before if picture.is_moving else picture.view
    say, money = painter.texts.say, painter.texts.money
    is_last = view.betting is not None and not picture.shows_layout and view.total_bet_cents > 0
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
        say("LAST BET") if is_last else say("TOTAL BET"),
        money(view.total_bet_cents),
        colour=theme.TEXT,
    )
    win = say("LAST WIN") if is_last else say("WIN")
    _meter(painter, "win", layout.WIN, win, money(view.win_cents), colour=theme.GOLD)
    legal = picture.legal_texts
    _small(painter, "legal", layout.LEGAL_LINE, f"{legal.malfunction}   {legal.help_line}")
    _small(painter, "session", layout.SESSION_LINE, _session(painter, picture), align="right")


def _session(painter: Painter, picture: Picture) -> str:
    """The time of day, how long the session lasts, and where it stands."""
    texts, view = painter.texts, picture.before if picture.is_moving else picture.view
    clock = texts.time_of_day(picture.time_ms)
    if view.session is None or picture.session_ms is None:
        return clock
    return texts.say(
        "{clock}   session {time}   net {net}",
        clock=clock,
        time=texts.duration(picture.session_ms),
        net=texts.change(view.session.net_cents),
    )


def _small(painter: Painter, name: str, box: Box, text: str, align: Align = "left") -> None:
    painter.label(name, box, text, size=theme.SMALL, colour=theme.MUTED, align=align)


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

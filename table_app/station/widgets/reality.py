"""The reality check: how long and where the player stands; it stays until it is confirmed."""

from table_app.station import layout, pages, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Picture
from table_app.station.widgets.button import button
from table_app.station.widgets.notices import veil

LINE = 60


def reality_check(painter: Painter, picture: Picture) -> None:
    """Draw it over everything: nothing below can be pressed meanwhile, but CALL."""
    say, session = painter.texts.say, picture.view.session
    assert session is not None
    veil(painter)
    box = layout.REALITY
    painter.cover(box)
    painter.box(box, radius=24, ground=theme.PANEL, border=theme.RING, line=4)
    lines = (
        say(
            "You have been playing for {time}.",
            time=painter.texts.spoken_duration(picture.session_ms or 0),
        ),
        _standing(painter, session.net_cents),
        picture.legal_texts.help_line,
    )
    for index, line in enumerate(lines):
        painter.label(
            f"reality:{index}",
            Box(box.x + 32, box.y + 32 + LINE * index, box.w - 64, LINE),
            line,
            size=theme.BUTTON if index < 2 else theme.BODY,
            weight="SemiBold" if index < 2 else "Regular",
            align="centre",
        )
    button(
        painter,
        picture.finger,
        pages.REALITY,
        layout.REALITY_OK,
        say("CONTINUE"),
        tone="primary",
        size=theme.BUTTON,
    )


def _standing(painter: Painter, net_cents: int) -> str:
    say, amount = painter.texts.say, painter.texts.money(abs(net_cents))
    if net_cents == 0:
        return say("You are even.")
    if net_cents > 0:
        return say("You are ahead by {amount}.", amount=amount)
    return say("You are behind by {amount}.", amount=amount)

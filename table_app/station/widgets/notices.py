"""What the station itself says: a short notice, or that the player should please wait."""

import pygame

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.texts import mark
from table_app.vocabulary.views import Tilt

TITLE_HEIGHT = 100


def notice(painter: Painter, text: str) -> None:
    """A banner that goes away by itself."""
    width = painter.art.text(text, theme.BODY, "SemiBold", theme.TEXT).get_width()
    middle = layout.NOTICE.centre[0]
    wide = min(1180.0, width / painter.art.scale + 64)
    box = Box(middle - wide / 2, layout.NOTICE.y, wide, layout.NOTICE.h)
    painter.box(box, radius=18, ground=theme.PANEL, border=theme.WARNING)
    painter.label(
        "notice",
        box.inset(12),
        text,
        size=theme.BODY,
        weight="SemiBold",
        align="centre",
    )


TILTS: dict[Tilt, str] = {
    "generator": mark("The random number generator has stopped."),
    "record": mark("The record cannot be written."),
    "witness": mark("The witness has not confirmed the record."),
    "software": mark("The software must be checked."),
    "closed_by_staff": mark("The table is closed."),
}


def veil(painter: Painter) -> None:
    """A grey veil over the picture as it was."""
    image = painter.art.keep("veil", lambda: _veil(painter.art.size))
    painter.items.append((image, 0, 0))


def out_of_service(painter: Painter, tilt: Tilt) -> None:
    """The table has stopped, and why; attendants know what to do."""
    veil(painter)
    say = painter.texts.say
    lines = (say(TILTS[tilt]), say("Your money is safe. Please call an attendant."))
    message(painter, layout.OUT_OF_SERVICE, say("OUT OF SERVICE"), *lines)


def please_wait(painter: Painter) -> None:
    """The table is not answering."""
    veil(painter)
    say = painter.texts.say
    message(painter, layout.LOST, say("PLEASE WAIT"), say("Your wagers are safe."))


def message(painter: Painter, box: Box, title: str, *lines: str) -> None:
    """A large message; it leaves the cards in sight."""
    painter.cover(box)
    painter.box(box, radius=24, ground=theme.LOST_GROUND, border=theme.WARNING, line=4)
    painter.label(
        "message",
        Box(box.x + 24, box.y + 24, box.w - 48, TITLE_HEIGHT),
        title,
        size=64,
        weight="Bold",
        align="centre",
    )
    pitch = (box.h - 48 - TITLE_HEIGHT) / len(lines)
    for index, line in enumerate(lines):
        painter.label(
            f"message text:{index}",
            Box(box.x + 24, box.y + 24 + TITLE_HEIGHT + pitch * index, box.w - 48, pitch),
            line,
            size=theme.BUTTON,
            align="centre",
        )


def _veil(size: tuple[int, int]) -> pygame.Surface:
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.fill((46, 50, 54, theme.VEIL_ALPHA))
    return image

"""A button: press shown at once, "sent" until answered, its reason on it when it cannot be used."""

from functools import partial

import pygame

from table_app.station import theme
from table_app.station.art import Art
from table_app.station.canvas import Painter
from table_app.station.layout import Box
from table_app.station.picture import Hand
from table_app.station.theme import FACES, UNAVAILABLE_FACE, Face, Tone

RADIUS = 18
MARGIN = 12
LINE = 1.25
SHINE_ALPHA = 28


def button(
    painter: Painter,
    finger: Hand,
    name: str,
    box: Box,
    title: str,
    *,
    sub: str = "",
    tone: Tone = "other",
    size: int = theme.BUTTON_SMALL,
    reason: str | None = None,
    shows_reason: bool = True,
    is_held: bool = False,
) -> None:
    """Draw a button and make it touchable; `reason` says why it cannot be used."""
    is_sent = finger.sent == name
    is_pressed = finger.pressed == name and reason is None
    under = reason if reason is not None and shows_reason else sub
    if is_sent:
        under = painter.texts.say("sent")
    face = FACES[tone] if reason is None or is_sent else UNAVAILABLE_FACE
    if is_sent:
        face = Face(face.ground, face.text, theme.GOLD)
    elif is_pressed:
        face = Face(_darker(face.ground), face.text, theme.GOLD)
    width = box.w - 2 * MARGIN
    fitting, fits = painter.art.fit(title, width, size, "Bold")
    lines = painter.art.wrap(under, width, theme.SMALL, "Regular") if under else ()
    fits = fits and all(painter.art.fit(line, width, theme.SMALL, "Regular")[1] for line in lines)
    fits = fits and fitting * LINE + len(lines) * theme.SMALL * LINE <= box.h - 8
    image = painter.art.keep(
        ("button", box[2:], title, lines, fitting, face, is_pressed),
        partial(
            _image,
            painter.art,
            box,
            title,
            lines,
            size=fitting,
            face=face,
            is_pressed=is_pressed,
        ),
    )
    painter.put(image, box.x, box.y)
    if is_held and finger.pressed == name and finger.held_percent:
        full = box.w - 2 * RADIUS
        filled = Box(box.x + RADIUS, box.bottom - 20, full * finger.held_percent / 100, 10)
        painter.box(filled, radius=5, ground=theme.GOLD)
    busy = painter.texts.say("waiting for the table") if is_sent else None
    text = f"{title} - {under}" if under else title
    painter.target(name, box, text, reason=reason or busy, is_held=is_held, fits=fits)


def _image(
    art: Art,
    box: Box,
    title: str,
    lines: tuple[str, ...],
    *,
    size: int,
    face: Face,
    is_pressed: bool,
) -> pygame.Surface:
    plain = art.box(box.w, box.h, radius=RADIUS, ground=face.ground, border=face.border)
    image = plain.copy()
    if not is_pressed and face is not UNAVAILABLE_FACE:
        _shine(art, image)
    middle = image.get_width() // 2
    heading = art.text(title, size, "Bold", face.text)
    sub_height = art.px(theme.SMALL * LINE)
    total = heading.get_height() + sub_height * len(lines)
    top = (image.get_height() - total) // 2 + (art.px(3) if is_pressed else 0)
    image.blit(heading, (middle - heading.get_width() // 2, top))
    for number, line in enumerate(lines):
        drawn = art.text(line, theme.SMALL, "Regular", face.text)
        y = top + heading.get_height() + sub_height * number - art.px(4)
        image.blit(drawn, (middle - drawn.get_width() // 2, y))
    return image


def _shine(art: Art, image: pygame.Surface) -> None:
    """A little light from above, fading to nothing at the foot."""
    fade = pygame.Surface((1, 2), pygame.SRCALPHA)
    fade.set_at((0, 0), (255, 255, 255, SHINE_ALPHA))
    fade.set_at((0, 1), (255, 255, 255, 0))
    line = art.px(4)
    size = image.get_width() - 2 * line, image.get_height() - 2 * line
    light = pygame.transform.smoothscale(fade, size)
    shape = art.box(
        size[0] / art.scale, size[1] / art.scale, radius=RADIUS - 4, ground=(255, 255, 255)
    )
    light.blit(pygame.transform.scale(shape, size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    image.blit(light, (line, line))


def _darker(colour: theme.Colour) -> theme.Colour:
    red, green, blue = (part * 6 // 10 for part in colour)
    return red, green, blue

"""The ground of the table: felt with light and weave, and what is printed on it."""

import hashlib
import math
from itertools import pairwise

import pygame

from table_app.station import theme
from table_app.station.art import Art
from table_app.station.layout import CONTROL_BAR, FELT_PRINT_TOP, HEADER, METER_BAR, WIDTH, Box

LIGHT_GRID = (96, 54)
WEAVE_TILE = 256
WEAVE_ALPHA_MAX = 11
MANY = 2
PRINT_BOX = Box(408, FELT_PRINT_TOP, 1104, 340)
PRINT_RADIUS = 1700
PRINT_TYPE = (62, 38, 34)
PRINT_LOWEST = (130, 206, 262)
PRINT_LINE = 318


def ground(art: Art) -> pygame.Surface:
    """Felt and bars: what no update ever changes."""
    image = pygame.transform.smoothscale(_light(), art.size)
    weave = _weave()
    for left in range(0, art.size[0], WEAVE_TILE):
        for top in range(0, art.size[1], WEAVE_TILE):
            image.blit(weave, (left, top))
    for box, colour in (
        (HEADER, theme.PANEL),
        (CONTROL_BAR, theme.PANEL),
        (METER_BAR, theme.BAR),
    ):
        pygame.draw.rect(image, colour, _full_width(art, box))
    for y in (HEADER.bottom, CONTROL_BAR.y - 2):
        line = _full_width(art, Box(0, y, WIDTH, 2))
        pygame.draw.rect(image, theme.RING, line)
    return image.convert()


def printed(art: Art, lines: tuple[str, str, str]) -> pygame.Surface:
    """The three lines of the felt on their arcs, above a gold line."""
    return art.keep(("felt print", lines), lambda: _printed(art, lines))


def _full_width(art: Art, box: Box) -> pygame.Rect:
    top = art.origin[1] + round(box.y * art.scale)
    bottom = art.origin[1] + round(box.bottom * art.scale)
    return pygame.Rect(0, top, art.size[0], bottom - top)


def _light() -> pygame.Surface:
    """A small picture of the light on the felt, to be enlarged smoothly."""
    width, height = LIGHT_GRID
    image = pygame.Surface(LIGHT_GRID)
    for x in range(width):
        for y in range(height):
            far = math.hypot((x / width - 0.5) * 1.5, y / height - 0.33)
            image.set_at((x, y), _shade(min(1.0, far / 0.95)))
    return image


def _shade(far: float) -> tuple[int, int, int]:
    bright, dark = theme.FELT_LIGHT, theme.FELT_DARK
    red, green, blue = (
        round(one + (two - one) * far) for one, two in zip(bright, dark, strict=True)
    )
    return red, green, blue


def _weave() -> pygame.Surface:
    """Fixed noise, so that the felt looks like cloth and its light shows no bands."""
    count = WEAVE_TILE * WEAVE_TILE
    noise = hashlib.shake_256(b"felt").digest(count)
    pixels = bytearray(4 * count)
    white = noise.translate(bytes(255 if value > 127 else 0 for value in range(256)))
    pixels[0::4] = pixels[1::4] = pixels[2::4] = white
    pixels[3::4] = noise.translate(bytes(value % (WEAVE_ALPHA_MAX + 1) for value in range(256)))
    return pygame.image.frombytes(bytes(pixels), (WEAVE_TILE, WEAVE_TILE), "RGBA").convert_alpha()


def _printed(art: Art, lines: tuple[str, str, str]) -> pygame.Surface:
    """Drawn twice as large and reduced, so that turned letters keep smooth edges."""
    size = art.px(PRINT_BOX.w), art.px(PRINT_BOX.h)
    image = pygame.Surface((size[0] * MANY, size[1] * MANY), pygame.SRCALPHA)
    image.fill((*theme.GOLD, 0))
    for text, size_of_type, lowest in zip(lines, PRINT_TYPE, PRINT_LOWEST, strict=True):
        _along_arc(art, image, text, size_of_type, lowest)
    _arc(art, image, PRINT_LINE)
    return pygame.transform.smoothscale(image, size).convert_alpha()


def _on_arc(art: Art, image: pygame.Surface, lowest: float, along: float) -> tuple[float, float]:
    """The point so far along the arc, whose centre is on the dealer's side, above."""
    radius = PRINT_RADIUS * art.scale * MANY
    x = image.get_width() / 2 + radius * math.sin(along / radius)
    y = lowest * art.scale * MANY - radius * (1 - math.cos(along / radius))
    return x, y


def _along_arc(art: Art, image: pygame.Surface, text: str, size: int, lowest: float) -> None:
    font = art.font("Bold" if size > 40 else "SemiBold", size * MANY)
    total = font.size(text)[0]
    for index, letter in enumerate(text):
        along = font.size(text[: index + 1])[0] - font.size(letter)[0] / 2 - total / 2
        x, y = _on_arc(art, image, lowest, along)
        drawn = font.render(letter, True, theme.GOLD)
        angle = math.degrees(along / (PRINT_RADIUS * art.scale * MANY))
        turned = pygame.transform.rotozoom(drawn, angle, 1.0)
        image.blit(turned, (x - turned.get_width() / 2, y - turned.get_height() / 2))


def _arc(art: Art, image: pygame.Surface, lowest: float) -> None:
    reach = image.get_width() * 0.49
    points = [_on_arc(art, image, lowest, reach * step / 60) for step in range(-60, 61)]
    for start, end in pairwise(points):
        pygame.draw.line(image, theme.RING, start, end, art.px(3) * MANY)

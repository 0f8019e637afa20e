"""The ground of the table: felt with light and weave, and what is printed on it."""

import hashlib
import math

import pygame

from table_app.station import theme
from table_app.station.art import Art
from table_app.station.layout import CONTROL_BAR, FELT_PRINT_TOP, HEADER, METER_BAR, WIDTH, Box

LIGHT_GRID = (96, 54)
WEAVE_TILE = 256
WEAVE_ALPHA_MAX = 11
PRINT_RADIUS = 1500
PRINT_BOX = Box(408, FELT_PRINT_TOP - 20, 1104, 240)


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
    """The three lines of the felt on their arcs, between two gold lines."""
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
    image = pygame.Surface((art.px(PRINT_BOX.w), art.px(PRINT_BOX.h)), pygame.SRCALPHA)
    image.fill((*theme.GOLD, 0))
    middle = image.get_width() / 2
    for text, size, top in zip(lines, (46, 30, 28), (44, 122, 172), strict=True):
        _along_arc(art, image, text, size, (middle, art.px(top)))
    for top in (12, 222):
        _arc(art, image, (middle, art.px(top)))
    return image


def _along_arc(
    art: Art, image: pygame.Surface, text: str, size: int, bottom: tuple[float, float]
) -> None:
    """Letters hung below each other on a circle whose centre is above: the dealer's side."""
    font = art.font("Bold" if size > 40 else "SemiBold", size)
    radius = art.px(PRINT_RADIUS)
    total = font.size(text)[0]
    for index, letter in enumerate(text):
        before = font.size(text[:index])[0]
        width = font.size(letter)[0]
        along = before + width / 2 - total / 2
        angle = along / radius
        drawn = font.render(letter, True, theme.GOLD)
        turned = pygame.transform.rotozoom(drawn, math.degrees(angle), 1.0)
        x = bottom[0] + radius * math.sin(angle)
        y = bottom[1] - radius * (1 - math.cos(angle))
        image.blit(turned, turned.get_rect(center=(round(x), round(y + drawn.get_height() / 2))))


def _arc(art: Art, image: pygame.Surface, bottom: tuple[float, float]) -> None:
    radius = art.px(PRINT_RADIUS)
    half = math.asin(min(1.0, bottom[0] / radius))
    points = [
        (
            bottom[0] + radius * math.sin(half * step / 40),
            bottom[1] - radius * (1 - math.cos(half * step / 40)),
        )
        for step in range(-40, 41)
    ]
    for start, end in zip(points, points[1:], strict=False):
        pygame.draw.aaline(image, theme.RING, start, end, art.px(2))

"""Casino chips drawn by code, their value always written on them."""

import math
from functools import partial

import pygame

from table_app.station import theme
from table_app.station.art import SUPERSAMPLE, Art
from table_app.station.theme import Colour, chip_colours

EDGE_SPOTS = 8
STACK_MAX = 5
STACK_STEP = 7


def chip_text(value_cents: int) -> str:
    """What is written on a chip of this value: `5`, `500`, `1K`."""
    if value_cents % 100:
        return f"{value_cents}¢"
    value = value_cents // 100
    return f"{value // 1000}K" if value >= 1000 and value % 1000 == 0 else str(value)


def chip_image(art: Art, value_cents: int, size: float, *, is_dim: bool = False) -> pygame.Surface:
    """A chip of this diameter."""
    pixels = art.px(size)
    key = ("chip", value_cents, pixels, is_dim)
    return art.keep(key, partial(_chip, art, value_cents, pixels, is_dim=is_dim))


def stack_image(art: Art, values_cents: tuple[int, ...], size: float) -> pygame.Surface:
    """Chips on each other, the first one lowest."""
    return art.keep(("stack", values_cents, art.px(size)), partial(_stack, art, values_cents, size))


def stack_of(amount_cents: int, chips_cents: tuple[int, ...]) -> tuple[int, ...]:
    """Chips that show this amount, largest first, no more than lie well on each other."""
    stack: list[int] = []
    for value in sorted(chips_cents, reverse=True):
        while amount_cents >= value and len(stack) < STACK_MAX:
            stack.append(value)
            amount_cents -= value
    return tuple(stack) or tuple(sorted(chips_cents)[:1])


def _stack(art: Art, values_cents: tuple[int, ...], size: float) -> pygame.Surface:
    side, step = art.px(size), art.px(STACK_STEP)
    image = pygame.Surface((side, side + step * (len(values_cents) - 1)), pygame.SRCALPHA)
    for index, value in enumerate(values_cents):
        image.blit(chip_image(art, value, size), (0, image.get_height() - side - step * index))
    return image


def _chip(art: Art, value_cents: int, pixels: int, *, is_dim: bool) -> pygame.Surface:
    ground, writing = chip_colours(value_cents)
    image = pygame.transform.smoothscale(_blank(pixels * SUPERSAMPLE, ground), (pixels, pixels))
    text = chip_text(value_cents)
    size = 0.40 if len(text) <= 2 else 0.31
    drawn = art.font("Bold", pixels * size / art.scale).render(text, True, writing)
    ink = drawn.subsurface(drawn.get_bounding_rect())
    image.blit(ink, ((pixels - ink.get_width()) // 2, (pixels - ink.get_height()) // 2))
    if is_dim:
        shade = pygame.Surface(image.get_size(), pygame.SRCALPHA)
        pygame.draw.circle(shade, (*theme.BAR, 185), (pixels // 2, pixels // 2), pixels // 2)
        image.blit(shade, (0, 0))
    return image.convert_alpha()


def _blank(side: int, ground: Colour) -> pygame.Surface:
    """A chip without writing: rim, edge spots, two rings and a bright inlay."""
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    centre, radius = (side / 2, side / 2), side / 2
    is_light = sum(ground) > 560
    spots = theme.CARD_RED if is_light else theme.TEXT
    pygame.draw.circle(image, _mixed(ground, (0, 0, 0), 55), centre, radius)
    pygame.draw.circle(image, ground, centre, radius * 0.965)
    half = math.pi / EDGE_SPOTS * 0.42
    for spot in range(EDGE_SPOTS):
        angle = 2 * math.pi * spot / EDGE_SPOTS + math.pi / EDGE_SPOTS
        outer = [_polar(centre, radius * 0.965, angle + half * t / 4) for t in range(-4, 5)]
        inner = [_polar(centre, radius * 0.76, angle + half * t / 4) for t in range(4, -5, -1)]
        pygame.draw.polygon(image, spots, outer + inner)
    pygame.draw.circle(image, _mixed(ground, (0, 0, 0), 30), centre, radius * 0.76)
    pygame.draw.circle(image, spots, centre, radius * 0.70, max(1, round(radius * 0.035)))
    pygame.draw.circle(image, ground, centre, radius * 0.60)
    pygame.draw.circle(
        image, _mixed(ground, (255, 255, 255), 18), centre, radius * 0.60, round(radius * 0.03)
    )
    return image


def _polar(centre: tuple[float, float], radius: float, angle: float) -> tuple[float, float]:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _mixed(colour: Colour, other: Colour, per_cent: int) -> Colour:
    red, green, blue = (
        (one * (100 - per_cent) + two * per_cent) // 100
        for one, two in zip(colour, other, strict=True)
    )
    return red, green, blue

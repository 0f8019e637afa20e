"""Playing cards drawn by code: a large index, a large suit, a crown for the court."""

import math
from functools import partial

import pygame

from table_app.station import theme
from table_app.station.art import SUPERSAMPLE, Art, Pixels, rounded
from table_app.station.theme import Colour
from table_app.vocabulary.cards import Card, rank, suit

COURT = "JQK"
FLIP_STEPS = 8

_HEART_POINTS = 60


def suit_colour(art: Art, letter: str) -> Colour:
    """Red or black; or one of four colours, for a player who wants them."""
    if art.has_four_colours:
        return theme.FOUR_SUITS[letter]
    return theme.CARD_RED if letter in "HD" else theme.CARD_BLACK


def card_image(art: Art, face: Card | None, size: tuple[int, int]) -> pygame.Surface:
    """A card of this size on a screen 1920 wide; None is a card face down."""
    pixels = art.px(size[0]), art.px(size[1])
    if face is None:
        return art.keep(("back", pixels), partial(_back, art, pixels))
    return art.keep(
        ("card", face, pixels, art.has_four_colours), partial(_face, art, face, size, pixels)
    )


def mini_card(art: Art, face: Card, size: tuple[int, int]) -> pygame.Surface:
    """A card of a neighbour: index and suit side by side."""
    pixels = art.px(size[0]), art.px(size[1])
    return art.keep(("mini", face, pixels, art.has_four_colours), partial(_mini, art, face, pixels))


def turning_card(
    art: Art, face: Card | None, size: tuple[int, int], turned: float
) -> pygame.Surface:
    """A card while it turns from its back to its face; `turned` runs from 0 to 1."""
    step = min(FLIP_STEPS, int(turned * (FLIP_STEPS + 1)))
    width = abs(math.cos(math.pi * step / FLIP_STEPS))
    image = card_image(art, face if step * 2 >= FLIP_STEPS else None, size)
    narrow = max(2, round(image.get_width() * width)), image.get_height()
    shown = face if step * 2 >= FLIP_STEPS else None
    key = ("turning", shown, image.get_size(), narrow, art.has_four_colours)
    return art.keep(key, lambda: pygame.transform.smoothscale(image, narrow))


def suit_image(art: Art, letter: str, height: float) -> pygame.Surface:
    """A suit's mark, this high."""
    pixels = art.px(height)
    colour = suit_colour(art, letter)
    return art.keep(("suit", letter, pixels, colour), lambda: draw_suit(letter, pixels, colour))


def _face(art: Art, face: Card, size: tuple[int, int], pixels: Pixels) -> pygame.Surface:
    image = rounded(
        pixels,
        art.px(size[0] * 0.07),
        ground=theme.CARD_FACE,
        border=theme.CARD_EDGE,
        line=max(1, art.px(1.6)),
    )
    unit = size[0] / 150
    letter = suit(face)
    index = _index(art, rank(face), unit, suit_colour(art, letter))
    left = art.px(9 * unit)
    image.blit(index, (left, art.px(11 * unit)))
    small = suit_image(art, letter, 36 * unit)
    small_left = left + max(0, (art.px(36 * unit) - small.get_width()) // 2)
    image.blit(small, (small_left, art.px(70 * unit)))
    is_court = rank(face) in COURT
    big = suit_image(art, letter, (70 if is_court else 80) * unit)
    corner = pixels[0] - art.px(12 * unit), pixels[1] - art.px(14 * unit)
    image.blit(big, (corner[0] - big.get_width(), corner[1] - big.get_height()))
    if is_court:
        crown = _crown(art.px(64 * unit), rank(face), suit_colour(art, letter))
        place = corner[0] - big.get_width() // 2 - crown.get_width() // 2
        image.blit(crown, (place, corner[1] - big.get_height() - crown.get_height() - 4))
    return image.convert_alpha()


def _mini(art: Art, face: Card, pixels: Pixels) -> pygame.Surface:
    width, height = pixels
    image = rounded(pixels, height // 6, ground=theme.CARD_FACE, border=None, line=1)
    letter = suit(face)
    text = "10" if rank(face) == "T" else rank(face)
    drawn = art.font("Bold", 24).render(text, True, suit_colour(art, letter))
    ink = drawn.subsurface(drawn.get_bounding_rect())
    tall = height * 7 // 10
    narrow = min(round(ink.get_width() * tall / ink.get_height()), width * 9 // 20)
    index = pygame.transform.smoothscale(ink, (narrow, tall))
    image.blit(index, (width // 16 + 1, (height - tall) // 2))
    mark = draw_suit(letter, height * 6 // 10, suit_colour(art, letter))
    image.blit(mark, (width - mark.get_width() - width // 16, (height - mark.get_height()) // 2))
    return image.convert_alpha()


def _index(art: Art, letter: str, unit: float, colour: Colour) -> pygame.Surface:
    """The index cropped to its ink; it never gets wider than the strip a card on top leaves."""
    text = "10" if letter == "T" else letter
    drawn = art.font("Bold", 80 * unit).render(text, True, colour)
    ink = drawn.subsurface(drawn.get_bounding_rect())
    tallest = art.px(50 * unit)
    width = min(round(ink.get_width() * tallest / ink.get_height()), art.px(40 * unit))
    return pygame.transform.smoothscale(ink, (width, tallest))


def _back(art: Art, pixels: Pixels) -> pygame.Surface:
    width, height = pixels
    image = rounded(
        pixels,
        round(width * 0.07),
        ground=theme.CARD_FACE,
        border=theme.CARD_EDGE,
        line=max(1, art.px(1.6)),
    )
    margin = round(width * 0.06)
    inner = (width - 2 * margin, height - 2 * margin)
    many = 2
    field = pygame.Surface((inner[0] * many, inner[1] * many), pygame.SRCALPHA)
    field.fill(theme.CARD_BACK)
    pitch = max(6, round(inner[0] * many / 9))
    reach = field.get_height() + field.get_width()
    for start in range(-reach, reach, pitch):
        for lean in (1, -1):
            end = (start + lean * field.get_height(), field.get_height())
            pygame.draw.line(field, theme.CARD_BACK_LINE, (start, 0), end, max(1, many))
    pygame.draw.rect(field, theme.RING, field.get_rect(), max(2, many * 2), border_radius=8)
    image.blit(pygame.transform.smoothscale(field, inner), (margin, margin))
    return image.convert_alpha()


def draw_suit(letter: str, height: int, colour: Colour) -> pygame.Surface:
    """A suit's mark drawn large and reduced."""
    side = height * SUPERSAMPLE
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    image.fill((*colour, 0))
    match letter:
        case "D":
            _polygon(image, colour, ((0.5, 0.0), (0.86, 0.5), (0.5, 1.0), (0.14, 0.5)))
        case "H":
            _polygon(image, colour, _heart(is_upright=True))
        case "S":
            _polygon(image, colour, _heart(is_upright=False))
            _polygon(image, colour, _stem())
        case _:
            for x, y in ((0.5, 0.24), (0.25, 0.60), (0.75, 0.60)):
                centre = (round(x * side), round(y * side))
                pygame.draw.circle(image, colour, centre, round(0.235 * side))
            _polygon(image, colour, ((0.42, 0.35), (0.58, 0.35), (0.58, 0.75), (0.42, 0.75)))
            _polygon(image, colour, _stem())
    small = pygame.transform.smoothscale(image, (height, height))
    return small.subsurface(small.get_bounding_rect()).copy()


def _heart(*, is_upright: bool) -> tuple[tuple[float, float], ...]:
    points = []
    for step in range(_HEART_POINTS):
        angle = 2 * math.pi * step / _HEART_POINTS
        x = 16 * math.sin(angle) ** 3
        y = 13 * math.cos(angle) - 5 * math.cos(2 * angle)
        y -= 2 * math.cos(3 * angle) + math.cos(4 * angle)
        across = 0.5 + x / 34
        down = (12 - y) / 29 if is_upright else (y + 17) / 34
        points.append((across, down))
    return tuple(points)


def _stem() -> tuple[tuple[float, float], ...]:
    return ((0.46, 0.5), (0.54, 0.5), (0.58, 0.82), (0.70, 1.0), (0.30, 1.0), (0.42, 0.82))


def _crown(width: int, letter: str, colour: Colour) -> pygame.Surface:
    """A mark for the court: three points for a king, five for a queen, a cap for a jack."""
    side = width * SUPERSAMPLE
    image = pygame.Surface((side, side * 3 // 4), pygame.SRCALPHA)
    image.fill((*theme.GOLD, 0))
    tops = {"K": 3, "Q": 5, "J": 2}[letter]
    points: list[tuple[float, float]] = [(0.06, 0.80)]
    for top in range(tops):
        x = 0.06 + 0.88 * (top + 0.5) / tops
        if top:
            points.append((0.06 + 0.88 * top / tops, 0.48))
        points.append((x, 0.14))
    points.append((0.94, 0.80))
    scaled = [(x * side, y * side * 0.75) for x, y in points]
    pygame.draw.polygon(image, theme.GOLD, scaled)
    pygame.draw.polygon(image, colour, scaled, max(1, side // 40))
    band = pygame.Rect(side * 0.06, side * 0.60, side * 0.88, side * 0.13)
    pygame.draw.rect(image, colour, band, border_radius=side // 40)
    for x, y in scaled[1:-1:2]:
        pygame.draw.circle(image, colour, (x, y), side * 0.055)
    return pygame.transform.smoothscale(image, (width, width * 3 // 4))


def _polygon(
    image: pygame.Surface, colour: Colour, points: tuple[tuple[float, float], ...]
) -> None:
    side = image.get_width()
    pygame.draw.polygon(image, colour, [(x * side, y * side) for x, y in points])

"""The picture's raw material: text and rounded boxes, drawn once for this screen and kept.

Sizes are those of a screen 1920 wide; what comes out fits the real one.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, partial
from io import BytesIO
from typing import TypeVar

import pygame

from table_app.station.assets import asset
from table_app.station.layout import HEIGHT, WIDTH
from table_app.station.theme import SMALLEST, Colour, Weight

log = logging.getLogger(__name__)

KEPT_IMAGES_MAX = 900
KEPT_TEXTS_MAX = 2_000
SUPERSAMPLE = 4
SHRINK_STEP = 2

Pixels = tuple[int, int]
TextKey = tuple[str, float, int, Weight]
Value = TypeVar("Value")


class Art:
    """Draws for one size of screen and remembers what it drew."""

    def __init__(self, size: Pixels) -> None:
        self.size = size
        self.scale = min(size[0] / WIDTH, size[1] / HEIGHT)
        self.origin = (
            round((size[0] - WIDTH * self.scale) / 2),
            round((size[1] - HEIGHT * self.scale) / 2),
        )
        self.has_four_colours = False
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._fonts: dict[tuple[Weight, int], pygame.Font] = {}
        self._fits: dict[TextKey, tuple[int, bool]] = {}
        self._lines: dict[TextKey, tuple[str, ...]] = {}

    def px(self, length: float) -> int:
        """A length in pixels of the real screen, at least one."""
        return max(1, round(length * self.scale))

    def keep(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The image of this key, drawn when it is first asked for."""
        image = self._kept.get(key)
        if image is None:
            image = self._kept[key] = draw()
            if len(self._kept) > KEPT_IMAGES_MAX:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return image

    def font(self, weight: Weight, size: float) -> pygame.Font:
        """Noto Sans in this weight; its digits all have one width."""
        pixels = self.px(size)
        key = (weight, pixels)
        if key not in self._fonts:
            self._fonts[key] = _font(weight, pixels)
        return self._fonts[key]

    def text(self, text: str, size: int, weight: Weight, colour: Colour) -> pygame.Surface:
        """One line of text."""
        return self.keep(
            ("text", text, size, weight, colour),
            lambda: self.font(weight, size).render(text, True, colour).convert_alpha(),
        )

    def fit(self, text: str, width: float, size: int, weight: Weight) -> tuple[int, bool]:
        """The largest size up to `size` at which a line is this wide, and whether one is."""
        return _remembered(self._fits, (text, width, size, weight), self._fit)

    def _fit(self, text: str, width: float, size: int, weight: Weight) -> tuple[int, bool]:
        limit = self.px(width)
        for smaller in range(size, SMALLEST - 1, -SHRINK_STEP):
            if self.font(weight, smaller).size(text)[0] <= limit:
                return smaller, True
        return SMALLEST, self.font(weight, SMALLEST).size(text)[0] <= limit

    def wrap(self, text: str, width: float, size: int, weight: Weight) -> tuple[str, ...]:
        """The text in as few lines of this width as its words allow."""
        return _remembered(self._lines, (text, width, size, weight), self._wrap)

    def _wrap(self, text: str, width: float, size: int, weight: Weight) -> tuple[str, ...]:
        font, limit = self.font(weight, size), self.px(width)
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and font.size(longer)[0] <= limit:
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)

    def box(
        self,
        width: float,
        height: float,
        *,
        radius: float,
        ground: Colour | None,
        border: Colour | None = None,
        line: float = 3,
        alpha: int = 255,
    ) -> pygame.Surface:
        """A box with round corners, its border inside."""
        size = self.px(width), self.px(height)
        round_by = min(self.px(radius), size[0] // 2, size[1] // 2)
        key = ("box", size, round_by, ground, border, line, alpha)
        draw = partial(
            rounded, size, round_by, ground=ground, border=border, line=self.px(line), alpha=alpha
        )
        return self.keep(key, draw)


def _font(weight: Weight, pixels: int) -> pygame.Font:
    """The release's font; without its file the one that pygame brings, rather than no table."""
    try:
        return pygame.Font(BytesIO(_font_file(weight)), pixels)
    except (OSError, pygame.error) as error:
        log.warning("another font stands in for Noto Sans %s: %s", weight, error)
        return pygame.Font(None, pixels)


@cache
def _font_file(weight: Weight) -> bytes:
    """Read once: a font that is opened by its name keeps a descriptor open for each size."""
    return asset("fonts", f"NotoSans-{weight}.ttf").read_bytes()


def _remembered(known: dict[TextKey, Value], key: TextKey, find: Callable[..., Value]) -> Value:
    """What is known for this key, found out once."""
    if key not in known:
        if len(known) >= KEPT_TEXTS_MAX:
            known.clear()
        known[key] = find(*key)
    return known[key]


def rounded(
    size: Pixels,
    radius: int,
    *,
    ground: Colour | None,
    border: Colour | None,
    line: int,
    alpha: int = 255,
) -> pygame.Surface:
    """A box with round corners: one smooth corner tile, its middle stretched."""
    side = 2 * radius + 2 * line + 2
    many = SUPERSAMPLE
    tile = pygame.Surface((side * many, side * many), pygame.SRCALPHA)
    whole = tile.get_rect()
    if border is not None:
        tile.fill((*border, 0))
        pygame.draw.rect(tile, (*border, alpha), whole, border_radius=radius * many)
        inner = whole.inflate(-2 * line * many, -2 * line * many)
    else:
        tile.fill((*(ground or (0, 0, 0)), 0))
        inner = whole
    fill = (*ground, alpha) if ground is not None else (*(border or (0, 0, 0)), 0)
    inner_radius = max(0, (radius - (line if border else 0)) * many)
    pygame.draw.rect(tile, fill, inner, border_radius=inner_radius)
    return _stretched(pygame.transform.smoothscale(tile, (side, side)), size)


def _stretched(tile: pygame.Surface, size: Pixels) -> pygame.Surface:
    """The tile with its middle row and column repeated until it has this size."""
    width, height = size
    half = min(tile.get_width() // 2, (width + 1) // 2, (height + 1) // 2)
    result = pygame.Surface(size, pygame.SRCALPHA)
    side = tile.get_width()
    middle = side // 2
    for left, x in ((0, 0), (side - half, width - half)):
        for top, y in ((0, 0), (side - half, height - half)):
            result.blit(tile, (x, y), (left, top, half, half))
    across, down = width - 2 * half, height - 2 * half
    if across > 0:
        for top, y in ((0, 0), (side - half, height - half)):
            strip = tile.subsurface((middle, top, 1, half))
            result.blit(pygame.transform.scale(strip, (across, half)), (half, y))
    if down > 0:
        for left, x in ((0, 0), (side - half, width - half)):
            strip = tile.subsurface((left, middle, half, 1))
            result.blit(pygame.transform.scale(strip, (half, down)), (x, half))
    if across > 0 and down > 0:
        result.fill(tile.get_at((middle, middle)), (half, half, across, down))
    return result

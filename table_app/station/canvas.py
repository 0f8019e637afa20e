"""A picture as a list of images, and a screen that redraws only where two lists differ.

`Painter` collects the images and the scene; `Screen` shows them. Nothing here knows blackjack.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec
import pygame
from msgspec import Struct

from table_app.station import theme
from table_app.station.art import Art
from table_app.station.layout import WIDTH, Box, mirrored
from table_app.station.texts import Texts
from table_app.station.theme import Colour, Weight
from table_app.station.touch import Target

WHOLE_SCREEN_ABOVE = 0.6
"""Above this share of the screen one rectangle is cheaper than many."""

GROUPS_MAX = 60
LARGE_TEXT_PERCENT = 125
INK_OF_HEIGHT = 0.92
"""Type as high as this part of its box keeps its ink inside it."""

Align = Literal["left", "centre", "right"]
Item = tuple[pygame.Surface, int, int]


class SceneNode(Struct, frozen=True):
    """One thing a player can touch or read, in pixels of the window."""

    id: str
    role: Literal["button", "label"]
    rect: tuple[int, int, int, int]
    text: str
    enabled: bool
    reason: str | None
    is_held: bool
    fits: bool

    @property
    def centre(self) -> tuple[int, int]:
        x, y, width, height = self.rect
        return x + width // 2, y + height // 2

    @property
    def target(self) -> Target:
        return Target(self.id, *self.rect, is_held=self.is_held)


class Look(Struct, frozen=True):
    """How a player wants it: larger words, and the control bar for the left hand."""

    has_large_text: bool = False
    is_left_handed: bool = False


PLAIN = Look()
Groups = dict[Hashable, tuple[tuple[Item, ...], tuple[SceneNode, ...]]]
"""Parts of pictures that seldom change, for `Painter.group`."""


class Painter:
    """Collects one picture: images in the order in which they cover each other, and the scene."""

    def __init__(self, art: Art, texts: Texts, groups: Groups, look: Look = PLAIN) -> None:
        self.art = art
        self.texts = texts
        self.look = look
        self._groups = groups
        self._is_mirrored = False
        self.items: list[Item] = []
        self.nodes: list[SceneNode] = []

    def group(self, key: Hashable, draw: Callable[["Painter"], None]) -> None:
        """What `draw` draws, remembered: `key` must name everything that it depends on."""
        drawn = self._groups.get(key)
        if drawn is None:
            painter = self._another()
            draw(painter)
            if len(self._groups) >= GROUPS_MAX:
                self._groups.clear()
            drawn = self._groups[key] = (tuple(painter.items), tuple(painter.nodes))
        self.items += drawn[0]
        self.nodes += drawn[1]

    def image_of(self, box: Box, draw: Callable[["Painter"], None]) -> pygame.Surface:
        """What `draw` draws inside a box, as one image; nothing of it is in the scene."""
        painter = self._another()
        draw(painter)
        left, top, width, height = self.rect(box)
        image = pygame.Surface((width, height), pygame.SRCALPHA)
        image.blits([(part, (x - left, y - top)) for part, x, y in painter.items])
        return image

    @contextmanager
    def for_hand(self) -> Iterator[None]:
        """What is drawn inside lies the other way round for a left-handed player."""
        self._is_mirrored = self.look.is_left_handed
        yield
        self._is_mirrored = False

    def size(self, size: int) -> int:
        """A size of type, larger for a player who wants large text."""
        return size * LARGE_TEXT_PERCENT // 100 if self.look.has_large_text else size

    def rect(self, box: Box) -> tuple[int, int, int, int]:
        """A box in pixels of the window."""
        scale, (left, top) = self.art.scale, self.art.origin
        if self._is_mirrored:
            box = mirrored(box)
        x, y = left + round(box.x * scale), top + round(box.y * scale)
        return (
            x,
            y,
            left + round(box.right * scale) - x,
            top + round(box.bottom * scale) - y,
        )

    def put(self, image: pygame.Surface, x: float, y: float) -> None:
        """An image with its corner here."""
        scale, (left, top) = self.art.scale, self.art.origin
        at = left + round(x * scale)
        if self._is_mirrored:
            at = left + round((WIDTH - x) * scale) - image.get_width()
        self.items.append((image, at, top + round(y * scale)))

    def put_in(self, image: pygame.Surface, box: Box, align: Align = "centre") -> None:
        """An image in a box: at a side or in the middle, always at half height."""
        x, y, width, height = self.rect(box)
        room = width - image.get_width()
        left = {"left": 0, "centre": room // 2, "right": room}[align]
        self.items.append((image, x + left, y + (height - image.get_height()) // 2))

    def box(
        self,
        box: Box,
        *,
        radius: float,
        ground: Colour | None,
        border: Colour | None = None,
        line: float = 3,
        alpha: int = 255,
    ) -> None:
        """A box with round corners."""
        image = self.art.box(
            box.w, box.h, radius=radius, ground=ground, border=border, line=line, alpha=alpha
        )
        self.put(image, box.x, box.y)

    def label(
        self,
        name: str,
        box: Box,
        text: str,
        *,
        size: int,
        weight: Weight = "Regular",
        colour: Colour = theme.TEXT,
        align: Align = "left",
    ) -> None:
        """One line of text in its box, smaller when it must be; it appears in the scene."""
        wanted = max(size, min(self.size(size), int(box.h * INK_OF_HEIGHT)))
        fitting, fits = self.art.fit(text, box.w, wanted, weight)
        self.put_in(self.art.text(text, fitting, weight, colour), box, align)
        self.nodes.append(
            SceneNode(f"label:{name}", "label", self.rect(box), text, False, None, False, fits)
        )

    def target(
        self,
        name: str,
        box: Box,
        text: str,
        *,
        reason: str | None,
        is_held: bool = False,
        fits: bool = True,
    ) -> None:
        """Something to press, pressable unless there is a reason why not."""
        self.nodes.append(
            SceneNode(name, "button", self.rect(box), text, reason is None, reason, is_held, fits)
        )

    def _another(self) -> "Painter":
        painter = Painter(self.art, self.texts, self._groups, self.look)
        painter._is_mirrored = self._is_mirrored
        return painter

    def cover(self, box: Box) -> None:
        """What lies under this box can be neither read nor touched."""
        covered = pygame.Rect(self.rect(box))
        self.nodes = [node for node in self.nodes if not covered.colliderect(node.rect)]

    def disable(self, reason: str) -> None:
        """Nothing drawn so far can be pressed."""
        self.nodes = [
            msgspec.structs.replace(node, enabled=False, reason=reason) if node.enabled else node
            for node in self.nodes
        ]


class Screen:
    """A surface that shows a ground and items on it."""

    def __init__(self, surface: pygame.Surface, ground: pygame.Surface) -> None:
        self.surface = surface
        self._ground = ground
        self._shown: list[Item] | None = None

    def forget(self) -> None:
        """Draw everything next time: the window was hidden."""
        self._shown = None

    def show(self, items: list[Item]) -> list[pygame.Rect]:
        """Draw what changed and say where."""
        whole = self.surface.get_rect()
        dirty = [whole] if self._shown is None else _differences(self._shown, items)
        self._shown = items
        dirty = _merged(dirty, whole)
        if dirty:
            self._redraw(items, dirty)
        return dirty

    def _redraw(self, items: list[Item], dirty: list[pygame.Rect]) -> None:
        places = [image.get_rect(topleft=(x, y)) for image, x, y in items]
        for rect in dirty:
            self.surface.set_clip(rect)
            self.surface.blit(self._ground, rect, rect)
            self.surface.fblits(
                [(items[index][0], items[index][1:]) for index in rect.collidelistall(places)]
            )
        self.surface.set_clip(None)


def _differences(before: list[Item], now: list[Item]) -> list[pygame.Rect]:
    """Where the two pictures can differ: what came, what went, what changed its order."""
    if before == now:
        return []
    came = Counter(now)
    came.subtract(before)
    changed = {item for item, count in came.items() if count}
    stayed_before = [item for item in before if item not in changed]
    stayed_now = [item for item in now if item not in changed]
    if stayed_before != stayed_now:
        changed.update(
            item
            for pair in zip(stayed_before, stayed_now, strict=True)
            if pair[0] != pair[1]
            for item in pair
        )
    return [image.get_rect(topleft=(x, y)) for image, x, y in changed]


def _merged(rects: list[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles inside the screen that do not overlap; one when they are most of it."""
    merged: list[pygame.Rect] = []
    for rect in rects:
        current = rect.clip(whole)
        if not current.size[0] or not current.size[1]:
            continue
        while (index := current.collidelist(merged)) >= 0:
            current = current.union(merged.pop(index))
        merged.append(current)
    covered = sum(rect.width * rect.height for rect in merged)
    if covered > WHOLE_SCREEN_ABOVE * whole.width * whole.height:
        return [whole]
    return merged

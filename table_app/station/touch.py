"""One finger's path: from raw events to an accepted press. Nothing here knows what a button does.

A panel gives finger events, SDL may add mouse events for the same touch, an office has a mouse.
`Pointer` makes one path of them; `Presses` makes a press of a path, by the rules below.
"""

from collections.abc import Callable
from typing import Literal

import pygame
from msgspec import Struct

MOUSE_IGNORED_AFTER_FINGER_MS = 150
FINGER_LOST_AFTER_MS = 5_000
"""A finger that is silent for so long was lifted unseen; the next one may take over."""
DEBOUNCE_MS = 120
DEAD_TIME_MS = 250
HOLD_MS = 600

LEFT_BUTTON = 1


class Point(Struct, frozen=True):
    """What the one pointer did, in pixels of the window."""

    kind: Literal["down", "move", "up", "cancel"]
    x: int
    y: int


class Pointer:
    """Finger and mouse events -> one path: finger first, first finger only, duplicates dropped."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._finger: tuple[int, int] | None = None
        self._finger_seen_ms = 0
        self._any_finger_ms: int | None = None
        self._is_mouse_down = False

    def read(self, event: pygame.event.Event, now_ms: int) -> tuple[Point, ...]:
        """The steps of the path that this event makes; none for most."""
        if event.type in {pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP}:
            return self._read_finger(event, now_ms)
        if event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP}:
            return self._read_mouse(event, now_ms)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._finger = None
            self._is_mouse_down = False
            return (Point("cancel", 0, 0),)
        return ()

    def _read_finger(self, event: pygame.event.Event, now_ms: int) -> tuple[Point, ...]:
        finger = (event.touch_id, event.finger_id)
        self._any_finger_ms = now_ms
        is_first = self._finger in {None, finger}
        is_lost = now_ms - self._finger_seen_ms >= FINGER_LOST_AFTER_MS
        if is_first:
            self._finger_seen_ms = now_ms
        x, y = self._pixel(event.x, event.y)
        match event.type:
            case pygame.FINGERDOWN:
                if not is_first and not is_lost:
                    return ()
                self._finger = finger
                self._finger_seen_ms = now_ms
                # A mouse event that came first was this very touch: its press ends here.
                was_mouse, self._is_mouse_down = self._is_mouse_down, False
                down = Point("down", x, y)
                return (Point("cancel", x, y), down) if was_mouse else (down,)
            case pygame.FINGERMOTION if self._finger == finger:
                return (Point("move", x, y),)
            case pygame.FINGERUP if self._finger == finger:
                self._finger = None
                return (Point("up", x, y),)
            case _:
                return ()

    def _read_mouse(self, event: pygame.event.Event, now_ms: int) -> tuple[Point, ...]:
        if getattr(event, "touch", False) or self._finger is not None:
            return ()
        seen = self._any_finger_ms
        if seen is not None and now_ms - seen < MOUSE_IGNORED_AFTER_FINGER_MS:
            return ()
        x, y = event.pos
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == LEFT_BUTTON:
                self._is_mouse_down = True
                return (Point("down", x, y),)
            case pygame.MOUSEMOTION if self._is_mouse_down:
                return (Point("move", x, y),)
            case pygame.MOUSEBUTTONUP if event.button == LEFT_BUTTON and self._is_mouse_down:
                self._is_mouse_down = False
                return (Point("up", x, y),)
            case _:
                return ()

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        width, height = self._size
        return (
            max(0, min(int(x * width), width - 1)),
            max(0, min(int(y * height), height - 1)),
        )


class Target(Struct, frozen=True):
    """What can be pressed: its place, and whether it is or must be held."""

    id: str
    x: int
    y: int
    width: int
    height: int
    is_held: bool

    def has(self, point: Point) -> bool:
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height


class Press(Struct, frozen=True):
    """A press in progress."""

    target: Target
    since_ms: int


class Presses:
    """A path -> accepted presses: shown at once, acting on release inside, never repeating."""

    def __init__(self, find: Callable[[Point], Target | None]) -> None:
        self._find = find
        self._press: Press | None = None
        self._accepted_ms: dict[str, int] = {}
        self._dead_until_ms = 0

    @property
    def pressed(self) -> str | None:
        """The target under the finger, or None."""
        return self._press.target.id if self._press else None

    def is_dead(self, now_ms: int) -> bool:
        """Whether the picture has just changed under the finger."""
        return now_ms < self._dead_until_ms

    def disarm(self, now_ms: int) -> None:
        """Drop the press in progress and take no other for the dead time."""
        self._press = None
        self._dead_until_ms = now_ms + DEAD_TIME_MS

    def held(self, now_ms: int) -> int:
        """How much of the holding time the press has lasted, in per cent."""
        if self._press is None or not self._press.target.is_held:
            return 0
        return min(100, (now_ms - self._press.since_ms) * 100 // HOLD_MS)

    def follow(self, point: Point, now_ms: int) -> str | None:
        """The target that this step of the path presses, or None."""
        match point.kind:
            case "down":
                target = None if self.is_dead(now_ms) else self._find(point)
                self._press = Press(target, now_ms) if target else None
            case "cancel":
                self._press = None
            case "move":
                if self._press and not self._press.target.has(point):
                    self._press = None
            case "up":
                return self._release(point, now_ms)
        return None

    def wait(self, now_ms: int) -> str | None:
        """The target whose holding time is full now, or None."""
        if self._press and self._press.target.is_held and self.held(now_ms) >= 100:
            return self._accept(self._press.target, now_ms)
        return None

    def _release(self, point: Point, now_ms: int) -> str | None:
        press, self._press = self._press, None
        if press is None or not press.target.has(point):
            return None
        if press.target.is_held and now_ms - press.since_ms < HOLD_MS:
            return None
        return self._accept(press.target, now_ms)

    def _accept(self, target: Target, now_ms: int) -> str | None:
        self._press = None
        last = self._accepted_ms.get(target.id)
        if last is not None and now_ms - last < DEBOUNCE_MS:
            return None
        self._accepted_ms[target.id] = now_ms
        return target.id

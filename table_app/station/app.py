"""The station's loop: events in, one picture out, sounds beside it. It decides nothing about the game.

`step` does what is due and says when it wants to run again; `run` calls it until the window closes.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

import pygame

from table_app.station import felt
from table_app.station.art import Art
from table_app.station.asking import Link
from table_app.station.canvas import Groups, Look, Painter, SceneNode, Screen
from table_app.station.display import open_display
from table_app.station.picture import URGENT_STEP_MS
from table_app.station.rehearsal import draw_ahead
from table_app.station.screens.table import draw, draw_connecting
from table_app.station.seat import Seat
from table_app.station.sound import Speaker
from table_app.station.touch import Point, Pointer, Presses, Target
from table_app.vocabulary.commands import Preferences, Speed
from table_app.vocabulary.views import SeatView, TableInfo

FRAME_MS = 16
POLL_MS = 12
"""How long `run` sleeps at most: SDL tells nobody about a touch, it has to be asked."""
IDLE_MS = 500
HOLD_FRAME_MS = 33

Clock = Callable[[], int]


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class App:
    """One seat's station in one window.

    `speed` overrules the player's choice of it; without a `speaker` nothing is heard.
    """

    def __init__(
        self,
        link: Link,
        *,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        speed: Speed | None = None,
        speaker: Speaker | None = None,
        clock: Clock = monotonic_ms,
        title: str = "Blackjack",
    ) -> None:
        self._link = link
        self._clock = clock
        self._speaker = speaker
        self._surface = open_display(size, fullscreen=fullscreen, title=title)
        self._art = Art(self._surface.get_size())
        self._ground = felt.ground(self._art)
        self._screen = Screen(self._surface, self._ground)
        self._groups: Groups = {}
        self._pointer = Pointer(self._surface.get_size())
        self._presses = Presses(self._find)
        self._seat = Seat(link, self._presses, speed=speed)
        self._look = Look()
        self._drawn_for = self._seat.preferences
        self._undrawn = self._draw_ahead()
        self._wakeup = threading.Event()
        self._is_open = True
        self._nodes: tuple[SceneNode, ...] = ()
        self._shown: Hashable = None

    def run(self) -> None:
        """Work until the window is closed."""
        while self._is_open:
            self.wait(self.step())
        self.close()

    def wait(self, due_ms: int) -> None:
        """Sleep until `due_ms` have passed, `wake` is called, or touches must be looked for."""
        self._wakeup.wait(min(due_ms, POLL_MS) / 1000)
        self._wakeup.clear()

    def wake(self) -> None:
        """Make `run` look at the link now; any thread may call it."""
        self._wakeup.set()

    def close(self) -> None:
        """Close the window, hang up, and be silent."""
        self._is_open = False
        self._link.close()
        if self._speaker is not None:
            self._speaker.close()
        pygame.display.quit()

    @property
    def is_open(self) -> bool:
        """Whether nobody has closed the window yet."""
        return self._is_open

    @property
    def size(self) -> tuple[int, int]:
        """The window's size in pixels."""
        return self._surface.get_size()

    @property
    def view(self) -> SeatView | None:
        """What is shown now, or None before the host has spoken."""
        return self._seat.view

    @property
    def info(self) -> TableInfo | None:
        """What does not change at this table, or None before the host has spoken."""
        return self._seat.info

    @property
    def is_settled(self) -> bool:
        """Whether nothing moves, nothing waits for an answer, and the picture takes touches."""
        return self._seat.is_settled(self._clock())

    def step(self) -> int:
        """Do what is due, draw what changed; the milliseconds until this must be called again."""
        now_ms = self._clock()
        for event in pygame.event.get():
            self._handle(event, now_ms)
        self._seat.advance(now_ms)
        held = self._presses.wait(now_ms)
        if held is not None:
            self._press(held, now_ms)
        self._follow(self._seat.preferences)
        if self._seat.is_at_rest:
            next(self._undrawn, None)
        self._paint(now_ms)
        self._sound(now_ms)
        return self._due_ms(now_ms)

    def scene(self) -> tuple[SceneNode, ...]:
        """Every touch target and text on the screen, as of the last step."""
        return self._nodes

    def save_screenshot(self, path: Path) -> None:
        """What is shown, as PNG."""
        pygame.image.save(self._surface, path)

    def fresh_surface(self) -> pygame.Surface:
        """The present picture drawn from nothing, to be compared with what is shown."""
        surface = pygame.Surface(self._surface.get_size())
        Screen(surface, self._ground).show(self._painted(self._clock()).items)
        return surface

    def _handle(self, event: pygame.event.Event, now_ms: int) -> None:
        if event.type == pygame.QUIT:
            self._is_open = False
        elif event.type in {pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN}:
            self._screen.forget()
            self._seat.is_dirty = True
        for point in self._pointer.read(event, now_ms):
            self._touch(point, now_ms)

    def _touch(self, point: Point, now_ms: int) -> None:
        self._seat.is_dirty = True
        if point.kind == "down" and not self._presses.is_dead(now_ms):
            node = self._at(point)
            if (node is None or not node.enabled) and self._seat.skip(now_ms):
                # A tap on moving cards lets them arrive, and does nothing else.
                return
        pressed = self._presses.follow(point, now_ms)
        if pressed is not None:
            self._press(pressed, now_ms)

    def _find(self, point: Point) -> Target | None:
        """The target under a finger; one that cannot be used says why."""
        node = self._at(point)
        if node is None:
            return None
        if node.enabled:
            return node.target
        if node.reason is not None:
            self._seat.explain(node.reason, self._clock())
        return None

    def _at(self, point: Point) -> SceneNode | None:
        """The button under a finger."""
        return next(
            (
                node
                for node in reversed(self._nodes)
                if node.role == "button" and node.target.has(point)
            ),
            None,
        )

    def _press(self, name: str, now_ms: int) -> None:
        """Carry out an accepted press, if its button can still be used."""
        if any(node.id == name and node.enabled for node in self._nodes):
            self._seat.press(name, now_ms)

    def _follow(self, chosen: Preferences) -> None:
        """Draw as the player wants it from now on."""
        if chosen == self._drawn_for:
            return
        self._drawn_for = chosen
        self._look = Look(chosen.has_large_text, chosen.is_left_handed)
        self._art.has_four_colours = chosen.has_four_colours
        self._groups.clear()
        self._undrawn = self._draw_ahead()
        self._seat.is_dirty = True

    def _draw_ahead(self) -> Iterator[object]:
        return draw_ahead(lambda: self._painter({}), lambda: self._seat.picture(self._clock()))

    def _paint(self, now_ms: int) -> None:
        ticking = self._seat.ticking(now_ms)
        if not self._seat.is_dirty and ticking == self._shown and not self._seat.is_behind:
            return
        self._seat.is_dirty, self._shown = False, ticking
        painter = self._painted(now_ms)
        self._nodes = tuple(painter.nodes)
        dirty = self._screen.show(painter.items)
        if dirty:
            pygame.display.update(dirty)

    def _painted(self, now_ms: int) -> Painter:
        painter = self._painter(self._groups)
        picture = self._seat.picture(now_ms)
        if picture is None:
            draw_connecting(painter)
        else:
            draw(painter, picture, is_lost=self._seat.is_lost(now_ms))
            if picture.finger.sent is not None:
                painter.disable(painter.texts.say("waiting for the table"))
        return painter

    def _painter(self, groups: Groups) -> Painter:
        return Painter(self._art, self._seat.texts, groups, self._look)

    def _sound(self, now_ms: int) -> None:
        due = self._seat.sounds(now_ms)
        if self._speaker is None:
            return
        self._speaker.tend(now_ms)
        for sound in due:
            self._speaker.play(sound, self._seat.preferences.volume)

    def _due_ms(self, now_ms: int) -> int:
        if self._seat.is_behind or self._seat.is_tossing:
            return FRAME_MS
        if self._seat.is_glowing(now_ms) or self._presses.pressed is not None:
            return HOLD_FRAME_MS
        return URGENT_STEP_MS if self._seat.has_timer else IDLE_MS

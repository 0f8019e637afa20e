"""The station's loop: events and messages in, one picture out. It decides nothing about the game.

`step` does what is due and says when it wants to run again; `run` calls it until the window closes.
"""

import threading
import time
from collections.abc import Callable, Hashable
from pathlib import Path

import pygame

from table_app.link.client import LinkLost, LinkUp
from table_app.station import felt
from table_app.station.animation import Speed, ease_out
from table_app.station.art import Art
from table_app.station.asking import Link, Questions, command_of
from table_app.station.betting import SPOT, Betting, first_chip, tossed_cents
from table_app.station.canvas import Groups, Painter, SceneNode, Screen
from table_app.station.display import open_display
from table_app.station.help import help_after, is_of_help, still_open
from table_app.station.picture import (
    URGENT_STEP_MS,
    Countdown,
    Hand,
    Help,
    Picture,
    Toss,
    countdown_of,
)
from table_app.station.rehearsal import draw_ahead
from table_app.station.screens.table import draw, draw_connecting
from table_app.station.stage import Stage
from table_app.station.texts import Texts
from table_app.station.touch import Point, Pointer, Presses, Target
from table_app.station.words import fact_text, left_out_text, refusal_text, sentence
from table_app.vocabulary.commands import PlayerCommand, SetWagers
from table_app.vocabulary.facts import ShownFact
from table_app.vocabulary.views import (
    Answer,
    BettingView,
    SeatView,
    TableInfo,
    Update,
    Welcome,
)

FRAME_MS = 16
POLL_MS = 12
"""How long `run` sleeps at most: SDL tells nobody about a touch, it has to be asked."""
IDLE_MS = 500
HOLD_FRAME_MS = 33
NOTICE_MS = 3_000
OFFERED_BY_THE_DEMO = ("demo_credit", "demo_validation")

Clock = Callable[[], int]


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class App:
    """One seat's station in one window."""

    def __init__(
        self,
        link: Link,
        *,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        language: str = "en",
        speed: Speed = "normal",
        clock: Clock = monotonic_ms,
        title: str = "Blackjack",
    ) -> None:
        self._link = link
        self._clock = clock
        self._surface = open_display(size, fullscreen=fullscreen, title=title)
        self._texts = Texts(language)
        self._art = Art(self._surface.get_size())
        self._ground = felt.ground(self._art)
        self._screen = Screen(self._surface, self._ground)
        self._groups: Groups = {}
        self._undrawn = draw_ahead(self._art, self._texts, lambda: self._picture(self._clock()))
        self._stage = Stage(speed)
        self._questions = Questions(link)
        self._betting = Betting()
        self._pointer = Pointer(self._surface.get_size())
        self._presses = Presses(self._find)
        self._wakeup = threading.Event()
        self._is_open = True
        self._has_link = False
        self._chip_cents = 0
        self._notice: tuple[str, int] | None = None
        self._tossed: tuple[int, str, int] | None = None
        self._help: Help | None = None
        self._nodes: tuple[SceneNode, ...] = ()
        self._shown: Hashable = None
        self._is_dirty = True
        self._arrangement: Hashable = None

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
        """Close the window and hang up."""
        self._is_open = False
        self._link.close()
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
        return self._stage.view

    @property
    def info(self) -> TableInfo | None:
        """What does not change at this table, or None before the host has spoken."""
        return self._stage.info

    def step(self) -> int:
        """Do what is due, draw what changed; the milliseconds until this must be called again."""
        now_ms = self._clock()
        for event in pygame.event.get():
            self._handle(event, now_ms)
        for message in self._link.poll():
            self._receive(message, now_ms)
        held = self._presses.wait(now_ms)
        if held is not None:
            self._press(held, now_ms)
        if self._stage.advance(now_ms):
            self._is_dirty = True
            self._agree(now_ms)
        if self._notice is not None and now_ms >= self._notice[1]:
            self._notice = None
            self._is_dirty = True
        if self._tossed is not None:
            self._is_dirty = True
            if now_ms - self._tossed[2] >= self._stage.chip_ms():
                self._tossed = None
        elif not self._stage.is_behind:
            next(self._undrawn, None)
        self._paint(now_ms)
        return self._due_ms()

    def scene(self) -> tuple[SceneNode, ...]:
        """Every touch target and text on the screen, as of the last step."""
        return self._nodes

    @property
    def is_settled(self) -> bool:
        """Whether nothing moves, nothing waits for an answer, and the picture takes touches."""
        now_ms = self._clock()
        return (
            self._stage.is_current
            and not self._stage.is_behind
            and self._tossed is None
            and not self._questions.are_open
            and self._betting.wish is None
            and not self._is_lost(now_ms)
            and not self._presses.is_dead(now_ms)
        )

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
            self._is_dirty = True
        for point in self._pointer.read(event, now_ms):
            self._follow(point, now_ms)

    def _follow(self, point: Point, now_ms: int) -> None:
        self._is_dirty = True
        is_moving = self._stage.moment(now_ms).is_running and self._help is None
        if point.kind == "down" and is_moving and not self._presses.is_dead(now_ms):
            # A tap on moving cards lets them arrive, and does nothing else.
            self._stage.skip(now_ms)
            self._agree(now_ms)
            self._presses.disarm(now_ms)
            return
        pressed = self._presses.follow(point, now_ms)
        if pressed is not None:
            self._press(pressed, now_ms)

    def _find(self, point: Point) -> Target | None:
        """The target under a finger; one that cannot be used says why."""
        for node in reversed(self._nodes):
            if node.role == "button" and node.target.has(point):
                if node.enabled:
                    return node.target
                if node.reason is not None and self._questions.blocking is None:
                    self._say(sentence(node.reason), self._clock())
                return None
        return None

    def _receive(self, message: object, now_ms: int) -> None:
        self._is_dirty = True
        match message:
            case LinkUp():
                self._has_link = True
            case LinkLost():
                self._has_link = False
                self._presses.disarm(now_ms)
            case Welcome(info=info):
                self._has_link = True
                self._stage.welcome(info)
                self._help = still_open(self._help, info)
                # The link asks again by number what was not answered: its time starts anew.
                self._questions.renew(now_ms)
                if self._chip_cents not in info.chips_cents:
                    self._chip_cents = first_chip(info)
            case Answer(sequence=sequence, refusal=refusal):
                question = self._questions.answered(sequence)
                if question is not None and refusal is not None:
                    if isinstance(question.command, SetWagers):
                        self._betting.refused(question.command.revision)
                    self._say(sentence(refusal_text(self._texts, refusal)), now_ms)
            case Update():
                self._stage.receive(message, now_ms)
                self._tell(message.facts, now_ms)
            case _:
                pass

    def _agree(self, now_ms: int) -> None:
        """The view on show has changed, or stands now."""
        view = self._stage.view
        if view is None:
            return
        self._betting.agree(view)
        is_moving = self._stage.moment(now_ms).is_running
        active = next((index for index, hand in enumerate(view.hands) if hand.is_active), None)
        is_deciding = is_moving or view.phase in {"decisions", "dynamic"}
        bar = "decisions" if is_deciding else view.phase
        is_locked = bool(view.awards)
        arrangement = (bar, active, view.insurance is not None, view.betting is not None, is_locked)
        if bar == "decisions":
            arrangement = (bar, active, False, False, False)
        if arrangement != self._arrangement:
            # What lay under the finger is something else now.
            self._arrangement = arrangement
            self._presses.disarm(now_ms)

    def _press(self, name: str, now_ms: int) -> None:
        """Carry out an accepted press, if its button can still be used."""
        view, info = self._stage.view, self._stage.info
        node = next((node for node in self._nodes if node.id == name and node.enabled), None)
        if view is None or info is None or node is None or self._is_lost(now_ms):
            return
        self._is_dirty = True
        if name.startswith("chip:"):
            self._chip_cents = int(name.removeprefix("chip:"))
            return
        if is_of_help(name):
            self._help = help_after(name, self._help, info)
            self._presses.disarm(now_ms)
            return
        if view.betting is not None and name not in OFFERED_BY_THE_DEMO:
            command = self._betting_command(name, view, view.betting, now_ms)
        else:
            command = command_of(name, view)
        if command is not None:
            self._questions.ask(name, command, now_ms)

    def _betting_command(
        self, name: str, view: SeatView, betting: BettingView, now_ms: int
    ) -> PlayerCommand | None:
        info = self._stage.info
        assert info is not None
        if name == "repeat" and betting.repeat.left_out:
            self._say(left_out_text(self._texts, betting.repeat), now_ms)
        before = self._betting.layout(betting)
        command = self._betting.command(name, view, betting, info, self._chip_cents)
        if name.startswith(SPOT) and isinstance(command, SetWagers):
            wager = name.removeprefix(SPOT)
            added = tossed_cents(before, command.wagers, wager, info.chips_cents)
            self._tossed = (added, wager, now_ms) if added else None
        return command

    def _tell(self, facts: tuple[ShownFact, ...], now_ms: int) -> None:
        texts = (fact_text(self._texts, fact) for fact in facts)
        told = next((text for text in texts if text is not None), None)
        if told is not None:
            self._say(told, now_ms)

    def _say(self, text: str, now_ms: int) -> None:
        self._notice = (text, now_ms + NOTICE_MS)
        self._is_dirty = True

    def _is_lost(self, now_ms: int) -> bool:
        late_at = self._questions.late_at_ms
        is_late = late_at is not None and now_ms >= late_at
        return not self._has_link or not self._stage.is_current or is_late

    def _paint(self, now_ms: int) -> None:
        ticking = (
            self._countdown(now_ms),
            self._presses.held(now_ms),
            self._is_lost(now_ms),
            self._stage.glow_percent(now_ms),
        )
        if not self._is_dirty and ticking == self._shown and not self._stage.is_behind:
            return
        self._is_dirty, self._shown = False, ticking
        painter = self._painted(now_ms)
        self._nodes = tuple(painter.nodes)
        dirty = self._screen.show(painter.items)
        if dirty:
            pygame.display.update(dirty)

    def _painted(self, now_ms: int) -> Painter:
        painter = Painter(self._art, self._texts, self._groups)
        picture = self._picture(now_ms)
        if picture is None:
            draw_connecting(painter)
        else:
            draw(painter, picture, is_lost=self._is_lost(now_ms))
            if picture.finger.sent is not None:
                painter.disable(self._texts.say("waiting for the table"))
        return painter

    def _picture(self, now_ms: int) -> Picture | None:
        stage = self._stage
        if stage.info is None or stage.view is None:
            return None
        return Picture(
            info=stage.info,
            view=stage.view,
            before=stage.before or stage.view,
            moment=stage.moment(now_ms),
            finger=Hand(
                self._chip_cents,
                self._presses.pressed,
                self._presses.held(now_ms),
                self._questions.blocking,
            ),
            wish=self._betting.wish,
            has_undo=self._betting.has_undo,
            countdown=self._countdown(now_ms),
            notice=self._notice[0] if self._notice else None,
            toss=self._toss(now_ms),
            help=self._help,
            glow_percent=stage.glow_percent(now_ms),
        )

    def _toss(self, now_ms: int) -> Toss | None:
        if self._tossed is None:
            return None
        chip_cents, wager, since_ms = self._tossed
        return Toss(chip_cents, wager, ease_out(now_ms - since_ms, self._stage.chip_ms()))

    def _countdown(self, now_ms: int) -> Countdown | None:
        timer = self._stage.view.timer if self._stage.view else None
        if timer is None or timer.total_ms <= 0:
            return None
        return countdown_of(self._stage.time_left_ms(timer, now_ms), timer.total_ms)

    def _due_ms(self) -> int:
        due = IDLE_MS
        if self._stage.is_behind or self._tossed is not None:
            due = FRAME_MS
        elif self._stage.is_glowing(self._clock()) or self._presses.pressed is not None:
            due = HOLD_FRAME_MS
        elif self._stage.view is not None and self._stage.view.timer is not None:
            due = URGENT_STEP_MS
        return due

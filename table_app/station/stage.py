"""What has come from the table and how far it has been shown: updates in, a moment out.

Updates that arrive while cards move wait; then all that wait are shown as one, so the picture is
never more than one animation behind and always ends as the last view.
"""

import math
from collections import deque

from msgspec import Struct

from table_app.station.animation import (
    CHIP_MS,
    NOTHING_MOVES,
    SPEED_PERCENT,
    Moment,
    Timeline,
    timeline_of,
)
from table_app.vocabulary.commands import Speed
from table_app.vocabulary.facts import RoundClosed, ShownFact
from table_app.vocabulary.views import SeatView, TableInfo, TimerView, Update

GLOW_MS = 3_000
GLOW_BEATS = 3
"""How often a win glows up: once a second, for nobody must be flashed at."""
GLOW_STEP_PERCENT = 10


class Arrived(Struct, frozen=True):
    """An update and when it came: its timer counts from then."""

    update: Update
    at_ms: int


class Stage:
    """The view on show, the one before it, and what still moves between them.

    `began` is the movement of an update that was not looked at yet, with the facts it was `told`.
    """

    def __init__(self, speed: Speed) -> None:
        self.speed = speed
        self.began: Timeline | None = None
        self.told: tuple[ShownFact, ...] = ()
        self._waiting: deque[Arrived] = deque()
        self._timeline: Timeline = NOTHING_MOVES
        self._started_ms = 0
        self._timer_from_ms = 0
        self._is_new_link = True
        self._version = 0
        self._is_win_coming = False
        self._glow_from_ms: int | None = None
        self.info: TableInfo | None = None
        self.view: SeatView | None = None
        self.before: SeatView | None = None

    @property
    def is_behind(self) -> bool:
        """Whether something has come that is not fully shown."""
        return bool(self._waiting) or self._timeline is not NOTHING_MOVES

    @property
    def is_current(self) -> bool:
        """Whether a view of this connection is on show."""
        return not self._is_new_link

    def welcome(self, info: TableInfo) -> None:
        """A connection begins: what waited belongs to the old one."""
        self.info = info
        self._waiting.clear()
        self._version = 0
        self._is_new_link = True

    def chip_ms(self) -> int:
        """How long a chip flies."""
        return CHIP_MS * SPEED_PERCENT[self.speed] // 100

    def receive(self, update: Update, now_ms: int) -> None:
        """Take an update; one that is not newer than the last of this connection tells nothing."""
        if update.version > self._version:
            self._version = update.version
            self._waiting.append(Arrived(update, now_ms))

    def moment(self, now_ms: int) -> Moment:
        if self._timeline is NOTHING_MOVES:
            return Moment()
        return Moment(self._timeline, now_ms - self._started_ms)

    def skip(self, now_ms: int) -> None:
        """Let everything arrive at once."""
        self._end(now_ms)

    def glow_percent(self, now_ms: int) -> int:
        """The light around a win that has just come, 0 to 100; it swells and fades thrice."""
        if self._glow_from_ms is None:
            return 0
        passed = (now_ms - self._glow_from_ms) / GLOW_MS
        if passed >= 1:
            return 0
        light = (1 - math.cos(2 * math.pi * GLOW_BEATS * passed)) / 2 * 100
        return round(light / GLOW_STEP_PERCENT) * GLOW_STEP_PERCENT

    def is_glowing(self, now_ms: int) -> bool:
        return self._glow_from_ms is not None and now_ms - self._glow_from_ms < GLOW_MS

    def advance(self, now_ms: int) -> bool:
        """Show what is due; true when the view on show, or whether it stands, has changed."""
        has_changed = False
        if self._timeline is not NOTHING_MOVES and not self.moment(now_ms).is_running:
            self._end(now_ms)
            has_changed = True
        if self._waiting and self._timeline is NOTHING_MOVES and self.info is not None:
            self._show(self.info, now_ms)
            has_changed = True
        return has_changed

    def passed_ms(self, now_ms: int) -> int:
        """How long the view on show has been here: its times count from then."""
        return max(0, now_ms - self._timer_from_ms)

    def time_left_ms(self, timer: TimerView, now_ms: int) -> int:
        return max(0, timer.left_ms - self.passed_ms(now_ms))

    def _show(self, info: TableInfo, now_ms: int) -> None:
        facts: tuple[ShownFact, ...] = ()
        for arrived in self._waiting:
            facts += arrived.update.facts
        last = self._waiting[-1]
        self._waiting.clear()
        self.before, self.view = self.view or last.update.view, last.update.view
        self._timer_from_ms = last.at_ms
        timeline = timeline_of(self.before, facts, self.view, info, self.speed)
        is_new_link, self._is_new_link = self._is_new_link, False
        is_over = any(isinstance(fact, RoundClosed) for fact in facts)
        has_gained = self.view.win_cents > self.view.total_bet_cents
        is_shown = self.speed != "instant" and not is_new_link
        self._is_win_coming = is_over and has_gained and is_shown
        self._glow_from_ms = None
        if not is_new_link:
            self.began, self.told = timeline, facts
        if timeline.duration_ms == 0 or is_new_link:
            self._end(now_ms)
        else:
            self._timeline, self._started_ms = timeline, now_ms

    def _end(self, now_ms: int) -> None:
        if self._is_win_coming:
            self._is_win_coming, self._glow_from_ms = False, now_ms
        self._timeline = NOTHING_MOVES
        self.before = self.view

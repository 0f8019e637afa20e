"""A station that shows one screen of the showcase, in a window that is moved by hand."""

from collections.abc import Iterable

import msgspec

from table_app.errors import BadInputError
from table_app.host.help import help_of
from table_app.link.client import LinkLost, LinkUp
from table_app.simulation.showcase import Screen, screens, shown_seat
from table_app.station import finger
from table_app.station.app import App
from table_app.station.touch import DEAD_TIME_MS
from table_app.table.info import table_info
from table_app.table.setup import TableSetup
from table_app.vocabulary import commands as c
from table_app.vocabulary.views import Answer, Update, Welcome

STEP_MS = 50
SETTLE_STEPS_MAX = 400


class _Feed:
    """A link that says what a screen says, and answers whatever is asked."""

    def __init__(self, screen: Screen, welcome: Welcome) -> None:
        self._screen = screen
        self._incoming: list[object] = [LinkUp(), welcome, *screen.updates]
        self.asked: list[c.PlayerCommand] = []

    def send(self, command: c.PlayerCommand) -> int:
        self.asked.append(command)
        if isinstance(command, c.ReviewRound) and self._screen.review is not None:
            self._incoming.append(self._screen.review)
        self._incoming.append(Answer(len(self.asked), None))
        return len(self.asked)

    def lose(self) -> None:
        self._incoming.append(LinkLost("shown"))

    def poll(self) -> list[object]:
        messages, self._incoming = self._incoming, []
        return messages

    def close(self) -> None:
        pass


class Exhibit:
    """A station that shows one screen, with a clock that moves only when it is told to."""

    def __init__(
        self,
        setup: TableSetup,
        name: str,
        *,
        size: tuple[int, int],
        preferences: c.Preferences | None = None,
    ) -> None:
        known = screens(setup)
        if name not in known:
            raise BadInputError(f"--screen: no screen {name!r}; there are {', '.join(known)}")
        screen = known[name]()
        if preferences is not None:
            screen = _chosen(screen, preferences)
        seat = shown_seat(setup)
        self._now_ms = 1_000
        self._feed = _Feed(screen, Welcome(table_info(setup, seat, help_of(setup)), 1))
        self.app = App(self._feed, size=size, speed="instant", clock=lambda: self._now_ms)
        self.settle()
        for target in screen.touches:
            self.touch(target)
        if screen.is_lost:
            self._feed.lose()
            self.pass_time(DEAD_TIME_MS)

    @property
    def asked(self) -> tuple[c.PlayerCommand, ...]:
        """What the station has asked of its table so far."""
        return tuple(self._feed.asked)

    def touch(self, name: str) -> None:
        """A finger on a target that can be used."""
        node = next(node for node in self.app.scene() if node.id == name and node.enabled)
        self.tap(node.centre)
        self.settle()

    def tap(self, at: tuple[int, int], *, hold_ms: int = STEP_MS) -> None:
        """A finger anywhere."""
        finger.press(at, self.app.size)
        self.pass_time(hold_ms)
        finger.release(at, self.app.size)
        self.pass_time(STEP_MS)

    def pass_time(self, milliseconds: int) -> None:
        """Frames until so much time is over."""
        end_ms = self._now_ms + milliseconds
        self.app.step()
        while self._now_ms < end_ms:
            self._now_ms = min(end_ms, self._now_ms + STEP_MS)
            self.app.step()

    def settle(self) -> None:
        """Frames until nothing moves and touches are taken."""
        for _ in range(SETTLE_STEPS_MAX):
            self.pass_time(STEP_MS)
            if self.app.is_settled:
                return
        raise AssertionError("the station does not come to rest")

    def close(self) -> None:
        """Close its window."""
        self.app.close()


def _chosen(screen: Screen, preferences: c.Preferences) -> Screen:
    def with_choice(updates: Iterable[Update]) -> tuple[Update, ...]:
        return tuple(
            msgspec.structs.replace(
                update, view=msgspec.structs.replace(update.view, preferences=preferences)
            )
            for update in updates
        )

    return msgspec.structs.replace(screen, updates=with_choice(screen.updates))

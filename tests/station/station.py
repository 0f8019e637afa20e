"""A station under test: a link that only remembers, a clock that only moves when told."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame

from table_app.link.client import LinkUp
from table_app.simulation.exhibit import Exhibit
from table_app.station.app import App
from table_app.station.canvas import SceneNode
from table_app.vocabulary.commands import PlayerCommand, Speed
from table_app.vocabulary.facts import ShownFact
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Answer, SeatView, TableInfo, Update, Welcome
from tests.station.samples import INFO

OVER_ALL = ("label:message", "label:reality:")
"""Texts in a box that hides what lies below: that is neither read nor pressed meanwhile."""
ALWAYS_THERE = {"call", "next_language", "sound", "menu", "review"}


class MemoryLink:
    """Keeps what was asked; gives what the test says has come."""

    def __init__(self) -> None:
        self.asked: list[PlayerCommand] = []
        self.incoming: list[object] = []
        self.is_closed = False

    def send(self, command: PlayerCommand) -> int:
        self.asked.append(command)
        return len(self.asked)

    def poll(self) -> list[object]:
        messages, self.incoming = self.incoming, []
        return messages

    def close(self) -> None:
        self.is_closed = True


class Station:
    """An `App` and all that a test does to it."""

    def __init__(
        self,
        view: SeatView | None = None,
        *,
        info: TableInfo = INFO,
        size: tuple[int, int] = (960, 540),
        speed: Speed | None = None,
    ) -> None:
        self.now_ms = 10_000
        self.link = MemoryLink()
        self.app = App(self.link, size=size, speed=speed, clock=lambda: self.now_ms)
        self.version = 0
        pygame.event.clear()
        self.app.step()
        if view is not None:
            self.connect(view, info)

    def connect(self, view: SeatView, info: TableInfo = INFO) -> None:
        self.link.incoming += [LinkUp(), Welcome(info, 1)]
        self.update(view)
        self.wait(300)

    def update(self, view: SeatView, *facts: ShownFact) -> None:
        self.version += 1
        self.link.incoming.append(Update(self.version, facts, view))
        self.app.step()

    def answer(self, sequence: int, refusal: Refusal | None = None) -> None:
        self.link.incoming.append(Answer(sequence, refusal))
        self.app.step()

    def answer_last(self, refusal: Refusal | None = None) -> None:
        self.answer(len(self.link.asked), refusal)

    def wait(self, ms: int) -> None:
        """Let time pass, frame by frame."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.now_ms = min(end, self.now_ms + 16)
            self.app.step()

    def settle(self) -> None:
        self.wait(6_000)

    def node(self, name: str) -> SceneNode:
        return next(node for node in self.app.scene() if node.id == name)

    def has(self, name: str) -> bool:
        return any(node.id == name for node in self.app.scene())

    def buttons(self) -> Iterator[SceneNode]:
        return (node for node in self.app.scene() if node.role == "button")

    def enabled(self) -> set[str]:
        """The buttons that can be used now, less those that are always there."""
        return {node.id for node in self.buttons() if node.enabled} - ALWAYS_THERE

    def texts(self) -> list[str]:
        return [node.text for node in self.app.scene()]

    def finger(self, kind: int, at: tuple[int, int], *, finger: int = 1) -> None:
        width, height = pygame.display.get_surface().get_size()  # type: ignore[union-attr]
        x, y = (at[0] + 0.5) / width, (at[1] + 0.5) / height
        pygame.event.post(
            pygame.event.Event(kind, touch_id=7, finger_id=finger, x=x, y=y, dx=0.0, dy=0.0)
        )

    def mouse(self, kind: int, at: tuple[int, int], *, touch: bool = False) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=touch))

    def press(self, name: str) -> None:
        self.finger(pygame.FINGERDOWN, self.node(name).centre)
        self.app.step()

    def release(self, name: str) -> None:
        self.finger(pygame.FINGERUP, self.node(name).centre)
        self.app.step()

    def tap(self, name: str, *, hold_ms: int = 40) -> None:
        """A finger comes down on a target, stays a moment and is lifted."""
        self.press(name)
        self.wait(hold_ms)
        self.release(name)
        self.wait(140)

    def click(self, name: str) -> None:
        at = self.node(name).centre
        self.mouse(pygame.MOUSEBUTTONDOWN, at)
        self.app.step()
        self.wait(40)
        self.mouse(pygame.MOUSEBUTTONUP, at)
        self.app.step()
        self.wait(140)

    @property
    def asked(self) -> list[PlayerCommand]:
        return self.link.asked

    def pixels(self) -> bytes:
        surface = pygame.display.get_surface()
        assert surface is not None
        return pygame.image.tobytes(surface, "RGB")

    def fresh_pixels(self) -> bytes:
        return pygame.image.tobytes(self.app.fresh_surface(), "RGB")

    def save(self, path: Path) -> None:
        self.app.save_screenshot(path)


def overlaps(nodes: list[SceneNode]) -> list[tuple[str, str]]:
    """The pairs of nodes that share a pixel."""
    return [
        (one.id, other.id)
        for one, other in combinations(nodes, 2)
        if pygame.Rect(one.rect).colliderect(other.rect)
    ]


def unreadable(station: "Station | Exhibit", size: tuple[int, int]) -> list[object]:
    """What is cut, covered, or outside the window."""
    window = pygame.Rect((0, 0), size)
    scene = station.app.scene()
    labels = [node for node in scene if node.role == "label"]
    over = [node for node in labels if node.id.startswith(OVER_ALL)]
    if over:
        labels = over
    cut: list[object] = [node.id for node in scene if not node.fits]
    outside = [node.id for node in scene if not window.contains(node.rect)]
    return [*cut, *outside, *overlaps(labels)]

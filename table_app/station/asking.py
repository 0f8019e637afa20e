"""Questions to the table that wait for their answer, and the link they travel on."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from table_app.vocabulary.commands import (
    DeclineInsurance,
    Double,
    Hit,
    PlayerCommand,
    RequestDemoCredit,
    RequestDemoValidation,
    SetWagers,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    TakeInsurance,
)
from table_app.vocabulary.views import SeatView

ANSWER_LATE_MS = 2_000


class Link(Protocol):
    """What a station needs of the way to the host."""

    def send(self, command: PlayerCommand) -> int:
        """Ask under the next sequence number, which is returned."""

    def poll(self) -> Sequence[object]:
        """Everything that has arrived since the last time."""

    def close(self) -> None:
        """Hang up."""


class Question(Struct, frozen=True):
    """A command without its answer yet; `name` is the button that asked."""

    command: PlayerCommand
    name: str
    since_ms: int


class Questions:
    """The commands that wait for their answers. None is ever asked again by itself."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: dict[int, Question] = {}

    def ask(self, name: str, command: PlayerCommand, now_ms: int) -> None:
        self._waiting[self._link.send(command)] = Question(command, name, now_ms)

    def answered(self, sequence: int) -> Question | None:
        """The question that this answers, or None for one that nobody waits for."""
        return self._waiting.pop(sequence, None)

    def renew(self, now_ms: int) -> None:
        """A new link carries the old questions again, each under its old number."""
        self._waiting = {
            sequence: Question(question.command, question.name, now_ms)
            for sequence, question in self._waiting.items()
        }

    @property
    def are_open(self) -> bool:
        return bool(self._waiting)

    @property
    def blocking(self) -> str | None:
        """The button whose answer must come before another is pressed, or None.

        Chips go on being placed: each layout is whole, so the last one counts.
        """
        return next(
            (
                question.name
                for question in self._waiting.values()
                if not isinstance(question.command, SetWagers)
            ),
            None,
        )

    @property
    def late_at_ms(self) -> int | None:
        """When the oldest question will have waited too long, or None without one."""
        return min(
            (question.since_ms + ANSWER_LATE_MS for question in self._waiting.values()),
            default=None,
        )


def command_of(name: str, view: SeatView) -> PlayerCommand | None:
    """What a button outside betting asks, or None when the view does not offer it."""
    seat, question = view.seat, view.insurance
    match name:
        case "insure":
            return TakeInsurance(seat, question.stake_cents) if question else None
        case "no_insurance":
            return DeclineInsurance(seat) if question else None
        case "even_money":
            return TakeEvenMoney(seat) if question else None
        case "demo_credit":
            return RequestDemoCredit(seat)
        case "demo_validation":
            return RequestDemoValidation(seat)
        case _:
            return _decision(name, view)


def _decision(name: str, view: SeatView) -> PlayerCommand | None:
    option = next((option for option in view.options if option.action == name), None)
    if option is None or option.refusal is not None:
        return None
    match option.action:
        case "hit":
            return Hit(view.seat, option.hand)
        case "stand":
            return Stand(view.seat, option.hand)
        case "double":
            return Double(view.seat, option.hand)
        case "split":
            return Split(view.seat, option.hand)
        case "surrender":
            return Surrender(view.seat, option.hand)

"""Everything that is drawn, as the table asks for it."""

from collections.abc import Callable
from typing import NoReturn, Protocol

from table_app.errors import GeneratorError
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.secrets import Uniform


class Chance(Protocol):
    """The generator, as the table uses it: a shoe, Dynamic pays, triggers."""

    def new_shoe(self, decks: int, round: int) -> Shoe:  # noqa: A002 - the word of the pit
        """A freshly shuffled shoe."""
        ...

    def dynamic_draw(self, round: int) -> Callable[[int], int]:  # noqa: A002 - the same
        """Draws from 0 to n - 1 for one round's Dynamic pays."""
        ...

    def uniform(self, meter: str, round: int) -> Uniform:  # noqa: A002 - the same
        """A fresh 256-bit number for a must-hit-by meter."""
        ...


class NoChance:
    """What is left of a generator that failed before its first draw: nothing is ever drawn."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def new_shoe(self, decks: int, round: int) -> NoReturn:  # noqa: A002, ARG002 - as Chance has it
        """Raise GeneratorError."""
        raise GeneratorError(self.reason)

    def dynamic_draw(self, round: int) -> NoReturn:  # noqa: A002, ARG002 - as Chance has it
        """Raise GeneratorError."""
        raise GeneratorError(self.reason)

    def uniform(self, meter: str, round: int) -> NoReturn:  # noqa: A002, ARG002 - as Chance has it
        """Raise GeneratorError."""
        raise GeneratorError(self.reason)

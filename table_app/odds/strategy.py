"""Basic strategy as a table: what to do with a total or a pair against an upcard."""

from collections.abc import Container
from typing import Literal

from msgspec import Struct

from table_app.vocabulary.views import Action

Kind = Literal["hard", "soft", "pair"]


class StrategyTable(Struct, frozen=True):
    """`entries` by `KIND POINTS UPCARD`: actions, the best first; the first one permitted is taken.

    The points of a pair are those of one of its cards; an ace is 1 as a pair and as the upcard.
    The last action of an entry is to hit or to stand, which a hand of any size may do.
    """

    entries: dict[str, tuple[Action, ...]]

    def actions(self, kind: Kind, points: int, upcard: int) -> tuple[Action, ...]:
        """The entry of a hand, with every action that may be better than the last."""
        return self.entries[entry_key(kind, points, upcard)]

    def hands(self) -> tuple[tuple[Kind, int], ...]:
        """Every total and pair that has entries: hard, soft, pairs, each from the lowest."""
        return (
            *(("hard", points) for points in range(4, 22)),
            *(("soft", points) for points in range(12, 22)),
            *(("pair", value) for value in range(1, 11)),
        )

    def best(self, kind: Kind, points: int, upcard: int, permitted: Container[Action]) -> Action:
        """The best of the actions that are permitted now; to stand always is."""
        actions = self.actions(kind, points, upcard)
        return next((action for action in actions if action in permitted), "stand")


def entry_key(kind: Kind, points: int, upcard: int) -> str:
    """`hard 16 10`."""
    return f"{kind} {points} {upcard}"

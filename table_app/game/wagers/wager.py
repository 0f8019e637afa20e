"""What every side wager declares: its outcomes, the moment it settles, the cards it sees."""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from table_app.vocabulary.cards import Card


class Moment(Enum):
    """When a wager settles, in the order of the round (design, section 5)."""

    HOLE_CARD_SHOWN = "hole_card_shown"


class SeenCards(Struct, frozen=True):
    """The cards a wager may look at when it settles."""

    player: tuple[Card, Card]
    dealer: tuple[Card, Card]


class SideWager(Struct, frozen=True):
    """A side wager: `classify` names the highest outcome that the cards make, or `lose`.

    `outcomes` are all winning ones, highest first; a paytable must pay each of them.
    """

    wager: str
    section: str
    moment: Moment
    outcomes: tuple[str, ...]
    classify: Callable[[SeenCards], str]

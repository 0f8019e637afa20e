"""The counts of a wager's winning outcomes, by its id, and how many ordered deals there are."""

from table_app.errors import BadInputError
from table_app.odds.blazing_7s import count_blazing_7s
from table_app.odds.composition import Composition, falling
from table_app.odds.dynamic_21_3 import count_dynamic_21_3
from table_app.odds.lucky_aces import count_lucky_aces
from table_app.odds.lucky_ladies import count_lucky_ladies
from table_app.odds.super_4 import count_super_4

_CARDS = {
    "lucky_ladies": 4,
    "dynamic_21_3": 3,
    "super_4": 4,
    "lucky_aces": 4,
    "blazing_7s": 3,
}
COUNTED_WAGERS = tuple(_CARDS)


def count_deals(wager: str, shoe: Composition) -> int:
    """All ordered deals of the cards that the wager looks at."""
    return falling(shoe.size, _CARDS[wager])


def count_outcomes(wager: str, shoe: Composition, *, chosen_suit: str) -> dict[str, int]:
    """Winning ordered deals by outcome; raises BadInputError for a wager that is not counted."""
    match wager:
        case "lucky_ladies":
            return count_lucky_ladies(shoe)
        case "dynamic_21_3":
            return count_dynamic_21_3(shoe)
        case "super_4":
            return count_super_4(shoe, chosen_suit)
        case "lucky_aces":
            return count_lucky_aces(shoe)
        case "blazing_7s":
            return count_blazing_7s(shoe)
        case _:
            known = ", ".join(COUNTED_WAGERS)
            raise BadInputError(f"wager: no odds for {wager!r}; there are {known}")

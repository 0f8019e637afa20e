"""The side wagers that are built, by id, in the order in which they lie on the layout."""

from table_app.game.wagers.blazing_7s import BLAZING_7S
from table_app.game.wagers.dynamic_21_3 import DYNAMIC_21_3
from table_app.game.wagers.lucky_aces import LUCKY_ACES
from table_app.game.wagers.lucky_ladies import LUCKY_LADIES
from table_app.game.wagers.super_4 import SUPER_4
from table_app.game.wagers.wager import Holds, Moment, Options, Outcome, SeenCards, SideWager

SIDE_WAGERS: dict[str, SideWager] = {
    wager.wager: wager for wager in (DYNAMIC_21_3, LUCKY_LADIES, LUCKY_ACES, BLAZING_7S, SUPER_4)
}

__all__ = ["SIDE_WAGERS", "Holds", "Moment", "Options", "Outcome", "SeenCards", "SideWager"]

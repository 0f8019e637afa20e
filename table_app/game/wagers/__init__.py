"""The side wagers that are built, by id."""

from table_app.game.wagers.lucky_aces import LUCKY_ACES
from table_app.game.wagers.wager import Moment, SeenCards, SideWager

SIDE_WAGERS: dict[str, SideWager] = {wager.wager: wager for wager in (LUCKY_ACES,)}

__all__ = ["SIDE_WAGERS", "Moment", "SeenCards", "SideWager"]

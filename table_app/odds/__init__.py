"""Exact odds of every wager, as integers and fractions: derived here, not by settling deals."""

from table_app.odds.base_game import BaseGame, base_game, basic_strategy, count_first_deals
from table_app.odds.counts import COUNTED_WAGERS
from table_app.odds.par_sheet import (
    STANDARD_CHOICES,
    Choices,
    ParSheet,
    long_run_return_max,
    offered_sheet,
    par_sheet,
)
from table_app.odds.strategy import StrategyTable

__all__ = [
    "COUNTED_WAGERS",
    "STANDARD_CHOICES",
    "BaseGame",
    "Choices",
    "ParSheet",
    "StrategyTable",
    "base_game",
    "basic_strategy",
    "count_first_deals",
    "long_run_return_max",
    "offered_sheet",
    "par_sheet",
]

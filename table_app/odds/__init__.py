"""Exact odds of every wager, as integers and fractions: derived here, not by settling deals."""

from table_app.odds.counts import COUNTED_WAGERS
from table_app.odds.dynamic_21_3 import UNIFORM, DynamicWeights
from table_app.odds.par_sheet import (
    STANDARD_CHOICES,
    Choices,
    ParSheet,
    long_run_return,
    par_sheet,
)

__all__ = [
    "COUNTED_WAGERS",
    "STANDARD_CHOICES",
    "UNIFORM",
    "Choices",
    "DynamicWeights",
    "ParSheet",
    "long_run_return",
    "par_sheet",
]

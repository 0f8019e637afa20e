"""`config/` -> one frozen TableSetup, or a refusal that names file, key, reason and law."""

from table_app.config_loader.check import CheckedConfig, check_config, table_warnings
from table_app.config_loader.files import read_toml, shipped_config
from table_app.config_loader.load import (
    RawHouseRules,
    config_of,
    default_table,
    house_rules_of,
    load_house_rules,
    load_table,
)
from table_app.config_loader.offers import RawOptions, Wagers, check_decks, load_offered
from table_app.config_loader.paytables import load_wager_tables
from table_app.config_loader.strategies import load_strategy, printed_strategy, strategy_file

__all__ = [
    "CheckedConfig",
    "RawHouseRules",
    "RawOptions",
    "Wagers",
    "check_config",
    "check_decks",
    "config_of",
    "default_table",
    "house_rules_of",
    "load_house_rules",
    "load_offered",
    "load_strategy",
    "load_table",
    "load_wager_tables",
    "printed_strategy",
    "read_toml",
    "shipped_config",
    "strategy_file",
    "table_warnings",
]

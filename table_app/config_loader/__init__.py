"""`config/` -> one frozen TableSetup, or a refusal that names file, key, reason and law."""

from table_app.config_loader.files import read_toml, shipped_config
from table_app.config_loader.load import (
    RawHouseRules,
    check_config,
    config_of,
    default_table,
    house_rules_of,
    load_house_rules,
    load_paytable,
    load_table,
)

__all__ = [
    "RawHouseRules",
    "check_config",
    "config_of",
    "default_table",
    "house_rules_of",
    "load_house_rules",
    "load_paytable",
    "load_table",
    "read_toml",
    "shipped_config",
]

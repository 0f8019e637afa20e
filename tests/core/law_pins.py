"""The pins of the law's figures, from the shipped paytables: `make pins` writes them again.

Only after tests/core/test_paytable_figures.py, which has the law's text, agrees with the files.
"""

import json

from table_app.config_loader import load_wager_tables, shipped_config
from table_app.config_loader.law import PINS, figure_digests
from table_app.game.wagers import SIDE_WAGERS


def pins_of_shipped_figures() -> dict[str, dict[str, str]]:
    return {
        wager: dict(figure_digests(load_wager_tables(shipped_config(), declared)))
        for wager, declared in sorted(SIDE_WAGERS.items())
    }


if __name__ == "__main__":
    PINS.write_text(json.dumps(pins_of_shipped_figures(), indent=2) + "\n", encoding="ascii")

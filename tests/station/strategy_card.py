"""The strategy that the shipped tables play by, as the host tells it to a station."""

import tomllib
from pathlib import Path

from msgspec.structs import replace

from table_app.vocabulary.views import Action, StrategyRow
from tests.station import all_wagers

FOLDER = Path(__file__).parents[2] / "config" / "strategies"
ACTIONS: dict[str, Action] = {
    "h": "hit",
    "s": "stand",
    "d": "double",
    "p": "split",
    "r": "surrender",
}


def _read(name: str) -> tuple[StrategyRow, ...]:
    tables = tomllib.loads((FOLDER / name).read_text())
    return tuple(
        StrategyRow(
            kind,
            int(points),
            tuple(tuple(ACTIONS[letter] for letter in entry) for entry in line.split()),
        )
        for kind in ("hard", "soft", "pair")
        for points, line in tables[kind].items()
    )


STRATEGY = _read("pennsylvania-8.toml")
INFO = replace(all_wagers.INFO, strategy=STRATEGY)

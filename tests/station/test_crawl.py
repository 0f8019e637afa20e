"""Fingers everywhere, in every state: nothing answers that is not listed, nothing breaks.

`make proofs` does it a hundred thousand times.
"""

from random import Random

import pytest

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens
from table_app.station.touch import Point
from table_app.vocabulary import commands as c

SETUP = load_table(default_table(), shipped_config())
SIZE = (960, 540)
TAPS = 40
PROOF_TAPS = 100_000
REST_MS = 300
HOLDS_MS = (50, 50, 50, 700)

NO_COMMAND: tuple[str, ...] = (
    "chip:",
    "pays",
    "help",
    "menu",
    "close_page",
    "review_first",
    "review_back",
)
NO_COMMAND += ("review_next", "review_last")
ASKS: tuple[tuple[str, type[c.PlayerCommand]], ...] = (
    ("spot:", c.SetWagers),
    ("undo", c.SetWagers),
    ("clear", c.SetWagers),
    ("double_bets", c.SetWagers),
    ("repeat", c.SetWagers),
    ("deal", c.SetReady),
    ("hit", c.Hit),
    ("stand", c.Stand),
    ("double", c.Double),
    ("split", c.Split),
    ("surrender", c.Surrender),
    ("insure", c.TakeInsurance),
    ("no_insurance", c.DeclineInsurance),
    ("even_money", c.TakeEvenMoney),
    ("demo_credit", c.RequestDemoCredit),
    ("demo_validation", c.RequestDemoValidation),
    ("call", c.CallAttendant),
    ("reality_ok", c.ConfirmReality),
    ("review", c.ReviewRound),
    ("sound", c.SetPreferences),
    ("next_language", c.SetPreferences),
    ("language:", c.SetPreferences),
    ("volume", c.SetPreferences),
    ("speed:", c.SetPreferences),
    ("switch:", c.SetPreferences),
)
"""What each target may ask of the table, the longer names of a kind first."""


def what_it_asks(target: str) -> type[c.PlayerCommand] | None:
    if target.startswith(NO_COMMAND):
        return None
    return next(command for name, command in ASKS if target.startswith(name))


def crawl(name: str, taps: int, chance: Random) -> None:
    """Tap at random, half of the time near a target's edge; hold some of them."""
    exhibit = Exhibit(SETUP, name, size=SIZE)
    try:
        for _ in range(taps):
            at = _somewhere(exhibit, chance)
            there = [
                node
                for node in exhibit.app.scene()
                if node.role == "button" and node.target.has(Point("down", *at))
            ]
            usable = [node for node in there if node.enabled]
            before = len(exhibit.asked)
            exhibit.tap(at, hold_ms=chance.choice(HOLDS_MS))
            asked = exhibit.asked[before:]
            assert len(there) <= 1, f"{name}: two targets at {at}"
            assert len(asked) <= 1, f"{name}: one tap at {at} asked {asked}"
            if asked:
                assert usable, f"{name}: {asked} came from nowhere, at {at}"
                assert type(asked[0]) is what_it_asks(usable[0].id), (name, usable[0].id, asked)
            exhibit.pass_time(REST_MS)
    finally:
        exhibit.close()


def _somewhere(exhibit: Exhibit, chance: Random) -> tuple[int, int]:
    targets = [node for node in exhibit.app.scene() if node.role == "button"]
    if not targets or chance.random() < 0.5:
        return chance.randrange(SIZE[0]), chance.randrange(SIZE[1])
    x, y, width, height = chance.choice(targets).rect
    across = chance.choice((-1, 0, width // 2, width - 1, width))
    down = chance.choice((-1, 0, height // 2, height - 1, height))
    return _inside(x + across, SIZE[0]), _inside(y + down, SIZE[1])


def _inside(value: int, size: int) -> int:
    return max(0, min(value, size - 1))


@pytest.mark.parametrize("name", list(screens(SETUP)))
def test_fingers_find_only_what_is_listed(name: str) -> None:
    crawl(name, TAPS, Random(name))


@pytest.mark.proof
def test_a_hundred_thousand_fingers_find_only_what_is_listed() -> None:
    names = list(screens(SETUP))
    for name in names:
        crawl(name, PROOF_TAPS // len(names) + 1, Random(f"proof {name}"))

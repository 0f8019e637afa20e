"""Golden pictures: every screen of the showcase, drawn as it is to be, but on felt without weave.

The weave is noise, which would make the pictures five times as large.

    python -m tests.station.golden          draws all of them anew, for a person to look at
"""

import os
import time
from pathlib import Path
from unittest.mock import patch

import pygame

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens
from table_app.station import felt
from table_app.station.canvas import SceneNode
from table_app.vocabulary.commands import Preferences

FOLDER = Path(__file__).parent / "golden"
SIZE = (960, 540)
SETUP = load_table(default_table(), shipped_config())
CHOICES = {
    "": None,
    "_es": Preferences(language="es"),
    "_large": Preferences(has_large_text=True, has_four_colours=True, is_left_handed=True),
}
"""Every screen in the house's way; some also as a player may want it."""
ALSO = ("chips", "split_most", "menu", "dealer_blackjack", "help_super_4")


def names() -> tuple[str, ...]:
    """The pictures, by file name without its ending."""
    also = (f"{screen}{choice}" for screen in ALSO for choice in CHOICES if choice)
    return (*screens(SETUP), *also)


def draw(name: str) -> tuple[pygame.Surface, tuple[SceneNode, ...]]:
    """One picture as it is now, and what it is made of."""
    choice = next((each for each in CHOICES if each and name.endswith(each)), "")
    screen = name.removesuffix(choice) if choice else name
    with patch.object(felt, "_weave", _no_weave):
        exhibit = Exhibit(SETUP, screen, size=SIZE, preferences=CHOICES[choice])
    picture, scene = exhibit.app.fresh_surface(), exhibit.app.scene()
    exhibit.close()
    return picture, scene


def _no_weave() -> pygame.Surface:
    return pygame.Surface((felt.WEAVE_TILE, felt.WEAVE_TILE), pygame.SRCALPHA)


def renew() -> None:
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "TZ": "UTC"}
    time.tzset()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in names():
        pygame.image.save(draw(name)[0], FOLDER / f"{name}.png")
        print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    renew()

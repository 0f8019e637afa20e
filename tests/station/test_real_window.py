"""A real window on a real X server: one click is one chip, whatever SDL makes of the click."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

DISPLAY = ":98"
SIZE = "1280x720x24"
QUIET_S = 1.0
"""How long nothing more may come after a click."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool"
)


@pytest.fixture
def screen() -> Iterator[str]:
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", SIZE],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(1.0)
    yield DISPLAY
    server.kill()
    server.wait()


@pytest.mark.parametrize("touches", ["0", "1"])
def test_one_click_is_one_chip(screen: str, touches: str) -> None:
    """With SDL_MOUSE_TOUCH_EVENTS=1 a click comes as a finger and once more as a mouse."""
    environment = os.environ | {
        "DISPLAY": screen,
        "SDL_VIDEODRIVER": "x11",
        "SDL_MOUSE_TOUCH_EVENTS": touches,
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.station.real_station", "betting", "spot:blackjack"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as station:
        assert station.stdout is not None
        said = (json.loads(line) for line in station.stdout if line.startswith("{"))
        x, y, width, height = next(said)["rect"]
        at = [str(x + width // 2), str(y + height // 2)]
        subprocess.run(["xdotool", "mousemove", *at, "click", "1"], env=environment, check=True)
        time.sleep(QUIET_S)
        station.kill()
        asked = [each["command"] for each in said]
    assert asked == [
        {"command": "set_wagers", "seat": 3, "revision": 1, "wagers": [["blackjack", 500]]}
    ]

"""Opening a window where SDL is told nothing, nothing useful, or a driver it does not have."""

import subprocess
import sys

import pytest

LOOK_FOR_A_SCREEN = """
from table_app.errors import FaultError
from table_app.station.display import has_screen
try:
    print(has_screen())
except FaultError as error:
    print("fault:", error)
"""


def _look(driver: str | None) -> str:
    environment = {} if driver is None else {"SDL_VIDEODRIVER": driver}
    found = subprocess.run(
        [sys.executable, "-c", LOOK_FOR_A_SCREEN],
        env={"PYTHONPATH": ":".join(sys.path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="drivers are named for Linux")
@pytest.mark.parametrize("driver", [None, ""])
def test_an_empty_driver_is_the_same_as_none(driver: str | None) -> None:
    assert _look(driver) == "False"


def test_a_driver_that_does_not_exist_is_one_clear_line() -> None:
    assert "SDL_VIDEODRIVER=teapot" in _look("teapot")

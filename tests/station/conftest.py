import os
import time
from collections.abc import Iterator

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["TZ"] = "UTC"
time.tzset()


@pytest.fixture(autouse=True)
def _no_window_left() -> Iterator[None]:
    import pygame  # noqa: PLC0415 - the driver is chosen above, before pygame is imported

    pygame.font.init()
    yield
    pygame.display.quit()

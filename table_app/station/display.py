"""Opening the window: the hints SDL wants before it starts, the size, the cursor."""

import os
import sys

import pygame

from table_app.errors import FaultError
from table_app.station.layout import HEIGHT, WIDTH

HINTS = {
    # Without a GPU the accelerated framebuffer is ten times slower than shared memory.
    "SDL_FRAMEBUFFER_ACCELERATION": "0",
    # A touch must not come a second time as a mouse, nor a mouse as a touch.
    "SDL_TOUCH_MOUSE_EVENTS": "0",
    "SDL_MOUSE_TOUCH_EVENTS": "0",
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
}
PART_OF_DESKTOP_PERCENT = 85
EVENTS = (
    pygame.QUIT,
    pygame.FINGERDOWN,
    pygame.FINGERMOTION,
    pygame.FINGERUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONUP,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWSHOWN,
)


def has_screen() -> bool:
    """Whether SDL finds a screen; without one its driver draws into memory and nobody sees it."""
    if not os.environ.get("SDL_VIDEODRIVER"):
        os.environ.pop("SDL_VIDEODRIVER", None)  # set but empty, it would be no driver's name
        if sys.platform == "linux" and "WAYLAND_DISPLAY" not in os.environ:
            # Asked without a compositor, Wayland's library complains on standard error.
            os.environ["SDL_VIDEODRIVER"] = "x11,kmsdrm,offscreen,dummy"
    _start_display()
    driver = pygame.display.get_driver()
    pygame.display.quit()
    return driver not in {"offscreen", "dummy"}


def open_display(size: tuple[int, int] | None, *, fullscreen: bool, title: str) -> pygame.Surface:
    """The surface to draw on. No sound is opened: a mixer can hang, a picture must not."""
    if not getattr(pygame, "IS_CE", 0):
        raise FaultError(
            "the plain pygame distribution is installed in place of pygame-ce: "
            "uninstall pygame, then install pygame-ce again"
        )
    for name, value in HINTS.items():
        os.environ.setdefault(name, value)
    _start_display()
    pygame.font.init()
    desktop = pygame.display.get_desktop_sizes()[0]
    if fullscreen:
        surface = pygame.display.set_mode(size or desktop, pygame.FULLSCREEN)
        # A hidden cursor stops touches in full screen on some drivers; an empty one does not.
        blank = (0,) * 8
        pygame.mouse.set_cursor(pygame.Cursor((8, 8), (0, 0), blank, blank))
    else:
        surface = pygame.display.set_mode(size or window_size(desktop))
    pygame.display.set_caption(title)
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(EVENTS)
    return surface


def _start_display() -> None:
    try:
        pygame.display.init()
    except pygame.error as error:
        chosen = os.environ.get("SDL_VIDEODRIVER", "")
        raise FaultError(
            f"SDL cannot open a screen with SDL_VIDEODRIVER={chosen}: {error}; "
            "unset it, or name a driver that this computer has"
        ) from error


def window_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """The largest window of the table's shape that leaves some of the desktop free."""
    room = [side * PART_OF_DESKTOP_PERCENT // 100 for side in desktop]
    width = min(room[0], room[1] * WIDTH // HEIGHT, WIDTH)
    return width, width * HEIGHT // WIDTH

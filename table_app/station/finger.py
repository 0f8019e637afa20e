"""A robot's finger: real SDL finger events at real coordinates, for a station that plays alone."""

import pygame

FINGER_ID = 1


def press(at: tuple[int, int], window: tuple[int, int]) -> None:
    """Put the finger down at a pixel of the window."""
    _post(pygame.FINGERDOWN, at, window)


def release(at: tuple[int, int], window: tuple[int, int]) -> None:
    """Lift the finger at a pixel of the window."""
    _post(pygame.FINGERUP, at, window)


def _post(kind: int, at: tuple[int, int], window: tuple[int, int]) -> None:
    x, y = at[0] / window[0], at[1] / window[1]
    pygame.event.post(
        pygame.event.Event(
            kind, touch_id=1, finger_id=FINGER_ID, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0
        )
    )

"""Every screen is drawn as its golden picture, widget by widget.

After a change that is meant: `python -m tests.station.golden`, then look at every picture that
differs before it is committed.
"""

from pathlib import Path

import pygame
import pytest

from tests.station import golden


def different(expected: pygame.Surface, actual: pygame.Surface, rect: pygame.Rect) -> bool:
    return _pixels(expected, rect) != _pixels(actual, rect)


def _pixels(picture: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(rect.clip(picture.get_rect())), "RGB")


def marked(expected: pygame.Surface, actual: pygame.Surface) -> pygame.Surface:
    """The actual picture, and in white where it differs."""
    changed = pygame.mask.from_threshold(actual, (0, 0, 0), (1, 1, 1, 255), expected)
    changed.invert()
    shown = actual.copy()
    shown.blit(changed.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0)), (0, 0))
    return shown


@pytest.mark.parametrize("name", golden.names())
def test_a_screen_is_as_its_golden_picture(name: str, tmp_path: Path) -> None:
    expected = pygame.image.load(golden.FOLDER / f"{name}.png")
    actual, scene = golden.draw(name)
    whole = expected.get_rect()
    if not different(expected, actual, whole):
        return
    widgets = [node.id for node in scene if different(expected, actual, pygame.Rect(node.rect))]
    pygame.image.save(actual, tmp_path / f"{name}-actual.png")
    pygame.image.save(marked(expected, actual), tmp_path / f"{name}-difference.png")
    pytest.fail(f"{name}: {', '.join(widgets) or 'no widget, but the ground'}; see {tmp_path}")


def test_there_is_a_golden_picture_of_every_screen_and_no_other() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.png")} == set(golden.names())


def test_one_changed_digit_is_noticed_in_its_widget() -> None:
    picture, scene = golden.draw("chips")
    changed = picture.copy()
    credit = next(node for node in scene if node.id == "label:credit")
    changed.set_at(credit.centre, (1, 2, 3))
    assert different(picture, changed, pygame.Rect(credit.rect))
    bet = next(node for node in scene if node.id == "label:total_bet")
    assert not different(picture, changed, pygame.Rect(bet.rect))

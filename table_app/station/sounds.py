"""What the table sounds like, as scores and the PCM they are synthesized to. It plays nothing.

Every sound is soft: it swells, dies away to nothing, and stays far below full scale. A lost hand
has no sound.
"""

import math
from array import array
from collections.abc import Iterator
from functools import cache
from typing import Literal, get_args

from msgspec import Struct

SAMPLES_PER_SECOND = 44_100
FULL_SCALE = 32_767

Sound = Literal["card", "chip", "tick", "win_1", "win_2", "win_3", "alert", "bets_closed"]
SOUNDS: tuple[Sound, ...] = get_args(Sound)


class Tone(Struct, frozen=True):
    """One note: its pitch, how hard it is struck, and overtones as (multiple, part) pairs."""

    start_ms: int
    length_ms: int
    hertz: float
    level: float = 1.0
    attack_ms: int = 6
    overtones: tuple[tuple[float, float], ...] = ()


class Rustle(Struct, frozen=True):
    """A breath of noise that swells and fades: a card on felt. `brightness` is 0 to 1."""

    start_ms: int
    length_ms: int
    brightness: float
    level: float = 1.0


class Score(Struct, frozen=True):
    """All that is heard in one sound, and its highest peak as a part of full scale."""

    peak: float
    parts: tuple[Tone | Rustle, ...]

    @property
    def length_ms(self) -> int:
        return max(part.start_ms + part.length_ms for part in self.parts)


BELL = ((2.0, 0.22), (3.0, 0.07))
CLAY = ((1.51, 0.6), (2.27, 0.35))
"""A chip is no string: its overtones fit nowhere."""
WOOD = ((2.76, 0.2),)

G4, C5, E5, G5, A5, C6, E6 = 392.00, 523.25, 659.26, 783.99, 880.00, 1046.50, 1318.51

SCORES: dict[Sound, Score] = {
    "card": Score(
        0.20,
        (
            Rustle(0, 110, brightness=0.35),
            Tone(80, 60, 190, level=0.5, attack_ms=4),
        ),
    ),
    "chip": Score(
        0.18,
        (
            Tone(0, 50, 2_350, level=0.8, attack_ms=2, overtones=CLAY),
            Tone(34, 70, 2_050, attack_ms=2, overtones=CLAY),
        ),
    ),
    "tick": Score(0.16, (Tone(0, 60, 900, attack_ms=3, overtones=WOOD),)),
    "win_1": Score(
        0.24,
        (
            Tone(0, 350, E5, level=0.8, overtones=BELL),
            Tone(110, 500, G5, overtones=BELL),
        ),
    ),
    "win_2": Score(
        0.27,
        (
            Tone(0, 350, C5, level=0.8, overtones=BELL),
            Tone(120, 400, E5, level=0.9, overtones=BELL),
            Tone(240, 450, G5, level=0.9, overtones=BELL),
            Tone(360, 740, C6, overtones=BELL),
        ),
    ),
    "win_3": Score(
        0.30,
        (
            Tone(0, 350, C5, level=0.8, overtones=BELL),
            Tone(130, 400, E5, level=0.8, overtones=BELL),
            Tone(260, 450, G5, level=0.8, overtones=BELL),
            Tone(390, 600, C6, level=0.9, overtones=BELL),
            Tone(600, 1_700, C5, level=0.5, attack_ms=60, overtones=BELL),
            Tone(600, 1_700, G5, level=0.5, attack_ms=60, overtones=BELL),
            Tone(600, 1_700, E6, level=0.7, attack_ms=20, overtones=BELL),
        ),
    ),
    "alert": Score(
        0.30,
        (
            Tone(0, 350, A5, attack_ms=15, overtones=BELL),
            Tone(220, 400, E5, attack_ms=15, overtones=BELL),
            Tone(620, 350, A5, attack_ms=15, overtones=BELL),
            Tone(840, 500, E5, attack_ms=15, overtones=BELL),
        ),
    ),
    "bets_closed": Score(
        0.22,
        (
            Tone(0, 250, C5, level=0.9, attack_ms=10, overtones=BELL),
            Tone(130, 370, G4, attack_ms=10, overtones=BELL),
        ),
    ),
}


@cache
def pcm(sound: Sound) -> bytes:
    """The sound as 16-bit mono samples in this machine's byte order, computed once."""
    score = SCORES[sound]
    mix = [0.0] * _samples(score.length_ms)
    for part in score.parts:
        wave = _tone(part) if isinstance(part, Tone) else _rustle(part)
        for index, value in enumerate(wave, _samples(part.start_ms)):
            mix[index] += value
    scale = score.peak * FULL_SCALE / max(map(abs, mix))
    return array("h", (round(value * scale) for value in mix)).tobytes()


def seconds(sound: Sound) -> float:
    """How long the sound is."""
    return SCORES[sound].length_ms / 1000


def _samples(length_ms: int) -> int:
    return length_ms * SAMPLES_PER_SECOND // 1000


def _tone(tone: Tone) -> Iterator[float]:
    """A struck note: partials under one envelope, at zero in its first and last sample."""
    turn = 2 * math.pi * tone.hertz / SAMPLES_PER_SECOND
    count, attack = _samples(tone.length_ms), _samples(tone.attack_ms)
    sin = math.sin
    for index in range(count):
        angle = turn * index
        value = sin(angle)
        for multiple, part in tone.overtones:
            value += part * sin(multiple * angle)
        fade = 1 - index / (count - 1)
        swell = _smooth(index / attack) if index < attack else 1.0
        yield tone.level * swell * fade * fade * fade * value


def _rustle(rustle: Rustle) -> Iterator[float]:
    """Noise without its lowest and highest parts, under one smooth hump."""
    count = _samples(rustle.length_ms)
    bright = dull = 0.0
    for index, value in enumerate(_noise(count)):
        bright += rustle.brightness * (value - bright)
        dull += rustle.brightness / 8 * (value - dull)
        hump = math.sin(math.pi * index / (count - 1)) ** 2
        yield rustle.level * hump * (bright - dull)


def _noise(count: int) -> Iterator[float]:
    """The same noise each time, -1 to 1: a linear congruence is random enough for the ear."""
    state = 1
    for _ in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        yield state / 2**30 - 1


def _smooth(part: float) -> float:
    """0 to 1 without a corner at either end."""
    return part * part * (3 - 2 * part)

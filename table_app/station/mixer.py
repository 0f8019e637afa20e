"""pygame's mixer with the table's sounds loaded. Only the sound process has one: it can hang."""

from collections.abc import Callable

import pygame

from table_app.station.sounds import SAMPLES_PER_SECOND, SOUNDS, Sound, pcm, seconds
from table_app.vocabulary.commands import VOLUME_MAX

RETRY_S = 60.0
"""How long a silent mixer waits before it looks for a device again."""
STALLED_S = 3.0
"""A sound that has not ended so long after its length: the mixer stands still."""
BITS_SIGNED = -16
BUFFER_SAMPLES = 1024


class Mixer:
    """Silent or open, and the sounds it has loaded."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._loaded: dict[Sound, pygame.mixer.Sound] = {}
        self._retry_at_s = 0.0
        self._quiet_at_s = 0.0
        self.silence: str | None = "not open yet"

    def open(self) -> None:
        """Look for a device; `silence` says why there is none."""
        self._retry_at_s = self._clock() + RETRY_S
        try:
            # No changes allowed: SDL converts, or the sounds would play at the device's pitch.
            pygame.mixer.init(SAMPLES_PER_SECOND, BITS_SIGNED, 1, BUFFER_SAMPLES, allowedchanges=0)
        except pygame.error as error:
            self.silence = " ".join(str(error).split())
        else:
            self.silence = None

    def idle_s(self) -> float | None:
        """How long there is nothing to do without a request; None means for ever."""
        if self.silence is not None:
            return max(0.0, self._retry_at_s - self._clock())
        return None if len(self._loaded) == len(SOUNDS) else 0.0

    def load_next(self) -> None:
        """Load one sound that has not been, so that none is late when it is wanted."""
        unloaded = (sound for sound in SOUNDS if sound not in self._loaded)
        self._sound(next(unloaded))

    def play(self, sound: Sound, volume: int) -> None:
        """Let it sound, or not at all when all channels are taken."""
        loaded = self._sound(sound)
        # Squared, for the ear: half the volume then sounds about half as loud.
        loaded.set_volume((volume / VOLUME_MAX) ** 2)
        if loaded.play() is not None:
            self._quiet_at_s = max(self._quiet_at_s, self._clock() + seconds(sound))

    def failure(self) -> str | None:
        """Why an open mixer can no longer be heard, or None when it can."""
        if self.silence is not None:
            return None
        removed = pygame.event.get(pygame.AUDIODEVICEREMOVED)
        # SDL numbers only devices that were in use; others are removed as number 0.
        if any(event.which != 0 and not event.iscapture for event in removed):
            return "the audio device was unplugged"
        if self._clock() > self._quiet_at_s + STALLED_S and pygame.mixer.get_busy():
            return "the mixer stands still"
        return None

    def _sound(self, sound: Sound) -> pygame.mixer.Sound:
        if sound not in self._loaded:
            self._loaded[sound] = pygame.mixer.Sound(buffer=pcm(sound))
        return self._loaded[sound]

"""Where seeds come from: the kernel, and the checks that every source must pass at each reading.

Health tests on raw samples are in `health.py`: the kernel's output is conditioned.
"""

import os
from hashlib import sha256
from typing import Protocol

from table_app.errors import GeneratorError
from table_app.rng.noise import RawSource

COMPARED_BYTES = 16
"""What two readings are compared by: equal by chance once in 2^128."""


class Source(Protocol):
    """Something that gives full-entropy bytes, or raises OSError."""

    def read(self, byte_count: int) -> bytes:
        """Exactly `byte_count` fresh bytes."""
        ...


class KernelSource:
    """The kernel's generator, which blocks until it was seeded once after power on."""

    def read(self, byte_count: int) -> bytes:
        """Fresh bytes from the kernel."""
        return os.urandom(byte_count)


class CheckedSource:
    """A source that is refused when it fails, falls short or repeats itself, and noise beside it.

    25 CFR 547.14(d): no two seeds are the same. Only a digest of the last reading is kept,
    so that this object never holds a seed.
    """

    def __init__(self, source: Source, noise: RawSource | None = None) -> None:
        self._source = source
        self._noise = noise
        self._last = b""

    def read(self, byte_count: int) -> bytes:
        """Exactly `byte_count` bytes, at least 16; raises GeneratorError for anything less."""
        assert byte_count >= COMPARED_BYTES
        try:
            reading = self._source.read(byte_count)
        except (OSError, NotImplementedError) as error:
            raise GeneratorError(f"the entropy source cannot be read: {error}") from error
        if len(reading) != byte_count:
            raise GeneratorError(f"the entropy source gave {len(reading)} of {byte_count} bytes")
        seen = sha256(reading[:COMPARED_BYTES]).digest()
        if seen == self._last:
            raise GeneratorError("the entropy source repeats itself")
        self._last = seen
        return reading

    def read_with_noise(self, byte_count: int) -> bytes:
        """The same, and 64 bytes of the noise source after them if one is fitted."""
        reading = self.read(byte_count)
        return reading if self._noise is None else reading + self._noise.read()

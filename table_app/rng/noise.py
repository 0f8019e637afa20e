"""A hardware noise source beside the kernel: raw samples, tested (`health.py`), then conditioned.

It is added to the kernel's entropy and never replaces it: a bad device cannot weaken the table, but
a device that fails its tests stops it, for what was claimed of the generator no longer holds.
"""

import os
import select
import stat
from fractions import Fraction
from hashlib import sha512
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from table_app.errors import BadInputError, GeneratorError
from table_app.rng.health import START_UP_SAMPLES, Claim, HealthTests

CONDITIONED_BYTES = 64
"""One output of SHA-512, a vetted conditioning component. SP 800-90B 3.1.5.1.1."""

SURPLUS_BITS = 64
"""More entropy in than bits out, which makes the output full entropy. SP 800-90B 3.1.5.1.2."""

READS_MAX = 2**16
"""Reads for one request: a device that gives its samples one or two at a time is still served."""

PAUSE_S = 0.01
PAUSES_MAX = 300
"""A device that has no sample ready is waited for, but not for more than three seconds."""


class Samples(Protocol):
    """A noise source in raw mode: one sample a byte, or OSError."""

    def read(self, sample_count: int) -> bytes:
        """Exactly so many samples that were not given before."""
        ...


class DeviceFile:
    """A character device such as /dev/hwrng, opened at each reading: forks share no descriptor."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, sample_count: int) -> bytes:
        """Exactly so many bytes of the device, or OSError."""
        descriptor = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            if not stat.S_ISCHR(os.fstat(descriptor).st_mode):
                raise OSError(f"{self._path} is no character device any more")
            return self._read(descriptor, sample_count)
        finally:
            os.close(descriptor)

    def _read(self, descriptor: int, sample_count: int) -> bytes:
        samples = bytearray()
        pauses = 0
        for _ in range(READS_MAX):
            try:
                block = os.read(descriptor, sample_count - len(samples))
            except BlockingIOError:
                pauses += 1
                if pauses > PAUSES_MAX:
                    raise TimeoutError(f"{self._path} gives no samples") from None
                # hwrng says that it can be read when it cannot, so this waits for time alone.
                select.select([], [], [], PAUSE_S)
                continue
            if not block:
                raise OSError(f"{self._path} has ended")
            samples += block
            if len(samples) == sample_count:
                return bytes(samples)
        raise OSError(f"{self._path} gave {len(samples)} samples in {READS_MAX} reads")


class NoiseDevice(Struct, frozen=True):
    """A device that an installer fitted, and what was assessed of it."""

    path: Path
    claim: Claim

    def start(self) -> "RawSource":
        """Run the start-up test; raises GeneratorError for a device that is missing or fails it."""
        return RawSource(DeviceFile(self.path), self.claim)


def noise_device(path: Path, entropy: Fraction) -> NoiseDevice:
    """The device of an option, with its bits of min-entropy a byte; BadInputError if it is none.

    A device that is missing is a fault and not bad input: it may have been pulled out.
    """
    if path.exists() and not stat.S_ISCHR(path.stat().st_mode):
        raise BadInputError(
            f"--noise-source {path}: not a character device; name one such as /dev/hwrng"
        )
    try:
        return NoiseDevice(path, Claim(entropy))
    except ValueError as error:
        raise BadInputError(f"--noise-entropy {float(entropy):g}: {error}") from error


class RawSource:
    """Samples under continuous health tests, and full entropy made of them."""

    def __init__(self, samples: Samples, claim: Claim) -> None:
        """Run the start-up test; raises GeneratorError for a source that fails it."""
        self._samples = samples
        self._tests = HealthTests(claim)
        bits = 8 * CONDITIONED_BYTES + SURPLUS_BITS
        self._sample_count = -(-bits * claim.entropy.denominator // claim.entropy.numerator)
        self._tested(START_UP_SAMPLES)

    def read(self) -> bytes:
        """64 bytes of full entropy; raises GeneratorError when the source fails."""
        return sha512(self._tested(self._sample_count)).digest()

    def _tested(self, sample_count: int) -> bytes:
        try:
            samples = self._samples.read(sample_count)
        except OSError as error:
            raise GeneratorError(f"the noise source cannot be read: {error}") from error
        if len(samples) != sample_count:
            raise GeneratorError(f"the noise source gave {len(samples)} of {sample_count} samples")
        self._tests.take(samples)
        return samples

"""Entropy sources that count, or that misbehave, and raw samples that are good or bad."""

from collections.abc import Iterable
from itertools import count, islice

from table_app.rng.entropy import KernelSource


class CountingSource:
    """The kernel's bytes, with a list of how many were asked for each time."""

    def __init__(self) -> None:
        self.readings: list[int] = []
        self._kernel = KernelSource()

    def read(self, byte_count: int) -> bytes:
        self.readings.append(byte_count)
        return self._kernel.read(byte_count)


class PredictableSource:
    """Different bytes each time, the same ones for each new source."""

    def __init__(self) -> None:
        self._next = count()

    def read(self, byte_count: int) -> bytes:
        return next(self._next).to_bytes(8, "big") * (byte_count // 8)


class StuckSource:
    """Always the same bytes."""

    def read(self, byte_count: int) -> bytes:
        return b"\x5a" * byte_count


class ShortSource:
    """One byte less than asked for."""

    def read(self, byte_count: int) -> bytes:
        return KernelSource().read(byte_count - 1)


class RaisingSource:
    """A device that is gone."""

    def read(self, byte_count: int) -> bytes:
        raise OSError(f"no such device, {byte_count} bytes")


class FailingSource:
    """Good until `fail` is called."""

    def __init__(self) -> None:
        self._current: KernelSource | RaisingSource = KernelSource()

    def fail(self) -> None:
        self._current = RaisingSource()

    def heal(self) -> None:
        self._current = KernelSource()

    def read(self, byte_count: int) -> bytes:
        return self._current.read(byte_count)


class Samples:
    """Raw samples out of a row of bytes; it ends where the row ends."""

    def __init__(self, row: Iterable[int]) -> None:
        self._row = iter(row)

    def read(self, sample_count: int) -> bytes:
        return bytes(islice(self._row, sample_count))


class KernelSamples:
    """Raw samples as good as they can be, with a list of how many were asked for each time."""

    def __init__(self) -> None:
        self.readings: list[int] = []

    def read(self, sample_count: int) -> bytes:
        self.readings.append(sample_count)
        return KernelSource().read(sample_count)

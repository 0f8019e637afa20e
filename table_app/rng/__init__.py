"""The random number generator: SP 800-90A HMAC_DRBG, its tests, and the shuffle."""

from table_app.rng.entropy import KernelSource, Source
from table_app.rng.generator import Generator, Purpose

__all__ = ["Generator", "KernelSource", "Purpose", "Source"]

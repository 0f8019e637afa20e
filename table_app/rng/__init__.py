"""The random number generator: SP 800-90A HMAC_DRBG, its tests, and the shuffle."""

from table_app.rng.entropy import KernelSource, Source
from table_app.rng.generator import Generator
from table_app.rng.noise import NoiseDevice, noise_device
from table_app.rng.stream import Purpose

__all__ = ["Generator", "KernelSource", "NoiseDevice", "Purpose", "Source", "noise_device"]

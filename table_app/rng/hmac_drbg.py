"""HMAC_DRBG with SHA-512, as SP 800-90A Rev.1 section 10.1.2 writes it. Nothing but the mechanism.

Where entropy comes from, when to reseed and what the bytes are for is decided in `generator.py`.
"""

from hashlib import sha256
from hmac import digest

from table_app.errors import GeneratorError

OUTPUT_BYTES = 64
"""One SHA-512 output block."""

STRENGTH_BYTES = 32
"""256 bits: the least entropy of a seed. SP 800-90A Rev.1 table 2."""

NONCE_BYTES_MIN = 16
"""Half the strength. SP 800-90A Rev.1 section 8.6.7."""

INPUT_BYTES_MAX = 2**32
"""2^35 bits of entropy, personalisation or additional input. SP 800-90A Rev.1 table 2."""

REQUEST_BYTES_MAX = 2**16
"""2^19 bits in one request. SP 800-90A Rev.1 table 2."""

REQUESTS_MAX = 2**48
"""Requests between two reseedings. SP 800-90A Rev.1 table 2."""


class HmacDrbg:
    """One instantiation: a key, a value and a count of requests since the last seed."""

    __slots__ = ("_key", "_requests", "_value")

    def __init__(self, entropy: bytes, nonce: bytes, personalisation: bytes) -> None:
        """Instantiate. SP 800-90A Rev.1 section 10.1.2.3."""
        _check_entropy(entropy)
        if len(nonce) < NONCE_BYTES_MIN:
            raise GeneratorError(f"a nonce of {len(nonce)} bytes is shorter than {NONCE_BYTES_MIN}")
        _check_length("nonce", nonce)
        _check_length("personalisation", personalisation)
        self._key = bytes(OUTPUT_BYTES)
        self._value = b"\x01" * OUTPUT_BYTES
        self._update(entropy + nonce + personalisation)
        self._requests = 1

    def reseed(self, entropy: bytes, additional_input: bytes) -> None:
        """Mix in fresh entropy. SP 800-90A Rev.1 section 10.1.2.4."""
        _check_entropy(entropy)
        _check_length("additional input", additional_input)
        self._update(entropy + additional_input)
        self._requests = 1

    def generate(self, byte_count: int, additional_input: bytes) -> bytes:
        """The next `byte_count` bytes. SP 800-90A Rev.1 section 10.1.2.5."""
        if not 0 < byte_count <= REQUEST_BYTES_MAX:
            raise GeneratorError(f"{byte_count} bytes in one request; 1 to {REQUEST_BYTES_MAX}")
        if self._requests > REQUESTS_MAX:
            raise GeneratorError(f"more than {REQUESTS_MAX} requests without fresh entropy")
        _check_length("additional input", additional_input)
        if additional_input:
            self._update(additional_input)
        output = self._output(byte_count)
        self._update(additional_input)
        self._requests += 1
        return output

    def state_digest(self) -> bytes:
        """SHA-256 of the whole state: tells whether anything has changed it."""
        return sha256(self._key + self._value + self._requests.to_bytes(8, "big")).digest()

    def _output(self, byte_count: int) -> bytes:
        key, value = self._key, self._value
        blocks = []
        for _ in range(-(-byte_count // OUTPUT_BYTES)):
            value = digest(key, value, "sha512")
            blocks.append(value)
        self._value = value
        return b"".join(blocks)[:byte_count]

    def _update(self, provided: bytes) -> None:
        """SP 800-90A Rev.1 section 10.1.2.2."""
        self._step(b"\x00", provided)
        if provided:
            self._step(b"\x01", provided)

    def _step(self, separator: bytes, provided: bytes) -> None:
        self._key = digest(self._key, self._value + separator + provided, "sha512")
        self._value = digest(self._key, self._value, "sha512")


def _check_entropy(entropy: bytes) -> None:
    if len(entropy) < STRENGTH_BYTES:
        raise GeneratorError(f"{len(entropy)} bytes of entropy are less than {STRENGTH_BYTES}")
    _check_length("entropy", entropy)


def _check_length(what: str, given: bytes) -> None:
    if len(given) > INPUT_BYTES_MAX:
        raise GeneratorError(f"{what} of {len(given)} bytes is longer than {INPUT_BYTES_MAX}")

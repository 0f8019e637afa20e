"""One stream of chance for each use: its own seed, fresh entropy, and a check of its own state.

What the bytes become, and what a failure means for the table, is decided in `generator.py`.
"""

import logging
from enum import StrEnum

from table_app.errors import GeneratorError
from table_app.rng.entropy import CheckedSource
from table_app.rng.hmac_drbg import HmacDrbg

ENTROPY_BYTES = 48
NONCE_BYTES = 16
REQUESTS_PER_SEED_MAX = 2**20
"""Far below the 2^48 of SP 800-90A Rev.1."""

CORRUPTIONS_MAX = 3
"""A stream whose state changes by itself again and again lives in a memory that fails."""

log = logging.getLogger(__name__)


class Purpose(StrEnum):
    """Every use of chance in the product; each has a stream of its own. AGCO 9.1.1(3)."""

    SHOE_ORDER = "shoe_order"
    """The order of the cards: `Generator.new_shoe`."""

    SHOE_SALT = "shoe_salt"
    """What hides the order in its commitment: `Generator.new_shoe`."""

    SHOE_ID = "shoe_id"
    """The public name of a shoe: `Generator.new_shoe`."""

    DYNAMIC_PAYS = "dynamic_pays"
    """Which hands of 21+3 Dynamic pay more, and how much: `Generator.dynamic_draw`."""

    TRIGGERS = "triggers"
    """Where a must-hit-by meter will pay: `Generator.uniform`."""

    CYCLING = "cycling"
    """When the generator turns over by itself: `Generator.cycle`."""

    LABORATORY = "laboratory"
    """Raw output for a test laboratory, never used in play: `Generator.raw`."""


class Stream:
    """One instantiation for one purpose; no request goes without an additional input.

    Without it HMAC_DRBG would lose forward secrecy (Woodage and Shumow, Eurocrypt 2019). A state
    that is not what it was left as is thrown away and instantiated again (AGCO 21.1.7).
    """

    def __init__(self, purpose: Purpose, source: CheckedSource, personalisation: bytes) -> None:
        self._purpose = purpose
        self._source = source
        self._personalisation = purpose.encode("ascii") + b"\x00" + personalisation
        self._uses = 0
        self._corruptions = 0
        self.seedings = 0
        self._instantiate()

    def begin(self, round_number: int) -> None:
        """Mix in fresh entropy, and noise if a source is fitted: what an outcome starts from."""
        self._reseed(self._source.read_with_noise(ENTROPY_BYTES), round_number)

    def reseed(self, round_number: int) -> None:
        """Mix in fresh entropy of the kernel alone: a noise source may be slow."""
        self._reseed(self._source.read(ENTROPY_BYTES), round_number)

    def generate(self, byte_count: int, round_number: int) -> bytes:
        """The next bytes, with fresh entropy first when it is due."""
        self._check_state()
        if self._requests >= REQUESTS_PER_SEED_MAX:
            self.reseed(round_number)
        self._requests += 1
        output = self._drbg.generate(byte_count, self._additional_input(round_number))
        self._digest = self._drbg.state_digest()
        return output

    def fresh(self, byte_count: int, round_number: int) -> bytes:
        """Bytes that no copy of this stream gives: fresh entropy comes first, always."""
        self.reseed(round_number)
        return self.generate(byte_count, round_number)

    def _instantiate(self) -> None:
        seed = self._source.read_with_noise(NONCE_BYTES + ENTROPY_BYTES)
        self._drbg = HmacDrbg(seed[NONCE_BYTES:], seed[:NONCE_BYTES], self._personalisation)
        self._is_seeded()

    def _reseed(self, entropy: bytes, round_number: int) -> None:
        self._check_state()
        self._drbg.reseed(entropy, self._additional_input(round_number))
        self._is_seeded()

    def _is_seeded(self) -> None:
        self._requests = 0
        self.seedings += 1
        self._digest = self._drbg.state_digest()

    def _check_state(self) -> None:
        if self._drbg.state_digest() == self._digest:
            return
        self._corruptions += 1
        if self._corruptions > CORRUPTIONS_MAX:
            raise GeneratorError(f"the state of {self._purpose} was corrupted too often")
        log.error("the state of stream %s was corrupted; it is instantiated again", self._purpose)
        self._instantiate()

    def _additional_input(self, round_number: int) -> bytes:
        self._uses += 1
        return f"{self._purpose}:{round_number}:{self._uses}".encode("ascii")

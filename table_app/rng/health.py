"""Health tests of a raw noise source, SP 800-90B section 4.4: repetition count, adaptive proportion.

Cut-offs are computed here, exactly, from what was claimed of the source; nothing is rounded before
the last step. Where samples come from and what becomes of them is in `noise.py`.
"""

from fractions import Fraction

from msgspec import Struct

from table_app.errors import GeneratorError

ALPHA_BITS = 40
"""False alarms at 2^-40 a test: a table is always on, and an alarm stops it. SP 800-90B 4.3."""

START_UP_SAMPLES = 1024
"""Tested before first use and then thrown away. SP 800-90B 4.3 requirement 4."""

WINDOW = 512
WINDOW_BINARY = 1024
"""SP 800-90B 4.4.2."""

SAMPLE_BITS_MAX = 8

ENTROPY_STEPS = 100
"""Min-entropy is claimed in hundredths of a bit, which keeps the roots below exact and small."""

_SCALE_BITS = 256
"""2^-H is bracketed between two multiples of 2^-256: no tail of 512 samples lies that close."""


class Claim(Struct, frozen=True):
    """What was assessed of a source: bits in a sample, and its min-entropy in bits a sample.

    `alpha_bits` is minus the binary logarithm of a test's false-alarm rate.
    """

    entropy: Fraction
    sample_bits: int = SAMPLE_BITS_MAX
    alpha_bits: int = ALPHA_BITS

    def __post_init__(self) -> None:
        """A claim no source can make is refused (ValueError)."""
        if not 0 < self.entropy <= self.sample_bits:
            raise ValueError(f"more than 0, at most {self.sample_bits} bits of entropy a sample")
        if (self.entropy * ENTROPY_STEPS).denominator != 1:
            raise ValueError("entropy is given in hundredths of a bit")

    @property
    def window(self) -> int:
        """Samples of one adaptive proportion test."""
        return WINDOW_BINARY if self.sample_bits == 1 else WINDOW


def repetition_cutoff(claim: Claim) -> int:
    """So many equal samples in a row are a failure: 1 + ceil(alpha_bits / H). SP 800-90B 4.4.1."""
    return 1 + -(-claim.alpha_bits * claim.entropy.denominator // claim.entropy.numerator)


def proportion_cutoff(claim: Claim) -> int:
    """So many samples of a window equal to its first are a failure. SP 800-90B 4.4.2.

    1 + the smallest k such that a binomial of the window and 2^-H exceeds k with at most alpha;
    a claim below a tenth of a bit may leave nothing for this test to see, and the first one does it.
    """
    below, above = _likeliest_sample(claim.entropy)
    cutoff = 1 + _critical(claim.window, below, claim.alpha_bits)
    assert cutoff == 1 + _critical(claim.window, above, claim.alpha_bits)
    return cutoff


def _likeliest_sample(entropy: Fraction) -> tuple[int, int]:
    """2^-H from below and from above, times 2^256; the two are equal when H is whole."""
    power = _SCALE_BITS * entropy.denominator - entropy.numerator
    root = _floor_root(1 << power, entropy.denominator)
    return root, root + (root**entropy.denominator != 1 << power)


def _floor_root(number: int, degree: int) -> int:
    """The largest integer whose power of `degree` is at most `number`, bit by bit."""
    root = 0
    for bit in range(_SCALE_BITS, -1, -1):
        candidate = root | 1 << bit
        if candidate**degree <= number:
            root = candidate
    return root


def _critical(trials: int, chance: int, alpha_bits: int) -> int:
    """The smallest k with P(binomial > k) <= 2^-alpha_bits, for a chance of `chance` / 2^256."""
    other = (1 << _SCALE_BITS) - chance
    allowed = 1 << (_SCALE_BITS * trials - alpha_bits)
    term, tail = chance**trials, 0
    for successes in range(trials, 0, -1):
        tail += term
        if tail > allowed:
            return successes
        # The next binomial term; the division is exact, for each term is an integer.
        term = term * successes * other // ((trials - successes + 1) * chance)
    return 0


class HealthTests:
    """Both tests over one stream of samples, for as long as it lasts; a failure is final."""

    def __init__(self, claim: Claim) -> None:
        self._repetitions_max = repetition_cutoff(claim)
        self._proportion_max = proportion_cutoff(claim)
        self._window = claim.window
        self._last: int | None = None
        self._repetitions = 0
        self._first: int | None = None
        self._equal = 0
        self._left = 0

    def take(self, samples: bytes) -> None:
        """Test these samples, one a byte; raises GeneratorError at the first that trips a test."""
        for sample in samples:
            self._count_repetition(sample)
            self._count_proportion(sample)

    def _count_repetition(self, sample: int) -> None:
        if sample != self._last:
            self._last, self._repetitions = sample, 1
            return
        self._repetitions += 1
        if self._repetitions >= self._repetitions_max:
            raise GeneratorError(
                f"the noise source gave one sample {self._repetitions} times in a row"
            )

    def _count_proportion(self, sample: int) -> None:
        if not self._left:
            self._first, self._equal, self._left = sample, 0, self._window
        self._left -= 1
        if sample != self._first:
            return
        self._equal += 1
        if self._equal >= self._proportion_max:
            raise GeneratorError(
                f"the noise source gave one sample {self._equal} times"
                f" in a window of {self._window}"
            )

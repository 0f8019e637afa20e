"""SP 800-90B 4.4: cut-offs against published figures, and the exact sample at which a test trips."""

from fractions import Fraction
from itertools import count, cycle, islice
from math import comb
from random import Random

import pytest

from table_app.errors import GeneratorError
from table_app.rng.health import Claim, HealthTests, proportion_cutoff, repetition_cutoff

FULL = Claim(Fraction(8))
BINARY = Claim(Fraction(1), sample_bits=1)


def trip(tests: HealthTests, samples: bytes) -> int:
    """How many samples were taken when a test failed."""
    for taken in count(1):
        try:
            tests.take(samples[taken - 1 : taken])
        except GeneratorError:
            return taken
    raise AssertionError


def tail(trials: int, chance: Fraction, least: int) -> Fraction:
    """P(binomial >= least), term by term."""
    return sum(
        (
            comb(trials, k) * chance**k * (1 - chance) ** (trials - k)
            for k in range(least, trials + 1)
        ),
        Fraction(0),
    )


# Row 23 of the standards page: entropy, bits a sample, alpha, both cut-offs.
@pytest.mark.parametrize(
    ("entropy", "sample_bits", "alpha_bits", "repetition", "proportion"),
    [(8, 8, 40, 6, 19), (8, 8, 20, 4, 13), (1, 1, 20, 21, 589), (1, 1, 40, 41, 625)],
)
def test_the_cutoffs_are_the_published_ones(
    entropy: int, sample_bits: int, alpha_bits: int, repetition: int, proportion: int
) -> None:
    claim = Claim(Fraction(entropy), sample_bits=sample_bits, alpha_bits=alpha_bits)
    assert repetition_cutoff(claim) == repetition
    assert proportion_cutoff(claim) == proportion


@pytest.mark.parametrize("entropy", [1, 2, 3, 5, 8])
def test_the_proportion_cutoff_is_the_first_whose_tail_is_small_enough(entropy: int) -> None:
    cutoff = proportion_cutoff(Claim(Fraction(entropy)))
    chance, alpha = Fraction(1, 2**entropy), Fraction(1, 2**40)
    assert tail(512, chance, cutoff) <= alpha < tail(512, chance, cutoff - 1)


def test_a_claim_between_whole_bits_lies_between_their_cutoffs() -> None:
    claims = [Claim(Fraction(hundredths, 100)) for hundredths in range(700, 801, 5)]
    cutoffs = [proportion_cutoff(claim) for claim in claims]
    assert cutoffs == sorted(cutoffs, reverse=True)
    assert len(set(cutoffs)) > 2
    assert repetition_cutoff(Claim(Fraction("7.25"))) == 1 + 6
    assert repetition_cutoff(Claim(Fraction("0.5"))) == 1 + 80


@pytest.mark.parametrize("entropy", ["0", "-1", "8.01", "0.001"])
def test_a_claim_that_no_byte_can_keep_is_refused(entropy: str) -> None:
    with pytest.raises(ValueError, match="entropy"):
        Claim(Fraction(entropy))


@pytest.mark.parametrize(("claim", "trips_at"), [(FULL, 6), (BINARY, 41)])
def test_a_stuck_source_trips_at_the_cutoff_of_repetitions(claim: Claim, trips_at: int) -> None:
    tests = HealthTests(claim)
    tests.take(b"\x01\x00")
    with pytest.raises(GeneratorError, match=f"{trips_at} times in a row"):
        tests.take(b"\x01" * trips_at)
    assert trip(HealthTests(claim), b"\x01" * 100) == trips_at


def test_one_sample_less_than_the_cutoff_is_no_failure() -> None:
    HealthTests(FULL).take((b"\x07" * 5 + b"\x08") * 2)


def test_a_source_that_sticks_later_trips_then() -> None:
    tests = HealthTests(FULL)
    tests.take(bytes(range(256)) * 40)
    assert trip(tests, b"\x00" * 10) == 6


@pytest.mark.parametrize("period", [2, 3, 20, 26])
def test_a_sample_that_comes_too_often_trips_at_the_19th_time_in_its_window(period: int) -> None:
    samples = bytes(islice(cycle(range(period)), 2 * 512))
    assert trip(HealthTests(FULL), samples) == 18 * period + 1


def test_eighteen_times_in_a_window_are_no_failure_and_the_next_window_begins_anew() -> None:
    one_window = (b"\x00" + bytes(range(1, 29))) * 17 + b"\x00" + bytes(range(1, 19))
    assert len(one_window) == 512
    HealthTests(FULL).take(one_window * 10)


def test_a_biased_coin_trips_at_its_625th_equal_sample_of_a_window_of_1024() -> None:
    # Heads three times of four, never 41 times in a row: the window trips, and not the run.
    samples = bytes(islice(cycle((1, 1, 1, 0)), 1024))
    assert trip(HealthTests(BINARY), samples) == 625 // 3 * 4 + 625 % 3


def test_a_coin_within_its_cutoff_is_no_failure() -> None:
    window = bytes([1] * 3 + [0] * 2) * 204 + b"\x01\x01\x01\x00"
    assert len(window) == 1024
    HealthTests(BINARY).take(window * 5)


@pytest.mark.parametrize("claim", [FULL, Claim(Fraction(6)), Claim(Fraction(1))])
def test_a_million_good_samples_pass(claim: Claim) -> None:
    HealthTests(claim).take(Random(90).randbytes(1_000_000))


def test_a_source_with_half_of_its_claim_is_caught_within_a_few_windows() -> None:
    chance = Random(91)
    samples = bytes(chance.randrange(16) for _ in range(10 * 512))
    assert trip(HealthTests(FULL), samples) <= 512

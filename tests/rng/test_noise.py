"""A hardware source beside the kernel: added, tested, and never in its place."""

import os
import tty
from fractions import Fraction
from hashlib import sha512
from itertools import cycle
from pathlib import Path

import pytest

from table_app.errors import BadInputError, GeneratorError
from table_app.rng import Generator, KernelSource
from table_app.rng.entropy import CheckedSource
from table_app.rng.health import Claim
from table_app.rng.noise import DeviceFile, RawSource, noise_device
from table_app.rng.stream import Purpose, Stream
from tests.rng.sources import KernelSamples, PredictableSource, Samples, StuckSource

FULL = Claim(Fraction(8))
COUNTED = bytes(range(256))


def test_the_start_up_samples_are_tested_and_thrown_away() -> None:
    row = COUNTED * 4 + b"first" * 9 + COUNTED
    source = RawSource(Samples(row), FULL)
    assert source.read() == sha512(row[1024 : 1024 + 72]).digest()


@pytest.mark.parametrize(("entropy", "samples"), [("8", 72), ("1", 576), ("0.5", 1152)])
def test_64_bytes_are_made_of_samples_that_hold_64_bits_more(entropy: str, samples: int) -> None:
    raw = KernelSamples()
    source = RawSource(raw, Claim(Fraction(entropy)))
    assert len(source.read()) == 64
    assert raw.readings == [1024, samples]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (bytes(2000), "6 times in a row"),
        (bytes(range(20)) * 100, "19 times in a window of 512"),
        (COUNTED * 3, "gave 768 of 1024 samples"),
    ],
)
def test_a_source_that_fails_its_start_up_test_refuses_to_start(row: bytes, words: str) -> None:
    with pytest.raises(GeneratorError, match=words):
        RawSource(Samples(row), FULL)


def test_a_source_that_sticks_in_service_ends_the_generator_for_ever() -> None:
    seeds = len(Purpose) * 72
    row = COUNTED * 4 + os.urandom(seeds) + bytes(6) + os.urandom(100_000)
    generator = Generator(KernelSource(), b"test", noise=RawSource(Samples(row), FULL))
    with pytest.raises(GeneratorError, match="6 times in a row"):
        generator.new_shoe(8, 1)
    with pytest.raises(GeneratorError, match="out of service since"):
        generator.new_shoe(8, 1)


def test_noise_is_in_every_seed_and_every_outcome_starts_from_it() -> None:
    raw = KernelSamples()
    generator = Generator(KernelSource(), b"test", noise=RawSource(raw, FULL))
    assert raw.readings == [1024] + [72] * len(Purpose)
    generator.new_shoe(8, 1)
    assert raw.readings[1 + len(Purpose) :] == [72]
    generator.dynamic_draw(1)(100)
    generator.uniform("meter", 1)
    assert raw.readings[1 + len(Purpose) :] == [72] * 3


def test_turns_in_the_background_do_not_wait_for_a_slow_device() -> None:
    raw = KernelSamples()
    generator = Generator(KernelSource(), b"test", noise=RawSource(raw, FULL))
    raw.readings.clear()
    generator.cycle()
    assert raw.readings == []


def output(source: CheckedSource) -> bytes:
    return Stream(Purpose.SHOE_ORDER, source, b"test").generate(32, 1)


def test_noise_changes_the_output_and_the_kernel_does_so_beside_it() -> None:
    def noise() -> RawSource:
        return RawSource(Samples(cycle(COUNTED)), FULL)

    alone = output(CheckedSource(PredictableSource()))
    assert alone == output(CheckedSource(PredictableSource()))
    beside = output(CheckedSource(PredictableSource(), noise()))
    assert beside == output(CheckedSource(PredictableSource(), noise()))
    assert beside != alone
    assert beside != output(CheckedSource(KernelSource(), noise()))


def test_good_noise_does_not_hide_a_kernel_that_repeats_itself() -> None:
    with pytest.raises(GeneratorError, match="repeats itself"):
        Generator(StuckSource(), b"test", noise=RawSource(KernelSamples(), FULL))


def test_a_device_gives_exactly_so_many_bytes() -> None:
    assert len(DeviceFile(Path("/dev/urandom")).read(100_000)) == 100_000


def test_a_device_that_is_stuck_fails_its_start_up_test() -> None:
    with pytest.raises(GeneratorError, match="6 times in a row"):
        RawSource(DeviceFile(Path("/dev/zero")), FULL)


@pytest.mark.parametrize(
    ("path", "words"), [("/dev/null", "has ended"), ("/dev/no-such-device", "No such file")]
)
def test_a_device_without_samples_is_named(path: str, words: str) -> None:
    with pytest.raises(GeneratorError, match=f"cannot be read: .*{words}"):
        RawSource(DeviceFile(Path(path)), FULL)


def test_a_file_that_took_a_devices_place_is_no_device_any_more(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to("/dev/urandom")
    source = RawSource(DeviceFile(link), FULL)
    source.read()
    file.write_bytes(os.urandom(2048))
    link.unlink()
    link.symlink_to(file)

    with pytest.raises(GeneratorError, match="is no character device any more"):
        source.read()


def test_a_device_that_is_silent_is_not_waited_for_without_end() -> None:
    silent, device = os.openpty()
    tty.setraw(device)
    with pytest.raises(GeneratorError, match="gives no samples"):
        RawSource(DeviceFile(Path(os.ttyname(device))), FULL)
    os.close(silent)
    os.close(device)


def test_a_file_is_no_device(tmp_path: Path) -> None:
    file = tmp_path / "sample.bin"
    file.write_bytes(b"old noise")
    with pytest.raises(BadInputError, match=r"sample\.bin: not a character device"):
        noise_device(file, Fraction(1))

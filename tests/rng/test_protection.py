"""No stream is ever given twice, no request goes without an additional input, no flipped bit out."""

import copy
import logging
import os
from collections.abc import Callable
from itertools import pairwise

import pytest

from table_app.errors import GeneratorError
from table_app.rng import Generator, KernelSource, Purpose
from table_app.rng.entropy import CheckedSource
from table_app.rng.hmac_drbg import HmacDrbg
from table_app.rng.stream import CORRUPTIONS_MAX, Stream
from tests.rng.sources import PredictableSource


def cycled(of: Generator) -> object:
    return tuple(of.cycle() for _ in range(16))


def dynamic(of: Generator) -> object:
    draw = of.dynamic_draw(1)
    return tuple(draw(2**16) for _ in range(16))


OUTPUTS: dict[Purpose, Callable[[Generator], object]] = {
    Purpose.SHOE_ORDER: lambda of: of.new_shoe(8, 1).cards,
    Purpose.SHOE_SALT: lambda of: of.new_shoe(8, 1).salt,
    Purpose.SHOE_ID: lambda of: of.new_shoe(8, 1).shoe_id,
    Purpose.DYNAMIC_PAYS: dynamic,
    Purpose.TRIGGERS: lambda of: of.uniform("meter", 1).value,
    Purpose.CYCLING: cycled,
    Purpose.LABORATORY: lambda of: b"".join(of.raw(64)),
}


def generator() -> Generator:
    return Generator(KernelSource(), b"test")


def in_child(give: Callable[[], object]) -> str:
    """What a forked copy of this process gives."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, repr(give()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        given = pipe.read()
    os.waitpid(child, 0)
    return given.decode()


def digests(of: Generator) -> list[bytes]:
    return [stream._drbg.state_digest() for stream in of._streams.values()]


def flip(stream: Stream, field: str, bit: int) -> None:
    changed = bytearray(getattr(stream._drbg, field))
    changed[bit // 8] ^= 1 << (bit & 7)
    setattr(stream._drbg, field, bytes(changed))


def test_every_use_of_chance_is_shown_here() -> None:
    assert set(OUTPUTS) == set(Purpose)


@pytest.mark.parametrize("purpose", Purpose)
def test_a_restored_copy_never_gives_what_the_original_gives(purpose: Purpose) -> None:
    original = generator()
    copies = [copy.deepcopy(original) for _ in range(4)]
    assert all(digests(each) == digests(original) for each in copies)
    outputs = {OUTPUTS[purpose](each) for each in (original, *copies)}
    assert len(outputs) == 5


@pytest.mark.parametrize("purpose", Purpose)
def test_a_forked_child_never_gives_what_its_parent_gives(purpose: Purpose) -> None:
    original = generator()
    of_child = in_child(lambda: OUTPUTS[purpose](original))
    assert len(of_child) > 32
    assert of_child != repr(OUTPUTS[purpose](original))


@pytest.mark.parametrize("purpose", Purpose)
def test_identical_instantiations_give_different_output(purpose: Purpose) -> None:
    assert len({OUTPUTS[purpose](generator()) for _ in range(4)}) == 4


def test_draws_that_a_fork_left_in_two_processes_are_thrown_away() -> None:
    original = generator()
    draw = original.dynamic_draw(1)
    draw(2**16)
    of_child = in_child(lambda: [draw(2**16) for _ in range(16)])
    assert of_child != repr([draw(2**16) for _ in range(16)])


@pytest.mark.parametrize("purpose", Purpose)
def test_every_request_has_an_additional_input_that_was_never_used_before(purpose: Purpose) -> None:
    stream = Stream(purpose, CheckedSource(PredictableSource()), b"test")
    seed = PredictableSource().read(64)
    by_hand = HmacDrbg(seed[16:], seed[:16], purpose.encode() + b"\x00test")
    outputs = [stream.generate(32, 7), stream.generate(32, 7), stream.generate(32, 8)]
    inputs = [f"{purpose}:7:1", f"{purpose}:7:2", f"{purpose}:8:3"]
    assert outputs == [by_hand.generate(32, text.encode()) for text in inputs]


def test_a_request_cannot_be_made_without_what_its_additional_input_holds() -> None:
    stream = Stream(Purpose.SHOE_ORDER, CheckedSource(PredictableSource()), b"test")
    for request in (stream.generate, stream.fresh):
        with pytest.raises(TypeError, match="round_number"):
            request(32)  # type: ignore[call-arg]


@pytest.mark.parametrize("field", ["_key", "_value"])
@pytest.mark.parametrize("bit", [0, 200, 511])
@pytest.mark.parametrize("purpose", Purpose)
def test_a_flipped_bit_is_caught_before_the_next_output(
    purpose: Purpose, field: str, bit: int, caplog: pytest.LogCaptureFixture
) -> None:
    stream = Stream(purpose, CheckedSource(KernelSource()), b"test")
    flip(stream, field, bit)
    corrupted = copy.deepcopy(stream._drbg).generate(32, f"{purpose}:1:1".encode())
    with caplog.at_level(logging.ERROR):
        assert stream.generate(32, 1) != corrupted
    assert stream.seedings == 2
    assert caplog.messages == [
        f"the state of stream {purpose} was corrupted; it is instantiated again"
    ]


def test_a_count_that_was_changed_is_caught_too() -> None:
    stream = Stream(Purpose.SHOE_ORDER, CheckedSource(KernelSource()), b"test")
    stream._drbg._requests = 0
    stream.generate(32, 1)
    assert stream.seedings == 2


def test_a_state_that_is_corrupted_again_and_again_ends_all_output() -> None:
    failing = generator()
    for _ in range(CORRUPTIONS_MAX):
        flip(failing._streams[Purpose.SHOE_ORDER], "_key", 3)
        failing.new_shoe(8, 1)
    flip(failing._streams[Purpose.SHOE_ORDER], "_key", 3)
    with pytest.raises(GeneratorError, match="corrupted too often"):
        failing.new_shoe(8, 1)
    with pytest.raises(GeneratorError, match="out of service since"):
        failing.uniform("meter", 1)


def test_a_turn_in_the_background_changes_every_stream() -> None:
    turned = generator()
    before = digests(turned)
    turned.cycle()
    assert all(one != other for one, other in zip(before, digests(turned), strict=True))


def test_each_shoe_changes_the_generator_for_the_next() -> None:
    dealing = generator()
    states = [digests(dealing)]
    for number in range(1, 6):
        dealing.new_shoe(8, number)
        states.append(digests(dealing))
    assert all(before != after for before, after in pairwise(states))


def test_turns_come_at_moments_between_200_and_2247_milliseconds() -> None:
    turned = generator()
    times_ms = [turned.cycle() for _ in range(400)]
    assert 200 <= min(times_ms) < 300
    assert 2148 < max(times_ms) < 2248
    assert len(set(times_ms)) > 200

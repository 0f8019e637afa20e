"""The generator as a whole: it refuses rather than guesses, and never gives a block twice."""

import inspect
import os
from collections import Counter

import msgspec
import pytest

from table_app.errors import GeneratorError
from table_app.rng import Generator, KernelSource, Purpose, Source
from table_app.rng.entropy import CheckedSource
from table_app.rng.known_answers import KNOWN_ANSWERS
from table_app.rng.stream import REQUESTS_PER_SEED_MAX, Stream
from table_app.vocabulary.cards import DECK, shoe_commitment
from tests.rng.sources import (
    CountingSource,
    FailingSource,
    PredictableSource,
    RaisingSource,
    ShortSource,
    StuckSource,
)

BLOCK_BYTES = 64


def generator() -> Generator:
    return Generator(KernelSource(), b"test")


def block(of: Generator) -> bytes:
    return b"".join(of.raw(BLOCK_BYTES))


def flipped(text: str) -> str:
    """The same hexadecimal with one bit of its first byte changed."""
    changed = bytearray.fromhex(text)
    changed[0] ^= 1
    return changed.hex()


def test_a_shoe_holds_every_card_of_its_decks() -> None:
    shoe = generator().new_shoe(8, 1)
    assert Counter(shoe.cards) == Counter(DECK * 8)


def test_a_shoe_is_committed_to_under_32_bytes_of_salt() -> None:
    shoe = generator().new_shoe(6, 1)
    assert len(shoe.salt) == 32
    assert shoe.commitment == shoe_commitment(shoe.salt, shoe.cards)


def test_two_shoes_share_neither_order_nor_salt_nor_id() -> None:
    one = generator()
    first, second = one.new_shoe(8, 1), one.new_shoe(8, 1)
    assert first.cards != second.cards
    assert first.salt != second.salt
    assert first.shoe_id != second.shoe_id


def test_a_shoe_is_asked_for_by_decks_and_round_alone() -> None:
    assert list(inspect.signature(Generator.new_shoe).parameters) == ["self", "decks", "round"]


@pytest.mark.parametrize("case", range(len(KNOWN_ANSWERS)))
def test_one_wrong_bit_in_any_known_answer_refuses_to_start(case: int) -> None:
    answers = list(KNOWN_ANSWERS)
    answers[case] = msgspec.structs.replace(answers[case], returned=flipped(answers[case].returned))
    with pytest.raises(GeneratorError, match=f"known answer {answers[case].name} is wrong"):
        Generator(KernelSource(), b"test", known_answers=answers)


def test_the_self_test_says_what_it_tested() -> None:
    report = generator().self_test()
    assert report.known_answers == tuple(case.name for case in KNOWN_ANSWERS)
    assert "a request that is too long" in report.refusals


def test_a_self_test_that_fails_in_service_ends_all_output() -> None:
    answers = list(KNOWN_ANSWERS)
    failing = Generator(KernelSource(), b"test", known_answers=answers)
    answers[3] = msgspec.structs.replace(answers[3], returned=flipped(answers[3].returned))
    with pytest.raises(GeneratorError, match="is wrong"):
        failing.self_test()
    with pytest.raises(GeneratorError, match="out of service since: self-test"):
        failing.new_shoe(8, 1)
    with pytest.raises(GeneratorError, match="out of service since: self-test"):
        block(failing)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (StuckSource(), "repeats itself"),
        (ShortSource(), "gave 63 of 64 bytes"),
        (RaisingSource(), "cannot be read: no such device"),
    ],
)
def test_a_bad_source_of_entropy_refuses_to_start(source: Source, words: str) -> None:
    with pytest.raises(GeneratorError, match=words):
        Generator(source, b"test")


def test_a_source_that_fails_in_service_is_out_of_service_for_ever() -> None:
    source = FailingSource()
    failing = Generator(source, b"test")
    source.fail()
    with pytest.raises(GeneratorError, match="cannot be read"):
        failing.new_shoe(8, 1)
    source.heal()
    with pytest.raises(GeneratorError, match="out of service since"):
        failing.new_shoe(8, 2)


@pytest.mark.parametrize(("decks", "reseedings"), [(1, 2), (2, 4), (6, 10), (8, 13)])
def test_a_shuffle_takes_384_fresh_bits_every_32_cards(decks: int, reseedings: int) -> None:
    source = CountingSource()
    counted = Generator(source, b"test")
    source.readings.clear()
    counted.new_shoe(decks, 1)
    for_salt_and_id = [48, 48]
    assert source.readings == [48] * reseedings + for_salt_and_id


def test_every_stream_has_its_own_seed_of_48_bytes_and_nonce_of_16() -> None:
    source = CountingSource()
    Generator(source, b"test")
    assert source.readings == [64] * len(Purpose)


def test_a_stream_takes_fresh_entropy_after_its_limit_of_requests() -> None:
    source = CountingSource()
    stream = Stream(Purpose.LABORATORY, CheckedSource(source), b"test")
    stream._requests = REQUESTS_PER_SEED_MAX - 1
    stream.generate(8, 0)
    assert source.readings == [64]
    stream.generate(8, 0)
    assert source.readings == [64, 48]


def test_purpose_personalisation_and_round_each_change_the_output() -> None:
    def output(purpose: Purpose, personalisation: bytes, round_number: int) -> bytes:
        stream = Stream(purpose, CheckedSource(PredictableSource()), personalisation)
        return stream.generate(BLOCK_BYTES, round_number)

    same = output(Purpose.SHOE_ORDER, b"one", 1)
    assert same == output(Purpose.SHOE_ORDER, b"one", 1)
    assert same != output(Purpose.SHOE_SALT, b"one", 1)
    assert same != output(Purpose.SHOE_ORDER, b"two", 1)
    assert same != output(Purpose.SHOE_ORDER, b"one", 2)


def test_ten_thousand_instantiations_give_distinct_streams() -> None:
    source = CheckedSource(KernelSource())
    blocks = {Stream(Purpose.SHOE_ORDER, source, b"test").generate(16, 1) for _ in range(10_000)}
    assert len(blocks) == 10_000


def test_raw_output_has_exactly_the_length_that_was_asked_for() -> None:
    blocks = list(generator().raw(65_536 + 10))
    assert [len(each) for each in blocks] == [65_536, 10]


def child_output(of: Generator, reading: int, writing: int) -> bytes:
    """What a forked copy of the generator gives, and what it shuffles."""
    child = os.fork()
    if child == 0:
        os.write(writing, block(of) + of.new_shoe(1, 1).salt)
        os._exit(0)
    os.waitpid(child, 0)
    return os.read(reading, BLOCK_BYTES + 32)


def test_parent_and_children_of_a_fork_never_give_the_same_block() -> None:
    forked = generator()
    reading, writing = os.pipe()
    outputs = [child_output(forked, reading, writing) for _ in range(3)]
    outputs.append(block(forked) + forked.new_shoe(1, 1).salt)
    os.close(reading)
    os.close(writing)
    assert len({output[:BLOCK_BYTES] for output in outputs}) == 4
    assert len({output[BLOCK_BYTES:] for output in outputs}) == 4


def test_a_fork_reseeds_every_stream_before_the_next_output_on_both_sides() -> None:
    source = CountingSource()
    forked = Generator(source, b"test")
    reading, writing = os.pipe()
    child_output(forked, reading, writing)
    os.close(reading)
    os.close(writing)
    source.readings.clear()
    forked.self_test()
    assert source.readings == [48] * len(Purpose)

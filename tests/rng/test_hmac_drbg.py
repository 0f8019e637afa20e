"""The mechanism against NIST's answers, and its limits against SP 800-90A Rev.1 table 2."""

import lzma
import os
from pathlib import Path

import pytest

from table_app.errors import GeneratorError
from table_app.rng import self_test
from table_app.rng.hmac_drbg import (
    INPUT_BYTES_MAX,
    REQUEST_BYTES_MAX,
    REQUESTS_MAX,
    HmacDrbg,
)
from table_app.rng.known_answers import KNOWN_ANSWERS
from tests.rng.cavp import cases

CARRIED = Path(__file__).parent / "vectors"
FILES = ("no_reseed", "pr_false", "pr_true")
CASES_PER_FILE = 240
ENTROPY = bytes(range(48))
NONCE = bytes(range(16))


def carried(file: str) -> str:
    return lzma.decompress((CARRIED / f"{file}_sha512.rsp.xz").read_bytes()).decode("ascii")


class Huge(bytes):
    """Bytes that claim a length that no test could allocate."""

    __slots__ = ()

    def __len__(self) -> int:
        return INPUT_BYTES_MAX + 1


def drbg() -> HmacDrbg:
    return HmacDrbg(ENTROPY, NONCE, b"table")


@pytest.mark.parametrize("file", FILES)
def test_every_cavp_case_gives_the_answer_of_nist(file: str) -> None:
    wrong = [
        case.name
        for case in cases(file, carried(file))
        if self_test.answer(case).hex() != case.returned
    ]
    assert wrong == []
    assert len(cases(file, carried(file))) == CASES_PER_FILE


@pytest.mark.skipif("CAVP_DIR" not in os.environ, reason="CAVP_DIR names no folder of .rsp files")
@pytest.mark.parametrize("file", FILES)
def test_the_carried_vectors_are_those_of_the_named_folder(file: str) -> None:
    original = Path(os.environ["CAVP_DIR"]) / f"{file}_sha512.rsp"
    assert cases(file, original.read_text("ascii")) == cases(file, carried(file))


def test_the_start_up_cases_are_cases_of_the_files() -> None:
    everything = {case.name: case for file in FILES for case in cases(file, carried(file))}
    assert len(KNOWN_ANSWERS) == 12
    assert [everything[case.name] for case in KNOWN_ANSWERS] == list(KNOWN_ANSWERS)


def test_a_request_of_65536_bytes_is_answered_and_one_more_refused() -> None:
    assert len(drbg().generate(REQUEST_BYTES_MAX, b"input")) == 65_536
    with pytest.raises(GeneratorError, match="65537 bytes in one request"):
        drbg().generate(REQUEST_BYTES_MAX + 1, b"input")


def test_a_request_of_no_bytes_is_refused() -> None:
    with pytest.raises(GeneratorError, match="0 bytes in one request"):
        drbg().generate(0, b"input")


def test_request_2_to_the_48_is_answered_and_the_next_refused_until_a_reseeding() -> None:
    worn = drbg()
    worn._requests = REQUESTS_MAX
    worn.generate(8, b"input")
    with pytest.raises(GeneratorError, match="without fresh entropy"):
        worn.generate(8, b"input")
    worn.reseed(ENTROPY, b"input")
    assert len(worn.generate(8, b"input")) == 8


def test_too_little_entropy_and_a_short_nonce_are_refused() -> None:
    with pytest.raises(GeneratorError, match="31 bytes of entropy"):
        HmacDrbg(ENTROPY[:31], NONCE, b"")
    with pytest.raises(GeneratorError, match="nonce of 15 bytes"):
        HmacDrbg(ENTROPY, NONCE[:15], b"")
    with pytest.raises(GeneratorError, match="31 bytes of entropy"):
        drbg().reseed(ENTROPY[:31], b"")


def test_inputs_longer_than_2_to_the_35_bits_are_refused() -> None:
    huge = Huge(ENTROPY)
    with pytest.raises(GeneratorError, match="entropy of"):
        HmacDrbg(huge, NONCE, b"")
    with pytest.raises(GeneratorError, match="nonce of"):
        HmacDrbg(ENTROPY, huge, b"")
    with pytest.raises(GeneratorError, match="personalisation of"):
        HmacDrbg(ENTROPY, NONCE, huge)
    with pytest.raises(GeneratorError, match="additional input of"):
        drbg().reseed(ENTROPY, huge)
    with pytest.raises(GeneratorError, match="additional input of"):
        drbg().generate(8, huge)

"""The health tests of SP 800-90A Rev.1 section 11.3: known answers, and errors that must be raised.

They run before first use and on demand. A failure is raised, never returned.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from table_app.errors import GeneratorError
from table_app.rng.hmac_drbg import (
    NONCE_BYTES_MIN,
    REQUEST_BYTES_MAX,
    STRENGTH_BYTES,
    HmacDrbg,
)


class KnownAnswer(Struct, frozen=True):
    """One case of NIST's CAVP, in hexadecimal: two requests, of which the second is compared.

    `reseed` is entropy and additional input before the first request; `prediction` is the fresh
    entropy before each request where prediction resistance is asked for.
    """

    name: str
    entropy: str
    nonce: str
    personalisation: str
    additional: tuple[str, str]
    returned: str
    reseed: tuple[str, str] | None = None
    prediction: tuple[str, str] | None = None


class SelfTestReport(Struct, frozen=True):
    """What was tested; there is a report only if all of it passed."""

    algorithm: str
    known_answers: tuple[str, ...]
    refusals: tuple[str, ...]


def run(cases: Sequence[KnownAnswer]) -> SelfTestReport:
    """Test the mechanism; raises GeneratorError naming the first test that fails."""
    for case in cases:
        if answer(case) != bytes.fromhex(case.returned):
            raise GeneratorError(f"self-test: known answer {case.name} is wrong")
    for name, mistake in _MISTAKES.items():
        if not _is_refused(mistake):
            raise GeneratorError(f"self-test: {name} is not refused")
    return SelfTestReport(
        algorithm="HMAC_DRBG SHA-512",
        known_answers=tuple(case.name for case in cases),
        refusals=tuple(_MISTAKES),
    )


def answer(case: KnownAnswer) -> bytes:
    """What the mechanism gives for the second request of a case."""
    drbg = HmacDrbg(
        bytes.fromhex(case.entropy),
        bytes.fromhex(case.nonce),
        bytes.fromhex(case.personalisation),
    )
    if case.reseed is not None:
        drbg.reseed(bytes.fromhex(case.reseed[0]), bytes.fromhex(case.reseed[1]))
    byte_count = len(case.returned) // 2
    output = b""
    for index, text in enumerate(case.additional):
        additional = bytes.fromhex(text)
        if case.prediction is not None:
            # Section 9.3.1 step 7: the reseeding takes the additional input, the request has none.
            drbg.reseed(bytes.fromhex(case.prediction[index]), additional)
            additional = b""
        output = drbg.generate(byte_count, additional)
    return output


def _is_refused(mistake: Callable[[], object]) -> bool:
    try:
        mistake()
    except GeneratorError:
        return True
    return False


def _drbg() -> HmacDrbg:
    return HmacDrbg(bytes(STRENGTH_BYTES), bytes(NONCE_BYTES_MIN), b"")


_MISTAKES: dict[str, Callable[[], object]] = {
    "a seed with too little entropy": lambda: HmacDrbg(
        bytes(STRENGTH_BYTES - 1), bytes(NONCE_BYTES_MIN), b""
    ),
    "a nonce that is too short": lambda: HmacDrbg(
        bytes(STRENGTH_BYTES), bytes(NONCE_BYTES_MIN - 1), b""
    ),
    "a reseeding with too little entropy": lambda: _drbg().reseed(bytes(STRENGTH_BYTES - 1), b""),
    "a request that is too long": lambda: _drbg().generate(REQUEST_BYTES_MAX + 1, b""),
}

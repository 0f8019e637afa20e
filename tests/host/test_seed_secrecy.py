"""Seeds and the state of the generator leave the process in no file, message or log (AGCO 21.1.6)."""

import logging
import os
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_app.rng.generator import Generator
from table_app.vocabulary import commands as c
from table_app.vocabulary.codec import encode_message
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, table

ROUNDS = 3
FRAGMENT_BYTES = 18
"""Of each secret: so much is never seen by chance, and base64 has it whole."""


class RecordingSource:
    """The kernel's entropy, remembered for the test."""

    def __init__(self) -> None:
        self.readings: list[bytes] = []

    def read(self, byte_count: int) -> bytes:
        self.readings.append(os.urandom(byte_count))
        return self.readings[-1]


def spellings(secret: bytes) -> Iterator[bytes]:
    """A part of it as bytes, in hexadecimal and in base64."""
    part = secret[:FRAGMENT_BYTES]
    yield part
    yield part.hex().encode()
    yield b64encode(part)
    yield urlsafe_b64encode(part)


def states(generator: Generator) -> Iterator[bytes]:
    for stream in generator._streams.values():
        yield stream._drbg._key
        yield stream._drbg._value


def play(stand: Stand, one: Station) -> None:
    stand.deal(one, **ALL_STAKES)
    while one.phase in {"insurance", "decisions"}:
        stand.wait(max(TIMING.insurance_ms, TIMING.decision_ms))
    while one.view.awards:
        assert stand.ask(one, c.RequestDemoValidation(1)) is None
    stand.wait(TIMING.result_ms)


def test_no_seed_state_or_undealt_shoe_is_in_what_the_table_writes(
    new_stand: NewStand, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    source = RecordingSource()
    generator = Generator(source, b"a table")
    stand = new_stand(table(offered=ALL_WAGERS), credits_cents=(500_000,), chance=generator)
    one = stand.connect(1)
    secrets = list(states(generator))
    for _ in range(ROUNDS):
        play(stand, one)
        secrets += states(generator)
    secrets += source.readings
    assert stand.host.state.round is not None
    undealt = "".join(stand.host.state.round.shoe.cards).encode()

    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    written += [encode_message(message) for message in one.received]
    written.append(caplog.text.encode())

    found = [
        spelling
        for secret in secrets
        for spelling in spellings(secret)
        if any(spelling in text for text in written)
    ]
    assert found == []
    assert not any(undealt in text for text in written)
    assert len(source.readings) > ROUNDS * 13
    assert any(b'"shoe_id"' in text for text in written)

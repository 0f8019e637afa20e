"""Seeds and the state of the generator leave the process in no file, message or log (AGCO 21.1.6)."""

import logging
import os
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from table_app.rng.generator import Generator
from table_app.store.journal import Store
from table_app.store.mirror import Mirror
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import Shoe
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, table
from tests.store.histories import must_not_fail

ROUNDS = 3
FRAGMENT_BYTES = 18
"""Of each secret: so much is never seen by chance, and base64 has it whole."""

FRAGMENT_CARDS = 26
READINGS_OF_A_SHOE = 13


class RecordingSource:
    """The kernel's entropy, and the state of all streams before each reading, for the test."""

    def __init__(self) -> None:
        self.generator: Generator | None = None
        self.readings: set[bytes] = set()
        self.states: set[bytes] = set()

    def read(self, byte_count: int) -> bytes:
        self.look()
        reading = os.urandom(byte_count)
        self.readings.add(reading)
        return reading

    def look(self) -> None:
        streams = self.generator._streams.values() if self.generator else ()
        for stream in streams:
            self.states |= {stream._drbg._key, stream._drbg._value}


def spellings(secret: bytes) -> Iterator[bytes]:
    """A part of it as bytes, in hexadecimal and in base64."""
    part = secret[:FRAGMENT_BYTES]
    yield part
    yield part.hex().encode()
    yield part.hex().upper().encode()
    yield b64encode(part)
    yield urlsafe_b64encode(part)


def spellings_of_cards(shoe: Shoe) -> Iterator[bytes]:
    """The end of a shoe, which no round reaches, as the store, JSON, the laboratory or a log write."""
    end = [str(card) for card in shoe.cards[-FRAGMENT_CARDS:]]
    for between in ("", " ", ",", ", ", '","', '", "', "', '"):
        yield between.join(end).encode()


def found(sought: Iterable[bytes], written: Iterable[bytes]) -> list[bytes]:
    everything = b"\n".join(written)
    return [spelling for spelling in sought if spelling in everything]


def play(stand: Stand, one: Station) -> None:
    stand.deal(one, **ALL_STAKES)
    while one.phase in {"insurance", "decisions"}:
        stand.wait(max(TIMING.insurance_ms, TIMING.decision_ms))
    while one.view.awards:
        assert stand.ask(one, c.RequestDemoValidation(1)) is None
    stand.wait(TIMING.result_ms)


def mirror(stand: Stand) -> None:
    """Go on with a mirror beside the database."""
    stand.close()
    copy = Mirror(stand.path.with_name("table.mirror"), must_not_fail)
    stand.store = Store.open(stand.path, stand.keys, copy)
    stand._boot()


def test_no_seed_state_or_undealt_shoe_is_in_what_the_table_writes(
    new_stand: NewStand, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    source = RecordingSource()
    source.generator = generator = Generator(source, b"a table")
    stand = new_stand(table(offered=ALL_WAGERS), credits_cents=(500_000,), chance=generator)
    mirror(stand)
    one = stand.connect(1)
    for _ in range(ROUNDS):
        play(stand, one)
    source.look()
    assert stand.host.state.round is not None
    undealt = stand.host.state.round.shoe

    files = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    written = [*files.values(), *one.wire, caplog.text.encode()]

    assert {"table.sqlite3", "table.sqlite3-wal", "table.mirror"} <= files.keys()
    assert len(source.readings) > ROUNDS * READINGS_OF_A_SHOE
    assert len(source.states) > 2 * ROUNDS * READINGS_OF_A_SHOE
    secrets = [*source.readings, *source.states, undealt.salt]
    assert found((each for secret in secrets for each in spellings(secret)), written) == []
    assert found(spellings_of_cards(undealt), written) == []
    assert undealt.commitment.encode() in files["table.mirror"]
    assert any(undealt.commitment.encode() in message for message in one.wire)


def test_a_secret_would_be_found_where_it_was_written() -> None:
    secret = bytes(range(100, 148))
    written = [b"log: seed " + secret, b'{"key":"%s"}' % b64encode(secret), secret.hex().encode()]

    raw, low, _, base64, _ = spellings(secret)

    assert found([raw, low, base64], written) == [raw, low, base64]

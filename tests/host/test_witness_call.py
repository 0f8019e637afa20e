"""A table asks its witness: confirmed, unreachable, or caught with another history."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from table_app.errors import BadInputError
from table_app.host import witness_call
from table_app.host.witness_call import Cosigned, Refused, Unreachable, witness_place
from table_app.witness.memory import Memory
from tests.host.witnessed import (
    RealWitness,
    WitnessedLog,
    http,
    real_witness,
    stranger,
    stranger_place,
)
from tests.store.forgeries import tamper
from tests.witness import log_by_hand as hand
from tests.witness.witnesses import serving

KEY_LINE = hand.public_line("w", hand.KEY, kind=b"\x04")


@pytest.fixture
def log(tmp_path: Path) -> WitnessedLog:
    return WitnessedLog(tmp_path)


@pytest.fixture
def witness(tmp_path: Path, log: WitnessedLog) -> Iterator[RealWitness]:
    with real_witness(tmp_path, log.keys) as opened:
        yield opened


def test_a_head_that_is_cosigned_comes_with_a_line_that_a_stranger_can_check(
    log: WitnessedLog, witness: RealWitness
) -> None:
    log.grow(5)

    event = log.call(witness.place).confirm()

    assert isinstance(event, Cosigned)
    assert (event.size, event.known_size) == (5, 0)
    text = log.reader().last_checkpoint().split("\n\n")[0] + "\n"
    hand.check_cosignature(event.line, text, witness.service.public_line)


def test_an_empty_log_can_be_cosigned(log: WitnessedLog, witness: RealWitness) -> None:
    event = log.call(witness.place).confirm()

    assert isinstance(event, Cosigned)
    assert event.size == 0


def test_every_next_head_is_cosigned(log: WitnessedLog, witness: RealWitness) -> None:
    call = log.call(witness.place)
    sizes = []
    for count in (1, 2, 3, 0, 7):
        log.grow(count)
        event = call.confirm()
        assert isinstance(event, Cosigned)
        sizes.append((event.known_size, event.size))

    assert sizes == [(0, 1), (1, 3), (3, 6), (6, 6), (6, 13)]


def test_a_table_that_starts_again_learns_what_its_witness_knows(
    log: WitnessedLog, witness: RealWitness
) -> None:
    log.grow(5)
    log.call(witness.place).confirm()
    log.grow(4)

    event = log.call(witness.place).confirm()

    assert isinstance(event, Cosigned)
    assert (event.size, event.known_size) == (9, 5)


def test_a_database_that_was_put_back_is_caught(log: WitnessedLog, witness: RealWitness) -> None:
    log.grow(5)
    older = log.copy()
    log.grow(4)
    log.call(witness.place).confirm()
    log.put_back(older)

    event = log.call(witness.place).confirm()

    assert event == Refused(
        "witness.example/w1 has cosigned 9 entries of table-app/test,"
        " this database is signed up to 5: it was rolled back"
    )


@pytest.mark.parametrize("count", [4, 6])
def test_a_database_that_went_on_otherwise_is_caught(
    log: WitnessedLog, witness: RealWitness, count: int
) -> None:
    log.grow(5)
    older = log.copy()
    log.grow(4)
    log.call(witness.place).confirm()
    log.put_back(older)
    log.grow(count, time_ms=2)

    event = log.call(witness.place).confirm()

    assert event == Refused(
        "witness.example/w1 knows other entries of table-app/test up to 9;"
        f" the {5 + count} of this database do not extend them: it was forked"
    )


def test_a_witness_of_the_released_text_says_conflict_for_another_root(log: WitnessedLog) -> None:
    log.grow(5)
    with stranger(http(409, "5\n", "text/x.tlog.size"), http(409, "another root")) as place:
        event = log.call(place).confirm()

    assert isinstance(event, Refused)
    assert "it was forked" in event.reason


def test_a_witness_that_lost_its_memory_is_asked_anew_and_that_shows(
    log: WitnessedLog, witness: RealWitness
) -> None:
    log.grow(5)
    call = log.call(witness.place)
    call.confirm()
    Memory.create(witness.service.path / "witness_memory.json")
    witness.service.restart()
    with serving(witness.service.service) as port:
        call._place = witness_place(f"http://127.0.0.1:{port}", witness.service.public_line)
        event = call.confirm()

    assert isinstance(event, Cosigned)
    assert (event.size, event.known_size) == (5, 0)


def test_a_damaged_tree_is_not_taken_for_a_fork(log: WitnessedLog, witness: RealWitness) -> None:
    log.grow(5)
    log.call(witness.place).confirm()
    log.grow(4)
    tamper(log.path, with_another_node)

    event = log.call(witness.place).confirm()

    assert event == Refused("the stored tree does not lead from 5 entries to the checkpoint of 9")


def with_another_node(database: sqlite3.Connection) -> None:
    database.execute("UPDATE merkle_node SET hash = zeroblob(32) WHERE level = 1 AND position = 3")


def test_nobody_there_is_unreachable(log: WitnessedLog) -> None:
    event = log.call(stranger_place(1)).confirm()

    assert event == Unreachable("the witness does not answer: [Errno 111] Connection refused")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (http(404, "nobody's log\nsecond line"), "the witness answered 404: nobody's log"),
        (http(403, "bell \a"), "the witness answered 403: bell ?"),
        (http(503), "the witness answered 503: "),
        (http(302), "the witness answered 302: "),
        (http(409, "many"), "the witness answered 409: many"),
        (http(422, "no"), "the witness answered 422: no"),
        (http(200, "thanks"), "no cosignature"),
        (http(200, hand.note("w\n").split("\n\n")[1]), "no cosignature of witness.example/w1"),
        (b"", "does not answer"),
        (b"SSH-2.0\r\n\r\n", "does not answer"),
        (http(200)[:-10], "no cosignature"),
    ],
)
def test_an_answer_that_says_nothing_of_our_head_is_unreachable(
    log: WitnessedLog, answer: bytes, reason: str
) -> None:
    with stranger(answer) as place:
        event = log.call(place).confirm()

    assert isinstance(event, Unreachable)
    assert reason in event.reason


def test_a_cosignature_of_another_witness_is_none(log: WitnessedLog, witness: RealWitness) -> None:
    line = hand.public_line("witness.example/w1", hand.OTHER_KEY, kind=b"\x04")

    event = log.call(witness_place(f"http://127.0.0.1:{witness.port}", line)).confirm()

    assert isinstance(event, Unreachable)
    assert "no cosignature of witness.example/w1" in event.reason


def test_a_witness_that_names_a_size_again_and_again_is_not_asked_for_ever(
    log: WitnessedLog,
) -> None:
    log.grow(5)
    answers = [http(409, f"{size}\n", "text/x.tlog.size") for size in (2, 3, 4)]
    with stranger(*answers) as place:
        event = log.call(place).confirm()

    assert event == Unreachable("the witness named another size 3 times")


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200", http(200, "x" * 100)[:-1]])
def test_a_witness_that_never_finishes_is_given_up(
    log: WitnessedLog, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(witness_call, "STEP_S_MAX", 0.05)
    with stranger(answer, then_hang=True) as place:
        event = log.call(place).confirm()

    assert event == Unreachable("the witness does not answer: timed out")


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200", http(200, "x" * 100)[:-1]])
def test_a_whole_call_has_its_limit_too(
    log: WitnessedLog, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(witness_call, "CALL_S_MAX", 0.1)
    with stranger(answer, then_hang=True) as place:
        event = log.call(place).confirm()

    assert isinstance(event, Unreachable)
    assert "timed out" not in event.reason


def test_a_call_can_be_cut(log: WitnessedLog) -> None:
    with stranger(b"HTTP/1.1 200", then_hang=True) as place:
        call = log.call(place)
        timer = Timer(0.1, call.cut)
        timer.start()
        event = call.confirm()
        timer.join()

    assert isinstance(event, Unreachable)


def test_no_proxy_of_the_environment_stands_between(
    log: WitnessedLog, witness: RealWitness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")

    assert isinstance(log.call(witness.place).confirm(), Cosigned)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "witness:7422",
        "ftp://witness",
        "http://",
        "http://witness:port",
        "http://a:b@witness",
        "http://witness/?q",
        "http://witness/a b",
        "http://[::1",
    ],
)
def test_an_address_that_is_none_is_named(url: str) -> None:
    with pytest.raises(BadInputError, match="witness's address"):
        witness_place(url, KEY_LINE)


def test_an_address_may_have_a_prefix() -> None:
    place = witness_place("https://witness.example:8443/w1/", KEY_LINE)

    assert (place.scheme, place.host, place.port, place.prefix) == (
        "https",
        "witness.example",
        8443,
        "/w1",
    )


@pytest.mark.parametrize("away_s", [-3600, 3600])
def test_an_old_answer_that_is_sent_again_confirms_nothing(
    log: WitnessedLog, tmp_path: Path, away_s: int
) -> None:
    log.grow(3)
    with real_witness(tmp_path, log.keys) as witness:
        witness.service.now_s += away_s

        event = log.call(witness.place).confirm()

    assert isinstance(event, Unreachable)
    assert "set the clocks, or an old answer was sent again" in event.reason

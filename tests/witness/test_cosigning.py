"""What a witness answers: every status of C2SP tlog-witness, and its cosignature, checked by hand."""

from collections.abc import Callable

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from table_app.errors import BadInputError, StoreError
from table_app.store import checkpoint as notes
from table_app.store.cosignature import Witness, cosign, cosignature_of, parse_witness_line
from table_app.witness.logs import read_logs
from tests.witness import log_by_hand as hand
from tests.witness.witnesses import LOG_LINE, NOW_S, ServiceOnDisk

LEAVES = tuple(bytes([number]) for number in range(13))
FORK = (*LEAVES[:5], b"another", *LEAVES[6:])
# One function-scoped witness serves all examples: what is refused must leave no trace in it.
one_witness = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_the_first_head_of_a_log_is_cosigned_and_a_stranger_can_check_it(
    witness: ServiceOnDisk,
) -> None:
    answer = witness.ask(hand.request(0, LEAVES[:6]))

    assert answer.status == 200
    text = hand.head_text(LEAVES[:6])
    assert hand.check_cosignature(answer.body, text, witness.public_line) == NOW_S


def test_a_cosignature_fits_no_other_head(witness: ServiceOnDisk) -> None:
    answer = witness.ask(hand.request(0, LEAVES[:6]))

    with pytest.raises(InvalidSignature):
        hand.check_cosignature(answer.body, hand.head_text(LEAVES[:7]), witness.public_line)


@pytest.mark.parametrize("size", range(6, 14))
def test_every_extension_is_cosigned(witness: ServiceOnDisk, size: int) -> None:
    witness.ask(hand.request(0, LEAVES[:6]))

    answer = witness.ask(hand.request(6, LEAVES[:size]))

    assert answer.status == 200
    hand.check_cosignature(answer.body, hand.head_text(LEAVES[:size]), witness.public_line)


def test_a_log_may_begin_empty(witness: ServiceOnDisk) -> None:
    assert witness.ask(hand.request(0, ())).status == 200
    assert witness.ask(hand.request(0, LEAVES)).status == 200


def test_signatures_of_strangers_under_the_head_are_ignored(witness: ServiceOnDisk) -> None:
    stranger = hand.note("stranger\n", hand.OTHER_KEY).split("\n\n")[1]

    answer = witness.ask(hand.request(0, LEAVES) + stranger.encode())

    assert answer.status == 200


def test_another_old_size_is_answered_with_the_size_that_is_known(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES[:6]))

    answer = witness.ask(hand.request(0, LEAVES))

    assert (answer.status, answer.content_type, answer.body) == (409, "text/x.tlog.size", "6\n")


def test_a_log_that_was_rolled_back_is_not_cosigned(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES))

    answer = witness.ask(hand.request(4, LEAVES[:6]))

    assert (answer.status, answer.body) == (409, "13\n")


def test_a_log_that_was_forked_is_not_cosigned(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES[:6]))

    assert witness.ask(hand.request(6, FORK)).status == 422


def test_the_same_size_with_another_root_is_not_cosigned(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES))

    assert witness.ask(hand.request(13, FORK)).status == 422


def _empty_log_with_a_root() -> bytes:
    return hand.body(0, [], hand.note(hand.head_text(LEAVES[:1]).replace("\n1\n", "\n0\n")))


def _proof_from_nothing() -> bytes:
    return hand.body(0, [hand.root(LEAVES)], hand.note(hand.head_text(LEAVES)))


@pytest.mark.parametrize("request_of", [_empty_log_with_a_root, _proof_from_nothing])
def test_what_no_proof_can_show_is_unprocessable(
    witness: ServiceOnDisk, request_of: Callable[[], bytes]
) -> None:
    assert witness.ask(request_of()).status == 422


def test_an_unknown_log_is_not_found(witness: ServiceOnDisk) -> None:
    answer = witness.ask(hand.request(0, LEAVES, origin="pit-3/table-8"))

    assert (answer.status, answer.body) == (
        404,
        "'pit-3/table-8' is not a log of this witness\n",
    )


def test_a_foreign_key_is_forbidden(witness: ServiceOnDisk) -> None:
    assert witness.ask(hand.request(0, LEAVES, key=hand.OTHER_KEY)).status == 403


def test_a_false_signature_under_the_logs_name_is_forbidden(witness: ServiceOnDisk) -> None:
    good = hand.request(0, LEAVES)
    other = hand.note(hand.head_text(LEAVES[:6])).split("\n\n")[1].encode()

    answer = witness.ask(good.partition("—".encode())[0] + other)

    assert answer.status == 403


def test_an_old_size_beyond_the_head_is_malformed(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES))
    shrunk = hand.body(13, [], hand.note(hand.head_text(LEAVES[:6])))

    assert witness.ask(shrunk).status == 400


_GOOD = hand.request(0, LEAVES[:3]).decode()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "old 0",
        _GOOD.replace("old 0", "old 00"),
        _GOOD.replace("old 0", "old -1"),
        _GOOD.replace("old 0", "old  0"),
        _GOOD.replace("old 0", "new 0"),
        _GOOD.replace("old 0", f"old {10**19}"),
        _GOOD.replace("old 0", f"old {'9' * 5000}"),
        _GOOD.replace("old 0\n", "old 0\nnot base64\n"),
        _GOOD.replace("old 0\n", "old 0\nAAAA\n"),
        _GOOD.replace("old 0\n", "old 0\n" + ("A" * 43 + "=\n") * 64),
        _GOOD.replace("old 0\n", "old 0\r\n"),
        _GOOD.replace(f"{hand.ORIGIN}\n3\n", f"{hand.ORIGIN}\n03\n"),
        _GOOD.replace(f"{hand.ORIGIN}\n3\n", f"{hand.ORIGIN}\n{2**63}\n"),
        _GOOD.replace(f"{hand.ORIGIN}\n3\n", "\n3\n"),
        _GOOD[:-1],
        _GOOD + _GOOD.split("\n\n")[2] * 16,
        hand.body(0, [], hand.note(f"{hand.ORIGIN}\n3\nAAAA\n")).decode(),
        hand.body(0, [], hand.note(hand.head_text(LEAVES) + "extension\n")).decode(),
    ],
)
def test_a_malformed_request_is_answered_with_one_line(witness: ServiceOnDisk, body: str) -> None:
    answer = witness.ask(body.encode())

    assert answer.status == 400
    assert answer.body.count("\n") == 1
    assert len(answer.body) < 200


def test_bytes_that_are_no_text_are_malformed(witness: ServiceOnDisk) -> None:
    assert witness.ask(b"\xff\xfe").status == 400


@one_witness
@given(st.integers(min_value=0), st.sampled_from(["cut", "other", "more"]), st.binary(min_size=1))
def test_no_request_with_one_other_place_is_cosigned(
    witness: ServiceOnDisk, at: int, how: str, new: bytes
) -> None:
    witness.ask(hand.request(0, LEAVES[:6]))
    good = hand.request(6, LEAVES)
    place = at % len(good)
    changed = {
        "cut": good[:place],
        "other": good[:place] + new + good[place + len(new) :],
        "more": good[:place] + new + good[place:],
    }[how]

    assume(changed != good)

    answer = witness.ask(changed)

    assert answer.status in {400, 403, 404, 409, 422}
    assert answer.body.count("\n") == 1


@one_witness
@given(st.binary())
def test_no_bytes_from_nowhere_are_cosigned(witness: ServiceOnDisk, body: bytes) -> None:
    assert witness.ask(body).status == 400


def test_the_next_epoch_of_a_log_is_a_log_of_its_own(witness: ServiceOnDisk) -> None:
    witness.ask(hand.request(0, LEAVES))

    second = witness.ask(hand.request(0, FORK[:4], origin=f"{hand.ORIGIN}.2"))

    assert second.status == 200
    assert witness.ask(hand.request(13, LEAVES)).status == 200
    assert witness.ask(hand.request(0, FORK[:5], origin=f"{hand.ORIGIN}.2")).body == "4\n"


@pytest.mark.parametrize("epoch", ["0", "1", "02", "10000", "x", "2.2", ""])
def test_what_is_no_epoch_is_another_log(witness: ServiceOnDisk, epoch: str) -> None:
    assert witness.ask(hand.request(0, LEAVES, origin=f"{hand.ORIGIN}.{epoch}")).status == 404


def test_an_epoch_that_is_named_itself_has_its_own_key() -> None:
    logs = read_logs([LOG_LINE, hand.public_line(f"{hand.ORIGIN}.2", hand.OTHER_KEY)])

    assert logs.key_of(f"{hand.ORIGIN}.2") == hand.OTHER_KEY.public_key()
    assert logs.key_of(f"{hand.ORIGIN}.3") == hand.KEY.public_key()


def test_a_witness_that_met_a_log_in_a_later_epoch_knows_those_before_and_after_it() -> None:
    logs = read_logs([hand.public_line(f"{hand.ORIGIN}.2", hand.KEY)])

    for origin in (hand.ORIGIN, f"{hand.ORIGIN}.2", f"{hand.ORIGIN}.3"):
        assert logs.key_of(origin) == hand.KEY.public_key()
    assert logs.key_of(f"{hand.ORIGIN}/other") is None


def test_one_log_with_two_keys_is_refused() -> None:
    with pytest.raises(BadInputError, match="named twice"):
        read_logs([LOG_LINE, hand.public_line(hand.ORIGIN, hand.OTHER_KEY)])


def test_the_witness_key_line_gives_name_and_key_back() -> None:
    line = hand.public_line("witness.example/w1", hand.KEY, kind=b"\x04")

    assert parse_witness_line(f"{line}\n") == Witness("witness.example/w1", hand.KEY.public_key())


def test_the_key_of_a_log_is_not_the_key_of_a_witness() -> None:
    with pytest.raises(BadInputError, match="signs notes"):
        parse_witness_line(LOG_LINE)
    with pytest.raises(BadInputError, match="signs cosignatures"):
        read_logs([hand.public_line(hand.ORIGIN, hand.KEY, kind=b"\x04")])


@given(st.integers(0, 75), st.integers(1, 255))
def test_no_cosignature_with_one_other_byte_is_accepted(at: int, change: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
    good = cosign(hand.head_text(LEAVES), name="w", key=key, time_s=NOW_S)
    raw = bytearray(good.key_id + good.signature)
    raw[at] ^= change
    changed = notes.Signature("w", bytes(raw[:4]), bytes(raw[4:]))

    with pytest.raises(StoreError):
        cosignature_of(
            notes.Note(hand.head_text(LEAVES), (changed,)), Witness("w", key.public_key())
        )


def test_a_refusal_is_said_once_until_the_log_is_well_again(
    witness: ServiceOnDisk, caplog: pytest.LogCaptureFixture
) -> None:
    witness.ask(hand.request(0, LEAVES[:6]))
    for _ in range(50):
        witness.ask(hand.request(6, FORK))
        witness.ask(b"noise")
    said = [record.getMessage() for record in caplog.records]
    witness.ask(hand.request(6, LEAVES[:7]))
    witness.ask(hand.request(7, FORK))

    shown = "13 entries are not shown to extend the 6 that are known"
    assert said == [
        f"refused 192.0.2.7 for pit-3/table-7: 422, {shown}",
        "refused 192.0.2.7: 400, the request has no empty line between proof and checkpoint",
    ]
    assert len(caplog.records) == 3


def test_a_refusal_that_goes_on_is_said_again_with_how_often(
    witness: ServiceOnDisk, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        witness.ask(b"noise")
    witness.now_s += 600
    witness.ask(b"noise")

    assert len(caplog.records) == 2
    assert "(4 more of this kind before)" in caplog.records[1].getMessage()


def test_a_clock_before_1970_cosigns_nothing_until_it_is_set(
    witness: ServiceOnDisk, caplog: pytest.LogCaptureFixture
) -> None:
    witness.now_s = -1

    refused = witness.ask(hand.request(0, LEAVES))
    witness.now_s = 0
    answered = witness.ask(hand.request(0, LEAVES))

    assert refused.status == 503
    assert refused.body == "this witness's clock stands before 1970: set it\n"
    assert [record.getMessage().count("before 1970") for record in caplog.records] == [1]
    assert answered.status == 200

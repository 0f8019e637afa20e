"""A table beside its witness: what a missing cosignature shows, what it stops, and what never ends."""

import pytest

from table_app.host.witness_call import Cosigned, Refused, Unreachable
from table_app.host.witnessing import Witnessing
from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import TIMING, shoe_with, table

WINS = "TS 6D TH TC KC"
UNCONFIRMED_MAX = 3


class WaitingDesk:
    """Counts the checkpoints that it was told of."""

    def __init__(self) -> None:
        self.told = 0

    def sealed(self) -> None:
        self.told += 1


@pytest.fixture
def desk() -> WaitingDesk:
    return WaitingDesk()


@pytest.fixture
def stand(new_stand: NewStand, desk: WaitingDesk) -> Stand:
    """A table of one player, all of whose checkpoints up to now are cosigned."""
    opened = new_stand(
        table(),
        *[shoe_with(WINS)] * 10,
        credits_cents=(20_000,),
        witnessing=Witnessing(desk, unconfirmed_max=UNCONFIRMED_MAX),
    )
    cosign(opened)
    return opened


def cosign(stand: Stand) -> None:
    stand.find(Cosigned(stand.store.size, "a line", 1))


def play_round(stand: Stand, station: Station) -> None:
    stand.deal(station, blackjack=500)
    assert stand.ask(station, c.Stand(1, 0)) is None
    stand.wait(TIMING.result_ms)


def shown(station: Station) -> tuple[str | None, bool]:
    """The tilt, and whether the record is witnessed."""
    return station.view.tilt, station.view.is_witnessed


def test_each_checkpoint_is_told_and_no_other_entry(stand: Stand, desk: WaitingDesk) -> None:
    one, before = stand.connect(1), desk.told

    play_round(stand, one)

    assert desk.told == before + 1


def test_a_witness_that_does_not_answer_is_shown_at_once_and_stops_nothing(stand: Stand) -> None:
    one = stand.connect(1)
    assert shown(one) == (None, True)

    stand.find(Unreachable("no answer"))

    assert shown(one) == (None, False)
    play_round(stand, one)


def test_play_stops_with_the_checkpoint_after_the_configured_number(stand: Stand) -> None:
    one = stand.connect(1)
    stand.find(Unreachable("no answer"))

    for _ in range(UNCONFIRMED_MAX):
        play_round(stand, one)
    assert shown(one) == (None, False)
    play_round(stand, one)

    assert shown(one) == ("witness", False)
    assert stand.ask(one, c.SetReady(1, 0)) == Refusal("out_of_service")
    assert one.view.credit_cents == 20_000 + 500 * (UNCONFIRMED_MAX + 1)


def test_play_goes_on_when_the_witness_has_caught_up(stand: Stand) -> None:
    one = stand.connect(1)
    stand.find(Unreachable("no answer"))
    for _ in range(UNCONFIRMED_MAX + 1):
        play_round(stand, one)

    cosign(stand)

    assert shown(one) == (None, True)
    stand.wait(TIMING.result_ms)
    play_round(stand, one)


def test_a_cosignature_of_an_older_head_counts_for_that_head_alone(stand: Stand) -> None:
    one = stand.connect(1)
    for _ in range(2):
        play_round(stand, one)
    older = stand.store.size
    for _ in range(2):
        play_round(stand, one)
    assert shown(one) == ("witness", True)

    stand.find(Cosigned(older, "a line", 1))

    assert shown(one) == (None, True)
    stand.wait(TIMING.result_ms)
    play_round(stand, one)
    assert shown(one) == (None, True)
    play_round(stand, one)
    assert shown(one) == ("witness", True)


def test_a_witness_that_knows_another_history_stops_play_for_good(stand: Stand) -> None:
    one = stand.connect(1)

    stand.find(Refused("it was rolled back"))
    cosign(stand)

    assert shown(one) == ("witness", False)
    assert stand.ask(one, c.SetReady(1, 0)) == Refusal("out_of_service")


def test_a_table_without_a_witness_shows_none_missing(new_stand: NewStand) -> None:
    one = new_stand(table(), credits_cents=(20_000,)).connect(1)

    assert one.view.is_witnessed

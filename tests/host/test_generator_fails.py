"""The generator fails, at boot or in service: nothing is dealt, nothing is lost, screens say why."""

from itertools import pairwise

import pytest

from table_app.errors import StoreError
from table_app.game.rules import OfferedWager
from table_app.host.chance import NoChance
from table_app.host.dealt import DealtCards
from table_app.host.instant import Instant
from table_app.host.tilts import Failed
from table_app.host.turning import Turning
from table_app.rng import Generator, KernelSource
from table_app.rng.monitor import Drift
from table_app.store.audit import audit
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.refusals import Refusal
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, shoe_with, table
from tests.rng.sources import FailingSource

STANDS = "TS 6D TH TC 9C"
GONE = NoChance("the noise source cannot be read")


def play_round(stand: Stand, station: Station) -> None:
    """Seat 1 bets and stands, or lets its time pass, until the result."""
    stand.deal(station, blackjack=500)
    while station.phase in {"insurance", "decisions"}:
        stand.wait(max(TIMING.insurance_ms, TIMING.decision_ms))


@pytest.mark.parametrize("offered", [(), ALL_WAGERS])
def test_a_new_table_without_a_generator_says_so_and_opens_nothing(
    new_stand: NewStand, offered: tuple[OfferedWager, ...]
) -> None:
    stand = new_stand(table(offered=offered), chance=GONE, gift_cents=20_000)
    one = stand.connect(1)

    assert (one.view.tilt, one.phase, one.view.round) == ("generator", "closed", 0)
    assert (one.view.credit_cents, one.view.hands, one.dealer) == (0, (), [])
    for asked in (c.SetWagers(1, 1, ()), c.SetReady(1, 1), c.RequestDemoCredit(1)):
        assert stand.ask(one, asked) == Refusal("out_of_service")
    assert stand.ask(one, c.CallAttendant(1, is_wanted=True)) is None
    assert stand.ask(one, c.ReviewRound(1, 0)) is None
    stand.wait(10 * TIMING.session_ms)
    commands = {type(stored.entry.command) for stored in stand.store.entries()}
    assert commands <= {c.OpenTable}


def test_a_new_table_opens_at_the_next_boot_with_a_generator(new_stand: NewStand) -> None:
    stand = new_stand(table(offered=ALL_WAGERS), chance=GONE)
    stand.chance = Generator(KernelSource(), b"test")
    stand.reboot()
    one = stand.connect(1)

    assert (one.view.tilt, one.phase, one.view.round) == (None, "betting", 1)
    assert one.view.meters
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_generator_that_fails_after_a_result_leaves_the_result_and_the_credit(
    new_stand: NewStand,
) -> None:
    source = FailingSource()
    chance = Generator(source, b"test")
    stand = new_stand(table(), chance=chance, credits_cents=(20_000,))
    one = stand.connect(1)
    play_round(stand, one)
    shown = one.view
    source.fail()
    stand.wait(TIMING.result_ms)

    assert (one.view.tilt, one.phase, one.view.round) == ("generator", "result", 1)
    assert (one.view.credit_cents, one.view.hands) == (shown.credit_cents, shown.hands)
    source.heal()
    stand.wait(10 * TIMING.result_ms)
    assert (one.view.tilt, one.view.round) == ("generator", 1)

    stand.chance = Generator(source, b"test")
    stand.reboot()
    one = stand.connect(1)
    assert one.view.tilt is None
    assert one.view.credit_cents == shown.credit_cents
    stand.wait(TIMING.result_ms)
    assert (one.phase, one.view.round) == ("betting", 2)
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_round_that_waits_for_its_pays_waits_for_a_generator(new_stand: NewStand) -> None:
    stand = new_stand(table(offered=ALL_WAGERS), shoe_with(STANDS), credits_cents=(20_000,))
    drawing = stand.chance
    one = stand.connect(1)
    stand.bet(one, **ALL_STAKES)
    stand.count_commits(lambda: lose_power_after(stand, 1))
    with pytest.raises(StoreError):
        stand.ready(one)

    stand.chance = GONE
    stand.reboot()
    one = stand.connect(1)
    assert (one.view.tilt, one.phase) == ("generator", "dynamic")
    assert one.view.credit_cents == 20_000 - sum(ALL_STAKES.values())
    assert one.view.total_bet_cents == sum(ALL_STAKES.values())

    stand.chance = drawing
    stand.reboot()
    one = stand.connect(1)
    assert (one.view.tilt, one.phase) == (None, "decisions")
    assert one.view.hands[0].cards == ("TS", "TH")


def lose_power_after(stand: Stand, commits: int) -> None:
    if stand.commits >= commits:
        raise StoreError("power")


def test_cards_that_lean_stop_the_table_and_a_restart_does_not_clear_it(
    new_stand: NewStand,
) -> None:
    always_the_same = (shoe_with(STANDS),) * 200
    stand = new_stand(table(seats=1), *always_the_same, credits_cents=(2_000_000,))
    one = stand.connect(1)
    while one.view.tilt is None and one.view.round < 200:
        play_round(stand, one)
        stand.wait(TIMING.result_ms)

    stopped_in = one.view.round
    assert (one.view.tilt, one.phase) == ("generator", "result")
    assert stopped_in < 150
    stand.reboot()
    one = stand.connect(1)
    assert (one.view.tilt, one.view.round) == ("generator", stopped_in)
    stand.wait(10 * TIMING.result_ms)
    assert one.view.round == stopped_in
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_table_that_is_opened_anew_is_watched_anew() -> None:
    watched = DealtCards(8)
    opened = f.TableOpened("t", "e", "r", is_demo=True, decks=8, paytables=())
    watched._drift = Drift("cards", 7)
    assert watched.failure == Failed("generator", "dealt cards lean, as seen over 7 rounds")
    watched.follow((opened,), TableState())
    assert watched.failure is None


def at(milliseconds: int) -> Instant:
    return Instant(steady_ms=milliseconds, wall_ms=milliseconds)


def digests(of: Generator) -> list[bytes]:
    return [stream._drbg.state_digest() for stream in of._streams.values()]


def test_an_idle_minute_turns_the_generator_over_at_uneven_moments() -> None:
    generator = Generator(KernelSource(), b"test")
    before = digests(generator)
    turning = Turning(generator, at(0))
    moments = []
    while turning.deadline_ms is not None and turning.deadline_ms < 60_000:
        moments.append(turning.deadline_ms)
        assert turning.turn(at(turning.deadline_ms)) is None

    pauses = {after - earlier for earlier, after in pairwise(moments)}
    assert 27 <= len(moments) <= 301
    assert len(pauses) > 10
    assert all(one != other for one, other in zip(before, digests(generator), strict=True))


def test_nothing_turns_before_its_time() -> None:
    generator = Generator(KernelSource(), b"test")
    turning = Turning(generator, at(0))
    turning.turn(at(0))
    before = digests(generator)
    assert turning.deadline_ms is not None
    assert turning.turn(at(turning.deadline_ms - 1)) is None
    assert digests(generator) == before


def test_a_turn_that_fails_is_told_once() -> None:
    source = FailingSource()
    turning = Turning(Generator(source, b"test"), at(0))
    source.fail()
    failed = turning.turn(at(0))
    assert failed is not None
    assert failed.tilt == "generator"
    assert "cannot be read" in failed.reason
    assert turning.deadline_ms is None
    assert turning.turn(at(10**9)) is None


def test_without_a_generator_nothing_is_due() -> None:
    assert Turning(GONE, at(0)).deadline_ms is None

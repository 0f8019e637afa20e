"""Progressive wagers through the host: counted, raised, drawn, reserved, validated, recorded."""

import hashlib
import re

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from table_app.errors import BreachError, StoreError
from table_app.store.audit import audit
from table_app.table.record import SeatPart, TablePart
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.refusals import Refusal
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, shoe_with, table

ALL = table(offered=ALL_WAGERS)
ALL_CENTS = sum(ALL_STAKES.values())
NOTHING_WINS = "TS 9S 6D 8H 8C TC 9C"
"""Seats 1 and 2 stand on 18 and 17, the dealer busts; no side wager wins."""

QUEENS = "QH TS AH QH 8C KH"
"""Seat 1 has the queens of hearts against a Blackjack in hearts."""

QUEENS_CENTS = 2_500_000 + 2 * 90
"""The meter of table 7 at its seed of 5,000 wagers, and 18% of two wagers."""

MYSTERY_AT_ONCE = {("super_4.mystery", 0): 0, ("dynamic_21_3.must_hit_by", 0): 330_000}
MYSTERY_CENTS = 25_025


def _play(stand: Stand, *stations: Station) -> None:
    """Nobody insures and everybody stands until the round is over."""
    while stations[0].phase in {"insurance", "decisions"}:
        stand.wait(max(TIMING.insurance_ms, TIMING.decision_ms))


def _won(new_stand: NewStand) -> Stand:
    """Round 1 is over: the award of seat 1 waits, seat 2 is free."""
    stand = new_stand(ALL, shoe_with(QUEENS), credits_cents=(20_000, 20_000))
    stations = stand.connect(1), stand.connect(2)
    stand.deal(*stations, **ALL_STAKES)
    _play(stand, *stations)
    assert [award.amount_cents for award in stations[0].view.awards] == [QUEENS_CENTS]
    return stand


def _table_part(stand: Stand, number: int = 1) -> TablePart:
    parts = {part.name: part.body for part in stand.store.round_parts(number)}
    return msgspec.json.decode(parts["table"], type=TablePart)


def _commands(stand: Stand) -> list[type[c.JournaledCommand]]:
    return [type(stored.entry.command) for stored in stand.store.entries()]


def test_a_wager_that_does_not_reconcile_goes_back_to_every_seat_before_the_deal(
    new_stand: NewStand,
) -> None:
    stand = new_stand(ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.host._layouts._counter.accept((), (c.WagerStake("super_4", 500),))
    meters = {view.meter: view for view in one.view.meters if view.wager == "super_4"}

    stand.deal(one, two, **ALL_STAKES)

    kinds = [type(fact) for fact in one.facts]
    assert kinds.index(f.CardDealt) > max(
        at for at, kind in enumerate(kinds) if kind is f.ProgressiveReconciled
    )
    played = {
        placed.wager
        for fact in one.facts
        if isinstance(fact, f.WagersPlaced)
        for placed in fact.wagers
    }
    assert played == ALL_STAKES.keys() - {"super_4"}
    for station in (one, two):
        assert station.view.credit_cents == 20_000 - ALL_CENTS + 500
    assert meters == {view.meter: view for view in one.view.meters if view.wager == "super_4"}
    _play(stand, one)
    returned = [each for each in _table_part(stand).reconciled if each.is_returned]
    assert returned == [f.ProgressiveReconciled("super_4", 3, 1500, 2, 1000, is_returned=True)]
    assert audit(stand.path, stand.keys).disagreement is None


def test_the_count_of_one_round_is_not_carried_into_the_next(new_stand: NewStand) -> None:
    stand = new_stand(ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.bet(two, **ALL_STAKES)
    stand.bet(two)
    stand.bet(two, blackjack=400, super_4=500)
    stand.bet(one, **ALL_STAKES)
    stand.wait(TIMING.bet_ms)
    _play(stand, one)
    stand.wait(TIMING.result_ms)
    stand.deal(one, **ALL_STAKES)

    reconciled = [fact for fact in one.facts if isinstance(fact, f.ProgressiveReconciled)]

    assert len(reconciled) == 2 * 4
    assert {fact.accepted_count for fact in reconciled} == {1}
    assert not any(fact.is_returned for fact in reconciled)


def test_dynamic_pays_are_a_transaction_of_their_own_after_the_lock(new_stand: NewStand) -> None:
    stand = new_stand(ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    dealt_at_commit: list[int] = []
    stand.count_commits(lambda: dealt_at_commit.append(len(one.view.hands)))

    stand.deal(one, **ALL_STAKES)

    assert stand.commits == 2
    assert _commands(stand)[-2:] == [c.LockBets, c.DrawDynamicPays]
    locked, dealt = one.updates[-2:]
    assert locked.view.phase == "dynamic"
    assert not any(isinstance(fact, f.CardDealt) for fact in locked.facts)
    assert isinstance(dealt.facts[0], f.DynamicPaysDrawn)
    assert dealt.view.dynamic_pays == dealt.facts[0].pays == _pays_in_the_end(stand)


def test_a_table_without_a_dynamic_wager_in_play_draws_no_pays(new_stand: NewStand) -> None:
    stand = new_stand(ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000,))
    one = stand.connect(1)

    stand.deal(one, blackjack=1000, lucky_ladies=500)

    assert c.DrawDynamicPays not in _commands(stand)
    assert one.phase == "decisions"


def test_power_lost_between_lock_and_dynamic_pays_draws_them_and_deals_the_same_shoe(
    new_stand: NewStand,
) -> None:
    stand = new_stand(ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, **ALL_STAKES)
    stand.count_commits(lambda: _fail_after(stand, 1))
    with pytest.raises(StoreError):
        stand.ready(one)

    stand.reboot()
    one = stand.connect(1)

    assert _commands(stand)[-2:] == [c.LockBets, c.DrawDynamicPays]
    assert one.phase == "decisions"
    assert one.view.dynamic_pays
    assert (one.view.hands[0].cards, one.dealer) == (("TS", "6D"), ["9S", None])
    assert one.view.credit_cents == 20_000 - ALL_CENTS
    _play(stand, one)
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_seat_whose_award_waits_cannot_bet_and_keeps_its_winning_cards_in_view(
    new_stand: NewStand,
) -> None:
    stand = _won(new_stand)
    one, two = stand.stations[1], stand.stations[2]
    winning = (one.view.hands, one.view.dealer)
    stand.wait(TIMING.result_ms)

    assert stand.bet(one, blackjack=500) == Refusal("award_pending")
    assert one.betting.deal == one.betting.repeat.refusal == Refusal("award_pending")
    assert stand.ready(one) == Refusal("award_pending")

    stand.deal(two, blackjack=500)
    assert two.view.round == 2
    assert (one.view.shown_round, one.view.hands, one.view.dealer) == (1, *winning)
    _play(stand, two)
    stand.wait(TIMING.result_ms)
    assert (two.view.round, two.view.shown_round) == (3, 2)
    assert (one.view.shown_round, one.view.hands, one.view.dealer) == (1, *winning)
    assert len(one.view.awards) == 1
    assert two.view.awards == ()


def test_a_demo_validates_an_award_to_credit_once_its_round_is_over(new_stand: NewStand) -> None:
    stand = _won(new_stand)
    one, two = stand.stations[1], stand.stations[2]
    before, told = one.view.credit_cents, two.facts

    assert stand.ask(one, c.RequestDemoValidation(1)) is None

    assert one.view.credit_cents == before + QUEENS_CENTS
    assert one.view.awards == ()
    assert two.facts == told
    assert stand.ask(one, c.RequestDemoValidation(1)) == Refusal("no_award")
    assert stand.ask(two, c.RequestDemoValidation(2)) == Refusal("no_award")
    stand.wait(TIMING.result_ms)
    assert stand.bet(one, blackjack=500) is None


def test_a_demo_validates_nothing_within_the_round_that_won(new_stand: NewStand) -> None:
    stand = new_stand(
        ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000,), fractions=MYSTERY_AT_ONCE
    )
    one = stand.connect(1)
    stand.deal(one, **ALL_STAKES)
    assert [award.outcome for award in one.view.awards] == ["mystery"]

    assert one.view.demo_validation == Refusal("not_in_this_state")
    assert stand.ask(one, c.RequestDemoValidation(1)) == Refusal("not_in_this_state")

    _play(stand, one)
    assert stand.ask(one, c.RequestDemoValidation(1)) is None


def test_a_real_table_validates_nothing_without_attendants(new_stand: NewStand) -> None:
    setup = table(offered=ALL_WAGERS, is_demo=False)
    stand = new_stand(setup)
    one = stand.connect(1)

    assert one.view.demo_validation == Refusal("not_a_demo")
    assert stand.ask(one, c.RequestDemoValidation(1)) == Refusal("not_a_demo")


def test_an_award_is_closed_by_two_different_people_and_no_others(new_stand: NewStand) -> None:
    stand = _won(new_stand)
    credit = stand.host.state.credit_cents(1)
    for attendant, supervisor in (("ann", "ann"), ("", "bob")):
        with pytest.raises(BreachError, match="two_people"):
            stand.host._must(c.CloseAward(1, 1, "by_hand", attendant, supervisor), stand.now)

    stand.host._must(c.CloseAward(1, 1, "by_hand", "ann", "bob"), stand.now)

    assert stand.host.state.credit_cents(1) == credit
    balances = stand.store.balances()
    assert balances["hand_pay"] == QUEENS_CENTS * 10_000
    assert balances["progressive_payable:1"] == 0
    assert stand.connect(1).view.awards == ()


def test_a_reboot_keeps_meters_reserves_triggers_and_waiting_awards(new_stand: NewStand) -> None:
    stand = _won(new_stand)
    stand.wait(TIMING.result_ms)
    stand.deal(stand.stations[2], **ALL_STAKES)
    before = stand.host.state
    views = {seat: station.view for seat, station in stand.stations.items()}

    stand.reboot()

    assert stand.host.state == before
    assert any(meter.reserve_micros for meter in before.meters)
    assert any(meter.trigger for meter in before.meters)
    assert before.held_rounds
    assert {seat: stand.connect(seat).view for seat in views} == views
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_trigger_that_was_hit_opens_the_commitment_that_was_shown(new_stand: NewStand) -> None:
    stand = new_stand(
        ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000, 20_000), fractions=MYSTERY_AT_ONCE
    )
    one, two = stand.connect(1), stand.connect(2)
    shown = {(view.wager, view.meter): view.commitment for view in one.view.meters}
    stand.deal(one, two, **ALL_STAKES)
    _play(stand, one)

    (hit,) = _table_part(stand).triggers_hit

    assert hit.meter == "super_4.mystery"
    assert hit.commitment == shown["super_4", "mystery"]
    opened = bytes.fromhex(hit.salt_hex) + f"super_4.mystery:{hit.amount_cents}".encode()
    assert hashlib.sha256(opened).hexdigest() == hit.commitment
    assert hit.amount_cents == 25_001
    now = {(view.wager, view.meter): view.commitment for view in one.view.meters}
    changed = {key for key in shown if now[key] != shown[key]}
    assert changed == {("super_4", "mystery")}
    assert [award.amount_cents for award in one.view.awards] == [MYSTERY_CENTS]
    assert two.view.awards == ()


def test_a_meter_that_is_hit_twice_in_one_lock_opens_both_triggers_and_draws_each_anew(
    new_stand: NewStand,
) -> None:
    fractions = MYSTERY_AT_ONCE | {("super_4.mystery", 1): 100}
    stand = new_stand(
        ALL, shoe_with(NOTHING_WINS), credits_cents=(20_000, 20_000), fractions=fractions
    )
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, **ALL_STAKES)
    _play(stand, one)

    first, second = _table_part(stand).triggers_hit

    for station in (one, two):
        assert [award.amount_cents for award in station.view.awards] == [MYSTERY_CENTS]
    now = stand.host.state.meter("super_4.mystery").trigger
    assert now is not None
    assert (first.amount_cents, second.amount_cents) == (25_001, 25_008)
    assert len({first.commitment, second.commitment, now.commitment}) == 3
    assert len({first.salt_hex, second.salt_hex, now.salt.hex()}) == 3


def test_the_record_has_meters_before_and_after_and_the_awards_of_a_seat(
    new_stand: NewStand,
) -> None:
    stand = _won(new_stand)

    meters = {each.meter: each for each in _table_part(stand).meters}

    ladies = meters["lucky_ladies.main"]
    assert (ladies.before_micros, ladies.reserve_before_micros) == (2_500_000 * 10_000, 0)
    assert (ladies.after_micros, ladies.reserve_after_micros) == (2 * 500 * 500, 0)
    sevens = meters["blazing_7s.main"]
    assert sevens.after_micros - sevens.before_micros == 2 * 100 * 1000
    dynamic = meters["dynamic_21_3.main"]
    assert dynamic.reserve_after_micros - dynamic.reserve_before_micros == 2 * 500 * 600
    parts = {part.name: part.body for part in stand.store.round_parts(1)}
    seat = msgspec.json.decode(parts["seat-1"], type=SeatPart)
    assert [(each.wager, each.meter, each.amount_cents) for each in seat.awards] == [
        ("lucky_ladies", "lucky_ladies.main", QUEENS_CENTS)
    ]
    assert seat.credit_after_cents == stand.host.state.credit_cents(1)


def test_no_trigger_number_or_fact_of_a_meter_ever_reaches_a_station(new_stand: NewStand) -> None:
    stand = new_stand(
        ALL, shoe_with(QUEENS), credits_cents=(20_000, 20_000), fractions=MYSTERY_AT_ONCE
    )
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, **ALL_STAKES)
    _play(stand, one)
    stand.ask(one, c.RequestDemoValidation(1))
    stand.wait(TIMING.result_ms)

    triggers = [meter.trigger for meter in stand.host.state.meters if meter.trigger]
    assert {each.meter for each in triggers} == {"super_4.mystery", "dynamic_21_3.must_hit_by"}
    told = b"".join([*one.wire, *two.wire])
    for trigger in triggers:
        assert not re.search(rf"(?<!\d){trigger.amount_cents}(?!\d)".encode(), told)
        assert trigger.salt.hex().encode() not in told
    for secret in (b"trigger", b"uniform", b"meter_opened", b"meter_contrib", b"meter_restart"):
        assert secret not in told
    assert not re.search(rb"(?<!\d)25001(?!\d)", told)


def _pays_in_the_end(stand: Stand) -> tuple[c.DynamicPay, ...]:
    assert stand.host.state.round is not None
    return stand.host.state.round.dynamic_pays


def _fail_after(stand: Stand, commits: int) -> None:
    if stand.commits >= commits:
        raise OperationalError("COMMIT", None, OSError("power"))

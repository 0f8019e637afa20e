"""Time comes in with each event and nowhere else: what runs out, when, and what happens then."""

import msgspec

from table_app.table.record import SeatPart
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.views import TimerView
from tests.host.conftest import NewStand
from tests.properties.tables import TIMING, shoe_with, table

STANDS = "TS 6D TH TC 9C"


def test_the_timer_starts_with_the_first_chip_of_anybody(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    assert one.view.timer is None
    assert stand.host.next_deadline_ms() is None

    stand.steady_ms = 7000
    stand.bet(one, blackjack=500)
    stand.steady_ms = 8000
    stand.bet(two, blackjack=500)

    assert two.view.timer == TimerView(left_ms=TIMING.bet_ms - 1000, total_ms=TIMING.bet_ms)
    assert stand.host.next_deadline_ms() == 7000 + TIMING.bet_ms


def test_the_timer_stops_when_all_chips_are_gone_and_starts_anew(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=500)
    stand.steady_ms = 29_000
    stand.bet(one)
    assert one.view.timer is None
    assert stand.host.next_deadline_ms() is None

    stand.bet(one, blackjack=500)

    assert one.view.timer == TimerView(left_ms=TIMING.bet_ms, total_ms=TIMING.bet_ms)


def test_a_tick_before_its_time_does_nothing(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=500)
    told = len(one.received)

    stand.wait(TIMING.bet_ms - 1)

    assert len(one.received) == told
    assert one.phase == "betting"


def test_the_wall_clock_decides_nothing(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=500)

    assert stand.now.wall_ms > TIMING.bet_ms
    stand.wait(0)

    assert one.phase == "betting"


def test_all_ready_deals_at_once_and_those_who_wait_are_not_waited_for(
    new_stand: NewStand,
) -> None:
    stand = new_stand(table(seats=3), shoe_with(STANDS), credits_cents=(20_000,) * 3)
    one, two, three = (stand.connect(seat) for seat in (1, 2, 3))
    stand.bet(one, blackjack=500)
    stand.bet(two, blackjack=500)
    stand.ready(one)
    assert three.phase == "betting"

    stand.ready(two)

    assert three.phase == "decisions"
    assert [other.seat for other in three.view.others] == [1, 2]


def test_the_deal_does_not_wait_for_a_seat_that_takes_its_chips_back(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,) * 2)
    one, two = stand.connect(1), stand.connect(2)
    stand.bet(one, blackjack=500)
    stand.bet(two, blackjack=500)
    stand.ready(one)

    stand.bet(two)

    assert two.phase == "decisions"
    assert two.view.credit_cents == 20_000


def test_at_the_end_of_betting_chips_below_a_minimum_go_back(new_stand: NewStand) -> None:
    stand = new_stand(table(seats=3), shoe_with(STANDS), credits_cents=(20_000,) * 3)
    one, two, three = (stand.connect(seat) for seat in (1, 2, 3))
    stand.bet(one, blackjack=500, lucky_aces=100)
    stand.bet(two, blackjack=400, lucky_aces=100)
    stand.bet(three, blackjack=500)

    stand.wait(TIMING.bet_ms)

    placed = [fact for fact in one.facts if isinstance(fact, f.WagersPlaced)]
    assert placed == [
        f.WagersPlaced(1, (c.WagerStake("blackjack", 500), c.WagerStake("lucky_aces", 100))),
        f.WagersPlaced(3, (c.WagerStake("blackjack", 500),)),
    ]
    assert two.view.credit_cents == 20_000
    assert two.view.total_bet_cents == 0


def test_with_nothing_to_play_for_the_table_goes_on_waiting(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=400)

    stand.wait(TIMING.bet_ms)

    assert one.phase == "betting"
    assert (one.view.credit_cents, one.betting.wagers, one.view.timer) == (20_000, (), None)
    assert one.view.round == 1


def test_a_silent_seat_stands_and_the_record_says_why(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    assert one.view.timer == TimerView(left_ms=TIMING.decision_ms, total_ms=TIMING.decision_ms)

    stand.wait(TIMING.decision_ms)

    assert one.phase == "result"
    assert one.view.credit_cents == 20_500
    body = {part.name: part.body for part in stand.store.round_parts(1)}["seat-1"]
    story = msgspec.json.decode(body, type=SeatPart).story
    assert [type(fact) for fact in story[-7:]] == [
        f.TurnBegan,
        f.TimeExpired,
        f.HandStood,
        f.HoleCardTurned,
        f.DealerDrew,
        f.HandSettled,
        f.RoundClosed,
    ]


def test_every_card_gives_its_time_anew(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("2S 6D 2H TC 2C 2D"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    stand.steady_ms += TIMING.decision_ms - 1

    stand.ask(one, c.Hit(1, 0))

    assert one.view.timer == TimerView(left_ms=TIMING.decision_ms, total_ms=TIMING.decision_ms)


def test_a_refused_request_does_not_give_time(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("2S 6D 3H TC"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    stand.steady_ms += 5000

    stand.ask(one, c.Split(1, 0))
    again = stand.connect(1)

    assert again.view.timer is not None
    assert again.view.timer.left_ms == TIMING.decision_ms - 5000


def test_silent_seats_decline_insurance_and_the_answer_of_one_gives_no_time_to_others(
    new_stand: NewStand,
) -> None:
    stand = new_stand(
        table(seats=3), shoe_with("TS 9S 8S AD TH 9H 8H 9C"), credits_cents=(20_000,) * 3
    )
    one, two, three = (stand.connect(seat) for seat in (1, 2, 3))
    stand.deal(one, two, three, blackjack=500)
    stand.steady_ms += TIMING.insurance_ms - 1000
    stand.ask(two, c.TakeInsurance(2, 250))
    assert three.view.timer == TimerView(left_ms=1000, total_ms=TIMING.insurance_ms)

    stand.wait(1000)

    assert three.phase == "decisions"
    expired = [fact for fact in two.facts if isinstance(fact, f.TimeExpired)]
    declined = [fact for fact in two.facts if isinstance(fact, f.InsuranceDeclined)]
    assert [fact.seat for fact in expired] == [fact.seat for fact in declined] == [1, 3]


def test_after_an_outage_its_time_starts_anew(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    stand.steady_ms += TIMING.decision_ms - 1
    stand.reboot()

    one = stand.connect(1)
    assert one.view.timer == TimerView(left_ms=TIMING.decision_ms, total_ms=TIMING.decision_ms)
    stand.wait(TIMING.decision_ms - 1)
    assert one.phase == "decisions"
    stand.wait(1)

    assert one.phase == "result"


def test_results_stay_their_time_and_then_bets_open_under_another_commitment(
    new_stand: NewStand,
) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    stand.ask(one, c.Stand(1, 0))
    first = one.view
    assert first.timer is None

    stand.wait(TIMING.result_ms - 1)
    assert one.view == first
    stand.wait(1)

    assert one.phase == "betting"
    assert one.view.round == 2
    assert one.view.shoe_id != first.shoe_id
    assert one.view.shoe_commitment != first.shoe_commitment

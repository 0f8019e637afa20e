"""Chips before the lock: what lies, what is refused, and what the demo gives."""

import pytest

from table_app.errors import BreachError
from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from tests.host.conftest import NewStand
from tests.properties.tables import TIMING, shoe_with, table

STANDS = "TS 6D TH TC 9C"


@pytest.mark.parametrize(
    ("stakes", "refusal"),
    [
        ({"blackjack": 50_100}, Refusal("above_maximum", 50_000)),
        ({"blackjack": 550}, Refusal("not_a_multiple", 100)),
        ({"blackjack": 0}, Refusal("not_a_multiple", 100)),
        ({"blackjack": -500}, Refusal("not_a_multiple", 100)),
        ({"lucky_aces": 100}, Refusal("blackjack_wager_first")),
        ({"blackjack": 500, "super_4": 500}, Refusal("unknown_wager")),
        ({"insurance": 500}, Refusal("unknown_wager")),
        ({"blackjack": 20_000, "lucky_aces": 100}, Refusal("not_enough_credit", 100)),
    ],
)
def test_chips_that_may_not_lie_there_are_refused_and_change_nothing(
    new_stand: NewStand, stakes: dict[str, int], refusal: Refusal
) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=1000)
    before = one.view

    assert stand.bet(one, **stakes) == refusal

    assert one.view == before
    assert stand.connect(1).view == before


def test_the_same_wager_twice_is_no_layout(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    twice = (c.WagerStake("blackjack", 500), c.WagerStake("blackjack", 500))

    answer = stand.ask(one, c.SetWagers(1, one.betting.revision + 1, twice))

    assert answer == Refusal("unknown_wager")


def test_deal_below_the_minimum_is_refused_with_it(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=400)

    assert one.betting.deal == Refusal("below_minimum", 500)
    assert stand.ready(one) == Refusal("below_minimum", 500)


def test_deal_without_chips_is_refused(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))

    assert stand.ready(stand.connect(1)) == Refusal("no_wager")


def test_side_wagers_are_dealt_in_the_order_of_the_table(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)

    stand.deal(one, lucky_aces=100, blackjack=500)

    assert [spot.wager for spot in one.view.spots] == ["blackjack", "lucky_aces"]
    assert [spot.stake_cents for spot in one.view.spots] == [500, 100]


@pytest.mark.parametrize("back", [0, 1])
def test_a_layout_that_is_not_newer_is_stale(new_stand: NewStand, back: int) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.bet(one, blackjack=500)
    stand.bet(one, blackjack=1000)
    older = c.SetWagers(1, one.betting.revision - back, (c.WagerStake("blackjack", 2000),))

    assert stand.ask(one, older) == Refusal("stale_layout")
    assert stand.ask(one, c.SetReady(1, one.betting.revision - 1)) == Refusal("stale_layout")

    assert one.betting.wagers == (c.WagerStake("blackjack", 1000),)


def test_the_same_layout_again_changes_nothing_and_is_no_refusal(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.bet(two, blackjack=500)
    stand.bet(one, blackjack=500)
    stand.ready(one)

    same = c.SetWagers(1, one.betting.revision, one.betting.wagers)

    assert stand.ask(one, same) is None
    assert one.betting.is_ready


def test_a_layout_of_an_earlier_round_is_stale_in_every_later_one(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    asked = c.SetWagers(1, one.betting.revision + 7, (c.WagerStake("blackjack", 500),))
    stand.ask(one, asked)
    stand.deal(two, blackjack=500)
    stand.ready(one)
    while two.phase == "decisions":
        stand.wait(TIMING.decision_ms)
    stand.reboot()
    one = stand.connect(1)
    stand.wait(TIMING.result_ms)
    assert (one.phase, one.view.round) == ("betting", 2)

    assert stand.ask(one, asked) == Refusal("stale_layout")

    assert one.betting.wagers == ()


def test_changing_chips_takes_the_deal_back(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.bet(two, blackjack=500)
    stand.bet(one, blackjack=500)
    stand.ready(one)

    stand.bet(one, blackjack=1000)

    assert not one.betting.is_ready
    assert stand.ready(two) is None
    assert two.phase == "betting"


def test_one_seat_cannot_speak_for_another(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.bet(one, blackjack=500)
    before = one.view

    for command in (
        c.SetWagers(1, one.betting.revision + 1, ()),
        c.SetReady(1, one.betting.revision),
        c.RequestDemoCredit(1),
        c.Hit(1, 0),
    ):
        assert stand.ask(two, command) == Refusal("not_this_seat")

    assert stand.connect(1).view == before


def test_no_chip_lies_after_no_more_bets(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    revision = two.betting.revision
    stand.deal(one, blackjack=500)

    late = c.SetWagers(2, revision + 1, (c.WagerStake("blackjack", 500),))

    assert stand.ask(two, late) == Refusal("bets_closed")
    assert stand.ask(two, c.SetReady(2, revision)) == Refusal("bets_closed")


def test_repeat_and_double_are_layouts_that_the_table_takes(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500, lucky_aces=100)
    stand.ask(one, c.Stand(1, 0))
    stand.wait(TIMING.result_ms)

    again = one.betting.repeat
    assert again.refusal is None
    assert stand.ask(one, c.SetWagers(1, one.betting.revision + 1, again.wagers)) is None
    more = one.betting.doubled
    assert more.refusal is None
    assert stand.ask(one, c.SetWagers(1, one.betting.revision + 1, more.wagers)) is None

    assert one.betting.wagers == (c.WagerStake("blackjack", 1000), c.WagerStake("lucky_aces", 200))


def test_repeat_leaves_out_the_side_wager_that_credit_cannot_reach(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS TD TH TC"), credits_cents=(1100,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000, lucky_aces=100)
    stand.ask(one, c.Stand(1, 0))
    stand.wait(TIMING.result_ms)

    assert one.betting.repeat.wagers == (c.WagerStake("blackjack", 1000),)
    assert one.betting.repeat.left_out == ("lucky_aces",)


def test_the_demo_gives_credit_only_to_a_seat_that_cannot_bet(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(499, 500))
    one, two = stand.connect(1), stand.connect(2)
    told_before = two.facts

    assert stand.ask(two, c.RequestDemoCredit(2)) == Refusal("not_offered")
    assert stand.ask(one, c.RequestDemoCredit(1)) is None
    assert stand.ask(one, c.RequestDemoCredit(1)) == Refusal("not_offered")

    assert one.view.credit_cents == 499 + 20_000
    assert two.facts == told_before


def test_the_demo_gives_nothing_within_a_round(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(500,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)

    assert stand.ask(one, c.RequestDemoCredit(1)) == Refusal("not_in_this_state")


def test_a_real_table_gives_nothing(new_stand: NewStand) -> None:
    stand = new_stand(table(is_demo=False))
    one = stand.connect(1)

    assert one.view.demo_credit == Refusal("not_a_demo")
    assert stand.ask(one, c.RequestDemoCredit(1)) == Refusal("not_a_demo")
    with pytest.raises(BreachError, match="not_a_demo"):
        stand.host._must(c.AddDemoCredit(1, 100), stand.now)


def test_a_station_that_comes_without_credit_is_given_some_once(new_stand: NewStand) -> None:
    stand = new_stand(table(), gift_cents=5000)

    assert stand.connect(1).view.credit_cents == 5000
    assert stand.connect(1).view.credit_cents == 5000
    stand.reboot()
    assert stand.connect(1).view.credit_cents == 5000


def test_a_seat_whose_credit_is_all_in_play_is_given_nothing(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), gift_cents=5000)
    one = stand.connect(1)
    stand.deal(one, blackjack=5000)

    again = stand.connect(1)

    assert again.view.credit_cents == 0
    stand.ask(again, c.Stand(1, 0))
    assert again.view.credit_cents == 10_000

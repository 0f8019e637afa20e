"""Chips on the layout: the player sees the wish, the table has the last word."""

from table_app.vocabulary.commands import RequestDemoCredit, SetReady, SetWagers, WagerStake
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import LayoutOfferView
from tests.station import samples
from tests.station.station import Station

BLACKJACK, ACES = "spot:blackjack", "spot:lucky_aces"


def chips(revision: int, **stakes: int) -> SetWagers:
    return SetWagers(samples.SEAT, revision, samples.layout(**stakes))


def test_each_tap_asks_for_the_whole_layout_under_the_next_revision() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    station.tap(BLACKJACK)
    station.tap(ACES)
    assert station.asked == [
        chips(1, blackjack=500),
        chips(2, blackjack=1000),
        chips(3, blackjack=1000, lucky_aces=500),
    ]


def test_the_wish_is_shown_before_the_table_confirms_it() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    assert station.node("label:amount:blackjack").text == "$5"
    assert station.node("label:credit").text == "$1,243.50"


def test_the_chip_flies_to_its_spot_and_the_picture_is_right_when_it_is_there() -> None:
    station = Station(samples.view())
    station.press(BLACKJACK)
    station.release(BLACKJACK)
    station.answer_last()
    station.update(samples.with_chips(1, blackjack=500))
    flying = station.pixels()
    assert flying == station.fresh_pixels()
    assert not station.app.is_settled
    station.wait(200)
    assert station.pixels() == station.fresh_pixels() != flying
    station.tap("deal")
    assert station.asked[-1] == SetReady(samples.SEAT, 1)


def test_the_view_of_that_revision_replaces_the_wish() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    station.answer_last()
    station.update(samples.with_chips(1, blackjack=500))
    station.wait(100)
    assert station.app.is_settled
    assert station.node("label:credit").text == "$1,238.50"


def test_an_older_view_does_not_take_the_newer_chip_away() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    station.tap(BLACKJACK)
    station.update(samples.with_chips(1, blackjack=500))
    assert station.node("label:amount:blackjack").text == "$10"


def test_a_refused_layout_goes_back_and_says_why() -> None:
    station = Station(samples.with_chips(3))
    station.tap(BLACKJACK)
    station.answer_last(Refusal("above_maximum", 1000))
    assert station.node("label:amount:blackjack").text == "$10"
    assert station.node("label:notice").text == "At most $10"
    assert not station.node("undo").enabled


def test_a_notice_goes_away_by_itself() -> None:
    station = Station(samples.with_chips(3))
    station.tap(BLACKJACK)
    station.answer_last(Refusal("above_maximum", 1000))
    station.wait(3_100)
    assert not station.has("label:notice")


def test_undo_goes_back_step_by_step() -> None:
    station = Station(samples.view())
    station.tap("chip:2500")
    station.tap(BLACKJACK)
    station.tap("chip:500")
    station.tap(BLACKJACK)
    station.tap("undo")
    station.tap("undo")
    assert station.asked[2:] == [chips(3, blackjack=2500), SetWagers(samples.SEAT, 4, ())]
    assert not station.node("undo").enabled


def test_clear_can_be_undone() -> None:
    station = Station(samples.with_chips(3))
    station.tap("clear", hold_ms=700)
    station.tap("undo")
    assert station.asked == [
        SetWagers(samples.SEAT, 4, ()),
        chips(5, blackjack=1000, lucky_aces=500),
    ]


def test_double_asks_for_the_layout_that_the_table_offers() -> None:
    station = Station(samples.with_chips(3))
    station.tap("double_bets")
    assert station.asked == [chips(4, blackjack=2000, lucky_aces=1000)]


def test_repeat_says_what_it_leaves_out() -> None:
    offer = LayoutOfferView(samples.layout(blackjack=1000), ("lucky_aces",), None)
    station = Station(samples.view(betting=samples.betting(repeat=offer)))
    station.tap("repeat")
    assert station.asked == [chips(1, blackjack=1000)]
    assert station.node("label:notice").text == "Not repeated: Lucky Aces"


def test_a_refused_offer_says_why_on_its_button() -> None:
    offer = LayoutOfferView((), (), Refusal("not_enough_credit", 750))
    station = Station(samples.view(betting=samples.betting(repeat=offer)))
    assert station.node("repeat").reason == "need $7.50 more"
    assert not station.node("repeat").enabled


def test_deal_names_the_layout_that_the_player_sees() -> None:
    station = Station(samples.with_chips(3))
    station.tap(BLACKJACK)
    station.tap("deal")
    assert station.asked[-1] == SetReady(samples.SEAT, 4)


def test_deal_waits_for_its_answer() -> None:
    station = Station(samples.with_chips(3))
    station.tap("deal")
    station.tap("deal")
    assert station.asked == [SetReady(samples.SEAT, 3)]


def test_a_side_spot_is_locked_until_there_is_a_blackjack_wager() -> None:
    station = Station(samples.view())
    assert station.node(ACES).reason == "place Blackjack first"
    station.tap(ACES)
    assert station.asked == []
    assert station.node("label:notice").text == "Place Blackjack first"
    station.tap(BLACKJACK)
    assert station.node(ACES).enabled


def test_chips_above_the_credit_cannot_be_taken() -> None:
    station = Station(samples.view(credit_cents=2499))
    enabled = [node.id for node in station.buttons() if node.id[:5] == "chip:" and node.enabled]
    assert enabled == ["chip:100", "chip:500"]


def test_a_new_round_begins_without_wish_and_undo() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    station.answer_last()
    station.update(samples.closed_round())
    station.wait(300)
    assert not station.node("undo").enabled
    station.tap(BLACKJACK)
    assert station.asked[-1] == chips(1, blackjack=500)


def test_demo_credit_is_asked_for_where_it_is_offered() -> None:
    station = Station(samples.view())
    station.tap("demo_credit")
    assert station.asked == [RequestDemoCredit(samples.SEAT)]
    station = Station(samples.view(demo_credit=Refusal("not_a_demo")))
    assert not station.has("demo_credit")


def test_the_first_chip_in_hand_makes_a_wager() -> None:
    station = Station(samples.view())
    station.tap(BLACKJACK)
    assert station.asked == [SetWagers(samples.SEAT, 1, (WagerStake("blackjack", 500),))]

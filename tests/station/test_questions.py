"""Decisions, insurance, and a table that does not answer."""

from table_app.link.client import LinkLost, LinkUp
from table_app.vocabulary.commands import (
    DeclineInsurance,
    Double,
    Hit,
    Split,
    Stand,
    TakeEvenMoney,
    TakeInsurance,
)
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import TimerView, Welcome
from tests.station import samples
from tests.station.station import Station


def test_each_decision_asks_for_the_hand_that_is_asked() -> None:
    view = samples.four_hands()
    station = Station(view)
    station.tap("hit")
    station.answer_last()
    station.tap("stand")
    assert station.asked == [Hit(samples.SEAT, 2), Stand(samples.SEAT, 2)]


def test_double_and_split_tell_their_cost() -> None:
    station = Station(samples.deciding(options=samples.options()))
    assert station.node("double").text == "DOUBLE - +$10, one card"
    assert station.node("split").text == "SPLIT - +$10, two hands"
    station.tap("double")
    station.answer_last()
    station.tap("split")
    assert station.asked == [Double(samples.SEAT, 0), Split(samples.SEAT, 0)]


def test_a_refused_decision_says_why_in_words() -> None:
    station = Station(samples.four_hands())
    assert station.node("double").reason == "need $7.50 more"
    assert station.node("surrender").reason == "first two cards only"
    station.tap("double")
    assert station.asked == []


def test_one_question_at_a_time() -> None:
    station = Station(samples.deciding())
    station.tap("hit")
    assert station.node("hit").text == "HIT - sent"
    station.tap("stand")
    assert station.asked == [Hit(samples.SEAT, 0)]


def test_insurance_is_answered_in_three_ways() -> None:
    for name, command in (
        ("insure", TakeInsurance(samples.SEAT, 500)),
        ("no_insurance", DeclineInsurance(samples.SEAT)),
        ("even_money", TakeEvenMoney(samples.SEAT)),
    ):
        station = Station(samples.insuring(has_even_money=True))
        station.tap(name)
        assert station.asked == [command]


def test_even_money_is_only_offered_where_the_table_offers_it() -> None:
    station = Station(samples.insuring())
    assert not station.has("even_money")


def test_the_players_cards_stay_in_sight_under_the_insurance_question() -> None:
    station = Station(samples.insuring())
    assert station.has("label:hand:0")
    assert station.has("label:dealer total")


def test_a_refusal_is_said_in_words_and_the_decision_is_free_again() -> None:
    station = Station(samples.deciding())
    station.tap("hit")
    station.answer_last(Refusal("not_your_turn"))
    assert station.node("label:notice").text == "Not your turn"
    assert station.node("hit").enabled


def test_without_an_answer_for_two_seconds_the_player_is_told_to_wait() -> None:
    station = Station(samples.deciding())
    station.tap("hit")
    station.wait(2_100)
    assert station.node("label:message text:0").text == "Your wagers are safe."
    assert not any(node.enabled for node in station.buttons())
    assert len(station.asked) == 1
    station.answer_last()
    assert not station.has("label:message")


def test_a_lost_link_veils_the_picture_until_the_table_shows_its_view_again() -> None:
    station = Station(samples.deciding())
    station.link.incoming.append(LinkLost("gone"))
    station.app.step()
    assert station.has("label:message")
    assert station.has("label:hand:0")
    station.link.incoming += [LinkUp(), Welcome(samples.INFO, 1)]
    station.app.step()
    assert station.has("label:message")
    station.update(samples.deciding())
    assert not station.has("label:message")


def test_a_question_survives_the_link_and_is_not_asked_twice() -> None:
    station = Station(samples.deciding())
    station.tap("hit")
    station.link.incoming.append(LinkLost("gone"))
    station.wait(10_000)
    station.connect(samples.deciding())
    assert not station.node("stand").enabled
    station.answer_last()
    assert station.node("stand").enabled
    assert len(station.asked) == 1


def test_the_timer_counts_down_here_and_asks_nothing_when_it_is_over() -> None:
    station = Station(samples.deciding(timer=TimerView(14_000, 30_000)))
    assert station.node("label:seconds").text == "14 s"
    station.wait(10_000)
    assert station.node("label:seconds").text == "4 s"
    station.wait(10_000)
    assert station.node("label:seconds").text == "0 s"
    assert station.asked == []


def test_before_the_table_speaks_the_player_is_told_to_wait() -> None:
    station = Station()
    assert station.node("label:message text:0").text == "Connecting to the table."


def test_closing_the_window_hangs_up() -> None:
    station = Station(samples.deciding())
    station.app.close()
    assert station.link.is_closed
    assert not station.app.is_open

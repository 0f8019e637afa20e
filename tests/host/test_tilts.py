"""Out of service: whatever fails stops the game, says so, and lets go when all of it is over."""

from table_app.host.tilts import Failed, Recovered
from table_app.vocabulary import commands as c
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import TimerView
from tests.host.conftest import NewStand
from tests.properties.tables import TIMING, shoe_with, table

STANDS = "TS 6D TH TC 9C"


def test_a_failure_stops_the_game_on_every_screen(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)

    stand.find(Failed("witness", "no answer"))

    assert (one.view.tilt, two.view.tilt) == ("witness", "witness")
    assert stand.bet(one, blackjack=500) == Refusal("out_of_service")
    assert one.view.credit_cents == 20_000


def test_what_a_player_has_left_begins_anew_when_all_failures_are_over(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(STANDS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500)
    stand.wait(TIMING.decision_ms - 1)
    stand.find(Failed("witness", "no answer"))
    stand.find(Failed("record", "no space left"))
    stand.wait(10 * TIMING.decision_ms)
    assert (one.view.tilt, one.view.timer, one.phase) == ("witness", None, "decisions")

    stand.find(Recovered("witness"))
    assert (one.view.tilt, one.view.timer) == ("record", None)
    stand.find(Recovered("record"))

    full = TimerView(left_ms=TIMING.decision_ms, total_ms=TIMING.decision_ms)
    assert (one.view.tilt, one.view.timer) == (None, full)
    assert stand.ask(one, c.Stand(1, 0)) is None


def test_what_is_no_news_is_not_told_again(new_stand: NewStand) -> None:
    stand = new_stand(table(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.find(Failed("witness", "no answer"))
    told = len(one.received)

    stand.find(Failed("witness", "no answer, still"))
    stand.find(Recovered("generator"))

    assert len(one.received) == told
    assert one.view.tilt == "witness"

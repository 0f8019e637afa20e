"""What a seat's screen shows beside the game: sessions, choices, calls, reviews, why it stands still."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from table_app.errors import GeneratorError
from table_app.table.setup import Jurisdiction, TableSetup
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import LegalTexts, Review, SessionView
from tests.host.conftest import NewStand
from tests.host.stand import Stand, Station
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, TIMING, shoe_with, table

MINUTE_MS = 60_000
TEXTS = (LegalTexts("en", "help", "malfunction"), LegalTexts("es", "ayuda", "avería"))
PLACE = Jurisdiction("Testland", 0, 30 * MINUTE_MS, ("normal", "fast"), TEXTS, "9999-12-31")
WINS = "TS 9H TH 8C"
"""A twenty against seventeen."""
LOSES = "TS TH 6H TC 9D"
"""A sixteen that draws a nine."""


def place(**changes: object) -> TableSetup:
    return replace(table(seats=2), jurisdiction=replace(PLACE, **changes))


def full_place() -> TableSetup:
    """The same place with every wager."""
    full = table(offered=ALL_WAGERS)
    return replace(place(), rules=full.rules, limits=full.limits)


def play(stand: Stand, station: Station, *, hits: int = 0, **stakes: int) -> None:
    """One round of this seat alone, and the results' time."""
    stand.deal(station, **(stakes or {"blackjack": 1000}))
    for _ in range(hits):
        assert stand.ask(station, c.Hit(station.seat, 0)) is None
    while station.phase == "decisions":
        assert stand.ask(station, c.Stand(station.seat, 0)) is None
    stand.wait(TIMING.result_ms)


def test_a_session_begins_with_credit_and_tells_what_it_brought(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), shoe_with(LOSES), credits_cents=(20_000,))
    one, two = stand.connect(1), stand.connect(2)
    assert one.view.session == SessionView(0, 0, 30 * MINUTE_MS)
    assert two.view.session is None

    play(stand, one)
    assert one.view.session is not None
    assert one.view.session.net_cents == 1000
    play(stand, one, hits=1)

    assert one.view.session == SessionView(
        2 * TIMING.result_ms, 0, 30 * MINUTE_MS - 2 * TIMING.result_ms
    )


def test_wagers_in_play_are_not_a_loss_yet_and_chips_move_nothing(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), credits_cents=(20_000,))
    one = stand.connect(1)

    stand.bet(one, blackjack=1000)
    assert one.view.session is not None
    assert one.view.session.net_cents == 0
    stand.ready(one)

    assert one.phase == "decisions"
    assert one.view.session.net_cents == 0


def test_more_credit_does_not_hide_a_loss(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(LOSES), credits_cents=(1000,))
    one = stand.connect(1)
    play(stand, one, hits=1)

    assert stand.ask(one, c.RequestDemoCredit(1)) is None

    assert one.view.session is not None
    assert one.view.session.net_cents == -1000


def test_a_seat_that_was_left_is_the_next_players(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(LOSES), credits_cents=(1000,))
    one = stand.connect(1)
    stand.ask(one, c.SetPreferences(1, c.Preferences(language="es")))
    play(stand, one, hits=1)
    stand.wait(TIMING.session_ms - TIMING.result_ms - 1)
    assert net_cents(one) == -1000

    stand.wait(1)

    assert any(isinstance(fact, f.SessionEnded) for fact in one.facts)
    assert net_cents(one) is None
    assert one.view.preferences == c.Preferences()
    stand.ask(one, c.RequestDemoCredit(1))
    assert one.view.session == SessionView(0, 0, 30 * MINUTE_MS)
    stand.ask(one, c.ReviewRound(1, 0))
    assert reviews(one)[-1] == Review(0, ())


def test_whoever_lost_everything_has_its_time_to_look(new_stand: NewStand) -> None:
    """The time counts from the end of the round, not from the last touch long before it."""
    stand = new_stand(place(), shoe_with("TS 9H TH 6H 9S TC 9D"), credits_cents=(1000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, blackjack=1000)
    stand.ask(one, c.Hit(1, 0))
    assert one.view.hands[0].result == "bust"
    stand.steady_ms += TIMING.session_ms + 1
    stand.wait(0)
    assert one.view.session is not None, "in the middle of a round nobody has left"

    while two.phase == "decisions":
        stand.ask(two, c.Stand(2, 0))

    stand.wait(TIMING.session_ms - 1)
    assert net_cents(one) == -1000
    stand.ask(one, c.ReviewRound(1, 0))
    assert reviews(one)[-1].steps
    stand.wait(2 * TIMING.session_ms)
    assert net_cents(one) is None


def test_a_seat_that_calls_waits_for_its_attendant(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(LOSES), credits_cents=(1000,))
    one = stand.connect(1)
    play(stand, one, hits=1)
    stand.ask(one, c.CallAttendant(1, is_wanted=True))

    stand.wait(10 * TIMING.session_ms)

    assert one.view.is_calling
    assert net_cents(one) == -1000
    stand.ask(one, c.CallAttendant(1, is_wanted=False))
    stand.wait(TIMING.session_ms)
    assert net_cents(one) is None


def test_the_next_player_finds_nothing_of_the_last(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(LOSES), credits_cents=(1000, 20_000))
    one = stand.connect(1)
    play(stand, one, hits=1)
    assert one.view.hands
    stand.wait(TIMING.session_ms)

    stand.ask(one, c.RequestDemoCredit(1))

    assert one.view.hands == ()
    assert one.view.dealer.cards == ()
    assert one.betting.repeat.refusal == Refusal("nothing_to_repeat")
    assert one.view.total_bet_cents == 0
    assert all(spot.outcome is None for spot in one.view.spots)


def test_a_choice_is_told_to_its_own_seat_alone(new_stand: NewStand) -> None:
    stand = new_stand(place(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    before = len(two.wire)

    stand.ask(one, c.SetPreferences(1, c.Preferences(language="es")))
    stand.ask(one, c.CallAttendant(1, is_wanted=True))

    assert len(two.wire) == before


@pytest.mark.parametrize("hours_back", [1, 24 * 365 * 50])
def test_a_clock_that_was_set_back_leaves_reality_checks_on(
    new_stand: NewStand, monkeypatch: pytest.MonkeyPatch, hours_back: int
) -> None:
    stand = new_stand(place(), credits_cents=(20_000,))
    monkeypatch.setattr("tests.host.stand.WALL_MS", 1_700_000_000_000 - hours_back * 60 * MINUTE_MS)

    stand.reboot()

    assert stand.connect(1).view.session == SessionView(0, 0, 30 * MINUTE_MS)


@pytest.mark.parametrize("sequence", [2**20 + 1, 10**4040])
def test_a_number_that_no_station_can_have_reached_is_not_kept(
    new_stand: NewStand, sequence: int
) -> None:
    stand = new_stand(place(), shoe_with(WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    assert stand.send(one, sequence, c.SetReady(1, 0)) == Refusal("too_many_requests")
    stand.reboot()
    assert stand.connect(1).next_sequence < 10


def test_a_review_does_not_read_other_seats_rounds(new_stand: NewStand) -> None:
    """However many rounds a seat has sat out, its review costs the same: an index finds its own."""
    stand = new_stand(place(), credits_cents=(20_000, 20_000))
    parts = stand.store._reader
    with parts.snapshot() as connection:
        plan = connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT round, name, body FROM round_part"
            " WHERE name = 'seat-2' AND round >= 1 ORDER BY round DESC LIMIT 10"
        ).all()
    assert "round_part_by_name" in str(plan)


def test_a_seat_with_credit_is_never_left(new_stand: NewStand) -> None:
    stand = new_stand(place(), credits_cents=(1,))
    one = stand.connect(1)

    stand.wait(100 * TIMING.session_ms)

    assert one.view.session is not None
    assert stand.host.next_deadline_ms() is None


def test_a_session_outlives_the_host(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), credits_cents=(20_000,))
    play(stand, stand.connect(1))
    stand.steady_ms += 40 * MINUTE_MS

    stand.reboot()

    session = stand.connect(1).view.session
    elapsed = TIMING.result_ms + 40 * MINUTE_MS
    assert session == SessionView(elapsed, 1000, 60 * MINUTE_MS - elapsed)


def test_a_reality_check_is_due_until_it_is_confirmed(new_stand: NewStand) -> None:
    stand = new_stand(place(), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.steady_ms += 31 * MINUTE_MS
    one = stand.connect(1)
    assert one.view.session == SessionView(31 * MINUTE_MS, 0, 0)

    assert stand.ask(one, c.ConfirmReality(1)) is None

    assert one.view.session == SessionView(31 * MINUTE_MS, 0, 30 * MINUTE_MS)


def test_choices_survive_the_station_and_are_told_to_no_other(new_stand: NewStand) -> None:
    stand = new_stand(place(), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    chosen = c.Preferences(
        language="es", volume=0, speed="fast", has_large_text=True, is_left_handed=True
    )

    assert stand.ask(one, c.SetPreferences(1, chosen)) is None
    one = stand.connect(1)

    assert one.view.preferences == chosen
    assert two.view.preferences == c.Preferences()


def test_choices_that_are_not_offered_are_refused(new_stand: NewStand) -> None:
    stand = new_stand(place(), credits_cents=(20_000,))
    one = stand.connect(1)
    for wrong in (
        c.Preferences(language="xx"),
        c.Preferences(speed="instant"),
        c.Preferences(volume=11),
        c.Preferences(volume=-1),
    ):
        assert stand.ask(one, c.SetPreferences(1, wrong)) == Refusal("not_offered")
    assert one.view.preferences == c.Preferences()


def test_a_call_stays_until_it_is_taken_back(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), credits_cents=(20_000,))
    one = stand.connect(1)

    stand.ask(one, c.CallAttendant(1, is_wanted=True))
    play(stand, one)
    assert one.view.is_calling
    stand.ask(one, c.CallAttendant(1, is_wanted=False))

    assert not one.view.is_calling


def net_cents(station: Station) -> int | None:
    return station.view.session.net_cents if station.view.session else None


def reviews(station: Station) -> list[Review]:
    return [message for message in station.received if isinstance(message, Review)]


def test_a_review_tells_the_round_card_by_card_as_it_was_seen(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), shoe_with(LOSES), credits_cents=(20_000,))
    one = stand.connect(1)
    play(stand, one, blackjack=1000, lucky_aces=100)
    seen = [update for update in one.updates if update.view.shown_round == 1]
    play(stand, one, hits=1)

    assert stand.ask(one, c.ReviewRound(1, 1)) is None

    (review,) = reviews(one)
    assert [
        (each.back, each.round, each.staked_cents, each.paid_cents) for each in review.rounds
    ] == [
        (0, 2, 1000, 0),
        (1, 1, 1100, 2000),
    ]
    assert (review.credit_before_cents, review.credit_after_cents) == (20_000, 20_900)
    told = [fact for update in one.updates for fact in update.facts]
    story = [step.fact for step in review.steps]
    assert story == [
        fact
        for fact in told[: told.index(f.RoundClosed(1)) + 1]
        if not isinstance(fact, f.BetsLocked | f.DemoCreditAdded)
    ]
    last = review.steps[-1]
    closed = next(update.view for update in seen if update.view.phase == "result")
    assert (last.dealer, last.hands, last.spots) == (closed.dealer, closed.hands, closed.spots)
    assert review.commitment == seen[0].view.shoe_commitment
    hidden = [step.dealer.cards for step in review.steps if None in step.dealer.cards]
    assert hidden, "the hole card lies face down until it was turned"


def test_a_review_shows_a_neighbour_nothing_and_changes_nothing(new_stand: NewStand) -> None:
    stand = new_stand(full_place(), credits_cents=(200_000, 200_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, **ALL_STAKES)
    while one.phase in {"decisions", "insurance"}:
        asked = one if (one.view.active_seat == 1 or one.view.insurance) else two
        command = c.DeclineInsurance(asked.seat) if asked.view.insurance else c.Stand(asked.seat, 0)
        assert stand.ask(asked, command) is None
    before = stand.store.balances()
    view = one.view

    stand.ask(one, c.ReviewRound(1, 0))

    (review,) = reviews(one)
    assert {getattr(step.fact, "seat", 1) for step in review.steps} == {1}
    assert stand.store.balances() == before
    assert one.view == view
    assert reviews(two) == []


def test_only_rounds_of_the_session_and_only_ten_are_shown(new_stand: NewStand) -> None:
    stand = new_stand(place(), *(shoe_with(WINS) for _ in range(12)), credits_cents=(20_000,))
    one = stand.connect(1)
    for _ in range(12):
        play(stand, one)

    stand.ask(one, c.ReviewRound(1, 9))
    stand.ask(one, c.ReviewRound(1, 10))

    ninth, beyond = reviews(one)
    assert [each.round for each in ninth.rounds] == list(range(12, 2, -1))
    assert ninth.steps
    assert beyond.steps == ()


def test_no_round_begins_within_the_least_cycle(new_stand: NewStand) -> None:
    stand = new_stand(place(least_cycle_ms=20_000), shoe_with(WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)
    stand.wait(5_000)
    stand.ask(one, c.Stand(1, 0))

    stand.wait(14_999)
    assert one.phase == "result"
    stand.wait(1)

    assert one.phase == "betting"


def test_a_generator_that_fails_stops_the_table_and_says_so(new_stand: NewStand) -> None:
    stand = new_stand(place(), shoe_with(WINS), credits_cents=(20_000,))
    one = stand.connect(1)
    fail(stand.chance, "new_shoe")
    stand.deal(one, blackjack=1000)
    stand.ask(one, c.Stand(1, 0))

    stand.wait(TIMING.result_ms)

    assert one.view.tilt == "generator"
    assert one.view.credit_cents == 21_000
    assert stand.ask(one, c.SetReady(1, 0)) == Refusal("out_of_service")
    assert stand.ask(one, c.CallAttendant(1, is_wanted=True)) is None
    assert stand.host.next_deadline_ms() is None


def test_a_generator_that_fails_at_the_lock_takes_no_money(new_stand: NewStand) -> None:
    stand = new_stand(full_place(), credits_cents=(200_000,))
    one = stand.connect(1)
    stand.bet(one, **ALL_STAKES)
    fail(stand.chance, "uniform")

    assert stand.ready(one) == Refusal("out_of_service")

    assert one.view.tilt == "generator"
    assert one.view.credit_cents == 200_000
    stand.reboot()
    assert stand.connect(1).view.tilt is None


def test_pays_that_cannot_be_drawn_leave_the_round_to_be_gone_on_with(new_stand: NewStand) -> None:
    stand = new_stand(full_place(), credits_cents=(200_000,))
    one = stand.connect(1)
    draw = stand.chance.dynamic_draw
    fail(stand.chance, "dynamic_draw")
    stand.bet(one, **ALL_STAKES)
    assert stand.ready(one) == Refusal("out_of_service")
    assert (one.view.tilt, one.phase) == ("generator", "dynamic")

    stand.chance.dynamic_draw = draw  # type: ignore[method-assign]
    stand.reboot()

    assert stand.connect(1).phase in {"insurance", "decisions", "result"}


def fail(chance: object, draw: str) -> None:
    def failing(*_: object, **__: object) -> Callable[[], Shoe]:
        raise GeneratorError("a health test failed")

    setattr(chance, draw, failing)

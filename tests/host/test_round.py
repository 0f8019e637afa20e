"""A round through the host: what is asked, told, written and paid."""

import hashlib

import msgspec

from table_app.game.round.state import RoundState
from table_app.store.audit import audit
from table_app.table.record import SeatPart, TablePart
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import Update, Welcome
from tests.host.conftest import NewStand
from tests.properties.tables import TIMING, shoe_with, table

# Seat 1: 8 8, split, then T and 3 and T. Seat 2: Blackjack. Dealer: 6 up, T down, draws 9: bust.
SPLIT = "8S AS 6D  8H KD TC  TD  3C TS  9C"


def test_a_round_is_played_from_the_first_chip_to_the_next_commitment(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(SPLIT), credits_cents=(20_000, 10_000))
    one, two = stand.connect(1), stand.connect(2)

    assert stand.bet(one, blackjack=1000) is None
    assert stand.bet(two, blackjack=1000, lucky_aces=500) is None
    assert (one.view.credit_cents, two.view.credit_cents) == (19_000, 8_500)
    assert stand.ready(one) is None
    assert one.betting.is_ready
    assert stand.ready(two) is None
    assert one.phase == two.phase == "decisions"
    assert one.dealer == ["6D", None]
    assert stand.ask(one, c.Split(1, 0)) is None
    assert stand.ask(one, c.Stand(1, 0)) is None
    assert stand.ask(one, c.Double(1, 1)) is None

    assert one.phase == "result"
    assert one.dealer == ["6D", "TC", "9C"]
    assert [(hand.result, hand.paid_cents) for hand in one.view.hands] == [
        ("win", 2000),
        ("win", 4000),
    ]
    assert (one.view.credit_cents, one.view.win_cents) == (23_000, 6000)
    # 10,000 - 1,500 + 2,500 for the Blackjack + 1,000 + 500 for one ace (633c.8, table A: 1 to 1).
    assert (two.view.credit_cents, two.view.win_cents) == (10_000 - 1500 + 2500 + 1000, 3500)
    stand.wait(TIMING.result_ms)
    assert one.phase == "betting"
    assert one.view.shoe_commitment != one.updates[0].view.shoe_commitment
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_shoe_is_committed_to_before_bets_and_opened_by_the_record(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    shown_before_any_chip = one.view.shoe_commitment
    stand.deal(one, blackjack=500)
    stand.ask(one, c.Stand(1, 0))

    parts = {part.name: part.body for part in stand.store.round_parts(1)}

    record = msgspec.json.decode(parts["table"], type=TablePart)
    opened = bytes.fromhex(record.shoe.salt_hex) + record.shoe.cards.encode("ascii")
    assert hashlib.sha256(opened).hexdigest() == shown_before_any_chip
    assert record.shoe.commitment == shown_before_any_chip
    assert record.shoe.cards.startswith("TS6DTHTC9C")
    assert record.shoe.cards_dealt == 5


def test_the_record_of_a_seat_adds_up(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=500, lucky_aces=100)
    stand.ask(one, c.Stand(1, 0))

    parts = {part.name: part.body for part in stand.store.round_parts(1)}

    seat = msgspec.json.decode(parts["seat-1"], type=SeatPart)
    assert (seat.credit_before_cents, seat.credit_after_cents) == (20_000, 20_400)
    assert [(hand.result, hand.paid_cents) for hand in seat.hands] == [("win", 1000)]
    assert [(each.wager, each.outcome, each.paid_cents) for each in seat.settlements] == [
        ("lucky_aces", "lose", 0)
    ]


def test_a_station_that_comes_in_mid_round_sees_the_whole_picture(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(SPLIT), credits_cents=(20_000, 10_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, blackjack=1000)
    stand.ask(one, c.Split(1, 0))

    again = stand.connect(1)

    welcome, update = again.received
    assert isinstance(welcome, Welcome)
    assert welcome.next_sequence == one.next_sequence
    assert isinstance(update, Update)
    assert (update.version, update.facts) == (1, ())
    assert update.view == one.view
    assert [hand.cards for hand in again.view.hands] == [("8S", "TD"), ("8H",)]
    assert [option.action for option in again.view.options if option.refusal is None] == [
        "hit",
        "stand",
        "double",
    ]


def test_updates_of_a_connection_count_from_one_without_a_gap(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(SPLIT), credits_cents=(20_000, 10_000))
    one = stand.connect(1)
    two = stand.connect(2)
    stand.deal(one, two, blackjack=1000)

    for station in (one, two):
        versions = [update.version for update in station.updates]
        assert versions == list(range(1, len(versions) + 1))


def test_a_station_that_left_is_told_nothing(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(SPLIT), credits_cents=(20_000, 10_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.disconnect(two)
    told = len(two.received)

    stand.deal(one, blackjack=1000)

    assert len(two.received) == told


def test_a_late_goodbye_of_an_old_connection_leaves_the_new_one_alone(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with(SPLIT), credits_cents=(20_000,))
    old = stand.connect(1)
    new = stand.connect(1)
    stand.disconnect(old)

    stand.bet(new, blackjack=1000)

    assert new.view.total_bet_cents == 1000


def test_the_facts_of_one_round_are_told_once_and_in_order(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS AD TH 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)
    stand.ask(one, c.TakeInsurance(1, 500))
    stand.ask(one, c.Stand(1, 0))

    kinds = [type(fact) for fact in one.facts]

    assert kinds == [
        f.BetsLocked,
        f.WagersPlaced,
        f.CardDealt,
        f.UpcardDealt,
        f.CardDealt,
        f.HoleCardDealt,
        f.InsuranceOffered,
        f.InsuranceTaken,
        f.HoleCardChecked,
        f.WagerSettled,
        f.TurnBegan,
        f.HandStood,
        f.HoleCardTurned,
        f.HandSettled,
        f.RoundClosed,
    ]


def test_even_money_is_paid_at_once_and_ends_that_hand(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("AS AD TH 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)
    assert one.view.insurance is not None
    assert one.view.insurance.even_money_paid_cents == 2000

    assert stand.ask(one, c.TakeEvenMoney(1)) is None

    assert one.view.credit_cents == 21_000
    assert one.phase == "result"


def test_a_dealer_blackjack_ends_the_round_and_pays_insurance(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS AD TH KC"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)

    assert stand.ask(one, c.TakeInsurance(1, 500)) is None

    assert one.phase == "result"
    assert one.view.dealer.is_blackjack
    assert one.view.credit_cents == 20_000


def test_no_seat_acts_out_of_turn(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 9S 6D TH 8H TC"), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, two, blackjack=1000)

    assert stand.ask(two, c.Hit(2, 0)) == Refusal("not_your_turn")
    assert stand.ask(one, c.Stand(1, 0)) is None
    assert stand.ask(one, c.Hit(1, 0)) == Refusal("not_your_turn")
    assert stand.ask(two, c.Stand(2, 0)) is None


def test_a_seat_without_a_wager_has_no_say(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000, 20_000))
    one, two = stand.connect(1), stand.connect(2)
    stand.deal(one, blackjack=1000)

    assert stand.ask(two, c.Hit(2, 0)) == Refusal("no_round")
    assert stand.ask(two, c.DeclineInsurance(2)) == Refusal("no_round")
    assert two.view.options == ()


def test_the_last_round_stays_in_view_until_the_first_chip(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)
    stand.ask(one, c.Stand(1, 0))
    stand.wait(TIMING.result_ms)
    assert (one.view.round, one.view.shown_round) == (2, 1)
    assert one.dealer == ["6D", "TC", "9C"]

    stand.bet(one, blackjack=1000)

    assert one.view.shown_round == 0
    assert one.dealer == []


def test_a_closed_round_lets_nothing_happen_to_it(new_stand: NewStand) -> None:
    stand = new_stand(table(), shoe_with("TS 6D TH TC 9C"), credits_cents=(20_000,))
    one = stand.connect(1)
    stand.deal(one, blackjack=1000)
    stand.ask(one, c.Stand(1, 0))
    closed = stand.host.state.round
    assert isinstance(closed, RoundState)

    for command in (c.Hit(1, 0), c.Surrender(1, 0), c.TakeInsurance(1, 100)):
        assert stand.ask(one, command) == Refusal("no_round")

    assert stand.host.state.round == closed

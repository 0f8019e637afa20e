"""Any session of chips, decisions, silence, repeats and restarts keeps every cent where it is."""

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from table_app.game.round.state import RoundState
from table_app.ledger.accounts import credit
from table_app.store.audit import audit
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import Card
from table_app.vocabulary.refusals import Refusal
from tests.host.stand import Stand, Station
from tests.properties import by_hand
from tests.properties.by_hand import HandAtEnd
from tests.properties.tables import card_orders, shoe_of, table

SEATS = 3
DEMO_CENTS = 20_000
SETUP = table(seats=SEATS)
MINIMUMS = {limits.wager: limits.minimum_cents for limits in SETUP.limits}
WAGERS = tuple(MINIMUMS)

seats = st.integers(1, SEATS)


class Books:
    """What each seat should have, by the commands that were taken and the cards on the table."""

    def __init__(self) -> None:
        self.credits_cents = dict.fromkeys(range(1, SEATS + 1), 0)
        self.chips: dict[int, dict[str, int]] = {}
        self.locked: dict[int, dict[str, int]] = {}
        self.taken: list[c.PlayerCommand] = []
        self.closed_round = 0

    def take(self, command: c.PlayerCommand) -> None:
        """A command that the table has just taken."""
        match command:
            case c.SetWagers(seat, _, wagers):
                self.chips[seat] = {placed.wager: placed.stake_cents for placed in wagers}
            case c.RequestDemoCredit(seat):
                self.credits_cents[seat] += DEMO_CENTS
            case c.TakeInsurance(seat, stake):
                self.credits_cents[seat] -= stake
            case c.Double(seat) | c.Split(seat):
                self.credits_cents[seat] -= self.locked[seat]["blackjack"]
            case _:
                pass
        self.taken.append(command)

    def lock(self) -> None:
        """Wagers of the minimum are taken, side wagers only beside a Blackjack wager."""
        self.locked = {}
        for seat, chips in self.chips.items():
            kept = {name: stake for name, stake in chips.items() if stake >= MINIMUMS[name]}
            if "blackjack" in kept:
                self.locked[seat] = kept
                self.credits_cents[seat] -= sum(kept.values())
        self.chips = {}
        self.taken = []

    def close(self, closed: RoundState) -> None:
        """Pay what the law makes of the cards."""
        dealer = tuple(map(str, closed.dealer))
        for box in closed.boxes:
            hands = [
                HandAtEnd(
                    cards=tuple(map(str, hand.cards)),
                    stake_cents=hand.stake_cents,
                    is_of_split=len(box.hands) > 1,
                    was_surrendered=c.Surrender(box.seat, 0) in self.taken,
                    was_even_money=c.TakeEvenMoney(box.seat) in self.taken,
                )
                for hand in box.hands
            ]
            insured = sum(
                each.stake_cents
                for each in self.taken
                if isinstance(each, c.TakeInsurance) and each.seat == box.seat
            )
            four = tuple(map(str, box.first_two)) + dealer[:2]
            aces = self.locked[box.seat].get("lucky_aces", 0)
            self.credits_cents[box.seat] += (
                sum(by_hand.hand_paid(hand, dealer, (3, 2)) for hand in hands)
                + by_hand.insurance_paid(insured, dealer)
                + by_hand.lucky_aces_paid("A", aces, four)
            )
        self.closed_round = closed.round


class AnySession(RuleBasedStateMachine):
    """Stations, time and power do what they like to one table."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.books = Books()
        self.sent: list[tuple[int, int, c.PlayerCommand]] = []
        self.answers: dict[tuple[int, int], Refusal | None] = {}
        self.answered_to: Counter[int] = Counter()
        self.journaled_to: Counter[int] = Counter()

    @initialize(orders=st.lists(card_orders(8, boxes=2), min_size=1, max_size=4))
    def open(self, orders: list[tuple[Card, ...]]) -> None:
        shoes = [shoe_of(cards, name=f"s{number}") for number, cards in enumerate(orders)]
        self.stand = Stand(Path(self._folder.name), SETUP, *shoes)
        for seat in range(1, SEATS + 1):
            self._connect(seat)
            self._ask(seat, c.RequestDemoCredit(seat))

    @property
    def round(self) -> RoundState:
        current = self.stand.host.state.round
        assert current is not None
        return current

    def _connect(self, seat: int) -> Station:
        station = self.stand.connect(seat)
        own = max([number for who, number, _ in self.sent if who == seat], default=0)
        station.next_sequence = max(station.next_sequence, own + 1)
        return station

    def _ask(self, seat: int, command: c.PlayerCommand) -> None:
        station = self.stand.stations[seat]
        sequence = station.next_sequence
        self.sent.append((seat, sequence, command))
        self.answered_to[seat] = sequence
        was_betting = self.round.stage == "betting"
        refusal = self.answers[seat, sequence] = self.stand.ask(station, command)
        if refusal is None:
            if not isinstance(command, c.SetWagers | c.SetReady):
                self.journaled_to[seat] = sequence
            self.books.take(command)
            self._follow(was_betting=was_betting)

    def _follow(self, *, was_betting: bool) -> None:
        """Bring the books up to the round: it may have been locked, and it may have closed."""
        if was_betting and self.round.stage != "betting":
            self.books.lock()
        if self.round.stage == "closed" and self.round.round != self.books.closed_round:
            self.books.close(self.round)

    @rule(seat=seats, blackjack=st.integers(0, 8), aces=st.integers(0, 2))
    def place(self, seat: int, blackjack: int, aces: int) -> None:
        stakes = {"blackjack": blackjack * 200, "lucky_aces": aces * 100}
        wagers = tuple(c.WagerStake(name, stakes[name]) for name in WAGERS if stakes[name])
        betting = self.stand.stations[seat].view.betting
        self._ask(seat, c.SetWagers(seat, betting.revision + 1 if betting else 1, wagers))

    @precondition(lambda self: self.round.stage == "betting")
    @rule(seat=seats)
    def ready(self, seat: int) -> None:
        self._ask(seat, c.SetReady(seat, self.stand.stations[seat].betting.revision))

    @precondition(lambda self: self.round.stage == "betting")
    @rule(playing=st.sets(seats, min_size=1), aces=st.integers(0, 2))
    def deal(self, playing: set[int], aces: int) -> None:
        for seat in range(1, SEATS + 1):
            self.place(seat, blackjack=5 * (seat in playing), aces=aces * (seat in playing))
        for seat in playing:
            if self.round.stage == "betting":
                self.ready(seat)

    @precondition(lambda self: self.round.stage in {"insurance", "decisions"})
    @rule(plans=st.lists(st.integers(0, 6), min_size=1, max_size=8))
    def answer(self, plans: list[int]) -> None:
        for plan in plans:
            self._answer(plan)

    def _answer(self, plan: int) -> None:
        current = self.round
        asked = [box.seat for box in current.boxes if box.insurance == "asked"]
        if current.turn is not None:
            seat, hand = current.turn.seat, current.turn.hand
            kinds: tuple[type[c.HandCommand], ...]
            kinds = (c.Split, c.Split, c.Double, c.Surrender, c.Hit, c.Stand, c.Stand)
            self._ask(seat, kinds[plan](seat, hand))
        elif asked:
            seat = asked[0]
            answers = (c.TakeEvenMoney(seat), c.TakeInsurance(seat, 100), c.DeclineInsurance(seat))
            self._ask(seat, answers[plan % 3])

    @rule(seat=seats, of=seats, hand=st.integers(0, 3))
    def disturb(self, seat: int, of: int, hand: int) -> None:
        """Something that may well be nobody's turn, another seat's to say, or begging."""
        kinds = (c.Hit(of, hand), c.Stand(of, 0), c.Split(of, 0), c.RequestDemoCredit(seat))
        self._ask(seat, kinds[hand])

    @precondition(lambda self: self.sent)
    @rule(back=st.integers(0, 5))
    def ask_again(self, back: int) -> None:
        """A number that was used is sent again: nothing at all may come of it."""
        seat, sequence, command = self.sent[-1 - back % len(self.sent)]
        station = self.stand.stations[seat]
        if sequence <= self.answered_to[seat]:
            before, view = self.stand.host.state, station.view
            answer = self.stand.send(station, sequence, command)
            assert answer == self.answers[seat, sequence]
            assert self.stand.host.state == before
            assert station.view == view

    @rule(part=st.sampled_from([1, 2, 2]))
    def wait(self, part: int) -> None:
        """Half of the time that is left, or all of it."""
        deadline_ms = self.stand.host.next_deadline_ms()
        if deadline_ms is not None:
            was_betting = self.round.stage == "betting"
            self.stand.wait((deadline_ms - self.stand.steady_ms) * part // 2)
            if was_betting and part == 2 and self.round.stage == "betting":
                self.books.chips = {}
            self._follow(was_betting=was_betting)

    @rule(seat=seats)
    def reconnect(self, seat: int) -> None:
        before = self.stand.stations[seat].view
        assert self._connect(seat).view.hands == before.hands

    @rule()
    def lose_power(self) -> None:
        """Chips that are not money yet are the one thing that is not kept."""
        hands = {seat: station.view.hands for seat, station in self.stand.stations.items()}
        state, was_betting = self.stand.host.state, self.round.stage == "betting"
        self.stand.reboot()
        self.books.chips = {}
        self.answered_to = self.journaled_to.copy()
        self.answers = dict.fromkeys(self.answers)
        assert self.stand.host.state == state
        for seat in range(1, SEATS + 1):
            station = self._connect(seat)
            assert was_betting or station.view.hands == hands[seat]

    @invariant()
    def every_cent_is_where_the_books_say(self) -> None:
        if not hasattr(self, "stand"):
            return
        balances = self.stand.store.balances()
        assert sum(balances.values()) == 0
        for seat, owned in self.books.credits_cents.items():
            folded = self.stand.host.state.credit_cents(seat)
            assert balances.get(credit(seat), 0) == folded * 10_000
            if self.round.stage in {"betting", "closed"}:
                assert folded == owned, seat
                laid = sum(self.books.chips.get(seat, {}).values())
                assert self.stand.stations[seat].view.credit_cents == owned - laid

    @invariant()
    def every_seat_sees_the_same_table(self) -> None:
        if hasattr(self, "stand"):
            views = [station.view for station in self.stand.stations.values()]
            assert len({(view.phase, view.round, view.shoe_commitment) for view in views}) == 1
            assert len({view.active_seat for view in views}) == 1

    def teardown(self) -> None:
        if hasattr(self, "stand"):
            self.stand.close()
            assert audit(self.stand.path, self.stand.keys).disagreement is None
        self._folder.cleanup()


AnySession.TestCase.settings = settings(deadline=None, max_examples=25, stateful_step_count=60)
TestAnySession = AnySession.TestCase

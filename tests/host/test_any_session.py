"""Any session of chips, decisions, silence, repeats and restarts keeps every cent where it is."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from table_app.game.round.state import RoundState
from table_app.ledger.accounts import credit
from table_app.store.audit import audit
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card
from table_app.vocabulary.refusals import Refusal
from tests.host.stand import Stand, Station
from tests.properties import by_hand
from tests.properties.by_hand import HandAtEnd
from tests.properties.meters_by_hand import Pool
from tests.properties.round_by_hand import SideWagersByHand, cards_of, pools_at
from tests.properties.tables import ALL_STAKES, ALL_WAGERS, card_orders, shoe_of, table

SEATS = 3
DEMO_CENTS = 20_000
SETUP = table(seats=SEATS, offered=ALL_WAGERS)
MINIMUMS = {limits.wager: limits.minimum_cents for limits in SETUP.limits}
WAGERS = tuple(MINIMUMS)
FIRST_TRIGGERS = {("super_4.mystery", 0): 0, ("dynamic_21_3.must_hit_by", 0): 10_000}
"""Low ones, so that a session hits them."""

PAYABLE = ("progressive", "jackpot")

seats = st.integers(1, SEATS)


class Books:
    """What each seat should have, by the commands that were taken and the cards on the table."""

    def __init__(self, pools: dict[str, Pool]) -> None:
        self.pools = pools
        self.waiting: dict[int, list[int]] = {seat: [] for seat in range(1, SEATS + 1)}
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
        """Wagers of the minimum are taken, in seat order, side wagers only beside a Blackjack one."""
        self.locked = {}
        for seat, chips in sorted(self.chips.items()):
            kept = {name: stake for name, stake in chips.items() if stake >= MINIMUMS[name]}
            if "blackjack" in kept:
                self.locked[seat] = kept
                self.credits_cents[seat] -= sum(kept.values())
        self.chips = {}
        self.taken = []

    def close(self, closed: RoundState, facts: tuple[f.RoundFact, ...]) -> None:
        """Pay what the law makes of the cards; what must be validated waits."""
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
        side = SideWagersByHand(ALL_WAGERS, self.pools, facts)
        side.play(
            self.locked,
            {
                box.seat: cards_of(box.seat, tuple(map(str, box.first_two)), dealer, facts)
                for box in closed.boxes
            },
        )
        for (seat, _), (_, paid) in side.settled.items():
            self.credits_cents[seat] += paid
        for seat, _, _, _, cents in side.awards.elements():
            self.waiting[seat].append(cents)
        self.closed_round = closed.round

    def validate(self, seat: int, cents: int) -> None:
        """An award of the seat was paid to its credit."""
        self.waiting[seat].remove(cents)
        self.credits_cents[seat] += cents


class AnySession(RuleBasedStateMachine):
    """Stations, time and power do what they like to one table."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.sent: list[tuple[int, int, c.PlayerCommand]] = []
        self.answers: dict[tuple[int, int], Refusal | None] = {}
        self.answered_to: Counter[int] = Counter()
        self.journaled_to: Counter[int] = Counter()

    @initialize(orders=st.lists(card_orders(8, boxes=2), min_size=1, max_size=4))
    def open(self, orders: list[tuple[Card, ...]]) -> None:
        shoes = [shoe_of(cards, name=f"s{number}") for number, cards in enumerate(orders)]
        folder = Path(self._folder.name)
        self.stand = Stand(folder, SETUP, *shoes, fractions=FIRST_TRIGGERS)
        opened = next(self.stand.store.entries()).entry.facts
        self.books = Books(pools_at(each for each in opened if isinstance(each, f.MeterOpened)))
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
            self.books.close(self.round, self.stand.host.state.round_facts)

    @rule(seat=seats, blackjack=st.integers(0, 8), side=st.sets(st.sampled_from(WAGERS[1:])))
    def place(self, seat: int, blackjack: int, side: set[str]) -> None:
        stakes = ALL_STAKES | {"blackjack": blackjack * 200}
        laid = [name for name in WAGERS if name in side or (name == "blackjack" and blackjack)]
        wagers = tuple(c.WagerStake(name, stakes[name]) for name in laid)
        betting = self.stand.stations[seat].view.betting
        self._ask(seat, c.SetWagers(seat, betting.revision + 1 if betting else 1, wagers))

    @precondition(lambda self: self.round.stage == "betting")
    @rule(seat=seats)
    def ready(self, seat: int) -> None:
        self._ask(seat, c.SetReady(seat, self.stand.stations[seat].betting.revision))

    @precondition(lambda self: self.round.stage == "betting")
    @rule(
        playing=st.sets(seats, min_size=1),
        side=st.sets(st.sampled_from(WAGERS[1:])) | st.just(set(WAGERS[1:])),
    )
    def deal(self, playing: set[int], side: set[str]) -> None:
        for seat in range(1, SEATS + 1):
            is_playing = seat in playing
            self.place(seat, blackjack=5 * is_playing, side=side if is_playing else set())
        for seat in playing:
            if self.round.stage == "betting":
                self.ready(seat)

    @precondition(lambda self: any(self.books.waiting.values()))
    @rule(seat=seats)
    def validate(self, seat: int) -> None:
        """Between rounds a seat's award is paid; within one it goes on waiting."""
        awards = self.stand.stations[seat].view.awards
        self._ask(seat, c.RequestDemoValidation(seat))
        if len(self.stand.stations[seat].view.awards) < len(awards):
            self.books.validate(seat, awards[0].amount_cents)

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

    @precondition(lambda self: self.round.stage != "betting")
    @rule()
    def wait_for_bets(self) -> None:
        """All the time that the round needs passes in silence."""
        while self.round.stage != "betting":
            self.wait(2)

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
                waiting = (balances.get(f"{kind}_payable:{seat}", 0) for kind in PAYABLE)
                assert sum(waiting) == sum(self.books.waiting[seat]) * 10_000
                laid = sum(self.books.chips.get(seat, {}).values())
                assert self.stand.stations[seat].view.credit_cents == owned - laid

    @invariant()
    def every_meter_is_where_the_books_say(self) -> None:
        if hasattr(self, "stand") and self.round.stage in {"betting", "closed"}:
            balances = self.stand.store.balances()
            for name, pool in self.books.pools.items():
                meter = self.stand.host.state.meter(name)
                trigger = meter.trigger.amount_cents if meter.trigger else None
                assert (meter.amount_micros, meter.reserve_micros) == (pool.amount, pool.reserve)
                assert trigger == pool.trigger_cents
                kept = balances[f"meter:{name}"], balances.get(f"reserve:{name}", 0)
                assert kept == (pool.amount, pool.reserve)

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


class ManySessions(AnySession):
    """The same, many times over and longer."""


AnySession.TestCase.settings = settings(deadline=None, max_examples=25, stateful_step_count=60)
TestAnySession = AnySession.TestCase

ManySessions.TestCase.settings = settings(deadline=None, max_examples=300, stateful_step_count=100)
TestManySessions = pytest.mark.proof(ManySessions.TestCase)

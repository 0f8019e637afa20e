"""The table's one writer: `handle` takes what came in and returns what may go out.

Synchronous, without threads, clock or socket, so that a simulator runs this very code. Whatever
leaves `handle` is already durable (law 1).
"""

from table_app.errors import BreachError, GeneratorError, StoreError
from table_app.game.dynamic import pick_dynamic_pays
from table_app.host.chance import Chance
from table_app.host.dealt import DealtCards
from table_app.host.events import Event, Outbox, Outgoing, Tick
from table_app.host.help import help_of
from table_app.host.instant import Instant
from table_app.host.layouts import LayoutDesk
from table_app.host.recovery import check_balances, recover
from table_app.host.review import review_of
from table_app.host.screens import ScreenDesk
from table_app.host.sessions import Session
from table_app.host.tilts import Failed, Finding, Recovered, Tilts
from table_app.host.waits import Wait, WaitClock, current_wait
from table_app.host.witness_call import Cosigned, Refused, Unreachable, WitnessEvent
from table_app.host.witnessing import Witnessing
from table_app.link.server import Connected, Disconnected, Received
from table_app.store.decide_again import Release
from table_app.store.entries import RecordPart
from table_app.store.journal import Store
from table_app.table.beside import Beside
from table_app.table.decide import Decision, decide
from table_app.table.info import table_info
from table_app.table.opening import opening
from table_app.table.record import record_parts
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.table.view import (
    DrawnSpots,
    Gallery,
    shown_facts,
    why_no_demo_credit,
    why_no_demo_validation,
)
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.codec import Entry, Origin
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.secrets import Uniform
from table_app.vocabulary.views import Answer, ToStation, Update, Welcome

_SEALED_BY = (f.RoundClosed, f.DemoCreditAdded, f.AwardClosed, f.TableOpened)
"""Money came in or went out, or a round closed: the log is signed."""

_DEMO_VALIDATION = ("demo attendant", "demo supervisor")


class TableHost:
    """One table: state, store and chance. Not for use by two threads at a time.

    `chance` is everything that is drawn. `engine_sha256` names the code that decides.
    `gift_cents` is what a demo table gives a station that connects without any credit.
    `witnessing` watches the checkpoints of a record that has a witness.
    """

    def __init__(
        self,
        setup: TableSetup,
        store: Store,
        chance: Chance,
        *,
        engine_sha256: str,
        gift_cents: int = 0,
        witnessing: Witnessing | None = None,
    ) -> None:
        self.setup = setup
        self.state = TableState()
        self._store = store
        self._chance = chance
        self._help = help_of(setup)
        self._engine_sha256 = engine_sha256
        self._gift_cents = gift_cents
        self._layouts = LayoutDesk(setup)
        self._sessions = {seat: Session(seat) for seat in range(1, setup.seats + 1)}
        self._screens = ScreenDesk(setup)
        self._spots = DrawnSpots()
        self._tilts = Tilts()
        self._witnessing = witnessing
        self._dealt = DealtCards(setup.decks)
        self._waits = WaitClock(setup.jurisdiction.least_cycle_ms)
        self._outbox: list[Outgoing] = []

    def boot(self, now: Instant) -> None:
        """Decide the journal again, check the ledger, and open bets or go on with the round.

        A generator that gives nothing leaves the table as it is, out of service.
        Raises BadInputError for a journal of another engine or other rules, StoreError for one
        that cannot be trusted.
        """
        release = Release(self.setup, self._engine_sha256)
        for stored, state in recover(self._store, release, self._sessions):
            self.state = state
            self._screens.follow(stored.entry.facts, now.back_to(stored.time_ms))
            self._dealt.follow(stored.entry.facts, state)
        self._screens.boot(now)
        check_balances(self.state, self._store.balances(), self.setup.seats)
        self._layouts.open_round(self._round_number())
        try:
            self._draw_what_is_due(now)
        except GeneratorError as error:
            self._find(Failed("generator", str(error)), now)
        self._look_at_dealt_cards(now)
        self._start_wait(now)

    def _draw_what_is_due(self, now: Instant) -> None:
        """What a table must have drawn before anybody can play, unless the journal holds it."""
        if self.state.opened is None:
            self._must(self._open_table(), now)
        if self.state.round is None:
            self._must(self._open_bets(), now)
        self._draw_dynamic_pays(now)

    def next_deadline_ms(self) -> int | None:
        """When a Tick is due on the steady clock, or None when nothing is waited for."""
        due = (self._waits.deadline_ms, self._screens.next_left_ms(self.state))
        return min((each for each in due if each is not None), default=None)

    def handle(self, event: Event, now: Instant) -> Outbox:
        """Take one event; everything returned is durable and may be shown."""
        self._outbox = []
        match event:
            case Connected(seat, connection):
                self._connect(seat, connection, now)
            case Disconnected(seat, connection):
                self._disconnect(seat, connection)
            case Received(seat, connection, request):
                refusal = self._request(seat, request.sequence, request.command, now)
                self._send(connection, Answer(request.sequence, refusal))
            case Failed() | Recovered():
                self._find(event, now)
            case Cosigned() | Unreachable() | Refused():
                self._hear_witness(event, now)
            case Tick():
                self._tick(now)
        return tuple(self._outbox)

    def _tick(self, now: Instant) -> None:
        if (wait := self._waits.expired(now)) is not None:
            try:
                self._expire(wait, now)
            except GeneratorError as error:
                self._find(Failed("generator", str(error)), now)
        for seat in self._screens.left(self.state, now):
            if self.state.session(seat).is_open:
                self._must(c.EndSession(seat), now)
            else:
                self._screens.forget(seat)
                self._tell((), now)

    def _find(self, finding: Finding, now: Instant) -> None:
        """Take the table out of service, or back: nothing is lost, and every screen says why."""
        if self._tilts.take(finding):
            self._tell((), now)

    def _hear_witness(self, event: WitnessEvent, now: Instant) -> None:
        assert self._witnessing is not None
        was_away = self._witnessing.is_away
        finding = self._witnessing.take(event)
        if finding is not None:
            self._find(finding, now)
        if was_away != self._witnessing.is_away:
            self._tell((), now)

    def _connect(self, seat: int, connection: int, now: Instant) -> None:
        session = self._sessions.get(seat)
        if session is None:
            return
        if self._deserves_gift(seat):
            self._must(c.AddDemoCredit(seat, self._gift_cents), now)
        session.connect(connection)
        self._screens.touch(seat, now)
        self._send(
            connection, Welcome(table_info(self.setup, seat, self._help), session.next_sequence)
        )
        self._update(session, (), self._gallery(now))

    def _deserves_gift(self, seat: int) -> bool:
        """Not within a round: a seat whose credit is all in play would be staked twice."""
        is_empty = self._gift_cents > 0 and self.state.credit_cents(seat) == 0
        return is_empty and why_no_demo_credit(self.setup, self.state, seat) is None

    def _disconnect(self, seat: int, connection: int) -> None:
        session = self._sessions.get(seat)
        if session is not None and session.connection == connection:
            session.connection = None

    def _request(
        self, seat: int, sequence: int, command: c.PlayerCommand, now: Instant
    ) -> Refusal | None:
        session = self._sessions.get(seat)
        if session is None:
            return Refusal("not_this_seat")
        self._screens.touch(seat, now)
        if session.is_too_far(sequence):
            return Refusal("too_many_requests")
        if session.was_answered(sequence):
            return session.answer_to(sequence)
        if command.seat == seat:
            refusal = self._take(command, Origin(seat, sequence), now)
        else:
            refusal = Refusal("not_this_seat")
        session.keep(sequence, refusal)
        return refusal

    def _take(self, command: c.PlayerCommand, origin: Origin, now: Instant) -> Refusal | None:
        if isinstance(command, c.ScreenCommand):
            return self._take_of_screen(command, now)
        if self._tilts.shown is not None:
            return Refusal("out_of_service")
        try:
            return self._take_of_game(command, origin, now)
        except GeneratorError as error:
            self._find(Failed("generator", str(error)), now)
            return Refusal("out_of_service")

    def _take_of_screen(self, command: c.ScreenCommand, now: Instant) -> Refusal | None:
        if isinstance(command, c.ReviewRound):
            session = self._sessions[command.seat]
            if session.connection is None:
                return None
            try:
                review = review_of(self._store, self.setup, self.state, command)
            except StoreError as error:
                self._find(Failed("record", str(error)), now)
                return Refusal("out_of_service")
            self._send(session.connection, review)
            return None
        refusal = self._screens.take(command, now)
        if refusal is None:
            # Nobody else sees it.
            self._update(self._sessions[command.seat], (), self._gallery(now))
        return refusal

    def _take_of_game(
        self, command: c.LayoutCommand | c.RoundCommand, origin: Origin, now: Instant
    ) -> Refusal | None:
        match command:
            case c.SetWagers() | c.SetReady():
                return self._change_layout(command, now)
            case c.RequestDemoCredit(seat):
                refusal = why_no_demo_credit(self.setup, self.state, seat)
                gift = c.AddDemoCredit(seat, self.setup.demo_credit_cents)
                return refusal or self._journal(gift, origin, now)
            case c.RequestDemoValidation(seat):
                refusal = why_no_demo_validation(self.setup, self.state, seat)
                return refusal or self._journal(self._validate(seat), origin, now)
            case _:
                return self._journal(command, origin, now)

    def _change_layout(self, command: c.SetWagers | c.SetReady, now: Instant) -> Refusal | None:
        refusal = self._layouts.take(self.state, command)
        if refusal is not None:
            return refusal
        if self._layouts.is_ready:
            self._lock(now)
        else:
            self._tell((), now)
        return None

    def _lock(self, now: Instant) -> None:
        """No more bets: what reaches its minimum is wagered, in one entry for the whole table."""
        wagers, accepted = self._layouts.lock()
        if wagers:
            self._must(c.LockBets(wagers, accepted, self._uniforms()), now)
            self._draw_dynamic_pays(now)
        else:
            self._tell((), now)

    def _draw_dynamic_pays(self, now: Instant) -> None:
        """After a durable lock, and at boot when the lock was the last thing done."""
        current = self.state.round
        if current is None or current.stage != "dynamic":
            return
        offered = next(each for each in self.setup.rules.offered if each.has_dynamic_pays)
        draw = self._chance.dynamic_draw(current.round)
        pays = pick_dynamic_pays(offered.paytable.rows, offered.weights, draw)
        self._must(c.DrawDynamicPays(pays), now)

    def _uniforms(self) -> tuple[Uniform, ...]:
        """One fresh number for every must-hit-by meter."""
        number = self._round_number()
        return tuple(self._chance.uniform(meter, number) for meter in self.setup.rules.must_hit_by)

    def _validate(self, seat: int) -> c.CloseAward:
        attendant, supervisor = _DEMO_VALIDATION
        award = self.state.awards_of(seat)[0].award
        return c.CloseAward(seat, award, "to_credit", attendant, supervisor)

    def _expire(self, wait: Wait, now: Instant) -> None:
        match wait.what:
            case "bets":
                self._lock(now)
            case "result":
                self._must(self._open_bets(), now)
            case "insurance":
                assert self.state.round is not None
                for box in self.state.round.boxes:
                    if box.insurance == "asked":
                        self._must(c.ExpireTime(box.seat), now)
            case "decision":
                self._must(c.ExpireTime(wait.place[0]), now)

    def _must(self, command: c.HostCommand, now: Instant) -> None:
        """A command of the host's own: the table has no reason to refuse it."""
        refusal = self._journal(command, None, now)
        if refusal is not None:
            raise BreachError(f"{type(command).__name__} was refused: {refusal.code}")

    def _journal(
        self, command: c.JournaledCommand, origin: Origin | None, now: Instant
    ) -> Refusal | None:
        """Decide, commit, and only then tell."""
        decision = decide(self.setup, self.state, command)
        if not isinstance(decision, Decision):
            return decision
        facts = decision.facts
        is_sealed = any(isinstance(fact, _SEALED_BY) for fact in facts)
        size = self._store.append(
            Entry(origin, command, facts),
            decision.transfers,
            time_ms=now.wall_ms,
            parts=self._parts(decision),
            seal=is_sealed,
        )
        self.state = decision.state
        self._screens.follow(facts, now)
        self._dealt.follow(facts, self.state)
        if isinstance(command, c.LockBets):
            self._waits.lock(now)
        if isinstance(command, c.OpenBets):
            self._layouts.open_round(self._round_number())
        self._tell(facts, now)
        self._look_at_dealt_cards(now)
        if is_sealed and self._witnessing is not None:
            finding = self._witnessing.sealed(size)
            if finding is not None:
                self._find(finding, now)
        return None

    def _look_at_dealt_cards(self, now: Instant) -> None:
        if (failure := self._dealt.failure) is not None:
            self._find(failure, now)

    def _parts(self, decision: Decision) -> tuple[RecordPart, ...]:
        if not any(isinstance(fact, f.RoundClosed) for fact in decision.facts):
            return ()
        assert decision.state.round is not None
        number = decision.state.round.round
        return tuple(RecordPart(number, name, body) for name, body in record_parts(decision.state))

    def _tell(self, facts: tuple[f.Fact, ...], now: Instant) -> None:
        self._start_wait(now)
        gallery = self._gallery(now)
        for session in self._sessions.values():
            self._update(session, facts, gallery)

    def _update(self, session: Session, facts: tuple[f.Fact, ...], gallery: Gallery) -> None:
        if session.connection is not None:
            shown = shown_facts(facts, session.seat)
            update = Update(session.next_version(), shown, gallery.view(session.seat))
            self._send(session.connection, update)

    def _gallery(self, now: Instant) -> Gallery:
        beside = Beside(
            layouts=self._layouts.by_seat,
            timer=self._waits.timer(now),
            screens=self._screens.screens(now),
            tilt=self._tilts.shown,
            is_witnessed=self._witnessing is None or not self._witnessing.is_away,
            time_ms=now.wall_ms,
        )
        return Gallery(self.setup, self.state, beside, self._spots)

    def _send(self, connection: int, message: ToStation) -> None:
        self._outbox.append(Outgoing(connection, message))

    def _start_wait(self, now: Instant) -> None:
        """Out of service nothing is waited for; back in service, the time starts anew."""
        is_in_service = self._tilts.shown is None
        waits = current_wait(self.setup, self.state, self._layouts.by_seat.values())
        self._waits.follow(waits if is_in_service else None, now)

    def _open_table(self) -> c.OpenTable:
        return opening(self.setup, self._engine_sha256, self._uniforms())

    def _round_number(self) -> int:
        return self.state.last_round

    def _open_bets(self) -> c.OpenBets:
        return c.OpenBets(self._chance.new_shoe(self.setup.decks, self._round_number() + 1))

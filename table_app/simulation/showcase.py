"""Every screen of a station, made by the real rules from prepared shoes: for `layout`, tests, eyes.

Nothing here is a hand-made view: a table is opened, wagers are locked, cards are dealt, and the one
gate of secrecy makes what the seat sees. Pages are reached by touching their buttons.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from table_app.game.dynamic import pick_dynamic_pays
from table_app.game.progressive import first_starts
from table_app.game.round.lock import count_accepted
from table_app.game.rules import BLACKJACK
from table_app.simulation.scenario import HIGHEST_UNIFORM
from table_app.table.beside import Beside, SeatScreen
from table_app.table.decide import Decision, decide
from table_app.table.layout import Layout
from table_app.table.record import SeatPart, record_parts
from table_app.table.review import review
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.table.view import Gallery, shown_facts
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, Shoe, card, shoe_commitment
from table_app.vocabulary.secrets import Uniform
from table_app.vocabulary.views import (
    Review,
    SeatView,
    Tilt,
    TimerView,
    Update,
)

SEAT = 3
NEIGHBOURS = (2, 4)
CREDIT_CENTS = 124_350
TIME_MS = 1_796_075_220_000
"""2026-11-30 21:47 UTC."""
SESSION_MS = 42 * 60_000
TIMER = TimerView(left_ms=14_000, total_ms=20_000)
STANDING = "TC 9C TD 9D"
"""What the neighbours hold: nineteen each, and they stand."""


class Screen(Struct, frozen=True):
    """What has been told to the station, what was touched then, and whether the link is lost."""

    updates: tuple[Update, ...]
    touches: tuple[str, ...] = ()
    is_lost: bool = False
    review: Review | None = None


def shown_seat(setup: TableSetup) -> int:
    """The seat whose screens are shown."""
    return min(SEAT, setup.seats)


def _seats(setup: TableSetup) -> tuple[int, ...]:
    """The seats that play: the one that is shown, and its neighbours."""
    return tuple(sorted({shown_seat(setup), *(n for n in NEIGHBOURS if n <= setup.seats)}))


class _Table:
    """A table of real rules, seen from one seat."""

    def __init__(self, setup: TableSetup, shoe: Sequence[Card], *, credit_cents: int) -> None:
        self.setup = setup
        self.seat = shown_seat(setup)
        self.seats = _seats(setup)
        self.state = TableState()
        self.facts: tuple[f.Fact, ...] = ()
        self._layouts: dict[int, Layout] = {}
        starts = first_starts(setup.rules.offered, self._uniforms())
        self.do(c.OpenTable(setup.name, "", "", setup.is_demo, setup.decks, (), starts))
        for seat in self.seats if credit_cents else ():
            self.do(c.AddDemoCredit(seat, credit_cents))
        self._open(shoe)

    def do(self, command: c.JournaledCommand) -> None:
        decision = decide(msgspec.structs.replace(self.setup, is_demo=True), self.state, command)
        assert isinstance(decision, Decision), (command, decision)
        self.state = decision.state
        self.facts += decision.facts

    def place(self, *, is_ready: bool = False) -> None:
        """Chips on every wager of the seat, and Blackjack wagers of its neighbours."""
        for seat in self.seats:
            limits = self.setup.limits if seat == self.seat else self.setup.limits[:1]
            wagers = tuple(
                c.WagerStake(each.wager, each.minimum_cents * (2 if each.wager == BLACKJACK else 1))
                for each in limits
            )
            self._layouts[seat] = Layout(1, wagers, is_ready and seat == self.seat)

    def lock(self, *, draws: bool = True) -> None:
        """No more bets; with `draws`, the generator's pays and the deal."""
        self.place()
        wagers = tuple(
            c.SeatWagers(seat, layout.wagers) for seat, layout in sorted(self._layouts.items())
        )
        self._layouts = {}
        accepted = count_accepted(self.setup.rules, wagers)
        self.do(c.LockBets(wagers, accepted, self._uniforms()))
        if draws and self.state.round is not None and self.state.round.stage == "dynamic":
            offered = next(each for each in self.setup.rules.offered if each.has_dynamic_pays)
            pays = pick_dynamic_pays(offered.paytable.rows, offered.weights, lambda n: n - 1)
            self.do(c.DrawDynamicPays(pays))

    def stand_until(self, seat: int | None) -> None:
        """Everybody declines and stands until this seat has the turn; None: to the end."""
        while (current := self.state.round) is not None and current.stage != "closed":
            if current.stage == "insurance":
                asked = next(box.seat for box in current.boxes if box.insurance == "asked")
                self.do(c.DeclineInsurance(asked))
                continue
            assert current.turn is not None
            if current.turn.seat == seat:
                return
            self.do(c.Stand(current.turn.seat, current.turn.hand))

    def next_round(self) -> None:
        """The results stay in view, and bets are open again."""
        self._open(())

    def view(
        self,
        *,
        timer: TimerView | None = None,
        reality_ms: int | None = None,
        tilt: Tilt | None = None,
        is_calling: bool = False,
        is_witnessed: bool = True,
    ) -> SeatView:
        has_session = self.state.session(self.seat).is_open
        screen = SeatScreen(
            is_calling=is_calling,
            elapsed_ms=SESSION_MS if has_session else None,
            reality_ms=reality_ms,
        )
        beside = Beside(self._layouts, timer, {self.seat: screen}, tilt, TIME_MS, is_witnessed)
        return Gallery(self.setup, self.state, beside).view(self.seat)

    def told(self, view: SeatView) -> tuple[Update, ...]:
        return (Update(1, shown_facts(self.facts, self.seat), view),)

    def review(self) -> Review:
        """The round that has closed, from its record."""
        body = dict(record_parts(self.state))[f"seat-{self.seat}"]
        part = msgspec.json.decode(body, type=SeatPart)
        assert self.state.round is not None
        commitment = self.state.round.shoe.commitment
        return review(self.setup, (part,), 0, lambda _: commitment)

    def _open(self, first: Sequence[Card]) -> None:
        rest = list(DECK * self.setup.decks)
        for each in first:
            rest.remove(each)
        cards = (*first, *rest)
        salt = bytes(32)
        self.do(
            c.OpenBets(
                Shoe(
                    shoe_id="showcase",
                    salt=salt,
                    cards=cards,
                    commitment=shoe_commitment(salt, cards),
                )
            )
        )

    def _uniforms(self) -> tuple[Uniform, ...]:
        return tuple(
            Uniform(meter=meter, value=HIGHEST_UNIFORM) for meter in self.setup.rules.must_hit_by
        )


def _opened(
    setup: TableSetup,
    hand: str = "QS JD",
    dealer: str = "KS 7C",
    then: str = "",
    *,
    credit_cents: int = CREDIT_CENTS,
) -> _Table:
    """A table whose seat will get this hand against these dealer's cards, and then these."""
    seats = _seats(setup)
    standing = iter(STANDING.split())
    hands = {
        seat: hand.split() if seat == shown_seat(setup) else [next(standing), next(standing)]
        for seat in seats
    }
    up, hole = dealer.split()
    order = [hands[seat][0] for seat in seats] + [up]
    order += [hands[seat][1] for seat in seats] + [hole, *then.split()]
    return _Table(setup, tuple(card(text) for text in order), credit_cents=credit_cents)


def _idle(setup: TableSetup) -> Screen:
    table = _opened(setup, credit_cents=0)
    return Screen(table.told(table.view()))


def _betting(setup: TableSetup) -> Screen:
    table = _opened(setup)
    return Screen(table.told(table.view()))


def _chips(setup: TableSetup) -> Screen:
    table = _opened(setup)
    table.place()
    return Screen(table.told(table.view(timer=TIMER)))


def _ready(setup: TableSetup) -> Screen:
    table = _opened(setup)
    table.place(is_ready=True)
    return Screen(table.told(table.view(timer=TIMER, is_calling=True)))


def _locked(setup: TableSetup) -> Screen:
    table = _opened(setup)
    table.lock(draws=False)
    return Screen(table.told(table.view()))


def _waiting(setup: TableSetup) -> Screen:
    table = _opened(setup)
    table.lock()
    return Screen(table.told(table.view(timer=TIMER)))


def _deciding(setup: TableSetup) -> _Table:
    """A table at which the shown seat has the turn."""
    table = _opened(setup)
    table.lock()
    table.stand_until(table.seat)
    return table


def _decision(setup: TableSetup) -> Screen:
    table = _deciding(setup)
    return Screen(table.told(table.view(timer=TIMER)))


def _splits(hands: int, then: str) -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        most = min(hands, setup.rules.house.resplit_hands)
        table = _opened(setup, "8S 8D", "6S 7C", then)
        table.lock()
        table.stand_until(table.seat)
        for _ in range(most - 1):
            table.do(c.Split(table.seat, 0))
        table.do(c.Hit(table.seat, 0))
        return Screen(table.told(table.view(timer=TIMER)))

    return make


def _insurance(hand: str) -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        table = _opened(setup, hand, "AS 9H")
        table.lock()
        return Screen(table.told(table.view(timer=TIMER)))

    return make


def _result(hand: str, dealer: str, then: str = "") -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        table = _opened(setup, hand, dealer, then)
        table.lock()
        table.stand_until(None)
        return Screen(table.told(table.view()))

    return make


def _after(setup: TableSetup) -> Screen:
    """Bets are open again, and the last round is still in view."""
    table = _opened(setup, "TS 9S", "6S TH", "8H")
    table.lock()
    table.stand_until(None)
    table.next_round()
    return Screen(table.told(table.view()))


def _reality(setup: TableSetup) -> Screen:
    table = _opened(setup)
    return Screen(table.told(table.view(reality_ms=0)))


def _tilt(tilt: Tilt) -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        table = _deciding(setup)
        return Screen(table.told(table.view(tilt=tilt)))

    return make


def _witness_away(setup: TableSetup) -> Screen:
    table = _opened(setup)
    return Screen(table.told(table.view(is_witnessed=False)))


def _link_lost(setup: TableSetup) -> Screen:
    return msgspec.structs.replace(_decision(setup), is_lost=True)


def _touched(*touches: str) -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        return msgspec.structs.replace(_chips(setup), touches=touches)

    return make


def _reviewed(*touches: str) -> Callable[[TableSetup], Screen]:
    def make(setup: TableSetup) -> Screen:
        table = _opened(setup, "8S 8D", "6S TH", "3D TC 5H 9H 2H")
        table.lock()
        table.stand_until(table.seat)
        table.do(c.Split(table.seat, 0))
        table.stand_until(None)
        told = table.told(table.view())
        return Screen(told, touches=("review", *touches), review=table.review())

    return make


_PLAIN: dict[str, Callable[[TableSetup], Screen]] = {
    "idle": _idle,
    "betting": _betting,
    "chips": _chips,
    "ready": _ready,
    "no_more_bets": _locked,
    "waiting": _waiting,
    "decision": _decision,
    "split_2": _splits(2, "2H 5C 3D"),
    "split_most": _splits(8, "8H 8C 3D 4D 5H 7D 2S 6H"),
    "insurance": _insurance("TS 9H"),
    "even_money": _insurance("AC KS"),
    "win": _result("TS 9S", "6S TH", "8H"),
    "great_win": _result("AH AC", "AD AS", "5H 5D 9C"),
    "lose": _result("TS 6H", "KD 9H"),
    "dealer_blackjack": _result("7S 7H", "AD KS", "9H"),
    "award": _result("QH QH", "AH KH"),
    "bets_again": _after,
    "reality_check": _reality,
    "out_of_service": _tilt("generator"),
    "witness_away": _witness_away,
    "link_lost": _link_lost,
    "menu": _touched("menu"),
    "review": _reviewed(),
    "review_step": _reviewed("review_first", "review_next", "review_next"),
}


def screens(setup: TableSetup) -> dict[str, Callable[[], Screen]]:
    """Every screen of this table's stations, by name, each made when it is asked for."""
    found = {name: _bound(make, setup) for name, make in _PLAIN.items()}
    tabs = [limits.wager for limits in setup.limits]
    tabs += ["basic_strategy"] if setup.strategy else []
    for tab in tabs:
        found[f"help_{tab}"] = _bound(_touched("pays", f"help:{tab}"), setup)
    return found


def _bound(make: Callable[[TableSetup], Screen], setup: TableSetup) -> Callable[[], Screen]:
    return lambda: make(setup)

"""Playing a scenario through the real table and ledger."""

from msgspec import Struct

from table_app.errors import BadInputError
from table_app.game.round.lock import count_accepted
from table_app.game.round.script import ShoeEmptyError
from table_app.game.rules import BLACKJACK
from table_app.ledger.accounts import may_be_negative
from table_app.ledger.postings import all_transfers
from table_app.simulation.scenario import HIGHEST_UNIFORM, Scenario, ScenarioSeat
from table_app.simulation.strategy import HAND_COMMANDS
from table_app.table.balances import expected_balances
from table_app.table.decide import Decision, decide
from table_app.table.layout import Layout, why_no_deal, why_no_layout
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.facts import Fact
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.secrets import Uniform


class Refused(Struct, frozen=True):
    """Something a seat of the scenario asked for and did not get."""

    seat: int
    what: str
    why: str


class Replayed(Struct, frozen=True):
    """A scenario that was played to its end."""

    state: TableState
    facts: tuple[Fact, ...]
    refused: tuple[Refused, ...]
    balanced: bool


def replay(scenario: Scenario) -> Replayed:
    """Play the scenario; raises BadInputError when the file cannot be played to its end."""
    player = _Player(scenario)
    try:
        player.play()
    except ShoeEmptyError as error:
        raise BadInputError(f"{scenario.path}: shoe: too short: {error}") from error
    return Replayed(
        state=player.state,
        facts=tuple(player.facts),
        refused=tuple(player.refused),
        balanced=_is_balanced(player.state, tuple(player.facts)),
    )


class _Player:
    """Speaks for every seat of a scenario, in the order in which the table asks."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.state = TableState()
        self.facts: list[Fact] = []
        self.refused: list[Refused] = []
        self._actions = {seat.number: list(seat.actions) for seat in scenario.seats}
        self._seats = {seat.number: seat for seat in scenario.seats}

    def play(self) -> None:
        self._open()
        wagers = tuple(self._accepted_wagers(seat) for seat in self.scenario.seats)
        playing = tuple(seat for seat in wagers if seat.wagers)
        if playing:
            self._lock(playing)
            self._refuse_insurance_not_due()
            while self.state.round is not None and self.state.round.stage != "closed":
                self._answer()
        self._close_awards()
        for seat, left in self._actions.items():
            if left:
                raise BadInputError(
                    f"{self.scenario.path}: seat {seat}: actions: {left} left over: "
                    f"the round was over before they were asked"
                )

    def _open(self) -> None:
        setup = self.scenario.setup
        self._must(
            c.OpenTable(
                table=setup.name,
                engine_sha256="",
                rules_sha256=setup.rules_sha256,
                is_demo=setup.is_demo,
                decks=setup.decks,
                paytables=(),
                meters=self.scenario.meters,
            )
        )
        for seat in self.scenario.seats:
            if seat.credit_cents:
                self._must(c.AddDemoCredit(seat.number, seat.credit_cents))
        shoe = Shoe(shoe_id="scenario", salt=b"", cards=self.scenario.shoe, commitment="")
        self._must(c.OpenBets(shoe))

    def _lock(self, playing: tuple[c.SeatWagers, ...]) -> None:
        rules = self.scenario.setup.rules
        uniforms = tuple(
            Uniform(meter=start.meter, value=HIGHEST_UNIFORM)
            for start in self.scenario.meters
            if start.trigger is not None
            for _ in playing  # each seat may restart the meter once
        )
        self._must(c.LockBets(playing, count_accepted(rules, playing), uniforms))
        assert self.state.round is not None
        if self.state.round.stage == "dynamic":
            self._must(c.DrawDynamicPays(self.scenario.dynamic_pays))

    def _close_awards(self) -> None:
        if self.scenario.attendant is None:
            return
        for waiting in self.state.awards:
            self._must(
                c.CloseAward(
                    seat=waiting.seat,
                    award=waiting.award,
                    method=self.scenario.attendant,
                    attendant="attendant",
                    supervisor="supervisor",
                )
            )

    def _accepted_wagers(self, seat: ScenarioSeat) -> c.SeatWagers:
        """The Blackjack wager first, then the others as they stand in the file."""
        accepted: tuple[c.WagerStake, ...] = ()
        for placed in sorted(seat.wagers, key=lambda placed: placed.wager != BLACKJACK):
            layout = (*accepted, placed)
            setup = self.scenario.setup
            refusal = why_no_layout(
                setup, layout, self.state.credit_cents(seat.number)
            ) or why_no_deal(setup, Layout(wagers=layout))
            if refusal is None:
                accepted = layout
            else:
                self._refuse(seat.number, placed.wager, refusal)
        return c.SeatWagers(seat.number, accepted)

    def _refuse_insurance_not_due(self) -> None:
        state = self.state.round
        assert state is not None
        for seat in self.scenario.seats:
            box = state.box(seat.number)
            is_asked = box is not None and box.insurance == "asked"
            if not is_asked and seat.insurance_cents is not None:
                self._refuse(seat.number, "insurance", Refusal("not_offered"))
            if not is_asked and seat.even_money:
                self._refuse(seat.number, "even_money", Refusal("not_offered"))

    def _answer(self) -> None:
        state = self.state.round
        assert state is not None
        if state.stage == "insurance":
            asked = next(box.seat for box in state.boxes if box.insurance == "asked")
            self._answer_insurance(self._seats[asked])
        else:
            assert state.turn is not None
            self._answer_turn(state.turn.seat, state.turn.hand)

    def _answer_insurance(self, seat: ScenarioSeat) -> None:
        if seat.even_money and self._try(c.TakeEvenMoney(seat.number), "even_money"):
            return
        if seat.insurance_cents is not None and self._try(
            c.TakeInsurance(seat.number, seat.insurance_cents), "insurance"
        ):
            return
        self._must(c.DeclineInsurance(seat.number))

    def _answer_turn(self, seat: int, hand: int) -> None:
        actions = self._actions[seat]
        while actions:
            action = actions.pop(0)
            if self._try(HAND_COMMANDS[action](seat, hand), action):
                return
        self._must(c.Stand(seat, hand))

    def _try(self, command: c.RoundCommand, what: str) -> bool:
        decision = decide(self.scenario.setup, self.state, command)
        if isinstance(decision, Refusal):
            self._refuse(command.seat, what, decision)
            return False
        self._take(decision)
        return True

    def _must(self, command: c.JournaledCommand) -> None:
        decision = decide(self.scenario.setup, self.state, command)
        assert isinstance(decision, Decision), (command, decision)
        self._take(decision)

    def _take(self, decision: Decision) -> None:
        self.facts.extend(decision.facts)
        self.state = decision.state

    def _refuse(self, seat: int, what: str, refusal: Refusal) -> None:
        self.refused.append(Refused(seat, what, refusal.code))


def _is_balanced(state: TableState, facts: tuple[Fact, ...]) -> bool:
    """Whether ledger and table agree: credits, meters, reserves; nothing in play, none negative."""
    balances: dict[str, int] = {}
    for moved in all_transfers(facts):
        balances[moved.debit] = balances.get(moved.debit, 0) - moved.amount_micros
        balances[moved.credit] = balances.get(moved.credit, 0) + moved.amount_micros
    expected = expected_balances(state, len(state.credits_cents))
    return (
        sum(balances.values()) == 0
        and all(value >= 0 or may_be_negative(name) for name, value in balances.items())
        and all(balances.get(account, 0) == amount for account, amount in expected)
    )

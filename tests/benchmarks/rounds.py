"""Full rounds a second, engine and ledger without disk: seven seats, every wager, one core.

    python -m tests.benchmarks.rounds [ROUNDS]

Bar (design, section 10): 1,000 rounds a second, and flat memory over 10^5 rounds.
"""

import gc
import resource
import sys
import time

from table_app.config_loader import default_table, load_strategy, load_table, shipped_config
from table_app.game.dynamic import pick_dynamic_pays
from table_app.game.round.lock import count_accepted
from table_app.rng.entropy import KernelSource
from table_app.rng.generator import Generator
from table_app.simulation.strategy import answer
from table_app.table.decide import Decision, decide
from table_app.table.opening import opening
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import commands as c
from table_app.vocabulary.secrets import Uniform

ROUNDS = 2_000


class Table:
    """A table without disk that plays rounds; `spent_ns` is the CPU of rules and ledger alone."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        strategy = load_strategy(shipped_config(), setup.rules.house.name, setup.decks)
        assert strategy is not None
        self.strategy = strategy.table
        self.generator = Generator(KernelSource(), b"benchmark")
        self.state = TableState()
        self.spent_ns = 0
        self.facts = 0
        self.balances: dict[str, int] = {}
        self._do(self._open_table())

    def play(self) -> None:
        """One round, all seats, all wagers."""
        number = self.state.round.round + 1 if self.state.round else 1
        self._do(c.OpenBets(self.generator.new_shoe(self.setup.decks, number)))
        for seat in range(1, self.setup.seats + 1):
            if self.state.credit_cents(seat) < 100_000:
                self._do(c.AddDemoCredit(seat, 1_000_000))
        wagers = tuple(
            c.SeatWagers(
                seat,
                tuple(
                    c.WagerStake(limits.wager, limits.minimum_cents) for limits in self.setup.limits
                ),
            )
            for seat in range(1, self.setup.seats + 1)
        )
        self._do(c.LockBets(wagers, count_accepted(self.setup.rules, wagers), self._uniforms()))
        while (current := self.state.round) is not None and current.stage != "closed":
            if current.stage == "dynamic":
                offered = next(each for each in self.setup.rules.offered if each.has_dynamic_pays)
                draw = self.generator.dynamic_draw(number)
                pays = pick_dynamic_pays(offered.paytable.rows, offered.weights, draw)
                self._do(c.DrawDynamicPays(pays))
            else:
                self._do(self.choose())
        for waiting in self.state.awards:
            self._do(c.CloseAward(waiting.seat, waiting.award, "to_credit", "one", "two"))

    def choose(self) -> c.RoundCommand:
        """What the seat that is asked answers."""
        return answer(self.strategy, self.setup.rules, self.state)

    def _do(self, command: c.JournaledCommand) -> None:
        began = time.process_time_ns()
        decision = decide(self.setup, self.state, command)
        assert isinstance(decision, Decision), (command, decision)
        for moved in decision.transfers:
            self.balances[moved.debit] = self.balances.get(moved.debit, 0) - moved.amount_micros
            self.balances[moved.credit] = self.balances.get(moved.credit, 0) + moved.amount_micros
        self.state = decision.state
        self.spent_ns += time.process_time_ns() - began
        self.facts += len(decision.facts)

    def _uniforms(self) -> tuple[Uniform, ...]:
        return tuple(self.generator.uniform(meter, 0) for meter in self.setup.rules.must_hit_by)

    def _open_table(self) -> c.OpenTable:
        return opening(self.setup, "", self._uniforms())


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    table = Table(load_table(default_table(), shipped_config()))
    for _ in range(rounds // 10):
        table.play()
    gc.collect()
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table.spent_ns = table.facts = 0
    for _ in range(rounds):
        table.play()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - resident
    assert sum(table.balances.values()) == 0
    seconds = table.spent_ns / 1e9
    print(f"{rounds} rounds, {table.facts / rounds:.0f} facts each")
    print(f"{rounds / seconds:.0f} rounds/s of rules and ledger ({seconds:.2f} s CPU)")
    print(f"resident memory grew by {grown} KiB")


if __name__ == "__main__":
    main()

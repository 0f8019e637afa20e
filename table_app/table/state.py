"""The table between and during rounds: a fold of its facts, with nothing else in it."""

from msgspec import Struct

from table_app.game.progressive import Meter, find
from table_app.game.round.state import ReservedAward, RoundState
from table_app.table.setup import SEATS_MAX
from table_app.vocabulary.commands import PlaySession, SeatWagers
from table_app.vocabulary.facts import RoundFact, TableOpened

NOBODY = PlaySession()


class TableState(Struct, frozen=True):
    """`credits_cents` by seat, seat 1 first; `round` is the open round or the last closed one.

    `previous` is the round before it; `last_wagers` are what each seat placed in the last round
    it played; `round_facts` are the facts of `round` from its lock on,
    and `credits_before_cents` and `meters_before` what stood just before that lock. `awards`
    are those that wait for attendants, `held_rounds` the rounds that won them. `sessions` are by
    seat like the credits. `rounds_before` is the last round of earlier epochs of the log, and
    `is_over` says that this one is closed.
    """

    opened: TableOpened | None = None
    credits_cents: tuple[int, ...] = (0,) * SEATS_MAX
    round: RoundState | None = None
    previous: RoundState | None = None
    last_wagers: tuple[SeatWagers, ...] = ()
    round_facts: tuple[RoundFact, ...] = ()
    credits_before_cents: tuple[int, ...] = (0,) * SEATS_MAX
    meters: tuple[Meter, ...] = ()
    meters_before: tuple[Meter, ...] = ()
    awards: tuple[ReservedAward, ...] = ()
    award_count: int = 0
    held_rounds: tuple[RoundState, ...] = ()
    sessions: tuple[PlaySession, ...] = (NOBODY,) * SEATS_MAX
    rounds_before: int = 0
    is_over: bool = False

    @property
    def last_round(self) -> int:
        """The number of the open round or the last closed one, 0 before the first."""
        return self.round.round if self.round else self.rounds_before

    def credit_cents(self, seat: int) -> int:
        """What the seat may wager."""
        return self.credits_cents[seat - 1]

    def session(self, seat: int) -> PlaySession:
        """Who plays at the seat."""
        return self.sessions[seat - 1]

    def owned_cents(self, seat: int) -> int:
        """Credit, wagers in play and awards that wait: everything that is the seat's."""
        owned = self.credit_cents(seat)
        if self.round is not None and self.round.stage != "closed":
            box = self.round.box(seat)
            owned += box.unsettled_cents if box else 0
        if self.awards:
            owned += sum(award.amount_cents for award in self.awards_of(seat))
        return owned

    def meter(self, meter: str) -> Meter:
        """A progressive meter by its id."""
        return find(self.meters, meter)

    def held_round(self, seat: int) -> RoundState | None:
        """The round whose award this seat waits for, or None."""
        if not self.held_rounds:
            return None
        waiting = {award.award for award in self.awards_of(seat)}
        for held in self.held_rounds:
            box = held.box(seat)
            if box is not None and any(award.award in waiting for award in box.awards):
                return held
        return None

    def awards_of(self, seat: int) -> tuple[ReservedAward, ...]:
        """The awards of a seat that wait for attendants; they lock it between rounds."""
        if not self.awards:
            return ()
        return tuple(award for award in self.awards if award.seat == seat)

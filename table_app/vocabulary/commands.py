"""What can be asked of the table: one list, with commands of the table itself first.

Commands are imperative. `seat` counts from 1, `hand` from 0 at the seat's left. Money is cents.
Chance and time arrive here and nowhere else: a shuffled shoe, the end of a player's time.
The tags are written into journals and must never change or be used again.

| command            | asked by | journaled | leads to                                        |
| ------------------ | -------- | --------- | ----------------------------------------------- |
| OpenTable          | host     | yes       | TableOpened, EpochCarried, MeterOpened          |
| CloseEpoch         | host     | yes       | EpochClosed: nothing follows in this log        |
| OpenBets           | host     | yes       | BetsOpened                                      |
| LockBets           | host     | yes       | BetsLocked, meters, the deal, to a decision     |
| DrawDynamicPays    | host     | yes       | DynamicPaysDrawn, the deal, to a decision       |
| CloseAward         | staff    | yes       | AwardClosed                                     |
| ExpireTime         | host     | yes       | TimeExpired, then the safe answer for that seat |
| AddDemoCredit      | host     | yes       | DemoCreditAdded                                 |
| SetWagers          | player   | no        | a layout in memory: chips are not money yet     |
| SetReady           | player   | no        | the lock, when every seat with a wager is ready |
| RequestDemoCredit  | player   | no        | AddDemoCredit, on a demo table only             |
| RequestDemoValidation | player | no       | CloseAward, on a demo table only                |
| EndSession         | host     | yes       | SessionEnded: the seat's next credit begins anew |
| SetPreferences     | player   | no        | how the seat's screen looks and sounds          |
| ReviewRound        | player   | no        | a Review message: an earlier round of the seat  |
| CallAttendant      | player   | no        | the seat's call, until it is taken back         |
| ConfirmReality     | player   | no        | the next reality check is a whole period away   |
| TakeInsurance      | player   | yes       | InsuranceTaken                                  |
| TakeEvenMoney      | player   | yes       | EvenMoneyTaken                                  |
| DeclineInsurance   | player   | yes       | InsuranceDeclined                               |
| Hit Stand Double Split Surrender | player | yes | HandHit, HandStood, HandDoubled, ...        |
"""

from typing import Literal

from msgspec import Struct

from table_app.vocabulary.cards import Shoe
from table_app.vocabulary.secrets import Trigger, Uniform

AwardMethod = Literal["to_credit", "by_hand"]
Speed = Literal["slow", "normal", "fast", "instant"]
VOLUME_MAX = 10


class MeterStart(Struct, frozen=True):
    """What a meter begins with, in micro-dollars; `trigger` for a must-hit-by meter."""

    meter: str
    amount_micros: int
    reserve_micros: int
    trigger: Trigger | None


class AccountBalance(Struct, frozen=True):
    """What an account held, in micro-dollars."""

    account: str
    amount_micros: int


class PlaySession(Struct, frozen=True):
    """Whoever plays at a seat: what was paid in less what was paid out, and since which round.

    `first_round` is the first round that it can have played, 0 while nobody plays.
    """

    funded_cents: int = 0
    first_round: int = 0

    @property
    def is_open(self) -> bool:
        return self.first_round > 0


class Carried(Struct, frozen=True):
    """What an epoch of the log takes over from the one before it.

    `epoch` is the new one's number, from 2; `head` the signed note that closed the old log. `round`
    and `award` are the last numbers used, `sessions` and credits among `balances` are by seat.
    """

    epoch: int
    head: str
    round: int
    award: int
    balances: tuple[AccountBalance, ...]
    meters: tuple[MeterStart, ...]
    sessions: tuple[PlaySession, ...]
    last_wagers: "tuple[SeatWagers, ...]"


class OpenTable(Struct, frozen=True, tag="open_table", tag_field="command"):
    """The first command of a journal: whose record this is, and under which rules.

    `meters` are those that begin here; those that an earlier epoch kept are in `carried`.
    """

    table: str
    engine_sha256: str
    rules_sha256: str
    is_demo: bool
    decks: int
    paytables: tuple[tuple[str, str], ...]
    meters: tuple[MeterStart, ...] = ()
    carried: Carried | None = None


class CloseEpoch(Struct, frozen=True, tag="close_epoch", tag_field="command"):
    """The last command of a log: another engine or other rules go on in the next epoch."""

    engine_sha256: str
    rules_sha256: str


class OpenBets(Struct, frozen=True, tag="open_bets", tag_field="command"):
    """Open the next round with a freshly shuffled shoe."""

    shoe: Shoe


class WagerStake(Struct, frozen=True, gc=False, array_like=True):
    """One wager of a layout: `["lucky_aces", 500]`."""

    wager: str
    stake_cents: int


class SeatWagers(Struct, frozen=True, array_like=True):
    """All wagers of one seat, the Blackjack wager first."""

    seat: int
    wagers: tuple[WagerStake, ...]


class Accepted(Struct, frozen=True):
    """What the progressive system counted of one wager while bets were open."""

    wager: str
    count: int
    sum_cents: int


class LockBets(Struct, frozen=True, tag="lock_bets", tag_field="command"):
    """No more bets: the wagers of the whole table, in seat order.

    `accepted` has every progressive wager that was counted, `uniforms` at least one number for every
    must-hit-by meter, used in turn; one more is made of the last.
    """

    wagers: tuple[SeatWagers, ...]
    accepted: tuple[Accepted, ...] = ()
    uniforms: tuple[Uniform, ...] = ()


class DynamicPay(Struct, frozen=True):
    """A hand that pays more this round: `pays_for_1` replaces its row's odds (633b.25(g))."""

    outcome: str
    pays_for_1: int


class DrawDynamicPays(Struct, frozen=True, tag="draw_dynamic_pays", tag_field="command"):
    """The generator's one to three hands and their pays, for the whole table."""

    pays: tuple[DynamicPay, ...]


class ExpireTime(Struct, frozen=True, tag="expire_time", tag_field="command"):
    """The time of a seat that owes an answer is over."""

    seat: int


class EndSession(Struct, frozen=True, tag="end_session", tag_field="command"):
    """Whoever played at this seat has left it: without credit, and nobody touched it for a while."""

    seat: int


class AddDemoCredit(Struct, frozen=True, tag="add_demo_credit", tag_field="command"):
    """Credit without money, from the demo account; refused on a real table."""

    seat: int
    amount_cents: int


class CloseAward(Struct, frozen=True, tag="close_award", tag_field="command"):
    """Two people have validated a reserved award; it is paid by hand or to the credit."""

    seat: int
    award: int
    method: AwardMethod
    attendant: str
    supervisor: str


class SetWagers(Struct, frozen=True, tag="set_wagers", tag_field="command"):
    """The seat's whole layout; `revision` rises with each, so a resent one changes nothing."""

    seat: int
    revision: int
    wagers: tuple[WagerStake, ...]


class SetReady(Struct, frozen=True, tag="set_ready", tag_field="command"):
    """Deal, with the layout of this revision."""

    seat: int
    revision: int


class RequestDemoCredit(Struct, frozen=True, tag="request_demo_credit", tag_field="command"):
    """The player of a demo table asks for the demo's credit again."""

    seat: int


class RequestDemoValidation(
    Struct, frozen=True, tag="request_demo_validation", tag_field="command"
):
    """The player of a demo table has the seat's award validated without attendants."""

    seat: int


class Preferences(Struct, frozen=True):
    """How one seat's screen looks and sounds; `volume` is 0 (silent) to 10."""

    language: str = "en"
    volume: int = 5
    speed: Speed = "normal"
    has_four_colours: bool = False
    has_large_text: bool = False
    has_reduced_motion: bool = False
    is_left_handed: bool = False


class SetPreferences(Struct, frozen=True, tag="set_preferences", tag_field="command"):
    """The player's choices, all of them, until the session ends."""

    seat: int
    preferences: Preferences


class ReviewRound(Struct, frozen=True, tag="review_round", tag_field="command"):
    """Show an earlier round of this session: `back` 0 is the last one that has closed."""

    seat: int
    back: int


class CallAttendant(Struct, frozen=True, tag="call_attendant", tag_field="command"):
    """The player wants an attendant, or no longer does."""

    seat: int
    is_wanted: bool


class ConfirmReality(Struct, frozen=True, tag="confirm_reality", tag_field="command"):
    """The player has read how long the session lasts and where it stands."""

    seat: int


class TakeInsurance(Struct, frozen=True, tag="take_insurance", tag_field="command"):
    """Insure with this stake, at most half the Blackjack wager."""

    seat: int
    stake_cents: int


class TakeEvenMoney(Struct, frozen=True, tag="take_even_money", tag_field="command"):
    """Take 1 to 1 for a Blackjack now."""

    seat: int


class DeclineInsurance(Struct, frozen=True, tag="decline_insurance", tag_field="command"):
    """No insurance and no even money."""

    seat: int


class Hit(Struct, frozen=True, tag="hit", tag_field="command"):
    """Take a card."""

    seat: int
    hand: int


class Stand(Struct, frozen=True, tag="stand", tag_field="command"):
    """Keep the hand."""

    seat: int
    hand: int


class Double(Struct, frozen=True, tag="double", tag_field="command"):
    """Double the wager for exactly one more card."""

    seat: int
    hand: int


class Split(Struct, frozen=True, tag="split", tag_field="command"):
    """Make two hands of a pair, with a second wager equal to the first."""

    seat: int
    hand: int


class Surrender(Struct, frozen=True, tag="surrender", tag_field="command"):
    """Give up half the wager and the hand."""

    seat: int
    hand: int


HandCommand = Hit | Stand | Double | Split | Surrender
InsuranceCommand = TakeInsurance | TakeEvenMoney | DeclineInsurance
RoundCommand = HandCommand | InsuranceCommand | ExpireTime
LayoutCommand = SetWagers | SetReady | RequestDemoCredit | RequestDemoValidation
ScreenCommand = SetPreferences | ReviewRound | CallAttendant | ConfirmReality
TableCommand = OpenTable | CloseEpoch | OpenBets | AddDemoCredit | CloseAward | EndSession
"""Of the table around the rounds."""

HostCommand = TableCommand | LockBets | DrawDynamicPays | ExpireTime
PlayerCommand = LayoutCommand | ScreenCommand | InsuranceCommand | HandCommand
JournaledCommand = HostCommand | InsuranceCommand | HandCommand

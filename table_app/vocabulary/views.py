"""What one viewer sees. A station draws this and nothing else; it computes no rule and no amount.

Each update is what to animate (facts), the whole view, and what is legal now (inside the view).
All amounts are cents, all times milliseconds. Cards still face down are None.
"""

from typing import Literal

from msgspec import Struct

from table_app.vocabulary.cards import Card
from table_app.vocabulary.commands import (
    DynamicPay,
    PlayerCommand,
    Preferences,
    Speed,
    WagerStake,
)
from table_app.vocabulary.facts import HandResult, ShownFact
from table_app.vocabulary.refusals import Refusal

Phase = Literal["closed", "betting", "dynamic", "insurance", "decisions", "result"]
"""closed: no round is open yet. dynamic: no more bets, this round's pays are drawn. result: the round has closed, the next has not begun."""

Action = Literal["hit", "stand", "double", "split", "surrender"]


PayKind = Literal["to", "for", "dollars", "share"]


class PayRow(Struct, frozen=True):
    """One row of a paytable as the law prints it.

    `to`, `for`: `pays` to (for) `per`. `dollars`: `pays` cents. `share`: `pays` percent of `meter`.
    `dynamic` are the raised odds, for 1, that the generator may choose.
    """

    outcome: str
    pays: int
    per: int
    kind: PayKind = "to"
    meter: str = ""
    dynamic: tuple[int, ...] = ()


class HelpLine(Struct, frozen=True):
    """One thing the help says of a wager: a key that the station words, and its values.

    `amount` and `cap` are cents, `meter` a meter's short name, `moment` a moment of the round;
    `percent` and `odds` are decimals as they are shown.
    """

    key: str
    values: tuple[tuple[str, str], ...]


class WagerInfo(Struct, frozen=True):
    """A wager this table offers: its limits and, for a side wager, its paytable, best first."""

    wager: str
    minimum_cents: int
    maximum_cents: int
    paytable: str | None
    rows: tuple[PayRow, ...]
    chosen_suit: str = ""
    help: tuple[HelpLine, ...] = ()


class StrategyRow(Struct, frozen=True):
    """Basic strategy for one total or pair: the best actions against an ace, then 2 to 10.

    The points of a pair are those of one of its cards; the first action that is permitted is best.
    """

    kind: Literal["hard", "soft", "pair"]
    points: int
    actions: tuple[tuple[Action, ...], ...]


class LegalTexts(Struct, frozen=True):
    """What the jurisdiction wants to be read, in one language."""

    language: str
    help_line: str
    malfunction: str


class JurisdictionInfo(Struct, frozen=True):
    """What the jurisdiction asks of a station; the first language and speed are the house's."""

    name: str
    texts: tuple[LegalTexts, ...]
    speeds: tuple[Speed, ...]


class TableInfo(Struct, frozen=True):
    """What does not change while the table is open; sent once when a station connects."""

    table: str
    seat: int
    seats: int
    is_demo: bool
    decks: int
    chips_cents: tuple[int, ...]
    wagers: tuple[WagerInfo, ...]
    blackjack_pays: tuple[int, int]
    insurance_pays: tuple[int, int] | None
    dealer_hits_soft_17: bool
    demo_credit_cents: int
    jurisdiction: JurisdictionInfo
    strategy: tuple[StrategyRow, ...] = ()


class TimerView(Struct, frozen=True):
    """The time a seat has for its answer, as of this update."""

    left_ms: int
    total_ms: int


class DealerView(Struct, frozen=True):
    """The dealer's cards; the total counts what is face up and is None without cards."""

    cards: tuple[Card | None, ...]
    total: int | None
    is_soft: bool
    is_blackjack: bool


class HandView(Struct, frozen=True):
    """One hand of a box; `total` of a soft hand counts an ace as 11."""

    cards: tuple[Card, ...]
    total: int
    is_soft: bool
    is_blackjack: bool
    stake_cents: int
    is_active: bool
    result: HandResult | None
    paid_cents: int


class MeterView(Struct, frozen=True):
    """A progressive meter as it can be won now; `cap_cents` for a must-hit-by meter.

    `commitment` is that of its secret trigger, or empty.
    """

    wager: str
    meter: str
    amount_cents: int
    cap_cents: int | None
    commitment: str


class AwardView(Struct, frozen=True):
    """An award of this seat that waits for attendants."""

    award: int
    wager: str
    outcome: str
    amount_cents: int


class SpotView(Struct, frozen=True):
    """One wager's spot; `outcome` is None until it is settled.

    `making` is the row of its paytable that the cards in sight make so far, placed or not.

    The Blackjack spot's stake and paid are the sum over the seat's hands. `reserved_cents` are its
    awards that are not in `paid_cents`: attendants pay them.
    """

    wager: str
    stake_cents: int
    outcome: str | None
    paid_cents: int
    reserved_cents: int = 0
    making: str | None = None


class OptionView(Struct, frozen=True):
    """One decision: what it costs, and why it may not be taken (None: it may)."""

    action: Action
    hand: int
    cost_cents: int
    refusal: Refusal | None


class InsuranceView(Struct, frozen=True):
    """The insurance question to this seat; `insure` is refused when credit is short.

    `insured_paid_cents` is what the insurance brings when the dealer has a Blackjack.
    """

    stake_cents: int
    refusal: Refusal | None
    has_even_money: bool
    even_money_paid_cents: int
    insured_paid_cents: int = 0


class LayoutOfferView(Struct, frozen=True):
    """A whole layout the player may ask for with one touch, or why not.

    `left_out` names the wagers that could not be part of it.
    """

    wagers: tuple[WagerStake, ...]
    left_out: tuple[str, ...]
    refusal: Refusal | None


class BettingView(Struct, frozen=True):
    """The seat's chips before the lock, as the table holds them, and what may follow."""

    revision: int
    wagers: tuple[WagerStake, ...]
    is_ready: bool
    deal: Refusal | None
    doubled: LayoutOfferView
    repeat: LayoutOfferView


class SeatSummary(Struct, frozen=True):
    """Another seat as the table sees it."""

    seat: int
    bet_cents: int
    is_ready: bool
    is_active: bool
    hands: tuple[HandView, ...]


class SessionView(Struct, frozen=True):
    """The player's session at this seat: how long, and what it has brought or cost so far.

    `net_cents` is credit, wagers in play and awards that wait, less everything paid in.
    `reality_ms` is the time to the next reality check, 0 when it is due, None for none.
    """

    elapsed_ms: int
    net_cents: int
    reality_ms: int | None


Tilt = Literal["generator", "record", "witness", "software", "closed_by_staff"]
"""Why a table or a seat is out of service; the station has the words."""


class SeatView(Struct, frozen=True):
    """Everything one seat sees; `credit_cents` is less the chips on its layout.

    Before the first chip of a new round, dealer, hands and spots still show the last round.
    `shown_round` is the round they belong to. `extra_card` is the one card that a box with two 7s
    got for its Blazing 7's wager alone. `time_ms` is the host's wall clock. `tilt` stops the game.
    `is_witnessed` is False while the witness of the record does not answer.
    """

    seat: int
    phase: Phase
    round: int
    shown_round: int
    shoe_id: str
    shoe_commitment: str
    credit_cents: int
    total_bet_cents: int
    win_cents: int
    timer: TimerView | None
    dealer: DealerView
    hands: tuple[HandView, ...]
    spots: tuple[SpotView, ...]
    options: tuple[OptionView, ...]
    insurance: InsuranceView | None
    betting: BettingView | None
    demo_credit: Refusal | None
    demo_validation: Refusal | None
    meters: tuple[MeterView, ...]
    dynamic_pays: tuple[DynamicPay, ...]
    awards: tuple[AwardView, ...]
    active_seat: int | None
    others: tuple[SeatSummary, ...]
    extra_card: Card | None = None
    time_ms: int = 0
    session: SessionView | None = None
    preferences: Preferences = Preferences()
    is_calling: bool = False
    tilt: Tilt | None = None
    is_witnessed: bool = True


class ReviewStep(Struct, frozen=True):
    """One step of a closed round: what happened, and what lay on the table after it."""

    fact: ShownFact
    dealer: DealerView
    hands: tuple[HandView, ...]
    spots: tuple[SpotView, ...]
    extra_card: Card | None


class RoundSummary(Struct, frozen=True):
    """A closed round of this seat in one line: `back` counts from the last one."""

    back: int
    round: int
    staked_cents: int
    paid_cents: int


class Request(Struct, frozen=True, tag="request", tag_field="message"):
    """Station to host: one command under the station's next sequence number."""

    sequence: int
    command: PlayerCommand


class Welcome(Struct, frozen=True, tag="welcome", tag_field="message"):
    """Host to station, first: who it is and which sequence number comes next."""

    info: TableInfo
    next_sequence: int


class Answer(Struct, frozen=True, tag="answer", tag_field="message"):
    """Host to station: the request of this number was taken (None) or refused."""

    sequence: int
    refusal: Refusal | None


class Update(Struct, frozen=True, tag="update", tag_field="message"):
    """Host to station: what to animate, then the whole view.

    `version` rises by one per update of a station's connection; the first has no facts.
    """

    version: int
    facts: tuple[ShownFact, ...]
    view: SeatView


class Review(Struct, frozen=True, tag="review", tag_field="message"):
    """Host to station: an earlier round of this seat from its record, step by step.

    `rounds` are those that may be asked for, the last first; no steps: there is no such round.
    """

    back: int
    rounds: tuple[RoundSummary, ...]
    credit_before_cents: int = 0
    credit_after_cents: int = 0
    commitment: str = ""
    steps: tuple[ReviewStep, ...] = ()


ToStation = Welcome | Answer | Update | Review

"""What happened at the table: one list, in the past tense. Money moves because of facts alone.

A fact about a card that nobody may see yet carries its place in the shoe, not its face.
The tags are written into journals and must never change or be used again. Facts hold no cycles, so
the collector need not look at them (gc=False).

| fact              | money                                        | told to stations |
| ----------------- | -------------------------------------------- | ---------------- |
| TableOpened       |                                              | no               |
| EpochCarried      | carried -> all that held money, or back      | no: holds secrets|
| EpochClosed       |                                              | no               |
| DemoCreditAdded   | demo bank -> credit                          | its seat         |
| MeterOpened       | house -> meter, house -> reserve             | no: holds secrets|
| BetsOpened        |                                              | no: holds secrets|
| BetsLocked        |                                              | all              |
| WagersPlaced      | credit -> in play (coin in)                  | all              |
| ProgressiveReconciled |                                          | all              |
| MetersContributed | house -> meter, house -> reserve             | no: in the view  |
| MeterRestarted    | reserve -> meter, house -> meter             | no: holds secrets|
| DynamicPaysDrawn  |                                              | all              |
| CardDealt         |                                              | all              |
| UpcardDealt       |                                              | all              |
| HoleCardDealt     |                                              | all, as a place  |
| InsuranceOffered  |                                              | all              |
| InsuranceTaken    | credit -> in play (coin in)                  | all              |
| EvenMoneyTaken    |                                              | all              |
| InsuranceDeclined |                                              | all              |
| TimeExpired       |                                              | all              |
| HoleCardChecked   |                                              | all              |
| TurnBegan         |                                              | all              |
| HandHit           |                                              | all              |
| HandStood         |                                              | all              |
| HandDoubled       | credit -> in play (coin in)                  | all              |
| HandSplit         | credit -> in play (coin in)                  | all              |
| HandSurrendered   |                                              | all              |
| HoleCardTurned    |                                              | all              |
| DealerDrew        |                                              | all              |
| WagerSettled      | in play -> house, house -> credit (coin out) | all              |
| AwardReserved     | meter or house -> awards payable             | all              |
| ExtraCardDealt    |                                              | all              |
| HandSettled       | in play -> house, house -> credit (coin out) | all              |
| RoundClosed       |                                              | all              |
| AwardClosed       | awards payable -> credit or hand pay         | its seat         |
| SessionEnded      |                                              | its seat         |
"""

from typing import Literal

from msgspec import Struct

from table_app.vocabulary.cards import Card, Shoe
from table_app.vocabulary.commands import AwardMethod, Carried, DynamicPay, WagerStake
from table_app.vocabulary.secrets import Trigger

HandResult = Literal["blackjack", "win", "push", "lose", "bust", "surrender"]
AwardSource = Literal["table", "meter"]


class TableOpened(Struct, frozen=True, gc=False, tag="table_opened", tag_field="fact"):
    """A journal began."""

    table: str
    engine_sha256: str
    rules_sha256: str
    is_demo: bool
    decks: int
    paytables: tuple[tuple[str, str], ...]


class EpochCarried(Struct, frozen=True, gc=False, tag="epoch_carried", tag_field="fact"):
    """The journal goes on with what an earlier epoch of the log left."""

    carried: Carried


class EpochClosed(Struct, frozen=True, gc=False, tag="epoch_closed", tag_field="fact"):
    """The log is closed; the next epoch is decided by this engine under these rules."""

    engine_sha256: str
    rules_sha256: str


class DemoCreditAdded(Struct, frozen=True, gc=False, tag="demo_credit_added", tag_field="fact"):
    """Credit that no money stands behind."""

    seat: int
    amount_cents: int


class BetsOpened(Struct, frozen=True, gc=False, tag="bets_opened", tag_field="fact"):
    """A round began with this shoe."""

    round: int
    shoe: Shoe


class BetsLocked(Struct, frozen=True, gc=False, tag="bets_locked", tag_field="fact"):
    """No more bets."""

    round: int


class WagersPlaced(Struct, frozen=True, gc=False, tag="wagers_placed", tag_field="fact"):
    """The seat's wagers left its credit and are in play, the Blackjack wager first."""

    seat: int
    wagers: tuple[WagerStake, ...]


class CardDealt(Struct, frozen=True, gc=False, tag="card_dealt", tag_field="fact"):
    """A card, face up, to a hand of a box."""

    seat: int
    hand: int
    card: Card


class UpcardDealt(Struct, frozen=True, gc=False, tag="upcard_dealt", tag_field="fact"):
    """The dealer's first card, face up."""

    card: Card


class HoleCardDealt(Struct, frozen=True, gc=False, tag="hole_card_dealt", tag_field="fact"):
    """The dealer's second card, face down: `place` is its 0-based place in the shoe."""

    place: int


class InsuranceOffered(Struct, frozen=True, gc=False, tag="insurance_offered", tag_field="fact"):
    """The seats that owe an answer on insurance or even money."""

    seats: tuple[int, ...]


class InsuranceTaken(Struct, frozen=True, gc=False, tag="insurance_taken", tag_field="fact"):
    """An insurance wager is in play."""

    seat: int
    stake_cents: int


class EvenMoneyTaken(Struct, frozen=True, gc=False, tag="even_money_taken", tag_field="fact"):
    """The seat takes 1 to 1 for its Blackjack; HandSettled follows."""

    seat: int


class InsuranceDeclined(Struct, frozen=True, gc=False, tag="insurance_declined", tag_field="fact"):
    """The seat takes neither insurance nor even money."""

    seat: int


class TimeExpired(Struct, frozen=True, gc=False, tag="time_expired", tag_field="fact"):
    """The seat did not answer in time; the safe answer follows."""

    seat: int


class HoleCardChecked(Struct, frozen=True, gc=False, tag="hole_card_checked", tag_field="fact"):
    """The card reader said whether the dealer has a Blackjack, without showing the card."""

    is_blackjack: bool


class TurnBegan(Struct, frozen=True, gc=False, tag="turn_began", tag_field="fact"):
    """This hand owes a decision."""

    seat: int
    hand: int


class HandHit(Struct, frozen=True, gc=False, tag="hand_hit", tag_field="fact"):
    """The hand takes a card; CardDealt follows."""

    seat: int
    hand: int


class HandStood(Struct, frozen=True, gc=False, tag="hand_stood", tag_field="fact"):
    """The hand is finished as it is: chosen, at 21, after a double, or a split ace."""

    seat: int
    hand: int


class HandDoubled(Struct, frozen=True, gc=False, tag="hand_doubled", tag_field="fact"):
    """The hand's wager grew by `stake_cents`; CardDealt follows."""

    seat: int
    hand: int
    stake_cents: int


class HandSplit(Struct, frozen=True, gc=False, tag="hand_split", tag_field="fact"):
    """The second card moved to a new hand at `hand + 1` with a wager of `stake_cents`."""

    seat: int
    hand: int
    stake_cents: int


class HandSurrendered(Struct, frozen=True, gc=False, tag="hand_surrendered", tag_field="fact"):
    """The hand is given up; HandSettled follows."""

    seat: int
    hand: int


class HoleCardTurned(Struct, frozen=True, gc=False, tag="hole_card_turned", tag_field="fact"):
    """The hole card is face up."""

    card: Card


class DealerDrew(Struct, frozen=True, gc=False, tag="dealer_drew", tag_field="fact"):
    """One more card to the dealer, face up."""

    card: Card


class WagerSettled(Struct, frozen=True, gc=False, tag="wager_settled", tag_field="fact"):
    """A side wager or insurance is decided; `paid_cents` counts a returned stake.

    A reserved award is not in `paid_cents`: its AwardReserved follows.
    """

    seat: int
    wager: str
    outcome: str
    stake_cents: int
    paid_cents: int
    source: AwardSource


class HandSettled(Struct, frozen=True, gc=False, tag="hand_settled", tag_field="fact"):
    """A Blackjack wager is decided; `paid_cents` counts a returned stake."""

    seat: int
    hand: int
    result: HandResult
    stake_cents: int
    paid_cents: int


class MeterOpened(Struct, frozen=True, gc=False, tag="meter_opened", tag_field="fact"):
    """A meter began; `trigger` is the secret amount of a must-hit-by meter."""

    meter: str
    amount_micros: int
    reserve_micros: int
    trigger: Trigger | None


class ProgressiveReconciled(
    Struct, frozen=True, gc=False, tag="progressive_reconciled", tag_field="fact"
):
    """What the progressive system accepted of a wager, and what was debited.

    Where they differ the wager went back before the deal (633b.22(f), 633b.25(f), 633c.6(f)).
    """

    wager: str
    accepted_count: int
    accepted_cents: int
    debited_count: int
    debited_cents: int
    is_returned: bool


class Contribution(Struct, frozen=True, gc=False):
    """What a wager added to a meter and to its reserve, in micro-dollars."""

    meter: str
    amount_micros: int
    reserve_micros: int


class MetersContributed(Struct, frozen=True, gc=False, tag="meters_contributed", tag_field="fact"):
    """A seat's wagers raised their meters and reserves."""

    seat: int
    parts: tuple[Contribution, ...]


class AwardReserved(Struct, frozen=True, gc=False, tag="award_reserved", tag_field="fact"):
    """An award left its meter (or the house, `meter` None) and waits to be validated.

    `award` counts the table's awards from 1.
    """

    seat: int
    award: int
    wager: str
    outcome: str
    meter: str | None
    amount_cents: int


class MeterRestarted(Struct, frozen=True, gc=False, tag="meter_restarted", tag_field="fact"):
    """A meter that paid in full begins again with what is left, its reserve, and the house's part."""

    meter: str
    from_reserve_micros: int
    from_house_micros: int
    trigger: Trigger | None


class DynamicPaysDrawn(Struct, frozen=True, gc=False, tag="dynamic_pays_drawn", tag_field="fact"):
    """The hands that pay more this round, frozen until it closes."""

    pays: tuple[DynamicPay, ...]


class ExtraCardDealt(Struct, frozen=True, gc=False, tag="extra_card_dealt", tag_field="fact"):
    """One card for a box's Blazing 7's wager alone, against a dealer Blackjack (633c.9(d)(4))."""

    seat: int
    card: Card


class AwardClosed(Struct, frozen=True, gc=False, tag="award_closed", tag_field="fact"):
    """A validated award was paid; its seat is free again when it has no other."""

    seat: int
    award: int
    method: AwardMethod
    is_from_meter: bool
    amount_cents: int
    attendant: str
    supervisor: str


class SessionEnded(Struct, frozen=True, gc=False, tag="session_ended", tag_field="fact"):
    """Whoever played at this seat has left; what is credited to it next begins a new session."""

    seat: int


class RoundClosed(Struct, frozen=True, gc=False, tag="round_closed", tag_field="fact"):
    """Every wager of the round is settled; its record opens the shoe."""

    round: int


RoundFact = (
    BetsLocked
    | ProgressiveReconciled
    | WagersPlaced
    | MetersContributed
    | MeterRestarted
    | DynamicPaysDrawn
    | CardDealt
    | UpcardDealt
    | HoleCardDealt
    | InsuranceOffered
    | InsuranceTaken
    | EvenMoneyTaken
    | InsuranceDeclined
    | TimeExpired
    | HoleCardChecked
    | TurnBegan
    | HandHit
    | HandStood
    | HandDoubled
    | HandSplit
    | HandSurrendered
    | HoleCardTurned
    | DealerDrew
    | WagerSettled
    | AwardReserved
    | ExtraCardDealt
    | HandSettled
    | RoundClosed
)
"""The facts of a round from its lock to its close."""

Fact = (
    TableOpened
    | EpochCarried
    | EpochClosed
    | MeterOpened
    | DemoCreditAdded
    | BetsOpened
    | RoundFact
    | AwardClosed
    | SessionEnded
)

ShownFact = (
    DemoCreditAdded
    | BetsLocked
    | ProgressiveReconciled
    | WagersPlaced
    | DynamicPaysDrawn
    | CardDealt
    | UpcardDealt
    | HoleCardDealt
    | InsuranceOffered
    | InsuranceTaken
    | EvenMoneyTaken
    | InsuranceDeclined
    | TimeExpired
    | HoleCardChecked
    | TurnBegan
    | HandHit
    | HandStood
    | HandDoubled
    | HandSplit
    | HandSurrendered
    | HoleCardTurned
    | DealerDrew
    | WagerSettled
    | AwardReserved
    | ExtraCardDealt
    | HandSettled
    | RoundClosed
    | AwardClosed
    | SessionEnded
)
"""The facts that a station may be told."""

"""The cards of every scenario are found in its shoe, and no others."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from table_app.config_loader import shipped_config
from table_app.errors import StoreError
from table_app.simulation.replay import replay
from table_app.simulation.scenario import read_scenario
from table_app.store.opening import check_seat, check_table
from table_app.table.record import SeatPart, ShoeRecord, TablePart, TriggerRecord, record_parts
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK, Card, shoe_commitment
from table_app.vocabulary.secrets import Trigger

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))


def parts_of(path: Path) -> tuple[TablePart, tuple[SeatPart, ...]]:
    state = replay(read_scenario(path, shipped_config())).state
    (_, table), *seats = record_parts(state)
    return (
        msgspec.json.decode(table, type=TablePart),
        tuple(msgspec.json.decode(body, type=SeatPart) for _, body in seats),
    )


@pytest.fixture(scope="module")
def seven_seats() -> tuple[TablePart, tuple[SeatPart, ...]]:
    return parts_of(SCENARIOS[0].with_name("seven-seats-every-ending.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_seat_of_every_scenario_was_dealt_from_its_shoe(path: Path) -> None:
    table, seats = parts_of(path)

    for seat in seats:
        check_seat(table, seat)
    assert table.seats == tuple(seat.seat for seat in seats)


def with_last_card(seat: SeatPart, other: str) -> SeatPart:
    """The seat with another card for the last one that it was dealt, in its hand too."""
    last = max(at for at, fact in enumerate(seat.story) if isinstance(fact, f.CardDealt))
    fact = seat.story[last]
    assert isinstance(fact, f.CardDealt)
    changed = replace(fact, card=Card(other))
    hand = seat.hands[fact.hand]
    at = len(hand.cards) - 1 - hand.cards[::-1].index(fact.card)
    cards = (*hand.cards[:at], Card(other), *hand.cards[at + 1 :])
    hands = list(seat.hands)
    hands[fact.hand] = replace(hand, cards=cards)
    story = (*seat.story[:last], changed, *seat.story[last + 1 :])
    return replace(seat, hands=tuple(hands), story=story)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_a_seat_with_a_card_that_was_not_there_is_found(
    seven_seats: tuple[TablePart, tuple[SeatPart, ...]], number: int
) -> None:
    table, seats = seven_seats

    with pytest.raises(StoreError, match=f"the cards of seat {number} are not those"):
        check_seat(table, with_last_card(seats[number - 1], "5H"))


def test_two_seats_cannot_exchange_their_parts(
    seven_seats: tuple[TablePart, tuple[SeatPart, ...]],
) -> None:
    table, seats = seven_seats

    with pytest.raises(StoreError, match="the cards of seat 2 are not those"):
        check_seat(table, replace(seats[0], seat=2))


def hit(trigger: Trigger, amount_cents: int) -> TriggerRecord:
    return TriggerRecord(trigger.meter, trigger.commitment, trigger.salt.hex(), amount_cents)


def test_a_trigger_opens_its_commitment_or_disagrees() -> None:
    trigger = Trigger(meter="super_4.mystery", amount_cents=25_001, salt=b"t" * 32)
    table = whole_table(hit(trigger, 25_001))

    check_table(table)
    with pytest.raises(StoreError, match=r"trigger of super_4\.mystery does not open"):
        check_table(replace(table, triggers_hit=(hit(trigger, 25_000),)))


def whole_table(*hits: TriggerRecord) -> TablePart:
    """A table whose one deck lay in factory order: the dealer had the 2 and the 4 of spades."""
    return TablePart(
        round=1,
        table="test",
        is_demo=True,
        engine_sha256="",
        rules_sha256="",
        decks=1,
        paytables=(),
        shoe=ShoeRecord("shoe", shoe_commitment(b"s", DECK), b"s".hex(), "".join(DECK), 4),
        seats=(1,),
        dealer=(Card("2S"), Card("4S")),
        dynamic_pays=(),
        reconciled=(),
        meters=(),
        triggers_hit=hits,
    )

"""The records of all rounds against what the players asked for, were answered and saw."""

from collections import Counter

import msgspec

from table_app.store import keys as store_keys
from table_app.store.audit import audit
from table_app.store.database import DATABASE_FILE
from table_app.store.journal import Store
from table_app.table.record import SeatPart, TablePart
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from tests.system.floor import WAGERS, Floor, Player


def check_rounds(floor: Floor, *, paid_in_cents: int) -> int:
    """Every round is there once and begins with what the one before left; how many there are."""
    database = floor.data / DATABASE_FILE
    keys = store_keys.load(floor.keys)
    report = audit(database, keys)
    assert report.disagreement is None
    with Store.open(database, keys) as store:
        rounds = sorted(store.last_rounds(1_000_000))
        assert rounds == list(range(1, report.rounds + 1))
        _check_tables(floor, store, rounds)
        for player in floor.players:
            _check_seat(store, rounds, player, paid_in_cents)
            _check_answers(store, player)
    return report.rounds


def _check_tables(floor: Floor, store: Store, rounds: list[int]) -> None:
    """The shoe that is opened is the one that was committed to, under every process."""
    for number in rounds:
        part = {part.name: part.body for part in store.round_parts(number)}["table"]
        table = msgspec.json.decode(part, type=TablePart)
        for player in floor.players:
            assert player.commitments.get(number, set()) <= {table.shoe.commitment}


def _check_seat(store: Store, rounds: list[int], player: Player, credit_cents: int) -> None:
    for number in rounds:
        parts = {part.name: part.body for part in store.round_parts(number)}
        if f"seat-{player.seat}" not in parts:
            continue
        seat = msgspec.json.decode(parts[f"seat-{player.seat}"], type=SeatPart)
        assert seat.wagers == WAGERS
        assert seat.credit_before_cents == credit_cents
        credit_cents += _won(seat)
        assert seat.credit_after_cents == credit_cents
        credit_cents += sum(award.amount_cents for award in seat.awards)  # validated before it bets
        _check_story(seat, player)


def _won(seat: SeatPart) -> int:
    hands = sum(hand.paid_cents - hand.stake_cents for hand in seat.hands)
    return hands + sum(each.paid_cents - each.stake_cents for each in seat.settlements)


def _check_story(seat: SeatPart, player: Player) -> None:
    """Nobody's time ran out, and the record shows no card that the player did not see."""
    assert not any(isinstance(fact, f.TimeExpired) for fact in seat.story)
    cards = Counter(str(card) for hand in seat.hands for card in hand.cards)
    assert cards <= player.shown[seat.round]


def _check_answers(store: Store, player: Player) -> None:
    """What was asked was done once, and every answer but a last one came and is true."""
    done: dict[int, c.JournaledCommand] = {}
    for stored in store.entries():
        origin = stored.entry.origin
        if origin is not None and origin.seat == player.seat:
            assert origin.sequence not in done
            done[origin.sequence] = stored.entry.command
    for sequence, command in done.items():
        asked = player.asked[sequence]
        if isinstance(asked, c.RequestDemoValidation):
            assert isinstance(command, c.CloseAward)
            assert command.seat == player.seat
        else:
            assert asked == command
    unanswered = player.asked.keys() - player.answers.keys()
    taken = {
        sequence
        for sequence, refusal in player.answers.items()
        if refusal is None and not isinstance(player.asked[sequence], c.SetWagers | c.SetReady)
    }
    assert len(unanswered) <= 1
    assert taken == done.keys() - unanswered

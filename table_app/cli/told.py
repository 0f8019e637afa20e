"""A round's record told as a dealer would tell it: a page of 80 columns.

What it says of the shoe and the proof is true of what was checked before: it checks nothing.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from textwrap import wrap

from msgspec import Struct

from table_app.cli.lines import one_line
from table_app.game.hand import is_blackjack, total
from table_app.station.story import step_text
from table_app.station.texts import Texts
from table_app.station.words import outcome_text, wager_text
from table_app.store.checkpoint import Checkpoint
from table_app.store.entries import Header
from table_app.store.opening import cards_of
from table_app.table.record import MeterRecord, SeatPart, SettlementRecord, TablePart
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card, rank, suit

COLUMNS = 80
_LABEL, _AMOUNT, _EXACT_AMOUNT = 48, 15, 20
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_MICROS = 1_000_000

UNTOLD = (
    f.MetersContributed,
    f.MeterRestarted,
    f.ProgressiveReconciled,
    f.WagersPlaced,
    f.DynamicPaysDrawn,
    f.TurnBegan,
)
"""What stands elsewhere on the page, and turns, which the decisions show."""


class Told(Struct, frozen=True):
    """Parts of a round's record that were found under `head`, in the entry of `header`, and agree
    with the opened shoe.
    """

    table: TablePart
    seats: tuple[SeatPart, ...]
    header: Header
    head: Checkpoint


def page(told: Told) -> Iterator[str]:
    """The page, line by line."""
    texts, table = Texts("en"), told.table
    lines = [*_title(table, told.header), *_promise(texts, table)]
    for seat in told.seats:
        lines += _seat(texts, seat, table.dealer)
    lines += [*_meters(texts, table), *_opening(table), *_proof(told)]
    return map(one_line, lines)


def cards_text(cards: tuple[Card, ...]) -> str:
    """Cards as they look: `A♠ 10♥`."""
    return " ".join(
        ("10" if rank(card) == "T" else rank(card)) + _SYMBOLS[suit(card)] for card in cards
    )


def time_text(time_ms: int) -> str:
    """The moment in UTC, to the second; its milliseconds where no calendar has it."""
    try:
        at = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=time_ms)
    except OverflowError:
        return f"{time_ms} ms after 1970"
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _title(table: TablePart, header: Header) -> Iterator[str]:
    demo = "DEMO: no money is behind it" if table.is_demo else ""
    title = f"ROUND {table.round} at table {table.table}"
    yield f"{title}{demo:>{max(COLUMNS - len(title), len(demo) + 2)}}"
    yield f"closed {time_text(header.time_ms)}, {table.decks} decks"


def _promise(texts: Texts, table: TablePart) -> Iterator[str]:
    yield from ("", "BEFORE THE DEAL")
    yield "  Before any bet the shoe was sealed, and this fingerprint of it shown:"
    yield f"    {table.shoe.commitment}"
    for counted in table.reconciled:
        verdict = "not the same, so all came back" if counted.is_returned else "they agree"
        yield from _told(
            f"{wager_text(texts, counted.wager)}: {counted.accepted_count} accepted"
            f" ({texts.money(counted.accepted_cents)}), {counted.debited_count} debited"
            f" ({texts.money(counted.debited_cents)}): {verdict}",
            indent=2,
        )
    for raised in table.dynamic_pays:
        outcome = outcome_text(texts, raised.outcome)
        yield f"  21+3 Dynamic drew for this round: {outcome} pays {raised.pays_for_1} for 1"


def _seat(texts: Texts, part: SeatPart, dealer: tuple[Card, ...]) -> Iterator[str]:
    yield from ("", f"SEAT {part.seat}")
    yield _row("  credit before the bets", texts.money(part.credit_before_cents))
    for placed in part.wagers:
        wager = wager_text(texts, placed.wager)
        yield _row(f"    placed on {wager}", texts.money(placed.stake_cents))
    yield from ("", f"  Card by card, as seat {part.seat} saw it:")
    yield from _story(texts, part)
    yield ""
    blackjack = ", Blackjack" if is_blackjack(dealer) else ""
    yield f"  The dealer held {cards_text(dealer)}: {total(dealer).points}{blackjack}"
    yield _row("  What was paid (a stake that came back counts)", "staked", "paid")
    yield from _payments(texts, part)
    yield _row("  credit after the round", texts.money(part.credit_after_cents))
    yield from _awards(texts, part)


def _story(texts: Texts, part: SeatPart) -> Iterator[str]:
    """Every step; a hand's new card with what the hand then is."""
    hands: list[tuple[Card, ...]] = [()]
    for fact in part.story:
        if isinstance(fact, f.HandSplit):
            kept, moved = hands[fact.hand]
            hands[fact.hand : fact.hand + 1] = [(kept,), (moved,)]
        if isinstance(fact, f.CardDealt):
            hands[fact.hand] += (fact.card,)
            yield from _told(f"{_whose(part, fact)}card {_hand(hands[fact.hand])}")
        elif not isinstance(fact, UNTOLD):
            whose = "" if isinstance(fact, f.HandSettled) else _whose(part, fact)
            yield from _told(whose + step_text(texts, fact))


def _whose(part: SeatPart, fact: f.RoundFact) -> str:
    """Which hand it was, where the seat had more than one."""
    hand = getattr(fact, "hand", None)
    return "" if hand is None or len(part.hands) == 1 else f"hand {hand + 1}: "


def _hand(cards: tuple[Card, ...]) -> str:
    if len(cards) == 1:
        return cards_text(cards)
    worth = total(cards)
    return (
        f"{cards_text(cards[-1:])}: {cards_text(cards)} is"
        f" {'soft ' if worth.is_soft else ''}{worth.points}"
    )


def _payments(texts: Texts, part: SeatPart) -> Iterator[str]:
    for number, hand in enumerate(part.hands, start=1):
        which = f", hand {number}" if len(part.hands) > 1 else ""
        label = f"Blackjack{which}: {cards_text(hand.cards)} is {total(hand.cards).points}"
        label += f", {hand.result.upper()}"
        yield from _payment(texts, label, hand.stake_cents, hand.paid_cents)
    awards = {(award.wager, award.outcome): award.award for award in part.awards}
    for settled in part.settlements:
        label = _settlement(texts, settled)
        award = awards.get((settled.wager, settled.outcome))
        label += "" if award is None else f", and award {award} below"
        yield from _payment(texts, label, settled.stake_cents, settled.paid_cents)
    staked = sum(each.stake_cents for each in part.hands)
    staked += sum(each.stake_cents for each in part.settlements)
    paid = sum(each.paid_cents for each in part.hands)
    paid += sum(each.paid_cents for each in part.settlements)
    yield _row("    in all", texts.money(staked), texts.money(paid))


def _settlement(texts: Texts, settled: SettlementRecord) -> str:
    paytable = f", paytable {settled.paytable}" if settled.paytable else ""
    words = {"lose": "LOSE", "win": "WIN", "push": "PUSH"}
    outcome = words.get(settled.outcome) or outcome_text(texts, settled.outcome)
    return f"{wager_text(texts, settled.wager)}{paytable}: {outcome}"


def _payment(texts: Texts, label: str, stake_cents: int, paid_cents: int) -> Iterator[str]:
    """One payment; a long label takes lines of its own before the one with the amounts."""
    *before, last = wrap(label, _LABEL - 4, subsequent_indent="  ")
    yield from (f"    {line}" for line in before)
    yield _row(f"    {last}", texts.money(stake_cents), texts.money(paid_cents))


def _awards(texts: Texts, part: SeatPart) -> Iterator[str]:
    for award in part.awards:
        source = f"the meter {_meter(texts, award.meter)}" if award.meter else "the house"
        yield from _told(
            f"Award {award.award}: {texts.money(award.amount_cents)} for"
            f" {wager_text(texts, award.wager)}, {outcome_text(texts, award.outcome)}, from {source};"
            " on top of what was paid, once attendants have validated it",
            indent=2,
        )


def _meters(texts: Texts, table: TablePart) -> Iterator[str]:
    changed = [meter for meter in table.meters if meter.before_micros != meter.after_micros]
    if changed:
        yield ""
        yield _row("PROGRESSIVE METERS", "before", "after", width=_EXACT_AMOUNT)
    for meter in changed:
        yield from _meter_rows(texts, meter)
    for hit in table.triggers_hit:
        yield from _told(
            f"{_meter(texts, hit.meter)} had to be hit by a secret amount, now open:"
            f" {texts.money(hit.amount_cents)}. Its fingerprint and salt:",
            indent=2,
        )
        yield from (f"    {hit.commitment}", f"    {hit.salt_hex}")


def _meter_rows(texts: Texts, meter: MeterRecord) -> Iterator[str]:
    name = _meter(texts, meter.meter)
    yield _row(
        f"  {name}", _exact(meter.before_micros), _exact(meter.after_micros), width=_EXACT_AMOUNT
    )
    reserves = (meter.reserve_before_micros, meter.reserve_after_micros)
    if any(reserves):
        yield _row("    its reserve", *map(_exact, reserves), width=_EXACT_AMOUNT)


def _opening(table: TablePart) -> Iterator[str]:
    shoe, cards = table.shoe, cards_of(table.shoe)
    left = len(cards) - shoe.cards_dealt
    yield from ("", "THE SHOE, OPENED")
    yield f"  {shoe.cards_dealt} cards were dealt, in this order:"
    yield from _told(cards_text(cards[: shoe.cards_dealt]))
    yield f"  {left} were left:"
    yield from _told(cards_text(cards[shoe.cards_dealt :]))
    yield "  The salt that kept them secret:"
    yield f"    {shoe.salt_hex}"
    yield from _told(
        "The SHA-256 of the salt and of all the cards in order is the fingerprint that was shown"
        " before the bets: it is the shoe that was promised.",
        indent=2,
    )


def _proof(told: Told) -> Iterator[str]:
    header, head = told.header, told.head
    yield from ("", "THE PROOF")
    yield f"  rules     {told.table.rules_sha256}"
    yield f"  software  {told.table.engine_sha256}"
    yield from _told(
        f"proved: entry {header.sequence} of the journal names this record by its hashes, and is"
        f" under the checkpoint of {head.size} entries that {head.origin} signed. Whoever keeps"
        " that checkpoint finds any later change.",
        indent=2,
    )


def _meter(texts: Texts, meter: str) -> str:
    wager, _, name = meter.partition(".")
    return f"{wager_text(texts, wager)} {name.replace('_', ' ')}"


def _exact(amount_micros: int) -> str:
    """Micro-dollars to the last digit."""
    return f"${amount_micros // _MICROS:,}.{amount_micros % _MICROS:06d}"


def _told(text: str, indent: int = 4) -> list[str]:
    """A sentence over as many lines as it needs."""
    first = " " * indent
    return wrap(text, COLUMNS, initial_indent=first, subsequent_indent=f"{first}  ")


def _row(label: str, *amounts: str, width: int = _AMOUNT) -> str:
    return f"{label:<{COLUMNS - 2 * width}}" + "".join(f"{each:>{width}}" for each in amounts)

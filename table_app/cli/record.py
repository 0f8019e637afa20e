"""`table-app record`: one round as it was recorded, with the proof that it was signed."""

import json
from base64 import b64encode
from contextlib import closing
from typing import Annotated

import msgspec
import typer

from table_app.cli.options import AS_JSON, DATA, KEYS, data_folder, keys_folder
from table_app.errors import BadInputError, StoreError
from table_app.money import Cents, dollars
from table_app.store import keys as store_keys
from table_app.store import proof
from table_app.store.checkpoint import Checkpoint
from table_app.store.database import DATABASE_FILE
from table_app.store.proof import RoundRecord
from table_app.store.reader import Reader
from table_app.table.record import SeatPart, TablePart
from table_app.vocabulary.facts import MetersContributed

TABLE_PART = "table"

ROUND_MAX = 2**62
RoundArgument = Annotated[int, typer.Argument(metavar="ROUND", min=1, max=ROUND_MAX)]
SeatOption = Annotated[int | None, typer.Option("--seat", help="This seat's part alone.", min=1)]


def record(
    number: RoundArgument,
    seat: SeatOption = None,
    data: DATA = None,
    keys: KEYS = None,
    *,
    as_json: AS_JSON = False,
) -> None:
    """Show a round's record and check its proof; also beside a running table.

    Exit 0: the record is under a signed checkpoint; 1: it is not.

    Example: table-app record 17 --seat 2
    """
    folder = data_folder(data)
    loaded = store_keys.load(keys_folder(keys, folder))
    try:
        with closing(Reader(folder / DATABASE_FILE, loaded)) as reader:
            found = _only_seat(reader.round_record(number), number, seat)
        head = proof.verify(found, origin=loaded.origin, key=loaded.log_key.public_key())
    except StoreError as disagreement:
        said = {"round": number, "agrees": False, "disagreement": str(disagreement)}
        print(json.dumps(said) if as_json else f"DISAGREES: round {number}: {disagreement}")
        raise typer.Exit(1) from disagreement
    if as_json:
        print(json.dumps(_for_programs(found, number, head)))
    else:
        _print_record(found, number, head)


def _only_seat(found: RoundRecord, number: int, seat: int | None) -> RoundRecord:
    """The table's part and one seat's; every part without a seat."""
    if seat is None:
        return found
    wanted = f"seat-{seat}"
    parts = tuple(part for part in found.parts if part.name in (TABLE_PART, wanted))
    if wanted not in {part.name for part in parts}:
        raise BadInputError(f"seat {seat} did not play in round {number}")
    return msgspec.structs.replace(found, parts=parts)


def _for_programs(found: RoundRecord, number: int, head: Checkpoint) -> dict[str, object]:
    return {
        "round": number,
        "agrees": True,
        "entry": found.sequence,
        "parts": {part.name: json.loads(part.body) for part in found.parts},
        "proof": {
            "origin": head.origin,
            "index": found.sequence - 1,
            "size": head.size,
            "root": b64encode(head.root).decode("ascii"),
        },
    }


def _print_record(found: RoundRecord, number: int, head: Checkpoint) -> None:
    parts = {part.name: part.body for part in found.parts}
    print(f"round {number}")
    _print_table(msgspec.json.decode(parts.pop(TABLE_PART), type=TablePart))
    for body in parts.values():
        _print_seat(msgspec.json.decode(body, type=SeatPart))
    print(
        f"proved: entry {found.sequence} is under the checkpoint of {head.size} entries,"
        f" signed by {head.origin}"
    )


def _print_table(part: TablePart) -> None:
    shoe = part.shoe
    print(f"  table {part.table}{', DEMO' if part.is_demo else ''}, rules {part.rules_sha256}")
    print(f"  shoe {shoe.shoe_id}: {shoe.cards_dealt} of {len(shoe.cards) // 2} cards dealt")
    print(f"    commitment {shoe.commitment}")
    print(f"    salt       {shoe.salt_hex}")
    print(f"    order      {shoe.cards}")
    print(f"  dealer {' '.join(part.dealer)}")
    for pay in part.dynamic_pays:
        print(f"  21+3 Dynamic: {pay.outcome} pays {pay.pays_for_1} for 1 this round")
    for counted in part.reconciled:
        verdict = "RETURNED" if counted.is_returned else "agree"
        print(
            f"  {counted.wager}: {counted.accepted_count} accepted,"
            f" {counted.debited_count} debited: {verdict}"
        )
    for meter in part.meters:
        if meter.before_micros != meter.after_micros:
            print(
                f"  {meter.meter}: {_micros(meter.before_micros)} -> {_micros(meter.after_micros)}"
            )
    for hit in part.triggers_hit:
        print(
            f"  {hit.meter}: trigger {dollars(Cents(hit.amount_cents))}, salt {hit.salt_hex},"
            f" commitment {hit.commitment}"
        )


def _micros(amount: int) -> str:
    """Micro-dollars as dollars with six decimals."""
    return f"{amount // 1_000_000}.{amount % 1_000_000:06d}"


def _print_seat(part: SeatPart) -> None:
    before, after = (
        dollars(Cents(part.credit_before_cents)),
        dollars(Cents(part.credit_after_cents)),
    )
    print(f"  seat {part.seat}: credit {before} before, {after} after")
    for wager, stake_cents in ((placed.wager, placed.stake_cents) for placed in part.wagers):
        print(f"    placed {wager} {dollars(Cents(stake_cents))}")
    for fact in part.story:
        if not isinstance(fact, MetersContributed):  # what it raised stands with the meters
            kind, *rest = (str(value) for value in msgspec.to_builtins(fact).values())
            print(f"      {kind} {' '.join(rest)}")
    for hand in part.hands:
        outcome = _outcome(hand.result, hand.stake_cents, hand.paid_cents)
        print(f"    hand {' '.join(hand.cards)}: {outcome}")
    for settled in part.settlements:
        outcome = _outcome(settled.outcome, settled.stake_cents, settled.paid_cents)
        paytable = f" (paytable {settled.paytable})" if settled.paytable else ""
        print(f"    {settled.wager}{paytable}: {outcome}")
    for award in part.awards:
        amount = dollars(Cents(award.amount_cents))
        print(f"    award {award.award}: {award.wager} {award.outcome} {amount}, for attendants")


def _outcome(result: str, stake_cents: int, paid_cents: int) -> str:
    return f"{result}, staked {dollars(Cents(stake_cents))}, paid {dollars(Cents(paid_cents))}"

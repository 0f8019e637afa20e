"""What a station is told once when it connects: who it is, limits, paytables, help, the felt."""

from collections.abc import Mapping
from typing import assert_never

from table_app.game.paytable import FixedAward, MeterAward, OddsAward, PaytableRow
from table_app.game.rules import INSURANCE_PAYS
from table_app.table.setup import TableSetup, WagerLimits
from table_app.vocabulary import views as v


def table_info(
    setup: TableSetup, seat: int, help_lines: Mapping[str, tuple[v.HelpLine, ...]]
) -> v.TableInfo:
    """What a station is told once: who it is, limits, paytables, help, the rules on the felt."""
    house = setup.rules.house
    return v.TableInfo(
        table=setup.name,
        seat=seat,
        seats=setup.seats,
        is_demo=setup.is_demo,
        decks=setup.decks,
        chips_cents=setup.chips_cents,
        wagers=tuple(
            _wager_info(setup, limits, help_lines.get(limits.wager, ())) for limits in setup.limits
        ),
        blackjack_pays=(house.blackjack_pays.pays, house.blackjack_pays.per),
        insurance_pays=(INSURANCE_PAYS.pays, INSURANCE_PAYS.per) if house.insurance else None,
        dealer_hits_soft_17=house.dealer_hits_soft_17,
        demo_credit_cents=setup.demo_credit_cents,
        jurisdiction=v.JurisdictionInfo(
            name=setup.jurisdiction.name,
            texts=setup.jurisdiction.texts,
            speeds=setup.jurisdiction.speeds,
        ),
        strategy=setup.strategy,
    )


def _wager_info(
    setup: TableSetup, limits: WagerLimits, help_lines: tuple[v.HelpLine, ...]
) -> v.WagerInfo:
    offered = setup.rules.offer(limits.wager)
    return v.WagerInfo(
        wager=limits.wager,
        minimum_cents=limits.minimum_cents,
        maximum_cents=limits.maximum_cents,
        paytable=offered.paytable.paytable if offered else None,
        rows=tuple(_pay_row(row) for row in offered.paytable.rows) if offered else (),
        chosen_suit=offered.options.chosen_suit if offered else "",
        help=help_lines,
    )


def _pay_row(row: PaytableRow) -> v.PayRow:
    match row.award:
        case OddsAward(odds, basis):
            kind: v.PayKind = "to" if basis == "to_1" else "for"
            return v.PayRow(row.outcome, odds.pays, odds.per, kind, dynamic=row.dynamic_for_1)
        case FixedAward(cents):
            return v.PayRow(row.outcome, cents, 1, "dollars")
        case MeterAward(meter, percent):
            return v.PayRow(row.outcome, percent, 1, "share", meter)
        case _:
            assert_never(row.award)

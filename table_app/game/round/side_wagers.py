"""Settling side wagers: the row, what it pays, shares of a meter, and the meter's new beginning."""

from collections.abc import Iterable

from msgspec import Struct

from table_app.game.paytable import LOSE, FixedAward, MeterAward, OddsAward, PaytableRow
from table_app.game.progressive import equal_shares, find, percent_of, restart
from table_app.game.round.script import Script
from table_app.game.round.state import Box, RoundState
from table_app.game.rules import OfferedWager, RoundRules
from table_app.game.wagers import Moment, SeenCards
from table_app.money import Cents, Odds
from table_app.vocabulary.commands import WagerStake
from table_app.vocabulary.facts import AwardReserved, WagerSettled


class _Due(Struct, frozen=True):
    """A wager that settles now, with the row it won and that row's share of a meter, or None."""

    seat: int
    placed: WagerStake
    offered: OfferedWager
    row: PaytableRow | None
    share: MeterAward | None

    @property
    def meter_id(self) -> str | None:
        return None if self.share is None else self.offered.meter_id(self.share.meter)


def settle_side_wagers(script: Script, rules: RoundRules, moment: Moment) -> None:
    """Settle the wagers of this moment from the dealer's right: highest seat first."""
    due = _due(script.state, rules, moment)
    sharing = [each for each in due if each.share is not None]
    shares = _shares(script.state, sharing)
    for each in due:
        if each.row is None:
            _settled(script, each, outcome=LOSE)
        else:
            _win(script, each, each.row, shares)
    for meter in dict.fromkeys(
        each.meter_id for each in sharing if each.share is not None and each.share.percent == 100
    ):
        _restart(script, sharing, meter)


def making(rules: RoundRules, state: RoundState, box: Box, wagers: Iterable[str]) -> dict[str, str]:
    """The row of each of these wagers that the cards in sight make for this box, if any."""
    first, second = box.first_two
    hole = state.hole_card if state.is_hole_shown else None
    seen = SeenCards(player=(first, second), upcard=state.dealer[0], hole=hole, third=box.third)
    offers = (rules.by_wager[wager] for wager in wagers if wager in rules.by_wager)
    rows = ((offered.wager, _row(offered, seen)) for offered in offers)
    return {wager: row.outcome for wager, row in rows if row is not None}


def _due(state: RoundState, rules: RoundRules, moment: Moment) -> list[_Due]:
    found = []
    upcard = state.dealer[0]
    hole = None if moment is Moment.DEALT else state.hole_card
    for box in reversed(state.boxes):
        first, second = box.first_two
        seen = SeenCards(player=(first, second), upcard=upcard, hole=hole, third=box.third)
        for placed in box.wagers:
            offered = rules.by_wager[placed.wager]
            if offered.declared.moment_of(seen.player, upcard) is moment:
                row = _row(offered, seen)
                award = row.award if row is not None else None
                share = award if isinstance(award, MeterAward) else None
                found.append(_Due(box.seat, placed, offered, row, share))
    return found


def _row(offered: OfferedWager, seen: SeenCards) -> PaytableRow | None:
    """The highest row of the paytable that the cards make, or None."""
    if not offered.declared.may_win(seen):
        return None
    options = offered.options
    for holds, row in offered.checks:
        if holds(seen, options):
            return row
    return None


def _shares(state: RoundState, sharing: list[_Due]) -> dict[tuple[int, str], int]:
    """Cents of a meter by seat and wager, all from the meter as it stands now (reading G-5).

    Shares below 100% first; who won 100% shares what remains. Winners of one share split it, but
    for a wager whose smaller shares are not shared (633c.9(e)(3)).
    """
    shares: dict[tuple[int, str], int] = {}
    meters = dict.fromkeys(each.meter_id for each in sharing if each.meter_id is not None)
    for meter_id in meters:
        meter = find(state.meters, meter_id)
        winners = [each for each in sharing if each.meter_id == meter_id]
        left = meter.amount_cents
        for percent in sorted({each.share.percent for each in winners if each.share}):
            same = [each for each in winners if each.share and each.share.percent == percent]
            amount = left if percent == 100 else percent_of(meter, percent)
            is_split = percent == 100 or same[0].offered.declared.splits_small_shares
            parts = equal_shares(amount, len(same)) if is_split else (amount,) * len(same)
            left -= sum(parts)
            for each, part in zip(same, parts, strict=True):
                shares[each.seat, each.placed.wager] = part
    return shares


def _win(script: Script, due: _Due, row: PaytableRow, shares: dict[tuple[int, str], int]) -> None:
    """Credit what the row awards, or reserve it where attendants must validate it."""
    award = _award(script.state, row)
    match award:
        case OddsAward():
            amount = int(award.paid(Cents(due.placed.stake_cents)))
        case FixedAward(cents):
            amount = cents
        case MeterAward():
            amount = shares[due.seat, due.placed.wager]
    if not _needs_validation(due.offered, award, amount):
        _settled(script, due, outcome=row.outcome, paid_cents=amount)
        return
    _settled(script, due, outcome=row.outcome)
    script.happen(
        AwardReserved(
            seat=due.seat,
            award=script.state.award_count + 1,
            wager=due.placed.wager,
            outcome=row.outcome,
            meter=due.meter_id,
            amount_cents=amount,
        )
    )


def _settled(script: Script, due: _Due, *, outcome: str, paid_cents: int = 0) -> None:
    script.happen(
        WagerSettled(
            seat=due.seat,
            wager=due.placed.wager,
            outcome=outcome,
            stake_cents=due.placed.stake_cents,
            paid_cents=paid_cents,
            source="table" if due.share is None else "meter",
        )
    )


def _award(state: RoundState, row: PaytableRow) -> OddsAward | FixedAward | MeterAward:
    """The row's own award, or this round's Dynamic pay instead."""
    if row.dynamic_for_1:
        for pay in state.dynamic_pays:
            if pay.outcome == row.outcome:
                return OddsAward(Odds(pay.pays_for_1, 1), "for_1")
    return row.award


def _needs_validation(
    offered: OfferedWager, award: OddsAward | FixedAward | MeterAward, amount: int
) -> bool:
    """A share of a meter always is; a fixed award from the wager's threshold on."""
    if isinstance(award, MeterAward):
        return True
    if offered.validation is None:
        return False
    odds = award.odds.pays // award.odds.per if isinstance(award, OddsAward) else None
    return offered.validation.is_needed(amount, odds)


def _restart(script: Script, sharing: list[_Due], meter_id: str | None) -> None:
    """Begin again the meter that was won in full."""
    winner = next(each for each in sharing if each.meter_id == meter_id)
    assert meter_id is not None
    assert winner.share is not None
    terms = winner.offered.terms(winner.share.meter)
    script.happen(restart(winner.offered, terms, find(script.state.meters, meter_id), None))

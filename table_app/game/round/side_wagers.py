"""Settling side wagers: the row, what it pays, shares of a meter, and the meter's new beginning."""

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
    """A wager that settles now, with the row it won, or None."""

    seat: int
    placed: WagerStake
    offered: OfferedWager
    row: PaytableRow | None

    @property
    def share(self) -> MeterAward | None:
        """The share of a meter that it won, if that is its award."""
        award = self.row.award if self.row else None
        return award if isinstance(award, MeterAward) else None

    @property
    def meter_id(self) -> str | None:
        return None if self.share is None else self.offered.meter_id(self.share.meter)


def settle_side_wagers(script: Script, rules: RoundRules, moment: Moment) -> None:
    """Settle the wagers of this moment from the dealer's right: highest seat first."""
    due = _due(script.state, rules, moment)
    shares = _shares(script.state, due)
    for each in due:
        _settle(script, each, shares)
    for meter in dict.fromkeys(
        each.meter_id for each in due if each.share is not None and each.share.percent == 100
    ):
        _restart(script, due, meter)


def _due(state: RoundState, rules: RoundRules, moment: Moment) -> list[_Due]:
    found = []
    for box in reversed(state.boxes):
        first, second = box.first_two
        seen: SeenCards | None = None
        for placed in box.wagers:
            offered = rules.by_wager[placed.wager]
            if offered.declared.moment_of((first, second), state.dealer[0]) is moment:
                seen = seen or _seen(state, box, is_hole_known=moment is not Moment.DEALT)
                found.append(_Due(box.seat, placed, offered, _row(offered, seen)))
    return found


def _seen(state: RoundState, box: Box, *, is_hole_known: bool) -> SeenCards:
    first, second = box.first_two
    return SeenCards(
        player=(first, second),
        upcard=state.dealer[0],
        hole=state.hole_card if is_hole_known else None,
        third=box.third,
    )


def _row(offered: OfferedWager, seen: SeenCards) -> PaytableRow | None:
    """The highest row of the paytable that the cards make, or None."""
    options = offered.options
    for holds, row in offered.checks:
        if holds(seen, options):
            return row
    return None


def _shares(state: RoundState, due: list[_Due]) -> dict[tuple[int, str], int]:
    """Cents of a meter by seat and wager, all from the meter as it stands now (reading G-5).

    Shares below 100% first; who won 100% shares what remains. Winners of one share split it, but
    for a wager whose smaller shares are not shared (633c.9(e)(3)).
    """
    shares: dict[tuple[int, str], int] = {}
    meters = dict.fromkeys(each.meter_id for each in due if each.meter_id is not None)
    for meter_id in meters:
        meter = find(state.meters, meter_id)
        winners = [each for each in due if each.meter_id == meter_id]
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


def _settle(script: Script, due: _Due, shares: dict[tuple[int, str], int]) -> None:
    stake = Cents(due.placed.stake_cents)
    from_meter = shares.get((due.seat, due.placed.wager))
    amount = _fixed_award(script.state, due, stake) if from_meter is None else from_meter
    is_reserved = from_meter is not None or _needs_validation(script.state, due, amount)
    script.happen(
        WagerSettled(
            seat=due.seat,
            wager=due.placed.wager,
            outcome=due.row.outcome if due.row else LOSE,
            stake_cents=stake,
            paid_cents=0 if is_reserved else amount,
            source="table" if from_meter is None else "meter",
        )
    )
    if is_reserved:
        assert due.row is not None
        script.happen(
            AwardReserved(
                seat=due.seat,
                award=script.state.award_count + 1,
                wager=due.placed.wager,
                outcome=due.row.outcome,
                meter=due.meter_id,
                amount_cents=amount,
            )
        )


def _fixed_award(state: RoundState, due: _Due, stake: Cents) -> int:
    """What the table pays: the row's own award, or this round's Dynamic pay instead."""
    if due.row is None:
        return 0
    match _award(state, due):
        case OddsAward() as award:
            return award.paid(stake)
        case FixedAward(cents):
            return cents
        case MeterAward():
            return 0


def _award(state: RoundState, due: _Due) -> OddsAward | FixedAward | MeterAward:
    assert due.row is not None
    if due.row.dynamic_for_1:
        for pay in state.dynamic_pays:
            if pay.outcome == due.row.outcome:
                return OddsAward(Odds(pay.pays_for_1, 1), "for_1")
    return due.row.award


def _needs_validation(state: RoundState, due: _Due, amount: int) -> bool:
    if due.row is None or due.offered.validation is None:
        return False
    award = _award(state, due)
    odds = award.odds.pays // award.odds.per if isinstance(award, OddsAward) else None
    return due.offered.validation.is_needed(amount, odds)


def _restart(script: Script, due: list[_Due], meter_id: str | None) -> None:
    """Begin again the meter that was won in full."""
    winner = next(each for each in due if each.meter_id == meter_id)
    assert meter_id is not None
    assert winner.share is not None
    terms = winner.offered.terms(winner.share.meter)
    script.happen(restart(winner.offered, terms, find(script.state.meters, meter_id), None))

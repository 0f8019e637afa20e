"""No more bets: wagers, the reconciliation of progressive ones, contributions, must-hit-by awards.

Contributions are posted in seat order; after each, a must-hit-by meter at or over its trigger pays
that seat and begins again (design, section 5; readings G-2, G-14).
"""

from table_app.game.paytable import MeterTerms
from table_app.game.progressive import another, find, must_hit_award, restart
from table_app.game.round.script import Script
from table_app.game.round.state import Box
from table_app.game.rules import OfferedWager, RoundRules
from table_app.vocabulary import facts as f
from table_app.vocabulary.commands import Accepted, LockBets, SeatWagers
from table_app.vocabulary.secrets import Uniform


def lock(script: Script, rules: RoundRules, command: LockBets) -> None:
    """Debit what may be played, and let it raise the meters."""
    script.happen(f.BetsLocked(script.state.round))
    reconciled = _reconcile(rules, command)
    for fact in reconciled:
        script.happen(fact)
    returned = {fact.wager for fact in reconciled if fact.is_returned}
    for seat in command.wagers:
        kept = tuple([placed for placed in seat.wagers if placed.wager not in returned])
        script.happen(f.WagersPlaced(seat.seat, kept))
    uniforms: dict[str, list[Uniform]] = {}
    for uniform in command.uniforms:
        uniforms.setdefault(uniform.meter, []).append(uniform)
    for box in script.state.boxes:
        _contribute(script, rules, box, uniforms)


def _reconcile(rules: RoundRules, command: LockBets) -> tuple[f.ProgressiveReconciled, ...]:
    """Accepted against debited, per progressive; what differs goes back before the deal."""
    accepted = {each.wager: each for each in command.accepted}
    debited = {each.wager: each for each in count_accepted(rules, command.wagers)}
    found = []
    for wager in {**accepted, **debited}:
        none = Accepted(wager, 0, 0)
        ours, theirs = debited.get(wager, none), accepted.get(wager, none)
        found.append(
            f.ProgressiveReconciled(
                wager=wager,
                accepted_count=theirs.count,
                accepted_cents=theirs.sum_cents,
                debited_count=ours.count,
                debited_cents=ours.sum_cents,
                is_returned=ours != theirs,
            )
        )
    return tuple(found)


def count_accepted(rules: RoundRules, wagers: tuple[SeatWagers, ...]) -> tuple[Accepted, ...]:
    """Count and sum of each wager with meters over whole layouts."""
    counts: dict[str, int] = {}
    sums: dict[str, int] = {}
    for seat in wagers:
        for placed in seat.wagers:
            counts[placed.wager] = counts.get(placed.wager, 0) + 1
            sums[placed.wager] = sums.get(placed.wager, 0) + placed.stake_cents
    return tuple(
        Accepted(offered.wager, counts[offered.wager], sums[offered.wager])
        for offered in rules.offered
        if offered.meters and offered.wager in counts
    )


def _contribute(
    script: Script, rules: RoundRules, box: Box, uniforms: dict[str, list[Uniform]]
) -> None:
    """Raise the meters of a box's wagers; a must-hit-by meter at its trigger pays the box."""
    raising = [rules.by_wager[placed.wager] for placed in box.wagers]
    parts = tuple([part for offered in raising for part in offered.contributions])
    if not parts:
        return
    script.happen(f.MetersContributed(box.seat, parts))
    for offered in raising:
        for terms in offered.must_hit_by:
            if find(script.state.meters, offered.meter_id(terms.meter)).is_triggered:
                _pay_must_hit(script, offered, terms, box.seat, uniforms)


def _pay_must_hit(
    script: Script,
    offered: OfferedWager,
    terms: MeterTerms,
    seat: int,
    uniforms: dict[str, list[Uniform]],
) -> None:
    meter = find(script.state.meters, offered.meter_id(terms.meter))
    script.happen(
        f.AwardReserved(
            seat=seat,
            award=script.state.award_count + 1,
            wager=offered.wager,
            outcome=terms.meter,
            meter=meter.meter,
            amount_cents=must_hit_award(meter, terms),
        )
    )
    paid = find(script.state.meters, meter.meter)
    script.happen(restart(offered, terms, paid, _next_uniform(uniforms[meter.meter])))


def _next_uniform(left: list[Uniform]) -> Uniform:
    """Take the next number of a meter; the last one leaves another behind."""
    uniform = left.pop(0)
    if not left:
        left.append(another(uniform))
    return uniform

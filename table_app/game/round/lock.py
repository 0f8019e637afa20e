"""No more bets: wagers, the reconciliation of progressive ones, contributions, must-hit-by awards.

Contributions are posted in seat order; after each, a must-hit-by meter at or over its trigger pays
that seat and begins again (design, section 5; readings G-2, G-14).
"""

from collections.abc import Mapping

from table_app.game.paytable import MeterTerms
from table_app.game.progressive import another, contribution, find, must_hit_award, restart
from table_app.game.round.script import Script
from table_app.game.rules import OfferedWager, RoundRules
from table_app.vocabulary import facts as f
from table_app.vocabulary.commands import Accepted, LockBets, SeatWagers, WagerStake
from table_app.vocabulary.secrets import Uniform


def lock(script: Script, rules: RoundRules, command: LockBets) -> None:
    """Debit what may be played, and let it raise the meters."""
    script.happen(f.BetsLocked(script.state.round))
    returned = _reconcile(script, rules, command)
    for seat in command.wagers:
        for placed in seat.wagers:
            if placed.wager not in returned:
                script.happen(f.WagerPlaced(seat.seat, placed.wager, placed.stake_cents))
    uniforms = {uniform.meter: uniform for uniform in command.uniforms}
    for box in script.state.boxes:
        for placed in box.wagers:
            offered = rules.offer(placed.wager)
            assert offered is not None
            for terms in offered.meters:
                _contribute(script, offered, terms, box.seat, uniforms)


def taken_cents(rules: RoundRules, command: LockBets) -> Mapping[int, int]:
    """Cents that the lock takes from each seat: wagers that do not reconcile stay credit."""
    returned = {wager for wager, _, _ in _differences(rules, command)}
    return {
        seat.seat: sum(placed.stake_cents for placed in seat.wagers if placed.wager not in returned)
        for seat in command.wagers
    }


def _reconcile(script: Script, rules: RoundRules, command: LockBets) -> set[str]:
    """Compare accepted with debited, per progressive; the wagers that go back before the deal."""
    differing = {wager for wager, _, _ in _differences(rules, command)}
    for offered in rules.offered:
        accepted, debited = _counts(command, offered.wager)
        if offered.meters and (accepted.count or debited.count):
            script.happen(
                f.ProgressiveReconciled(
                    wager=offered.wager,
                    accepted_count=accepted.count,
                    accepted_cents=accepted.sum_cents,
                    debited_count=debited.count,
                    debited_cents=debited.sum_cents,
                    is_returned=offered.wager in differing,
                )
            )
    return differing


def _differences(rules: RoundRules, command: LockBets) -> list[tuple[str, Accepted, Accepted]]:
    found = []
    for offered in rules.offered:
        accepted, debited = _counts(command, offered.wager)
        if offered.meters and accepted != debited:
            found.append((offered.wager, accepted, debited))
    return found


def _counts(command: LockBets, wager: str) -> tuple[Accepted, Accepted]:
    """What the progressive system counted of a wager, and what the lock would debit."""
    none = Accepted(wager, 0, 0)
    accepted = next((each for each in command.accepted if each.wager == wager), none)
    stakes = [
        placed.stake_cents
        for seat in command.wagers
        for placed in seat.wagers
        if placed.wager == wager
    ]
    return accepted, Accepted(wager, len(stakes), sum(stakes))


def count_accepted(rules: RoundRules, wagers: tuple[SeatWagers, ...]) -> tuple[Accepted, ...]:
    """The progressive system's own count over the layouts that it accepted."""
    counted = []
    for offered in rules.offered:
        stakes = [
            placed.stake_cents for placed in _all_placed(wagers) if placed.wager == offered.wager
        ]
        if offered.meters and stakes:
            counted.append(Accepted(offered.wager, len(stakes), sum(stakes)))
    return tuple(counted)


def _all_placed(wagers: tuple[SeatWagers, ...]) -> list[WagerStake]:
    return [placed for seat in wagers for placed in seat.wagers]


def _contribute(
    script: Script,
    offered: OfferedWager,
    terms: MeterTerms,
    seat: int,
    uniforms: dict[str, Uniform],
) -> None:
    script.happen(contribution(offered, terms, seat))
    meter = find(script.state.meters, offered.meter_id(terms.meter))
    if not meter.is_triggered:
        return
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
    uniform = uniforms[meter.meter]
    uniforms[meter.meter] = another(uniform)
    paid = find(script.state.meters, meter.meter)
    script.happen(restart(offered, terms, paid, uniform))

"""From one epoch of the log to the next: when it may end, and what the next one takes over. Pure."""

from table_app.game.rules import RoundRules
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary.commands import AccountBalance, Carried, MeterStart


def why_no_end(state: TableState) -> str | None:
    """Why the epoch may not end now, or None: cards are not carried, so none may be in play."""
    if state.round is not None and state.round.stage not in {"betting", "closed"}:
        return f"round {state.round.round} is not over"
    if state.awards:
        return f"the award of seat {state.awards[0].seat} waits for attendants"
    return None


def why_not_the_same_table(state: TableState, setup: TableSetup) -> str | None:
    """Why this setup is of another table than the journal, or None.

    Demo credit never becomes money, and nobody's credit may be left at a seat that is gone.
    """
    opened = state.opened
    assert opened is not None
    if opened.is_demo != setup.is_demo:
        kinds = ("real", "DEMO")
        return f"the journal is of a {kinds[opened.is_demo]} table, the file of a {kinds[setup.is_demo]} one"
    if opened.table != setup.name:
        return f"the journal is of table {opened.table!r}, the file of {setup.name!r}"
    for seat, cents in enumerate(state.credits_cents, start=1):
        if seat > setup.seats and (cents or state.session(seat).is_open):
            return f"somebody plays at seat {seat}, which the file does not have"
    return None


def why_no_meters(state: TableState, rules: RoundRules) -> str | None:
    """Why these rules cannot take the meters over as they stand, or None.

    Money of a meter belongs to its players: a meter that holds any is never dropped, and a secret
    trigger is never drawn anew for rules that would not allow it.
    """
    caps = {
        offered.meter_id(terms.meter): terms.cap_cents
        for offered in rules.offered
        for terms in offered.meters
    }
    for held in state.meters:
        if held.meter not in caps:
            if held.amount_micros or held.reserve_micros:
                return f"the meter {held.meter} holds money and these rules have no such meter"
            continue
        cap = caps[held.meter]
        if (held.trigger is None) != (cap is None):
            return f"the meter {held.meter} is must-hit-by under one of the rules alone"
        if held.trigger is not None and cap is not None and held.trigger.amount_cents > cap:
            return f"the secret trigger of {held.meter} lies above the cap of these rules"
    return None


def carried(state: TableState, balances: dict[str, int], *, epoch: int, head: str) -> Carried:
    """What an ended epoch leaves to number `epoch`, in micro-dollars; `head` is its last note."""
    return Carried(
        epoch=epoch,
        head=head,
        round=state.last_round,
        award=state.award_count,
        balances=tuple(
            AccountBalance(account, amount)
            for account, amount in sorted(balances.items())
            if amount
        ),
        meters=tuple(
            MeterStart(held.meter, held.amount_micros, held.reserve_micros, held.trigger)
            for held in state.meters
            if held.amount_micros or held.reserve_micros
        ),
        sessions=state.sessions,
        last_wagers=state.last_wagers,
    )

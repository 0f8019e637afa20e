"""Chips on the layout before "no more bets": not money yet, kept in memory, never journaled."""

from msgspec import Struct

from table_app.game.rules import BLACKJACK
from table_app.table.setup import TableSetup, WagerLimits
from table_app.table.state import TableState
from table_app.vocabulary.commands import SetReady, SetWagers, WagerStake
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import LayoutOfferView


class Layout(Struct, frozen=True):
    """One seat's chips; `revision` is the last one accepted."""

    revision: int = 0
    wagers: tuple[WagerStake, ...] = ()
    is_ready: bool = False

    @property
    def total_cents(self) -> int:
        return sum(placed.stake_cents for placed in self.wagers)


NO_CHIPS = Layout()


def set_wagers(
    setup: TableSetup, state: TableState, layout: Layout, command: SetWagers
) -> Layout | Refusal:
    """The seat's new layout; the same revision again changes nothing."""
    if refusal := why_no_bets(state, command.seat):
        return refusal
    if command.revision == layout.revision and command.wagers == layout.wagers:
        return layout
    if command.revision <= layout.revision:
        return Refusal("stale_layout")
    wagers = _in_screen_order(setup, command.wagers)
    refusal = why_no_layout(setup, wagers, state.credit_cents(command.seat))
    return refusal or Layout(revision=command.revision, wagers=wagers)


def set_ready(
    setup: TableSetup, state: TableState, layout: Layout, command: SetReady
) -> Layout | Refusal:
    """The seat asks for the deal with the layout it saw."""
    if refusal := why_no_bets(state, command.seat):
        return refusal
    if command.revision != layout.revision:
        return Refusal("stale_layout")
    refusal = why_no_deal(setup, layout)
    return refusal or Layout(revision=layout.revision, wagers=layout.wagers, is_ready=True)


def why_no_bets(state: TableState, seat: int) -> Refusal | None:
    """Why a seat may put no chip down now: bets are closed, or it waits for its award."""
    if state.round is None or state.round.stage != "betting":
        return Refusal("bets_closed")
    return Refusal("award_pending") if state.awards_of(seat) else None


def why_no_layout(
    setup: TableSetup, wagers: tuple[WagerStake, ...], credit_cents: int
) -> Refusal | None:
    """Why these chips may not lie there, or None. A stake may still be below its minimum."""
    seen: set[str] = set()
    for placed in wagers:
        limits = setup.limits_of(placed.wager)
        if limits is None or placed.wager in seen:
            return Refusal("unknown_wager")
        seen.add(placed.wager)
        if refusal := _why_no_stake(limits, placed.stake_cents):
            return refusal
    if wagers and BLACKJACK not in seen:
        return Refusal("blackjack_wager_first")  # 633a.6(d)
    short = sum(placed.stake_cents for placed in wagers) - credit_cents
    return Refusal("not_enough_credit", short) if short > 0 else None


def why_no_deal(setup: TableSetup, layout: Layout) -> Refusal | None:
    """Why this layout may not be played, or None when it may."""
    if not layout.wagers:
        return Refusal("no_wager")
    for placed in layout.wagers:
        limits = setup.limits_of(placed.wager)
        assert limits is not None
        if placed.stake_cents < limits.minimum_cents:
            return Refusal("below_minimum", limits.minimum_cents)
    return None


def wagers_to_lock(setup: TableSetup, layout: Layout) -> tuple[WagerStake, ...]:
    """The wagers that reach their minimum: all that the lock takes, the rest stays credit.

    Without its Blackjack wager a seat plays none (633a.6(d)).
    """
    wagers = tuple(
        placed
        for placed in layout.wagers
        if (limits := setup.limits_of(placed.wager)) is not None
        and placed.stake_cents >= limits.minimum_cents
    )
    return wagers if any(placed.wager == BLACKJACK for placed in wagers) else ()


def doubled(setup: TableSetup, layout: Layout, credit_cents: int) -> LayoutOfferView:
    """The same layout with every stake twice, or why not; a wager of one amount stays as it is."""
    if not layout.wagers:
        return LayoutOfferView((), (), Refusal("nothing_on_layout"))
    wagers = tuple(
        WagerStake(placed.wager, _doubled_stake(setup, placed)) for placed in layout.wagers
    )
    return LayoutOfferView(wagers, (), why_no_layout(setup, wagers, credit_cents))


def _doubled_stake(setup: TableSetup, placed: WagerStake) -> int:
    limits = setup.limits_of(placed.wager)
    assert limits is not None
    is_fixed = limits.minimum_cents == limits.maximum_cents
    return placed.stake_cents if is_fixed else placed.stake_cents * 2


def repeat(setup: TableSetup, state: TableState, seat: int) -> LayoutOfferView:
    """The wagers of the seat's last round, less the side wagers its credit cannot reach."""
    if refusal := why_no_bets(state, seat):
        return LayoutOfferView((), (), refusal)
    last = next((wagers for wagers in state.last_wagers if wagers.seat == seat), None)
    if last is None:
        return LayoutOfferView((), (), Refusal("nothing_to_repeat"))
    wagers: tuple[WagerStake, ...] = ()
    left_out: tuple[str, ...] = ()
    for placed in last.wagers:
        refusal = why_no_layout(setup, (*wagers, placed), state.credit_cents(seat))
        if refusal is None:
            wagers = (*wagers, placed)
        elif placed.wager == BLACKJACK:
            return LayoutOfferView((), (), refusal)
        else:
            left_out = (*left_out, placed.wager)
    return LayoutOfferView(wagers, left_out, None)


def _why_no_stake(limits: WagerLimits, stake_cents: int) -> Refusal | None:
    if stake_cents > limits.maximum_cents:
        return Refusal("above_maximum", limits.maximum_cents)
    if stake_cents < 1 or stake_cents % limits.step_cents:
        return Refusal("not_a_multiple", limits.step_cents)
    return None


def _in_screen_order(setup: TableSetup, wagers: tuple[WagerStake, ...]) -> tuple[WagerStake, ...]:
    order = {limits.wager: index for index, limits in enumerate(setup.limits)}
    return tuple(sorted(wagers, key=lambda placed: order.get(placed.wager, len(order))))

"""State -> one viewer's view: the one gate of secrecy. Nothing else makes what a station sees."""

from msgspec import Struct
from msgspec.structs import replace

from table_app.game.hand import is_blackjack, total
from table_app.game.round.legal import (
    ACTIONS,
    action_cost,
    most_insurance,
    why_no_even_money,
    why_no_insurance,
    why_not,
)
from table_app.game.round.side_wagers import making
from table_app.game.round.state import Box, Hand, RoundState, Turn
from table_app.game.rules import BLACKJACK, INSURANCE, INSURANCE_PAYS
from table_app.money import EVEN, Cents, returned
from table_app.table.beside import NO_SCREEN, Beside, SeatScreen
from table_app.table.layout import NO_CHIPS, Layout, doubled, repeat, why_no_bets, why_no_deal
from table_app.table.setup import TableSetup
from table_app.table.state import TableState
from table_app.vocabulary import facts as f
from table_app.vocabulary import views as v
from table_app.vocabulary.cards import Card
from table_app.vocabulary.refusals import Refusal

_PHASES: dict[str, v.Phase] = {
    "betting": "betting",
    "dynamic": "dynamic",
    "dealing": "decisions",
    "insurance": "insurance",
    "decisions": "decisions",
    "closed": "result",
}


UNTOLD = (
    f.TableOpened
    | f.EpochCarried
    | f.EpochClosed
    | f.MeterOpened
    | f.BetsOpened
    | f.MetersContributed
    | f.MeterRestarted
)
"""Facts that hold secrets, or whose news is in the view's meters."""

_PRIVATE = f.DemoCreditAdded | f.AwardClosed | f.SessionEnded
"""Facts about one seat's credit, told to no other."""


def shown_facts(facts: tuple[f.Fact, ...], seat: int) -> tuple[f.ShownFact, ...]:
    """The facts that this seat may be told: none that holds a secret or another's credit."""
    return tuple(
        fact
        for fact in facts
        if not isinstance(fact, UNTOLD) and not (isinstance(fact, _PRIVATE) and fact.seat != seat)
    )


class Gallery:
    """The views of one moment for any number of seats; what they share is made once."""

    def __init__(
        self,
        setup: TableSetup,
        state: TableState,
        beside: Beside,
        spots: "DrawnSpots | None" = None,
    ) -> None:
        self._setup = setup
        self._spots = spots or DrawnSpots()
        self._state = state
        self._beside = beside
        self._layouts = beside.layouts
        self._meters = _meters(setup, state)
        self._pictures: dict[int, _Picture] = {}

    def view(self, seat: int) -> v.SeatView:
        """Everything `seat` sees. A card that is face down leaves here as None."""
        setup, state, current = self._setup, self._state, self._state.round
        layout = self._layouts.get(seat, NO_CHIPS)
        is_betting = current is not None and current.stage == "betting"
        has_chips_down = is_betting and bool(layout.wagers)
        shown = state.held_round(seat) or self._shown(seat, has_chips_down=has_chips_down)
        picture = self._picture(shown)
        box = shown.box(seat) if shown else None
        credit = state.credit_cents(seat)
        screen = self._beside.screens.get(seat, NO_SCREEN)
        return v.SeatView(
            seat=seat,
            phase=_PHASES[current.stage] if current else "closed",
            round=current.round if current else 0,
            shown_round=shown.round if shown else 0,
            shoe_id=current.shoe.shoe_id if current else "",
            shoe_commitment=current.shoe.commitment if current else "",
            credit_cents=credit - (layout.total_cents if is_betting else 0),
            total_bet_cents=_total_bet(box, layout, has_chips_down=has_chips_down),
            win_cents=box.paid_cents if box else 0,
            timer=self._beside.timer,
            dealer=picture.dealer,
            hands=picture.hands.get(seat, ()),
            spots=(
                self._spots.of(setup, shown, box)
                if shown is not None and box is not None and not has_chips_down
                else _layout_spots(setup, layout)
            ),
            options=_options(setup, current, seat, credit),
            insurance=_insurance(setup, current, seat, credit),
            betting=_betting(setup, state, layout, seat) if is_betting else None,
            demo_credit=why_no_demo_credit(setup, state, seat),
            demo_validation=why_no_demo_validation(setup, state, seat),
            meters=self._meters,
            dynamic_pays=shown.dynamic_pays if shown else (),
            awards=tuple(
                v.AwardView(award.award, award.wager, award.outcome, award.amount_cents)
                for award in state.awards_of(seat)
            ),
            active_seat=current.turn.seat if current and current.turn else None,
            others=tuple(summary for summary in picture.seats if summary.seat != seat),
            extra_card=extra_card_view(box),
            time_ms=self._beside.time_ms,
            session=_session(state, seat, screen),
            preferences=screen.preferences,
            is_calling=screen.is_calling,
            tilt=self._beside.tilt,
            is_witnessed=self._beside.is_witnessed,
        )

    def _shown(self, seat: int, *, has_chips_down: bool) -> RoundState | None:
        """The last round stays in view until this seat's first chip, or until its player has left."""
        current, previous = self._state.round, self._state.previous
        if current is None or current.stage != "betting":
            return current
        session = self._state.session(seat)
        is_own = previous is not None and session.is_open and session.first_round <= previous.round
        return previous if is_own and not has_chips_down else None

    def _picture(self, shown: RoundState | None) -> "_Picture":
        number = shown.round if shown else 0
        if number not in self._pictures:
            self._pictures[number] = self._draw(shown)
        return self._pictures[number]

    def _draw(self, shown: RoundState | None) -> "_Picture":
        hands = {box.seat: hand_views(shown, box) for box in shown.boxes} if shown else {}
        return _Picture(dealer=dealer_view(shown), hands=hands, seats=self._summaries(shown, hands))

    def _summaries(
        self, shown: RoundState | None, hands: dict[int, tuple[v.HandView, ...]]
    ) -> tuple[v.SeatSummary, ...]:
        """The seats that are in the shown round or have chips out."""
        found = []
        turn = self._state.round.turn if self._state.round else None
        for seat in range(1, self._setup.seats + 1):
            layout = self._layouts.get(seat, NO_CHIPS)
            box = shown.box(seat) if shown else None
            if box or layout.wagers:
                found.append(
                    v.SeatSummary(
                        seat=seat,
                        bet_cents=_total_bet(box, layout, has_chips_down=bool(layout.wagers)),
                        is_ready=layout.is_ready,
                        is_active=turn is not None and turn.seat == seat,
                        hands=hands.get(seat, ()),
                    )
                )
        return tuple(found)


class DrawnSpots:
    """The spots of each seat as they were last made: most boxes are the same in the next view.

    A box never changes, a changed one is another; so the very same box has the very same spots.
    """

    def __init__(self) -> None:
        self._drawn: dict[int, tuple[Box, tuple[bool, bool], tuple[v.SpotView, ...]]] = {}

    def of(self, setup: TableSetup, shown: RoundState, box: Box) -> tuple[v.SpotView, ...]:
        """The spots of a box in this round."""
        stage = (shown.stage == "closed", shown.is_hole_shown)
        drawn = self._drawn.get(box.seat)
        if drawn is None or drawn[0] is not box or drawn[1] != stage:
            spots = _making(setup, shown, box, spot_views(setup, box))
            drawn = self._drawn[box.seat] = (box, stage, spots)
        return drawn[2]


class _Picture(Struct, frozen=True):
    """What lies on the table, the same for every seat that looks at this round."""

    dealer: v.DealerView
    hands: dict[int, tuple[v.HandView, ...]]
    seats: tuple[v.SeatSummary, ...]


def why_no_demo_credit(setup: TableSetup, state: TableState, seat: int) -> Refusal | None:
    """Why the demo's credit may not be given now: only to a seat that can no longer bet."""
    if not setup.is_demo:
        return Refusal("not_a_demo")
    if state.round is None or state.round.stage not in ("betting", "closed"):
        return Refusal("not_in_this_state")
    minimum = setup.limits[0].minimum_cents
    return Refusal("not_offered") if state.credit_cents(seat) >= minimum else None


def why_no_demo_validation(setup: TableSetup, state: TableState, seat: int) -> Refusal | None:
    """Why a demo's award may not be validated without attendants now."""
    if not setup.is_demo:
        return Refusal("not_a_demo")
    if not state.awards_of(seat):
        return Refusal("no_award")
    is_over = state.round is not None and state.round.stage in ("betting", "closed")
    return None if is_over else Refusal("not_in_this_state")


def _meters(setup: TableSetup, state: TableState) -> tuple[v.MeterView, ...]:
    if state.opened is None:
        return ()
    found = []
    for offered in setup.rules.offered:
        for terms in offered.meters:
            meter = state.meter(offered.meter_id(terms.meter))
            shown = meter.amount_cents
            found.append(
                v.MeterView(
                    wager=offered.wager,
                    meter=terms.meter,
                    amount_cents=min(shown, terms.cap_cents) if terms.cap_cents else shown,
                    cap_cents=terms.cap_cents,
                    commitment=meter.trigger.commitment if meter.trigger else "",
                )
            )
    return tuple(found)


def _total_bet(box: Box | None, layout: Layout, *, has_chips_down: bool) -> int:
    if has_chips_down:
        return layout.total_cents
    return box.staked_cents if box else 0


def dealer_view(shown: RoundState | None) -> v.DealerView:
    """The dealer's cards as anybody may see them now."""
    if shown is None or not shown.dealer:
        return v.DealerView((), None, is_soft=False, is_blackjack=False)
    points = total(shown.dealer)
    is_hidden = shown.hole_place is not None and not shown.is_hole_shown
    return v.DealerView(
        cards=(*shown.dealer, None) if is_hidden else shown.dealer,
        total=points.points,
        is_soft=points.is_soft,
        is_blackjack=is_blackjack(shown.dealer),
    )


def extra_card_view(box: Box | None) -> Card | None:
    """The card that a dealer Blackjack dealt to this box's side wager alone."""
    if box is None or box.third is None or len(box.hands) != 1:
        return None
    return box.third if len(box.hands[0].cards) == 2 else None


def hand_views(shown: RoundState, box: Box) -> tuple[v.HandView, ...]:
    """The hands of one box."""
    return tuple(
        _hand(hand, is_active=shown.turn == Turn(box.seat, index))
        for index, hand in enumerate(box.hands)
    )


def _hand(hand: Hand, *, is_active: bool) -> v.HandView:
    points = total(hand.cards)
    return v.HandView(
        cards=hand.cards,
        total=points.points,
        is_soft=points.is_soft,
        is_blackjack=hand.is_blackjack,
        stake_cents=hand.stake_cents,
        is_active=is_active,
        result=hand.result,
        paid_cents=hand.paid_cents,
    )


def _layout_spots(setup: TableSetup, layout: Layout) -> tuple[v.SpotView, ...]:
    """The spots of a seat that is not in the shown round: its chips."""
    stakes = {placed.wager: placed.stake_cents for placed in layout.wagers}
    return tuple(
        v.SpotView(limits.wager, stakes.get(limits.wager, 0), None, 0) for limits in setup.limits
    )


def _making(
    setup: TableSetup, shown: RoundState, box: Box, spots: tuple[v.SpotView, ...]
) -> tuple[v.SpotView, ...]:
    """The spots, those not settled with the row that the cards in sight make."""
    if shown.stage == "closed" or len(box.first_two) < 2 or not shown.dealer:
        return spots
    open_wagers = [spot.wager for spot in spots if spot.outcome is None]
    made = making(setup.rules, shown, box, open_wagers)
    return tuple(
        replace(spot, making=made[spot.wager]) if spot.wager in made else spot for spot in spots
    )


def _session(state: TableState, seat: int, screen: SeatScreen) -> v.SessionView | None:
    session = state.session(seat)
    if not session.is_open or screen.elapsed_ms is None:
        return None
    net_cents = state.owned_cents(seat) - session.funded_cents
    return v.SessionView(screen.elapsed_ms, net_cents, screen.reality_ms)


def spot_views(setup: TableSetup, box: Box) -> tuple[v.SpotView, ...]:
    """One spot per wager on offer, then insurance when the seat has taken it."""
    spots = tuple(
        _blackjack_spot(box) if limits.wager == BLACKJACK else _side_spot(box, limits.wager)
        for limits in setup.limits
    )
    return (*spots, _side_spot(box, INSURANCE)) if box.insurance == "insured" else spots


def _blackjack_spot(box: Box) -> v.SpotView:
    results = {hand.result for hand in box.hands}
    outcome = None
    if None not in results:
        outcome = results.pop() if len(results) == 1 else "several"
    return v.SpotView(
        wager=BLACKJACK,
        stake_cents=sum(hand.stake_cents for hand in box.hands),
        outcome=outcome,
        paid_cents=sum(hand.paid_cents for hand in box.hands),
    )


def _side_spot(box: Box, wager: str) -> v.SpotView:
    placed = {placed.wager: placed.stake_cents for placed in box.wagers}
    placed[INSURANCE] = box.insurance_cents
    settled = next((each for each in box.settlements if each.wager == wager), None)
    return v.SpotView(
        wager=wager,
        stake_cents=placed.get(wager, 0),
        outcome=settled.outcome if settled else None,
        paid_cents=settled.paid_cents if settled else 0,
        reserved_cents=sum(award.amount_cents for award in box.awards if award.wager == wager),
    )


def _options(
    setup: TableSetup, current: RoundState | None, seat: int, credit_cents: int
) -> tuple[v.OptionView, ...]:
    turn = current.turn if current else None
    if current is None or turn is None or turn.seat != seat:
        return ()
    box = current.box(seat)
    assert box is not None
    hand = box.hands[turn.hand]
    return tuple(
        v.OptionView(
            action=action,
            hand=turn.hand,
            cost_cents=action_cost(action, hand),
            refusal=why_not(setup.rules.house, box, turn.hand, action, credit_cents),
        )
        for action in ACTIONS
    )


def _insurance(
    setup: TableSetup, current: RoundState | None, seat: int, credit_cents: int
) -> v.InsuranceView | None:
    box = current.box(seat) if current else None
    if current is None or box is None or box.insurance != "asked":
        return None
    stake = max(1, min(most_insurance(box), credit_cents))
    has_even_money = why_no_even_money(setup.rules, current, box) is None
    return v.InsuranceView(
        stake_cents=stake,
        refusal=why_no_insurance(setup.rules, current, box, stake, credit_cents),
        has_even_money=has_even_money,
        even_money_paid_cents=returned(Cents(box.stake_cents), EVEN) if has_even_money else 0,
        insured_paid_cents=returned(Cents(stake), INSURANCE_PAYS),
    )


def _betting(setup: TableSetup, state: TableState, layout: Layout, seat: int) -> v.BettingView:
    return v.BettingView(
        revision=layout.revision,
        wagers=layout.wagers,
        is_ready=layout.is_ready,
        deal=why_no_bets(state, seat) or why_no_deal(setup, layout),
        doubled=doubled(setup, layout, state.credit_cents(seat)),
        repeat=repeat(setup, state, seat),
    )

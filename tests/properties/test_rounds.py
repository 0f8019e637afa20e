"""Any round of any table keeps its books, its shoe and the law, whatever anybody asks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from table_app.game.hand import value
from table_app.game.paytable import MeterTerms
from table_app.game.rules import OfferedWager
from table_app.game.shoe import worst_round_cards
from table_app.table.beside import Beside
from table_app.table.decide import decide
from table_app.table.setup import TableSetup
from table_app.table.view import Gallery
from table_app.vocabulary import commands as c
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import DECK
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.secrets import Trigger, Uniform
from tests.properties.tables import (
    PAYTABLES,
    SCENES,
    beginning_with,
    card_orders,
    in_deal_order,
    offer,
    shoe_of,
    shoe_with,
    table,
    tables,
)
from tests.properties.watched import WatchedTable, laid

COMMANDS_MAX = 400
"""Far more than the decisions of any round: 35 hands of at most 21 cards would still end."""

_PLANS = st.sampled_from([(0, 3, 4), (0, 3, 4), (0, 1, 4), (1, 3, 4), (2, 1, 4), (3, 4), (4,)])
"""What a seat that is asked tries, in turn: places in `_answers`, the last of which is taken."""

HAND_COMMANDS: tuple[type[c.HandCommand], ...] = (c.Hit, c.Stand, c.Double, c.Split, c.Surrender)


@st.composite
def lockings(draw: st.DrawFn, setup: TableSetup) -> c.LockBets:
    """Wagers for some of the seats; each may be refused for its credit, none for its form."""
    playing = draw(st.sets(st.integers(1, setup.seats), min_size=1))
    boxes = []
    for seat in sorted(playing):
        wagers = [c.WagerStake("blackjack", 100 * draw(st.integers(5, 500)))]
        for offered in setup.rules.offered:
            if draw(st.integers(0, 3)):
                stake = offered.stake_cents or 100 * draw(st.integers(1, 100))
                wagers.append(c.WagerStake(offered.wager, stake))
        boxes.append(c.SeatWagers(seat, tuple(wagers)))
    locking = c.LockBets(tuple(boxes), uniforms=draw(uniforms(setup)))
    return replace(locking, accepted=draw(counted(setup, locking)))


@st.composite
def counted(draw: st.DrawFn, setup: TableSetup, locking: c.LockBets) -> tuple[c.Accepted, ...]:
    """What the progressive system counted: what lies there, but now and then something else."""
    found = []
    for offered in setup.rules.offered:
        count, stakes_cents = laid(locking, offered.wager)
        wrong = draw(st.sampled_from([*[0] * 30, -1, 1])) if offered.meters else 0
        if offered.meters and count + wrong > 0:
            right_sum = draw(st.booleans())
            more = 0 if right_sum else wrong * offered.stake
            found.append(c.Accepted(offered.wager, count + wrong, stakes_cents + more))
    return tuple(found)


@st.composite
def uniforms(draw: st.DrawFn, setup: TableSetup) -> tuple[Uniform, ...]:
    """One number for every must-hit-by meter, from anywhere in the range."""
    values = st.integers(0, 2**256 - 1) | st.just(2**256 - 1)
    return tuple(
        Uniform(meter=offered.meter_id(terms.meter), value=draw(values))
        for offered in setup.rules.offered
        for terms in offered.meters
        if terms.cap_cents is not None
    )


@st.composite
def meters(draw: st.DrawFn, setup: TableSetup) -> tuple[c.MeterStart, ...]:
    """Meters in the middle of their lives; must-hit-by ones close below their triggers."""
    found = []
    for offered in setup.rules.offered:
        for terms in offered.meters:
            name, trigger = offered.meter_id(terms.meter), None
            amount = draw(st.integers(0, 10**11))
            if terms.cap_cents is not None:
                cents = draw(st.integers(1, terms.cap_cents) | st.just(terms.cap_cents))
                trigger = Trigger(meter=name, amount_cents=cents, salt=b"t" * 32)
                below = draw(st.integers(1, 10**6) | st.integers(1, cents * 10_000))
                amount = max(0, cents * 10_000 - below)
            reserve = draw(st.just(0) | st.integers(0, 10**10)) if terms.reserve_bp else 0
            found.append(c.MeterStart(name, amount, reserve, trigger))
    return tuple(found)


@st.composite
def locked_tables(draw: st.DrawFn) -> WatchedTable:
    """A table whose wagers are locked and dealt; some seats can pay for no more than that."""
    setup = draw(tables())
    locking = draw(lockings(setup))
    credits_cents = {
        box.seat: sum(placed.stake_cents for placed in box.wagers)
        + draw(st.sampled_from([0, 500, 300_000, 300_000, 300_000]))
        for box in locking.wagers
    }
    cards = draw(card_orders(setup.decks, boxes=len(locking.wagers)))
    watched = WatchedTable(setup, shoe_of(cards), credits_cents, draw(meters(setup)))
    watched.must(locking)
    if watched.stage == "dynamic":
        watched.draw_dynamic_pays(draw(st.integers(0, 2**32 - 1)))
    return watched


@st.composite
def commands(draw: st.DrawFn) -> c.RoundCommand | None:
    """Something for any seat and hand, mostly wrong; None is for whoever is asked."""
    seat, hand = draw(st.integers(0, 8)), draw(st.integers(-1, 5))
    kind = draw(st.sampled_from([*["asked"] * 9, "hand", "insurance", "expire"]))
    match kind:
        case "asked":
            return None
        case "hand":
            return draw(st.sampled_from(HAND_COMMANDS))(seat, hand)
        case "insurance":
            stake = draw(st.integers(-1, 30_000))
            answers: list[c.InsuranceCommand] = [
                c.TakeInsurance(seat, stake),
                c.TakeEvenMoney(seat),
                c.DeclineInsurance(seat),
            ]
            return draw(st.sampled_from(answers))
        case _:
            return c.ExpireTime(seat)


def _answers(watched: WatchedTable) -> tuple[c.RoundCommand, ...]:
    """What the seat whose answer is awaited could say, sensible or not, the safe one last."""
    current = watched.state.round
    assert current is not None
    if current.turn is not None:
        seat, hand = current.turn.seat, current.turn.hand
        kinds: tuple[type[c.HandCommand], ...]
        kinds = (c.Split, c.Double, c.Surrender, c.Hit, c.Stand)
        return tuple(kind(seat, hand) for kind in kinds)
    asked = next(box for box in current.boxes if box.insurance == "asked")
    most = asked.stake_cents // 2
    return (
        c.TakeEvenMoney(asked.seat),
        c.TakeInsurance(asked.seat, most),
        c.TakeInsurance(asked.seat, most + 1),
        c.TakeInsurance(asked.seat, 1),
        c.DeclineInsurance(asked.seat),
    )


def _follow(watched: WatchedTable, plan: tuple[int, ...]) -> None:
    answers = _answers(watched)
    assert any(watched.do(answers[place]) is None for place in plan)


def _finish(watched: WatchedTable) -> None:
    """Give the safe answer until the round ends, which it must."""
    for _ in range(COMMANDS_MAX):
        if watched.is_closed:
            return
        watched.must(_answers(watched)[-1])
    pytest.fail("the round does not end")


Asked = tuple[c.RoundCommand | None, tuple[int, ...]]

_ANY_ROUND = given(
    locked_tables(),
    st.lists(st.tuples(commands(), _PLANS), min_size=12, max_size=60),
    st.integers(0, 99),
)


@settings(deadline=None, max_examples=250)
@_ANY_ROUND
def test_any_round_balances_and_pays_what_the_law_says(
    watched: WatchedTable, asked: list[Asked], seed: int
) -> None:
    _play_any_round(watched, asked, seed)


@pytest.mark.proof
@settings(deadline=None, max_examples=5000)
@_ANY_ROUND
def test_any_of_thousands_of_rounds_balances_and_pays_what_the_law_says(
    watched: WatchedTable, asked: list[Asked], seed: int
) -> None:
    _play_any_round(watched, asked, seed)


def _play_any_round(watched: WatchedTable, asked: list[Asked], seed: int) -> None:
    for command, plan in asked:
        if command is not None:
            watched.do(command)
        elif not watched.is_closed:
            _follow(watched, plan)
        for waiting in () if watched.is_closed else watched.state.awards:
            close = c.CloseAward(waiting.seat, waiting.award, "to_credit", "one", "two")
            assert watched.do(close) == Refusal("not_in_this_state")
    _finish(watched)

    watched.check_closed()
    watched.close_awards(seed)
    for command, _ in asked:
        assert command is None or isinstance(watched.do(command), Refusal)


@settings(deadline=None, max_examples=60)
@given(locked_tables(), st.lists(_PLANS, min_size=12, max_size=30))
def test_what_a_screen_offers_is_what_the_table_takes(
    watched: WatchedTable, plans: list[tuple[int, ...]]
) -> None:
    for plan in plans:
        if watched.is_closed:
            return
        assert watched.state.round is not None
        gallery = Gallery(watched.setup, watched.state, Beside())
        for seat in range(1, watched.setup.seats + 1):
            view = gallery.view(seat)
            for option, kind in zip(view.options, HAND_COMMANDS, strict=False):
                decision = decide(watched.setup, watched.state, kind(seat, option.hand))
                assert (decision if isinstance(decision, Refusal) else None) == option.refusal
            if view.insurance is not None:
                insure = c.TakeInsurance(seat, view.insurance.stake_cents)
                decision = decide(watched.setup, watched.state, insure)
                refusal = decision if isinstance(decision, Refusal) else None
                assert refusal == view.insurance.refusal
                even = decide(watched.setup, watched.state, c.TakeEvenMoney(seat))
                assert view.insurance.has_even_money is not isinstance(even, Refusal)
        _follow(watched, plan)


@settings(deadline=None, max_examples=60)
@given(tables(), st.integers(1, 10), st.booleans(), st.booleans())
def test_no_round_needs_more_cards_than_the_bound(
    setup: TableSetup, cheapest: int, spreads_aces: bool, stops_at_20: bool
) -> None:
    def rank_first(code: str) -> tuple[bool, int]:
        worth = value(next(one for one in DECK if one == code))
        return (worth < cheapest, worth)

    cards = tuple(sorted(DECK * setup.decks, key=rank_first))
    if spreads_aces:
        cards = (*cards[1::2], *cards[::2])
    seats = tuple(range(1, setup.seats + 1))
    watched = WatchedTable(setup, shoe_of(cards), dict.fromkeys(seats, 1_000_000))
    wagers = (c.WagerStake("blackjack", 500),)
    watched.must(c.LockBets(tuple(c.SeatWagers(seat, wagers) for seat in seats)))

    for _ in range(COMMANDS_MAX):
        if watched.is_closed:
            break
        _draw_all_there_is(watched, stops_at_20=stops_at_20)

    assert watched.state.round is not None
    assert watched.is_closed
    assert watched.state.round.position <= worst_round_cards(
        decks=setup.decks, seats=setup.seats, hands=setup.rules.house.resplit_hands
    )


def _draw_all_there_is(watched: WatchedTable, *, stops_at_20: bool) -> None:
    """Split what can be split, hit what can be hit; a live 20 at the end lets the dealer draw."""
    assert watched.state.round is not None
    answers = _answers(watched)
    turn = watched.state.round.turn
    if turn is None:
        watched.must(answers[-1])
        return
    box = watched.state.round.box(turn.seat)
    assert box is not None
    is_last = turn.seat == watched.setup.seats and turn.hand == len(box.hands) - 1
    is_20 = sum(value(one) for one in box.hands[turn.hand].cards) == 20
    wanted = answers[-1:] if stops_at_20 and is_last and is_20 else (answers[0], *answers[3:])
    assert any(watched.do(answer) is None for answer in wanted)


@pytest.mark.parametrize(
    ("wager", "paytable"), [(name, one) for name, all_of in PAYTABLES.items() for one in all_of]
)
def test_every_row_of_every_paytable_is_reached_and_paid_as_a_second_reading_says(
    wager: str, paytable: str
) -> None:
    needs_amount = wager in {"dynamic_21_3", "lucky_ladies", "blazing_7s"}
    offered = offer(wager, paytable, **({"wager": "5.00"} if needs_amount else {}))

    reached = _rows_of_all_scenes(offered)

    assert reached == {"lose", *(row.outcome for row in offered.paytable.rows)}


@pytest.mark.parametrize("paytable", ["A", "B"])
def test_where_the_upcard_is_the_third_card_no_extra_card_is_dealt(paytable: str) -> None:
    offered = offer("blazing_7s", paytable, wager="5.00", third_card="dealer_upcard")

    reached = _rows_of_all_scenes(offered)

    assert reached >= {"lose", "one_7", "two_7s"}
    assert any(outcome.startswith("three_7s") for outcome in reached)


def _rows_of_all_scenes(offered: OfferedWager) -> set[str]:
    """Play and check every scene at three seats that all have the wager."""
    setup = table(seats=3, offered=(offered,))
    wagers = (c.WagerStake("blackjack", 500), c.WagerStake(offered.wager, 500))
    starts = tuple(_start(offered, terms) for terms in offered.meters)
    locking = c.LockBets(
        tuple(c.SeatWagers(seat, wagers) for seat in (1, 2, 3)),
        accepted=(c.Accepted(offered.wager, 3, 1500),) if offered.meters else (),
        uniforms=tuple(
            Uniform(meter=start.meter, value=2**255) for start in starts if start.trigger
        ),
    )
    reached: set[str] = set()
    for players, dealer, drawn in SCENES:
        cards = beginning_with(in_deal_order([players] * 3 + [dealer], drawn), decks=8, seed=1)
        watched = WatchedTable(setup, shoe_of(cards), dict.fromkeys((1, 2, 3), 100_000), starts)
        watched.must(locking)
        if watched.stage == "dynamic":
            watched.draw_dynamic_pays(seed=len(reached))
        while not watched.is_closed:
            _follow(watched, (3, 4) if watched.is_first_draw else (4,))
        watched.check_closed()
        watched.close_awards(seed=0)
        reached |= {
            fact.outcome
            for fact in watched.facts
            if isinstance(fact, f.WagerSettled) and fact.wager == offered.wager
        }
    return reached


def _start(offered: OfferedWager, terms: MeterTerms) -> c.MeterStart:
    """A meter with a part of a cent; the second of three wagers just reaches a trigger."""
    name = offered.meter_id(terms.meter)
    if terms.cap_cents is None:
        return c.MeterStart(name, 1_000_000_003, 70_000_007, None)
    cents = terms.cap_cents // 2
    below = 2 * offered.stake * terms.increment_bp
    trigger = Trigger(meter=name, amount_cents=cents, salt=b"t" * 32)
    return c.MeterStart(name, cents * 10_000 - below, 70_000_007, trigger)


def test_credit_that_the_first_cards_have_won_may_insure() -> None:
    setup = table(offered=(offer("lucky_ladies", "7", wager="5.00"),))
    start = c.MeterStart("lucky_ladies.main", 10**9, 0, None)
    watched = WatchedTable(setup, shoe_with("TS AD TH 9C"), {1: 1000}, (start,))
    wagers = (c.WagerStake("blackjack", 500), c.WagerStake("lucky_ladies", 500))

    watched.must(
        c.LockBets((c.SeatWagers(1, wagers),), accepted=(c.Accepted("lucky_ladies", 1, 500),))
    )

    assert watched.facts[-1] == f.InsuranceOffered((1,))
    watched.must(c.TakeInsurance(1, 250))


def test_a_lock_whose_blackjack_wager_is_not_first_is_refused() -> None:
    watched = WatchedTable(table(), shoe_with(""), {1: 10_000})
    wagers = (c.WagerStake("lucky_aces", 100), c.WagerStake("blackjack", 500))

    refusal = watched.do(c.LockBets((c.SeatWagers(1, wagers),)))

    assert refusal == Refusal("blackjack_wager_first")


@pytest.mark.parametrize("seat", [0, 3, 8, -1])
def test_a_seat_that_the_table_has_not_is_refused(seat: int) -> None:
    watched = WatchedTable(table(seats=2), shoe_with(""), {1: 10_000})
    watched.must(c.LockBets((c.SeatWagers(1, (c.WagerStake("blackjack", 500),)),)))

    assert watched.do(c.Hit(seat, 0)) == Refusal("not_this_seat")

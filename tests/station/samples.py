"""Views made by hand, of every phase: the station's tests need no game."""

import hashlib

from msgspec.structs import replace

from table_app.vocabulary.cards import card
from table_app.vocabulary.commands import WagerStake
from table_app.vocabulary.facts import HandResult
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import (
    BettingView,
    DealerView,
    HandView,
    InsuranceView,
    JurisdictionInfo,
    LayoutOfferView,
    LegalTexts,
    OptionView,
    PayRow,
    SeatSummary,
    SeatView,
    SessionView,
    SpotView,
    TableInfo,
    TimerView,
    WagerInfo,
)

SEAT = 3
COMMITMENT = hashlib.sha256(b"sample shoe").hexdigest()
BLACKJACK, LUCKY_ACES = "blackjack", "lucky_aces"

INFO = TableInfo(
    table="Table 07",
    seat=SEAT,
    seats=5,
    is_demo=True,
    decks=8,
    chips_cents=(100, 500, 2500, 10_000, 50_000, 100_000),
    wagers=(
        WagerInfo(BLACKJACK, 500, 50_000, None, ()),
        WagerInfo(
            LUCKY_ACES,
            100,
            10_000,
            "A",
            (
                PayRow("four_aces", 500, 1),
                PayRow("three_aces_same_suit", 250, 1),
                PayRow("three_aces", 20, 1),
                PayRow("two_aces_same_suit", 8, 1),
                PayRow("two_aces", 5, 1),
                PayRow("one_ace_of_diamonds", 2, 1),
                PayRow("one_ace", 1, 1),
            ),
        ),
    ),
    blackjack_pays=(3, 2),
    insurance_pays=(2, 1),
    dealer_hits_soft_17=False,
    demo_credit_cents=20_000,
    jurisdiction=JurisdictionInfo(
        "Pennsylvania",
        (
            LegalTexts(
                "en",
                "Gambling problem? Call 1-800-GAMBLER.",
                "Malfunction voids all pays and plays.",
            ),
            LegalTexts(
                "es",
                "¿Problemas con el juego? Llame al 1-800-GAMBLER.",
                "Una avería anula todos los pagos y jugadas.",
            ),
        ),
        ("normal", "slow", "fast", "instant"),
    ),
)


def replace_wagers(info: TableInfo, wagers: tuple[WagerInfo, ...]) -> TableInfo:
    """The same table with other wagers on offer."""
    return replace(info, wagers=wagers)


def changed(view: SeatView, **changes: object) -> SeatView:
    """The same view with other fields."""
    return replace(view, **changes)


def dealer(text: str = "", total: int | None = None, *, is_soft: bool = False) -> DealerView:
    """The dealer's cards: `"KS ??"` is a king and a card face down."""
    cards = tuple(None if code == "??" else card(code) for code in text.split())
    return DealerView(cards, total, is_soft, is_blackjack=False)


def hand(
    text: str,
    total: int,
    *,
    stake_cents: int = 1000,
    is_active: bool = False,
    result: HandResult | None = None,
    paid_cents: int = 0,
    is_soft: bool = False,
) -> HandView:
    return HandView(
        tuple(card(code) for code in text.split()),
        total,
        is_soft,
        is_blackjack=result == "blackjack",
        stake_cents=stake_cents,
        is_active=is_active,
        result=result,
        paid_cents=paid_cents,
    )


def layout(**stakes: int) -> tuple[WagerStake, ...]:
    return tuple(WagerStake(wager, stake) for wager, stake in stakes.items())


def betting(
    revision: int = 0,
    wagers: tuple[WagerStake, ...] = (),
    *,
    is_ready: bool = False,
    deal: Refusal | None = None,
    repeat: LayoutOfferView | None = None,
) -> BettingView:
    no_chips = Refusal("nothing_on_layout")
    doubled = tuple(WagerStake(placed.wager, placed.stake_cents * 2) for placed in wagers)
    return BettingView(
        revision,
        wagers,
        is_ready,
        deal if wagers else Refusal("no_wager"),
        LayoutOfferView(doubled, (), None if wagers else no_chips),
        repeat or LayoutOfferView((), (), Refusal("nothing_to_repeat")),
    )


def view(**changes: object) -> SeatView:
    """An empty layout while bets are open, with some of its fields changed."""
    fields: dict[str, object] = {
        "seat": SEAT,
        "phase": "betting",
        "round": 12,
        "shown_round": 12,
        "shoe_id": "shoe-12",
        "shoe_commitment": COMMITMENT,
        "credit_cents": 124_350,
        "total_bet_cents": 0,
        "win_cents": 0,
        "timer": None,
        "dealer": dealer(),
        "hands": (),
        "spots": (),
        "options": (),
        "insurance": None,
        "betting": betting(),
        "demo_credit": None,
        "demo_validation": Refusal("no_award"),
        "meters": (),
        "dynamic_pays": (),
        "awards": (),
        "active_seat": None,
        "others": (),
        "time_ms": 1_796_075_220_000,  # 2026-11-30 21:47 UTC
        "session": SessionView(42 * 60_000, -1800, None),
    }
    return SeatView(**(fields | changes))  # type: ignore[arg-type]


def with_chips(revision: int = 3, **stakes: int) -> SeatView:
    """Bets are open and chips lie on the layout."""
    wagers = layout(**(stakes or {BLACKJACK: 1000, LUCKY_ACES: 500}))
    total = sum(placed.stake_cents for placed in wagers)
    return view(
        betting=betting(revision, wagers),
        credit_cents=124_350 - total,
        total_bet_cents=total,
        timer=TimerView(14_000, 30_000),
    )


def options(hand_index: int = 0, **refusals: Refusal) -> tuple[OptionView, ...]:
    """The five decisions, some of them refused."""
    costs = {"hit": 0, "stand": 0, "double": 1000, "split": 1000, "surrender": 0}
    return tuple(
        OptionView(action, hand_index, cost, refusals.get(action))  # type: ignore[arg-type]
        for action, cost in costs.items()
    )


PLAYED = (
    SpotView(BLACKJACK, 1000, None, 0),
    SpotView(LUCKY_ACES, 500, None, 0),
)

OTHERS = (
    SeatSummary(1, 2500, False, False, (hand("9H KD", 19),)),
    SeatSummary(2, 500, False, False, (hand("9H KD 7S", 26, result="bust"),)),
    SeatSummary(4, 1000, False, True, (hand("8H 3D", 11), hand("8C TD", 18))),
    SeatSummary(5, 500, True, False, ()),
)


def deciding(**changes: object) -> SeatView:
    """It is this seat's turn, with 13 against a king."""
    fields: dict[str, object] = {
        "phase": "decisions",
        "credit_cents": 122_850,
        "total_bet_cents": 1500,
        "timer": TimerView(14_000, 30_000),
        "dealer": dealer("KS ??", 10),
        "hands": (hand("8S 5D", 13, is_active=True),),
        "spots": PLAYED,
        "options": options(split=Refusal("unequal_values")),
        "betting": None,
        "demo_credit": Refusal("not_in_this_state"),
        "active_seat": SEAT,
    }
    return view(**(fields | changes))


def four_hands() -> SeatView:
    return deciding(
        hands=(
            hand("8S 3D 7C 2H AS", 21),
            hand("8D KH", 18),
            hand("8C 5D", 13, is_active=True),
            hand("8H 2D", 10),
        ),
        options=options(
            2,
            double=Refusal("not_enough_credit", 750),
            split=Refusal("split_limit"),
            surrender=Refusal("first_two_cards_only"),
        ),
        credit_cents=250,
        total_bet_cents=4500,
        spots=(SpotView(BLACKJACK, 4000, None, 0), SpotView(LUCKY_ACES, 500, None, 0)),
        others=OTHERS,
    )


def insuring(*, has_even_money: bool = False) -> SeatView:
    cards = hand("AS KD", 21, result=None) if has_even_money else hand("9S KD", 19)
    return deciding(
        phase="insurance",
        dealer=dealer("AS ??", 11, is_soft=True),
        hands=(cards,),
        options=(),
        insurance=InsuranceView(500, None, has_even_money, 2000),
        active_seat=None,
    )


def closed_round(**changes: object) -> SeatView:
    """The round is over and bets are open again; last round's results still lie there."""
    fields: dict[str, object] = {
        "phase": "betting",
        "round": 13,
        "shown_round": 12,
        "credit_cents": 125_350,
        "total_bet_cents": 0,
        "win_cents": 2500,
        "dealer": dealer("KS 6D 9H", 25),
        "hands": (hand("8S 5D 6H", 19, result="win", paid_cents=2000),),
        "spots": (
            SpotView(BLACKJACK, 1000, "win", 2000),
            SpotView(LUCKY_ACES, 500, "lose", 0),
        ),
        "betting": betting(
            repeat=LayoutOfferView(layout(blackjack=1000, lucky_aces=500), (), None)
        ),
    }
    return view(**(fields | changes))


def lost_round() -> SeatView:
    return closed_round(
        win_cents=0,
        dealer=dealer("KS TD", 20),
        hands=(hand("8S 5D KH", 23, result="bust"),),
        spots=(
            SpotView(BLACKJACK, 1000, "bust", 0),
            SpotView(LUCKY_ACES, 500, "lose", 0),
        ),
    )


def pushed_round() -> SeatView:
    return closed_round(
        win_cents=4000,
        dealer=dealer("AS KD", 21),
        hands=(hand("AD KS", 21, result="push", paid_cents=1000),),
        spots=(
            SpotView(BLACKJACK, 1000, "push", 1000),
            SpotView(LUCKY_ACES, 500, "two_aces", 3000),
        ),
    )


EVERY_PHASE: dict[str, SeatView] = {
    "closed": view(phase="closed", betting=None, shoe_commitment="", round=0),
    "betting": view(),
    "chips": with_chips(),
    "ready": view(betting=betting(4, layout(blackjack=1000), is_ready=True)),
    "deciding": deciding(),
    "waiting": deciding(options=(), active_seat=1, others=OTHERS),
    "four_hands": four_hands(),
    "insurance": insuring(),
    "even_money": insuring(has_even_money=True),
    "won": closed_round(),
    "lost": lost_round(),
    "pushed": pushed_round(),
    "blackjack": closed_round(
        hands=(hand("AS KD", 21, result="blackjack", paid_cents=2500),),
        spots=(
            SpotView(BLACKJACK, 1000, "blackjack", 2500),
            SpotView(LUCKY_ACES, 500, "one_ace", 1000),
        ),
    ),
    "insured": deciding(
        dealer=dealer("AS ??", 11, is_soft=True),
        spots=(*PLAYED, SpotView("insurance", 500, "lose", 0)),
    ),
    "insurance_won": closed_round(
        win_cents=1500,
        dealer=dealer("AS KD", 21, is_soft=True),
        hands=(hand("8S 5D", 13, result="lose"),),
        spots=(
            SpotView(BLACKJACK, 1000, "lose", 0),
            SpotView(LUCKY_ACES, 500, "lose", 0),
            SpotView("insurance", 500, "win", 1500),
        ),
    ),
    "result": closed_round(phase="result", betting=None, round=12),
}

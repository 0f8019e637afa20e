"""Views of a table with every side wager: the busiest screens a player can see."""

from table_app.vocabulary.cards import card
from table_app.vocabulary.commands import DynamicPay
from table_app.vocabulary.facts import (
    AwardReserved,
    BetsLocked,
    CardDealt,
    DynamicPaysDrawn,
    HoleCardDealt,
    ShownFact,
    UpcardDealt,
)
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import (
    AwardView,
    LayoutOfferView,
    MeterView,
    PayRow,
    SeatSummary,
    SeatView,
    SpotView,
    TimerView,
    WagerInfo,
)
from tests.station import samples
from tests.station.samples import SEAT, betting, closed_round, deciding, hand, layout

DYNAMIC, LADIES, SEVENS, SUPER = "dynamic_21_3", "lucky_ladies", "blazing_7s", "super_4"
ACES = samples.LUCKY_ACES


def share(outcome: str, percent: int, meter: str = "main") -> PayRow:
    return PayRow(outcome, percent, 1, "share", meter)


def for_one(outcome: str, pays: int, dynamic: tuple[int, ...] = ()) -> PayRow:
    return PayRow(outcome, pays, 1, "for", dynamic=dynamic)


def dollars(outcome: str, amount: int) -> PayRow:
    return PayRow(outcome, amount * 100, 1, "dollars")


def one_amount(wager: str, cents: int, rows: tuple[PayRow, ...], suit: str = "") -> WagerInfo:
    return WagerInfo(wager, cents, cents, "A", rows, suit)


WAGERS = (
    samples.INFO.wagers[0],
    one_amount(
        DYNAMIC,
        500,
        (
            share("three_aces_suited", 100),
            for_one(
                "three_of_a_kind_suited", 100, (150, 200, 300, 400, 500, 600, 700, 800, 900, 1000)
            ),
            for_one("straight_flush", 20, (30, 40, 60, 80, 100, 120, 140, 160, 180, 200)),
            for_one("three_of_a_kind", 10, (15, 20, 30, 40, 50, 60, 70, 80, 90, 100)),
            for_one("straight", 2, (3, 4, 6, 8, 10, 12, 14, 16, 18, 20)),
        ),
    ),
    one_amount(
        LADIES,
        500,
        (
            share("qh_pair_dealer_bj_hearts", 100),
            share("qh_pair_dealer_bj_suited", 100),
            share("qh_pair_dealer_bj_unsuited", 25),
            for_one("qh_pair", 200),
            for_one("matched_20", 25),
            for_one("suited_20", 10),
            for_one("any_20", 2),
        ),
    ),
    samples.INFO.wagers[1],
    one_amount(
        SEVENS,
        100,
        (
            share("three_7s_diamonds", 100),
            share("three_7s_clubs_spades_or_hearts", 50),
            share("three_7s_same_color", 10),
            PayRow("three_7s", 200, 1),
            PayRow("two_7s", 25, 1),
            PayRow("one_7", 2, 1),
        ),
    ),
    one_amount(
        SUPER,
        500,
        (
            share("royal_chosen_suit", 100, "star"),
            share("royal_other_suit", 100, "heart"),
            share("three_of_a_kind", 100, "spade"),
            share("straight", 100, "diamond"),
            share("flush", 100, "club"),
            dollars("two_pair", 200),
            dollars("same_color", 100),
            dollars("pair", 50),
            dollars("dealer_blackjack", 25),
            dollars("dealer_ace_up", 10),
        ),
        suit="S",
    ),
)

INFO = samples.replace_wagers(samples.INFO, WAGERS)

METERS = (
    MeterView(DYNAMIC, "main", 1_248_107, None, ""),
    MeterView(DYNAMIC, "must_hit_by", 87_140, 100_000, samples.COMMITMENT),
    MeterView(LADIES, "main", 2_590_355, None, ""),
    MeterView(SEVENS, "main", 637_790, None, ""),
    MeterView(SUPER, "star", 7_102_033, None, ""),
    MeterView(SUPER, "heart", 520_412, None, ""),
    MeterView(SUPER, "spade", 61_187, None, ""),
    MeterView(SUPER, "diamond", 33_060, None, ""),
    MeterView(SUPER, "club", 25_915, None, ""),
    MeterView(SUPER, "mystery", 99_985, 100_000, samples.COMMITMENT),
)
EIGHT_METERS = (*METERS[:7], METERS[9])

ALL_CHIPS = layout(
    blackjack=1000, dynamic_21_3=500, lucky_ladies=500, lucky_aces=500, blazing_7s=100, super_4=500
)
PAYS = (DynamicPay("three_of_a_kind_suited", 1000), DynamicPay("straight", 20))
THREE_PAYS = (PAYS[0], DynamicPay("three_of_a_kind", 60), PAYS[1])


def spots(**changes: SpotView) -> tuple[SpotView, ...]:
    """A spot for each wager with its chips, some of them settled."""
    return tuple(
        changes.get(placed.wager, SpotView(placed.wager, placed.stake_cents, None, 0))
        for placed in ALL_CHIPS
    )


def spot(wager: str, outcome: str | None, paid_cents: int = 0, reserved_cents: int = 0) -> SpotView:
    stake = {placed.wager: placed.stake_cents for placed in ALL_CHIPS}[wager]
    return SpotView(wager, stake, outcome, paid_cents, reserved_cents)


def with_meters(view: SeatView, **changes: object) -> SeatView:
    return samples.changed(view, **({"meters": METERS} | changes))


def empty(**changes: object) -> SeatView:
    return with_meters(samples.view(), **changes)


def with_all_chips() -> SeatView:
    return empty(
        betting=betting(6, ALL_CHIPS),
        credit_cents=121_250,
        total_bet_cents=3100,
        timer=TimerView(14_000, 30_000),
    )


def locked() -> SeatView:
    """No more bets; the pays are not drawn yet."""
    return with_meters(
        samples.view(),
        phase="dynamic",
        betting=None,
        credit_cents=121_250,
        total_bet_cents=3100,
        spots=spots(),
        demo_credit=Refusal("not_in_this_state"),
    )


def dealt(**changes: object) -> SeatView:
    fields: dict[str, object] = {
        "spots": spots(
            dynamic_21_3=spot(DYNAMIC, "straight", 10_000), lucky_ladies=spot(LADIES, "lose")
        ),
        "dynamic_pays": PAYS,
        "total_bet_cents": 3100,
        "credit_cents": 121_250,
        "hands": (hand("QS JD", 20, is_active=True),),
        "meters": EIGHT_METERS,
    }
    return with_meters(deciding(), **(fields | changes))


DEAL_FACTS: tuple[ShownFact, ...] = (
    DynamicPaysDrawn(PAYS),
    CardDealt(SEAT, 0, card("QS")),
    UpcardDealt(card("KS")),
    CardDealt(SEAT, 0, card("JD")),
    HoleCardDealt(5),
)
LOCK_FACTS: tuple[ShownFact, ...] = (BetsLocked(12),)


def four_hands() -> SeatView:
    return with_meters(
        samples.four_hands(),
        spots=(SpotView("blackjack", 4000, None, 0), *dealt().spots[1:]),
        dynamic_pays=THREE_PAYS,
        others=(*samples.OTHERS, *SIX_SEATS),
        credit_cents=121_250,
        total_bet_cents=6100,
    )


SIX_SEATS = (
    SeatSummary(6, 50_000, False, False, (hand("9H KD", 19), hand("9C KD", 19))),
    SeatSummary(7, 500, False, False, (hand("AH KD", 21, result="blackjack"),)),
)


def mixed_results(**changes: object) -> SeatView:
    """Every kind of end in one round."""
    view = with_meters(
        closed_round(),
        dealer=samples.dealer("AS KS", 21),
        hands=(hand("7D 7H", 14, result="lose"),),
        spots=spots(
            blackjack=spot("blackjack", "lose"),
            dynamic_21_3=spot(DYNAMIC, "three_of_a_kind_suited", 500_000),
            lucky_ladies=spot(LADIES, "lose"),
            lucky_aces=spot(ACES, "one_ace_of_diamonds", 1500),
            blazing_7s=spot(SEVENS, "two_7s", 2600),
            super_4=spot(SUPER, "dealer_blackjack", 2500),
        ),
        dynamic_pays=PAYS,
        extra_card=card("9C"),
        win_cents=506_600,
        total_bet_cents=3100,
        betting=betting(repeat=LayoutOfferView(ALL_CHIPS, (), None)),
        others=(*samples.OTHERS, *SIX_SEATS),
    )
    return samples.changed(view, **changes)


def award_lock(**changes: object) -> SeatView:
    """Two awards wait for attendants; bets are open for the others."""
    fields: dict[str, object] = {
        "dealer": samples.dealer("AH KC", 21),
        "hands": (hand("QH QH", 20, result="lose"),),
        "spots": spots(
            blackjack=spot("blackjack", "lose"),
            dynamic_21_3=spot(DYNAMIC, "lose", 0, 98_740),
            lucky_ladies=spot(LADIES, "qh_pair_dealer_bj_unsuited", 0, 647_588),
            lucky_aces=spot(ACES, "one_ace", 1000),
            blazing_7s=spot(SEVENS, "lose"),
            super_4=spot(SUPER, "dealer_blackjack", 2500),
        ),
        "awards": (
            AwardView(7, DYNAMIC, "must_hit_by", 98_740),
            AwardView(8, LADIES, "qh_pair_dealer_bj_unsuited", 647_588),
        ),
        "demo_validation": None,
        "dynamic_pays": PAYS,
        "win_cents": 3500,
        "betting": betting(repeat=LayoutOfferView((), (), Refusal("award_pending"))),
    }
    return with_meters(closed_round(), **(fields | changes))


def award_in_play() -> SeatView:
    """A must-hit-by award came at the lock; the round goes on."""
    return dealt(
        spots=spots(
            dynamic_21_3=spot(DYNAMIC, "straight", 10_000, 98_740),
            super_4=spot(SUPER, None, 0, 99_999),
        ),
        awards=(
            AwardView(7, DYNAMIC, "must_hit_by", 98_740),
            AwardView(8, SUPER, "mystery", 99_999),
        ),
        demo_validation=Refusal("not_in_this_state"),
    )


def award_paid() -> SeatView:
    """The attendants have been; the last round is still shown."""
    return award_lock(
        awards=(),
        demo_validation=Refusal("no_award"),
        betting=betting(repeat=LayoutOfferView(ALL_CHIPS, (), None)),
    )


AWARD_FACTS: tuple[ShownFact, ...] = (
    AwardReserved(SEAT, 8, LADIES, "qh_pair_dealer_bj_unsuited", f"{LADIES}.main", 647_588),
)

EVERY_SCREEN: dict[str, SeatView] = {
    "empty": empty(),
    "eight_meters": empty(meters=EIGHT_METERS),
    "one_chip": empty(betting=betting(1, layout(blackjack=1000)), total_bet_cents=1000),
    "chips": with_all_chips(),
    "locked": locked(),
    "dealt": dealt(),
    "three_pays": dealt(dynamic_pays=THREE_PAYS),
    "four_hands": four_hands(),
    "insurance": with_meters(samples.insuring(has_even_money=True), spots=spots()),
    "insured": dealt(
        dealer=samples.dealer("AS ??", 11, is_soft=True),
        spots=(*spots(), SpotView("insurance", 500, None, 0)),
    ),
    "mixed": mixed_results(),
    "insurance_won": with_meters(
        mixed_results(), spots=(*mixed_results().spots, SpotView("insurance", 500, "win", 1500))
    ),
    "award_lock": award_lock(),
    "award_on_real_table": award_lock(demo_validation=Refusal("not_a_demo")),
    "award_before_bets": award_lock(phase="result", betting=None, round=12),
    "award_in_play": award_in_play(),
    "award_paid": award_paid(),
}

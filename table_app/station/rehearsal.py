"""What an idle station draws ahead, so that a round finds its cards, boxes and buttons drawn.

The pictures are made up and nobody sees them; only the images they are made of are kept.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from table_app.station.canvas import Painter
from table_app.station.card_art import card_image
from table_app.station.layout import DEALER_CARD, HAND_STYLES
from table_app.station.picture import Picture
from table_app.station.screens.table import draw
from table_app.station.stage import GLOW_STEP_PERCENT
from table_app.vocabulary.cards import DECK, Card
from table_app.vocabulary.commands import DynamicPay
from table_app.vocabulary.facts import HandResult
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import (
    BettingView,
    DealerView,
    HandView,
    LayoutOfferView,
    OptionView,
    SpotView,
    TableInfo,
)

CARD_SIZES = (DEALER_CARD, HAND_STYLES[0].card, HAND_STYLES[1].card)
"""Those of the dealer, of one or two hands, and of more."""
TWENTY: tuple[Card, ...] = (Card("KS"), Card("QH"))
DEALER = DealerView(TWENTY, 20, is_soft=False, is_blackjack=False)
OPTIONS = (
    OptionView("hit", 0, 0, None),
    OptionView("stand", 0, 0, None),
    OptionView("double", 0, 100, None),
    OptionView("split", 0, 100, None),
    OptionView("surrender", 0, 0, None),
)
NOTHING_OFFERED = LayoutOfferView((), (), Refusal("nothing_on_layout"))
AFTER_A_ROUND = BettingView(
    0, (), False, Refusal("no_wager"), NOTHING_OFFERED, LayoutOfferView((), (), None)
)
ENDS: tuple[tuple[HandResult, ...], ...] = (
    ("win",),
    ("lose",),
    ("push",),
    ("blackjack",),
    ("bust",),
    ("win", "push", "lose", "bust"),
)
PAID: dict[HandResult, int] = {"win": 2, "blackjack": 2, "push": 1}
"""How many times its stake a hand gets back here; others get nothing."""


def draw_ahead(
    painter: Callable[[], Painter], picture: Callable[[], Picture | None]
) -> Iterator[Card | Picture | None]:
    """Draw one thing at each step; `picture` is the present one, None until there is one."""
    for size in CARD_SIZES:
        for face in (None, *DECK):
            card_image(painter().art, face, size)
            yield face
    while (present := picture()) is None:
        yield None
    for made_up in _pictures(present):
        draw(painter(), made_up, is_lost=False)
        yield made_up


def _pictures(present: Picture) -> Iterator[Picture]:
    playing = replace(
        present.view,
        phase="decisions",
        hands=(_hand(None),),
        dealer=DEALER,
        spots=_spots(present.info, None),
        dynamic_pays=_dynamic_pays(present.info),
        betting=None,
        awards=(),
        insurance=None,
    )
    base = replace(present, view=playing, before=playing, page=None, wish=None, notice=None)
    yield base
    yield replace(base, view=replace(playing, options=OPTIONS))
    for end in ENDS:
        over = replace(
            playing,
            phase="betting",
            round=playing.shown_round + 1,
            betting=AFTER_A_ROUND,
            hands=tuple(_hand(result) for result in end),
            spots=_spots(present.info, end[0]),
        )
        yield replace(base, view=over, before=over)
    for percent in range(GLOW_STEP_PERCENT, 100 + GLOW_STEP_PERCENT, GLOW_STEP_PERCENT):
        yield replace(base, glow_percent=percent)


def _hand(result: HandResult | None) -> HandView:
    paid_cents = 100 * PAID.get(result, 0) if result else 0
    return HandView(
        TWENTY,
        20,
        is_soft=False,
        is_blackjack=False,
        stake_cents=100,
        is_active=result is None,
        result=result,
        paid_cents=paid_cents,
    )


def _spots(info: TableInfo, result: HandResult | None) -> tuple[SpotView, ...]:
    """Every wager not yet settled, or ended like the hand."""
    paid = PAID.get(result, 0) if result else 0
    return tuple(
        SpotView(
            wager.wager,
            wager.minimum_cents,
            wager.rows[0].outcome if wager.rows and result else result,
            wager.minimum_cents * paid,
        )
        for wager in info.wagers
    )


def _dynamic_pays(info: TableInfo) -> tuple[DynamicPay, ...]:
    return tuple(
        DynamicPay(row.outcome, row.dynamic[-1])
        for wager in info.wagers
        for row in wager.rows
        if row.dynamic
    )

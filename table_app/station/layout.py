"""Where everything lies on a screen of 1920x1080: the only file with rectangles. It draws nothing.

Names of boxes are the names of what they hold. Other screen sizes scale these at start.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

WIDTH: Final = 1920
HEIGHT: Final = 1080
SMALLEST_TARGET: Final = 80


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


def mirrored(box: Box) -> Box:
    """The box as a mirror shows it."""
    return Box(WIDTH - box.right, box.y, box.w, box.h)


HEADER: Final = Box(0, 0, WIDTH, 96)
PAYS: Final = Box(16, 8, 128, 80)
REVIEW: Final = Box(156, 8, 128, 80)
CALL: Final = Box(296, 8, 128, 80)
LANGUAGE: Final = Box(1496, 8, 128, 80)
SOUND: Final = Box(1636, 8, 128, 80)
MENU: Final = Box(1776, 8, 128, 80)
HEADER_TITLE: Final = Box(440, 2, 660, 36)
HEADER_LIMITS: Final = (Box(440, 38, 1040, 28), Box(440, 66, 1040, 28))
DEMO_RIBBON: Final = Box(1112, 4, 368, 34)

PAYTABLE: Final = Box(16, 104, 336, 448)
PAYTABLE_ROW: Final = (51, 56)
DYNAMIC_ROW: Final = (66, 70)
SHOE: Final = Box(16, 564, 336, 232)
RULES: Final = Box(1568, 104, 336, 448)
PROGRESSIVES: Final = Box(1568, 104, 336, 476)
PROGRESSIVE_ROWS_MAX: Final = 10
OTHERS: Final = Box(1568, 588, 336, 208)

PHASE: Final = Box(368, 100, 1184, 48)
PHASE_TEXT: Final = Box(392, 100, 500, 48)
PHASE_TIMER: Final = Box(908, 114, 500, 20)
PHASE_SECONDS: Final = Box(1420, 100, 116, 48)

DEALER_LABEL: Final = Box(384, 164, 400, 36)
DEALER_CARD: Final = (140, 196)
DEALER_TOP: Final = 160
DEALER_RULE: Final = Box(384, 200, 400, 30)
DEALING_SHOE: Final = Box(1446, 156, 100, 112)
INSURANCE_SPOT: Final = Box(1306, 280, 240, 84)
EXTRA_CARD: Final = (100, 140)
DISCARD: Final = (960, 120)

FELT_PRINT_TOP: Final = 200
HANDS: Final = Box(376, 376, 1168, 228)

SPOT_NAME_TOP: Final = 608
SPOT_CENTRE_Y: Final = 724
SPOT_MAIN: Final = 160
SPOT_SIDE: Final = 144
SPOT_GAP_WIDEST: Final = 120
SPOT_WIDTH: Final = 182
"""What names and results may take of the width, with six wagers side by side."""

CONTROL_BAR: Final = Box(0, 812, WIDTH, 188)
DEMO_CREDIT: Final = Box(16, 820, 176, 168)
CHIP_RAIL: Final = Box(212, 842, 816, 124)
UNDO: Final = Box(1048, 820, 136, 168)
CLEAR: Final = Box(1196, 820, 136, 168)
DOUBLE_BETS: Final = Box(1344, 820, 136, 168)
REPEAT: Final = Box(1492, 820, 136, 168)
DEAL: Final = Box(1652, 820, 252, 168)
DECISIONS: Final = tuple(Box(216 + 284 * index, 820, 268, 168) for index in range(5))
CONTROL_MESSAGE: Final = Box(216, 820, 1404, 168)
AWARD: Final = Box(16, 818, 1620, 172)
AWARD_AMOUNT: Final = Box(44, 824, 1130, 66)
AWARD_CALL: Final = Box(44, 890, 1130, 36)
AWARD_ROWS: Final = (Box(44, 926, 1130, 28), Box(44, 954, 1130, 28))
DEMO_VALIDATION: Final = Box(1190, 832, 430, 144)

HELP: Final = Box(16, 156, 1888, 836)
HELP_TABS: Final = Box(32, 168, 1856, 84)
HELP_ROWS: Final = Box(40, 268, 980, 708)
HELP_WORDS: Final = Box(1060, 268, 820, 612)
HELP_MORE: Final = Box(1564, 892, 316, 84)
HELP_PAGE: Final = Box(1060, 892, 480, 84)
STRATEGY_TITLE: Final = Box(40, 262, 1840, 44)
STRATEGY_GRIDS: Final = tuple(Box(40 + 628 * index, 308, 584, 572) for index in range(3))
STRATEGY_LEGEND: Final = Box(40, 892, 1840, 88)

INSURANCE: Final = Box(368, 604, 1184, 204)
INSURANCE_TITLE: Final = Box(400, 612, 1120, 50)
INSURANCE_BUTTONS: Final = {
    2: tuple(Box(590 + 380 * index, 668, 360, 128) for index in range(2)),
    3: tuple(Box(400 + 380 * index, 668, 360, 128) for index in range(3)),
}

METER_BAR: Final = Box(0, 1000, WIDTH, 80)
CREDIT: Final = Box(32, 1000, 620, 50)
TOTAL_BET: Final = Box(700, 1000, 560, 50)
WIN: Final = Box(1300, 1000, 588, 50)
WIN_GLOW: Final = Box(1280, 1000, 608, 50)
LEGAL_LINE: Final = Box(32, 1050, 1240, 30)
SESSION_LINE: Final = Box(1290, 1050, 598, 30)

PAGE: Final = Box(16, 156, 1888, 836)
PAGE_TITLE: Final = Box(40, 168, 1000, 84)
MENU_ROWS: Final = tuple(Box(40, 268 + 88 * index, 1840, 80) for index in range(8))
MENU_NAME_WIDTH: Final = 620
MENU_CHOICE: Final = (268, 80)
REVIEW_TITLE: Final = Box(40, 164, 1000, 52)
REVIEW_CREDIT: Final = Box(1060, 164, 800, 52)
REVIEW_SHOE: Final = Box(40, 220, 1820, 36)
REVIEW_ROUNDS: Final = Box(40, 268, 400, 600)
REVIEW_STORY: Final = Box(1330, 268, 550, 600)
REVIEW_TABLE: Final = Box(460, 268, 850, 600)
REVIEW_BUTTONS: Final = tuple(Box(40 + 308 * index, 884, 296, 96) for index in range(6))

REALITY: Final = Box(460, 380, 1000, 400)
REALITY_OK: Final = Box(760, 620, 400, 136)

NOTICE: Final = Box(560, 540, 800, 60)
CONNECTING: Final = Box(460, 420, 1000, 220)
LOST: Final = Box(460, 604, 1000, 204)
OUT_OF_SERVICE: Final = Box(380, 574, 1160, 234)


def chip_rail(count: int) -> tuple[Box, ...]:
    """The chips of the rail, from the left."""
    pitch = min(136.0, CHIP_RAIL.w / max(count, 1))
    size = pitch - 12
    top = CHIP_RAIL.y + (CHIP_RAIL.h - size) / 2
    return tuple(Box(CHIP_RAIL.x + 6 + pitch * index, top, size, size) for index in range(count))


def spots(count: int) -> tuple[Box, ...]:
    """The rings of the wagers, the Blackjack wager first, centred under the hands."""
    sizes = [SPOT_MAIN, *[SPOT_SIDE] * (count - 1)][:count]
    room = PHASE.w - 64 - sum(sizes)
    gap = min(SPOT_GAP_WIDEST, room / max(count - 1, 1))
    left = WIDTH / 2 - (sum(sizes) + gap * (count - 1)) / 2
    boxes = []
    for size in sizes:
        boxes.append(Box(left, SPOT_CENTRE_Y - size / 2, size, size))
        left += size + gap
    return tuple(boxes)


def spot_name(ring: Box) -> Box:
    """The place of a wager's name, above its ring."""
    return Box(ring.centre[0] - SPOT_WIDTH / 2, SPOT_NAME_TOP, SPOT_WIDTH, 34)


def spot_plate(ring: Box) -> Box:
    """The place of a wager's result when it has more to say than an amount."""
    return Box(ring.centre[0] - SPOT_WIDTH / 2, SPOT_NAME_TOP + 36, SPOT_WIDTH, 160)


def help_tabs(count: int) -> tuple[Box, ...]:
    """The tabs across the help panel."""
    pitch = HELP_TABS.w / max(count, 1)
    return tuple(
        Box(HELP_TABS.x + pitch * index + 5, HELP_TABS.y, pitch - 10, HELP_TABS.h)
        for index in range(count)
    )


def extra_card(places: Sequence["HandPlace"]) -> Box:
    """The card that counts for Blazing 7's alone, to the left of the box's hand."""
    width, height = EXTRA_CARD
    left = min((place.frame.x for place in places), default=WIDTH / 2)
    return Box(max(HANDS.x, left - width - 36), HANDS.y + 44, width, height)


def extra_card_name(card: Box) -> Box:
    return Box(card.centre[0] - 70, card.y - 38, 140, 34)


def dealer_cards(count: int) -> tuple[Box, ...]:
    """The dealer's cards. The first two keep their place however many follow."""
    width, height = DEALER_CARD
    # Room for the total before the dealing shoe.
    left = min(814, 996 - 56 * (count - 2))
    return tuple(
        Box(left + (152 if index else 0) + 56 * max(0, index - 1), DEALER_TOP, width, height)
        for index in range(count)
    )


def dealer_total(cards: Sequence[Box]) -> Box:
    # Two cards may be a Blackjack, a long word; many leave less room before the dealing shoe.
    width = 176 if len(cards) <= 2 else 132
    return Box(cards[-1].right + 16, DEALER_TOP + 12, width, 72)


class HandStyle(Struct, frozen=True):
    """A size in which hands are laid: cards, how far apart, and whether figures stand beside."""

    card: tuple[int, int]
    step: int
    row_step: int
    is_beside: bool


BESIDE_WIDTH: Final = 166
STRIP_HEIGHT: Final = 50
HAND_STYLES: Final = (
    HandStyle((150, 210), 56, 0, True),
    HandStyle((120, 168), 44, 0, False),
    HandStyle((120, 168), 40, 0, False),
    HandStyle((96, 134), 38, 40, False),
)


class HandPlace(Struct, frozen=True):
    """Where one hand lies: its cards, its frame, its total, its bet or result."""

    cards: tuple[Box, ...]
    frame: Box
    total: Box
    bet: Box
    is_beside: bool


def hands(counts: tuple[int, ...]) -> tuple[HandPlace, ...]:
    """The hands with so many cards each, in the largest style in which all of them fit."""
    if not counts:
        return ()
    style = next(
        (style for style in HAND_STYLES if all(_fits(style, n, len(counts)) for n in counts)),
        HAND_STYLES[-1],
    )
    return tuple(_hand(style, count, index, counts) for index, count in enumerate(counts))


def _slot_width(hand_count: int) -> float:
    return HANDS.w / hand_count - 16


def _per_row(style: HandStyle, hand_count: int) -> int:
    room = _slot_width(hand_count) - (BESIDE_WIDTH if style.is_beside else 0)
    return max(1, int((room - style.card[0]) // style.step) + 1)


def _rows(style: HandStyle, count: int, hand_count: int) -> int:
    return -(-count // _per_row(style, hand_count))


def _fits(style: HandStyle, count: int, hand_count: int) -> bool:
    if style.is_beside and hand_count > 2:
        return False
    most = 1 if style.row_step == 0 else 2
    return _rows(style, count, hand_count) <= most


def _hand(style: HandStyle, count: int, index: int, counts: tuple[int, ...]) -> HandPlace:
    hand_count = len(counts)
    slot = Box(HANDS.x + 8 + HANDS.w / hand_count * index, HANDS.y, _slot_width(hand_count), 228)
    width, height = style.card
    most_rows = 1 if style.row_step == 0 else 2
    per_row = max(_per_row(style, hand_count), -(-count // most_rows))
    room = slot.w - (BESIDE_WIDTH if style.is_beside else 0)
    step = min(float(style.step), (room - width) / max(1, per_row - 1))
    on_first = min(count, per_row)
    cards_width = width + step * (on_first - 1)
    left = slot.x
    if style.is_beside:
        # Two cards are centred and the third does not move them; only a long hand shifts left.
        rest_width = width + step + BESIDE_WIDTH
        left = min(slot.x + (slot.w - rest_width) / 2, slot.right - BESIDE_WIDTH - cards_width)
        left = max(left, slot.x)
    top = slot.y + (0 if style.is_beside else STRIP_HEIGHT + 2)
    cards = tuple(
        Box(
            left + step * (card % per_row),
            top + style.row_step * (card // per_row),
            width,
            height,
        )
        for card in range(count)
    )
    cards_right = max((card.right for card in cards), default=left)
    cards_bottom = max((card.bottom for card in cards), default=top)
    frame = Box(left - 8, top - 8, cards_right - left + 16, cards_bottom - top + 16)
    if style.is_beside:
        side = cards_right + 16
        total, bet = Box(side, top, 150, 72), Box(side, top + 80, 150, 130)
    else:
        total_width = min(120.0, slot.w * 0.43)
        total = Box(slot.x, slot.y - 4, total_width, 46)
        bet = Box(slot.x + total_width + 8, slot.y - 4, slot.w - total_width - 8, 46)
    return HandPlace(cards, frame, total, bet, style.is_beside)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )

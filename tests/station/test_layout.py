"""Where things lie, for more hands and cards than any picture shows."""

from itertools import pairwise

import pytest

from table_app.station import layout
from table_app.station.display import window_size
from table_app.station.layout import Box, HandPlace, overlap


def everything_of(place: HandPlace) -> Box:
    boxes = (*place.cards, place.total, place.bet)
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


@pytest.mark.parametrize("hand_count", range(1, 8))
@pytest.mark.parametrize("card_count", range(1, 10))
def test_hands_stay_in_their_room_and_leave_each_other_alone(
    hand_count: int, card_count: int
) -> None:
    places = layout.hands((card_count,) * hand_count)
    outlines = [everything_of(place) for place in places]
    assert not any(overlap(one, other) for one, other in pairwise(outlines))
    assert min(box.x for box in outlines) >= layout.PHASE.x
    assert max(box.right for box in outlines) <= layout.PHASE.right
    assert max(box.bottom for box in outlines) <= layout.SPOT_NAME_TOP


@pytest.mark.parametrize("hand_count", range(1, 5))
@pytest.mark.parametrize("card_count", range(2, 8))
def test_an_index_is_never_covered(hand_count: int, card_count: int) -> None:
    for place in layout.hands((card_count,) * hand_count):
        for one, other in pairwise(place.cards):
            is_same_row = one.y == other.y
            assert not is_same_row or other.x - one.x >= one.w * 50 / 150


def test_figures_of_a_hand_do_not_cover_its_cards() -> None:
    for counts in ((2,), (2, 5), (4, 2, 3), (2, 2, 5, 2), (9, 2, 2, 2, 2)):
        for place in layout.hands(counts):
            assert not any(overlap(card, place.total) for card in place.cards)
            assert not any(overlap(card, place.bet) for card in place.cards)


@pytest.mark.parametrize("count", range(1, 12))
def test_the_dealers_total_stays_clear_of_the_shoe(count: int) -> None:
    total = layout.dealer_total(layout.dealer_cards(count))
    assert not overlap(total, layout.DEALING_SHOE)


@pytest.mark.parametrize("count", range(1, 7))
def test_spots_lie_side_by_side(count: int) -> None:
    rings = layout.spots(count)
    assert all(other.x - one.right >= 8 for one, other in pairwise(rings))
    assert rings[0].x >= layout.PHASE.x
    assert rings[-1].right <= layout.PHASE.right


@pytest.mark.parametrize("count", range(1, 9))
def test_chips_are_large_enough_to_touch(count: int) -> None:
    chips = layout.chip_rail(count)
    assert all(other.x - one.right >= 8 for one, other in pairwise(chips))
    assert min(chip.w for chip in chips) >= layout.SMALLEST_TARGET
    assert chips[-1].right <= layout.UNDO.x


@pytest.mark.parametrize(
    ("desktop", "window"),
    [
        ((1920, 1080), (1632, 918)),
        ((1366, 768), (1159, 651)),
        ((3840, 2160), (1920, 1080)),
        ((1080, 1920), (918, 516)),
    ],
)
def test_a_window_leaves_some_of_the_desktop(
    desktop: tuple[int, int], window: tuple[int, int]
) -> None:
    assert window_size(desktop) == window


def test_insurance_lies_clear_of_the_dealers_cards_and_of_the_hands() -> None:
    spot = layout.INSURANCE_SPOT
    for count in range(2, 12):
        cards = layout.dealer_cards(count)
        assert not overlap(layout.dealer_total(cards), spot)
        assert not any(overlap(card, spot) for card in cards)
    assert not overlap(layout.DEALING_SHOE, spot)
    assert spot.bottom <= layout.HANDS.y - 8


@pytest.mark.parametrize("count", range(1, 7))
def test_results_in_spots_lie_side_by_side(count: int) -> None:
    plates = [layout.spot_plate(ring) for ring in layout.spots(count)]
    assert all(other.x - one.right >= 8 for one, other in pairwise(plates))
    assert plates[-1].right <= layout.PHASE.right
    assert plates[0].bottom <= layout.CONTROL_BAR.y


@pytest.mark.parametrize("card_count", range(2, 10))
def test_the_extra_card_lies_clear_of_the_hand(card_count: int) -> None:
    places = layout.hands((card_count,))
    extra = layout.extra_card(places)
    assert not overlap(extra, places[0].frame)
    assert not overlap(layout.extra_card_name(extra), places[0].frame)
    assert layout.extra_card_name(extra).x >= layout.PHASE.x

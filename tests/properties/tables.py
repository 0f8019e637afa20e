"""Tables, shoes and house rules for tests that play, made by hand or by hypothesis."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
from hypothesis import strategies as st

from table_app.config_loader import RawOptions, load_offered, shipped_config
from table_app.game.house_rules import HouseRules
from table_app.game.rules import OfferedWager, RoundRules
from table_app.game.shoe import worst_round_cards
from table_app.game.wagers import SIDE_WAGERS
from table_app.money import Odds
from table_app.table.setup import NOWHERE, TableSetup, Timing, WagerLimits
from table_app.vocabulary.cards import DECK, Card, Shoe, card, shoe_commitment

DECKS_MAX = 8
PAYTABLES = {
    "dynamic_21_3": ("1", "2", "3", "4"),
    "lucky_ladies": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    "lucky_aces": ("A", "B", "C", "D"),
    "blazing_7s": ("A", "B"),
    "super_4": ("1-1", "1-2", "1-3", "2-1", "2-2", "3-1", "3-2", "3-3"),
}
CHOICES: dict[str, dict[str, tuple[str | int | None, ...]]] = {
    "dynamic_21_3": {"wager": ("1.00", "5.00")},
    "lucky_ladies": {"wager": ("1.00", "2.50", "5.00")},
    "lucky_aces": {},
    "blazing_7s": {
        "wager": ("1.00", "5.00"),
        "third_card": ("player_drawn_card", "player_drawn_card", "dealer_upcard"),
        "basis": (None, "to_1", "for_1"),
        "increment_bp": (None, 333),
        "reset": (None, "12000.00"),
    },
    "super_4": {"chosen_suit": ("S", "H", "D", "C"), "mystery": (None, 1, 2, 3)},
}
"""What an operator may choose for each wager beside its paytable; None leaves it out."""


FLOORS: dict[tuple[str, str], dict[str, str]] = {
    ("dynamic_21_3", "1"): {"main": "600.00"},
    ("dynamic_21_3", "3"): {"main": "600.00", "must_hit_by": "250.00"},
    ("dynamic_21_3", "4"): {"main": "600.00", "must_hit_by": "1499.99"},
    **{("lucky_ladies", str(number)): {"main": "3000.00"} for number in (1, 2, 3, 4, 7, 8, 9, 10)},
}
"""A floor for each meter that restarts from a reserve (633b.22(j), 633b.25(j))."""


@cache
def offer(name: str, paytable: str, /, **options: str | int) -> OfferedWager:
    """One side wager, as the loader makes it of these lines; `floor_main` is `floor.main`."""
    floors = {key[len("floor_") :]: options[key] for key in options if key.startswith("floor_")}
    lines = {key: value for key, value in options.items() if not key.startswith("floor_")}
    raw = msgspec.convert({**lines, "floor": floors}, RawOptions)
    (offered,) = load_offered(
        shipped_config(), SIDE_WAGERS, {name: paytable}, {name: raw}, asked_by=Path("test")
    )
    return offered


LUCKY_ACES = (offer("lucky_aces", "A"),)
ALL_WAGERS = (
    offer("dynamic_21_3", "3", wager="5.00"),
    offer("lucky_ladies", "7", wager="5.00"),
    *LUCKY_ACES,
    offer("blazing_7s", "A", wager="1.00"),
    offer("super_4", "1-1", mystery=1),
)
ALL_STAKES = {
    "blackjack": 1000,
    "dynamic_21_3": 500,
    "lucky_ladies": 500,
    "lucky_aces": 100,
    "blazing_7s": 100,
    "super_4": 500,
}
"""A wager on everything of a table that offers ALL_WAGERS, in the order of its layout."""
PENNSYLVANIA = HouseRules(
    name="pennsylvania",
    dealer_hits_soft_17=False,
    blackjack_pays=Odds(3, 2),
    double_any_two=True,
    double_after_split=True,
    split_by="value",
    resplit_hands=3,
    resplit_aces=False,
    one_card_per_split_ace=True,
    late_surrender=True,
    insurance=True,
    even_money=True,
)
TIMING = Timing(bet_ms=30_000, insurance_ms=15_000, decision_ms=20_000, result_ms=2_500)


def table(
    *,
    seats: int = 2,
    decks: int = 8,
    house: HouseRules = PENNSYLVANIA,
    offered: tuple[OfferedWager, ...] = LUCKY_ACES,
    is_demo: bool = True,
) -> TableSetup:
    """A table with limits of 5 to 500 dollars, and 1 to 100 for a wager without meters."""
    return TableSetup(
        name="test",
        is_demo=is_demo,
        decks=decks,
        seats=seats,
        rules=RoundRules(house=house, offered=offered),
        limits=(WagerLimits("blackjack", 500, 50_000, 100), *map(_limits, offered)),
        chips_cents=(100, 500, 2500),
        demo_credit_cents=20_000,
        timing=TIMING,
        jurisdiction=NOWHERE,
        rules_sha256="11" * 32,
    )


def _limits(offered: OfferedWager) -> WagerLimits:
    if offered.stake_cents is None:
        return WagerLimits(offered.wager, 100, 10_000, 100)
    return WagerLimits(offered.wager, *[offered.stake_cents] * 3)


def shoe_of(
    cards: tuple[Card, ...], *, name: str = "shoe", salt: bytes = b"s" * 32, commitment: str = ""
) -> Shoe:
    """A shoe in this order; `commitment` only where a test needs one that is not its own."""
    committed = commitment or shoe_commitment(salt, cards)
    return Shoe(shoe_id=name, salt=salt, cards=cards, commitment=committed)


def beginning_with(wanted: Iterable[Card], *, decks: int, seed: int) -> tuple[Card, ...]:
    """Whole decks in seeded order, the wanted cards first as far as the decks have them."""
    left = Counter(DECK * decks)
    first = []
    for one in wanted:
        if left[one]:
            left[one] -= 1
            first.append(one)
    rest = sorted(left.elements())
    Random(seed).shuffle(rest)
    return (*first, *rest)


def shoe_with(text: str, *, decks: int = 8, name: str = "shoe", seed: int = 0) -> Shoe:
    """A shoe that begins with `"AS KD ..."`, the other cards of its decks after them."""
    cards = beginning_with((card(code) for code in text.split()), decks=decks, seed=seed)
    return shoe_of(cards, name=name)


def houses() -> st.SearchStrategy[HouseRules]:
    """Any house rules, of Pennsylvania or not."""
    yes_no = st.booleans()
    return st.builds(
        HouseRules,
        name=st.just("any"),
        dealer_hits_soft_17=yes_no,
        blackjack_pays=st.sampled_from([Odds(3, 2), Odds(6, 5), Odds(1, 1), Odds(2, 1)]),
        double_any_two=yes_no,
        double_after_split=yes_no,
        split_by=st.sampled_from(["value", "rank"]),
        resplit_hands=st.integers(1, 5),
        resplit_aces=yes_no,
        one_card_per_split_ace=yes_no,
        late_surrender=yes_no,
        insurance=yes_no,
        even_money=yes_no,
    )


@st.composite
def offers(draw: st.DrawFn, decks: int) -> tuple[OfferedWager, ...]:
    """Any of the side wagers, with any paytable that is permitted and any operator's choices."""
    return tuple(
        offered
        for wager, paytables in PAYTABLES.items()
        if draw(st.integers(0, 3))
        and (offered := _chosen(draw, wager, draw(st.sampled_from(paytables))))
        and decks in offered.paytable.decks
    )


def _chosen(draw: st.DrawFn, wager: str, paytable: str) -> OfferedWager:
    drawn = {key: draw(st.sampled_from(values)) for key, values in CHOICES[wager].items()}
    for meter, floor in FLOORS.get((wager, paytable), {}).items():
        drawn[f"floor_{meter}"] = draw(st.sampled_from((None, floor)))
    return offer(wager, paytable, **{key: one for key, one in drawn.items() if one is not None})


@st.composite
def tables(draw: st.DrawFn) -> TableSetup:
    """Any table that the loader would take: its worst round fits its decks."""
    seats = draw(st.integers(1, 7))
    house = draw(houses())
    fitting = [
        decks
        for decks in range(1, DECKS_MAX + 1)
        if worst_round_cards(decks=decks, seats=seats, hands=house.resplit_hands) <= decks * 52
    ]
    decks = draw(st.sampled_from(fitting) | st.just(fitting[-1]))
    return table(seats=seats, decks=decks, house=house, offered=draw(offers(decks)))


def _of_rank(ranks: str) -> st.SearchStrategy[Card]:
    return st.sampled_from([one for one in DECK if one[0] in ranks])


def _two_cards() -> st.SearchStrategy[tuple[Card, Card]]:
    """A pair, a Blackjack, a soft hand or anything."""
    pairs = st.sampled_from("AAT8").flatmap(lambda rank: st.tuples(_of_rank(rank), _of_rank(rank)))
    return (
        pairs
        | st.permutations("AT").flatmap(lambda two: st.tuples(*map(_of_rank, two)))
        | st.tuples(_of_rank("A"), _of_rank("26"))
        | st.tuples(_of_rank("TJQK"), _of_rank("TJQK"))
        | st.tuples(st.sampled_from(DECK), st.sampled_from(DECK))
    )


SCENES = tuple(
    tuple(tuple(map(card, part.split())) for part in scene.split("|"))
    for scene in (
        "QH QH|AH KH|",
        "QH QH|KS AS|",
        "QH QH|TD AS|",
        "QH QH|KD 9S|",
        "QH QH|9S TD|",
        "KS KS|9S TD|",
        "KS QS|AD 9D|",
        "KS QD|9S TD|",
        "AS 9D|6H TD|",
        "7D 7D|AS KD|7D 7S 7H",
        "7S 7S|9C TS|7S 7S 7S",
        "7D 7D|9C TS|7D 7D 7D",
        "7S 7C|9C TS|7S 7S 7S",
        "7S 7H|9C TS|7S 7S 7S",
        "7S 7H|9C TS|8S 8S 8S",
        "7D 7D|7D 9C|7D 7C 8S",
        "7S 9D|7D TS|",
        "8S 8S|8S 9C|8S",
        "8S 8D|8H 9C|8S",
        "9H TH|JH 2C|",
        "9H TD|JS 2C|",
        "AC 3D|2H 9C|",
        "QC AD|KH 9C|",
        "AC 2D|KH 9C|",
        "9H 2H|5H 9C|",
        "AD AD|AD 9C|",
        "AD AS|AC 9C|",
        "AS 9D|AD 9C|",
        "AS AS|9C 9D|",
        "AD 9C|9H 9S|",
        "9D 9C|6H AS|",
        "AS AS|AS AS|",
        "KS JS|QS AS|",
        "QH JH|AH KH|",
        "KD KS|AH KC|",
        "QS JH|AD KC|",
        "2S 9S|AS KS|",
        "KS AD|AD KS|",
        "2C 9S|AS KC|",
        "AS 5D|AS KD|",
        "AS KH|AD KC|",
        "AC 5D|AS KD|",
        "2H 9S|AS KD|",
        "2H 9S|AS 9D|",
    )
)
"""A box's first two cards, the dealer's, and what is drawn: every row of every paytable."""


@st.composite
def card_orders(draw: st.DrawFn, decks: int, *, boxes: int) -> tuple[Card, ...]:
    """Whole decks whose first hands are telling ones more often than chance would make them."""
    seed = draw(st.integers(0, 2**32 - 1))
    if draw(st.booleans()):
        players, dealer, drawn = draw(st.sampled_from(SCENES))
        others = st.just(players) | st.sampled_from([scene[0] for scene in SCENES]) | _two_cards()
        hands = [*(draw(others) for _ in range(boxes - 1)), players, dealer]
    else:
        hands = [draw(_two_cards()) for _ in range(boxes + 1)]
        again = _of_rank("".join(one[0] for hand in hands[:-1] for one in hand))
        more = st.lists(again | again | _of_rank("ATJK65"), min_size=boxes, max_size=16)
        drawn = tuple(draw(more))
    return beginning_with(in_deal_order(hands, drawn), decks=decks, seed=seed)


def in_deal_order(hands: Sequence[tuple[Card, ...]], drawn: tuple[Card, ...]) -> tuple[Card, ...]:
    """First cards, second cards, then the rest; the dealer's hand is the last."""
    return (*(hand[0] for hand in hands), *(hand[1] for hand in hands), *drawn)

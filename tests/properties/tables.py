"""Tables, shoes and house rules for tests that play, made by hand or by hypothesis."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from table_app.config_loader import load_paytable, shipped_config
from table_app.game.house_rules import HouseRules
from table_app.game.paytable import Paytable
from table_app.game.rules import RoundRules
from table_app.game.shoe import worst_round_cards
from table_app.money import Odds
from table_app.table.setup import TableSetup, Timing, WagerLimits
from table_app.vocabulary.cards import DECK, Card, Shoe, card, shoe_commitment

DECKS_MAX = 8
LUCKY_ACES_TABLES: dict[str, Paytable] = {
    name: load_paytable(shipped_config(), "lucky_aces", name, asked_by=Path("test"))
    for name in "ABCD"
}
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
    lucky_aces: str | None = "A",
    is_demo: bool = True,
) -> TableSetup:
    """A table with limits of 5 to 500 dollars, and Lucky Aces from 1 to 100 if offered."""
    limits: tuple[WagerLimits, ...] = (WagerLimits("blackjack", 500, 50_000, 100),)
    paytables: tuple[Paytable, ...] = ()
    if lucky_aces is not None:
        limits = (*limits, WagerLimits("lucky_aces", 100, 10_000, 100))
        paytables = (LUCKY_ACES_TABLES[lucky_aces],)
    return TableSetup(
        name="test",
        is_demo=is_demo,
        decks=decks,
        seats=seats,
        rules=RoundRules(house=house, paytables=paytables),
        limits=limits,
        chips_cents=(100, 500, 2500),
        demo_credit_cents=20_000,
        timing=TIMING,
        rules_sha256="11" * 32,
    )


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
def tables(draw: st.DrawFn) -> TableSetup:
    """Any table that the loader would take: its worst round fits its decks."""
    seats = draw(st.integers(1, 7))
    house = draw(houses())
    fitting = [
        decks
        for decks in range(1, DECKS_MAX + 1)
        if worst_round_cards(decks=decks, seats=seats, hands=house.resplit_hands) <= decks * 52
    ]
    return table(
        seats=seats,
        decks=draw(st.sampled_from(fitting)),
        house=house,
        lucky_aces=draw(st.sampled_from(["A", "B", "C", "D", None])),
    )


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


@st.composite
def card_orders(draw: st.DrawFn, decks: int, *, boxes: int) -> tuple[Card, ...]:
    """Whole decks whose first hands are telling ones more often than chance would make them."""
    hands = [draw(_two_cards()) for _ in range(boxes + 1)]
    again = _of_rank("".join(one[0] for hand in hands[:-1] for one in hand))
    drawn = draw(st.lists(again | again | _of_rank("ATJK65"), min_size=boxes, max_size=16))
    wanted = [hand[0] for hand in hands] + [hand[1] for hand in hands] + drawn
    return beginning_with(wanted, decks=decks, seed=draw(st.integers(0, 2**32 - 1)))

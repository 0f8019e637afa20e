"""633b.22, 633b.25, 633c.6, 633c.9 written a second time and without a line of the engine's.

Rows in the order of the printed tables: what a box's cards win, and what each row pays. The figures
are those of the regulations' text, not of config. Meters are in `meters_by_hand`.
"""

from collections import Counter
from typing import Literal

from msgspec import Struct

from tests.properties.by_hand import is_natural, points


class Pays(Struct, frozen=True):
    """`for`, `to`: odds. `dollars`: cents in all. `share`: percent of `meter`."""

    kind: Literal["for", "to", "dollars", "share"]
    amount: int
    meter: str = ""


class Chosen(Struct, frozen=True):
    """A wager as its operator offers it."""

    paytable: str
    stake_cents: int
    chosen_suit: str = ""
    uses_upcard: bool = False
    sevens_basis: Literal["to", "for"] = "to"


class Cards(Struct, frozen=True):
    """What lies before one box and the dealer; `third` is its first card after its first two."""

    first_two: tuple[str, ...]
    dealer: tuple[str, ...]
    third: str | None

    @property
    def four(self) -> tuple[str, ...]:
        return self.first_two + self.dealer

    @property
    def has_dealer_blackjack(self) -> bool:
        return is_natural(self.dealer)


_LADIES = {
    "1": "100% 100% 100% 200 25 10 2",
    "2": "100% 100% 100% 200 20 10 3",
    "3": "100% 100% 25% 250 50 10 2",
    "4": "100% 100% 1000 200 50 10 2",
    "5": "100% 100% 100% 250 30 10 2",
    "6": "100% 100% 100% 150 20 10 3",
    "7": "100% 100% 25% 200 25 10 2",
    "8": "100% 100% 750 150 25 10 2",
    "9": "100% 25% 10% 250 25 10 2",
    "10": "100% 3000 1000 150 25 10 2",
}
_LADIES_ROWS = (
    "qh_pair_dealer_bj_hearts",
    "qh_pair_dealer_bj_suited",
    "qh_pair_dealer_bj_unsuited",
    "qh_pair",
    "matched_20",
    "suited_20",
    "any_20",
)
_DYNAMIC_ROWS = {
    "three_aces_suited": Pays("share", 100, "main"),
    "straight_flush": Pays("for", 20),
    "three_of_a_kind": Pays("for", 10),
    "straight": Pays("for", 2),
}
_SUPER_4_DOLLARS = {
    "straight": 750,
    "flush": 250,
    "two_pair": 200,
    "same_color": 100,
    "pair": 50,
    "dealer_blackjack": 25,
    "dealer_ace_up": 10,
}
_SUPER_4_METERS = {
    "royal_chosen_suit": ("star", "123"),
    "royal_other_suit": ("heart", "123"),
    "three_of_a_kind": ("spade", "123"),
    "straight": ("diamond", "23"),
    "flush": ("club", "3"),
}
"""The meter of a row, and the paytables whose row it is; in the others it is dollars."""

_RED, _BLACK = {"H", "D"}, {"S", "C"}


def row_of(wager: str, chosen: Chosen, cards: Cards) -> str:
    """The highest row that these cards make, or `lose`."""
    match wager:
        case "lucky_ladies":
            return _ladies_row(cards)
        case "dynamic_21_3":
            return _dynamic_row(cards)
        case "super_4":
            return _super_4_row(chosen.chosen_suit, cards)
        case _:
            return _sevens_row(chosen, cards)


def pays_of(wager: str, chosen: Chosen, row: str, dynamic_pays: dict[str, int]) -> Pays:
    """What a winning row pays in this round."""
    match wager:
        case "lucky_ladies":
            printed = _LADIES[chosen.paytable].split()[_LADIES_ROWS.index(row)]
            if printed.endswith("%"):
                return Pays("share", int(printed[:-1]), "main")
            return Pays("for", int(printed))
        case "dynamic_21_3":
            if row in dynamic_pays:
                return Pays("for", dynamic_pays[row])
            if row == "three_of_a_kind_suited":
                return Pays("for", 200 if chosen.paytable == "2" else 100)
            return _DYNAMIC_ROWS[row]
        case "super_4":
            meter, paytables = _SUPER_4_METERS.get(row, ("", ""))
            if chosen.paytable[0] in paytables:
                return Pays("share", 100, meter)
            return Pays("dollars", 100 * _SUPER_4_DOLLARS[row])
        case _:
            return _sevens_pays(chosen, row)


def raised_odds(paytable: str, row: str) -> tuple[int, ...]:
    """The ten Dynamic pays that are printed beside a hand; none beside three aces (633b.25(i))."""
    base = pays_of("dynamic_21_3", Chosen(paytable, 0), row, {})
    if base.kind == "share":
        return ()
    first = 3 * base.amount // 2
    return (first, *(base.amount * times for times in range(2, 11)))


def moment_of(wager: str, cards: Cards) -> str:
    """When it is settled: `dealt`, `checked` or `last` (633b.22(g), 633c.6(g), 633c.9(d))."""
    is_check_due = cards.dealer[0][0] in "ATJQK"
    if wager == "lucky_ladies":
        return "checked" if is_check_due and cards.first_two == ("QH", "QH") else "dealt"
    if wager == "super_4":
        return "checked" if is_check_due else "dealt"
    return {"dynamic_21_3": "dealt", "lucky_aces": "shown", "blazing_7s": "last"}[wager]


def is_validated(wager: str, pays: Pays, cents: int) -> bool:
    """Shares of meters; fixed awards of 1,200 dollars, or of more than 200 for 1 (633c.9(e)(2))."""
    if pays.kind == "share":
        return True
    if wager == "blazing_7s":
        return pays.amount > 200
    return cents >= 120_000


def gets_extra_card(chosen: Chosen, cards: Cards) -> bool:
    """Two sevens against a dealer Blackjack, where the drawn card counts (633c.9(d)(4), (h))."""
    is_pair = [card[0] for card in cards.first_two] == ["7", "7"]
    return cards.has_dealer_blackjack and is_pair and not chosen.uses_upcard


def _ladies_row(cards: Cards) -> str:
    first, second = cards.first_two
    if points(cards.first_two)[0] != 20:
        return "lose"
    if first == second == "QH":
        if not cards.has_dealer_blackjack:
            return "qh_pair"
        suits = {card[1] for card in cards.dealer}
        kind = "hearts" if suits == {"H"} else "suited" if len(suits) == 1 else "unsuited"
        return f"qh_pair_dealer_bj_{kind}"
    if first == second:
        return "matched_20"
    return "suited_20" if first[1] == second[1] else "any_20"


def _dynamic_row(cards: Cards) -> str:
    three = (*cards.first_two, cards.dealer[0])
    ranks = sorted("A23456789TJQK".index(card[0]) for card in three)
    is_suited = len({card[1] for card in three}) == 1
    is_run = ranks == [0, 11, 12] or [rank - ranks[0] for rank in ranks] == [0, 1, 2]
    if len(set(ranks)) == 1 and is_suited:
        return "three_aces_suited" if ranks[0] == 0 else "three_of_a_kind_suited"
    if is_run and is_suited:
        return "straight_flush"
    if len(set(ranks)) == 1:
        return "three_of_a_kind"
    return "straight" if is_run else "lose"


def _super_4_row(chosen_suit: str, cards: Cards) -> str:
    if not cards.has_dealer_blackjack:
        return "dealer_ace_up" if cards.dealer[0][0] == "A" else "lose"
    ranks = Counter(card[0] for card in cards.four)
    suits = {card[1] for card in cards.four}
    is_royal = sorted(ranks) == ["A", "J", "K", "Q"]
    if is_royal and len(suits) == 1:
        return "royal_chosen_suit" if suits == {chosen_suit} else "royal_other_suit"
    if max(ranks.values()) >= 3:
        return "three_of_a_kind"
    if is_royal:
        return "straight"
    if len(suits) == 1:
        return "flush"
    if set(cards.first_two) == set(cards.dealer):
        return "two_pair"
    if suits <= _RED or suits <= _BLACK:
        return "same_color"
    return "pair" if len(set(cards.four)) < len(cards.four) else "dealer_blackjack"


def _sevens_row(chosen: Chosen, cards: Cards) -> str:
    sevens = [card for card in cards.first_two if card[0] == "7"]
    if len(sevens) < 2:
        return "one_7" if sevens else "lose"
    third = cards.dealer[0] if chosen.uses_upcard else cards.third
    if third is None or third[0] != "7":
        return "two_7s"
    suits = {card[1] for card in (*sevens, third)}
    if len(suits) == 1:
        if chosen.paytable == "A":
            return "three_7s_same_suit"
        return "three_7s_diamonds" if suits == {"D"} else "three_7s_clubs_spades_or_hearts"
    return "three_7s_same_color" if suits <= _RED or suits <= _BLACK else "three_7s"


def _sevens_pays(chosen: Chosen, row: str) -> Pays:
    if row in {"three_7s_same_suit", "three_7s_diamonds"}:
        return Pays("share", 100, "main")
    if row == "three_7s_clubs_spades_or_hearts":
        return Pays("share", 10, "main")
    if row == "three_7s_same_color" and chosen.paytable == "A":
        return Pays("share", 10, "main")
    odds = {"three_7s_same_color": 500, "three_7s": 200, "two_7s": 25, "one_7": 2}
    return Pays(chosen.sevens_basis, odds[row])

"""House rules of the Blackjack round, as data: what a Rules Submission may choose."""

from typing import Literal

from msgspec import Struct

from table_app.money import Odds


class HouseRules(Struct, frozen=True):
    """One rule set; `name` is its file in `config/house_rules`.

    `double_any_two` false allows doubling on a hard 9, 10 or 11 only. `resplit_hands` is the
    most hands that one box may hold by splitting; `resplit_aces` lets aces be among them again.
    """

    name: str
    dealer_hits_soft_17: bool
    blackjack_pays: Odds
    double_any_two: bool
    double_after_split: bool
    split_by: Literal["value", "rank"]
    resplit_hands: int
    resplit_aces: bool
    one_card_per_split_ace: bool
    late_surrender: bool
    insurance: bool
    even_money: bool

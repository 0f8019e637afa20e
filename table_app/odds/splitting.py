"""What a split is worth as a sum over single hands, exactly, resplits included.

Each hand that a split makes gets a second card; while there are fewer hands than permitted, a
second card of the pair's value makes one more hand. Any card of a shuffled shoe is as good as
another, whatever decided how many were drawn before it. So the cards of one hand and of the dealer
have the same chances as if they were drawn next, and of the other hands only their second cards
matter: how many are of the pair's value. "Not of the pair's value" is written as "any" less "of
the pair's value", so that all terms speak of one hand drawn after some cards of that value.
"""

from collections import Counter
from math import comb

from msgspec import Struct


class SplitTerm(Struct, frozen=True):
    """`hands` times the worth of one hand, with `pairs` more cards of the pair's value drawn.

    `is_last` hands are made when no more may be: their second card may be any. The others were
    not split again: their second card is not of the pair's value.
    """

    hands: int
    pairs: int
    is_last: bool


def split_terms(hands_max: int) -> tuple[SplitTerm, ...]:
    """The terms of a pair that may be split to so many hands, two or more."""
    terms: Counter[tuple[int, bool]] = Counter()

    def add(*, hands: int, other_finished: int, pairs: int, is_last: bool) -> None:
        for more in range(other_finished + 1):
            sign = -1 if more % 2 else 1
            terms[pairs + more, is_last] += hands * sign * comb(other_finished, more)

    def draw(hands: int, finished: int) -> None:
        """The next hand gets its second card; `finished` hands have one that does not pair."""
        pairs = hands - 2
        if finished < hands < hands_max:
            draw(hands + 1, finished)
            draw(hands, finished + 1)
            return
        if finished:
            add(hands=finished, other_finished=finished - 1, pairs=pairs, is_last=False)
        if finished < hands:
            add(hands=hands - finished, other_finished=finished, pairs=pairs, is_last=True)

    draw(2, 0)
    return tuple(
        SplitTerm(hands=hands, pairs=pairs, is_last=is_last)
        for (pairs, is_last), hands in sorted(terms.items())
        if hands
    )

"""From random words to cards: bounded integers and the shuffle. Pure; draws come in as functions.

The width of a word is a parameter, so that a test can go through every word there is and count.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from table_app.errors import GeneratorError

REJECTIONS_MAX = 128
"""Each word is rejected with a chance below one half, so this many in a row are a broken source."""

T = TypeVar("T")


def below(bound: int, next_word: Callable[[], int], *, word_bits: int) -> int:
    """An integer from 0 to `bound` - 1, each equally likely if the words are.

    A word is cut to the smallest power of two that holds `bound`; what is still out of range is
    discarded and the next word taken. OAC 325:85-15-50(7), NJAC 13:69D-1.28G(b)6.
    """
    value_bits = (bound - 1).bit_length()
    assert bound >= 1
    assert value_bits <= word_bits
    surplus = word_bits - value_bits
    for _ in range(REJECTIONS_MAX):
        value = next_word() >> surplus
        if value < bound:
            return value
    raise GeneratorError(f"{REJECTIONS_MAX} words in a row were out of range")


def shuffled(items: Sequence[T], draw: Callable[[int], int]) -> tuple[T, ...]:
    """The items in an order in which every permutation is equally likely (Fisher-Yates).

    `draw(n)` gives an integer from 0 to n - 1; it is asked once for each item but the last.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)

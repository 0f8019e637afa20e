"""The mapper and the shuffle, counted exactly: every word there is, not a sample of them."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations, product
from math import factorial

import pytest

from table_app.errors import GeneratorError
from table_app.rng.sampling import REJECTIONS_MAX, below, shuffled


class OutOfWordsError(Exception):
    """The words of this branch were not enough."""


def replay(words: tuple[int, ...]) -> Callable[[], int]:
    left = iter(words)

    def next_word() -> int:
        word = next(left, None)
        if word is None:
            raise OutOfWordsError
        return word

    return next_word


def scripted(row: tuple[int, ...]) -> Callable[[int], int]:
    left = iter(row)
    return lambda _: next(left)


def outcomes(
    draw: Callable[[Callable[[], int]], object], *, word_bits: int, words: int
) -> Iterator[object]:
    """What `draw` gives for every sequence of words that is long enough for it."""
    for sequence in product(range(2**word_bits), repeat=words):
        try:
            yield draw(replay(sequence))
        except OutOfWordsError:
            continue


@pytest.mark.parametrize("word_bits", [1, 2, 3, 4, 5, 8, 9])
def test_every_value_comes_from_equally_many_words(word_bits: int) -> None:
    for bound in range(1, 2**word_bits + 1):
        draw = partial(below, bound, word_bits=word_bits)
        counts = Counter(outcomes(draw, word_bits=word_bits, words=1))
        assert set(counts) == set(range(bound))
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize("bound", range(1, 417))
def test_a_word_of_16_bits_serves_every_bound_of_eight_decks_evenly(bound: int) -> None:
    value_bits = (bound - 1).bit_length()
    first = [
        below(bound, replay((value << (16 - value_bits),)), word_bits=16) for value in range(bound)
    ]
    last = [
        below(bound, replay((((value + 1) << (16 - value_bits)) - 1,)), word_bits=16)
        for value in range(bound)
    ]
    assert first == last == list(range(bound))


def test_a_word_out_of_range_is_discarded_and_the_next_one_taken() -> None:
    assert below(5, replay((5, 6, 7, 4)), word_bits=3) == 4


def test_words_that_are_always_out_of_range_are_a_broken_source() -> None:
    with pytest.raises(GeneratorError, match="in a row were out of range"):
        below(5, replay((7,) * REJECTIONS_MAX), word_bits=3)


@pytest.mark.parametrize(("cards", "word_bits", "words"), [(2, 2, 3), (3, 2, 5), (4, 2, 6)])
def test_every_permutation_comes_from_equally_many_sequences_of_words(
    cards: int, word_bits: int, words: int
) -> None:
    deck = tuple(range(cards))

    def shuffle(next_word: Callable[[], int]) -> object:
        return shuffled(deck, lambda bound: below(bound, next_word, word_bits=word_bits))

    counts = Counter(outcomes(shuffle, word_bits=word_bits, words=words))
    assert set(counts) == set(permutations(deck))
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("cards", range(1, 8))
def test_the_shuffle_reaches_each_permutation_by_exactly_one_row_of_draws(cards: int) -> None:
    rows = product(*(range(bound) for bound in range(cards, 1, -1)))
    reached = {shuffled(range(cards), scripted(row)) for row in rows}
    assert len(reached) == factorial(cards)


def test_a_shuffle_asks_once_for_each_card_but_the_last() -> None:
    asked: list[int] = []
    shuffled(range(5), lambda bound: asked.append(bound) or 0)  # type: ignore[func-returns-value]
    assert asked == [5, 4, 3, 2]

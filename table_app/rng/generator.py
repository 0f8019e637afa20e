"""The generator of the table: one stream per use, fresh entropy through every shuffle, or nothing.

It knows nothing of stakes, credits or what was dealt before (NJAC 13:69D-1.28G(c)2). Any failure
is final: from then on there is no output, only GeneratorError.
"""

import os
import struct
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from table_app.errors import GeneratorError
from table_app.rng import self_test
from table_app.rng.entropy import CheckedSource, Source
from table_app.rng.hmac_drbg import OUTPUT_BYTES, REQUEST_BYTES_MAX
from table_app.rng.known_answers import KNOWN_ANSWERS
from table_app.rng.noise import RawSource
from table_app.rng.sampling import below, shuffled
from table_app.rng.self_test import KnownAnswer, SelfTestReport
from table_app.rng.stream import Purpose, Stream
from table_app.vocabulary.cards import DECK, Card, Shoe, shoe_commitment
from table_app.vocabulary.secrets import DRAW_BELOW_MAX, UNIFORM_BYTES, Uniform

DECKS_MAX = 8
CARDS_PER_RESEED = 32
"""32 cards out of 416 are at most 279 bits of choice; each reseeding brings 384."""

SALT_BYTES = 32
SHOE_ID_BYTES = 16
WORD_BITS = (DRAW_BELOW_MAX - 1).bit_length()
WORDS_PER_REQUEST = 96
"""What 32 cards need, rejections included, nearly always: one request per reseeding."""

CYCLE_MS_MIN = 200
CYCLE_MS_CHOICES = 2048
"""Between two turns in the background: no player can time one. NJAC 13:69D-1.28G(b)4.

A power of two, so that one word is enough.
"""

_WORDS = struct.Struct(f">{WORDS_PER_REQUEST}H")


class Generator:
    """All chance of one table. Construction tests it; a generator that exists has passed.

    `personalisation` should differ per table, software, boot and process. `noise` is a hardware
    source, if one is fitted: 64 bytes of it are in every seed, shoe, set of pays and trigger,
    besides those of `source`.
    """

    def __init__(
        self,
        source: Source,
        personalisation: bytes,
        *,
        noise: RawSource | None = None,
        known_answers: Sequence[KnownAnswer] = KNOWN_ANSWERS,
    ) -> None:
        self._known_answers = known_answers
        self._failure: str | None = None
        self._is_fork_pending = False
        self._streams: dict[Purpose, Stream] = {}
        self.self_test()
        checked = CheckedSource(source, noise)
        self._streams = {purpose: Stream(purpose, checked, personalisation) for purpose in Purpose}
        _watch_forks(self)

    def self_test(self) -> SelfTestReport:
        """Run the health tests again, on demand; raises GeneratorError if one fails."""
        with self._guarded():
            return self_test.run(self._known_answers)

    def new_shoe(self, decks: int, round: int) -> Shoe:  # noqa: A002 - the word of the pit
        """A freshly shuffled shoe for this round, with its salt and commitment."""
        assert 1 <= decks <= DECKS_MAX
        with self._guarded():
            cards = _shuffled_cards(decks, self._streams[Purpose.SHOE_ORDER], round)
            salt = self._fresh(Purpose.SHOE_SALT, SALT_BYTES, round)
            shoe_id = self._fresh(Purpose.SHOE_ID, SHOE_ID_BYTES, round).hex()
        return Shoe(
            shoe_id=shoe_id, salt=salt, cards=cards, commitment=shoe_commitment(salt, cards)
        )

    def dynamic_draw(self, round: int) -> Callable[[int], int]:  # noqa: A002 - the word of the pit
        """A source of draws from 0 to n - 1 for one round's Dynamic pays (633b.25(c)(2))."""
        with self._guarded():
            draws = _CardDraws(self._streams[Purpose.DYNAMIC_PAYS], round)

        def draw(bound: int) -> int:
            with self._guarded():
                return draws.draw(bound)

        return draw

    def uniform(self, meter: str, round: int) -> Uniform:  # noqa: A002 - the word of the pit
        """A fresh 256-bit number for a must-hit-by meter."""
        with self._guarded():
            stream = self._streams[Purpose.TRIGGERS]
            stream.begin(round)
            drawn = stream.generate(UNIFORM_BYTES, round)
        return Uniform(meter=meter, value=int.from_bytes(drawn, "big"))

    def raw(self, byte_count: int) -> Iterator[bytes]:
        """Bytes for a test laboratory, in blocks of at most one request."""
        left = byte_count
        while left > 0:
            with self._guarded():
                block = self._fresh(Purpose.LABORATORY, min(left, REQUEST_BYTES_MAX), 0)
            left -= len(block)
            yield block

    def cycle(self) -> int:
        """Turn every stream over: fresh entropy, and output thrown away.

        Returns the milliseconds until the next time, drawn from the generator itself.
        """
        with self._guarded():
            for stream in self._streams.values():
                stream.fresh(OUTPUT_BYTES, 0)
            word = int.from_bytes(self._streams[Purpose.CYCLING].generate(WORD_BITS // 8, 0), "big")
        return CYCLE_MS_MIN + below(CYCLE_MS_CHOICES, lambda: word, word_bits=WORD_BITS)

    def _fresh(self, purpose: Purpose, byte_count: int, round_number: int) -> bytes:
        return self._streams[purpose].fresh(byte_count, round_number)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Refuse after a failure, reseed after a fork, and make any failure final."""
        if self._failure is not None:
            raise GeneratorError(self._failure)
        try:
            if self._is_fork_pending:
                self._reseed_after_fork()
            yield
        except GeneratorError as error:
            self._failure = f"out of service since: {error}"
            self._streams = {}
            raise

    def _reseed_after_fork(self) -> None:
        for stream in self._streams.values():
            stream.reseed(0)
        self._is_fork_pending = False


def _watch_forks(generator: Generator) -> None:
    """Mark it after a fork on both sides: each holds a copy of what the other would draw from.

    25 CFR 547.14(d). A mark, not a reseeding: an error raised inside the hook would be lost.
    """
    reference = weakref.ref(generator)

    def mark() -> None:
        forked = reference()
        if forked is not None:
            forked._is_fork_pending = True  # noqa: SLF001 - its own module

    os.register_at_fork(after_in_parent=mark, after_in_child=mark)


def _shuffled_cards(decks: int, stream: Stream, round_number: int) -> tuple[Card, ...]:
    draws = _CardDraws(stream, round_number)
    return shuffled(DECK * decks, draws.draw)


class _CardDraws:
    """Draws of one use: fresh entropy before each 32nd, old words thrown away.

    Words go, too, when the stream was seeded by somebody else: a fork left them in two processes.
    """

    def __init__(self, stream: Stream, round_number: int) -> None:
        self._stream = stream
        self._seed = stream.begin
        self._round_number = round_number
        self._cards_left = 0
        self._seedings = 0
        self._words: Iterator[int] = iter(())

    def draw(self, bound: int) -> int:
        if not self._cards_left:
            self._seed(self._round_number)
            self._seed = self._stream.reseed
            self._cards_left = CARDS_PER_RESEED
        if self._stream.seedings != self._seedings:
            self._seedings = self._stream.seedings
            self._words = iter(())
        self._cards_left -= 1
        return below(bound, self._next_word, word_bits=WORD_BITS)

    def _next_word(self) -> int:
        word = next(self._words, None)
        if word is None:
            block = self._stream.generate(_WORDS.size, self._round_number)
            self._words = iter(_WORDS.unpack(block))
            word = next(self._words)
        return word

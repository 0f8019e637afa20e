"""Who is connected, and the answers kept for requests that may come again."""

from collections import OrderedDict

from table_app.vocabulary.refusals import Refusal

ANSWERS_KEPT_MAX = 128
SEQUENCES_AHEAD_MAX = 2**20
"""Numbers whose requests were lost on the way; far more than a station sends in its life."""


class Session:
    """One seat's side of the conversation; it outlives connections.

    A sequence number that was answered is never executed again, whatever became of its answer.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.connection: int | None = None
        self.version = 0
        self._last_sequence = 0
        self._answers: OrderedDict[int, Refusal | None] = OrderedDict()

    @property
    def next_sequence(self) -> int:
        """The first sequence number that was never answered."""
        return self._last_sequence + 1

    def connect(self, connection: int) -> None:
        """A station took this seat; its updates count from 1 again."""
        self.connection = connection
        self.version = 0

    def next_version(self) -> int:
        """The number of the next update on this connection."""
        self.version += 1
        return self.version

    def was_answered(self, sequence: int) -> bool:
        """Whether this request has had its one answer."""
        return sequence <= self._last_sequence

    def is_too_far(self, sequence: int) -> bool:
        """Whether no honest station can have come to this number: it would be kept for ever."""
        return sequence >= self.next_sequence + SEQUENCES_AHEAD_MAX

    def answer_to(self, sequence: int) -> Refusal | None:
        """The kept answer; a request too old to be kept was taken, so it is not refused."""
        return self._answers.get(sequence)

    def keep(self, sequence: int, refusal: Refusal | None) -> None:
        """Remember an answer, before it is sent."""
        self._last_sequence = max(self._last_sequence, sequence)
        self._answers[sequence] = refusal
        while len(self._answers) > ANSWERS_KEPT_MAX:
            self._answers.popitem(last=False)

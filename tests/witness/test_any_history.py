"""Whatever is asked, in whatever order and across restarts, cosigned heads lie on one line.

The model keeps whole leaf lists. Histories branch at will; proofs are right, wrong or of others.
"""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from tests.witness import log_by_hand as hand
from tests.witness.witnesses import ServiceOnDisk

ORIGINS = (hand.ORIGIN, f"{hand.ORIGIN}.2")
new_leaves = st.lists(st.sampled_from([b"a", b"b"]), min_size=1, max_size=5).map(tuple)


class AnyHistory(RuleBasedStateMachine):
    histories = Bundle("histories")

    def __init__(self) -> None:
        super().__init__()
        self.path = Path(tempfile.mkdtemp())
        self.witness = ServiceOnDisk(self.path / "witness")
        self.cosigned: dict[str, hand.Leaves] = dict.fromkeys(ORIGINS, ())

    @initialize(target=histories, leaves=new_leaves)
    def begin(self, leaves: hand.Leaves) -> hand.Leaves:
        return leaves

    @rule(target=histories, history=histories, keep=st.integers(0, 40), leaves=new_leaves)
    def go_on_from(self, history: hand.Leaves, keep: int, leaves: hand.Leaves) -> hand.Leaves:
        return history[:keep] + leaves

    @rule(origin=st.sampled_from(ORIGINS), history=histories, size=st.integers(0, 40))
    def ask_honestly(self, origin: str, history: hand.Leaves, size: int) -> None:
        """A log asks from what the witness knows, with the proof of its own history."""
        leaves, known = history[:size], self.cosigned[origin]
        old_size = min(len(known), len(leaves))
        answer = self.witness.ask(hand.request(old_size, leaves, origin=origin))

        extends = leaves[: len(known)] == known
        assert answer.status == (200 if extends else 422 if len(leaves) >= len(known) else 409)
        self._take(answer.status, origin, leaves)

    @rule(
        origin=st.sampled_from(ORIGINS),
        history=histories,
        other=histories,
        old_size=st.integers(0, 12),
        extra=st.lists(st.sampled_from([b"\0" * 32, hand.root((b"a",))]), max_size=2),
    )
    def ask_anyhow(
        self,
        origin: str,
        history: hand.Leaves,
        other: hand.Leaves,
        old_size: int,
        extra: list[bytes],
    ) -> None:
        """Any old size, with the proof of another history or with what is none."""
        hashes = hand.proof(min(old_size, len(other)), other) + extra
        signed = hand.note(hand.head_text(history, origin))
        answer = self.witness.ask(hand.body(old_size, hashes, signed))

        self._take(answer.status, origin, history)

    @rule()
    def restart(self) -> None:
        self.witness.restart()

    def _take(self, status: int, origin: str, leaves: hand.Leaves) -> None:
        if status == 200:
            known = self.cosigned[origin]
            assert leaves[: len(known)] == known
            self.cosigned[origin] = leaves

    def teardown(self) -> None:
        self.witness.close()
        shutil.rmtree(self.path)


AnyHistory.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestAnyHistory = AnyHistory.TestCase

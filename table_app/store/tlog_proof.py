"""The text of an inclusion proof: C2SP tlog-proof@v1, the signed checkpoint inside. Pure.

`extra` lines are refused: nobody signs them, and a proof of ours has none.
"""

import re

from table_app.errors import StoreError
from table_app.store.base64_text import base64_text, from_base64
from table_app.store.merkle import SIZE_BITS_MAX
from table_app.store.proof import Proof

FIRST_LINE = "c2sp.org/tlog-proof@v1"

_INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})")


def text_of(proof: Proof) -> str:
    """The proof as text; the leaf is not in it, for its reader must have it anyway."""
    hashes = (f"{base64_text(each)}\n" for each in proof.path)
    return f"{FIRST_LINE}\nindex {proof.index}\n{''.join(hashes)}\n{proof.note}"


def parse(text: str, *, leaf: bytes) -> Proof:
    """The proof of `leaf`, not verified; raises StoreError unless it is written exactly as one."""
    head, blank, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    if not blank or first != FIRST_LINE or not lines:
        raise StoreError(f"not a proof: it begins with {FIRST_LINE} and an index")
    index = _INDEX.fullmatch(lines[0])
    if index is None or int(index[1]) >> SIZE_BITS_MAX:
        raise StoreError(f"the proof has no index where one belongs: {lines[0]!r:.60}")
    if len(lines) - 1 > SIZE_BITS_MAX:
        raise StoreError(f"a proof has at most {SIZE_BITS_MAX} hashes, not {len(lines) - 1}")
    return Proof(int(index[1]), leaf, tuple(_hash(line) for line in lines[1:]), note)


def _hash(line: str) -> bytes:
    try:
        return from_base64(line, bytes_exactly=32)
    except ValueError as error:
        raise StoreError(f"not a hash in the proof: {line!r:.60}") from error

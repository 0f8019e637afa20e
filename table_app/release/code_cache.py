"""Whether a byte-code cache holds what compiling its source gives. A program of its own.

Reading a forged cache can end a process or fill its memory, so this runs in one that may end:
`python -I -S -B code_cache.py` reads `["SOURCE", "CACHE"]` lines and answers each with
`["SHA-256 of the source", "SHA-256 of the cache", "what is wrong with it or nothing"]`.
It imports the standard library alone.
"""

import importlib.util
import json
import marshal
import resource
import sys
from hashlib import sha256
from pathlib import Path
from types import CodeType

HEADER_BYTES = 16
"""Magic number, flags, then time and size or hash of the source: PEP 552."""

MEMORY_BYTES_MAX = 2**30
_WHERE_IT_LIES = {"co_filename"}
_POSITIONS = {"co_linetable"}
_METHODS = {"co_lines", "co_positions"}
_DERIVED = {"co_lnotab"}
_FIELDS = (
    *(
        name
        for name in dir(CodeType)
        if name.startswith("co_") and name not in _WHERE_IT_LIES | _POSITIONS | _METHODS | _DERIVED
    ),
    "_co_code_adaptive",
)
"""The last are the very bytes that run: `co_code` maps specialised instructions back."""


def main() -> None:
    """Answer each line of standard input."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limits = {MEMORY_BYTES_MAX, most} - {resource.RLIM_INFINITY}
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), most))
    for line in sys.stdin:
        names = json.loads(line)
        source, cache = (Path(name).read_bytes() for name in names)
        verdict = wrong(source, cache, _optimization(names[1]))
        answer = (sha256(source).hexdigest(), sha256(cache).hexdigest(), verdict)
        print(json.dumps(answer), flush=True)


def _optimization(name: str) -> int:
    """How often -O was said to the Python that runs a cache of this name: PEP 488."""
    return next((level for level in (1, 2) if name.endswith(f".opt-{level}.pyc")), 0)


def wrong(source: bytes, cache: bytes, optimization: int = 0) -> str:
    """What is wrong with the cache of this source, or nothing."""
    if not cache.startswith(importlib.util.MAGIC_NUMBER) or len(cache) <= HEADER_BYTES:
        return "not a cache of this Python"
    try:
        held = marshal.loads(cache[HEADER_BYTES:])  # noqa: S302 - in a process that may end
        given = compile(source, "", "exec", dont_inherit=True, optimize=optimization)
        if is_same(held, given):
            return ""
    except (ValueError, EOFError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        return f"cannot be compared with its source: {type(error).__name__}"
    return "holds other code than its source"


def is_same(one: object, other: object) -> bool:
    """Whether two constants are the same; code objects in every field but where they lie.

    Their own `==` leaves out the size of the stack, and takes 1 for True.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        is_one = all(is_same(getattr(one, name), getattr(other, name)) for name in _FIELDS)
        return is_one and _has_same_positions(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return one == other if isinstance(one, str | bytes) else repr(one) == repr(other)


def _has_same_positions(held: CodeType, given: CodeType) -> bool:
    """Also where Python kept lines and no columns, as PYTHONNODEBUGRANGES tells it."""
    if held.co_linetable == given.co_linetable:
        return True
    has_columns = any(place[2:] != (None, None) for place in held.co_positions())
    return not has_columns and list(held.co_lines()) == list(given.co_lines())


if __name__ == "__main__":
    main()

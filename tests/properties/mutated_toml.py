"""Shipped TOML files with something wrong in them, written again as TOML."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from hypothesis import strategies as st

Steps = tuple[str | int, ...]
TEXTS = (
    "",
    " ",
    "0.00",
    "-1.00",
    "1.00",
    "1e9",
    "10000000.00",
    "10000000.01",
    "999999999999.99",
    "$0.01",
    "$9999999999999.00",
    "9999999 for 1",
    "1 for 9999999",
    "3 for 2",
    "$10.00",
    "60% of main",
    "100% of star",
    "100% of must_hit_by",
    "999999 x wager",
    "999999:1",
    "1:999999",
    "pennsylvania",
    "reserve",
    "AS",
    "hdps hdps",
    "\u0663",
    "\x1b[2J",
    "two\nlines",
    "\u00e9\U0001f0a1",
    "9" * 200,
)
"""Words that mean something somewhere, in the wrong place."""
NUMBERS = (0, 1, -1, 2, 7, 8, 9, 10, 9999, 10_000, 65_536, 2**31, 2**63 - 1, -(2**63))
HUGE = (2**63, -(2**63) - 1, 2**64, 10**400)
FLOATS = (0.0, -0.0, 0.1, 1e300, float("inf"), float("nan"))
LEAVES: tuple[Any, ...] = (*TEXTS, *NUMBERS, *HUGE, *FLOATS, True, False, date(1, 1, 1))


def paths(tree: Any, at: Steps = ()) -> Iterator[Steps]:
    """Where the values of a tree are, the tree itself left out."""
    children = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in children:
        yield (*at, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*at, key))


def values() -> st.SearchStrategy[Any]:
    """Anything that TOML can say, more often something that is nearly right."""
    leaves = st.sampled_from(LEAVES) | st.text(max_size=8)
    return leaves | st.lists(leaves, max_size=11) | st.dictionaries(st.text(max_size=4), leaves)


@st.composite
def mutated(draw: st.DrawFn, tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with one to three things dropped, replaced, renamed, repeated or moved."""
    copy: dict[str, Any] = json_like_copy(tree)
    for _ in range(draw(st.integers(1, 3))):
        found = list(paths(copy))
        if not found:
            break
        *above, key = draw(st.sampled_from(found))
        parent: Any = copy
        for step in above:
            parent = parent[step]
        match draw(st.sampled_from(("drop", "replace", "rename", "move"))):
            case "drop":
                del parent[key]
            case "replace":
                parent[key] = draw(values())
            case "rename" if isinstance(parent, dict):
                names = st.sampled_from((*parent, *TEXTS, "main", "star")) | st.text(max_size=4)
                parent[draw(names)] = parent.pop(key)
            case _:
                source: Any = copy
                for step in draw(st.sampled_from(found)):
                    source = source[step]
                parent[key] = json_like_copy(source)
    return copy


def json_like_copy(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: json_like_copy(value) for key, value in tree.items()}
    return [json_like_copy(value) for value in tree] if isinstance(tree, list) else tree


def toml(tree: dict[str, Any]) -> str:
    """The tree as a TOML file of inline tables."""
    return "".join(f"{_text(key)} = {_value(value)}\n" for key, value in tree.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            return (
                "{" + ", ".join(f"{_text(key)} = {_value(one)}" for key, one in value.items()) + "}"
            )
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return _text(value)
        case date():
            return value.isoformat()
        case bool():
            return str(value).lower()
        case _:
            return repr(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

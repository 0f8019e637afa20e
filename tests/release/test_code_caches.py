"""Byte-code caches: one that does not hold its source's code is named, in whatever it differs."""

import importlib.util
import marshal
import py_compile
import subprocess
import sys
from collections.abc import Callable
from opcode import opmap
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_app.release import code_cache
from table_app.release.caches import Cache, CacheJudge, source_of
from table_app.release.code_cache import is_same
from table_app.release.files import sha256_of
from tests.release.releases import Release, cache_of, dropped, put_back

SOURCE = b"""
class Table:
    FIGURES = (1, 0.0, 2.5, "x", b"y", None, ..., frozenset)
    def pays(self, amount, *, more=frozenset({1, 2, 3})):
        try:
            return amount in {1, 2, 3} and [each + 1 for each in more]
        except ValueError:
            return lambda: amount
"""
CODE = compile(SOURCE, "anywhere", "exec", dont_inherit=True)
HEADER = importlib.util.MAGIC_NUMBER + bytes(12)
PROPER = HEADER + marshal.dumps(CODE)

CHANGES: dict[str, Callable[[CodeType], CodeType]] = {
    "code": lambda c: c.replace(co_code=bytes([c.co_code[0], 1 ^ c.co_code[1]]) + c.co_code[2:]),
    "constants": lambda c: c.replace(co_consts=(*c.co_consts, 1)),
    "names": lambda c: c.replace(co_names=(*c.co_names, "evil")),
    "name": lambda c: c.replace(co_name="evil"),
    "qualified name": lambda c: c.replace(co_qualname="evil"),
    "stack size": lambda c: c.replace(co_stacksize=c.co_stacksize + 1),
    "exceptions": lambda c: c.replace(co_exceptiontable=c.co_exceptiontable + b"\x00"),
    "lines": lambda c: c.replace(co_linetable=b""),
    "flags": lambda c: c.replace(co_flags=c.co_flags ^ 0x40),
    "first line": lambda c: c.replace(co_firstlineno=c.co_firstlineno + 1),
}
CONSTANTS = [(1, True), (0.0, -0.0), (1, 1.0), ("1", b"1"), ((1,), (True,)), (None, ...)]

BINARY_OP_ADD_INT = 5


def _judged(code: CodeType) -> str:
    return code_cache.wrong(SOURCE, HEADER + marshal.dumps(code))


def _inside(code: CodeType, change: Callable[[CodeType], CodeType], depth: int) -> CodeType:
    """The code with a change in the first code that lies `depth` deep in it."""
    deeper = depth and next(each for each in code.co_consts if isinstance(each, CodeType))
    if not isinstance(deeper, CodeType):
        return change(code)
    changed = _inside(deeper, change, depth - 1)
    return code.replace(
        co_consts=tuple(changed if each is deeper else each for each in code.co_consts)
    )


@pytest.mark.parametrize("mode", list(py_compile.PycInvalidationMode))
def test_what_python_compiles_is_right_wherever_the_source_lay(
    tmp_path: Path, mode: py_compile.PycInvalidationMode
) -> None:
    source = tmp_path / "table.py"
    source.write_bytes(SOURCE)
    py_compile.compile(str(source), doraise=True, invalidation_mode=mode)

    assert code_cache.wrong(SOURCE, cache_of(source).read_bytes()) == ""


def test_what_python_compiles_without_columns_is_right_and_other_lines_are_not(
    tmp_path: Path,
) -> None:
    source = tmp_path / "table.py"

    def compiled(text: bytes) -> bytes:
        source.write_bytes(text)
        words = ["-X", "no_debug_ranges", "-m", "py_compile", str(source)]
        subprocess.run([sys.executable, *words], check=True)
        return cache_of(source).read_bytes()

    assert compiled(SOURCE)[16:] != marshal.dumps(compile(SOURCE, str(source), "exec"))
    assert code_cache.wrong(SOURCE, compiled(SOURCE)) == ""
    assert code_cache.wrong(SOURCE, compiled(SOURCE.replace(b"  try", b"  \n        try"))) != ""


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("field", CHANGES)
def test_code_that_differs_in_any_field_is_other_code(field: str, depth: int) -> None:
    changed = _inside(CODE, CHANGES[field], depth)

    assert _judged(changed) == "holds other code than its source"


@pytest.mark.parametrize(("one", "other"), CONSTANTS)
def test_constants_that_only_seem_equal_are_different(one: object, other: object) -> None:
    assert code_cache.is_same(one, one)
    assert not code_cache.is_same(one, other)


def test_a_set_is_the_same_in_any_order() -> None:
    assert code_cache.is_same(frozenset({"a", "b", 8, 16}), frozenset({16, 8, "b", "a"}))
    assert not code_cache.is_same(frozenset({1}), frozenset({True}))


@pytest.mark.parametrize(
    "cache",
    [
        b"",
        HEADER,
        b"\x00\x00\r\n" + PROPER[4:],
        HEADER + b"\xff",
        HEADER + b"(\xff\xff\xff\x7f",
        HEADER + b"(\x01\x00\x00\x00" * 3000,
        HEADER + marshal.dumps(17),
        HEADER + marshal.dumps((CODE,)),
    ],
)
def test_what_is_no_code_is_wrong(tmp_path: Path, cache: bytes) -> None:
    wrong = _ask_judge(tmp_path, cache)

    assert set(wrong) == {"cache"}


@settings(max_examples=60, deadline=None)
@given(st.integers(len(HEADER), len(PROPER) - 1), st.integers(1, 255))
def test_a_cache_with_another_byte_is_right_only_if_its_code_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, at: int, flip: int
) -> None:
    """A byte may say nothing: whether an object is referred to again, or where the source lay."""
    changed = bytearray(PROPER)
    changed[at] ^= flip

    wrong = _ask_judge(tmp_path_factory.mktemp("cache"), bytes(changed))

    assert wrong or repr(_shape(marshal.loads(changed[16:]))) == repr(_shape(CODE))


def test_the_rest_is_judged_after_a_cache_that_ends_its_judge(tmp_path: Path) -> None:
    good = [_cache(tmp_path, f"good {number}", PROPER) for number in range(6)]
    bad = _cache(tmp_path, "bad", PROPER)
    bad.source.unlink()
    other = _cache(tmp_path, "other", HEADER + marshal.dumps(compile(b"x = 1", "", "exec")))

    wrong = CacheJudge().wrong([*good[:3], bad, *good[3:], other])

    assert wrong == {
        "bad": "ends the process that reads it",
        "other": "holds other code than its source",
    }


def test_a_cache_that_was_right_is_judged_again_only_when_it_changed(tmp_path: Path) -> None:
    cache = _cache(tmp_path, "cache", PROPER)
    judge = CacheJudge()
    assert judge.wrong([cache]) == {}

    cache.path.write_bytes(HEADER + marshal.dumps(compile(b"x = 1", "", "exec")))

    assert set(judge.wrong([cache])) == {"cache"}


def test_a_source_that_changed_under_its_judge_does_not_vouch_for_a_cache(tmp_path: Path) -> None:
    cache = _cache(tmp_path, "cache", PROPER)
    cache.source.write_bytes(SOURCE + b"\n")

    assert CacheJudge().wrong([cache]) == {"cache": "its source is changing"}


@pytest.mark.parametrize(
    ("name", "is_python_s"),
    [
        ("table.cpython-311.pyc", True),
        ("table.cpython-311.opt-1.pyc", True),
        ("table.cpython-311.opt-2.pyc", True),
        ("table.cpython-311.opt-3.pyc", False),
        (".cpython-311.pyc", False),
        ("table.cpython-312.pyc", False),
        ("table.cpython-311.pyc.140234", False),
        ("table.py", False),
    ],
)
def test_only_what_this_python_runs_has_a_source(name: str, is_python_s: bool) -> None:
    source = source_of(Path("/x/__pycache__") / name)

    assert (source == Path("/x/table.py")) == is_python_s
    assert (source is None) != is_python_s


def test_a_forged_cache_in_a_release_is_named(release: Release) -> None:
    source = release.sources[-1]
    cache = cache_of(source)
    forged = source.read_bytes() + b"\nimport os\n"

    with put_back(cache):
        header = cache.read_bytes()[:16]
        cache.write_bytes(header + marshal.dumps(compile(forged, str(source), "exec")))
        assert release.found() == {("changed", release.name(cache))}
    assert release.found() == set()


@pytest.mark.parametrize("level", [1, 2])
def test_what_python_leaves_under_o_is_right_and_nothing_else_is_under_its_name(
    release: Release, level: int
) -> None:
    source = release.sources[-1]
    kept = Path(importlib.util.cache_from_source(str(source), optimization=level))
    text, header = source.read_bytes(), cache_of(source).read_bytes()[:16]

    def compiled(text: bytes) -> bytes:
        code = compile(text, str(source), "exec", dont_inherit=True, optimize=level)
        return header + marshal.dumps(code)

    with dropped(kept, compiled(text)):
        assert release.found() == set()
    with dropped(kept, compiled(text + b"\nimport os\n")):
        assert release.found() == {("changed", release.name(kept))}


@pytest.mark.parametrize("tag", ["cpython-311.opt-3", "cpython-312", "evil"])
def test_a_cache_that_this_python_would_not_run_is_stray(release: Release, tag: str) -> None:
    source = release.sources[-1]
    stray = cache_of(source).with_name(f"{source.stem}.{tag}.pyc")

    with dropped(stray, cache_of(source).read_bytes()):
        assert release.found() == {("stray", release.name(stray))}


def test_a_cache_beside_its_source_is_stray(release: Release) -> None:
    source = release.sources[-1]
    stray = source.with_suffix(".pyc")

    with dropped(stray, cache_of(source).read_bytes()):
        assert release.found() == {("stray", release.name(stray))}


def _cache(folder: Path, name: str, content: bytes) -> Cache:
    source, path = folder / f"{name}.py", folder / f"{name}.pyc"
    source.write_bytes(SOURCE)
    path.write_bytes(content)
    return Cache(name, path, source, sha256_of(source))


def _ask_judge(folder: Path, content: bytes) -> dict[str, str]:
    return CacheJudge().wrong([_cache(folder, "cache", content)])


def _shape(thing: object) -> object:
    """All that an independent look at a code object sees, as text can tell."""
    if not isinstance(thing, CodeType):
        return type(thing), sorted(map(repr, thing)) if isinstance(thing, frozenset) else thing
    told = [
        *(thing.co_code, thing.co_names, thing.co_varnames, thing.co_freevars, thing.co_cellvars),
        *(thing.co_name, thing.co_qualname, thing.co_flags, thing.co_stacksize, thing.co_linetable),
        *(thing.co_exceptiontable, thing.co_firstlineno, thing.co_argcount, thing.co_nlocals),
        *(thing.co_posonlyargcount, thing.co_kwonlyargcount),
    ]
    return told, [_shape(each) for each in thing.co_consts]


def test_a_specialised_instruction_in_place_of_another_is_other_code() -> None:
    held = compile("def less(a, b): return a - b", "source", "exec")
    plain = held.co_consts[0].co_code
    at = plain.index(bytes([opmap["BINARY_OP"], 10]))
    forged = plain[:at] + bytes([BINARY_OP_ADD_INT, 10]) + plain[at + 2 :]
    given = marshal.loads(marshal.dumps(held).replace(plain, forged))

    assert given.co_consts[0].co_code == plain[: at + 1] + bytes([10]) + plain[at + 2 :]
    assert not is_same(held, given)
    assert is_same(held, marshal.loads(marshal.dumps(held)))

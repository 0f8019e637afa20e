"""What may not stand in the generator's source at all."""

import ast
from pathlib import Path

import pytest

import table_app.rng

FILES = sorted(Path(table_app.rng.__path__[0]).glob("*.py"))
FORBIDDEN_MODULES = {"random", "secrets", "numpy", "time", "datetime", "socket"}


def imported(tree: ast.Module) -> set[str]:
    whole = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    parts = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in whole | parts}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_remainder_and_no_other_generator_or_clock_occurs(file: Path) -> None:
    source = file.read_text("utf-8")
    tree = ast.parse(source)
    assert not any(isinstance(node, ast.Mod) for node in ast.walk(tree))
    assert not any(word in source for word in ("divmod", "fmod", "remainder", "__mod__"))
    assert imported(tree).isdisjoint(FORBIDDEN_MODULES)

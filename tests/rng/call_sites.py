"""Where the package uses chance, read off its source: `python -m tests.rng.call_sites` prints it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import table_app

PACKAGE = Path(table_app.__path__[0])
CHANCE_MODULES = frozenset({"random", "secrets", "uuid", "numpy"})
OF_THE_GENERATOR = frozenset({"new_shoe", "dynamic_draw", "uniform", "raw", "cycle"})
OF_LIBRARIES = frozenset(
    {
        "urandom", "getrandom", "RAND_bytes", "random_serial_number",
        "generate", "generate_key", "generate_private_key",
    }
)  # fmt: skip
INSTANCES = frozenset({"Generator", "KernelSource", "DeviceFile", "HmacDrbg"})
LIBRARY_CLASSES = ("PrivateKey", "AESGCM", "Fernet")


def found() -> set[tuple[str, str, str]]:
    """File, function and what is used of chance there."""
    return {
        (file.relative_to(PACKAGE.parent).as_posix(), function, used)
        for file in sorted(PACKAGE.rglob("*.py"))
        for function, used in uses_in(file.read_text("utf-8"))
    }


def uses_in(source: str) -> set[tuple[str, str]]:
    """Function and what is used there, of one file's source."""
    tree = ast.parse(source)
    return set(_uses(tree, "", _names_of_chance(tree)))


def _names_of_chance(tree: ast.Module) -> set[str]:
    """What the file calls modules of chance, and what it took from them."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                alias.asname or alias.name.partition(".")[0]
                for alias in node.names
                if alias.name.partition(".")[0] in CHANCE_MODULES
            }
        elif isinstance(node, ast.ImportFrom):
            is_chance = (node.module or "").partition(".")[0] in CHANCE_MODULES
            names |= {
                alias.asname or alias.name
                for alias in node.names
                if is_chance or alias.name in OF_LIBRARIES
            }
    return names


def _uses(node: ast.AST, function: str, names: set[str]) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{function}.{child.name}".lstrip(".")
        used = _used(child, names)
        if used:
            yield function or "(module)", used
        yield from _uses(child, inside, names)


def _used(node: ast.AST, names: set[str]) -> str:
    """The use of chance that this very node is, or nothing."""
    match node:
        case ast.Attribute(value=ast.Name("Purpose"), attr=name):
            return f"Purpose.{name}"
        case ast.Attribute(attr=name) if name in OF_THE_GENERATOR:
            return name
        case ast.Attribute(value=ast.Name(owner), attr=name) if _is_of_a_library(owner, name):
            return f"{owner}.{name}"
        case ast.Attribute(value=ast.Name(owner), attr=name) if owner in names:
            return f"{owner}.{name}"
        case ast.Name(name, ctx=ast.Load()) if name in names - CHANCE_MODULES:
            return name
        case ast.Call(func=ast.Name(name)) if name in INSTANCES:
            return name
    return ""


def _is_of_a_library(owner: str, name: str) -> bool:
    return name in OF_LIBRARIES and (
        owner.endswith(LIBRARY_CLASSES)
        or name.startswith(("urandom", "getrandom", "RAND", "random"))
    )


if __name__ == "__main__":
    for row in sorted(found()):
        print(" | ".join(row))

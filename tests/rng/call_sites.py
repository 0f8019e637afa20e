"""Where the package uses chance, read off its source: `python -m tests.rng.call_sites` prints it.

It reads names, resolved through imports, and sees what is done by mistake or in a hurry. It cannot
see: how often another function, a decorator or `map` runs the function that it lists; numbers made
of clocks, process ids, `hash` or `id`; SQL's random(); another program that is started; a name that
is put together at run time (outside what `forbidden_in` forbids), or found in `vars`, `sys.modules`
or by `operator.methodcaller`; an alias that is bound to two things in one file. Those are for the
reader of a change.
"""

import ast
from collections import Counter
from pathlib import Path

import table_app

PACKAGE = Path(table_app.__path__[0])
RNG = "table_app/rng/"
CHANCE_MODULES = frozenset({"random", "_random", "secrets", "uuid", "numpy"})
OF_THE_GENERATOR = frozenset({"new_shoe", "dynamic_draw", "uniform", "raw", "cycle"})
INSIDE_THE_GENERATOR = frozenset({"_fresh", "_streams", "_shuffled_cards", "_CardDraws"})
OF_THE_PACKAGE = frozenset(
    {"Generator", "KernelSource", "DeviceFile", "CheckedSource", "HmacDrbg", "Stream"}
)
OF_SAMPLING = frozenset({"below", "shuffled"})
OF_LIBRARIES = frozenset(
    {"urandom", "getrandom", "RAND_bytes", "random_serial_number", "SystemRandom"}
    | {"generate_key", "generate_private_key", "generate_parameters"}
)
LIBRARY_CLASSES = ("PrivateKey", "AESGCM", "Fernet")
CODE_AT_RUN_TIME = frozenset({"__import__", "import_module", "exec", "eval"})
DEVICES = ("/dev/random", "/dev/urandom")
LOOPS = (
    ast.For, ast.AsyncFor, ast.While, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
"""A lambda is one, because whoever gets it may call it as often as it likes."""


def found() -> list[tuple[str, str, str, str]]:
    """File, function, what is used of chance there, and how often it is written."""
    return sorted((file, *use) for file, source in _sources() for use in uses_in(source))


def forbidden() -> set[tuple[str, str]]:
    """File and what is in it that only the generator's own package may have."""
    return {
        (file, what)
        for file, source in _sources()
        if not file.startswith(RNG)
        for what in forbidden_in(source)
    }


def uses_in(source: str) -> list[tuple[str, str, str]]:
    """Function, what is used there, and how often it is written, of one file's source."""
    return [
        (function, used, f"{how} x{count}")
        for (function, used, how), count in sorted(_read(source).uses.items())
    ]


def forbidden_in(source: str) -> set[str]:
    """What only the generator's own package may have, of one file's source."""
    return _read(source).forbidden


def _sources() -> list[tuple[str, str]]:
    return [
        (file.relative_to(PACKAGE.parent).as_posix(), file.read_text("utf-8"))
        for file in sorted(PACKAGE.rglob("*.py"))
    ]


def _read(source: str) -> "_Reader":
    tree = ast.parse(source)
    reader = _Reader(_imported(tree))
    reader.visit(tree)
    return reader


def _imported(tree: ast.Module) -> dict[str, str]:
    """What the names that the file imports stand for."""
    stands_for = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            within = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                if alias.asname or within:
                    stands_for[alias.asname or alias.name] = within + alias.name
    return stands_for


class _Reader(ast.NodeVisitor):
    """Goes through one file, knowing in which function and in which loop it is."""

    def __init__(self, stands_for: dict[str, str]) -> None:
        self.uses: Counter[tuple[str, str, str]] = Counter()
        self.forbidden: set[str] = set()
        self._stands_for = stands_for
        self._function = ""
        self._is_in_loop = False
        self._called: ast.AST | None = None

    def generic_visit(self, node: ast.AST) -> None:
        before = self._function, self._is_in_loop
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._function = f"{self._function}.{node.name}".lstrip(".")
        for field, value in ast.iter_fields(node):
            # A loop's `iter` is asked once; an annotation uses nothing.
            self._is_in_loop = before[1] or (isinstance(node, LOOPS) and field != "iter")
            if field not in {"annotation", "returns"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child)
        self._function, self._is_in_loop = before

    def visit_Call(self, node: ast.Call) -> None:
        if self._name_of(node.func) == "getattr" and node.args and _is_chance(node.args[0]):
            self.forbidden.add("getattr of a generator")
        self._called = node.func
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        is_inside = node.attr in INSIDE_THE_GENERATOR or (
            node.attr.startswith("_") and _is_chance(node.value)
        )
        if is_inside and not _is_own(node.value):
            self.forbidden.add(f"private {node.attr} of a generator")
        self._note(node, self._name_of(node))
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._note(node, self._name_of(node))

    def visit_Constant(self, node: ast.Constant) -> None:
        text = node.value.decode("latin-1") if isinstance(node.value, bytes) else str(node.value)
        self.forbidden |= {device for device in DEVICES if device in text}

    def visit_Import(self, node: ast.Import) -> None:
        self._import(*(alias.name for alias in node.names))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._import(str(node.module))
        names = {alias.name for alias in node.names}
        self.forbidden |= names & (CODE_AT_RUN_TIME | INSIDE_THE_GENERATOR)
        if "*" in names:
            self.forbidden.add("import *")

    def _import(self, *modules: str) -> None:
        firsts = {module.partition(".")[0] for module in modules}
        self.forbidden |= {f"import {first}" for first in firsts & CHANCE_MODULES}

    def _name_of(self, node: ast.AST) -> str:
        """The full name that is written there; what comes before a call or an index is left out."""
        match node:
            case ast.Name(name):
                return self._stands_for.get(name, name)
            case ast.Attribute(value, name):
                return f"{self._name_of(value)}.{name}".lstrip(".")
        return ""

    def _note(self, node: ast.AST, name: str) -> None:
        if used := _used(name, is_attribute=isinstance(node, ast.Attribute)):
            how = "called" if node is self._called else "named"
            where = " in a loop" if self._is_in_loop else ""
            self.uses[self._function or "(module)", used, how + where] += 1
        self.forbidden |= {name.rpartition(".")[2]} & CODE_AT_RUN_TIME


def _used(name: str, *, is_attribute: bool) -> str:
    """The use of chance that a full name is, or nothing."""
    owner, _, last = name.rpartition(".")
    short = f"{owner.rpartition('.')[2]}.{last}".lstrip(".")
    if owner.partition(".")[0] in CHANCE_MODULES:
        return name
    if short.startswith("Purpose.") or last in OF_LIBRARIES:
        return short
    if last == "generate" and owner.endswith(LIBRARY_CLASSES):
        return short
    if last in OF_SAMPLING and ".rng" in owner:
        return last
    if last in OF_THE_PACKAGE or (is_attribute and last in OF_THE_GENERATOR):
        return last
    return ""


def _is_own(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in {"self", "cls"}


def _is_chance(node: ast.AST) -> bool:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return any(word in name.lower() for word in ("chance", "generator"))
    return False


if __name__ == "__main__":
    for row in found():
        print(" | ".join(row))

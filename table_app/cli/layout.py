"""`table-app layout`: every touch target of a screen, for a laboratory that looks for hidden ones."""

import os
from typing import Annotated

import msgspec
import typer
from msgspec import Struct

from table_app.cli.options import AS_JSON, TABLE
from table_app.config_loader import config_of, default_table, load_table
from table_app.errors import BadInputError
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens

SIZE = (1920, 1080)


class TouchTarget(Struct, frozen=True):
    """One thing that can be touched: `rect` is left, top, width, height in pixels."""

    id: str
    rect: tuple[int, int, int, int]
    text: str
    enabled: bool
    why_not: str | None
    is_held: bool


def layout(
    *,
    screen: Annotated[str, typer.Option(help="The screen; --list names them.")] = "",
    names: Annotated[bool, typer.Option("--list", help="Name the screens and end.")] = False,
    table: TABLE = None,
    as_json: AS_JSON = False,
) -> None:
    """Print id, rectangle, text and state of every touch target of one screen of 1920x1080.

    What is not printed cannot be touched: a station looks fingers up in this very list.

    Example: table-app layout --screen decision --json
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"

    path = table or default_table()
    setup = load_table(path, config_of(path))
    if names:
        known = list(screens(setup))
        print(msgspec.json.encode(known).decode() if as_json else "\n".join(known))
        return
    if not screen:
        raise BadInputError("--screen: which one? --list names them")
    exhibit = Exhibit(setup, screen, size=SIZE)
    targets = [
        TouchTarget(node.id, node.rect, node.text, node.enabled, node.reason, node.is_held)
        for node in exhibit.app.scene()
        if node.role == "button"
    ]
    exhibit.close()
    if as_json:
        print(msgspec.json.encode(targets).decode())
        return
    for target in targets:
        x, y, width, height = target.rect
        state = "" if target.enabled else f"   not now: {target.why_not}"
        print(f"{target.id:<24} {x:>5},{y:<5} {width:>4}x{height:<4} {target.text}{state}")

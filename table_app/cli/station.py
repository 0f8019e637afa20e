"""`table-app station`: one player's screen, as a process of its own."""

import logging
import re
from enum import StrEnum
from typing import Annotated

import typer

from table_app.cli.host import DEFAULT_PORT
from table_app.cli.options import DATA, KEYS, data_folder, keys_folder
from table_app.errors import BadInputError
from table_app.link import identity
from table_app.link.client import StationLink
from table_app.station.app import App
from table_app.station.sound import Speaker
from table_app.vocabulary.commands import Speed

SMALLEST_SIZE = (640, 360)

_URL = re.compile(r"wss://([^\s/:]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}/?")
_SIZE = re.compile(r"([0-9]{3,4})x([0-9]{3,4})")


class SpeedOption(StrEnum):
    """How fast cards move."""

    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


SPEEDS: dict[SpeedOption, Speed] = {
    SpeedOption.NORMAL: "normal",
    SpeedOption.FAST: "fast",
    SpeedOption.INSTANT: "instant",
}


def station(
    *,
    seat: Annotated[int, typer.Option(min=1, max=identity.SEATS_MAX, help="The seat, from 1.")],
    url: Annotated[
        str, typer.Option(help="Where the host listens.")
    ] = f"wss://127.0.0.1:{DEFAULT_PORT}",
    data: DATA = None,
    keys: KEYS = None,
    fullscreen: Annotated[bool, typer.Option("--fullscreen", help="Fill the screen.")] = False,
    size: Annotated[
        str | None, typer.Option(metavar="WxH", help="The window. Default: what fits the desktop.")
    ] = None,
    speed: Annotated[
        SpeedOption | None, typer.Option(help="How fast cards move. Default: as the player wants.")
    ] = None,
) -> None:
    """Open one seat's screen and keep it connected to the host until the window is closed.

    It needs three files in KEYS, those that `table-app keys enrol` names for its seat.

    Example: table-app station --seat 3 --url wss://table-7.pit:7421 --keys /etc/table-app/seat
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    folder = keys_folder(keys, data_folder(data))
    known_url(url)
    wanted_size = window_size(size) if size else None

    def wake() -> None:
        app.wake()  # bound before `start`: the window needs the link, and the link the window

    link = StationLink(url, identity.client_context(folder, seat=seat), wake)
    app = App(
        link,
        size=wanted_size,
        fullscreen=fullscreen,
        speed=SPEEDS[speed] if speed else None,
        speaker=Speaker(),
        title=f"Blackjack, seat {seat}",
    )
    link.start()
    app.run()


def known_url(text: str) -> None:
    """Refuse an address that no host can have: it is `wss://HOST:PORT`."""
    if _URL.fullmatch(text) is None:
        raise BadInputError(f"--url: {text!r} is not an address such as wss://127.0.0.1:7421")


def window_size(text: str) -> tuple[int, int]:
    """The pixels of `"1280x720"`; raises BadInputError for anything else."""
    match = _SIZE.fullmatch(text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if all(side >= least for side, least in zip(size, SMALLEST_SIZE, strict=True)):
        return size
    smallest = "x".join(str(side) for side in SMALLEST_SIZE)
    raise BadInputError(f"--size: {text!r} is not a size such as 1280x720, at least {smallest}")

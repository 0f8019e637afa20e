"""`table-app play`: the thing to try first."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.host import dollars_option
from table_app.cli.options import AS_JSON, DATA, KEYS, TABLE, data_folder, keys_folder
from table_app.config_loader import default_table, shipped_config
from table_app.money import Cents, dollars
from table_app.simulation.play import Played, PlayOptions, play_alone, play_in_windows
from table_app.station.display import has_screen


def play(
    *,
    stations: Annotated[int, typer.Option(help="How many stations to open, from seat 1.")] = 1,
    fullscreen: Annotated[bool, typer.Option("--fullscreen", help="Fill the screen.")] = False,
    credit: Annotated[str, typer.Option(help="Dollars of demo credit to begin with.")] = "200",
    headless: Annotated[
        bool, typer.Option("--headless", help="Let a robot play, without a window.")
    ] = False,
    rounds: Annotated[
        int,
        typer.Option(min=1, max=60, help="Rounds for the robot, and on until it saw insurance."),
    ] = 10,
    screenshots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Default: `screenshots` in DATA.")
    ] = None,
    data: DATA = None,
    keys: KEYS = None,
    table: TABLE = None,
    as_json: AS_JSON = False,
) -> None:
    """Play blackjack on this computer: a host, its stations, demo credit, no money.

    Without a display a robot plays: screenshots, and an audit of what it did, within a minute.

    Example: table-app play --stations 2
    """
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    is_headless = headless or not has_screen()
    folder = data_folder(data)
    pace = shipped_config() / "tables" / "unattended.toml" if is_headless else default_table()
    options = PlayOptions(
        data=folder,
        keys=keys_folder(keys, folder),
        table_file=table or pace,
        stations=stations,
        credit_cents=dollars_option("--credit", credit),
        is_fullscreen=fullscreen,
    )
    if not is_headless:
        raise typer.Exit(play_in_windows(options))
    shots = screenshots or folder / "screenshots"
    played = play_alone(options, rounds=rounds, screenshots=shots)
    _tell(played, options, as_json=as_json)
    if played.disagreement is not None:
        raise typer.Exit(1)


def _tell(played: Played, options: PlayOptions, *, as_json: bool) -> None:
    verdict = played.disagreement or "everything agrees"
    if as_json:
        told = {
            "rounds": played.rounds,
            "credit_cents": played.credit_cents,
            "screenshots": played.shots,
            "data": str(options.data),
            "audit": verdict,
        }
        print(json.dumps(told))
        return
    print(f"DEMO: a robot played {played.rounds} rounds; its credit is ${_dollars(played)}.")
    for shot in played.shots:
        print(f"  screenshot  {shot}")
    print(f"  journal     {options.data}")
    print(f"  audit       {verdict}")
    print("With a display, `make play` opens the table for you instead.")


def _dollars(played: Played) -> str:
    return dollars(Cents(played.credit_cents))

"""`table-app replay`: a scenario through the real engine and ledger."""

import json
from pathlib import Path
from typing import Annotated

import typer

from table_app.cli.lines import one_line
from table_app.config_loader import shipped_config
from table_app.simulation.replay import replay as play_scenario
from table_app.simulation.report import checks, report
from table_app.simulation.scenario import read_scenario


def replay(
    scenario_file: Annotated[Path, typer.Argument(metavar="SCENARIO.toml")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the round for programs.")] = False,
) -> None:
    """Play a scenario and check what it expects: exit 0 agrees, 1 disagrees, 2 bad file.

    Example: table-app replay tests/scenarios/aces-A-dealer-two-aces.toml
    """
    scenario = read_scenario(scenario_file, shipped_config())
    replayed = play_scenario(scenario)
    found = checks(scenario, replayed)
    if as_json:
        print(json.dumps(report(scenario, replayed)))
    else:
        print(one_line(f"{scenario.title} ({scenario.law})"))
        for check in found:
            mark = "met    " if check.is_met else "NOT MET"
            said = f"{check.what}: expected {check.expected}, was {check.happened}"
            print(f"  {mark}  {one_line(said)}")
        for refused in replayed.refused:
            print(one_line(f"  refused  seat {refused.seat} {refused.what}: {refused.why}"))
    if not all(check.is_met for check in found):
        raise typer.Exit(1)

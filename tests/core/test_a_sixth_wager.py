"""A wager is one file, one TOML and scenarios: a sixth one plays without a change to the product."""

import shutil
from pathlib import Path

import pytest

from table_app.config_loader import shipped_config
from table_app.game.wagers import SIDE_WAGERS
from table_app.simulation.replay import replay
from table_app.simulation.report import checks
from table_app.simulation.scenario import read_scenario
from tests.core.sixth_wager.match_the_dealer import MATCH_THE_DEALER

HERE = Path(__file__).parent / "sixth_wager"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    shutil.copytree(shipped_config(), folder)
    shutil.copy(HERE / "match_the_dealer.toml", folder / "paytables")
    return folder


def test_a_sixth_wager_settles_beside_the_others(config: Path) -> None:
    wagers = SIDE_WAGERS | {MATCH_THE_DEALER.wager: MATCH_THE_DEALER}
    scenario = read_scenario(HERE / "match-every-row.toml", config, wagers)

    replayed = replay(scenario)

    assert [check for check in checks(scenario, replayed) if not check.is_met] == []
    assert replayed.balanced


@pytest.mark.parametrize("wager", SIDE_WAGERS)
def test_every_built_wager_has_its_paytables_and_a_scenario(wager: str) -> None:
    scenarios = Path(__file__).parents[1] / "scenarios"

    assert (shipped_config() / "paytables" / f"{wager}.toml").is_file()
    assert any(f'{wager} = "' in path.read_text() for path in scenarios.glob("*.toml"))

"""Whatever a file says, it is loaded or refused in words: nothing else ever comes of it."""

import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_app.config_loader import check_config, load_table, shipped_config, table_warnings
from table_app.errors import BadInputError
from table_app.host.help import help_of
from table_app.simulation.replay import replay
from table_app.simulation.report import checks, report
from table_app.simulation.scenario import read_scenario
from tests.properties.mutated_toml import mutated, toml

TODAY = date(2026, 1, 1)
SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
CONFIG_FILES = sorted(
    path.relative_to(shipped_config()).as_posix() for path in shipped_config().rglob("*.toml")
)
QUICK = settings(max_examples=100, deadline=None)
SLOW = settings(max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))


@contextmanager
def config_with(file: str, text: str) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        config = Path(folder) / "config"
        shutil.copytree(shipped_config(), config)
        (config / file).write_text(text, encoding="utf-8")
        yield config


def check_a_config(data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(CONFIG_FILES))
    tree = tomllib.loads((shipped_config() / file).read_text(encoding="utf-8"))

    with config_with(file, toml(data.draw(mutated(tree)))) as config:
        checked = check_config(config, TODAY)
        assert all(".toml" in refusal for refusal in checked.refusals)
        with suppress(BadInputError):
            setup = load_table(config / "tables" / "demo.toml", config)
            help_of(setup)
            table_warnings(config, setup, TODAY)


def check_a_scenario(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(SCENARIOS))
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.toml"
        file.write_text(toml(data.draw(mutated(tree))), encoding="utf-8")
        with suppress(BadInputError):
            scenario = read_scenario(file, shipped_config())
            replayed = replay(scenario)
            checks(scenario, replayed)
            report(scenario, replayed)


@QUICK
@given(st.data())
def test_a_wrong_config_is_loaded_or_refused(data: st.DataObject) -> None:
    check_a_config(data)


@QUICK
@given(st.data())
def test_a_wrong_scenario_is_played_or_refused(data: st.DataObject) -> None:
    check_a_scenario(data)


@pytest.mark.proof
@SLOW
@given(st.data())
def test_many_wrong_configs_are_loaded_or_refused(data: st.DataObject) -> None:
    check_a_config(data)


@pytest.mark.proof
@SLOW
@given(st.data())
def test_many_wrong_scenarios_are_played_or_refused(data: st.DataObject) -> None:
    check_a_scenario(data)

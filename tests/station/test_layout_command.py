"""`table-app layout`: the list of what can be touched, and pages that follow the configuration."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_app.cli import app as command_line
from table_app.config_loader import default_table, load_table, shipped_config
from table_app.errors import BadInputError
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens
from table_app.station.layout import SMALLEST_TARGET

SETUP = load_table(default_table(), shipped_config())


def run(*arguments: str) -> str:
    result = CliRunner().invoke(command_line, ["layout", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_every_screen_is_named() -> None:
    assert json.loads(run("--list", "--json")) == list(screens(SETUP))
    assert run("--list").split() == list(screens(SETUP))


@pytest.mark.parametrize("name", list(screens(SETUP)))
def test_every_target_of_every_screen_is_large_and_apart(name: str) -> None:
    targets = json.loads(run("--screen", name, "--json"))
    for index, one in enumerate(targets):
        x, y, width, height = one["rect"]
        assert min(width, height) >= SMALLEST_TARGET, one
        assert x >= 0
        assert y >= 0
        assert x + width <= 1920
        assert y + height <= 1080
        assert (one["why_not"] is None) is one["enabled"]
        for other in targets[index + 1 :]:
            left, top, across, down = other["rect"]
            is_apart = (
                x + width <= left or left + across <= x or y + height <= top or top + down <= y
            )
            assert is_apart, (one, other)


def test_a_screen_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInputError, match="no screen 'foyer'; there are idle"):
        run("--screen", "foyer")
    with pytest.raises(BadInputError, match="--list"):
        run()


def pages_words(config: Path, screen: str) -> list[str]:
    setup = load_table(config / "tables" / "demo.toml", config)
    exhibit = Exhibit(setup, screen, size=(960, 540))
    words = [node.text for node in exhibit.app.scene()]
    exhibit.close()
    return words


def test_a_figure_that_changes_in_the_configuration_changes_on_its_page(tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    before = pages_words(config, "help_lucky_aces")
    paytable = config / "paytables" / "lucky_aces.toml"
    changed = paytable.read_text().replace('"5 to 1"', '"6 to 1"', 1)
    paytable.write_text(changed)

    after = pages_words(config, "help_lucky_aces")

    assert "5 to 1" in before
    assert "6 to 1" in after
    assert "5 to 1" not in after
    returned = [[word for word in words if "gives back" in word] for words in (before, after)]
    assert returned[0] != returned[1]


def test_a_rule_that_changes_in_the_configuration_changes_on_the_felt(tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    table = config / "tables" / "demo.toml"
    table.write_text(
        table.read_text()
        .replace('house_rules = "pennsylvania"', 'house_rules = "six_to_five"')
        .replace('minimum = "5.00"', 'minimum = "10.00"', 1)
    )

    words = pages_words(config, "help_blackjack")

    assert "Blackjack pays 6 to 5" in words
    assert any("$10 to $500" in word for word in words)


def test_a_jurisdiction_speaks_on_every_screen(tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    place = config / "jurisdictions" / "pennsylvania.toml"
    place.write_text(place.read_text().replace("1-800-GAMBLER", "1-800-522-4700"))
    setup = load_table(config / "tables" / "demo.toml", config)
    for name in screens(setup):
        assert any("1-800-522-4700" in word for word in pages_words(config, name)), name

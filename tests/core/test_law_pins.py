"""A figure that is not the law's is said aloud by name, and still loads (design, section 9)."""

import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from table_app.config_loader import check_config, load_table, shipped_config, table_warnings
from table_app.config_loader.law import PINS, figure_warnings
from table_app.config_loader.paytables import load_wager_tables
from tests.core.law_pins import pins_of_shipped_figures
from tests.core.sixth_wager.match_the_dealer import MATCH_THE_DEALER

TODAY = date(2026, 1, 1)
LADIES_11 = """
[paytable.11]
decks = [6]
[paytable.11.pays]
qh_pair_dealer_bj_hearts = "100% of main"
qh_pair_dealer_bj_suited = "100% of main"
qh_pair_dealer_bj_unsuited = "100% of main"
qh_pair = "200 for 1"
matched_20 = "25 for 1"
suited_20 = "10 for 1"
any_20 = "2 for 1"
[paytable.11.meters.main]
seed = "2000 x wager"
increment_bp = 1700
reserve_bp = 400
reseed = "reserve"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    shutil.copytree(shipped_config(), folder)
    return folder


def test_the_shipped_figures_are_those_that_are_pinned() -> None:
    pinned = json.loads(PINS.read_text())

    assert pinned == pins_of_shipped_figures(), "is the law new? then `make pins`"


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("lucky_ladies", 'any_20 = "2 for 1"', 'any_20 = "3 for 1"', "1: * (633b.22)"),
        ("lucky_ladies", "increment_bp = 1700", "increment_bp = 1701", "1: * (633b.22)"),
        ("lucky_ladies", "reserve_bp = 400", "reserve_bp = 401", "1: * (633b.22)"),
        ("lucky_ladies", "2000 x wager", "2001 x wager", "1: * (633b.22)"),
        ("lucky_ladies", "[2, 4, 5, 6, 8]", "[2, 4, 5, 6, 7, 8]", "1: * (633b.22)"),
        ("lucky_ladies", "[paytable.1]", LADIES_11 + "[paytable.1]", "11: * (633b.22)"),
        ("lucky_aces", "[paytable.D", "[paytable.E", "E: * (633c.8)"),
        ("lucky_aces", '"5 to 1"', '"5 for 1"', "A: * (633c.8)"),
        ("dynamic_21_3", "[150, 200,", "[151, 200,", "1: * (633b.25)"),
        ("dynamic_21_3", '"$1000.00"', '"$1000.01"', "3: * (633b.25)"),
        ("super_4", '"$50000.00"', '"$40000.00"', "1-1: * (633c.6)"),
        ("super_4", 'must_hit_by = "$200.00"', 'must_hit_by = "$300.00"', "mystery 3: * (633c.6)"),
        ("blazing_7s", '"10% of main"', '"9% of main"', "A: * (633c.9)"),
    ],
)
def test_figures_that_are_not_the_laws_are_named_and_still_load(
    config: Path, file: str, old: str, new: str, said: str
) -> None:
    path = config / "paytables" / f"{file}.toml"
    text = path.read_text()
    is_name = old.startswith("[paytable.D")
    path.write_text(text.replace(old, new, -1 if is_name else 1))

    checked = check_config(config, TODAY)

    assert checked.refusals == ()
    expected = said.replace("*", "not the law's figures")
    assert checked.warnings == (f"paytables/{file}.toml: {expected}",)


def test_the_order_of_a_file_and_its_comments_are_no_figures(config: Path) -> None:
    path = config / "paytables" / "lucky_aces.toml"
    path.write_text("# mine\n" + path.read_text().replace("[1, 2,", "[2, 1,"))

    assert check_config(config, TODAY).warnings == ()


def test_a_host_warns_of_the_wagers_that_its_table_offers(config: Path) -> None:
    path = config / "paytables" / "lucky_aces.toml"
    path.write_text(path.read_text().replace('"5 to 1"', '"6 to 1"', 1))
    setup = load_table(config / "tables" / "demo.toml", config)

    assert table_warnings(config, setup, TODAY) == (
        "paytables/lucky_aces.toml: A: not the law's figures (633c.8)",
    )


def test_a_wager_outside_the_law_has_no_pins_and_no_warning(tmp_path: Path) -> None:
    (tmp_path / "paytables").mkdir()
    file = Path(__file__).parent / "sixth_wager" / "match_the_dealer.toml"
    shutil.copy(file, tmp_path / "paytables")

    tables = load_wager_tables(tmp_path, MATCH_THE_DEALER)

    assert figure_warnings(MATCH_THE_DEALER, tables) == ()

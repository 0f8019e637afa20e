"""Every weight that the loader permits, the generator can draw."""

import shutil
from pathlib import Path

from table_app.config_loader import load_table, shipped_config
from table_app.game.dynamic import pick_dynamic_pays
from table_app.rng.generator import Generator
from tests.rng.sources import PredictableSource

ROUNDS = 200


def test_the_largest_weights_that_a_table_may_have_are_drawn(tmp_path: Path) -> None:
    config = tmp_path / "config"
    shutil.copytree(shipped_config(), config)
    path = config / "tables" / "demo.toml"
    # Each list adds up to 65,536; the first value of every hand is all but certain.
    weights = (
        "[wagers.dynamic_21_3]\n"
        "counts_weights = [0, 1, 65535]\n"
        "values_weights = [65527, 1, 1, 1, 1, 1, 1, 1, 1, 1]"
    )
    path.write_text(path.read_text().replace("[wagers.dynamic_21_3]", weights))
    (offered,) = (
        each for each in load_table(path, config).rules.offered if each.wager == "dynamic_21_3"
    )
    generator = Generator(PredictableSource(), b"test")

    picked = [
        pick_dynamic_pays(offered.paytable.rows, offered.weights, generator.dynamic_draw(number))
        for number in range(ROUNDS)
    ]

    assert {len(pays) for pays in picked} <= {2, 3}
    assert all(pays for pays in picked)

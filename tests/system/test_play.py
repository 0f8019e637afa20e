"""`play` over a demo of other rules goes on with it; what it says of that is not what it prints."""

import json
from pathlib import Path

import pytest

from table_app.config_loader import config_of, default_table, load_table, shipped_config
from table_app.link import identity
from table_app.money import Cents
from table_app.simulation import play
from table_app.store import epochs
from table_app.store import keys as store_keys
from tests.store.histories import Play, new_store
from tests.typed import typed

OLDER_ENGINE = "00" * 32


def options_of(folder: Path) -> play.PlayOptions:
    return play.PlayOptions(
        data=folder,
        keys=folder / "keys",
        table_file=default_table(),
        stations=1,
        credit_cents=Cents(20_000),
        is_fullscreen=False,
    )


def test_what_is_said_of_an_older_demo_is_said_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = load_table(default_table(), config_of(default_table()))
    store, _ = new_store(tmp_path)
    identity.create(tmp_path / "keys", table="older")
    with store:
        Play(store, setup, engine_sha256=OLDER_ENGINE).open_table()

    play._prepare(options_of(tmp_path))

    printed, complained = capsys.readouterr()
    assert printed == ""
    assert complained.startswith("The demo goes on under this release or these rules, in epoch 2")
    keys = store_keys.load(tmp_path / "keys")
    assert epochs.present(tmp_path, tmp_path / "table.mirror", keys) == 2


@pytest.mark.proof
def test_a_robot_goes_on_with_a_demo_of_other_rules(tmp_path: Path) -> None:
    shipped = (shipped_config() / "tables" / "unattended.toml").read_text()
    dearer = tmp_path / "dearer.toml"
    dearer.write_text(shipped.replace('maximum = "500.00"', 'maximum = "600.00"'))
    words = ("play", "--headless", "--rounds", "1", "--json", "--data", tmp_path / "demo")
    before = json.loads(typed(*words).printed)

    after = json.loads(typed(*words, "--table", dearer).printed)

    assert (before["audit"], after["audit"]) == ("everything agrees", "everything agrees")
    audit = typed("audit", "--data", tmp_path / "demo", "--table", dearer)
    assert audit.code == 0
    assert "table-app-DEMO: what agreed\n" in audit.printed
    assert "table-app-DEMO.2: what agreed\n" in audit.printed
    closed = tmp_path / "demo" / "table.mirror.1"
    closed.write_bytes(closed.read_bytes().replace(b'"facts"', b'"fakts"', 1))
    damaged = typed(*words, "--table", dearer)
    assert damaged.code == 1
    assert json.loads(damaged.printed)["audit"].startswith(f"table-app-DEMO: entry 1: {closed}")

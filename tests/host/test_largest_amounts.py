"""The largest amounts that a configuration may have are kept, won and paid like any others."""

import shutil
from pathlib import Path

import pytest

from table_app.cli.host import dollars_option
from table_app.config_loader import load_table, shipped_config
from table_app.errors import BadInputError
from table_app.store.audit import audit
from tests.host.conftest import NewStand
from tests.properties.tables import shoe_with

LARGEST = 10_000_000_00
STAKES = {
    "blackjack": LARGEST,
    "dynamic_21_3": 500,
    "lucky_ladies": 2_000_00,
    "lucky_aces": LARGEST,
    "blazing_7s": 100,
    "super_4": 500,
}
WHOLE = sum(STAKES.values())


def _config(folder: Path) -> Path:
    """Every amount of the demo table at its limit; 5,000 x 2,000.00 is the largest seed."""
    config = folder / "config"
    shutil.copytree(shipped_config(), config)
    table = config / "tables" / "demo.toml"
    text = table.read_text()
    for old, new in (
        ('maximum = "500.00"', 'maximum = "10000000.00"'),
        ('maximum = "100.00"', 'maximum = "10000000.00"'),
        ('"500.00"]', '"10000000.00"]'),
        ('demo_credit = "200.00"', 'demo_credit = "10000000.00"'),
        ('[wagers.lucky_ladies]\nwager = "5.00"', '[wagers.lucky_ladies]\nwager = "2000.00"'),
    ):
        assert old in text
        text = text.replace(old, new)
    table.write_text(text)
    aces = config / "paytables" / "lucky_aces.toml"
    odds = aces.read_text().replace("500 to 1", "10000 to 1", 1)
    aces.write_text(odds.replace('one_ace = "1 to 1"', 'one_ace = "1 to 100"', 1))
    return table


def test_seven_seats_win_the_largest_award_and_the_journal_holds_it(
    tmp_path: Path, new_stand: NewStand
) -> None:
    table = _config(tmp_path)
    setup = load_table(table, table.parents[1])
    # Four aces for everybody: the dealer has an ace up and one in the hole, and draws to 19.
    boxes = "AS AC AD AH " * 4
    shoe = shoe_with(boxes + "7C")
    stand = new_stand(setup, shoe, credits_cents=(WHOLE,) * 7)
    stations = [stand.connect(seat) for seat in range(1, 8)]

    stand.deal(*stations, **STAKES)
    while stations[0].phase in {"insurance", "decisions"}:
        stand.wait(setup.timing.decision_ms)

    won = LARGEST * 10_001
    assert all(stand.host.state.credit_cents(seat) >= won for seat in range(1, 8))
    assert audit(stand.path, stand.keys).disagreement is None


def test_a_gift_on_the_command_line_has_the_same_limit() -> None:
    assert dollars_option("--credit", "10000000.00") == LARGEST
    with pytest.raises(BadInputError, match=r"--credit: 10000000.01 is above .* 10000000.00"):
        dollars_option("--credit", "10000000.01")

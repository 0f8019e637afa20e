"""The loader refuses what would go wrong on the floor, and says file, key, reason and law."""

import shutil
from pathlib import Path

import pytest

from table_app.config_loader import check_config, load_table, shipped_config
from table_app.errors import BadInputError


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    shutil.copytree(shipped_config(), folder)
    return folder


def test_the_shipped_config_has_nothing_to_refuse() -> None:
    files, refusals = check_config(shipped_config())

    assert len(files) >= 4
    assert refusals == []


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "law"),
    [
        ("tables/demo.toml", "decks = 8", "decks = 8\nmood = 1", "mood", ""),
        ("tables/demo.toml", "decks = 8", "", "decks", ""),
        ("tables/demo.toml", "decks = 8", 'decks = "8"', "decks", ""),
        ("tables/demo.toml", "decks = 8", "decks = 9", "decks", "633a.3"),
        ("tables/demo.toml", "decks = 8", "decks = 1", "decks", "633a.3"),
        ("tables/demo.toml", "seats = 7", "seats = 0", "seats", ""),
        ("tables/demo.toml", "seats = 7", "seats = 8", "seats", ""),
        ("tables/demo.toml", 'lucky_aces = "A"', 'lucky_aces = "E"', "lucky_aces", "633c.8"),
        (
            "tables/demo.toml",
            'lucky_aces = "A"',
            'lucky_aces = "A"\nsuper_4 = "1-1"',
            "super_4",
            "",
        ),
        ("tables/demo.toml", 'step = "1.00"', 'step = "0.25"', "limits.blackjack.step", "633a.13"),
        ("tables/demo.toml", 'step = "1.00"', 'step = "0.00"', "limits.blackjack.step", ""),
        ("tables/demo.toml", 'minimum = "5.00"', 'minimum = "5.50"', "limits.blackjack", ""),
        ("tables/demo.toml", 'minimum = "5.00"', 'minimum = "501.00"', "limits.blackjack", ""),
        ("tables/demo.toml", '["1.00", "5.00"', '["1.00", "1.00"', "chips", ""),
        ("tables/demo.toml", "bets = 30.0", "bets = 0.0", "timing.bets", ""),
        ("tables/demo.toml", "[limits.lucky_aces]", "[limits.super_4]", "limits.super_4", ""),
        ("tables/demo.toml", '"pennsylvania"', '"narnia"', "house_rules", ""),
        ("house_rules/pennsylvania.toml", '"3:2"', '"6:5"', "blackjack_pays", "633a.13"),
        ("house_rules/pennsylvania.toml", '"3:2"', '"3:0"', "blackjack_pays", ""),
        (
            "house_rules/pennsylvania.toml",
            "dealer_hits_soft_17 = false",
            "dealer_hits_soft_17 = true",
            "dealer_hits_soft_17",
            "633a.7(m)",
        ),
        ("house_rules/pennsylvania.toml", "resplit_hands = 3", "resplit_hands = 0", "resplit", ""),
        ("paytables/lucky_aces.toml", 'two_aces = "5 to 1"\n', "", "A.two_aces", "633c.8"),
        ("paytables/lucky_aces.toml", '"5 to 1"', '"0 to 1"', "A.two_aces", "633c.8"),
        ("paytables/lucky_aces.toml", '"5 to 1"', '"5 to 3"', "limits.lucky_aces.step", "633c.8"),
        (
            "paytables/lucky_aces.toml",
            "[A]\n",
            '[A]\nfive_aces = "9 to 1"\n',
            "A.five_aces",
            "633c.8",
        ),
    ],
)
def test_a_bad_value_is_refused_by_name(
    config: Path, file: str, old: str, new: str, key: str, law: str
) -> None:
    path = config / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))

    _, refusals = check_config(config)

    assert refusals
    for refusal in refusals:
        assert key in refusal
        assert law in refusal
        assert ".toml" in refusal
        assert "\n" not in refusal


def test_a_table_whose_worst_round_could_run_out_of_cards_says_how_many(config: Path) -> None:
    path = config / "tables" / "demo.toml"
    path.write_text(path.read_text().replace("decks = 8", "decks = 1"))

    with pytest.raises(BadInputError, match=r"7 seats could need \d+ cards, 1 decks have 52"):
        load_table(path, config)


def test_the_pace_of_play_does_not_change_the_rules_hash(config: Path) -> None:
    path = config / "tables" / "demo.toml"
    before = load_table(path, config).rules_sha256
    path.write_text(path.read_text().replace("bets = 30.0", "bets = 10.0"))

    assert load_table(path, config).rules_sha256 == before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("tables/demo.toml", 'maximum = "500.00"', 'maximum = "400.00"'),
        ("tables/demo.toml", 'lucky_aces = "A"', 'lucky_aces = "B"'),
        ("house_rules/pennsylvania.toml", "resplit_hands = 3", "resplit_hands = 4"),
    ],
)
def test_anything_that_pays_or_limits_changes_the_rules_hash(
    config: Path, file: str, old: str, new: str
) -> None:
    table = config / "tables" / "demo.toml"
    before = load_table(table, config).rules_sha256
    path = config / file
    path.write_text(path.read_text().replace(old, new))

    assert load_table(table, config).rules_sha256 != before

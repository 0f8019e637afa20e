"""The loader refuses what would go wrong on the floor, and says file, key, reason and law."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from table_app.config_loader import check_config, load_table, shipped_config
from table_app.errors import BadInputError

TODAY = date(2026, 1, 1)
RAISED_LOW = """
three_of_a_kind = [15, 20, 30, 40, 50, 60, 70, 80, 90, 100]
straight = [3, 4, 6, 8, 10, 12, 14, 16, 18, 20]"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    shutil.copytree(shipped_config(), folder)
    return folder


def test_the_shipped_config_has_nothing_to_refuse() -> None:
    checked = check_config(shipped_config(), TODAY)

    assert len(checked.files) >= 4
    assert checked.refusals == ()


def test_dates_of_a_section_warn_and_switch_nothing_off(config: Path) -> None:
    before = check_config(config, date(2025, 1, 1))
    within = check_config(config, date(2026, 1, 1))
    after = check_config(config, date(2030, 1, 1))

    assert [warning.split(":")[0] for warning in before.warnings] == ["dynamic_21_3"]
    assert within.warnings == ()
    assert [warning.split(":")[0] for warning in after.warnings] == [
        "dynamic_21_3",
        "lucky_ladies",
        "Pennsylvania",
    ]
    assert before.refusals == after.refusals == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "law"),
    [
        ("tables/demo.toml", "decks = 8", "decks = 8\nmood = 1", "mood", ""),
        ("tables/demo.toml", "decks = 8", "", "decks", ""),
        ("tables/demo.toml", "decks = 8", 'decks = "8"', "decks", ""),
        ("tables/demo.toml", "decks = 8", "decks = 9", "decks", "633a.3"),
        ("tables/demo.toml", "decks = 8", "decks = 1", "decks", "633b.25"),
        ("tables/demo.toml", "seats = 7", "seats = 0", "seats", ""),
        ("tables/demo.toml", "seats = 7", "seats = 8", "seats", ""),
        ("tables/demo.toml", 'lucky_aces = "A"', 'lucky_aces = "E"', "lucky_aces", "633c.8"),
        (
            "tables/demo.toml",
            'lucky_aces = "A"',
            'lucky_aces = "A"\nroyal_match = "1"',
            "royal_match",
            "",
        ),
        ("tables/demo.toml", 'lucky_ladies = "7"', 'lucky_ladies = "2"', "decks", "633b.22"),
        (
            "tables/demo.toml",
            '[wagers.dynamic_21_3]\nwager = "5.00"',
            '[wagers.dynamic_21_3]\nwager = "7.00"',
            "wagers.dynamic_21_3.wager",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nvalues_weights = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]",
            "wagers.dynamic_21_3",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\ncounts_weights = [1, 1]",
            "wagers.dynamic_21_3.counts_weights",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\ncounts_weights = [65535, 1, 1]",
            "wagers.dynamic_21_3.counts_weights",
            "633b.25(g)",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nvalues_weights = [1, 1, 1, 1, 1, 1, 1, 1, 1, 65528]",
            "wagers.dynamic_21_3.values_weights",
            "633b.25(g)",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nfloor = '600.00'",
            "floor: Expected",
            "",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nfloor.star = '600.00'",
            "wagers.dynamic_21_3.floor.star",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nfloor.main = 'many'",
            "wagers.dynamic_21_3.floor.main",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.dynamic_21_3]",
            "[wagers.dynamic_21_3]\nfloor.must_hit_by = '1000.00'",
            "wagers.dynamic_21_3.floor.must_hit_by",
            "633b.25",
        ),
        (
            "tables/demo.toml",
            "[wagers.blazing_7s]",
            "[wagers.blazing_7s]\nfloor.main = '600.00'",
            "wagers.blazing_7s.floor.main",
            "633c.9",
        ),
        (
            "tables/demo.toml",
            "[wagers.super_4]",
            "[wagers.super_4]\nfloor.mystery = '150.00'",
            "wagers.super_4.floor.mystery",
            "633c.6",
        ),
        ("tables/demo.toml", "mystery = 1", "mystery = 9", "wagers.super_4.mystery", "633c.6"),
        (
            "tables/demo.toml",
            '[wagers.super_4]\nwager = "5.00"',
            '[wagers.super_4]\nwager = "6.00"',
            "wagers.super_4.wager",
            "633c.6(e)",
        ),
        (
            "tables/demo.toml",
            '[wagers.blazing_7s]\nwager = "1.00"',
            '[wagers.blazing_7s]\nwager = "3.00"',
            "wagers.blazing_7s.wager",
            "633c.9(g)",
        ),
        (
            "tables/demo.toml",
            "[wagers.lucky_ladies]",
            '[wagers.lucky_ladies]\nthird_card = "dealer_upcard"',
            "wagers.lucky_ladies.third_card",
            "633b.22",
        ),
        (
            "paytables/dynamic_21_3.toml",
            '[paytable.3.meters.must_hit_by]\nseed = "150 x wager"',
            '[paytable.3.meters.must_hit_by]\nseed = "many"',
            "paytable.3.meters.must_hit_by.seed",
            "633b.25",
        ),
        (
            "paytables/lucky_ladies.toml",
            'qh_pair = "200 for 1"',
            'qh_pair = "5% of star"',
            "paytable.1.qh_pair",
            "633b.22",
        ),
        (
            "paytables/lucky_ladies.toml",
            "reserve_bp = 400",
            "reserve_bp = 0",
            "paytable.1.meters.main.reserve_bp",
            "633b.22",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "straight = [3, 4,",
            "straight = [4, 3,",
            "paytable.1.dynamic.straight",
            "633b.25",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "[paytable.1.dynamic]",
            "[paytable.1.dynamic]\nthree_aces_suited = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",
            "paytable.1.dynamic.three_aces_suited",
            "633b.25",
        ),
        (
            "paytables/dynamic_21_3.toml",
            'three_of_a_kind = "10 for 1"',
            'three_of_a_kind = "$10.00"',
            "paytable.1.dynamic.three_of_a_kind",
            "633b.25",
        ),
        (
            "paytables/dynamic_21_3.toml",
            'three_of_a_kind = "10 for 1"',
            'three_of_a_kind = "10 to 1"',
            "paytable.1.dynamic.three_of_a_kind",
            "633b.25",
        ),
        (
            "paytables/lucky_ladies.toml",
            "[paytable.1.meters.main]",
            "[paytable.1.dynamic]\nany_20 = [3]\n[paytable.1.meters.main]",
            "paytable.1.dynamic: this wager has no raised odds",
            "633b.22",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "[30, 40, 60, 80, 100, 120, 140, 160, 180, 200]",
            "[30, 40, 60, 80, 100, 120, 140, 160, 180]",
            "paytable.1.dynamic.straight_flush: must be 10 raised odds, not 9",
            "(633b.25(i))",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "straight = [3, 4, 6, 8, 10, 12, 14, 16, 18, 20]",
            "straight = []",
            "paytable.1.dynamic.straight: must be 10 raised odds, not 0",
            "(633b.25(i))",
        ),
        (
            "paytables/dynamic_21_3.toml",
            RAISED_LOW,
            "",
            "paytable.1.dynamic: 2 of 3 hands can be picked",
            "(633b.25(g))",
        ),
        ("tables/demo.toml", 'name = "Demo"', 'name = "De\\nmo"', "name", ""),
        ("tables/demo.toml", 'name = "Demo"', 'name = " "', "name", ""),
        (  # seven seats could win 15% each
            "paytables/blazing_7s.toml",
            "10% of main",
            "15% of main",
            "paytable.A: one round could pay 105% of main",
            "633c.9",
        ),
        (
            "paytables/lucky_ladies.toml",
            'qh_pair = "200 for 1"\nmatched_20 = "25 for 1"',
            'qh_pair = "60% of main"\nmatched_20 = "41% of main"',
            "paytable.1: one round could pay 101% of main",
            "633b.22",
        ),
        (
            "paytables/super_4.toml",
            "[paytable.1-1.meters.star]",
            '[paytable.1-1.meters."étoile"]',
            "étoile",
            "633c.6",
        ),
        (
            "paytables/super_4.toml",
            "[paytable.1-1.meters.star]",
            "[paytable.1-1.meters.mystery]",
            "mystery",
            "633c.6",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "[paytable.4.meters.must_hit_by]",
            "[paytable.4.meters.surprise]",
            "paytable.4.meters.surprise",
            "633b.25",
        ),
        (
            "paytables/super_4.toml",
            'must_hit_by = "$1000.00"\n',
            "",
            "mystery.1.must_hit_by",
            "633c.6",
        ),
        (
            "paytables/super_4.toml",
            'seed = "$250.00"',
            'seed = "$9999999999999.00"',
            "seed",
            "633c.6",
        ),
        ("strategies/pennsylvania-8.toml", "\n12 = ", "\ntwelve = ", "hard.twelve", ""),
        ("strategies/pennsylvania-8.toml", "\n12 = ", "\n03 = ", "hard.03", ""),
        ("tables/demo.toml", "seats = 7", f"seats = {10**400}", "seats", "64 bits"),
        ("tables/demo.toml", "seats = 7", f"seats = 0x{'f' * 5000}", "seats", "64 bits"),
        ("tables/demo.toml", "seats = 7", f"seats = {'9' * 4301}", "not a TOML file", ""),
        (
            "tables/demo.toml",
            'maximum = "500.00"',
            'maximum = "10000001.00"',
            "limits.blackjack.maximum",
            "10000000.00",
        ),
        ("tables/demo.toml", '"500.00"]', '"10000001.00"]', "chips", "10000000.00"),
        (
            "tables/demo.toml",
            'demo_credit = "200.00"',
            'demo_credit = "10000000.01"',
            "demo_credit",
            "10000000.00",
        ),
        (
            "tables/demo.toml",
            '[wagers.lucky_ladies]\nwager = "5.00"',
            '[wagers.lucky_ladies]\nwager = "10000000.01"',
            "wagers.lucky_ladies.wager",
            "633b.22",
        ),
        (
            "tables/demo.toml",
            '[wagers.lucky_ladies]\nwager = "5.00"',
            '[wagers.lucky_ladies]\nwager = "2000.01"',
            "wagers.lucky_ladies.wager: main would start at 10000050.00",
            "633b.22",
        ),
        (
            "tables/demo.toml",
            "[wagers.lucky_ladies]",
            '[wagers.lucky_ladies]\nfloor.main = "10000000.01"',
            "wagers.lucky_ladies.floor.main",
            "633b.22",
        ),
        (
            "tables/demo.toml",
            "[wagers.blazing_7s]",
            '[wagers.blazing_7s]\nreset = "10000000.01"',
            "wagers.blazing_7s.reset",
            "633c.9",
        ),
        (
            "paytables/super_4.toml",
            '"$50000.00"',
            '"$10000000.01"',
            "paytable.1-1.meters.star.seed",
            "633c.6",
        ),
        (
            "paytables/super_4.toml",
            'must_hit_by = "$1000.00"',
            'must_hit_by = "$10000000.01"',
            "mystery.1.must_hit_by",
            "633c.6",
        ),
        ("paytables/super_4.toml", '"$750.00"', '"$10000000.01"', "paytable.1-1", "633c.6"),
        (
            "paytables/lucky_aces.toml",
            '"500 to 1"',
            '"10001 to 1"',
            "paytable.A.four_aces",
            "633c.8",
        ),
        (
            "paytables/dynamic_21_3.toml",
            "900, 1000]",
            "900, 10001]",
            "paytable.1.dynamic.three_of_a_kind_suited",
            "633b.25",
        ),
        ("house_rules/six_to_five.toml", '"6:5"', '"10001:1"', "blackjack_pays", "10000:1"),
        ("tables/demo.toml", 'step = "1.00"', 'step = "0.25"', "limits.blackjack.step", "633a.13"),
        ("tables/demo.toml", 'step = "1.00"', 'step = "0.00"', "limits.blackjack.step", ""),
        ("tables/demo.toml", 'minimum = "5.00"', 'minimum = "5.50"', "limits.blackjack", ""),
        ("tables/demo.toml", 'minimum = "5.00"', 'minimum = "501.00"', "limits.blackjack", ""),
        ("tables/demo.toml", '["1.00", "5.00"', '["1.00", "1.00"', "chips", ""),
        ("tables/demo.toml", "bets = 30.0", "bets = 0.0", "timing.bets", ""),
        ("tables/demo.toml", "[limits.lucky_aces]", "[limits.keno]", "limits.keno", ""),
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
            "[paytable.A.pays]\n",
            '[paytable.A.pays]\nfive_aces = "9 to 1"\n',
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

    refusals = check_config(config, TODAY).refusals

    assert refusals
    for refusal in refusals:
        assert key in refusal
        assert law in refusal
        assert ".toml" in refusal
        assert "\n" not in refusal


def test_a_table_whose_worst_round_could_run_out_of_cards_says_how_many(config: Path) -> None:
    path = config / "tables" / "demo.toml"
    text = path.read_text().replace("decks = 8", "decks = 1")
    path.write_text(_only_lucky_aces(text))

    with pytest.raises(BadInputError, match=r"7 seats could need \d+ cards, 1 decks have 52"):
        load_table(path, config)


def _only_lucky_aces(text: str) -> str:
    before, _, rest = text.partition("[paytables]")
    return before + '[paytables]\nlucky_aces = "A"\n\n' + rest[rest.index("[limits.blackjack]") :]


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


def test_a_floor_is_one_meters_and_leaves_the_others_without_any(config: Path) -> None:
    path = config / "tables" / "demo.toml"
    text = path.read_text()
    path.write_text(
        text.replace('wager = "5.00"', 'wager = "5.00"\nfloor.must_hit_by = "250.00"', 1)
    )

    (dynamic, *others) = load_table(path, config).rules.offered

    assert {terms.meter: terms.floor_cents for terms in dynamic.meters} == {
        "main": 0,
        "must_hit_by": 25_000,
    }
    assert not any(terms.floor_cents for other in others for terms in other.meters)


@pytest.mark.parametrize(
    ("wager", "floor"),
    # 2 x 5% x 950 / (1000 - 950) is 190% more; a full award in about 260,000 wagers of $5 that
    # is lifted to $2,000,000 is about 150% more.
    [("dynamic_21_3", 'must_hit_by = "950.00"'), ("lucky_ladies", 'main = "2000000.00"')],
)
def test_a_floor_that_could_give_back_all_that_is_wagered_is_refused(
    config: Path, wager: str, floor: str
) -> None:
    path = config / "tables" / "demo.toml"
    path.write_text(
        path.read_text().replace(f"[wagers.{wager}]", f"[wagers.{wager}]\nfloor.{floor}")
    )

    with pytest.raises(BadInputError, match=rf"wagers\.{wager}: .* would reach 100%.*\(633b"):
        load_table(path, config)


@pytest.mark.parametrize("language", ["jp", "xx", "EN", "e", "eng"])
def test_a_language_that_is_none_is_refused(config: Path, language: str) -> None:
    place = config / "jurisdictions" / "pennsylvania.toml"
    place.write_text(place.read_text().replace("[texts.es]", f"[texts.{language}]"))
    with pytest.raises(BadInputError, match=f"texts.{language}: the key must be"):
        load_table(config / "tables" / "demo.toml", config)

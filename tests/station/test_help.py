"""The help: a page for each wager, in the law's words, while the game goes on."""

import pytest
from msgspec.structs import replace

from table_app.station.help import MOMENTS, WORDS, paragraphs
from table_app.station.layout import SMALLEST_TARGET
from table_app.station.texts import Texts
from table_app.vocabulary.views import HelpLine, WagerInfo
from tests.station import all_wagers, samples
from tests.station.all_wagers import ACES, DYNAMIC, INFO, METERS, SUPER
from tests.station.station import Station, overlaps, unreadable


def opened(wager: str, *, size: tuple[int, int] = (960, 540)) -> Station:
    station = Station(all_wagers.mixed_results(), info=INFO, size=size)
    station.tap("pays")
    station.wait(300)
    station.tap(f"help:{wager}")
    station.wait(300)
    return station


def pays(station: Station) -> dict[str, str]:
    start = "label:help pays:"
    return {
        node.id.removeprefix(start): node.text
        for node in station.app.scene()
        if node.id.startswith(start)
    }


def wager(name: str, *told: HelpLine) -> WagerInfo:
    found = next(each for each in INFO.wagers if each.wager == name)
    return replace(found, help=told)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_every_page_can_be_read_and_touched(size: tuple[int, int]) -> None:
    for offered in INFO.wagers:
        station = opened(offered.wager, size=size)
        targets = list(station.buttons())
        least = SMALLEST_TARGET * min(size[0] / 1920, size[1] / 1080) - 1
        assert unreadable(station, size) == [], offered.wager
        assert overlaps(targets) == []
        assert all(min(node.rect[2:]) >= least for node in targets)
        assert station.pixels() == station.fresh_pixels()


def test_rows_are_worded_as_the_law_words_them() -> None:
    assert pays(opened(ACES))["four_aces"] == "500 to 1"
    assert pays(opened("lucky_ladies"))["any_20"] == "2 for 1"
    super_4 = pays(opened(SUPER))
    assert super_4["two_pair"] == "$200"
    assert super_4["royal_chosen_suit"] == "100% of the STAR meter"
    assert super_4["straight"] == "100% of the DIAMOND meter"


def test_raised_pays_are_told_with_what_they_were_and_what_they_may_be() -> None:
    station = opened(DYNAMIC)
    assert pays(station)["straight"] == "this round 20 for 1, was 2"
    assert pays(station)["straight_flush"] == "20 for 1"
    assert "30  40  60" in station.node("label:help drawn:straight_flush").text


def test_the_page_of_blackjack_has_the_tables_rules() -> None:
    texts = opened("blackjack").texts()
    assert "Blackjack pays 3 to 2" in texts
    assert "Dealer stands on all 17s" in texts


def test_the_timer_and_the_money_stay_in_sight_and_the_game_goes_on() -> None:
    station = Station(all_wagers.with_all_chips(), info=INFO)
    station.tap("pays")
    assert station.node("label:seconds").text == "14 s"
    assert station.has("label:credit")
    station.update(all_wagers.dealt())
    assert station.node("label:phase").text == "YOUR TURN"
    assert not station.has("hit")
    station.wait(300)
    station.tap("close_page")
    station.wait(300)
    assert station.node("hit").enabled


def test_help_asks_the_table_nothing() -> None:
    station = opened(SUPER)
    station.tap("close_page")
    assert station.asked == []


def test_a_page_can_be_turned_while_cards_move_and_they_go_on_moving() -> None:
    station = Station(all_wagers.locked(), info=INFO)
    station.tap("pays")
    station.wait(300)
    station.update(all_wagers.dealt(), *all_wagers.DEAL_FACTS)
    station.wait(300)
    station.tap(f"help:{ACES}", hold_ms=20)
    assert station.app._seat._stage.is_behind
    assert "four_aces" in pays(station)


def test_meters_are_told_in_plain_words() -> None:
    texts = paragraphs(Texts("en"), wager(SUPER), METERS)
    assert "needs a dealer Blackjack" in texts[0]
    assert texts[1:4] == (
        "Wager: $5.",
        "The chosen suit of this table is spades.",
        "$71,020.33 is on the STAR meter now.",
    )
    assert texts[-1].startswith("The secret amount of the MYSTERY meter is sealed: ")


VALUES = (
    ("amount", "250000"),
    ("cap", "100000"),
    ("percent", "17"),
    ("meter", "star"),
    ("odds", "6.4"),
    ("moment", "dealt"),
)


@pytest.mark.parametrize("key", WORDS)
def test_the_host_lines_are_worded(key: str) -> None:
    *_, text = paragraphs(Texts("en"), wager(ACES, HelpLine(key, VALUES)), ())
    assert text != "Wager: $1 to $100."
    assert "{" not in text
    assert "250000" not in text


def test_a_key_without_words_or_without_its_values_is_left_out() -> None:
    told = (HelpLine("of_another_release", ()), HelpLine("seed", (("meter", "main"),)))
    assert paragraphs(Texts("en"), wager(ACES, *told), ())[1:] == ("Wager: $1 to $100.",)


def test_money_and_meters_in_host_lines_are_the_stations_words() -> None:
    told = HelpLine("seed", (("meter", "star"), ("amount", "5000000")))
    text = paragraphs(Texts("en"), wager(SUPER, told), ())[-1]
    assert text == "The STAR meter starts at $50,000."


def test_every_moment_has_words() -> None:
    told = (HelpLine("settles_at", (("moment", moment),)) for moment in MOMENTS)
    texts = paragraphs(Texts("en"), wager(ACES, *told), ())
    assert len(texts) == len(MOMENTS) + 2
    assert not any("_" in text for text in texts)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
def test_words_that_take_more_than_a_page_are_leafed_by_a_button(size: tuple[int, int]) -> None:
    told = tuple(HelpLine(key, VALUES) for key in WORDS)
    info = replace(INFO, wagers=(INFO.wagers[0], wager(SUPER, *told)))
    station = Station(all_wagers.empty(), info=info, size=size)
    station.tap("pays")
    station.wait(300)
    seen: list[str] = []
    for page in range(1, 4):
        assert station.node("label:help page").text == f"page {page} of 3"
        assert unreadable(station, size) == []
        seen += [
            node.text for node in station.app.scene() if node.id.startswith("label:help text:")
        ]
        station.tap("help_more")
        station.wait(300)
    assert station.node("label:help page").text == "page 1 of 3"
    whole = " ".join(paragraphs(Texts("en"), info.wagers[1], all_wagers.METERS))
    assert " ".join(seen) == whole


def test_a_table_with_one_side_wager_has_help_too() -> None:
    station = Station(samples.closed_round())
    station.tap("pays")
    assert pays(station)["one_ace"] == "1 to 1"

"""Every language says everything, in letters that the fonts have, and every text fits its box."""

import re
import tomllib
from collections.abc import Callable, Iterator
from string import Formatter
from typing import get_args

import msgspec
import pygame
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from msgspec.structs import replace

from table_app.config_loader import default_table, load_table, shipped_config
from table_app.link.client import LinkLost
from table_app.simulation.exhibit import Exhibit
from table_app.simulation.showcase import screens as shown_screens
from table_app.station.art import Art
from table_app.station.assets import asset
from table_app.station.help import help_tabs
from table_app.station.layout import SPOT_WIDTH
from table_app.station.picture import Help, Menu, Page, Reviewing
from table_app.station.texts import Texts
from table_app.station.theme import SMALLEST, Weight
from table_app.station.words import (
    OUTCOMES,
    REFUSALS,
    capitals,
    in_spot_text,
    refusal_text,
    sentence,
)
from table_app.vocabulary import commands as c
from table_app.vocabulary.commands import DynamicPay, Preferences
from table_app.vocabulary.facts import (
    DynamicPaysDrawn,
    HandResult,
    HandSettled,
    ShownFact,
    WagerSettled,
)
from table_app.vocabulary.refusals import Refusal
from table_app.vocabulary.views import (
    Action,
    LayoutOfferView,
    Review,
    SeatView,
    SessionView,
    SpotView,
    TableInfo,
    Tilt,
    Welcome,
)
from tests.host.stand import Stand
from tests.host.stand import Station as HostStation
from tests.properties.tables import shoe_with
from tests.station import all_wagers, samples
from tests.station.station import Station, overlaps, unreadable

FULL = (1920, 1080)
SMALLER = (1280, 720)
MISSING = "\ue123"
"""A letter that no font has: what is drawn for it is drawn for every letter that a font lacks."""

SAME_AS_ENGLISH = {
    # names of wagers, and of the game
    "21+3 Dynamic",
    "21+3",
    "Blackjack",
    "BLACKJACK",
    "Blazing 7's",
    "Lucky Aces",
    "Lucky Ladies",
    "Super 4",
    # numbers, units and the order of values
    "x2",
    "{hours} h {minutes} min",
    "{seconds} s",
    "{wager} {amount}",
    "{wager}: {row}",
    # what is printed on an ace
    "A",
    "A,{others}",
    # words that both languages have: demo, normal; doblar and rendirse begin as double and R do
    "DEMO",
    "normal",
    "D",
    "R",
}

ONE_HAND = {"blackjack", "surrender"}
"""Results that no hand has after a split."""

LOOKS = [
    pytest.param(Preferences(language=language, has_large_text=is_large), id=f"{language}-{name}")
    for language in ("en", "es")
    for is_large, name in ((False, "plain"), (True, "large"))
]


def template() -> Catalog:
    with asset("locales", "station.pot").open("rb") as source:
        return read_po(source)


def catalogue(language: str = "es") -> Catalog:
    with asset("locales", language, "LC_MESSAGES", "station.po").open("rb") as source:
        return read_po(source, locale=language)


def translated() -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalogue() if message.id}


# --- the catalogue


def test_the_catalogue_has_the_messages_of_the_template_and_no_other() -> None:
    assert set(translated()) == {message.id for message in template() if message.id}
    assert not catalogue().obsolete


def test_every_message_is_translated_for_good() -> None:
    assert [message.id for message in catalogue() if message.id and not message.string] == []
    assert [message.id for message in catalogue() if message.id and message.fuzzy] == []


def test_a_translation_has_the_values_of_its_message() -> None:
    def values(text: str) -> list[str]:
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)

    wrong = [text for text, words in translated().items() if values(text) != values(words)]
    assert wrong == []


def test_what_is_as_in_english_is_so_on_purpose() -> None:
    assert {text for text, words in translated().items() if text == words} == SAME_AS_ENGLISH


def test_a_translation_is_in_capitals_where_its_message_is() -> None:
    wrong = [
        text
        for text, words in translated().items()
        if re.sub(r"{\w+}", "", text).isupper() and not re.sub(r"{\w+}", "", words).isupper()
    ]
    assert wrong == []


# --- letters


def all_letters() -> set[str]:
    known = {text for message in template() for text in (str(message.id),)}
    for path in (shipped_config() / "jurisdictions").glob("*.toml"):
        for texts in tomllib.loads(path.read_text())["texts"].values():
            known |= set(texts.values())
    for language in ("en", "es"):
        texts = Texts(language)
        known |= {texts.money(123_456_789), texts.time_of_day(0), texts.time_of_day(43_200_000)}
    return set("".join(known | set(translated().values()))) - {"\n"}


@pytest.mark.parametrize("weight", get_args(Weight))
def test_the_fonts_have_every_letter(weight: Weight) -> None:
    font = pygame.Font(asset("fonts", f"NotoSans-{weight}.ttf"), 48)

    def drawn(letter: str) -> bytes:
        return pygame.image.tobytes(font.render(letter, True, "white", "black"), "RGB")

    nothing = drawn(MISSING)
    assert drawn("\u4e2d") == nothing, "this test would not see a letter that is missing"
    assert {letter for letter in all_letters() if drawn(letter) == nothing} == set()


# --- everything fits


TABLES = {
    "one side wager": (samples.INFO, samples.EVERY_PHASE),
    "all side wagers": (all_wagers.INFO, all_wagers.EVERY_SCREEN),
}


class Checked:
    """A station whose pictures are looked at, and what could not be read or pressed on them."""

    def __init__(
        self, view: SeatView, info: TableInfo, chosen: Preferences, size: tuple[int, int] = FULL
    ) -> None:
        self.wrong: dict[str, list[str]] = {}
        self._size = size
        self._chosen = chosen
        self.station = Station(view, info=info, size=size, speed="instant")
        self.update(view)

    def update(self, view: SeatView) -> None:
        self.station.update(samples.changed(view, preferences=self._chosen))

    def open(self, page: Page | None) -> None:
        seat = self.station.app._seat
        seat._page, seat.is_dirty = page, True
        self.station.app.step()

    def look(self, name: str, *, is_below_dead: bool = False) -> None:
        """Keep what is wrong; what cannot be pressed may lie below something that can."""
        targets = [node for node in self.station.buttons() if node.enabled or not is_below_dead]
        found = [*unreadable(self.station, self._size), *overlaps(targets)]
        texts = {node.id: node.text for node in self.station.app.scene()}
        if found:
            self.wrong[name] = [f"{each}: {texts.get(str(each), '')}" for each in found]


def screens(chosen: Preferences, size: tuple[int, int] = FULL) -> dict[str, list[str]]:
    wrong: dict[str, list[str]] = {}
    for table, (info, views) in TABLES.items():
        checked = Checked(next(iter(views.values())), info, chosen, size)
        for name, view in views.items():
            checked.update(view)
            checked.look(f"{table}: {name}")
        wrong |= checked.wrong
    return wrong


@pytest.mark.parametrize("chosen", LOOKS)
def test_every_screen_fits(chosen: Preferences) -> None:
    assert screens(chosen) == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_every_screen_fits_for_the_left_hand(chosen: Preferences) -> None:
    left = replace(chosen, is_left_handed=True)
    assert screens(left) == {}
    assert screens(left, SMALLER) == {}


@pytest.mark.parametrize("chosen", LOOKS)
@pytest.mark.parametrize("result", get_args(HandResult))
def test_every_result_of_a_hand_fits(chosen: Preferences, result: HandResult) -> None:
    """Alone and as one of four, with nothing and with much paid."""
    checked = Checked(samples.closed_round(), samples.INFO, chosen)
    for paid_cents in (0, 500, 50_000, 125_000):
        stake_cents = 1000 if paid_cents < 1000 else 50_000
        ended = samples.hand(
            "TS KD", 20, result=result, stake_cents=stake_cents, paid_cents=paid_cents
        )
        spots = (SpotView("blackjack", stake_cents, result, paid_cents), samples.PLAYED[1])
        for count in (1,) if result in ONE_HAND else (1, 4):
            checked.update(samples.closed_round(hands=(ended,) * count, spots=spots))
            checked.look(f"{count} {result} {paid_cents}")
    soft = samples.hand("AS 6D", 17, is_soft=True, stake_cents=50_000)
    checked.update(
        samples.deciding(hands=(soft,) * 4, dealer=samples.dealer("AD 6S", 17, is_soft=True))
    )
    checked.look("soft")
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_every_refusal_fits_on_the_decisions_and_on_deal(chosen: Preferences) -> None:
    checked = Checked(samples.deciding(), samples.INFO, chosen)
    for code in REFUSALS:
        for limit in (None, 50_000, 1_250):
            refusal = Refusal(code, limit)
            refused = tuple(replace(each, refusal=refusal) for each in samples.options())
            checked.update(samples.deciding(options=refused))
            checked.look(f"decisions: {refusal}")
            betting = samples.betting(1, samples.layout(blackjack=1000), deal=refusal)
            checked.update(samples.view(betting=betting))
            checked.look(f"deal: {refusal}")
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_what_cannot_be_repeated_or_doubled_says_why(chosen: Preferences) -> None:
    checked = Checked(samples.view(), samples.INFO, chosen)
    for refusal in (
        Refusal("not_enough_credit", 50_050),
        Refusal("above_maximum", 50_000),
        Refusal("below_minimum", 2_500),
        Refusal("not_enough_credit"),
    ):
        offer = LayoutOfferView((), (), refusal)
        betting = samples.betting(1, samples.layout(blackjack=1000), repeat=offer)
        checked.update(samples.view(betting=replace(betting, doubled=offer)))
        checked.look(str(refusal))
    assert checked.wrong == {}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_refusal_fits_in_a_notice(language: str) -> None:
    texts, art = Texts(language), Art(FULL)
    words = {sentence(refusal_text(texts, Refusal(code, 50_050))) for code in REFUSALS}
    words |= {sentence(refusal_text(texts, Refusal(code))) for code in REFUSALS}
    assert [each for each in words if not art.fit(each, 1150, SMALLEST, "SemiBold")[1]] == []


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_name_of_an_outcome_takes_two_lines_of_a_spot_at_most(outcome: str) -> None:
    art = Art(FULL)
    text = capitals(in_spot_text(Texts("es"), outcome))
    lines = art.wrap(text, SPOT_WIDTH - 16, SMALLEST, "Bold")
    assert len(lines) <= 2, lines
    assert all(art.fit(line, SPOT_WIDTH - 16, SMALLEST, "Bold")[1] for line in lines), lines


# --- pages


DECISIONS: dict[Action, Callable[[int, int], c.PlayerCommand]] = {
    "hit": c.Hit,
    "stand": c.Stand,
    "double": c.Double,
    "split": c.Split,
    "surrender": c.Surrender,
}


FOURTH_WAGER = 1_200
"""So many millionths of the mystery meter's range are passed by the fourth wager's 25 cents."""


class Played(msgspec.Struct, frozen=True):
    """What the shipped table has told a station: of itself, of its last picture, of its rounds."""

    info: TableInfo
    view: SeatView
    reviews: tuple[Review, ...]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Three hands and insurance; a surrender; two 7s and the card for them; two awards."""
    config = shipped_config()
    setup = load_table(config / "tables" / "demo.toml", config)
    stand = Stand(
        tmp_path_factory.mktemp("table"),
        setup,
        shoe_with("7S AH 7D 9C 7H 7C 4D 5S 6D TC TD 9H 2C"),
        shoe_with("TS TD 6H 9C"),
        shoe_with("7S AS 7D KC 9C"),
        shoe_with("QH AH QH KH"),
        credits_cents=(500_000,),
        fractions={("super_4.mystery", 0): FOURTH_WAGER},
    )
    one = stand.connect(1)
    stakes = {limit.wager: limit.minimum_cents for limit in setup.limits}
    play_round(stand, one, stakes, ("split", "double", "hit", "stand"))
    play_round(stand, one, stakes, ("surrender",))
    play_round(stand, one, stakes, ("stand",))
    play_round(stand, one, stakes, ("stand",))
    for back in range(4):
        assert stand.ask(one, c.ReviewRound(1, back)) is None
    welcome = one.received[0]
    assert isinstance(welcome, Welcome)
    reviews = tuple(each for each in one.received if isinstance(each, Review))
    yield Played(welcome.info, one.view, reviews)
    stand.close()


def play_round(
    stand: Stand, one: HostStation, stakes: dict[str, int], wanted: tuple[Action, ...]
) -> None:
    stand.deal(one, **stakes)
    if one.view.insurance is not None:
        assert stand.ask(one, c.TakeInsurance(1, one.view.insurance.stake_cents)) is None
    while one.phase == "decisions":
        allowed = {each.action: each for each in one.view.options if each.refusal is None}
        chosen = allowed[next(action for action in wanted if action in allowed)]
        assert stand.ask(one, DECISIONS[chosen.action](1, chosen.hand)) is None
    stand.wait(stand.setup.timing.result_ms)


def test_the_rounds_have_what_a_review_is_tried_with(played: Played) -> None:
    awarded, sevens, surrendered, split = played.reviews
    assert len(split.steps[-1].hands) == 3
    assert len(split.steps[-1].spots) == len(played.info.wagers) + 1, "with insurance"
    assert surrendered.steps[-1].hands[0].result == "surrender"
    assert sevens.steps[-1].extra_card is not None
    assert sum(spot.reserved_cents > 0 for spot in awarded.steps[-1].spots) == 2


@pytest.mark.parametrize("chosen", LOOKS)
def test_every_step_of_a_review_fits(chosen: Preferences, played: Played) -> None:
    checked = Checked(played.view, played.info, chosen)
    checked.open(Reviewing(None, 0))
    checked.look("on its way")
    checked.open(Reviewing(Review(0, ()), 0))
    checked.look("no round")
    for review in played.reviews:
        for step in range(len(review.steps)):
            checked.open(Reviewing(review, step))
            checked.look(f"round {review.rounds[review.back].round}, step {step}")
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_the_end_of_every_wager_fits_in_a_review(chosen: Preferences, played: Played) -> None:
    """One made-up round: every row of every wager, as large as payments come."""
    *_, review = played.reviews
    last = review.steps[-1]
    last = replace(last, hands=(last.hands[0],) * 4)
    rows = [(wager.wager, row.outcome) for wager in played.info.wagers for row in wager.rows]
    raised = tuple(
        DynamicPay(row.outcome, max(row.dynamic))
        for wager in played.info.wagers
        for row in wager.rows
        if row.dynamic
    )
    facts: list[ShownFact] = [DynamicPaysDrawn(raised)]
    facts += [WagerSettled(1, wager, row, 500, 7_102_033, "table") for wager, row in rows]
    facts += [WagerSettled(1, "insurance", "win", 25_000, 75_000, "table")]
    facts += [HandSettled(1, 0, result, 50_000, 125_000) for result in get_args(HandResult)]
    steps = tuple(replace(last, fact=fact) for fact in facts)
    checked = Checked(played.view, played.info, chosen)
    for step in range(0, len(steps), 5):
        checked.open(Reviewing(replace(review, steps=steps), step))
        checked.look(f"step {step}")
    for wager, row in rows:
        spots = tuple(
            replace(spot, outcome=row, paid_cents=7_102_033) if spot.wager == wager else spot
            for spot in last.spots
        )
        checked.open(Reviewing(replace(review, steps=(replace(last, spots=spots),)), 0))
        checked.look(f"{wager}: {row}")
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_every_page_of_the_help_fits(chosen: Preferences, played: Played) -> None:
    for info, view in (
        (played.info, played.view),
        (played.info, replace(all_wagers.mixed_results(), seat=1)),
        (samples.INFO, samples.closed_round()),
    ):
        checked = Checked(view, info, chosen)
        for tab in help_tabs(info):
            pages = 1
            page = 0
            while page < pages:
                checked.open(Help(tab, page))
                checked.look(f"{tab} {page}")
                pages, page = max(pages, pages_of(checked.station)), page + 1
        assert checked.wrong == {}


def pages_of(station: Station) -> int:
    counts = [node.text for node in station.app.scene() if node.id == "label:help page"]
    return int(counts[0].split()[-1]) if counts else 1


@pytest.mark.parametrize("chosen", LOOKS)
def test_the_row_that_the_cards_make_is_told_on_its_page(
    chosen: Preferences, played: Played
) -> None:
    """The longest names come on top of the longest pages."""
    checked = Checked(played.view, played.info, chosen)
    for wager in played.info.wagers:
        for row in wager.rows:
            spots = (SpotView(wager.wager, wager.minimum_cents, None, 0, making=row.outcome),)
            checked.update(all_wagers.dealt(spots=spots))
            checked.open(Help(wager.wager))
            checked.look(row.outcome)
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_the_menu_fits(chosen: Preferences, played: Played) -> None:
    for volume in (0, 5, c.VOLUME_MAX):
        for is_on in (False, True):
            look = replace(
                chosen,
                volume=volume,
                has_four_colours=is_on,
                has_reduced_motion=is_on,
                is_left_handed=is_on,
            )
            checked = Checked(played.view, played.info, look)
            checked.open(Menu())
            checked.look(f"{volume} {is_on}")
            assert checked.wrong == {}


# --- what lies over everything


@pytest.mark.parametrize("chosen", LOOKS)
def test_what_lies_over_everything_fits(chosen: Preferences) -> None:
    session = SessionView(100 * 60 * 60_000 + 59 * 60_000, -123_456_700, 0)
    checked = Checked(all_wagers.empty(), all_wagers.INFO, chosen)
    for name, view in (
        ("reality check", all_wagers.empty(session=session)),
        *((tilt, all_wagers.dealt(tilt=tilt, timer=None)) for tilt in get_args(Tilt)),
        ("welcome", all_wagers.empty(session=None, credit_cents=0)),
        ("called", all_wagers.empty(is_calling=True)),
    ):
        checked.update(view)
        checked.look(name, is_below_dead=True)
    checked.station.link.incoming.append(LinkLost("test"))
    checked.station.wait(100)
    assert checked.station.has("label:message")
    checked.look("link lost")
    assert checked.wrong == {}


@pytest.mark.parametrize("chosen", LOOKS)
def test_a_table_with_other_rules_fits(chosen: Preferences) -> None:
    info = replace(samples.INFO, dealer_hits_soft_17=True, insurance_pays=None, seats=7)
    checked = Checked(samples.view(), info, chosen)
    for name, view in samples.EVERY_PHASE.items():
        checked.update(view)
        checked.look(name)
    assert checked.wrong == {}


@pytest.mark.parametrize("size", [(2560, 1440), (1366, 768), (1920, 1200)])
def test_windows_of_other_sizes_are_as_readable(size: tuple[int, int]) -> None:
    setup = load_table(default_table(), shipped_config())
    for name in shown_screens(setup):
        exhibit = Exhibit(setup, name, size=size, preferences=Preferences(language="es"))
        assert unreadable(exhibit, size) == [], name
        exhibit.close()

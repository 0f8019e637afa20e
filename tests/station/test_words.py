"""Every code of the table has words, and every word is in the template for translators."""

import gettext
import re
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from table_app.game.wagers import SIDE_WAGERS
from table_app.station import texts as texts_module
from table_app.station.art import Art
from table_app.station.assets import asset
from table_app.station.layout import SPOT_WIDTH
from table_app.station.texts import Texts
from table_app.station.theme import SMALLEST
from table_app.station.words import (
    OUTCOMES,
    REFUSALS,
    RESULTS,
    WAGERS,
    WITH_LIMIT,
    capitals,
    in_spot_text,
    refusal_text,
)
from table_app.vocabulary.facts import HandResult
from table_app.vocabulary.refusals import Refusal, RefusalCode
from tests.station import all_wagers, samples
from tests.station.station import Station

MARK = "\u00b7"
SOURCE = Path(__file__).parents[2] / "table_app" / "station"


def test_every_refusal_has_words() -> None:
    assert set(REFUSALS) == set(get_args(RefusalCode))


def test_every_hand_result_has_words() -> None:
    assert set(RESULTS) == set(get_args(HandResult))


@pytest.mark.parametrize("wager", SIDE_WAGERS)
def test_every_wager_and_every_outcome_has_words(wager: str) -> None:
    assert wager in WAGERS
    assert {outcome.outcome for outcome in SIDE_WAGERS[wager].outcomes} <= set(OUTCOMES)
    assert {"must_hit_by", "mystery"} <= set(OUTCOMES)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_name_of_an_outcome_takes_two_lines_of_a_spot_at_most(outcome: str) -> None:
    art = Art((1920, 1080))
    text = capitals(in_spot_text(Texts("en"), outcome))
    lines = art.wrap(text, SPOT_WIDTH - 16, SMALLEST, "Bold")
    assert len(lines) <= 2
    assert all(art.fit(line, SPOT_WIDTH - 16, SMALLEST, "Bold")[1] for line in lines)


def test_a_refusal_with_an_amount_says_it() -> None:
    texts = Texts("en")
    for code in WITH_LIMIT:
        assert "$7.50" in refusal_text(texts, Refusal(code, 750))
        assert "{" not in refusal_text(texts, Refusal(code))


def test_meters_always_show_cents_and_buttons_only_where_there_are_some() -> None:
    texts = Texts("en")
    assert [texts.money(cents) for cents in (0, 5, 1000, 124_350)] == [
        "$0.00",
        "$0.05",
        "$10.00",
        "$1,243.50",
    ]
    assert [texts.short_money(cents) for cents in (0, 1250, 1000, 100_000)] == [
        "$0",
        "$12.50",
        "$10",
        "$1,000",
    ]


def test_a_language_without_a_catalogue_speaks_english_and_writes_its_own_money() -> None:
    texts = Texts("de")
    assert texts.say("DEAL") == "DEAL"
    assert "1.243,50" in texts.money(124_350)


def test_spanish_writes_money_and_time_as_the_united_states_do() -> None:
    texts = Texts("es")
    assert texts.money(124_350) == "$1,243.50"
    assert texts.short_money(100_000) == "$1,000"
    assert texts.time_of_day(1_796_075_220_000) == "9:47 p.m."


def test_the_template_has_every_text_of_the_station() -> None:
    keywords = {"say": None, "mark": None}
    found = {
        message[2]
        for message in extract_from_dir(SOURCE, method_map=[("**.py", "python")], keywords=keywords)
    }
    template = read_po(BytesIO(asset("locales", "station.pot").read_bytes()))
    known = {message.id for message in template if message.id}
    assert known == found, "renew the template: the command is in table_app/station/texts.py"


class Marking(gettext.NullTranslations):
    """A language in which every text of the catalogue is recognisable."""

    def gettext(self, message: str) -> str:
        return MARK + message


def test_no_text_is_written_past_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts_module, "_catalogue", lambda _: Marking())
    station = Station(samples.view(), info=all_wagers.INFO, speed="instant")
    for view in (*samples.EVERY_PHASE.values(), *all_wagers.EVERY_SCREEN.values()):
        station.update(view)
        unmarked = [
            node.id
            for node in station.app.scene()
            if MARK not in node.text
            and any(letter.isalpha() for letter in node.text)
            and "commitment" not in node.id
            and node.id not in {"label:legal", "next_language"}
            and not re.search(r":\d+$", node.id)
        ]
        assert unmarked == []


def test_a_catalogue_is_read_from_the_assets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "station.po").write_text('msgid "DEAL"\nmsgstr "REPARTIR"\n')
    monkeypatch.setattr(texts_module, "asset", lambda *parts: tmp_path.joinpath(*parts[1:]))
    texts = Texts("es")
    assert texts.say("DEAL") == "REPARTIR"
    assert texts.say("STAND") == "STAND"

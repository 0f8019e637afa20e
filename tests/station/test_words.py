"""Every code of the table has words, and every word is in the template for translators."""

import gettext
import re
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from table_app.station import texts as texts_module
from table_app.station.assets import asset
from table_app.station.texts import Texts
from table_app.station.words import REFUSALS, RESULTS, WITH_LIMIT, refusal_text
from table_app.vocabulary.facts import HandResult
from table_app.vocabulary.refusals import Refusal, RefusalCode
from tests.station import samples
from tests.station.station import Station

MARK = "\u00b7"
SOURCE = Path(__file__).parents[2] / "table_app" / "station"


def test_every_refusal_has_words() -> None:
    assert set(REFUSALS) == set(get_args(RefusalCode))


def test_every_hand_result_has_words() -> None:
    assert set(RESULTS) == set(get_args(HandResult))


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
    texts = Texts("es")
    assert texts.say("DEAL") == "DEAL"
    assert "1.243,50" in texts.money(124_350)


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
    station = Station(samples.view(), speed="instant")
    for view in samples.EVERY_PHASE.values():
        station.update(view)
        unmarked = [
            node.id
            for node in station.app.scene()
            if MARK not in node.text
            and any(letter.isalpha() for letter in node.text)
            and "commitment" not in node.id
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

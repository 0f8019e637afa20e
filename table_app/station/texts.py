"""Words and money in the player's language: gettext catalogues and Babel's currency formats.

English is the source, so a catalogue that is missing or has a gap reads as English.
The template `assets/locales/station.pot` is renewed by
`pybabel extract -k say -k mark --no-location --sort-output --omit-header -o FILE table_app/station`.
"""

import gettext
from datetime import datetime
from decimal import Decimal
from io import BytesIO

from babel import Locale
from babel.dates import format_time
from babel.localedata import exists
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_currency

from table_app.station.assets import asset

CURRENCY = "USD"
COUNTRY = "US"
"""Where the table stands: money and time are written as people do here, in any language."""
NARROW_NO_BREAK = "\u202f"
"""Before AM and PM: the fonts have no such space."""


def mark(message: str) -> str:
    """The message itself, marked for the catalogues; `Texts.say` translates it later."""
    return message


class Texts:
    """One language: what to say and how to write money."""

    def __init__(self, language: str) -> None:
        self._locale = Locale.parse(_as_written_here(language))
        self._catalogue = _catalogue(language)
        self._money: dict[tuple[int, bool], str] = {}

    def say(self, message: str, **values: object) -> str:
        """The message in this language with its `{values}` filled in."""
        translated = self._catalogue.gettext(message)
        return translated.format(**values) if values else translated

    def money(self, amount_cents: int) -> str:
        """An amount with its cents, always: `$1,243.50`."""
        return self._written(amount_cents, has_cents=True)

    def short_money(self, amount_cents: int) -> str:
        """An amount as a player says it: `$10`, `$12.50`."""
        return self._written(amount_cents, has_cents=amount_cents % 100 != 0)

    def change(self, amount_cents: int) -> str:
        """What was gained or lost, with its sign: `+$10.00`, `-$5.00`, `$0.00`."""
        sign = "+" if amount_cents > 0 else "-" if amount_cents < 0 else ""
        return f"{sign}{self.money(abs(amount_cents))}"

    def time_of_day(self, wall_ms: int) -> str:
        """The hour and minute at this place, as this language writes them."""
        at = datetime.fromtimestamp(wall_ms / 1000).astimezone()
        return format_time(at, format="short", locale=self._locale).replace(NARROW_NO_BREAK, " ")

    def duration(self, ms: int) -> str:
        """Hours and minutes: `0:42`."""
        hours, minutes = divmod(ms // 60_000, 60)
        return f"{hours}:{minutes:02d}"

    def spoken_duration(self, ms: int) -> str:
        """Hours and minutes in words: `1 h 2 min`."""
        hours, minutes = divmod(ms // 60_000, 60)
        return self.say("{hours} h {minutes} min", hours=hours, minutes=minutes)

    def _written(self, amount_cents: int, *, has_cents: bool) -> str:
        key = (amount_cents, has_cents)
        if key not in self._money:
            if len(self._money) > 2000:
                self._money.clear()
            amount = Decimal(amount_cents) / 100
            pattern = self._locale.currency_formats["standard"].pattern
            self._money[key] = format_currency(
                amount,
                CURRENCY,
                format=pattern if has_cents else pattern.replace("0.00", "0"),
                currency_digits=has_cents,
                locale=self._locale,
            )
        return self._money[key]


def _as_written_here(language: str) -> str:
    """The language as it is written in this country: `es_US` writes `$1,243.50`."""
    local = f"{language}_{COUNTRY}"
    return local if exists(local) else language


def _catalogue(language: str) -> gettext.NullTranslations:
    path = asset("locales", language, "LC_MESSAGES", "station.po")
    if not path.is_file():
        return gettext.NullTranslations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def language_name(code: str) -> str:
    """A language as its speakers call it: `English`, `Español`."""
    return (Locale.parse(code).get_display_name(code) or code).capitalize()

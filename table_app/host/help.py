"""What the help says of a side wager: its meters in plain figures, and its exact odds.

Made from the configuration and the par sheet, once, so that the screen cannot say anything else.
"""

from collections.abc import Iterator
from fractions import Fraction

from table_app.game.paytable import MeterAward, MeterTerms
from table_app.game.rules import BLACKJACK, OfferedWager
from table_app.money import MICROS_PER_CENT
from table_app.odds import COUNTED_WAGERS, offered_sheet
from table_app.table.setup import TableSetup
from table_app.vocabulary.cards import Card
from table_app.vocabulary.views import HelpLine

_ANY_HAND = (Card("2C"), Card("3D"))
_ACE_UP = Card("AS")


def help_of(setup: TableSetup) -> dict[str, tuple[HelpLine, ...]]:
    """The help lines of every wager on offer, by its id."""
    lines = {offered.wager: tuple(_lines(offered, setup.decks)) for offered in setup.rules.offered}
    if setup.base_returns:
        lines[BLACKJACK] = (_line("base_returns", percent=setup.base_returns),)
    return lines


def _lines(offered: OfferedWager, decks: int) -> Iterator[HelpLine]:
    moment = offered.declared.moment_of(_ANY_HAND, _ACE_UP)
    yield _line("settles_at", moment=moment.value)
    if offered.options.third_card:
        is_drawn = offered.options.third_card == "player_drawn_card"
        yield _line("third_card_drawn" if is_drawn else "third_card_upcard")
    for terms in offered.meters:
        yield from _meter_lines(offered, terms)
    if any(isinstance(row.award, MeterAward) for row in offered.paytable.rows):
        yield _line("two_winners_share")
        if not offered.declared.splits_small_shares:
            yield _line("two_winners_each")
    if offered.validation is not None and offered.validation.above_odds is None:
        yield _line("validated_from", amount=str(offered.validation.from_cents))
    if offered.wager in COUNTED_WAGERS:
        yield from _odds_lines(offered, decks)


def _meter_lines(offered: OfferedWager, terms: MeterTerms) -> Iterator[HelpLine]:
    seed = str(terms.seed_micros(offered.stake) // MICROS_PER_CENT)
    yield _line("seed", meter=terms.meter, amount=seed)
    yield _line("increment", meter=terms.meter, percent=_percent(terms.increment_bp))
    if terms.cap_cents is not None:
        kind = "mystery" if terms.meter == "mystery" else "must_hit_by"
        yield _line(kind, meter=terms.meter, cap=str(terms.cap_cents))
    if terms.reseeds_from == "reserve":
        yield _line("reserve_restart", meter=terms.meter, percent=_percent(terms.reserve_bp))
        if terms.floor_cents:
            yield _line("floor", meter=terms.meter, amount=str(terms.floor_cents))
    else:
        yield _line("seed_restart", meter=terms.meter, amount=seed)


def _odds_lines(offered: OfferedWager, decks: int) -> Iterator[HelpLine]:
    sheet = offered_sheet(offered, decks)
    yield _line("hit_frequency", odds=_decimals(1 / sheet.hit_frequency))
    yield _line("return_at_seed", percent=_decimals(100 * sheet.return_at_seed))
    if offered.meters:
        yield _line("long_run_return", percent=_decimals(100 * sheet.long_run_return))


def _line(key: str, **values: str) -> HelpLine:
    return HelpLine(key, tuple(values.items()))


def _percent(basis_points: int) -> str:
    return _decimals(Fraction(basis_points, 100)).removesuffix(".00")


def _decimals(number: Fraction) -> str:
    """A number with two decimals, rounded half up."""
    hundredths = int(number * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"

"""Which help page is open after a touch, and what a page says in words. It draws nothing.

What the host says about a wager comes as keys with values; the words are here. A key that this
station does not know, or that came without a value it needs, is left out.
"""

from table_app.station.picture import Help
from table_app.station.texts import Texts, mark
from table_app.station.words import meter_text, stake_text, suit_text
from table_app.vocabulary.views import MeterView, TableInfo, WagerInfo

OPEN, MORE = "pays", "help_more"
TAB = "help:"
STRATEGY = "basic_strategy"
"""The tab of the strategy card; every other tab is called as its wager."""
HEX_GROUP = 8

WORDS: dict[str, str] = {
    "seed": mark("The {meter} starts at {amount}."),
    "increment": mark("{percent}% of each wager goes to the {meter}."),
    "reserve_restart": mark(
        "{percent}% of each wager is kept in reserve: when the {meter} is won, it starts again"
        " from that reserve."
    ),
    "floor": mark("It never starts again below {amount}: the house lifts the {meter} to that."),
    "seed_restart": mark("When the {meter} is won, it starts again at {amount}."),
    "two_winners_share": mark("Players who win the same award of a meter share it equally."),
    "two_winners_each": mark(
        "But a part of less than 100% is not shared: each of its winners gets it in full."
    ),
    "must_hit_by": mark(
        "The {meter} is won before it passes {cap}: the wager that lifts it to a secret amount"
        " wins it, whatever the cards."
    ),
    "mystery": mark(
        "The {meter} is a mystery award: the wager that lifts it to a secret amount, at most {cap},"
        " wins it, whatever the cards."
    ),
    "settles_at": mark("This wager is decided {moment}."),
    "hit_frequency": mark("About 1 wager in {odds} wins, on average."),
    "return_at_seed": mark(
        "With all meters at their start it gives back {percent}% of what is wagered, on average over"
        " a very long time."
    ),
    "return": mark(
        "It gives back {percent}% of what is wagered, on average over a very long time."
    ),
    "base_returns": mark(
        "Played by basic strategy it gives back {percent}% of what is wagered, on average over a very"
        " long time."
    ),
    "long_run_return": mark(
        "With all that its meters pay it gives back {percent}% of what is wagered, on average over a"
        " very long time."
    ),
    "third_card_drawn": mark(
        "The third card is the first one dealt to your hand after its first two."
    ),
    "third_card_upcard": mark("The third card is the one that the dealer shows."),
    "validated_from": mark("An award of {amount} or more is validated by attendants, then paid."),
}

CARDS: dict[str, str] = {
    "dynamic_21_3": mark(
        "Your first two cards and the dealer's upcard count together. A plain flush or pair loses."
    ),
    "lucky_ladies": mark(
        "Your first two cards count when they make 20. Matched means the same rank and suit; only a"
        " queen of hearts pair looks at the dealer's cards, too."
    ),
    "lucky_aces": mark("Aces among your first two cards and the dealer's first two count."),
    "blazing_7s": mark("Sevens among your first two cards and the third card count."),
    "super_4": mark(
        "Your first two cards and the dealer's two count. Every row but the last needs a dealer"
        " Blackjack. A pair is two cards of one rank and one suit; two pair is your Blackjack in the"
        " dealer's very cards."
    ),
}
"""Which cards decide a wager, in the words of its section of law made plain."""

WITHOUT_METERS = {"return_at_seed": "return"}
"""Keys that are worded otherwise for a wager that has no meter."""

MOMENTS: dict[str, str] = {
    "dealt": mark("as soon as the first cards are dealt"),
    "hole_card_checked": mark("when the dealer has looked at the hole card"),
    "hole_card_shown": mark("when the hole card is shown"),
    "dealer_done": mark("when the dealer has finished"),
}


def is_of_help(name: str) -> bool:
    """Whether a touch of this name only opens or leafs the help."""
    return name in {OPEN, MORE} or name.startswith(TAB)


def help_tabs(info: TableInfo) -> tuple[str, ...]:
    """The tabs of this table's help, from the left."""
    wagers = tuple(wager.wager for wager in info.wagers)
    return (*wagers, STRATEGY) if info.strategy else wagers


def help_after(name: str, shown: Help | None, info: TableInfo) -> Help | None:
    """The help page that is open after this touch."""
    if not info.wagers:
        return None
    if name == MORE and shown is not None:
        return Help(shown.tab, shown.page + 1)
    if name.startswith(TAB):
        return Help(name.removeprefix(TAB))
    first = next((wager for wager in info.wagers if wager.rows), info.wagers[0])
    return Help(first.wager)


def still_open(shown: Help | None, info: TableInfo) -> Help | None:
    """The page, unless the table has come back without it."""
    return shown if shown is not None and shown.tab in help_tabs(info) else None


def paragraphs(texts: Texts, wager: WagerInfo, meters: tuple[MeterView, ...]) -> tuple[str, ...]:
    """What a help page says beside the paytable."""
    say = texts.say
    lines = [say(CARDS[wager.wager])] if wager.wager in CARDS else []
    lines.append(say("Wager: {amount}.", amount=stake_text(texts, wager)))
    if wager.chosen_suit:
        suit = suit_text(texts, wager.chosen_suit)
        lines.append(say("The chosen suit of this table is {suit}.", suit=suit))
    own = [meter for meter in meters if meter.wager == wager.wager]
    for meter in own:
        amount = texts.money(meter.amount_cents)
        name = meter_text(texts, meter.meter)
        lines.append(say("{amount} is on the {meter} now.", amount=amount, meter=name))
    has_meter = any(row.meter for row in wager.rows)
    for line in wager.help:
        key = line.key if has_meter else WITHOUT_METERS.get(line.key, line.key)
        text = _worded(texts, key, dict(line.values))
        if text is not None:
            lines.append(text)
    lines += [_sealed(texts, meter) for meter in own if meter.commitment]
    return tuple(lines)


def rule_lines(texts: Texts, info: TableInfo) -> tuple[str, ...]:
    """What a player must know before betting, from the table's own settings."""
    say = texts.say
    pays, per = info.blackjack_pays
    lines = [say("Blackjack pays {pays} to {per}", pays=pays, per=per)]
    if info.insurance_pays is not None:
        pays, per = info.insurance_pays
        lines.append(say("Insurance pays {pays} to {per}", pays=pays, per=per))
    lines.append(
        say("Dealer hits soft 17") if info.dealer_hits_soft_17 else say("Dealer stands on all 17s")
    )
    return tuple(lines)


def _sealed(texts: Texts, meter: MeterView) -> str:
    """The commitment to the secret amount of a meter."""
    groups = range(0, len(meter.commitment), HEX_GROUP)
    sealed = " ".join(meter.commitment[at : at + HEX_GROUP] for at in groups)
    name = meter_text(texts, meter.meter)
    return texts.say(
        "The secret amount of the {meter} is sealed: {sealed}", meter=name, sealed=sealed
    )


def _worded(texts: Texts, key: str, values: dict[str, str]) -> str | None:
    """A line of the host in words, or None when there are no words for it."""
    if key not in WORDS:
        return None
    try:
        return texts.say(WORDS[key], **{name: _value(texts, name, values[name]) for name in values})
    except (KeyError, IndexError):
        return None


def _value(texts: Texts, name: str, value: str) -> str:
    match name:
        case "amount" | "cap" if value.isdigit():
            return texts.short_money(int(value))
        case "meter":
            return meter_text(texts, value)
        case "moment" if value in MOMENTS:
            return texts.say(MOMENTS[value])
        case _:
            return value

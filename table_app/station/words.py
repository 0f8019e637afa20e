"""What the table's codes are called: refusals, wagers, outcomes, results. No other texts."""

from table_app.station.texts import Texts, mark
from table_app.vocabulary.facts import HandResult
from table_app.vocabulary.refusals import Refusal, RefusalCode

REFUSALS: dict[RefusalCode, str] = {
    "bets_closed": mark("no more bets"),
    "blackjack_wager_first": mark("place Blackjack first"),
    "below_minimum": mark("below the minimum"),
    "above_maximum": mark("above the maximum"),
    "not_a_multiple": mark("not an amount this wager takes"),
    "not_enough_credit": mark("not enough credit"),
    "unknown_wager": mark("this table does not offer that wager"),
    "no_wager": mark("place your bet first"),
    "stale_layout": mark("your chips had changed, look again"),
    "nothing_to_repeat": mark("no earlier bet"),
    "nothing_on_layout": mark("no chips yet"),
    "no_round": mark("no round is being played"),
    "not_your_turn": mark("not your turn"),
    "unequal_values": mark("only a pair"),
    "unequal_ranks": mark("only two of the same rank"),
    "split_limit": mark("no more splits"),
    "aces_split_once": mark("aces split once only"),
    "split_ace_one_card": mark("one card to a split ace"),
    "first_two_cards_only": mark("first two cards only"),
    "not_after_split": mark("not after a split"),
    "double_total_only": mark("not on this total"),
    "not_offered": mark("not offered now"),
    "not_a_blackjack": mark("only with a Blackjack"),
    "insurance_too_high": mark("more than half your bet"),
    "insurance_too_low": mark("too little to insure"),
    "not_a_demo": mark("only on a demo table"),
    "not_this_seat": mark("this is another seat"),
    "too_many_requests": mark("too fast, please tap again"),
    "out_of_service": mark("out of service"),
    "not_in_this_state": mark("not possible now"),
}

WITH_LIMIT: dict[RefusalCode, str] = {
    "below_minimum": mark("at least {limit}"),
    "above_maximum": mark("at most {limit}"),
    "not_a_multiple": mark("only in steps of {limit}"),
    "not_enough_credit": mark("need {limit} more"),
    "insurance_too_high": mark("at most {limit}"),
    "insurance_too_low": mark("at least {limit}"),
}
"""What to say instead when the refusal carries its amount."""

WAGERS: dict[str, str] = {
    "blackjack": mark("Blackjack"),
    "insurance": mark("Insurance"),
    "lucky_aces": mark("Lucky Aces"),
}

OUTCOMES: dict[str, str] = {
    "four_aces": mark("Four aces"),
    "three_aces_same_suit": mark("Three aces same suit"),
    "three_aces": mark("Three aces"),
    "two_aces_same_suit": mark("Two aces same suit"),
    "two_aces": mark("Two aces"),
    "one_ace_of_diamonds": mark("One ace of diamonds"),
    "one_ace": mark("One ace"),
}

RESULTS: dict[HandResult, str] = {
    "blackjack": mark("BLACKJACK"),
    "win": mark("WIN"),
    "push": mark("PUSH"),
    "lose": mark("LOSE"),
    "bust": mark("BUST"),
    "surrender": mark("SURRENDER"),
}


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Why not, in the player's words, to stand on a button."""
    if refusal.limit_cents is not None and refusal.code in WITH_LIMIT:
        limit = texts.short_money(refusal.limit_cents)
        return texts.say(WITH_LIMIT[refusal.code], limit=limit)
    return texts.say(REFUSALS[refusal.code])


def wager_text(texts: Texts, wager: str) -> str:
    """The name of a wager; one that has no word yet is shown by its id."""
    return texts.say(WAGERS[wager]) if wager in WAGERS else wager.replace("_", " ").title()


def outcome_text(texts: Texts, outcome: str) -> str:
    """The name of a paytable row; one that has no word yet is shown by its id."""
    if outcome in OUTCOMES:
        return texts.say(OUTCOMES[outcome])
    return outcome.replace("_", " ").capitalize()


def result_text(texts: Texts, result: HandResult) -> str:
    """What became of a hand."""
    return texts.say(RESULTS[result])


def sentence(text: str) -> str:
    """The text as a line of its own: with a capital."""
    return text[:1].upper() + text[1:]

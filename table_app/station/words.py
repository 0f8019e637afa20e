"""What the table's codes and facts are called in a player's words. No other texts."""

import re

from table_app.station.texts import Texts, mark
from table_app.vocabulary.facts import AwardClosed, HandResult, ProgressiveReconciled, ShownFact
from table_app.vocabulary.refusals import Refusal, RefusalCode
from table_app.vocabulary.views import LayoutOfferView, PayRow, WagerInfo

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
    "award_pending": mark("call an attendant for your award"),
    "no_award": mark("no award is waiting"),
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
    "two_people": mark("two different people must validate"),
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
    "dynamic_21_3": mark("21+3 Dynamic"),
    "lucky_ladies": mark("Lucky Ladies"),
    "lucky_aces": mark("Lucky Aces"),
    "blazing_7s": mark("Blazing 7's"),
    "super_4": mark("Super 4"),
}

OUTCOMES: dict[str, str] = {
    # in the words of the law: 21+3 Dynamic; Super 4 has some of the same names
    "three_aces_suited": mark("3 aces (suited)"),
    "three_of_a_kind_suited": mark("Three-of-a-kind (suited)"),
    "straight_flush": mark("Straight flush"),
    "three_of_a_kind": mark("Three-of-a-kind"),
    "straight": mark("Straight"),
    # Lucky Ladies
    "qh_pair_dealer_bj_hearts": mark("Queen of hearts pair with dealer Blackjack (hearts)"),
    "qh_pair_dealer_bj_suited": mark("Queen of hearts pair with dealer Blackjack (suited)"),
    "qh_pair_dealer_bj_unsuited": mark("Queen of hearts pair with dealer Blackjack (non-suited)"),
    "qh_pair": mark("Queen of hearts pair"),
    "matched_20": mark("Matched 20"),
    "suited_20": mark("Suited 20"),
    "any_20": mark("Any 20"),
    # Lucky Aces
    "four_aces": mark("Four aces"),
    "three_aces_same_suit": mark("Three aces same suit"),
    "three_aces": mark("Three aces"),
    "two_aces_same_suit": mark("Two aces same suit"),
    "two_aces": mark("Two aces"),
    "one_ace_of_diamonds": mark("One ace of diamonds"),
    "one_ace": mark("One ace"),
    # Blazing 7's
    "three_7s_same_suit": mark("Three 7s same suit"),
    "three_7s_diamonds": mark("Three 7s diamonds"),
    "three_7s_clubs_spades_or_hearts": mark("Three 7s—clubs, spades, hearts"),
    "three_7s_same_color": mark("Three 7s same color"),
    "three_7s": mark("Three 7s"),
    "two_7s": mark("First two cards (two 7s)"),
    "one_7": mark("Either of first two cards (one 7)"),
    # Super 4
    "royal_chosen_suit": mark("Royal flush in chosen suit"),
    "royal_other_suit": mark("Royal flush (other suit)"),
    "flush": mark("Flush"),
    "two_pair": mark("Two pair"),
    "same_color": mark("All cards same color"),
    "pair": mark("Pair"),
    "dealer_blackjack": mark("Any hand w/dealer Blackjack"),
    "dealer_ace_up": mark("Dealer ace up"),
    # on top of the hand's award
    "must_hit_by": mark("Must-hit-by award"),
    "mystery": mark("Mystery award"),
}

IN_SPOT: dict[str, str] = {
    "three_aces_suited": mark("3 aces suited"),
    "three_of_a_kind_suited": mark("3 of a kind suited"),
    "three_of_a_kind": mark("3 of a kind"),
    "qh_pair_dealer_bj_hearts": mark("Queens, hearts BJ"),
    "qh_pair_dealer_bj_suited": mark("Queens, suited BJ"),
    "qh_pair_dealer_bj_unsuited": mark("Queens, dealer BJ"),
    "qh_pair": mark("Queens of hearts"),
    "three_7s_diamonds": mark("Three 7s diamonds"),
    "three_7s_clubs_spades_or_hearts": mark("Three 7s one suit"),
    "two_7s": mark("Two 7s"),
    "one_7": mark("One 7"),
    "royal_chosen_suit": mark("Royal, chosen suit"),
    "royal_other_suit": mark("Royal, other suit"),
    "same_color": mark("Same color"),
    "dealer_blackjack": mark("Dealer Blackjack"),
    "must_hit_by": mark("Must hit by"),
    "mystery": mark("Mystery"),
}
"""Shorter names, where the whole one is too long for two lines in a spot."""

METERS: dict[str, str] = {
    "star": mark("STAR meter"),
    "heart": mark("HEART meter"),
    "spade": mark("SPADE meter"),
    "diamond": mark("DIAMOND meter"),
    "club": mark("CLUB meter"),
    "mystery": mark("MYSTERY meter"),
    "must_hit_by": mark("MUST-HIT-BY meter"),
}
"""Meters that have a name of their own; the main meter of a wager is just its meter."""

METER_NAMES: dict[str, str] = {
    "dynamic_21_3.main": mark("21+3"),
    "dynamic_21_3.must_hit_by": mark("21+3"),
}
"""What a meter is called among all meters, where its wager's name will not do."""

SUITS: dict[str, str] = {
    "S": mark("spades"),
    "H": mark("hearts"),
    "D": mark("diamonds"),
    "C": mark("clubs"),
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


def wager_title(texts: Texts, wager: str) -> str:
    """The name of a wager in capitals."""
    return capitals(wager_text(texts, wager))


def capitals(text: str) -> str:
    """The text in capitals, but for the s of several 7s."""
    return re.sub(r"(?<=[0-9'])S\b", "s", text.upper())


def outcome_text(texts: Texts, outcome: str) -> str:
    """The name of a paytable row; one that has no word yet is shown by its id."""
    if outcome in OUTCOMES:
        return texts.say(OUTCOMES[outcome])
    return outcome.replace("_", " ").capitalize()


def in_spot_text(texts: Texts, outcome: str) -> str:
    """The name of a paytable row, short enough for a spot."""
    return texts.say(IN_SPOT[outcome]) if outcome in IN_SPOT else outcome_text(texts, outcome)


def meter_text(texts: Texts, meter: str) -> str:
    """The name of a progressive meter within its wager."""
    return texts.say(METERS[meter]) if meter in METERS else texts.say("meter")


def meter_name(texts: Texts, wager: str, meter: str) -> str:
    """What a meter is called in the list of all meters."""
    name = METER_NAMES.get(f"{wager}.{meter}")
    return texts.say(name) if name else wager_text(texts, wager)


def suit_text(texts: Texts, letter: str) -> str:
    """The name of a suit."""
    return texts.say(SUITS[letter])


def pay_text(texts: Texts, row: PayRow) -> str:
    """What a row of a paytable pays, as the law words it."""
    say = texts.say
    match row.kind:
        case "to":
            return say("{pays} to {per}", pays=row.pays, per=row.per)
        case "for":
            return say("{pays} for {per}", pays=row.pays, per=row.per)
        case "dollars":
            return texts.short_money(row.pays)
        case "share":
            return say(
                "{percent}% of the {meter}", percent=row.pays, meter=meter_text(texts, row.meter)
            )


def stake_text(texts: Texts, wager: WagerInfo) -> str:
    """What may be put on a wager: `$5`, or `$1 to $100`."""
    least, most = (texts.short_money(of) for of in (wager.minimum_cents, wager.maximum_cents))
    return least if least == most else texts.say("{least} to {most}", least=least, most=most)


def result_text(texts: Texts, result: HandResult) -> str:
    """What became of a hand."""
    return texts.say(RESULTS[result])


def left_out_text(texts: Texts, offer: LayoutOfferView) -> str:
    """Which wagers an offered layout could not repeat."""
    names = ", ".join(wager_text(texts, wager) for wager in offer.left_out)
    return texts.say("Not repeated: {wagers}", wagers=names)


def fact_text(texts: Texts, fact: ShownFact) -> str | None:
    """What a player is told of a fact in words; None for what the picture shows by itself."""
    match fact:
        case ProgressiveReconciled(is_returned=True):
            wager = wager_text(texts, fact.wager)
            return texts.say("{wager} was not accepted: your chips are back", wager=wager)
        case AwardClosed(method="to_credit"):
            amount = texts.money(fact.amount_cents)
            return texts.say("Award of {amount} is on your credit", amount=amount)
        case AwardClosed(method="by_hand"):
            amount = texts.money(fact.amount_cents)
            return texts.say("Award of {amount} was paid by hand", amount=amount)
        case _:
            return None


def sentence(text: str) -> str:
    """The text as a line of its own: with a capital."""
    return text[:1].upper() + text[1:]

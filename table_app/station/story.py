"""A round told step by step in a player's words, as a review shows it. No other texts."""

from table_app.station.texts import Texts, mark
from table_app.station.words import in_spot_text, result_text, suit_text, wager_text
from table_app.vocabulary import facts as f
from table_app.vocabulary.cards import Card, rank, suit

RANKS: dict[str, str] = {
    "A": mark("ace"),
    "K": mark("king"),
    "Q": mark("queen"),
    "J": mark("jack"),
}

STEPS: dict[type[f.ShownFact], str] = {
    f.BetsLocked: mark("no more bets"),
    f.WagersPlaced: mark("bets placed: {total}"),
    f.DynamicPaysDrawn: mark("pays drawn: {pays}"),
    f.CardDealt: mark("card to you: {card}"),
    f.UpcardDealt: mark("dealer shows {card}"),
    f.HoleCardDealt: mark("dealer's hole card, face down"),
    f.InsuranceOffered: mark("insurance offered"),
    f.InsuranceTaken: mark("insured for {stake}"),
    f.EvenMoneyTaken: mark("even money taken"),
    f.InsuranceDeclined: mark("no insurance"),
    f.TimeExpired: mark("time was over"),
    f.HoleCardChecked: mark("dealer looked at the hole card: {has_blackjack}"),
    f.TurnBegan: mark("your turn"),
    f.HandHit: mark("hit"),
    f.HandStood: mark("stand"),
    f.HandDoubled: mark("double, {stake} more"),
    f.HandSplit: mark("split, {stake} more"),
    f.HandSurrendered: mark("surrender"),
    f.HoleCardTurned: mark("hole card: {card}"),
    f.DealerDrew: mark("dealer draws {card}"),
    f.WagerSettled: mark("{wager}: {row}, {paid} paid"),
    f.AwardReserved: mark("award of {amount}, for attendants"),
    f.ExtraCardDealt: mark("card for Blazing 7's: {card}"),
    f.HandSettled: mark("hand {hand}: {result}, {paid} paid"),
    f.RoundClosed: mark("round over"),
    f.ProgressiveReconciled: mark("{wager} counted"),
    f.DemoCreditAdded: mark("{amount} added"),
    f.AwardClosed: mark("award of {amount} paid"),
    f.SessionEnded: mark("session over"),
}
"""Every fact that a station may be told has its words, also those that no round's story holds."""


def step_text(texts: Texts, fact: f.ShownFact) -> str:
    """One step of a round as a dealer would tell it to this player."""
    return texts.say(STEPS[type(fact)], **_values(texts, fact))


def card_text(texts: Texts, dealt: Card) -> str:
    """A card in words: `10 of hearts`."""
    value = rank(dealt)
    name = texts.say(RANKS[value]) if value in RANKS else {"T": "10"}.get(value, value)
    return texts.say("{rank} of {suit}", rank=name, suit=suit_text(texts, suit(dealt)))


def _values(texts: Texts, fact: f.ShownFact) -> dict[str, str]:
    """What the words of a fact may need: whatever it says of cards, wagers and money."""
    say = texts.say
    values = {
        name.removesuffix("_cents"): texts.money(getattr(fact, name))
        for name in ("stake_cents", "paid_cents", "amount_cents")
        if hasattr(fact, name)
    }
    match fact:
        case (
            f.CardDealt()
            | f.UpcardDealt()
            | f.HoleCardTurned()
            | f.DealerDrew()
            | f.ExtraCardDealt()
        ):
            values["card"] = card_text(texts, fact.card)
        case f.WagersPlaced():
            total_cents = sum(placed.stake_cents for placed in fact.wagers)
            values["total"] = texts.money(total_cents)
        case f.DynamicPaysDrawn():
            pays = (f"{in_spot_text(texts, pay.outcome)} {pay.pays_for_1}" for pay in fact.pays)
            values["pays"] = ", ".join(pays)
        case f.HoleCardChecked():
            has = fact.is_blackjack
            values["has_blackjack"] = say("Blackjack") if has else say("no Blackjack")
        case f.WagerSettled():
            values["wager"] = wager_text(texts, fact.wager)
            values["row"] = _row(texts, fact.outcome)
        case f.ProgressiveReconciled():
            values["wager"] = wager_text(texts, fact.wager)
        case f.HandSettled():
            values |= {"result": result_text(texts, fact.result), "hand": str(fact.hand + 1)}
        case _:
            pass
    return values


def _row(texts: Texts, outcome: str) -> str:
    match outcome:
        case "lose":
            return texts.say("lost")
        case "win":
            return texts.say("won")
        case _:
            return in_spot_text(texts, outcome)

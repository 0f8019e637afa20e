"""The decision bar: five buttons that never change places, each with its cost or its reason."""

from table_app.station import layout, theme
from table_app.station.canvas import Painter
from table_app.station.picture import Picture
from table_app.station.theme import Tone
from table_app.station.widgets.button import button
from table_app.station.words import refusal_text
from table_app.vocabulary.views import Action, OptionView

ORDER: tuple[Action, ...] = ("hit", "stand", "double", "split", "surrender")
TONES: dict[Action, Tone] = {
    "hit": "primary",
    "stand": "stand",
    "double": "other",
    "split": "other",
    "surrender": "other",
}


def decision_bar(painter: Painter, picture: Picture) -> None:
    """Draw the five decisions."""
    options = {option.action: option for option in picture.view.options}
    for action, box in zip(ORDER, layout.DECISIONS, strict=True):
        option = options.get(action)
        reason = _reason(painter, picture, option)
        button(
            painter,
            picture.finger,
            action,
            box,
            _title(painter, action),
            sub=_sub(painter, picture, option) if option and not picture.is_moving else "",
            tone=TONES[action],
            size=theme.DECISION,
            reason=reason,
            shows_reason=option is not None and not picture.is_moving,
            is_held=action == "surrender",
        )


def _title(painter: Painter, action: Action) -> str:
    say = painter.texts.say
    match action:
        case "hit":
            return say("HIT")
        case "stand":
            return say("STAND")
        case "double":
            return say("DOUBLE")
        case "split":
            return say("SPLIT")
        case "surrender":
            return say("SURRENDER")


def _reason(painter: Painter, picture: Picture, option: OptionView | None) -> str | None:
    if picture.is_moving:
        return painter.texts.say("cards are coming")
    if option is None:
        return painter.texts.say("not your turn")
    return None if option.refusal is None else refusal_text(painter.texts, option.refusal)


def _sub(painter: Painter, picture: Picture, option: OptionView) -> str:
    say = painter.texts.say
    cost = painter.texts.short_money(option.cost_cents)
    match option.action:
        case "hit":
            return say("take a card")
        case "stand":
            hands = picture.view.hands
            if option.hand >= len(hands):
                return ""
            return say("keep {total}", total=hands[option.hand].total)
        case "double":
            return say("+{cost}, one card", cost=cost)
        case "split":
            return say("+{cost}, two hands", cost=cost)
        case "surrender":
            return say("hold down: half back")

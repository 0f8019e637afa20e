"""Everything the rules of one round are told: house rules and the side wagers on offer."""

from msgspec import Struct

from table_app.game.house_rules import HouseRules
from table_app.game.paytable import Paytable
from table_app.money import TWO_TO_ONE, Odds

BLACKJACK = "blackjack"
INSURANCE = "insurance"
INSURANCE_PAYS: Odds = TWO_TO_ONE


class RoundRules(Struct, frozen=True):
    """House rules, and the paytable of each side wager on offer."""

    house: HouseRules
    paytables: tuple[Paytable, ...]

    def paytable(self, wager: str) -> Paytable | None:
        """The paytable of a side wager on offer, or None."""
        return next((table for table in self.paytables if table.wager == wager), None)

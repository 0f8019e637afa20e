"""Money as integers: cents for players, micro-dollars for the ledger, exact odds between them.

The only place that rounds, and it does so by refusing: a payout is whole cents or it is an error.
No float ever touches money.
"""

import re
from typing import NewType

from msgspec import Struct

Cents = NewType("Cents", int)
"""Player money."""

Micros = NewType("Micros", int)
"""Ledger money, micro-dollars: cents x basis points = micro-dollars exactly."""

MICROS_PER_CENT = 10_000

AMOUNT_CENTS_MAX = Cents(10_000_000_00)
"""The most that one configured amount may be, and a meter's seed that follows from one."""

ODDS_MAX = 10_000
"""The most that configured odds may pay for 1. With the largest stake that is 10^17 micro-dollars:
what every wager of every seat wins in a round still fits the 64 bits of a balance.
"""

_DOLLARS = re.compile(r"([0-9]{1,12})(?:\.([0-9]{2}))?")
_SIX_DECIMALS = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,6}))?")
_ODDS = re.compile(r"([1-9][0-9]{0,5}):([1-9][0-9]{0,5})")


class InexactPayoutError(ValueError):
    """A payout that is not whole cents."""


class Odds(Struct, frozen=True):
    """What a winner gains: `pays` for every `per` staked, the stake itself not counted."""

    pays: int
    per: int

    def __str__(self) -> str:
        return f"{self.pays} to {self.per}"


EVEN = Odds(1, 1)
TWO_TO_ONE = Odds(2, 1)


def winnings(stake: Cents, odds: Odds) -> Cents:
    """What `stake` gains at `odds`, the stake not counted.

    Raises InexactPayoutError when that is not whole cents.
    """
    gain, rest = divmod(stake * odds.pays, odds.per)
    if rest:
        raise InexactPayoutError(
            f"{dollars(stake)} at {odds} is not whole cents; choose a wager that divides evenly"
        )
    return Cents(gain)


def returned(stake: Cents, odds: Odds) -> Cents:
    """Everything credited to a winner: the winnings and the stake."""
    return Cents(stake + winnings(stake, odds))


def micros(cents: Cents) -> Micros:
    """Cents as micro-dollars."""
    return Micros(cents * MICROS_PER_CENT)


def cents(amount: Micros) -> Cents:
    """Micro-dollars that are whole cents, as cents; raises InexactPayoutError if they are not."""
    whole, rest = divmod(amount, MICROS_PER_CENT)
    if rest:
        raise InexactPayoutError(f"{amount} micro-dollars is not whole cents")
    return Cents(whole)


def dollars(amount: Cents) -> str:
    """Cents as plain dollars with two decimals: `1250` is `12.50`. No sign of currency."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def parse_dollars(text: str) -> Cents:
    """Cents of `"12.50"` or `"12"`; raises ValueError for anything else."""
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars such as 12.50")
    return Cents(int(match[1]) * 100 + int(match[2] or 0))


def parse_amount(text: str) -> Cents:
    """Cents of a configured amount; raises ValueError for one that is none or too large."""
    amount = parse_dollars(text)
    if amount > AMOUNT_CENTS_MAX:
        raise ValueError(f"{text} is above the most of any amount, {dollars(AMOUNT_CENTS_MAX)}")
    return amount


def parse_micros(text: str) -> Micros:
    """Micro-dollars of `"12.50"` with up to six decimals; raises ValueError for anything else."""
    match = _SIX_DECIMALS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars with up to six decimals")
    return Micros(int(match[1]) * 1_000_000 + int((match[2] or "").ljust(6, "0")))


def parse_odds(text: str) -> Odds:
    """Odds of `"3:2"`; raises ValueError for anything else."""
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is not odds such as "3:2", both sides from 1')
    return Odds(int(match[1]), int(match[2]))

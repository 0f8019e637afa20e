"""The accounts of the table. Seats count from 1."""

from functools import cache

DEMO_BANK = "demo_bank"
"""Where the demo's credit comes from: no money stands behind it."""

HOUSE = "house"
"""The table bank: it takes lost wagers and pays winnings."""

CARRIED = "carried"
"""Where the opening balances of an epoch come from; it always comes to nothing."""

HAND_PAY = "hand_pay"
"""What attendants have paid by hand."""

_CREDIT = "credit:"
_IN_PLAY = "in_play:"
_SEATS_MAX = 7
_CREDITS = tuple(f"{_CREDIT}{seat}" for seat in range(_SEATS_MAX + 1))
_IN_PLAYS = tuple(f"{_IN_PLAY}{seat}" for seat in range(_SEATS_MAX + 1))
SEATS_OF_CREDITS = {account: seat for seat, account in enumerate(_CREDITS)}
"""The seat whose credit an account is."""

_NEVER_NEGATIVE = (
    _CREDIT,
    _IN_PLAY,
    "meter:",
    "reserve:",
    "progressive_payable:",
    "jackpot_payable:",
)


def credit(seat: int) -> str:
    """What the seat may wager or cash out."""
    return _CREDITS[seat]


def in_play(seat: int) -> str:
    """What the seat has wagered in the round that is open."""
    return _IN_PLAYS[seat]


@cache
def meter(meter_id: str) -> str:
    """What a progressive meter holds."""
    return f"meter:{meter_id}"


@cache
def reserve(meter_id: str) -> str:
    """What a meter will begin again with."""
    return f"reserve:{meter_id}"


def payable(seat: int, *, is_from_meter: bool) -> str:
    """Awards of a seat that wait for attendants: progressive ones and fixed ones apart."""
    return f"progressive_payable:{seat}" if is_from_meter else f"jackpot_payable:{seat}"


def may_be_negative(account: str) -> bool:
    """Players' money, meters and awards never are; the house may owe more than it took."""
    return not account.startswith(_NEVER_NEGATIVE)

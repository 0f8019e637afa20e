"""The accounts of the table. Seats count from 1."""

DEMO_BANK = "demo_bank"
"""Where the demo's credit comes from: no money stands behind it."""

HOUSE = "house"
"""The table bank: it takes lost wagers and pays winnings."""

_CREDIT = "credit:"
_IN_PLAY = "in_play:"


def credit(seat: int) -> str:
    """What the seat may wager or cash out."""
    return f"{_CREDIT}{seat}"


def in_play(seat: int) -> str:
    """What the seat has wagered in the round that is open."""
    return f"{_IN_PLAY}{seat}"


def credit_seat(account: str) -> int | None:
    """The seat whose credit this account is, or None."""
    return int(account.removeprefix(_CREDIT)) if account.startswith(_CREDIT) else None


def may_be_negative(account: str) -> bool:
    """Players' accounts never are; the house may owe more than it took."""
    return not account.startswith((_CREDIT, _IN_PLAY))

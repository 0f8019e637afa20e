"""The secrets of a table. No codec writes one but the store's, which seals it (law 8)."""

import hashlib

from table_app.vocabulary.cards import Shoe

UNIFORM_BYTES = 32

DRAW_BELOW_MAX = 1 << 16
"""A draw from 0 to n - 1 is asked for with n at most this: the generator's words hold no more."""


class Uniform:
    """A fresh 256-bit number for one must-hit-by meter: where its next trigger will lie."""

    __slots__ = ("meter", "value")

    def __init__(self, *, meter: str, value: int) -> None:
        assert 0 <= value < 1 << (8 * UNIFORM_BYTES)
        self.meter = meter
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Uniform) and (self.meter, self.value) == (other.meter, other.value)

    def __hash__(self) -> int:
        return hash((self.meter, self.value))

    def __repr__(self) -> str:
        return f"Uniform({self.meter})"


class Trigger:
    """The amount at which a must-hit-by meter pays, in cents; `salt` opens its commitment."""

    __slots__ = ("amount_cents", "meter", "salt")

    def __init__(self, *, meter: str, amount_cents: int, salt: bytes) -> None:
        self.meter = meter
        self.amount_cents = amount_cents
        self.salt = salt

    @property
    def commitment(self) -> str:
        """Lower-case hex SHA-256 of the salt, the meter's id and the cents as decimal ASCII."""
        opened = self.salt + f"{self.meter}:{self.amount_cents}".encode("ascii")
        return hashlib.sha256(opened).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trigger) and (self.meter, self.amount_cents, self.salt) == (
            other.meter,
            other.amount_cents,
            other.salt,
        )

    def __hash__(self) -> int:
        return hash((self.meter, self.salt))

    def __repr__(self) -> str:
        return f"Trigger({self.meter})"


Secret = Shoe | Uniform | Trigger

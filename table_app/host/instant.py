"""Now, as the host is told it."""

from msgspec import Struct


class Instant(Struct, frozen=True):
    """Now: a clock that never jumps for deadlines, the wall's for the record. Milliseconds."""

    steady_ms: int
    wall_ms: int

    def back_to(self, wall_ms: int) -> "Instant":
        """The instant at which the wall's clock showed this, as far as the clocks agree."""
        return Instant(self.steady_ms - (self.wall_ms - wall_ms), wall_ms)

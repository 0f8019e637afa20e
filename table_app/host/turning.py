"""The generator turns over in the background, at moments that it draws itself (NJAC 1.28G(b)4)."""

from table_app.errors import GeneratorError
from table_app.host.chance import NoChance
from table_app.host.instant import Instant
from table_app.host.tilts import Failed
from table_app.rng.generator import Generator


class Turning:
    """When the next turn is due; none after a failure, or while there is no generator."""

    def __init__(self, chance: Generator | NoChance, now: Instant) -> None:
        self._generator = chance if isinstance(chance, Generator) else None
        self.deadline_ms = None if self._generator is None else now.steady_ms

    def turn(self, now: Instant) -> Failed | None:
        """Turn over if it is time, during play as well; why it could not, or None."""
        if self._generator is None or self.deadline_ms is None or now.steady_ms < self.deadline_ms:
            return None
        try:
            self.deadline_ms = now.steady_ms + self._generator.cycle()
        except GeneratorError as error:
            self.deadline_ms = None
            return Failed("generator", str(error))
        return None

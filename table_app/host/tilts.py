"""Why the table is out of service: every failure that holds, until it is over."""

import logging

from msgspec import Struct

from table_app.vocabulary.views import Tilt

log = logging.getLogger(__name__)


class Failed(Struct, frozen=True):
    """Something without which nobody may play does not work; `reason` is for the log."""

    tilt: Tilt
    reason: str


class Recovered(Struct, frozen=True):
    """It works again."""

    tilt: Tilt


Finding = Failed | Recovered


class Tilts:
    """The failures that hold now, oldest first. Each is logged once, and once when it is over."""

    def __init__(self) -> None:
        self._holding: dict[Tilt, str] = {}

    @property
    def shown(self) -> Tilt | None:
        """The one that the screens tell, or None while the table is in service."""
        return next(iter(self._holding), None)

    def take(self, finding: Finding) -> bool:
        """Whether the finding is news."""
        match finding:
            case Failed(tilt, reason):
                is_news = tilt not in self._holding
                if is_news:
                    log.error("out of service, %s: %s", tilt, reason)
                    self._holding[tilt] = reason
                return is_news
            case Recovered(tilt):
                is_news = self._holding.pop(tilt, None) is not None
                if is_news:
                    log.warning("%s is in order again", tilt)
                return is_news

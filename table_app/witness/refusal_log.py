"""Says each kind of refusal once, however often it is repeated."""

from collections.abc import Callable

from msgspec import Struct

from table_app.witness.cosigner import OTHER_SIZE, RefusedCheckpoint

REMIND_S = 600
"""A kind that goes on is said again, with how often, after so long."""


class _Said(Struct):
    at_s: int
    silent: int = 0


class RefusalLog:
    """One line per log and status until the log is cosigned again; strangers share one."""

    def __init__(self, say: Callable[..., None]) -> None:
        self._say = say
        self._said: dict[tuple[str, int], _Said] = {}

    def note(self, refused: RefusedCheckpoint, *, who: str, now_s: int) -> None:
        """A refusal happened; it is said unless one of its kind was said lately."""
        kind = (refused.origin, refused.status)
        said = self._said.get(kind)
        if said is not None and now_s - said.at_s < REMIND_S:
            said.silent += 1
            return
        more = f" ({said.silent} more of this kind before)" if said and said.silent else ""
        self._said[kind] = _Said(now_s)
        about = f" for {refused.origin}" if refused.origin else ""
        verb = "told the known size" if refused.status == OTHER_SIZE else "refused"
        self._say("%s %s%s: %d, %s%s", verb, who, about, refused.status, refused.why, more)

    def is_well(self, origin: str) -> None:
        """The log was cosigned: what is refused from now on is news."""
        for kind in [kind for kind in self._said if kind[0] == origin]:
            del self._said[kind]

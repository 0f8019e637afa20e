"""How logs are named: what may be the name of a key in a signed note, and the numbers of epochs.

An upgrade of engine or rules closes the log NAME and begins NAME.2, then NAME.3, under the same key.
"""

import re

EPOCH_MAX = 9999

KEY_NAME = re.compile(r"[!-*,-~]{1,100}")
"""Visible ASCII without plus signs and spaces: what we name a key in a signed note."""

_LATER = re.compile(r"(.+)\.([2-9]|[1-9][0-9]{1,3})")


def epoch_origin(origin: str, epoch: int) -> str:
    """The name of an epoch of the log `origin`."""
    return origin if epoch == 1 else f"{origin}.{epoch}"


def epoch_of(origin: str, name: str) -> int | None:
    """Which epoch of the log `origin` has this name, or None if none has."""
    if name == origin:
        return 1
    later = _LATER.fullmatch(name)
    return int(later[2]) if later and later[1] == origin else None


def first_log(name: str) -> str:
    """The log that one of this name goes on from, or that it is."""
    later = _LATER.fullmatch(name)
    return name if later is None else later[1]

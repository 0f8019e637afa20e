"""The mac of a header: what nobody without the table's keys can write, signed or not yet.

Each is over the header's other fields as they are stored and the mac before it, so that from the
first entry to the last none can be changed, exchanged or left out between.
"""

import hmac

from table_app.errors import StoreError

FIRST = b""
"""What stands before the first entry's mac."""

_LABEL = b"table-app journal mac v1"
_HEX_BYTES = 64
_BEFORE, _AFTER = b',"mac":"', b'"}'


def derive_key(sealing_key: bytes) -> bytes:
    """The key of the macs: made from the sealing key, of no use for opening a seal."""
    return hmac.digest(sealing_key, _LABEL, "sha256")


def with_mac(fields: bytes, key: bytes, previous: bytes) -> bytes:
    """The leaf: a header's JSON object `fields` with `mac` as its last key."""
    mac = hmac.digest(key, previous + fields, "sha256").hex().encode("ascii")
    return b"".join((fields[:-1], _BEFORE, mac, _AFTER))


def mac_of(leaf: bytes) -> bytes:
    """The mac at the end of a stored leaf, as `with_mac` and `check_mac` want it next."""
    return leaf[-len(_AFTER) - _HEX_BYTES : -len(_AFTER)]


def check_mac(leaf: bytes, key: bytes, previous: bytes) -> None:
    """Raise StoreError unless the leaf was written with `key` after the entry before it."""
    fields = leaf[: -len(_BEFORE) - _HEX_BYTES - len(_AFTER)] + b"}"
    if not hmac.compare_digest(with_mac(fields, key, previous), leaf):
        raise StoreError("its header was not written with these keys: its mac does not fit")

"""Base64 with one spelling for each value (RFC 4648, sections 3.5 and 4)."""

from base64 import b64decode, b64encode


def base64_text(raw: bytes) -> str:
    """The bytes as text."""
    return b64encode(raw).decode("ascii")


def from_base64(text: str, *, bytes_exactly: int | None = None) -> bytes:
    """The bytes of `base64_text`; raises ValueError for any other text, also for unused bits set."""
    raw = b64decode(text, validate=True)
    if base64_text(raw) != text:
        raise ValueError("not the canonical base64 of its bytes")
    if bytes_exactly is not None and len(raw) != bytes_exactly:
        raise ValueError(f"{len(raw)} bytes, not {bytes_exactly}")
    return raw

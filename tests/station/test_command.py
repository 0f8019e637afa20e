"""`table-app station`: what it takes and what it refuses."""

import pytest

from table_app.cli.station import known_url, window_size
from table_app.errors import BadInputError


def test_a_size_is_two_numbers() -> None:
    assert window_size("1280x720") == (1280, 720)


@pytest.mark.parametrize("text", ["1280", "1280 x 720", "320x200", "1280x72", "x720", "-1280x720"])
def test_any_other_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadInputError, match="1280x720"):
        window_size(text)


@pytest.mark.parametrize(
    "url", ["wss://127.0.0.1:7421", "wss://table-7.pit:7421/", "wss://[::1]:1"]
)
def test_an_address_is_a_host_and_a_port_behind_tls(url: str) -> None:
    known_url(url)


@pytest.mark.parametrize("url", ["http://x", "ws://127.0.0.1:7421", "wss://x", "garbage", ""])
def test_any_other_address_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(BadInputError, match="wss://"):
        known_url(url)

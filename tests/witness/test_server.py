"""The witness on its socket: any client, patient or not, honest or not."""

import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_app.witness import server
from tests.witness import log_by_hand as hand
from tests.witness.witnesses import ServiceOnDisk, serving

LEAVES = (b"a", b"b", b"c")
HEAD = b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\n\r\n"


@pytest.fixture
def port(witness: ServiceOnDisk) -> Iterator[int]:
    with serving(witness.service) as opened:
        yield opened


def asked(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, str, HTTPResponse]:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path, body)
    response = connection.getresponse()
    said = response.read().decode()
    connection.close()
    return response.status, said, response


def test_a_cosignature_comes_over_http(witness: ServiceOnDisk, port: int) -> None:
    status, said, _ = asked(port, "POST", "/add-checkpoint", hand.request(0, LEAVES))

    assert status == 200
    hand.check_cosignature(said, hand.head_text(LEAVES), witness.public_line)


def test_the_known_size_has_its_own_content_type(port: int) -> None:
    asked(port, "POST", "/add-checkpoint", hand.request(0, LEAVES))

    status, said, response = asked(port, "POST", "/add-checkpoint", hand.request(0, LEAVES))

    assert (status, said) == (409, "3\n")
    assert response.headers["Content-Type"] == "text/x.tlog.size"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/add-checkpoint", 405), ("POST", "/", 404), ("GET", "/../etc/passwd", 404)],
)
def test_everything_else_is_refused_with_one_line(
    port: int, method: str, path: str, status: int
) -> None:
    answered, said, _ = asked(port, method, path)

    assert answered == status
    assert said.count("\n") == 1


def test_one_connection_may_ask_again_and_again(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    statuses = []
    for old_size, size in ((0, 1), (1, 2), (2, 3)):
        connection.request("POST", "/add-checkpoint", hand.request(old_size, LEAVES[:size]))
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)
    connection.close()

    assert statuses == [200, 200, 200]


def test_a_body_that_is_too_large_is_refused(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(HEAD.replace(b" 9\r\n", b" 200000\r\n"))
        client.sendall(b"x" * 100)

        assert client.recv(100).startswith(b"HTTP/1.1 413")


def test_clients_that_never_finish_block_nobody(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(40)]
    for each in slow:
        each.sendall(HEAD + b"old")

    status, _, _ = asked(port, "POST", "/add-checkpoint", hand.request(0, LEAVES))

    assert status == 200
    for each in slow:
        each.close()


def test_a_client_that_goes_on_slowly_is_cut_off(
    witness: ServiceOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CONNECTION_S_MAX", 0.1)
    monkeypatch.setattr(server, "CLEANUP_S", 0)
    with (
        serving(witness.service) as port,
        socket.create_connection(("127.0.0.1", port), timeout=5) as client,
        pytest.raises(ConnectionError),
    ):
        send_slowly(client)


def send_slowly(client: socket.socket) -> None:
    for byte in HEAD * 10:
        client.sendall(bytes([byte]))
        time.sleep(0.01)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=40).map(lambda more: HEAD + more)))
def test_no_bytes_on_the_socket_end_the_witness_or_leave_a_traceback(
    port: int, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass

    assert asked(port, "POST", "/add-checkpoint", b"x")[0] == 400
    assert not [record for record in caplog.records if record.exc_info]

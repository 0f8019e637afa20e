"""Certificates: who they let in, who they keep out, and how they lie on the disk."""

import ssl
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509

from table_app.errors import BadInputError
from table_app.link import identity
from table_app.link.client import LinkLost
from tests.link.stand_ins import RawStation, Stations, Table


def assert_refused(table: Table, station: RawStation, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises((ssl.SSLError, ConnectionError)):
        station.open()
    assert table.events.empty()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


@pytest.mark.parametrize("name", ["authority.pem", "host.pem", "seat_1.pem"])
def test_certificates_are_valid_from_1970_to_9999(keys: Path, name: str) -> None:
    made = certificate(keys / name)
    assert made.not_valid_before_utc == datetime(1970, 1, 1, tzinfo=UTC)
    assert made.not_valid_after_utc == datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize("name", ["authority_key.pem", "host_key.pem", "seat_1_key.pem"])
def test_keys_are_readable_by_their_owner_alone(keys: Path, name: str) -> None:
    assert (keys / name).stat().st_mode & 0o777 == 0o600


def test_the_seat_stands_in_the_certificate(keys: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert((keys / "seat_2.pem").read_text())
    assert identity.seat_of(der) == 2


def test_a_certificate_of_no_seat_names_none(keys: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert((keys / "host.pem").read_text())
    with pytest.raises(BadInputError, match="names no seat"):
        identity.seat_of(der)


def test_nothing_is_overwritten(keys: Path) -> None:
    with pytest.raises(BadInputError, match="there is an authority already"):
        identity.create(keys, table="test")
    with pytest.raises(BadInputError, match="there is a certificate for seat 1 already"):
        identity.enrol(keys, seat=1)


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_only_seats_1_to_7_can_be_enrolled(keys: Path, seat: int) -> None:
    with pytest.raises(BadInputError, match="not one of 1 to 7"):
        identity.enrol(keys, seat=seat)


def test_without_an_authority_the_advice_is_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="keys init"):
        identity.enrol(tmp_path, seat=1)
    with pytest.raises(BadInputError, match="keys init"):
        identity.server_context(tmp_path)


def test_both_ends_speak_tls_1_3_alone_and_always_verify(keys: Path) -> None:
    for context in (identity.server_context(keys), identity.client_context(keys, seat=1)):
        assert context.minimum_version is ssl.TLSVersion.TLSv1_3
        assert context.verify_mode is ssl.CERT_REQUIRED
    assert identity.client_context(keys, seat=1).check_hostname


def test_a_station_without_a_certificate_is_refused(
    keys: Path, table: Table, stations: Stations, caplog: pytest.LogCaptureFixture
) -> None:
    context = ssl.create_default_context(cafile=keys / "authority.pem")
    assert_refused(table, stations.raw_with(table.port, context), caplog)
    assert "peer did not return a certificate" in caplog.text


def test_a_station_of_a_foreign_authority_of_the_same_name_is_refused(
    keys: Path,
    foreign_keys: Path,
    table: Table,
    stations: Stations,
    caplog: pytest.LogCaptureFixture,
) -> None:
    context = ssl.create_default_context(cafile=keys / "authority.pem")
    context.load_cert_chain(foreign_keys / "seat_1.pem", foreign_keys / "seat_1_key.pem")
    assert_refused(table, stations.raw_with(table.port, context), caplog)
    assert "certificate verify failed" in caplog.text


def test_the_hosts_certificate_does_not_make_a_station(
    keys: Path, table: Table, stations: Stations, caplog: pytest.LogCaptureFixture
) -> None:
    context = ssl.create_default_context(cafile=keys / "authority.pem")
    context.load_cert_chain(keys / "host.pem", keys / "host_key.pem")
    assert_refused(table, stations.raw_with(table.port, context), caplog)
    assert "unsuitable certificate purpose" in caplog.text


def test_a_host_of_a_foreign_authority_is_refused(foreign_keys: Path, stations: Stations) -> None:
    with ExitStack() as stack:
        foreign = Table(stack, identity.server_context(foreign_keys))
        lost = stations.open(foreign.url).next(LinkLost)
    assert "certificate verify failed" in lost.reason


def test_a_seats_certificate_does_not_make_a_host(keys: Path, stations: Stations) -> None:
    context = identity.server_context(keys)
    context.load_cert_chain(keys / "seat_2.pem", keys / "seat_2_key.pem")
    with ExitStack() as stack:
        false_host = Table(stack, context)
        lost = stations.open(false_host.url).next(LinkLost)
    assert "certificate verify failed" in lost.reason

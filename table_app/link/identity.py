"""Who is who on the link: the table's own authority, the host's certificate, one for each seat.

Certificates are valid from 1970 to 9999: a dead clock battery must not close a floor. Trust is
ended by making a new authority. Keys are files for their owner alone; none is ever overwritten.
"""

import logging
import os
import re
import ssl
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from table_app.errors import BadInputError

log = logging.getLogger(__name__)

HOST_NAME = "host.table-app.invalid"
"""The name that every station demands of its host, whatever the address it dials."""

SEATS_MAX = 7
AUTHORITY_FILE = "authority.pem"
AUTHORITY_KEY_FILE = "authority_key.pem"
HOST_FILE = "host.pem"
HOST_KEY_FILE = "host_key.pem"

_VALID_FROM = datetime(1970, 1, 1, tzinfo=UTC)
_VALID_TO = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
_SEAT_NAME = re.compile(rf"seat-([1-{SEATS_MAX}])")


def create(folder: Path, *, table: str) -> None:
    """A new authority and its host certificate in `folder`; refuses to overwrite any."""
    _refuse_existing(
        folder, (AUTHORITY_FILE, AUTHORITY_KEY_FILE, HOST_FILE, HOST_KEY_FILE), what="an authority"
    )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    name = _name(f"table-app authority of {table}")
    authority = _certificate(name, key, issuer=name)
    authority = authority.add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
    authority = authority.add_extension(_usage(signs_certificates=True), True)
    certificate = authority.sign(key, None)
    _write_key(folder / AUTHORITY_KEY_FILE, key)
    _write_certificate(folder / AUTHORITY_FILE, certificate)
    names = x509.SubjectAlternativeName(
        [
            x509.DNSName(HOST_NAME),
            x509.DNSName("localhost"),
            x509.IPAddress(ip_address("127.0.0.1")),
        ]
    )
    _issue(
        folder,
        HOST_FILE,
        HOST_KEY_FILE,
        name="host",
        role=ExtendedKeyUsageOID.SERVER_AUTH,
        names=names,
    )


def enrol(folder: Path, *, seat: int) -> tuple[Path, ...]:
    """A new certificate for a seat; returns the three files that its station needs."""
    if not 1 <= seat <= SEATS_MAX:
        raise BadInputError(f"seat {seat} is not one of 1 to {SEATS_MAX}")
    certificate_file, key_file = seat_files(seat)
    _refuse_existing(folder, (certificate_file, key_file), what=f"a certificate for seat {seat}")
    _issue(
        folder,
        certificate_file,
        key_file,
        name=f"seat-{seat}",
        role=ExtendedKeyUsageOID.CLIENT_AUTH,
        names=None,
    )
    return tuple(folder / name for name in (AUTHORITY_FILE, certificate_file, key_file))


def seat_files(seat: int) -> tuple[str, str]:
    """The names of a seat's certificate and of its key."""
    return f"seat_{seat}.pem", f"seat_{seat}_key.pem"


def seat_of(certificate: bytes) -> int:
    """The seat in the subject of a certificate (DER) that TLS has verified."""
    names = x509.load_der_x509_certificate(certificate).subject.get_attributes_for_oid(
        NameOID.COMMON_NAME
    )
    match = _SEAT_NAME.fullmatch(str(names[0].value)) if len(names) == 1 else None
    if match is None:
        raise BadInputError("the certificate names no seat")
    return int(match[1])


def server_context(folder: Path) -> ssl.SSLContext:
    """TLS for the host: 1.3 only, a station's certificate demanded. 9 NYCRR 5321.12(c)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    context.sslobject_class = _LoggedHandshake
    return _loaded(context, folder, HOST_FILE, HOST_KEY_FILE)


def client_context(folder: Path, *, seat: int) -> ssl.SSLContext:
    """TLS for a station: 1.3 only, the host's certificate and name demanded."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return _loaded(context, folder, *seat_files(seat))


class _LoggedHandshake(ssl.SSLObject):
    """Tells who was refused and why: asyncio hangs up on a bad certificate without a word."""

    def do_handshake(self) -> None:
        try:
            super().do_handshake()
        except ssl.SSLWantReadError:
            raise
        except ssl.SSLError as error:
            log.warning("a connection was refused: %s", error)
            raise


def _loaded(
    context: ssl.SSLContext, folder: Path, certificate_file: str, key_file: str
) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    try:
        context.load_verify_locations(folder / AUTHORITY_FILE)
        context.load_cert_chain(folder / certificate_file, folder / key_file)
    except (OSError, ssl.SSLError) as error:
        raise BadInputError(
            f"{folder}: {AUTHORITY_FILE}, {certificate_file} and {key_file} cannot be used"
            f" ({error}); `table-app keys init` and `keys enrol` make them"
        ) from error
    return context


def _issue(
    folder: Path,
    certificate_file: str,
    key_file: str,
    *,
    name: str,
    role: x509.ObjectIdentifier,
    names: x509.SubjectAlternativeName | None,
) -> None:
    authority, authority_key = _authority(folder)
    key = Ed25519PrivateKey.generate()
    builder = _certificate(_name(name), key, issuer=authority.subject)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
    builder = builder.add_extension(_usage(signs_certificates=False), True)
    builder = builder.add_extension(x509.ExtendedKeyUsage([role]), True)
    builder = builder.add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), False
    )
    if names is not None:
        builder = builder.add_extension(names, False)
    _write_key(folder / key_file, key)
    _write_certificate(folder / certificate_file, builder.sign(authority_key, None))


def _authority(folder: Path) -> tuple[x509.Certificate, Ed25519PrivateKey]:
    try:
        certificate = x509.load_pem_x509_certificate((folder / AUTHORITY_FILE).read_bytes())
        key = load_pem_private_key((folder / AUTHORITY_KEY_FILE).read_bytes(), password=None)
    except (OSError, ValueError) as error:
        raise BadInputError(
            f"{folder}: no authority ({error}); `table-app keys init` makes one"
        ) from error
    if not isinstance(key, Ed25519PrivateKey) or key.public_key() != certificate.public_key():
        raise BadInputError(f"{folder}: {AUTHORITY_FILE} and {AUTHORITY_KEY_FILE} are no pair")
    return certificate, key


def _certificate(
    subject: x509.Name, key: Ed25519PrivateKey, *, issuer: x509.Name
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_VALID_FROM)
        .not_valid_after(_VALID_TO)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _name(common_name: str) -> x509.Name:
    try:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])
    except ValueError as error:
        raise BadInputError(f"{common_name!r:.100} cannot name a certificate: {error}") from error


def _refuse_existing(folder: Path, names: tuple[str, ...], *, what: str) -> None:
    for name in names:
        if (folder / name).exists():
            raise BadInputError(f"{folder / name}: there is {what} already, never overwritten")


def _write_key(path: Path, key: Ed25519PrivateKey) -> None:
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _write_new(path, pem, mode=0o600)


def _write_certificate(path: Path, certificate: x509.Certificate) -> None:
    _write_new(path, certificate.public_bytes(Encoding.PEM), mode=0o644)


def _write_new(path: Path, content: bytes, *, mode: int) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())

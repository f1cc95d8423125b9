"""The service's certificate and private key: making, checking, copying and restoring them.

Both lie in the school's folder as ``certificate.pem`` and ``key.pem``. A laptop that joins pins the certificate, so a
new certificate locks out every joined laptop. Therefore a pair is only made by itself if there is none and no laptop
has joined yet; damaged or missing files are reported and left as they are.
"""

from __future__ import annotations

import ssl
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from trainer.exams.countersignature import is_signed_by_certificate
from trainer.records.database import WriterLock
from trainer.records.database_files import set_aside
from trainer.school.errors import BadServiceIdentityError, NotAnIdentityCopyError, SwappedIdentityError
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.texts import Message

CERTIFICATE, KEY = "certificate.pem", "key.pem"
_YEARS = 10
_LARGEST = 100_000  # bytes of a PEM file
_PATIENCE = 60.0  # seconds to wait for another service that makes the pair
_IS_CERTIFICATE, _IS_KEY = b"-----BEGIN CERTIFICATE-----", b"PRIVATE KEY-----"


class ServiceIdentity:
    """A certificate and its key, read from the school's folder.

    Raises `BadServiceIdentityError` if they are damaged, do not belong together, or one or both are missing although
    ``is_in_use`` says that laptops have joined. An expired certificate still works, because laptops compare its
    fingerprint and not its dates; ``ends`` says until when it is valid.
    """

    def __init__(self, folder: Path, now: datetime, *, is_in_use: bool = False) -> None:
        self.certificate_file = folder / CERTIFICATE
        self.key_file = folder / KEY
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._missing() and not is_in_use:
            lock = WriterLock(self.certificate_file, _PATIENCE)  # two services that start at once use one pair
            try:
                if len(self._missing()) == 2:
                    _write(folder, *_new_pair(now))
            finally:
                lock.release()
        if missing := self._missing():
            raise BadServiceIdentityError(path=missing[0], problem=Message("school.identity.missing"))
        certificate_pem, key_pem = _read(self.certificate_file), _read(self.key_file)
        if _IS_KEY in certificate_pem and _IS_CERTIFICATE in key_pem and _IS_CERTIFICATE not in certificate_pem:
            raise SwappedIdentityError(certificate=self.certificate_file, key=self.key_file)
        certificate = _certificate(certificate_pem, self.certificate_file)
        self._key = _key(key_pem, self.key_file)
        if certificate.public_key() != self._key.public_key():
            raise BadServiceIdentityError(path=self.key_file, problem=Message("school.identity.other-key"))
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.certificate_file, self.key_file)
        except ssl.SSLError:
            problem = Message("school.identity.damaged-certificate")
            raise BadServiceIdentityError(path=self.certificate_file, problem=problem) from None
        self.fingerprint = certificate.fingerprint(hashes.SHA256())
        self.public = certificate.public_bytes(serialization.Encoding.DER)
        self.ends = certificate.not_valid_after_utc

    def _missing(self) -> list[Path]:
        return [path for path in (self.certificate_file, self.key_file) if not path.exists()]

    def sign(self, message: bytes) -> bytes:
        """Sign a bundle that goes back to a laptop, or a checkpoint of an exam."""
        return self._key.sign(message, ec.ECDSA(hashes.SHA256()))

    def copy(self) -> bytes:
        """Certificate and key in one PEM file, for `restore_identity`. Anybody who has the file can pose as the
        school."""
        return _read(self.certificate_file) + _read(self.key_file)


def has_identity(folder: Path) -> bool:
    """Whether the folder holds a certificate or a key, in whatever state."""
    return any((folder / name).exists() for name in (CERTIFICATE, KEY))


def make_new_identity(folder: Path, now: datetime) -> ServiceIdentity:
    """Replace the pair by a new one; existing files are kept under dated names. Every laptop has to join again."""
    pair = _new_pair(now)
    _set_aside(folder, now)
    _write(folder, *pair)
    return ServiceIdentity(folder, now)


def restore_identity(folder: Path, copy: Path, now: datetime) -> ServiceIdentity:
    """Put the pair of a copy in place; existing files are kept under dated names.

    Raises `NotAnIdentityCopyError`, before anything is changed, unless the copy holds a certificate with its key.
    """
    data = read_input_file(copy, _LARGEST)
    try:
        certificate, key = _certificate(data, copy), _key(data, copy)
    except BadServiceIdentityError:
        raise NotAnIdentityCopyError(path=copy) from None
    if certificate.public_key() != key.public_key():
        raise NotAnIdentityCopyError(path=copy)
    _set_aside(folder, now)
    _write(folder, certificate, key)
    return ServiceIdentity(folder, now)


def is_signed_by_service(certificate: bytes, fingerprint: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the service with the pinned fingerprint signed this message; ``certificate`` is its certificate."""
    is_pinned = sha256(certificate).digest() == fingerprint
    return is_pinned and is_signed_by_certificate(certificate, message, signature)


def _new_pair(now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "croupier-trainer school")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=366))  # a laptop's clock may be far behind
        .not_valid_after(now + timedelta(days=366 * _YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("croupier-trainer.local")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate, key


def _write(folder: Path, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_private(folder / KEY, plain)
    write_private(folder / CERTIFICATE, certificate.public_bytes(pem))


def _set_aside(folder: Path, now: datetime) -> None:
    for path in (folder / CERTIFICATE, folder / KEY):
        if path.exists():
            set_aside(path, "replaced", now)


def _read(path: Path) -> bytes:
    try:
        data = read_input_file(path, _LARGEST)
    except IsADirectoryError:
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.folder")) from None
    except OSError:
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.unreadable")) from None
    if not data.strip():
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.empty"))
    return data


def _certificate(data: bytes, path: Path) -> x509.Certificate:
    try:
        certificate = x509.load_pem_x509_certificate(data)
        certificate.public_key()
    except (ValueError, UnsupportedAlgorithm):
        problem = Message("school.identity.damaged-certificate")
        raise BadServiceIdentityError(path=path, problem=problem) from None
    return certificate


def _key(data: bytes, path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(data, None)
    except TypeError:
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.locked-key")) from None
    except (ValueError, UnsupportedAlgorithm):
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.damaged-key")) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise BadServiceIdentityError(path=path, problem=Message("school.identity.kind-of-key"))
    return key

"""Who a machine is: the key of a laptop, the certificate of the service, and the short code that ties them together.

A code is eight letters on the projector. It never goes over the network. Both sides stretch it, slowly and with the
fingerprint of the service's certificate as salt, into the same key, and prove to one another that they have it:

1. The laptop connects, looks at the certificate it is shown, and sends a random number.
2. The service proves with it that it knows the code *for that certificate*. Somebody in between shows another
   certificate, whose proof he cannot make: the laptop stops and has told him nothing.
3. The laptop proves that it knows the code too, over the service's own random number, which is good for one try, and
   signs all of it with its own key. What was heard on the network cannot be said again.

From then on the certificate is pinned and the laptop is known by its key; the code is not needed any more.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

from trainer.exams.keys import BadKeyError, PublicKey
from trainer.school.errors import WrongCodeError
from trainer.school.passwords import stretched
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: nothing that looks like something else
CODE_LENGTH = 8  # 40 bits: years of guessing with the stretching, and the service slows who guesses
_LOOKS_LIKE = str.maketrans("OIL", "011")
_YEARS = 10
NONCE_BYTES = 32
# What a laptop's signature is for: one that was given for one purpose is worth nothing for another.
JOIN = b"school join"
CONNECT = b"school connect"


def new_code() -> str:
    """A code for a class, as it stands on the projector: ``K7QM-4TRB``."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def read_code(typed: str) -> str:
    """A code as somebody typed it; raises `WrongCodeError` if it cannot be one.

    >>> read_code(" k7qm 4trb"), read_code("K7QM-4TRB"), read_code("OIL00000")
    ('K7QM4TRB', 'K7QM4TRB', '01100000')
    """
    letters = "".join(typed.upper().replace("-", " ").split()).translate(_LOOKS_LIKE)
    if len(letters) != CODE_LENGTH or not set(letters) <= set(CODE_LETTERS):
        raise WrongCodeError
    return letters


def code_key(code: str, fingerprint: bytes) -> bytes:
    """The key of a code at the service of that certificate; slow on purpose."""
    return stretched(read_code(code), fingerprint)


def service_proof(key: bytes, laptop_nonce: bytes) -> bytes:
    """What only a service can say that knows the code."""
    return hmac.digest(key, b"school service" + laptop_nonce, "sha256")


def laptop_proof(key: bytes, service_nonce: bytes, public_key: bytes, person: bytes) -> bytes:
    """What only a laptop can say that knows the code: for its key, in that person's name, now."""
    return hmac.digest(key, b"school laptop" + service_nonce + public_key + person, "sha256")


def same(one: bytes, other: bytes) -> bool:
    """Whether two proofs are the same, without telling by the time how much of them is."""
    return hmac.compare_digest(one, other)


class LaptopKey:
    """The key of one laptop; it never leaves it."""

    def __init__(self, seed: bytes | None = None) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed) if seed else Ed25519PrivateKey.generate()

    @property
    def seed(self) -> bytes:
        return self._key.private_bytes_raw()

    @property
    def public(self) -> bytes:
        return self._key.public_key().public_bytes_raw()

    def sign(self, purpose: bytes, message: bytes) -> bytes:
        """A signature that is good for one purpose only."""
        return self._key.sign(purpose + b"\0" + message)


def is_signed(public: bytes, purpose: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a key has signed this for that purpose. A key of small order is nobody's: with it one
    signature would fit everything."""
    try:
        return PublicKey(public).verifies_raw(purpose + b"\0" + message, signature)
    except BadKeyError:
        return False


class ServiceIdentity:
    """The service's certificate and key, two files in the school's folder; made once, for ten years."""

    def __init__(self, folder: Path, now: datetime) -> None:
        self.certificate_file = folder / "certificate.pem"
        self.key_file = folder / "key.pem"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (self.certificate_file.exists() and self.key_file.exists()):
            self._make(now)
        certificate = x509.load_pem_x509_certificate(read_input_file(self.certificate_file))
        self.fingerprint = certificate.fingerprint(hashes.SHA256())
        self._key = serialization.load_pem_private_key(read_input_file(self.key_file), None)
        self.public = certificate.public_bytes(serialization.Encoding.DER)

    def _make(self, now: datetime) -> None:
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
        make_private(self.key_file)
        self.key_file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        self.certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def sign(self, message: bytes) -> bytes:
        """For what goes back to a laptop on a stick."""
        if not isinstance(self._key, ec.EllipticCurvePrivateKey):
            raise TypeError("the service's key is not one of ours")
        return self._key.sign(message, ec.ECDSA(hashes.SHA256()))


def is_signed_by_service(certificate: bytes, fingerprint: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the service of the pinned certificate has signed this; its certificate stands beside it."""
    if sha256(certificate).digest() != fingerprint:
        return False
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            return False
        key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True

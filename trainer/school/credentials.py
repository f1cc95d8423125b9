"""Laptop keys, and the short code with which a laptop and the service recognise each other.

A code is twelve letters and digits on the projector. It never goes over the network. Both sides derive the same key
from it, slowly and with the fingerprint of the service's certificate as salt, and prove that they have that key:

1. The laptop connects, notes the certificate it is shown, and sends a random nonce.
2. The service answers with a proof over that nonce that it knows the code *for that certificate*. A man in the middle
   shows another certificate and cannot make that proof; the laptop stops and has revealed nothing.
3. The laptop proves that it knows the code too, over a nonce of the service that is valid once, and signs the whole
   with its own key. A recorded message cannot be replayed.

From then on the certificate is pinned and the laptop is known by its key; the code is no longer needed.
"""

from __future__ import annotations

import hmac
import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from trainer.exams.keys import BadKeyError, PublicKey
from trainer.school.errors import WrongCodeError
from trainer.school.passwords import derive_key

CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32, without letters that look alike
# 60 bits: with the slow derivation nobody guesses a code within the hours it lasts, not even somebody who recorded the
# service's proof and tries codes at home. A password-authenticated key exchange would allow a shorter code, but the one
# maintained library, spake2 0.9, is pure Python: not in constant time, and slow enough for strangers to keep a service
# busy that has to answer for each open code.
CODE_LENGTH = 12
_GROUP = 4
_LOOKS_LIKE = str.maketrans("OIL", "011")
NONCE_BYTES = 32
# Purposes of a laptop's signature. A signature for one purpose is invalid for the others.
JOIN = b"school join"
CONNECT = b"school connect"


def new_code() -> str:
    """A new code for a class, as the projector shows it: ``K7QM-4TRB-9XYZ``."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + _GROUP] for at in range(0, CODE_LENGTH, _GROUP))


def read_code(typed: str) -> str:
    """The letters of a code as typed; raises `WrongCodeError` if it cannot be a code.

    >>> read_code(" k7qm 4trb9xyz"), read_code("K7QM-4TRB-9XYZ"), read_code("OIL000000000")
    ('K7QM4TRB9XYZ', 'K7QM4TRB9XYZ', '011000000000')
    """
    letters = "".join(typed.upper().replace("-", " ").split()).translate(_LOOKS_LIKE)
    if len(letters) != CODE_LENGTH or not set(letters) <= set(CODE_LETTERS):
        raise WrongCodeError
    return letters


def code_key(code: str, fingerprint: bytes) -> bytes:
    """The key derived from a code and the fingerprint of the service's certificate; slow on purpose."""
    return derive_key(read_code(code), fingerprint)


def service_proof(key: bytes, laptop_nonce: bytes) -> bytes:
    """The service's proof that it knows the code."""
    return hmac.digest(key, b"school service" + laptop_nonce, "sha256")


def laptop_proof(key: bytes, service_nonce: bytes, public_key: bytes, person: bytes) -> bytes:
    """The laptop's proof that it knows the code, bound to its key and the person it joins as."""
    return hmac.digest(key, b"school laptop" + service_nonce + public_key + person, "sha256")


def proofs_equal(one: bytes, other: bytes) -> bool:
    """Compare two proofs in constant time."""
    return hmac.compare_digest(one, other)


class LaptopKey:
    """A laptop's Ed25519 key. It never leaves the laptop."""

    def __init__(self, seed: bytes | None = None) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed) if seed else Ed25519PrivateKey.generate()

    @property
    def seed(self) -> bytes:
        return self._key.private_bytes_raw()

    @property
    def public(self) -> bytes:
        return self._key.public_key().public_bytes_raw()

    def sign(self, purpose: bytes, message: bytes) -> bytes:
        """Sign a message for one purpose."""
        return self._key.sign(purpose + b"\0" + message)


def is_signed(public: bytes, purpose: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key's owner signed this message for that purpose. Keys of small order are rejected: with them one
    signature would fit every message."""
    try:
        return PublicKey(public).verifies_raw(purpose + b"\0" + message, signature)
    except BadKeyError:
        return False

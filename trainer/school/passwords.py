"""Password hashes and keys derived from short secrets (Argon2id)."""

from __future__ import annotations

import unicodedata

import argon2
from argon2.low_level import Type, hash_secret_raw

from trainer.school.errors import WeakPasswordError

SHORTEST = 4  # a trainee's PIN; passwords of staff are longer
SHORTEST_OF_STAFF = 8
LONGEST = 200
_MEMORY_KIB, _ROUNDS, _LANES = 19_456, 2, 1  # OWASP's minimum for Argon2id
# Verified for unknown names, so that the answer takes as long as for known ones.
_HASH_OF_NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$10uStsRVPE9nR85y3v/pag$uyYycOMV9BYLCAN7JzRiW6ynfrSHZ9jcCNa2tRb5k08"


def check_strength(password: str, *, is_staff: bool) -> None:
    """Raise `WeakPasswordError` if a password is too short or too long."""
    shortest = SHORTEST_OF_STAFF if is_staff else SHORTEST
    if not shortest <= len(_normal(password)) <= LONGEST:
        raise WeakPasswordError(least=shortest, most=LONGEST)


def hash_password(password: str) -> bytes:
    """The hash of a password, with its salt and parameters."""
    hasher = argon2.PasswordHasher(time_cost=_ROUNDS, memory_cost=_MEMORY_KIB, parallelism=_LANES)
    return hasher.hash(_normal(password)).encode()


def password_matches(password: str, stored: bytes | None) -> bool:
    """Whether the password fits its hash. Takes equally long without a hash."""
    if len(password) > LONGEST:
        return False
    # As typed too: earlier versions made the hash of that.
    is_right = any(_fits(form, stored or _HASH_OF_NOBODY) for form in dict.fromkeys((_normal(password), password)))
    return is_right and stored is not None


def _fits(password: str, stored: bytes | str) -> bool:
    try:
        return bool(argon2.PasswordHasher().verify(stored, password))
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def _normal(password: str) -> str:
    """A password in normal form (NFC): keyboards differ in how they write an accent."""
    return unicodedata.normalize("NFC", password)


def derive_key(secret: str, salt: bytes) -> bytes:
    """A key derived slowly from a short secret."""
    return hash_secret_raw(secret.encode(), salt, _ROUNDS, _MEMORY_KIB, _LANES, hash_len=32, type=Type.ID)

"""Password hashes (Argon2id), and a throttle for wrong attempts."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import argon2
from argon2.low_level import Type, hash_secret_raw

from trainer.school.errors import SlowDownError, WeakPasswordError

SHORTEST = 4  # a trainee's PIN; passwords of staff are longer
SHORTEST_OF_STAFF = 8
LONGEST = 200
_MEMORY_KIB, _ROUNDS, _LANES = 19_456, 2, 1  # OWASP's minimum for Argon2id
_FREE_TRIES = 5
_LONGEST_WAIT = 300.0  # seconds
_MOST_REMEMBERED = 10_000
# Verified for unknown names, so that the answer takes as long as for known ones.
_HASH_OF_NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$10uStsRVPE9nR85y3v/pag$uyYycOMV9BYLCAN7JzRiW6ynfrSHZ9jcCNa2tRb5k08"


def check_strength(password: str, *, is_staff: bool) -> None:
    """Raise `WeakPasswordError` if a password is too short or too long."""
    shortest = SHORTEST_OF_STAFF if is_staff else SHORTEST
    if not shortest <= len(password) <= LONGEST:
        raise WeakPasswordError(least=shortest, most=LONGEST)


def hash_password(password: str) -> bytes:
    """The hash of a password, with its salt and parameters."""
    hasher = argon2.PasswordHasher(time_cost=_ROUNDS, memory_cost=_MEMORY_KIB, parallelism=_LANES)
    return hasher.hash(password).encode()


def password_matches(password: str, stored: bytes | None) -> bool:
    """Whether the password fits its hash. Takes equally long without a hash."""
    if len(password) > LONGEST:
        return False
    try:
        is_right = argon2.PasswordHasher().verify(stored or _HASH_OF_NOBODY, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False
    return bool(is_right) and stored is not None


def derive_key(secret: str, salt: bytes) -> bytes:
    """A key derived slowly from a short secret."""
    return hash_secret_raw(secret.encode(), salt, _ROUNDS, _MEMORY_KIB, _LANES, hash_len=32, type=Type.ID)


class Throttle:
    """Delays wrong attempts: some are free, then each doubles the wait for that source. Any thread may use it."""

    def __init__(self, clock: Callable[[], float], free: int = _FREE_TRIES, longest: float = _LONGEST_WAIT) -> None:
        self._clock = clock  # in seconds
        self._free = free
        self._longest = longest
        self._wrong: dict[str, tuple[int, float]] = {}  # number of wrong attempts, and when the wait ends
        self._lock = Lock()

    def check(self, *names: str) -> None:
        """Raise `SlowDownError` while one of the names has to wait."""
        now = self._clock()
        wait = max((self._wrong.get(name, (0, 0.0))[1] - now for name in names), default=0.0)
        if wait > 0:
            raise SlowDownError(seconds=max(1, round(wait)))

    def wrong(self, *names: str) -> None:
        """Count a wrong attempt for each name."""
        now = self._clock()
        with self._lock:
            for name in names:
                times = self._wrong.pop(name, (0, 0.0))[0] + 1
                if len(self._wrong) >= _MOST_REMEMBERED:  # drop the oldest entry
                    self._wrong.pop(next(iter(self._wrong)))
                wait = min(self._longest, 2.0 ** min(times - self._free, 30)) if times >= self._free else 0.0
                self._wrong[name] = times, now + wait

    def right(self, *names: str) -> None:
        """Forget the wrong attempts of each name."""
        with self._lock:
            for name in names:
                self._wrong.pop(name, None)

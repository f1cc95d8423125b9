"""The profiles of a laptop, and the PINs that keep trainees from answering under each other's names."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from trainer.records.attempts import from_milliseconds, make_id, to_milliseconds
from trainer.records.database import Database
from trainer.records.errors import DamagedError, NameEmptyError, NameTakenError, NoProfileError
from trainer.records.sqlite_errors import translate_errors
from trainer.records.validation import clamp_time, is_text, is_time, is_uuid
from trainer.system.lazy_imports import lazily
from trainer.system.people_names import without_invisible

with lazily():  # needed only for profiles with a PIN
    import argon2

_SALT_BYTES = 16  # of the scrypt hashes of earlier versions
_MEMORY_KIB, _ROUNDS, _LANES = 19_456, 2, 1  # OWASP's minimum for Argon2id; takes a tenth of a second
_ARGON2 = b"$argon2"


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A trainee on this laptop. The PIN itself is never stored."""

    id: UUID
    name: str
    created: datetime
    has_pin: bool = False


class ProfileBook(Database):
    """The profiles in the records file."""

    def add_profile(self, name: str, pin: str = "") -> Profile:
        """Add a profile. Its name must be free, ignoring case."""
        now = clamp_time(to_milliseconds(self.clock()))
        name = self.check_name(name)
        profile_id = make_id(now)
        with self.writing() as connection:
            connection.execute(
                "INSERT INTO profiles (uuid, name, created, pin) VALUES (?, ?, ?, ?)",
                (profile_id.bytes, name, now, hash_pin(pin) if pin else None),
            )
        return self.profile(profile_id)

    def profiles(self) -> list[Profile]:
        """All profiles, sorted by name."""
        with translate_errors(self.where):
            rows = self.connection.execute("SELECT uuid, name, created, pin IS NOT NULL FROM profiles").fetchall()
        if not all(is_uuid(uuid) and is_text(name) and is_time(created) for uuid, name, created, _ in rows):
            raise DamagedError(path=self.where)
        people = [
            Profile(id=UUID(bytes=uuid), name=name, created=from_milliseconds(created), has_pin=bool(pin))
            for uuid, name, created, pin in rows
        ]
        return sorted(people, key=lambda profile: profile.name.casefold())

    def profile(self, who: UUID | str) -> Profile:
        """The profile with this id or name; raises `NoProfileError`."""
        for profile in self.profiles():
            if who == profile.id or (isinstance(who, str) and who.casefold() == profile.name.casefold()):
                return profile
        raise NoProfileError(name=who)

    def rename_profile(self, profile_id: UUID, name: str) -> Profile:
        """Rename a profile; the new name must be free."""
        name = self.check_name(name, but=self.profile(profile_id).name)
        return self._set(profile_id, "name", name)

    def set_pin(self, profile_id: UUID, pin: str) -> Profile:
        """Set the PIN; an empty one removes it."""
        return self._set(profile_id, "pin", hash_pin(pin) if pin else None)

    def check_pin(self, profile_id: UUID, pin: str) -> bool:
        """Whether the PIN is right, or the profile has none. Upgrades hashes of earlier versions."""
        stored = self._get(profile_id, "pin")
        if stored is None:
            return True
        if not isinstance(stored, bytes) or not pin_matches(pin, stored):
            return False
        if not stored.startswith(_ARGON2) and not self.read_only:
            self.set_pin(profile_id, pin)
        return True

    def settings(self, profile_id: UUID) -> str:
        """The profile's settings as JSON text."""
        return str(self._get(profile_id, "settings"))

    def set_settings(self, profile_id: UUID, settings: str) -> None:
        """Store the profile's settings, as JSON text."""
        self._set(profile_id, "settings", settings)

    def remove_profile(self, profile_id: UUID) -> None:
        """Delete a profile with all its attempts, securely. Export it first if it may be needed."""
        number = self._get(profile_id, "id")
        with self.writing() as connection:
            connection.execute("PRAGMA secure_delete = ON")  # overwrites the deleted rows in the file
            for table in ("derived", "attempts", "sessions"):
                connection.execute(f"DELETE FROM {table} WHERE profile = ?", (number,))
            connection.execute("DELETE FROM plans WHERE id NOT IN (SELECT plan FROM sessions)")
            connection.execute("DELETE FROM profiles WHERE id = ?", (number,))
        with translate_errors(self.where):
            self.connection.execute("PRAGMA secure_delete = OFF")
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.clear_caches()

    def check_name(self, name: str, but: str = "") -> str:
        """The cleaned name; raises if it is empty or taken by a profile other than ``but``."""
        name = clean_profile_name(name)
        if not name:
            raise NameEmptyError
        taken = {profile.name.casefold() for profile in self.profiles()} - {but.casefold()}
        if name.casefold() in taken:
            raise NameTakenError(name=name)
        return name

    def _get(self, profile_id: UUID, column: str) -> Any:
        with translate_errors(self.where):
            row = self.connection.execute(f"SELECT {column} FROM profiles WHERE uuid = ?", (profile_id.bytes,))
            found = row.fetchone()
        if found is None:
            raise NoProfileError(name=profile_id)
        return found[0]

    def _set(self, profile_id: UUID, column: str, value: bytes | str | None) -> Profile:
        with self.writing() as connection:
            connection.execute(f"UPDATE profiles SET {column} = ? WHERE uuid = ?", (value, profile_id.bytes))
        return self.profile(profile_id)


def clean_profile_name(name: str) -> str:
    """A name without invisible characters, which could make two names look alike or control a terminal.

    >>> clean_profile_name(" Ana\\u202e  María\\x1b ")
    'Ana María'
    """
    return " ".join(without_invisible(name).split())


def hash_pin(pin: str) -> bytes:
    """The Argon2id hash of a PIN, with its salt and parameters.

    A PIN of four digits can be guessed by anybody who has the file. It keeps trainees apart; it does not encrypt.
    """
    hasher = argon2.PasswordHasher(time_cost=_ROUNDS, memory_cost=_MEMORY_KIB, parallelism=_LANES)
    return hasher.hash(_bytes_of(pin)).encode()


def _bytes_of(pin: str) -> bytes:
    """Bytes of a PIN or password; bytes of another encoding typed in a terminal stay as they are."""
    return pin.encode("utf-8", "surrogatepass")


def pin_matches(pin: str, stored: bytes) -> bool:
    """Whether the PIN fits its hash: Argon2id, or scrypt with a salt from earlier versions."""
    if stored.startswith(_ARGON2):
        try:
            return bool(argon2.PasswordHasher().verify(stored, _bytes_of(pin)))
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False
    salt, hashed = stored[:_SALT_BYTES], stored[_SALT_BYTES:]
    found = hashlib.scrypt(_bytes_of(pin), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return hmac.compare_digest(found, hashed)

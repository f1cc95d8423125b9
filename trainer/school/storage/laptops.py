"""Access to the school: join codes, laptops with their keys, and logins."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID

import msgspec

from trainer.school.errors import StorageError, UnknownError
from trainer.school.passwords import hash_password
from trainer.school.storage.engine import Engine, Row, Writer
from trainer.school.storage.people import PeopleBook, clean_name
from trainer.school.storage.revocations import Revocation, digest_of_hash
from trainer.system.digests import sha256
from trainer.texts import Message

CODE_MS = 8 * 3_600_000  # eight hours, a day of classes
LOGIN_MS = 7 * 24 * 3_600_000  # a login ends after a week at the latest
IDLE_MS = 12 * 3_600_000  # and after a night in which it was not used, but not after a lunch break
_SEEN_STEP = 30_000  # milliseconds between updates of when a login was last used
_LAPTOP = "id, person, key, name, joined, withdrawn, seen, ahead"


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A join code for a class or for one person. Only the key derived from it is stored."""

    id: UUID
    class_id: UUID
    person: UUID | None
    secret: bytes
    ends: int


class Laptop(msgspec.Struct, frozen=True, kw_only=True):
    """A laptop that has joined, with its public key."""

    id: UUID
    person: UUID
    key: bytes
    name: str
    joined: int
    is_withdrawn: bool
    seen: int
    ahead: int  # milliseconds by which its clock is ahead of ours, for display


class LaptopBook(PeopleBook):
    """Join codes, laptops and logins."""

    # Codes

    def add_code(
        self,
        class_id: UUID,
        secret: bytes,
        person: UUID | None = None,
        who: UUID | None = None,
        lasts: int = CODE_MS,
        *,
        replaces: bool = True,
    ) -> Code:
        """Open a code. It replaces the last one of the class or person. Without ``replaces`` a code of the class that
        is open stays, and is returned. Raises `UnknownError` for somebody who was erased."""
        number, ends = self.new_id(), self.now() + lasts
        with self.engine.writing() as writer:
            self.engine.lock(writer, "codes")  # two services may open one at the same moment
            if person is not None and self.is_erased(writer, person):
                raise UnknownError(what=Message("school.thing.person"))
            writer.change("DELETE FROM codes WHERE ends <= ?", (self.now(),))
            known = [one for one in self._codes(writer) if (one.class_id, one.person) == (class_id, None)]
            if known and not replaces:
                return known[0]
            if person is None:
                writer.change("DELETE FROM codes WHERE class = ? AND person IS NULL", (class_id.bytes,))
            else:
                writer.change("DELETE FROM codes WHERE person = ?", (person.bytes,))
            writer.change(
                "INSERT INTO codes (id, class, person, secret, created, ends) VALUES (?, ?, ?, ?, ?, ?)",
                (number.bytes, class_id.bytes, person.bytes if person else None, secret, self.now(), ends),
            )
            self.write_audit(writer, who, "open-code", str(person or class_id), "")
        return Code(id=number, class_id=class_id, person=person, secret=secret, ends=ends)

    def codes(self) -> list[Code]:
        """The codes that have not expired, those of classes first."""
        return self._codes(self.engine)

    def _codes(self, reader: Engine | Writer) -> list[Code]:
        rows = reader.rows(
            "SELECT id, class, person, secret, ends FROM codes WHERE ends > ? "
            "ORDER BY person IS NOT NULL, created DESC",
            (self.now(),),
        )
        return [
            Code(
                id=UUID(bytes=bytes(number)),
                class_id=UUID(bytes=bytes(class_id)),
                person=UUID(bytes=bytes(person)) if person is not None else None,
                secret=bytes(secret),
                ends=ends,
            )
            for number, class_id, person, secret, ends in rows
        ]

    def close_code(self, number: UUID, who: UUID | None = None) -> bool:
        """Delete a code; returns False if somebody else has deleted it already."""
        with self.engine.writing() as writer:
            closed = writer.change("DELETE FROM codes WHERE id = ?", (number.bytes,))
            if closed:
                self.write_audit(writer, who, "close-code", str(number), "")
        return bool(closed)

    # Laptops

    def add_laptop(self, person: UUID, key: bytes, name: str, who: UUID | None = None) -> Laptop:
        """Register a laptop for a person. A known key returns its laptop, or raises `UnknownError` if it was withdrawn
        or belongs to somebody else; so does a person who has left or was erased a moment ago."""
        rows = self.engine.rows(f"SELECT {_LAPTOP} FROM laptops WHERE key = ?", (key,))
        if rows:
            known = _laptop(rows[0])
            if known.is_withdrawn or known.person != person:
                raise UnknownError(what=Message("school.thing.laptop"))
            return known
        number = self.new_id()
        with self.engine.writing() as writer:
            here = f"SELECT 1 FROM people WHERE id = ? AND gone IS NULL{self.engine.for_update}"
            if not writer.rows(here, (person.bytes,)):
                raise UnknownError(what=Message("school.thing.person"))
            writer.change(
                "INSERT INTO laptops (id, person, key, name, joined, seen) VALUES (?, ?, ?, ?, ?, ?)",
                (number.bytes, person.bytes, key, clean_name(name), self.now(), self.now()),
            )
            self.write_audit(writer, who or person, "join", str(person), clean_name(name))
        return self.laptop(number)

    def set_first_password(self, person: UUID, password: str) -> bool:
        """Set the password of a person who has neither one nor a laptop; returns whether it was set.

        Of two laptops that join in the same name at once, at whatever service, only one sets it.
        """
        hashed = hash_password(password)
        with self.engine.writing() as writer:
            set_now = writer.change(
                "UPDATE people SET password = ? WHERE id = ? AND password IS NULL AND gone IS NULL AND NOT EXISTS "
                "(SELECT 1 FROM laptops WHERE laptops.person = people.id AND withdrawn IS NULL)",
                (hashed, person.bytes),
            )
            if set_now:
                self.write_audit(writer, person, "set-password", str(person), "")
                self.revocations.add(Revocation.PASSWORD, [person], digest_of_hash(hashed))
        return bool(set_now)

    def laptop(self, number: UUID) -> Laptop:
        """A laptop by its id; raises `UnknownError`."""
        rows = self.engine.rows(f"SELECT {_LAPTOP} FROM laptops WHERE id = ?", (number.bytes,))
        if not rows:
            raise UnknownError(what=Message("school.thing.laptop"))
        return _laptop(rows[0])

    def has_laptops(self) -> bool:
        """Whether any laptop has joined and was not withdrawn."""
        return bool(self.engine.rows("SELECT 1 FROM laptops WHERE withdrawn IS NULL LIMIT 1"))

    def laptops(self, person: UUID | None = None) -> list[Laptop]:
        """All laptops, or one person's, last joined first."""
        if person is None:
            rows = self.engine.rows(f"SELECT {_LAPTOP} FROM laptops")
        else:
            rows = self.engine.rows(f"SELECT {_LAPTOP} FROM laptops WHERE person = ?", (person.bytes,))
        return sorted(map(_laptop, rows), key=lambda one: -one.joined)

    def laptops_of(self, people: Iterable[UUID]) -> list[Laptop]:
        """The laptops of some people, in any order."""
        wanted = [person.bytes for person in people]
        if not wanted:
            return []
        places = ", ".join("?" * len(wanted))
        return list(map(_laptop, self.engine.rows(f"SELECT {_LAPTOP} FROM laptops WHERE person IN ({places})", wanted)))

    def withdraw_laptop(self, number: UUID, who: UUID | None = None) -> None:
        """Withdraw a laptop: its key is no longer accepted."""
        with self.engine.writing() as writer:
            changed = writer.change(
                "UPDATE laptops SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL", (self.now(), number.bytes)
            )
            if not changed:
                raise UnknownError(what=Message("school.thing.laptop"))
            self.write_audit(writer, who, "withdraw-laptop", str(number), "")
            self.revocations.add(Revocation.LAPTOP, [number])

    def note_laptop_seen(self, number: UUID, ahead: int) -> None:
        """Note that a laptop was seen, and how far its clock is ahead."""
        with self.engine.writing() as writer:
            writer.change("UPDATE laptops SET seen = ?, ahead = ? WHERE id = ?", (self.now(), ahead, number.bytes))

    def note_contact(self, number: UUID, person: UUID) -> None:
        """Note that a laptop has been connected long enough to have sent everything it had."""
        with self.engine.writing() as writer:
            if self.is_erased(writer, person):
                return
            writer.change(
                "INSERT INTO contacts (laptop, person, until) VALUES (?, ?, ?) "
                "ON CONFLICT (laptop) DO UPDATE SET until = excluded.until",
                (number.bytes, person.bytes, self.now()),
            )

    # Logins

    def add_login(self, person: UUID, token: bytes) -> int:
        """Store a login; returns when it ends at the latest. Only a hash of the token is stored. Raises `UnknownError`
        for somebody who was erased."""
        ends = self.now() + LOGIN_MS
        with self.engine.writing() as writer:
            if self.is_erased(writer, person):
                raise UnknownError(what=Message("school.thing.person"))
            writer.change("DELETE FROM logins WHERE ends <= ?", (self.now(),))
            writer.change(
                "INSERT INTO logins (token, person, created, seen, ends) VALUES (?, ?, ?, ?, ?)",
                (sha256(token).digest(), person.bytes, self.now(), self.now(), ends),
            )
            self.write_audit(writer, person, "log-in", str(person), "")
        return ends

    def login_of(self, token: bytes) -> UUID | None:
        """The person of a login; None if it has ended, or was not used for `IDLE_MS`."""
        hashed = sha256(token).digest()
        rows = self.engine.rows("SELECT person, seen, ends FROM logins WHERE token = ?", (hashed,))
        now = self.now()
        if not rows or rows[0][2] <= now or rows[0][1] + IDLE_MS <= now:
            return None
        if rows[0][1] + _SEEN_STEP <= now:
            with suppress(StorageError), self.engine.writing() as writer:  # on a full disk reading must still work
                writer.change("UPDATE logins SET seen = ? WHERE token = ?", (now, hashed))
        return UUID(bytes=bytes(rows[0][0]))

    def end_login(self, token: bytes) -> None:
        """Delete a login."""
        with self.engine.writing() as writer:
            writer.change("DELETE FROM logins WHERE token = ?", (sha256(token).digest(),))


def _laptop(row: Row) -> Laptop:
    number, person, key, name, joined, withdrawn, seen, ahead = row
    return Laptop(
        id=UUID(bytes=bytes(number)),
        person=UUID(bytes=bytes(person)),
        key=bytes(key),
        name=name,
        joined=joined,
        is_withdrawn=withdrawn is not None,
        seen=seen,
        ahead=ahead,
    )

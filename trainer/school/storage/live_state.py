"""What the services of one school share while they run, so that laptops can use any of them.

Used nonces, waits after wrong attempts, the running services, who is connected to which of them, and races. None of it
is in a backup. A school on SQLite has one service, so that its own connections are all there are.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from trainer.school.storage.exam_rooms import ExamRoomBook

_FREE_TRIES = 5
_LONGEST_WAIT_MS = 300_000
_FORGOTTEN_MS = 3_600_000  # a wrong attempt is forgotten an hour after its wait
_MOST_BRAKES = 10_000
_RACE_MS = 24 * 3_600_000  # a race is over by the next day
_KEY_BYTES = 32
_IDENTITY = "identity"  # purpose of the row with the fingerprint for which the codes were opened


class RaceState(NamedTuple):
    """A class's race as stored: its opaque description, the question it is at, and the answers so far."""

    id: UUID
    body: bytes
    number: int
    is_over: bool
    answers: tuple[tuple[int, UUID, bytes], ...]  # question, person, answer


class LiveBook(ExamRoomBook):
    """State that running services share."""

    # Joining and logging in

    def service_key(self, purpose: str) -> bytes:
        """A random key that all services of the school use for a purpose."""
        rows = self.engine.rows("SELECT secret FROM service_keys WHERE purpose = ?", (purpose,))
        if not rows:
            with self.engine.writing() as writer:
                writer.change(
                    "INSERT INTO service_keys (purpose, secret) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    (purpose, secrets.token_bytes(_KEY_BYTES)),
                )
                rows = writer.rows("SELECT secret FROM service_keys WHERE purpose = ?", (purpose,))
        return bytes(rows[0][0])

    def use_identity(self, fingerprint: bytes) -> None:
        """Note the fingerprint of the service's certificate, and close the codes if they were opened for another one:
        the keys derived from them fit that certificate only."""
        rows = self.engine.rows("SELECT secret FROM service_keys WHERE purpose = ?", (_IDENTITY,))
        if rows and bytes(rows[0][0]) == fingerprint:
            return
        with self.engine.writing() as writer:
            if rows:
                writer.change("DELETE FROM codes")
            writer.change(
                "INSERT INTO service_keys (purpose, secret) VALUES (?, ?) "
                "ON CONFLICT (purpose) DO UPDATE SET secret = excluded.secret",
                (_IDENTITY, fingerprint),
            )

    def use_nonce(self, nonce: bytes, ends: int) -> bool:
        """Note that a nonce was used; returns whether it was used for the first time."""
        with self.engine.writing() as writer:
            writer.change("DELETE FROM used_nonces WHERE ends < ?", (self.now(),))
            return bool(
                writer.change(
                    "INSERT INTO used_nonces (nonce, ends) VALUES (?, ?) ON CONFLICT DO NOTHING", (nonce, ends)
                )
            )

    def wait_of(self, source: str) -> int:
        """Milliseconds for which attempts from a source have to wait; 0 if there were few wrong ones."""
        rows = self.engine.rows("SELECT ends FROM brakes WHERE source = ?", (source,))
        return min(_LONGEST_WAIT_MS, max(0, rows[0][0] - self.now())) if rows else 0

    def count_wrong(self, source: str, free: int = _FREE_TRIES) -> None:
        """Count a wrong attempt: some are free, then each doubles the wait of its source."""
        now = self.now()
        with self.engine.writing() as writer:
            writer.change("DELETE FROM brakes WHERE ends < ?", (now - _FORGOTTEN_MS,))
            rows = writer.rows(f"SELECT wrong FROM brakes WHERE source = ?{self.engine.for_update}", (source,))
            wrong = rows[0][0] + 1 if rows else 1
            wait = min(_LONGEST_WAIT_MS, 1_000 * 2 ** min(wrong - free, 30)) if wrong >= free else 0
            writer.change(
                "INSERT INTO brakes (source, wrong, ends) VALUES (?, ?, ?) ON CONFLICT (source) DO UPDATE SET "
                "wrong = brakes.wrong + 1, ends = excluded.ends",
                (source, wrong, now + wait),
            )
            if writer.rows("SELECT count(*) FROM brakes")[0][0] > _MOST_BRAKES:
                writer.change(
                    "DELETE FROM brakes WHERE source IN (SELECT source FROM brakes ORDER BY ends LIMIT ?)",
                    (_MOST_BRAKES // 10,),
                )

    def forget_wrong(self, source: str) -> None:
        """Forget the wrong attempts of a source."""
        if self.engine.rows("SELECT 1 FROM brakes WHERE source = ?", (source,)):
            with self.engine.writing() as writer:
                writer.change("DELETE FROM brakes WHERE source = ?", (source,))

    # Services and presence

    def beat(self, service: UUID, present: Mapping[UUID, bytes | None]) -> tuple[bool, dict[UUID, int]]:
        """Report that a service runs, and who is connected to it (None: no longer).

        Returns whether the service was already known, and how often each service has reported. A service that stops
        counting is gone; comparing counts instead of times makes the machines' clocks irrelevant.
        """
        with self.engine.writing() as writer:
            is_known = bool(writer.change("UPDATE services SET beats = beats + 1 WHERE id = ?", (service.bytes,)))
            if not is_known:
                writer.change("INSERT INTO services (id, beats) VALUES (?, 1)", (service.bytes,))
            writer.change_many(
                "INSERT INTO presence (service, person, body) VALUES (?, ?, ?) "
                "ON CONFLICT (service, person) DO UPDATE SET body = excluded.body",
                [(service.bytes, person.bytes, body) for person, body in present.items() if body is not None],
            )
            writer.change_many(
                "DELETE FROM presence WHERE service = ? AND person = ?",
                [(service.bytes, person.bytes) for person, body in present.items() if body is None],
            )
            found = writer.rows("SELECT id, beats FROM services")
        return is_known, {UUID(bytes=bytes(number)): beats for number, beats in found}

    def end_services(self, services: Iterable[UUID]) -> None:
        """Forget services that have ended, and who was connected to them."""
        with self.engine.writing() as writer:
            for service in services:
                writer.change("DELETE FROM services WHERE id = ?", (service.bytes,))
                writer.change("DELETE FROM presence WHERE service = ?", (service.bytes,))

    def presence_elsewhere(self, people: Sequence[UUID], service: UUID) -> dict[UUID, list[bytes]]:
        """Who of some people is connected to services other than this one."""
        if not people or not self.engine.is_shared:
            return {}
        places = ", ".join("?" * len(people))
        rows = self.engine.rows(
            f"SELECT person, body FROM presence WHERE service <> ? AND person IN ({places})",
            [service.bytes, *(person.bytes for person in people)],
        )
        found: dict[UUID, list[bytes]] = {}
        for person, body in rows:
            found.setdefault(UUID(bytes=bytes(person)), []).append(bytes(body))
        return found

    # Races

    def open_race(self, class_id: UUID, race: UUID, body: bytes) -> None:
        """Start a race of a class; it replaces the last one."""
        with self.engine.writing() as writer:
            self.engine.lock(writer, "races")  # two services may start one at the same moment
            for table in ("races", "race_answers"):  # in this order: no answer to the last race comes in between
                writer.change(f"DELETE FROM {table} WHERE class = ?", (class_id.bytes,))
            writer.change(
                "INSERT INTO races (class, id, body, number, is_over, at) VALUES (?, ?, ?, 0, 0, ?)",
                (class_id.bytes, race.bytes, body, self.now()),
            )

    def race(self, class_id: UUID) -> RaceState | None:
        """The last race of a class."""
        rows = self.engine.rows(
            "SELECT id, body, number, is_over FROM races WHERE class = ? AND at >= ?",
            (class_id.bytes, self.now() - _RACE_MS),
        )
        if not rows:
            return None
        number, body, question, is_over = rows[0]
        answers = self.engine.rows("SELECT number, person, body FROM race_answers WHERE class = ?", (class_id.bytes,))
        return RaceState(
            UUID(bytes=bytes(number)),
            bytes(body),
            question,
            bool(is_over),
            tuple((asked, UUID(bytes=bytes(person)), bytes(answer)) for asked, person, answer in answers),
        )

    def move_race(self, class_id: UUID, race: UUID, before: int, number: int, *, is_over: bool) -> None:
        """Move a race from one question to another, or end it, unless another service has done so already."""
        with self.engine.writing() as writer:
            writer.change(
                "UPDATE races SET number = ?, is_over = ? WHERE class = ? AND id = ? AND number = ? AND is_over = 0",
                (number, int(is_over), class_id.bytes, race.bytes, before),
            )

    def add_race_answer(self, class_id: UUID, race: UUID, number: int, person: UUID, answer: bytes) -> bool:
        """Store an answer to the current question; returns False if it is not the first, or too late."""
        with self.engine.writing() as writer:
            asked = "SELECT 1 FROM races WHERE class = ? AND id = ? AND number = ? AND is_over = 0"
            is_asked = writer.rows(asked + self.engine.for_update, (class_id.bytes, race.bytes, number))
            return bool(is_asked and not self.is_erased(writer, person)) and bool(
                writer.change(
                    "INSERT INTO race_answers (class, number, person, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (class_id.bytes, number, person.bytes, answer),
                )
            )

"""The records of this laptop as entries for synchronising, entries from elsewhere stored in them, and the progress on
assignments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol
from uuid import UUID

from trainer.records.attempts import to_milliseconds
from trainer.records.store import Store
from trainer.school.assignments import Work
from trainer.school.entries import (
    AttemptBody,
    Entry,
    RulesBody,
    SealedBody,
    SessionBody,
    Sort,
    attempt_entry,
    attempt_of,
    body_of,
    invalid_field,
    rules_entry,
    rules_id,
    sealed_entry,
    session_entry,
    session_of,
)

LESSON_SESSION = "lesson"  # session kind of an assigned lesson that was opened; it has no answers


class LocalEntries(Protocol):
    """The entries on this laptop, wherever they are stored."""

    def ids(self) -> Iterable[bytes]:
        """All ids, each after the ones it refers to: sessions and rules before their attempts."""

    def fresh(self) -> Iterable[bytes]:
        """The ids recorded since the last call of `ids` or `fresh`, in the same order."""

    def entries(self, ids: Sequence[bytes]) -> list[Entry]:
        """The entries with these ids; missing ones are skipped."""

    def keep(self, entries: Sequence[Entry]) -> int:
        """Merge received entries; returns the number of new ones."""

    def work(self, person: UUID, assignments: Sequence[UUID]) -> list[Work]:
        """A person's progress on assignments according to this laptop's records, also offline."""


class SealedStore(Protocol):
    """Where sittings or certificates are stored."""

    def documents(self) -> Iterable[UUID]: ...

    def document(self, number: UUID) -> bytes | None: ...

    def keep_document(self, number: UUID, document: bytes) -> None: ...


class RecordsEntries:
    """The records of one profile as entries. Sealed documents come from their folders."""

    def __init__(
        self, store: Callable[[], Store], profile: UUID, sealed: dict[Sort, SealedStore] | None = None
    ) -> None:
        """``store`` returns the open records; they may be closed and reopened between calls."""
        self._find = store
        self._profile = profile
        self._sealed = sealed or {}
        self._last = b""
        self._kinds: dict[bytes, Sort] = {}
        self._digests: dict[bytes, str] = {}
        self._sessions: set[bytes] = set()

    @property
    def _store(self) -> Store:
        return self._find()

    def ids(self) -> Iterator[bytes]:
        self._last = b""
        self._sessions.clear()
        self._digests.clear()
        self._kinds.clear()
        yield from self.fresh()

    def fresh(self) -> Iterator[bytes]:
        last = self._last
        newest = self._store.newest(self._profile)
        if newest > last:
            fresh = self._store.attempts_after(self._profile, last)
            for digest in {digest for _, _, digest in fresh if digest}:
                number = rules_id(digest)
                if number not in self._digests and self._store.rules(digest) is not None:
                    self._digests[number] = digest
                    self._kinds[number] = Sort.RULES
                    yield number
            for _, session, _ in fresh:
                if session not in self._sessions:
                    self._sessions.add(session)
                    self._kinds[session] = Sort.SESSION
                    yield session
            for attempt, _, _ in fresh:
                yield attempt
            self._last = newest
        for session_read in self._store.sessions(self._profile, LESSON_SESSION):
            number = session_read.id.bytes
            if number not in self._sessions:
                self._sessions.add(number)
                self._kinds[number] = Sort.SESSION
                yield number
        for sort, store in self._sealed.items():
            for document in store.documents():
                if document.bytes not in self._kinds:
                    self._kinds[document.bytes] = sort
                    yield document.bytes

    def entries(self, ids: Sequence[bytes]) -> list[Entry]:
        return [entry for number in ids if (entry := self._entry(number)) is not None]

    def _entry(self, number: bytes) -> Entry | None:
        match self._kinds.get(number, Sort.ATTEMPT):
            case Sort.SESSION:
                session = self._store.session(self._profile, UUID(bytes=number))
                return session_entry(session) if session else None
            case Sort.RULES:
                data = self._store.rules(self._digests[number])
                return rules_entry(self._digests[number], data) if data is not None else None
            case Sort.ATTEMPT:
                attempt = self._store.attempt(self._profile, UUID(bytes=number))
                return attempt_entry(attempt) if attempt else None
            case sort:
                document = self._sealed[sort].document(UUID(bytes=number))
                return sealed_entry(UUID(bytes=number), sort, document) if document is not None else None

    def work(self, person: UUID, assignments: Sequence[UUID]) -> list[Work]:
        wanted = {assignment.hex: assignment for assignment in assignments}
        found: list[Work] = []
        for kind in ("class", LESSON_SESSION) if wanted else ():
            for session in self._store.sessions(self._profile, kind):
                assignment = next((one for name, one in wanted.items() if name in session.plan), None)
                if assignment is not None:
                    answers, rights, milliseconds, last = self._store.session_totals(session)
                    began = to_milliseconds(session.began)
                    found.append(
                        Work(
                            person=person,
                            assignment=assignment,
                            answers=answers,
                            rights=rights,
                            milliseconds=milliseconds,
                            began=began,
                            last=last or began,
                        )
                    )
        return found

    def keep(self, entries: Sequence[Entry]) -> int:
        """Merge received entries; invalid ones are skipped."""
        sessions, attempts, rules = [], [], {}
        added = 0
        for entry in entries:
            if invalid_field(entry):
                continue
            match body_of(entry):
                case SessionBody() as body:
                    sessions.append(session_of(entry.id, body, self._profile))
                case AttemptBody() as body:
                    attempts.append(attempt_of(entry.id, body, self._profile))
                case RulesBody() as body:
                    rules[body.digest] = body.data
                case SealedBody() as body:
                    store = self._sealed.get(entry.sort)
                    if store is not None and store.document(UUID(bytes=entry.id)) is None:
                        store.keep_document(UUID(bytes=entry.id), body.document)
                        added += 1
        return added + self._store.merge(self._profile, sessions, rules, attempts)

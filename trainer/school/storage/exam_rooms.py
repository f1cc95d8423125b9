"""Exam orders and copies of running sittings, stored so that they survive a restart or a broken laptop."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec

from trainer.school.storage.classroom import TeachingBook

_REMEMBERED = 24 * 3_600_000  # milliseconds; an exam is over by the next day

_MOST_SITTINGS = 10  # of a person within a day
LOG = "events.jsonl"  # the file of a sitting's log
CANDIDATE = "candidate.json"  # and of the candidate's record


def extends_log(offered: bytes, known: bytes) -> bool:
    """Whether a copy of a log continues the complete lines of an earlier copy."""
    return offered.startswith(known[: known.rfind(b"\n") + 1])


class RecordedOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The last order for a sitting, with the sealed paper of the first."""

    sitting: UUID
    said: str  # begin, pause, go-on or end
    paper: bytes
    by: str


class ExamRoomBook(TeachingBook):
    """Exam orders and copies of sittings."""

    def record_exam_order(
        self, people: Iterable[UUID], told: RecordedOrder, class_id: UUID, who: UUID | None = None, about: str = ""
    ) -> None:
        """Store an order for some people. An order without a paper keeps the earlier paper."""
        with self.engine.writing() as writer:
            self.engine.lock(writer, "exam_orders")
            writer.change("DELETE FROM exam_orders WHERE at < ?", (self.now() - _REMEMBERED,))
            for person in sorted(people):
                if self.is_erased(writer, person):
                    continue
                writer.change(
                    "INSERT INTO exam_orders (person, sitting, class, said, paper, who, at) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, sitting) DO UPDATE SET said = excluded.said, "
                    "who = excluded.who, at = excluded.at, paper = CASE WHEN length(excluded.paper) > 0 "
                    "THEN excluded.paper ELSE exam_orders.paper END",
                    (
                        *(person.bytes, told.sitting.bytes, class_id.bytes),
                        *(told.said, told.paper, told.by, self.now()),
                    ),
                )
            self.write_audit(writer, who, "invigilate", about or str(class_id), f"{told.said} {told.sitting}")

    def exam_orders(self, person: UUID) -> list[RecordedOrder]:
        """The last order for each recent sitting of a person, oldest first, including ended ones."""
        rows = self.engine.rows(
            "SELECT sitting, said, paper, who FROM exam_orders WHERE person = ? AND at >= ? ORDER BY at, sitting",
            (person.bytes, self.now() - _REMEMBERED),
        )
        return [
            RecordedOrder(sitting=UUID(bytes=bytes(sitting)), said=said, paper=bytes(paper), by=by)
            for sitting, said, paper, by in rows
        ]

    def examined(self) -> list[UUID]:
        """The people with recent exam orders."""
        rows = self.engine.rows("SELECT DISTINCT person FROM exam_orders")
        return [UUID(bytes=bytes(person)) for (person,) in rows]

    def exam_paper(self, class_id: UUID, sitting: UUID) -> bytes:
        """The sealed paper of a class's sitting; empty if nobody has begun it."""
        rows = self.engine.rows(
            "SELECT paper FROM exam_orders WHERE class = ? AND sitting = ? AND length(paper) > 0 "
            "ORDER BY at DESC LIMIT 1",
            (class_id.bytes, sitting.bytes),
        )
        return bytes(rows[0][0]) if rows else b""

    def copy_sitting(self, person: UUID, laptop: UUID, sitting: str, name: str, data: bytes) -> None:
        """Store a file of a person's current sitting, replacing its last version.

        Sittings of the day before are removed. Those of today stay, because they are evidence; somebody who has some
        already begins no further one, so that the school keeps a bounded number.
        """
        with self.engine.writing() as writer:
            if self.is_erased(writer, person):
                return
            writer.change(
                "DELETE FROM sitting_copies WHERE person = ? AND (at < ? OR (sitting = ? AND name = ?))",
                (person.bytes, self.now() - _REMEMBERED, sitting, name),
            )
            known = writer.rows("SELECT DISTINCT sitting FROM sitting_copies WHERE person = ?", (person.bytes,))
            if len(known) >= _MOST_SITTINGS and (sitting,) not in known:
                return
            writer.change(
                "INSERT INTO sitting_copies (person, sitting, name, laptop, data, at) VALUES (?, ?, ?, ?, ?, ?)",
                (person.bytes, sitting, name, laptop.bytes, data, self.now()),
            )

    def copied_file(self, person: UUID, sitting: str, name: str) -> bytes:
        """A file of a person's sitting, as far as the school received it; empty if there is none."""
        rows = self.engine.rows(
            "SELECT data FROM sitting_copies WHERE person = ? AND sitting = ? AND name = ?",
            (person.bytes, sitting, name),
        )
        return bytes(rows[0][0]) if rows else b""

    def copied_sitting(self, person: UUID, laptop: UUID) -> list[tuple[str, str, bytes]]:
        """The files (sitting, name, data) of a person's recent sitting on a laptop other than this one."""
        rows = self.engine.rows(
            "SELECT sitting, name, data FROM sitting_copies WHERE person = ? AND laptop <> ? AND at >= ? AND sitting = "
            "(SELECT sitting FROM sitting_copies WHERE person = ? ORDER BY at DESC, sitting LIMIT 1) ORDER BY name",
            (person.bytes, laptop.bytes, self.now() - _REMEMBERED, person.bytes),
        )
        return [(sitting, name, bytes(data)) for sitting, name, data in rows]

"""Assignments with the rules that they share, boards, heat maps and common mistakes of a class.

Reading them takes equally long for any number of entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import tzinfo
from uuid import UUID

import msgspec

from trainer.records.attempts import to_milliseconds
from trainer.school.assignments import Assignment, Work
from trainer.school.errors import ConflictError, FullError, UnknownError
from trainer.school.storage.engine import Row, Writer
from trainer.school.storage.entry_book import EntryBook
from trainer.school.storage.totals import HOUR_MS, WEEK_MS
from trainer.study.progress import THEME_ANSWERS, THEME_EACH_WAY
from trainer.texts import Message

OF_LATE_WEEKS = 8
MOST_ASSIGNMENTS = 500  # of a class that were not withdrawn, as many as a message has room for
_MOST_CURRENT = 3_000_000  # bytes of those, so that a message also has room for the progress on them
_MOST_SET = 50_000_000  # bytes of all assignments of a class
_MOST_SHARED = 20_000_000  # bytes of the rules that a person shares; those of a house have some ten thousand
MOST_SKILLS = 300  # of a person on the map; all games together have fewer
_LONGEST_SKILL = 200  # characters


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the heat map: one person at one skill, in recent weeks."""

    person: UUID
    skill: str
    answers: int
    rights: int
    milliseconds: int  # of the right answers
    target: int  # of the right answers

    @property
    def is_enough(self) -> bool:
        """Whether there are enough answers to judge by, right and wrong, as in a trainee's own progress.

        Three times as many answers suffice without wrong ones.
        """
        wrong = self.answers - self.rights
        judged = self.answers >= THEME_ANSWERS and self.rights >= THEME_EACH_WAY and wrong >= THEME_EACH_WAY
        return judged or self.answers >= 3 * THEME_ANSWERS

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return self.rights / self.answers if self.answers else 0.0


class ClassMistake(msgspec.Struct, frozen=True, kw_only=True):
    """A named mistake of a class, with an example."""

    mistake: str
    skill: str
    times: int
    people: int
    example_person: UUID
    example: bytes


class Today(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has answered today."""

    answers: int = 0
    rights: int = 0
    milliseconds: int = 0


class TeachingBook(EntryBook):
    """Assignments, progress on them, and what boards show."""

    def add_assignment(self, assignment: Assignment, who: UUID | None = None) -> None:
        """Set an assignment. Repeating it changes nothing; another one with the same id raises `ConflictError`, and one
        for which the class has no room `FullError`."""
        body = msgspec.json.encode(assignment)
        with self.engine.writing() as writer:
            self.engine.lock(writer, "assignments")
            is_new = writer.change(
                "INSERT INTO assignments (id, class, body, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (assignment.id.bytes, assignment.class_id.bytes, body, self.now()),
            )
            if is_new:
                self._check_room_for(writer, assignment.class_id)
                self.write_audit(writer, who, "assign", str(assignment.id), assignment.title)
                return
            rows = writer.rows("SELECT body FROM assignments WHERE id = ?", (assignment.id.bytes,))
            if bytes(rows[0][0]) != body:
                raise ConflictError

    @staticmethod
    def _check_room_for(writer: Writer, class_id: UUID) -> None:
        """Raise `FullError` if a class has too many assignments now, or too large ones, also withdrawn ones."""
        ((count, current, size),) = writer.rows(
            "SELECT count(*) - count(withdrawn), sum(CASE WHEN withdrawn IS NULL THEN length(body) ELSE 0 END), "
            "sum(length(body)) FROM assignments WHERE class = ?",
            (class_id.bytes,),
        )
        if count > MOST_ASSIGNMENTS:
            raise FullError(why=Message("school.why.assignments", {"most": MOST_ASSIGNMENTS}))
        if current > _MOST_CURRENT or size > _MOST_SET:
            raise FullError(why=Message("school.why.full-class"))

    def share_rules(self, digest: str, data: bytes, who: UUID | None = None) -> None:
        """Store rules that assignments or races use, under their digest; raises `FullError` if this person has shared
        too many."""
        with self.engine.writing() as writer:
            self.engine.lock(writer, "shared_rules")
            is_new = writer.change(
                "INSERT INTO shared_rules (digest, data, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (digest, data, self.now()),
            )
            if is_new:
                self.write_audit(writer, who, "share-rules", digest, "")
                ((size,),) = writer.rows(
                    "SELECT sum(length(data)) FROM shared_rules JOIN audit ON audit.about = shared_rules.digest "
                    "WHERE audit.action = 'share-rules' AND audit.who = ?",
                    (who.bytes if who else None,),
                )
                if size is not None and size > _MOST_SHARED:
                    raise FullError(why=Message("school.why.full"))

    def shared_rules(self, digest: str) -> bytes:
        """Rules by their digest; empty if there are none."""
        rows = self.engine.rows("SELECT data FROM shared_rules WHERE digest = ?", (digest,))
        return bytes(rows[0][0]) if rows else b""

    def check_rules(self, digest: str) -> None:
        """Raise `UnknownError` if rules that an assignment or a race names were not stored."""
        if digest and not self.shared_rules(digest):
            raise UnknownError(what=Message("school.thing.rules"))

    def withdraw_assignment(self, number: UUID, who: UUID | None = None) -> None:
        """Withdraw an assignment; raises `UnknownError`."""
        with self.engine.writing() as writer:
            changed = writer.change(
                "UPDATE assignments SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL", (self.now(), number.bytes)
            )
            if not changed:
                raise UnknownError(what=Message("school.thing.assignment"))
            self.write_audit(writer, who, "withdraw-assignment", str(number), "")

    def assignments(self, classes: Iterable[UUID]) -> list[Assignment]:
        """The assignments of some classes that were not withdrawn, newest first."""
        wanted = [number.bytes for number in classes]
        if not wanted:
            return []
        rows = self.engine.rows(
            f"SELECT body FROM assignments WHERE withdrawn IS NULL AND class IN ({_places(wanted)}) "
            "ORDER BY created DESC, id DESC",
            wanted,
        )
        return [msgspec.json.decode(bytes(body), type=Assignment) for (body,) in rows]

    def assignment(self, number: UUID) -> Assignment:
        """An assignment by its id; raises `UnknownError`."""
        rows = self.engine.rows("SELECT body FROM assignments WHERE id = ?", (number.bytes,))
        if not rows:
            raise UnknownError(what=Message("school.thing.assignment"))
        return msgspec.json.decode(bytes(rows[0][0]), type=Assignment)

    def work(self, assignments: Iterable[UUID], person: UUID | None = None) -> list[Work]:
        """The progress on assignments: for each person and assignment, the session that got furthest."""
        wanted = [number.bytes for number in assignments]
        if not wanted:
            return []
        only = " AND person = ?" if person else ""
        rows = self.engine.rows(
            "SELECT person, assignment, answers, rights, milliseconds, began, last FROM work "
            f"WHERE assignment IN ({_places(wanted)}){only}",
            [*wanted, person.bytes] if person else wanted,
        )
        best: dict[tuple[bytes, bytes], Work] = {}
        for who, assignment, answers, rights, milliseconds, began, last in rows:
            found = Work(
                person=UUID(bytes=bytes(who)),
                assignment=UUID(bytes=bytes(assignment)),
                answers=answers,
                rights=rights,
                milliseconds=milliseconds,
                began=began,
                last=last,
            )
            key = bytes(who), bytes(assignment)
            if key not in best or (found.answers, -found.began) > (best[key].answers, -best[key].began):
                best[key] = found
        return list(best.values())

    def heat_map(
        self, people: Iterable[UUID], weeks: int = OF_LATE_WEEKS, most_skills: int = MOST_SKILLS
    ) -> list[Cell]:
        """The answers of people by skill, in recent weeks. Of each person at most ``most_skills``, those with the most
        answers, because a laptop may send any number of invented ones."""
        wanted = [number.bytes for number in people]
        if not wanted:
            return []
        rows = self.engine.rows(
            "SELECT person, skill, sum(answers), sum(rights), sum(milliseconds), sum(target) FROM skills "
            f"WHERE person IN ({_places(wanted)}) AND week > ? AND length(skill) <= {_LONGEST_SKILL} "
            "GROUP BY person, skill",
            [*wanted, self.now() // WEEK_MS - weeks],
        )
        cells = [
            Cell(
                person=UUID(bytes=bytes(person)),
                skill=skill,
                answers=int(answers),
                rights=int(rights),
                milliseconds=int(milliseconds),
                target=int(target),
            )
            for person, skill, answers, rights, milliseconds, target in _most_answered(rows, most_skills)
        ]
        return sorted(cells, key=lambda cell: (cell.skill, cell.person))

    def common_mistakes(self, people: Iterable[UUID], weeks: int = OF_LATE_WEEKS, most: int = 10) -> list[ClassMistake]:
        """The named mistakes of recent weeks, those of most people first."""
        wanted = [number.bytes for number in people]
        if not wanted:
            return []
        since = self.now() // WEEK_MS - weeks
        rows = self.engine.rows(
            "SELECT skill, mistake, sum(times), count(DISTINCT CASE WHEN times > 0 THEN person END) FROM mistakes "
            f"WHERE person IN ({_places(wanted)}) AND week > ? GROUP BY skill, mistake HAVING sum(times) > 0 "
            "ORDER BY 4 DESC, 3 DESC, mistake, skill LIMIT ?",
            [*wanted, since, most],
        )
        found = []
        for skill, mistake, times, makers in rows:
            newest = self.engine.rows(
                f"SELECT person, example FROM mistakes WHERE person IN ({_places(wanted)}) AND skill = ? "
                "AND mistake = ? AND week > ? AND times > 0 ORDER BY example DESC, person DESC LIMIT 1",
                [*wanted, skill, mistake, since],
            )
            found += [
                ClassMistake(
                    mistake=mistake,
                    skill=skill,
                    times=int(times),
                    people=int(makers),
                    example_person=UUID(bytes=bytes(person)),
                    example=bytes(example),
                )
                for person, example in newest  # one, unless it was erased in between
            ]
        return found

    def today(self, people: Iterable[UUID], zone: tzinfo | None = None) -> dict[UUID, Today]:
        """What people have answered since midnight at the service's place, or in ``zone``."""
        wanted = [number.bytes for number in people]
        if not wanted:
            return {}
        midnight = self.clock().astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        since = to_milliseconds(midnight) // HOUR_MS
        rows = self.engine.rows(
            "SELECT person, sum(answers), sum(rights), sum(milliseconds) FROM hours "
            f"WHERE person IN ({_places(wanted)}) AND hour >= ? AND hour < ? GROUP BY person",
            [*wanted, since, since + 24],
        )
        return {
            UUID(bytes=bytes(person)): Today(answers=int(answers), rights=int(rights), milliseconds=int(milliseconds))
            for person, answers, rights, milliseconds in rows
        }


def _most_answered(rows: list[Row], most: int) -> Iterator[Row]:
    """The skills in which each person has answered most."""
    shown: Counter[bytes] = Counter()
    for row in sorted(rows, key=lambda row: (-row[2], row[1])):
        person = bytes(row[0])
        shown[person] += 1
        if shown[person] <= most:
            yield row


def _places(values: list[bytes]) -> str:
    return ", ".join("?" * len(values))

"""What a certifier should know about the people of a result: one person in two roles, or under two names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainer.exams.observations import Observation
from trainer.exams.people import People
from trainer.exams.register import Entry
from trainer.exams.result import SealedResult
from trainer.exams.seals import involved
from trainer.exams.staff import Staff
from trainer.system.people_names import may_be_one_person
from trainer.texts import Message, Param


def people_doubts(found: SealedResult, lines: Sequence[Entry], people: People, staff: Staff) -> Iterator[Observation]:
    """Doubts about candidate and staff, and earlier decisions on the same result."""
    header, drawn_by = found.result.header, found.result.paper.drawn_by
    names = {one.id: one.name for one in staff.people()}
    for other in sorted(involved(found.result) - {drawn_by}):
        if drawn_by in names and other in names and may_be_one_person(names[drawn_by], names[other]):
            yield _noted("one-person", one=drawn_by, other=other)
    for trainer in header.trained_by:
        if trainer not in names:
            yield _noted("trainer-unknown", person=trainer)
    mine = people.find(header.candidate)
    if mine is not None:
        for person, name in names.items():
            if may_be_one_person(name, mine.identity.name):
                yield _noted("candidate-on-staff", person=person)
        for other_one in people.everybody():
            if other_one.reference != mine.reference and may_be_one_person(other_one.identity.name, mine.identity.name):
                yield _noted("same-name", document=other_one.identity.document)
    sat = {line.details["candidate"] for line in lines if line.kind == "began" and _scheme(line) == header.scheme}
    gone = [one for one in sat - {header.candidate} if people.find(one) is None]
    if gone:
        yield _noted("people-gone", count=len(gone))
    for line in lines:
        if line.kind == "review" and line.about == found.digest:
            decision = Message(f"exams.decision.{line.details['decision']}")
            yield _noted("decided-before", person=line.by, at=line.at[:16], decision=decision)


def _scheme(line: Entry) -> str:
    return line.details["scheme"]


def _noted(what: str, **params: Param) -> Observation:
    return Observation(None, Message(f"exams.noted.{what}", params))

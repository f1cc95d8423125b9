"""People, answers and laptops for the school's tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from trainer.records.attempts import Attempt, make_id, to_milliseconds
from trainer.records.sessions import Session
from trainer.runs.plan import Kind, Plan
from trainer.school.assignments import Assignment, Seeding
from trainer.school.credentials import LaptopKey
from trainer.school.entries import NOBODY, Entry, attempt_entry, session_entry
from trainer.school.storage.laptops import Laptop
from trainer.school.storage.people import Class, Person, Role
from trainer.school.storage.school_storage import Storage

START = datetime(2026, 11, 16, 9, tzinfo=UTC)
KIND = "baleares/roulette-french@1+ab12cd34"
MISTAKES = ("", "roulette.mistake.added-the-stake", "roulette.mistake.split-as-straight")


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, **by: float) -> None:
        self.now += timedelta(**by)

    def seconds(self) -> float:
        return (self.now - START).total_seconds()


def a_class(
    storage: Storage, name: str = "Lunes", trainees: Sequence[str] = ("Ana", "Bea")
) -> tuple[Class, list[Person]]:
    group = storage.add_class(name)
    people = [storage.add_person(one, Role.TRAINEE) for one in trainees]
    storage.add_members(group.id, [one.id for one in people])
    return group, people


def a_laptop(storage: Storage, person: Person) -> tuple[Laptop, LaptopKey]:
    key = LaptopKey()
    return storage.add_laptop(person.id, key.public, f"laptop of {person.name}"), key


def a_plan(length: int = 10, seed: int = 7) -> Plan:
    rungs = ("pay-the-layout/1",)
    return Plan(kind=Kind.CLASS, rulebook="baleares", game="roulette-french", rungs=rungs, seed=seed, length=length)


def an_assignment(group: Class, length: int = 10, seeding: Seeding = Seeding.SAME, deadline: int = 0) -> Assignment:
    number = make_id(to_milliseconds(START))
    plan = str(a_plan(length))
    return Assignment(id=number, class_id=group.id, title="Plenos", plan=plan, seeding=seeding, deadline=deadline)


def a_session(number: int = 1, plan: str = "", at: datetime = START) -> Session:
    found = make_id(to_milliseconds(at), number)
    return Session(id=found, profile=NOBODY, kind="class" if plan else "drill", plan=plan, began=at)


def answers(session: Session, count: int, seed: int = 0, family: str = "pay-the-layout") -> list[Attempt]:
    """Answers to a drill, some of them wrong."""
    rng = random.Random(f"{session.id} {seed}")
    found = []
    for number in range(count):
        at = session.began + timedelta(seconds=2 * number)
        right = rng.random() < 0.7
        found.append(
            Attempt(
                id=make_id(to_milliseconds(at), rng.getrandbits(74)),
                profile=NOBODY,
                item=f"{family}/1 {KIND} #{rng.getrandbits(31)}",
                answer=str(rng.randrange(500)),
                right=right,
                mistake="" if right else rng.choice(MISTAKES),
                milliseconds=rng.randrange(800, 9_000),
                target_ms=4_000,
                behaviour="practise",
                counts=True,
                at=at,
                session=session.id,
            )
        )
    return found


def some_entries(count: int = 10, number: int = 1, plan: str = "", at: datetime = START) -> list[Entry]:
    """The entries of a session with its answers."""
    session = a_session(number, plan, at)
    return [session_entry(session), *map(attempt_entry, answers(session, count))]


def ids(entries: Sequence[Entry]) -> set[UUID]:
    return {UUID(bytes=entry.id) for entry in entries}

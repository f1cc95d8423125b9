"""What a live board shows from the storage. Who is connected comes from the hub, in the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from trainer.school.entries import AttemptBody, body_of
from trainer.school.protocol import Heat, MistakeLine
from trainer.school.storage.classroom import MOST_SKILLS
from trainer.school.storage.people import Person, Role, names_of
from trainer.school.storage.school_storage import Storage

_MOST_CELLS = 40_000  # of a board, which must fit into one message


class LineTotals(NamedTuple):
    """A trainee's stored part of a board line. ``seen`` and ``ahead`` are those of the laptop last seen."""

    person: UUID
    name: str
    answers: int  # today
    rights: int  # today
    seen: int
    ahead: int


class BoardTotals(NamedTuple):
    """The stored part of a board."""

    lines: tuple[LineTotals, ...]
    heat: tuple[Heat, ...]
    mistakes: tuple[MistakeLine, ...]


def read_board(storage: Storage, class_id: UUID) -> BoardTotals:
    """The stored part of a class's board. It reads only the people of the class."""
    people = storage.members(class_id, Role.TRAINEE)
    ids = [one.id for one in people]
    heat = tuple(
        Heat(
            person=cell.person,
            skill=cell.skill,
            answers=cell.answers,
            rights=cell.rights,
            is_enough=cell.is_enough,
        )
        for cell in storage.heat_map(ids, most_skills=min(MOST_SKILLS, _MOST_CELLS // max(1, len(ids))))
    )
    return BoardTotals(tuple(_lines(storage, people, None)), heat, tuple(_mistakes(storage, ids)))


def read_lines(storage: Storage, class_id: UUID, wanted: set[UUID] | None) -> list[LineTotals]:
    """The stored part of some trainees' lines, or of all for None; people who have left the class are left out."""
    return _lines(storage, storage.members(class_id, Role.TRAINEE), wanted)


def _lines(storage: Storage, people: Sequence[Person], wanted: set[UUID] | None) -> list[LineTotals]:
    """The lines of the wanted ones among the people of a class, under names that tell namesakes apart."""
    named = {person: name for person, name in names_of(people).items() if wanted is None or person in wanted}
    ids = list(named)
    today = storage.today(ids)
    heard = {laptop.person: laptop for laptop in sorted(storage.laptops_of(ids), key=lambda laptop: laptop.seen)}
    lines = []
    for person, name in named.items():
        done, laptop = today.get(person), heard.get(person)
        answers, rights = (done.answers, done.rights) if done else (0, 0)
        seen, ahead = (laptop.seen, laptop.ahead) if laptop else (0, 0)
        lines.append(LineTotals(person, name, answers, rights, seen, ahead))
    return lines


def _mistakes(storage: Storage, people: list[UUID]) -> list[MistakeLine]:
    found = []
    for mistake in storage.common_mistakes(people):
        example = storage.entry(mistake.example_person, mistake.example)
        body = body_of(example) if example else None
        if isinstance(body, AttemptBody):
            found.append(
                MistakeLine(
                    mistake=mistake.mistake,
                    skill=mistake.skill,
                    times=mistake.times,
                    people=mistake.people,
                    item=body.item,
                    answer=body.answer,
                )
            )
    return found

"""Sample data for pictures of the school screens: an invented class of forty, for instructor and trainee."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache, partial
from uuid import UUID

from trainer.desk.screens.school.join_screen import Step
from trainer.desk.screens.school.room_screen import RoomScreen
from trainer.desk.screens.school.trainee_link import TraineeLink
from trainer.desk.shots.pictures import NOW, Desk, Shot
from trainer.records.attempts import make_id, to_milliseconds
from trainer.runs.class_plan import class_plan
from trainer.runs.offers import Offer
from trainer.school import protocol
from trainer.school.assignments import Assignment, What, Work
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import RecordsEntries
from trainer.school.laptop.sync_client import State
from trainer.school.protocol import BoardLine, Doing, Heat, Incident, MistakeLine, NameLine, RaceLine, Status
from trainer.school.storage.people import Role

_NAMES = (
    "Ana Ríos",
    "Bea Salas",
    "Carlos Mamani",
    "Dora Quispe",
    "Elías Fuentes",
    "Fátima Núñez",
    "Gonzalo Ibáñez",
    "Héctor Villanueva Santander",
)
_CLASS = UUID(int=1)
_TRAINEES = 40
_AT = to_milliseconds(NOW)
_MINUTE = 60_000
_SKILLS = ("announce", "pay-tables", "pay-the-layout", "picture-bets", "wheel-order", "clear-and-pay")
_PLACE = "baleares/roulette-french"
_MISTAKES = ("roulette.mistake.added-the-stake", "roulette.mistake.paid-even-money", "roulette.mistake.forgot-split")
_ITEM = f"pay-the-layout/1 {_PLACE}@1+ab12cd34 #77"


def school_shots() -> Iterator[Shot]:
    """Every screen of the school: those of a trainee's laptop, and all pages of the instructor's room."""

    def shot(name: str, prepare: Callable[[Desk], object]) -> Shot:
        def prepare_from_home(desk: Desk) -> None:
            desk.window.show_home()
            prepare(desk)

        return Shot(name, prepare_from_home)

    yield shot("school-join", lambda desk: desk.window.open_screen("school"))
    yield shot("school-names", _names)
    yield shot("school-teach", _teach)
    yield shot("school-joined", _joined)
    yield shot("school-home", _home)
    for page in ("people", "board", "heat", "assign", "race", "exam"):
        yield shot(f"school-{page}", partial(_page, page=page))
    yield shot("school-first", _first)
    yield shot("school-race-question", partial(_race, is_over=False))
    yield shot("school-race-over", partial(_race, is_over=True))


# ── a trainee's laptop ───────────────────────────────────────────────────────────────────────────────────────────


def _names(desk: Desk) -> None:
    desk.window.open_screen("school")
    lines = tuple(NameLine(id=bytes(16), name=name, is_taken=at % 3 == 1) for at, name in enumerate(_NAMES))
    desk.window.school.joining.show_names(lines, "Escuela de Croupiers del Norte", "Lunes")


def _teach(desk: Desk) -> None:
    desk.window.open_screen("school")
    desk.window.school.joining.show_step(Step.TEACH)


def _linked(desk: Desk) -> None:
    """A laptop that has joined, is away just now, and has something to do."""
    store, profile = desk.records.open()
    link = Link(
        profile=profile,
        school="Escuela de Croupiers del Norte",
        address="192.168.1.20:8420",
        fingerprint=bytes(32),
        laptop=bytes(16),
        key=bytes(32),
        person=bytes(16),
        name=_NAMES[0],
        class_name="Lunes",
    )
    school = desk.window.school
    school.link = TraineeLink(
        link, LinkBook(None), RecordsEntries(lambda: store, profile), desk.window.workplace.now, lambda: True, school
    )
    core = school.link.core
    core.assigned = _assigned(desk)
    core.state, core.synced, core.ahead = State.AWAY, _AT - 40 * _MINUTE, 3 * _MINUTE


def _joined(desk: Desk) -> None:
    _linked(desk)
    desk.window.open_screen("school")


def _home(desk: Desk) -> None:
    _linked(desk)
    desk.go_home()
    desk.window.school.show_strip()


# ── the instructor's room ────────────────────────────────────────────────────────────────────────────────────────


@cache
def _people() -> tuple[tuple[UUID, str], ...]:
    names = [f"{_NAMES[at % len(_NAMES)]}{'' if at < len(_NAMES) else f' {at}'}" for at in range(_TRAINEES)]
    return tuple((UUID(int=at + 1), name) for at, name in enumerate(sorted(names)))


def _room(desk: Desk, page: str) -> RoomScreen:
    """The room of a class that nobody serves."""
    room = desk.window.school.room
    welcome = protocol.Welcome(
        person=bytes(16),
        name="Dora",
        role=Role.ADMINISTRATOR,
        school="Escuela de Croupiers del Norte",
        classes=((_CLASS.bytes, "Lunes"), (UUID(int=2).bytes, "Martes")),
    )
    desk.window.show_screen(room)
    room.show_classes(welcome, "192.168.1.20, 10.0.0.4:8421")
    room.people.show_code(protocol.CodeOpened(code="K7QM-4TRB-9XYZ", ends=_AT + 480 * _MINUTE))
    room.show_page(page)
    return room


def _first(desk: Desk) -> None:
    """A class that was just opened."""
    room = _room(desk, "board")
    room.show_reply(protocol.Board(class_id=_CLASS, now=_AT, lines=()))


def _page(desk: Desk, page: str) -> RoomScreen:
    room = _room(desk, page)
    room.show_reply(_roster())
    room.show_reply(_board())
    room.show_reply(_assigned(desk))
    room.people.show_personal(_NAMES[1], protocol.CodeOpened(code="9XNV-20AC-7HJT", ends=_AT + 480 * _MINUTE))
    for at, kind in enumerate(("clipboard", "not-in-front", "screen-added")):
        person = _people()[at][0]
        room.exam.show_incident(Incident(sitting=UUID(int=0), kind=kind, at=_AT - at * _MINUTE, person=person))
    room.people.rows[1].more.show()
    return room


def _race(desk: Desk, is_over: bool) -> None:
    room = _page(desk, "race")
    race, room.assign.new_seed = room.race, lambda: "picture"
    race.open_race()
    assert race.rules is not None
    lines = tuple(
        RaceLine(name=name, rights=4 - at // 10, answers=4, milliseconds=9_000 + at * 700)
        for at, (_, name) in enumerate(_people())
    )
    race.show_standings(
        protocol.RaceStandings(
            race=race.rules.id,
            number=4,
            answered=17,
            runners=_TRAINEES,
            lines=lines,
            hardest=((3, 21), (1, 9)) if is_over else (),
            is_over=is_over,
        )
    )


def _roster() -> protocol.Roster:
    people = tuple(
        protocol.RosterPerson(
            person=person,
            name=name,
            login="",
            role=Role.TRAINEE,
            has_password=True,
            laptops=((UUID(int=at), f"LAPTOP-{at:02}", _AT - at * _MINUTE),) if at % 4 else (),
        )
        for at, (person, name) in enumerate(_people())
    )
    return protocol.Roster(class_id=_CLASS, people=people)


def _board() -> protocol.Board:
    rng = random.Random(5)
    lines = tuple(_line(rng, at, person, name) for at, (person, name) in enumerate(_people()))
    heat = tuple(
        Heat(
            person=person,
            skill=f"{skill} {_PLACE}",
            answers=answers,
            rights=round(answers * min(1.0, rng.gauss(0.75, 0.18))),
            is_enough=answers > 12,
        )
        for person, _ in _people()
        for skill in _SKILLS
        if (answers := rng.randrange(40)) > 3
    )
    mistakes = tuple(
        MistakeLine(
            mistake=mistake,
            skill=f"{_SKILLS[2]} {_PLACE}",
            times=31 - 9 * at,
            people=12 - 4 * at,
            item=_ITEM,
            answer="",
        )
        for at, mistake in enumerate(_MISTAKES)
    )
    return protocol.Board(class_id=_CLASS, now=_AT, lines=lines, heat=heat, mistakes=mistakes)


def _line(rng: random.Random, at: int, person: UUID, name: str) -> BoardLine:
    is_in, answers = at % 5 != 3, rng.randrange(90)
    doing = (Doing.RUN, Doing.RUN, Doing.LESSON, Doing.HOME)[at % 4] if is_in else Doing.HOME
    skill = f"{_SKILLS[at % len(_SKILLS)]} {_PLACE}" if doing is Doing.RUN else ""
    length = 20 if doing is Doing.RUN else 0
    status = Status(doing=doing, skill=skill, answered=rng.randrange(20) if length else 0, length=length)
    return BoardLine(
        person=person,
        name=name,
        is_in=is_in,
        status=status,
        is_stuck=is_in and at % 7 == 0 and bool(length),
        answers=answers,
        rights=round(answers * rng.uniform(0.5, 1)),
        synced=_AT - (0 if is_in else rng.randrange(9_000)) * _MINUTE,
        waiting=0 if is_in else rng.randrange(60),
        ahead=0,
    )


def _assigned(desk: Desk) -> protocol.Assigned:
    """A drill, a lesson and an exam, and how far the class is with the first."""
    offer = desk.window.home.table()
    assert offer is not None
    found = (
        _assignment(offer, 1, "Ruleta francesa: plenos y caballos", What.DRILL, timedelta(hours=3)),
        _assignment(offer, 2, "Lección: ruleta francesa", What.LESSON, timedelta(days=1)),
        _assignment(offer, 3, "Ruleta: examen inicial", What.EXAM, -timedelta(days=1)),
    )
    work = tuple(
        Work(
            person=person,
            assignment=found[0].id,
            answers=min(20, at),
            rights=min(20, at) * 3 // 4,
            milliseconds=at * 4_100,
            began=_AT,
            last=_AT,
        )
        for at, (person, _) in enumerate(_people())
    )
    return protocol.Assigned(assignments=found, work=work)


def _assignment(offer: Offer, number: int, title: str, what: What, due: timedelta) -> Assignment:
    return Assignment(
        id=make_id(_AT, number),
        class_id=_CLASS,
        title=title,
        what=what,
        plan=str(class_plan(offer, "picture", 0, 20)),
        scheme="baleares/roulette-initial" if what is What.EXAM else "",
        deadline=to_milliseconds(NOW + due),
        made=_AT,
        by="Dora",
    )

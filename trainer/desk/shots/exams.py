"""Sample data for pictures of the exam screens: a small exam, a sitting, and results of invented candidates."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from trainer.desk.screens.exams.controller import ExamController
from trainer.desk.screens.exams.review_screen import Shown
from trainer.desk.screens.exams.sitting_screen import SittingScreen
from trainer.desk.screens.exams.statistics import figures_of
from trainer.desk.shots.pictures import Desk, Shot
from trainer.exams.key_files import Cost, lock_key
from trainer.exams.keys import KeyRole, PrivateKey, rehearsal_key
from trainer.exams.locked_paper import lock_paper
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Candidate, Identity
from trainer.exams.rehearsal import RehearsalClock, rehearse
from trainer.exams.result import SealedResult, SittingHeader
from trainer.exams.roles import Role
from trainer.exams.scheme import Counts, Draw, Judge, Level, Order, Part, Scheme
from trainer.exams.sitting import Machine, Sitting
from trainer.exams.staff import SignedIn
from trainer.exams.staff_admin import StaffAdmin
from trainer.exams.standard_setting import with_standard
from trainer.exams.trust import format_time, new_trust
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.system.private_files import write_private
from trainer.texts import Names

_NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
_CHEAP = Cost(8, 1, 1)  # nothing is secret in a picture
_CODE = "ABCD-EFGH-2345"
_SITTINGS = 4
SCHEME = Scheme(
    id="roulette-sample",
    names=Names("Ruleta: examen de muestra", "Roulette: sample exam"),
    level=Level.INITIAL,
    rulebook="baleares",
    games=("roulette-french",),
    pass_mark=60,
    parts=(
        Part(
            id="calls",
            names=Names("Anuncios y lectura", "Calls and reading"),
            weight=40,
            draws=(Draw(count=3, sources=("announce/1",)),),
            minutes=5,
            pass_mark=30,
            must_pass=True,
        ),
        Part(
            id="speed",
            names=Names("Rapidez", "Speed"),
            weight=60,
            draws=(Draw(count=2, sources=("pay-tables/1",)),),
            counts=Counts.ACCURACY_AND_TIME,
            order=Order.FORWARD,
        ),
    ),
)
_EXAMINER, _INVIGILATOR = SignedIn("elena", Role.EXAMINER), SignedIn("vera", Role.INVIGILATOR)


def exam_shots() -> Iterator[Shot]:
    """Every kind of screen of the exam room."""

    def shot(name: str, prepare: Callable[[ExamController], object]) -> Shot:
        def prepare_room(desk: Desk) -> None:
            desk.window.show_home()
            prepare(_room(desk))

        return Shot(name, prepare_room)

    yield shot("exams-first", ExamController.open)
    yield shot("exams", _lobby)
    yield shot("exam-practice", _practice)
    yield shot("exam", _sitting)
    yield shot("exam-overview", lambda room: _sitting(room).open_overview())
    yield shot("exam-review", _review)
    yield shot("exam-editor", lambda room: room.schemes.edit(SCHEME, _EXAMINER))
    yield shot("exam-statistics", _statistics)
    yield shot("exam-standard", _standard)
    yield shot("exam-staff", _staff)


def _room(desk: Desk) -> ExamController:
    folder = Path(tempfile.mkdtemp(dir=desk.window.workplace.folders.settings_path.parent))
    desk.window.exams = ExamController(desk.window, Office(folder, RehearsalClock(_NOW), _CHEAP))
    return desk.window.exams


@cache
def _offers() -> Offers:
    return Offers(shipped_library())


@cache
def _paper() -> Paper:
    return draw_paper(SCHEME, DrawRequest(seed="7", nonce=bytes(32), now=_NOW, by="elena"), _offers())


@cache
def _results() -> tuple[SealedResult, ...]:
    """Rehearsals: the only results that nobody has to sit for."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(rehearse(SCHEME, seed, 0.6, Path(folder), _offers())[0] for seed in range(_SITTINGS))


def _lobby(room: ExamController) -> None:
    keys = room.office.keys
    keys.found("Escuela de Croupiers del Norte", "of a picture")
    room.office.staff.add("vera", "Vera", Role.INVIGILATOR, "of a picture", keys.unlock(KeyRole.ROOT, "of a picture"))
    room.open()


def _begun(room: ExamController) -> Sitting:
    """A sitting whose machine was checked."""
    paper, office = _paper(), room.office
    locked = lock_paper(paper, _CODE, _CHEAP)
    ana = Candidate(identity=Identity(name="Ana Rojas", document="X1"), salt="ab" * 32)
    header = SittingHeader(
        sitting="picture",
        candidate=ana.reference,
        paper=paper.id,
        commitment=locked.commitment,
        scheme=SCHEME.id,
        scheme_digest=paper.scheme_digest,
        station=str(rehearsal_key().public),
        program="0",
        created=format_time(_NOW),
        anchor="",
        seat="1",
        extra_time=0,
        attempt=1,
        trained_by=(),
        rehearsal=False,
    )
    sitting = Sitting.begin(office.folder / "room", office.folder / "counter", header, locked, office.clock)
    sitting.identify(_INVIGILATOR, ana, "passport")
    sitting.unlock(_INVIGILATOR, _CODE)
    sitting.check_machine(Machine(screen="1280x720", frame_ms=17, latency_ms=17, free_mb=90_000))
    return sitting


def _practice(room: ExamController) -> None:
    machine = Machine(screen="1280x720", frame_ms=17, latency_ms=17, free_mb=90_000)
    room.shell.show_screen(room.sitting.practice)
    room.sitting.practice.show_practice(_begun(room), machine, "Ana Rojas")


def _sitting(room: ExamController) -> SittingScreen:
    """The second item, after one that was answered and flagged."""
    sitting, screen = _begun(room), room.sitting.screen
    sitting.start()
    sitting.flag(1)
    sitting.answer(sitting.question.draft.form.canonical(sitting.question.draft.solution))
    sitting.skip()
    room.shell.show_screen(screen)
    screen.start(sitting, None)
    screen.stop()  # a picture has no time
    return screen


def _review(room: ExamController) -> None:
    result = _results()[0].result
    wrong = [mark.item for mark in result.marks.items if not mark.right]
    shown = Shown(
        title="Ana Rojas",
        line=SCHEME.names,
        paper=result.paper,
        marks=result.marks.items,
        back=room.show_lobby,
    )
    room.results.screen.show_paper(shown, wrong[0] - 1 if wrong else 0)
    room.shell.show_screen(room.results.screen)


def _statistics(room: ExamController) -> None:
    room.statistics.screen.show_figures(figures_of(_results(), with_rehearsals=True))
    room.shell.show_screen(room.statistics.screen)


def _standard(room: ExamController) -> None:
    """Judges who agree well enough, after their talk."""
    judges = [
        Judge(name=name, first=(70 + 3 * place, 55 + 4 * place), second=(72 + 2 * place, 58 + 2 * place))
        for place, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Eva"))
    ]
    scheme = with_standard(SCHEME, judges, "2026-11-16", Names("La media", "The mean"))
    room.schemes.standard.show(scheme, _EXAMINER, room.show_lobby)
    room.schemes.standard.screen.show_round("second")


def _staff(room: ExamController) -> None:
    """A school whose keys are the same in every picture."""
    folder, phrase = room.office.folder / "keys", "of a picture"
    made = {role: PrivateKey.from_seed(bytes([place]) * 32) for place, role in enumerate(KeyRole, start=1)}
    trust = new_trust("Escuela de Croupiers del Norte", made[KeyRole.ROOT], _NOW)
    for key, private in made.items():
        if key is not KeyRole.ROOT:
            trust = trust.with_key(private.public, key, _NOW, made[KeyRole.ROOT])
        write_private(folder / f"{private.public}.key", lock_key(private, key, phrase, "", _CHEAP).to_bytes())
    write_private(folder / "school-keys.json", trust.to_bytes())
    staffing = StaffAdmin(room.office, phrase)
    for name, role in (("Elena", Role.EXAMINER), ("Vera", Role.INVIGILATOR), ("Carlos", Role.CERTIFIER)):
        staffing.take_on(name, role, phrase)
    room.staff.show(staffing)

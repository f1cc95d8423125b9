"""An instructor's desk and trainees' desks on one machine, by real clicks and over real sockets: join by code,
assignment, board, race, exam; and what happens when the service is gone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from time import perf_counter_ns
from uuid import uuid4

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.desk.rooms import squeezed
from tests.exams.support import CODE, MACHINE, Room, small_paper
from tests.school.people import some_entries
from tests.school.releases import Maker
from trainer.desk.screens.school.instructor_link import InstructorLink
from trainer.desk.screens.school.join_screen import Step
from trainer.desk.screens.school.trainee_race import TraineeRace
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Folders, Workplace
from trainer.exams.clock import MachineClock
from trainer.exams.keys import KeyRole
from trainer.exams.locked_paper import lock_paper
from trainer.exams.office import Office
from trainer.exams.people import Identity
from trainer.exams.roles import Role as ExamRole
from trainer.exams.sitting_state import Phase
from trainer.exams.staff import SignedIn
from trainer.exams.staff_admin import StaffAdmin
from trainer.exams.verification import verify
from trainer.live.shift import Shift
from trainer.live.styles import usual_seats
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import drill_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Stage
from trainer.runs.study_session import last_left
from trainer.school.entries import SealedBody, Sort, body_of
from trainer.school.installers.release import Package
from trainer.school.installers.release_folder import INSTALLERS, ReleaseFolder
from trainer.school.laptop.sync_client import State
from trainer.school.lent_keys import can_examine
from trainer.school.protocol import Board, Doing, RaceQuestion, RaceRules
from trainer.school.sealed_documents import accept_paper
from trainer.school.service.server import SchoolServer
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.mixed_records import find_mixed
from trainer.school.storage.people import Role
from trainer.texts import Language, Message

OFFERS = Offers(shipped_library())


class Desks:
    """Windows in folders of their own."""

    def __init__(self, folder: Path, qtbot: QtBot, owned: Callable[[QWidget], None]) -> None:
        self._folder, self._qtbot, self._owned = folder, qtbot, owned
        self.windows: list[MainWindow] = []

    def open(self, name: str, language: Language = Language.ES) -> MainWindow:
        folder = self._folder / name
        folder.mkdir()

        def now() -> datetime:
            return datetime.now(UTC)

        workplace = Workplace(
            offers=OFFERS,
            recording=RecordsFile(folder / "progress.db", now, lambda: name),
            folders=Folders.below(folder, folder, folder),
            clock=perf_counter_ns,
            now=now,
            rng=random.Random(name),
        )
        window = MainWindow(workplace, Settings(language=language))
        window.resize(1280, 720)
        self._owned(window)
        self.windows.append(window)
        return window  # not shown: home would paint all its tables

    def until(self, what: Callable[[], object]) -> None:
        self._qtbot.waitUntil(lambda: bool(what()), timeout=15_000)

    def teach(self) -> MainWindow:
        """The instructor's desk with a class open, and two names on the roster."""
        window = self.open("Dora")
        window.show_home()  # where the table is chosen
        window.open_screen("school")
        window.school.teach(0)
        window.show()
        room = window.school.room
        self.until(lambda: room.people.code.text() not in ("", "…"))
        room.people.names.setText("Ana, Bea")
        room.people.add.click()
        self.until(lambda: len(room.people.rows) == 2)
        return window

    def join(self, teacher: MainWindow, name: str) -> MainWindow:
        """A trainee's desk that joins by the code on the projector."""
        return self.join_at(self.open(name), teacher, name)

    def join_at(self, window: MainWindow, teacher: MainWindow, name: str) -> MainWindow:
        """Join at a desk that may have been used by somebody else."""
        window.open_screen("school")
        screen = window.school.joining
        assert teacher.school.teaching is not None
        screen.code.setText(teacher.school.room.people.code.text().lower())
        screen.address.setText(f"127.0.0.1:{teacher.school.teaching.serving.port}")
        screen.main.click()
        self.until(lambda: screen.step is Step.NAME)
        next(row for row in screen.rows if row.label == name).click()
        screen.password.setText("1234")
        self._qtbot.keyClick(screen, Qt.Key.Key_Return)
        self.until(lambda: window.school.link and window.school.link.core.state is State.IN_STEP)
        window.show_home()
        return window


@pytest.fixture
def desks(tmp_path: Path, qtbot: QtBot, owned: Callable[[QWidget], None]) -> Iterator[Desks]:
    found = Desks(tmp_path, qtbot, owned)
    yield found
    for window in reversed(found.windows):
        window.close()


def answer(window: MainWindow, right: bool = True) -> None:
    run = window.run
    assert run is not None
    run.answer(run.question.draft.solution.replace("|", " ")) if right else run.close_unanswered()
    window.runner.recorded.emit()


def words_have_room(widget: QWidget) -> list[str]:
    return [fault for one in widget.findChildren(QWidget) if one.isVisible() and (fault := squeezed(one))]


def test_a_class_from_the_code_to_the_results(desks: Desks) -> None:
    teacher = desks.teach()
    room = teacher.school.room
    assert words_have_room(room) == []
    ana, bea = desks.join(teacher, "Ana"), desks.join(teacher, "Bea")
    core = ana.school.link.core
    # An assignment is on the trainee's home first thing, and its answers come in by themselves.
    room.show_page("assign")
    room.assign.family_buttons[1].click()
    room.assign.go.click()
    desks.until(lambda: core.assigned.assignments and ana.school.strip.buttons)
    assert words_have_room(room) == []
    exams = [button for button in room.assign.whats.buttons.values() if button.label == "Examen"]
    exams[0].click()
    room.assign.family_buttons[-1].click()
    room.assign.go.click()
    desks.until(lambda: len(core.assigned.assignments) == len(room.assign.rows) == 2)
    assert core.assigned.assignments[0].scheme.startswith("baleares/") and words_have_room(room) == []
    room.assign.rows[0].withdraw.click()
    desks.until(lambda: len(core.assigned.assignments) == len(room.assign.rows) == 1)
    ana.school.show_strip()
    assert ana.school.strip.who.text() == "Ana"
    ana.school.strip.buttons[0].click()
    assert ana.run is not None and ana.run.plan.assignment == core.assigned.assignments[0].id.hex
    for _ in range(3):
        answer(ana)
        ana.runner.press_enter()
    assert [work.answers for _, work in core.unfinished_work() if work] == [3]  # known here before the service says so
    storage = teacher.school.teaching.storage
    person = next(one for one in storage.people() if one.name == "Ana")
    desks.until(lambda: storage.person(person.id).stored >= 5)  # session, rules and three answers
    room.show_page("board")
    desks.until(lambda: any(line.status.doing is Doing.RUN and line.answers == 3 for line in room.board.view.lines))
    # Mistakes of the class, the map, and a trainee's own progress.
    storage.keep([Incoming(person.id, None, some_entries(30, at=datetime.now(UTC)))])
    desks.until(lambda: room.board.buttons)
    assert words_have_room(room.board.view) == []
    room.show_page("heat")
    desks.until(lambda: any(cell.is_enough for cell in room.heat.view.cells.values()))
    room.board.chosen.emit(person.id)
    desks.until(lambda: teacher.shown_screen() is teacher.school.__dict__.get("progress"))
    ana.runner.leave()
    ana.show_home()
    # A race that this version cannot read is told; the laptop goes on.
    assert teacher.school.room.class_id is not None
    newer = RaceRules(id=uuid4(), class_id=teacher.school.room.class_id, plan='{"kind":"tomorrow"}', length=3)
    ana.school._noticed(RaceQuestion(race=newer, number=1))
    assert ana.school.race is None and "No es un plan" in ana.notices.says.text()
    # A race: all get the same question at the same moment, timed from when it was painted.
    teacher.school.open()
    room.show_page("race")
    desks.until(lambda: len(room.race._people) == 2)
    room.race.open.click()
    desks.until(lambda: ana.school.race and bea.school.race)
    assert ana.run.stage is Stage.WAITING and ana.shown_screen() is ana.runner
    ana.runner.verdict_display.read_lesson()  # a button of the notes
    assert ana.shown_screen() is ana.runner and ana.runner.bar.message.text()
    ana.show()
    bea.show()
    room.race.next.click()
    desks.until(lambda: ana.run.stage is Stage.ASKING and bea.run.stage is Stage.ASKING)
    assert str(ana.run.question.item) == str(bea.run.question.item)
    desks.until(lambda: ana.school.race._painted_at and bea.school.race._painted_at)
    # A laptop that was cut off hears the question again: it is still being asked, and its time runs on.
    painted = ana.school.race._painted_at
    ana.school.link._wire.close()
    desks.until(lambda: core.is_accepted)
    assert ana.run.stage is Stage.ASKING and ana.run.answers == 0 and ana.school.race._painted_at == painted
    ana.school.link._wire.close()  # and what it answers meanwhile is said when it is back
    answer(ana)
    answer(bea, right=False)
    desks.until(lambda: room.race.standings.answered == 2)
    assert [(line.name, line.rights) for line in room.race.standings.lines] == [("Ana", 1), ("Bea", 0)]
    room.race.next.click()
    desks.until(lambda: ana.run.stage is Stage.ASKING and ana.run.answers == 1)
    room.race.end.click()
    desks.until(lambda: room.race.standings.is_over and ana.school.race is None)
    assert room.race.standings.hardest == ((1, 1),)
    assert "puesto 1 de 2" in ana.notices.says.text()
    assert last_left(*ana.workplace.recording.open()) is None  # nobody goes on alone with a race
    ana.notices.away.click()
    # In a relay the members of a team answer in turn, and each hears where the team stands.
    ana.show_home()
    bea.show_home()
    room.race.forms.buttons["3"].click()
    desks.until(lambda: len(room.race._people) == 2)  # whoever is in gets a team
    room.race.open.click()
    desks.until(lambda: ana.school.race and ana.school.race.teams)
    assert "en su equipo" in ana.runner.bar.question.text() and ana.runner.header.number.figure.text() == ""
    assert [name for name, _ in ana.school.race.teams] == ["Equipo 1: Ana", "Equipo 2: Bea"]
    room.race.end.click()
    desks.until(lambda: ana.school.race is None and "puesto 1 de 2" in ana.notices.says.text())


def test_a_class_that_was_closed_and_a_race_without_an_end_leave_nothing_behind(desks: Desks) -> None:
    teacher = desks.teach()
    ana = desks.join(teacher, "Ana")
    class_id = teacher.school.room.class_id
    assert class_id is not None
    plan = str(drill_plan("arica", "blackjack", "announce"))
    for _ in range(2):
        race = RaceRules(id=uuid4(), class_id=class_id, plan=plan, length=3)
        ana.school._noticed(RaceQuestion(race=race, number=0))
    desks.until(lambda: ana.runner.findChildren(TraineeRace) == [ana.school.race])
    for _ in range(2):
        teacher.school.close_class()
        teacher.school.teach(0)
    assert teacher.school.teaching is not None
    desks.until(lambda: teacher.school.findChildren(InstructorLink) == [teacher.school.teaching.link])


def test_an_instructor_plays_a_guest_at_a_trainees_live_table(desks: Desks) -> None:
    """From the menu of the board to the table of that trainee alone, where it is written into the replay."""
    teacher = desks.teach()
    ana, bea = desks.join(teacher, "Ana"), desks.join(teacher, "Bea")
    shift = Shift("arica", "blackjack", seats=usual_seats(4), level=3, rounds=2, seed=7)
    for window in (ana, bea):
        window.study.live.begin_exactly(shift)
    room = teacher.school.room
    room.show_page("board")
    desks.until(lambda: any(line.name == "Ana" and line.is_in for line in room.board.view.lines))
    line = next(line for line in room.board.view.lines if line.name == "Ana")
    menu = room.board.view.menu_for(line)
    chosen = next(action for action in menu.actions() if "reclama" in action.text())
    chosen.trigger()
    table, other = ana.study.live.table.table, bea.study.live.table.table
    desks.until(lambda: any(act.do == "disputes" for _, act in table.dealt))
    assert [each.kind for each in table.affairs.requests] == ["claim"] and not other.dealt
    assert b'"disputes"' in ana.study.live._path().read_bytes()


def test_the_head_of_a_school_changes_classes_and_people_at_the_desk(desks: Desks) -> None:
    teacher = desks.teach()
    room, storage = teacher.school.room, teacher.school.teaching.storage
    card = room.people.class_card
    card.name.setText("Lunes")
    card.rename.click()
    desks.until(lambda: room.bar.title.text() == "Lunes")
    card.name.setText("Martes")
    card.another.click()
    desks.until(lambda: len(room.classes.buttons) == 2)
    row = room.people.rows[0]
    row.buttons["more"].click()
    assert row.more.isVisible() and words_have_room(room) == []
    row.new_name.setText("Ana Ríos")
    row.rename.click()
    desks.until(lambda: room.people.rows[0].name.text() == "Ana Ríos")
    room.people.rows[0].take_out.click()
    desks.until(lambda: [one.name.text() for one in room.people.rows] == ["Bea"])
    row = room.people.rows[0]
    row.erase.click()
    assert [one.name for one in storage.people(Role.TRAINEE)] == ["Ana Ríos", "Bea"]  # asked, and not done yet
    row.erase.click()
    desks.until(lambda: room.people.rows == [])
    assert [one.name for one in storage.people(Role.TRAINEE)] == ["Ana Ríos"]
    card.end.click()
    card.end.click()
    desks.until(lambda: room.bar.title.text() == "Martes" and len(room.classes.buttons) == 1)


def test_an_exam_paper_goes_out_sealed_and_incidents_come_back(desks: Desks, tmp_path: Path) -> None:
    teacher = desks.teach()
    ana = desks.join(teacher, "Ana")
    room = teacher.school.room
    room.show_page("exam")
    desks.until(lambda: len(room.exam.rows) == 2)
    assert not room.exam.begin.isEnabled()
    path = tmp_path / "paper.json"
    path.write_bytes(lock_paper(small_paper(), CODE).to_bytes())
    room.exam.open_file(tmp_path / "nowhere.json")
    assert room.message.isVisible()
    room.exam.open_file(path)
    heard: list[str] = []
    ana.school.exams.ordered.connect(lambda order: heard.append(order.order))
    ana.tell(Message("school.race.ended", {"place": 1, "all": 2}))  # which nobody has put away
    room.exam.begin.click()
    desks.until(lambda: heard == ["begin"])
    assert "no tiene las claves de la escuela" in ana.notices.says.text()  # she is told, and so is the invigilator
    desks.until(lambda: "claves de la escuela" in room.exam.incident_words.text())
    assert [found.read_bytes() for found in (ana.workplace.folders.exams / "papers").iterdir()] == [path.read_bytes()]
    assert [entry.about for entry in ana.exams.office.register.of_kind("drawn")] == [room.exam.paper_id]
    # Somebody sits: what is noticed is seen at once, and the invigilator's word from afar holds.
    sat = Room(tmp_path / "sitting")
    ana.exams.sitting._sitting = sitting = sat.started()
    by = SignedIn("vera", ExamRole.INVIGILATOR)
    assert not ana.exams.sitting.obey("pause", "0" * 32, by, "")  # of another paper: none of this sitting's business
    ana.exams.sitting.watch.begin(sitting)
    ana.exams.sitting.watch._note("clipboard", "")
    desks.until(lambda: len(room.exam.incidents) == 2)
    assert "portapapeles" in room.exam.incident_words.text()
    room.exam.rows[0].buttons["pause"].click()
    desks.until(lambda: heard == ["begin", "pause"])
    assert sitting.phase == Phase.PAUSED.value
    row = room.exam.rows[0]
    row.buttons["end"].click()
    changed = replace(row.of, waiting=7)  # the board changes every second, and takes no button away
    board = Board(class_id=room.class_id, now=0, lines=(changed, *room.exam._lines[1:]))
    room.exam.show_board(board, datetime.now(UTC))
    assert room.exam.rows[0] is row and row.of is changed
    assert "Seguro" in room.exam.rows[0].buttons["end"].label  # one press ends nobody's exam
    room.exam.rows[0].buttons["end"].click()
    desks.until(lambda: heard == ["begin", "pause", "end"])
    assert "ha terminado el examen" in ana.notices.says.text()
    ana.notices.away.click()
    assert "puesto 1 de 2" in ana.notices.says.text()  # nothing that was said before of the exam
    assert sitting.phase == Phase.HANDED_IN.value
    ana.exams.sitting._sitting = None
    sitting.close()


def test_an_exam_is_sat_on_a_laptop_fresh_from_its_box_and_its_result_comes_back(desks: Desks) -> None:
    teacher = desks.teach()
    ana = desks.join(teacher, "Ana")
    storage, room = teacher.school.teaching.storage, teacher.school.room
    # The school is founded while the class is open: laptops that are in hear of it with the first paper.
    school = teacher.exams.office = Office(teacher.workplace.folders.exams, MachineClock())
    school.keys.found("Escuela del Norte", "the root key")
    school.keys.make(KeyRole.STATION, "the root key", "the root key")
    StaffAdmin(school, "the root key").take_on("Vera", ExamRole.INVIGILATOR, "vera vera")
    locked = lock_paper(small_paper(), CODE)
    path = school.paper_path(small_paper().id)
    accept_paper(teacher.workplace.folders.exams, locked.to_bytes(), "", "vera-invigilator", datetime.now(UTC))
    room.show_page("exam")
    desks.until(lambda: len(room.exam.rows) == 2)
    room.exam.open_file(path)
    room.exam.begin.click()
    office = ana.exams.office
    desks.until(lambda: can_examine(office))
    desks.until(lambda: "ábralo en Exámenes" in ana.notices.says.text())
    assert room.exam.incidents == []
    ana.notices.away.click()
    ana.exams.open()
    assert ana.exams.choosing.isVisibleTo(ana) and "Hacer un examen" in [row.label for row in ana.exams.choosing.rows]
    # All that the exam room asks of the laptop's own office, as its screens do it.
    by = office.staff.sign_in("vera-invigilator", "vera vera")
    station = office.keys.unlock(KeyRole.STATION, "vera vera")
    assert office.check_code(locked.commitment.paper, CODE) == 0
    who = office.people.add(Identity(name="Ana Rojas", document="12.345.678-5"))
    sitting = office.begin(locked.commitment.paper, who, station.public)
    sitting.identify(by, who, "passport")
    sitting.unlock(by, CODE)
    sitting.check_machine(MACHINE)
    sitting.start()
    sitting.end(by, "the fire alarm")
    result, _ = office.seal(sitting, station)
    sitting.close()
    person = next(one for one in storage.people() if one.name == "Ana")
    desks.until(lambda: storage.entries_of_sort(person.id, Sort.SITTING))  # looked at with the school's keys, and kept
    body = body_of(storage.entries_of_sort(person.id, Sort.SITTING)[0])
    assert isinstance(body, SealedBody) and verify(body.document, school.keys.trust).sealed.digest == result.digest
    desks.until(lambda: [found.digest for found in school.results()] == [result.digest])  # to be reviewed here
    lent = [line.details for line in storage.audit() if line.action == "lend-keys" and line.who == "Ana"]
    assert lent == ["station"]
    # Who leaves the school leaves its keys.
    ana.open_screen("school")
    ana.school.joining.leave_school.click()
    assert office.keys.exists and ana.school.link is not None  # asked, and not done yet
    ana.school.joining.leave_school.click()
    assert not office.keys.exists and not can_examine(office)


def test_a_desk_saves_the_schools_installer_and_goes_on_without_the_service(
    desks: Desks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = desks.teach()
    maker = Maker()
    release = maker.release(tmp_path / "new", "9.0", kinds=Package)
    ReleaseFolder(teacher.workplace.folders.own_school / INSTALLERS).add(release, maker.key)
    monkeypatch.setattr("trainer.school.installers.download.pinned_key", lambda: maker.key)
    monkeypatch.setattr("trainer.school.installers.download.own_package", lambda: Package.SETUP)
    ana = desks.join(teacher, "Ana")
    # The school has a later version: the line is in About and on the school's screen, and one press saves the file.
    ana.school.installers.folder = lambda: tmp_path / "downloads"
    ana.study.show_about()
    line = ana.study.about.installer
    desks.until(lambda: line.isVisibleTo(ana.study.about) and line.button.label == "Guardar el instalador")
    assert "9.0" in line.says.text()
    line.button.click()
    desks.until(lambda: line.button.label == "Mostrar en la carpeta")
    (saved,) = (tmp_path / "downloads").iterdir()
    assert saved.read_bytes() == (release / saved.name).read_bytes() and saved.name in line.says.text()
    assert ana.school.joining.installer.says.text() == ana.notices.says.text() == line.says.text()
    ana.show_home()
    stopping = Thread(target=teacher.school.teaching.serving.stop)  # here both sides are in one process
    stopping.start()
    desks.until(lambda: not stopping.is_alive())
    desks.until(lambda: ana.school.link.core.state is State.AWAY)
    ana.go_on()
    for _ in range(2):
        answer(ana)
        ana.runner.press_enter()
    ana.runner.leave()
    desks.until(lambda: ana.school.link.core.waiting >= 3)
    ana.show_home()
    assert ana.school.strip.who.text().startswith("Ana · Sin conexión")
    assert (
        "3 entradas esperan" in ana.school.strip.status.label or "4 entradas esperan" in ana.school.strip.status.label
    )
    ana.close()
    desks.windows.remove(ana)
    again = MainWindow(ana.workplace, Settings(language=Language.ES))
    desks._owned(again)
    desks.windows.append(again)
    again.school.start()
    assert again.school.link.core.waiting >= 3  # remembered over a restart


def test_a_desk_whose_service_says_nothing_any_more_comes_back_by_itself(desks: Desks) -> None:
    """The instructor's laptop slept, or the network lost the connection without a word."""
    teacher = desks.teach()
    link, room = teacher.school.teaching.link, teacher.school.room
    with teacher.school.teaching.storage.engine.writing():  # so that nothing is answered
        link._unheard = 3
        link._ping()
        assert link.welcome is None and room.message.isVisible()
    desks.until(lambda: link.welcome is not None and not room.message.isVisible())


def test_an_instructor_signs_in_at_a_service_elsewhere(desks: Desks) -> None:
    teacher = desks.teach()
    storage = teacher.school.teaching.storage
    eva = storage.add_person("Eva", Role.INSTRUCTOR, "eva", "a long password")
    storage.add_members(storage.classes()[0].id, [eva.id])
    window = desks.open("Eva")
    window.open_screen("school")
    window.show()
    screen = window.school.joining
    screen.teach.click()
    screen.code.setText(teacher.school.room.people.code.text())
    screen.address.setText(f"127.0.0.1:{teacher.school.teaching.serving.port}")
    screen.login.setText("eva")
    screen.password.setText("a wrong password")
    screen.sign_in.click()
    desks.until(lambda: "contraseña" in screen.message.text())
    assert words_have_room(screen) == []
    screen.password.setText("a long password")
    screen.password.setFocus()
    desks._qtbot.keyClick(screen.password, Qt.Key.Key_Return)  # what was typed is meant, not the large button
    desks.until(lambda: window.shown_screen() is window.school.__dict__.get("room"))
    window.school.room.show_page("board")
    desks.until(lambda: len(window.school.room.board.view.lines) == 2)
    window.school.room.show_page("exam")
    window.school.room.exam.paper_id = "0" * 32
    window.school.room.exam.order("end")  # an examiner's right, not an instructor's
    desks.until(window.school.room.message.isVisible)


def test_a_wrong_code_is_said_in_place(desks: Desks) -> None:
    teacher = desks.teach()
    window = desks.open("Eva")
    window.open_screen("school")
    window.show()
    screen = window.school.joining
    screen.code.setText("0000-0000")
    screen.address.setText(f"127.0.0.1:{teacher.school.teaching.serving.port}")
    screen.main.click()
    desks.until(lambda: "código no es correcto" in screen.message.text())
    assert words_have_room(screen) == []


def test_three_trainees_share_two_laptops_and_nothing_is_mixed(desks: Desks) -> None:
    teacher = desks.teach()
    room, storage = teacher.school.room, teacher.school.teaching.storage
    room.people.names.setText("Carla")
    room.people.add.click()
    desks.until(lambda: len(room.people.rows) == 3)
    people = {one.name: one.id for one in storage.people(Role.TRAINEE)}
    first = desks.join(teacher, "Ana")
    desks.join(teacher, "Carla")
    for _ in range(2):
        practise(first)
    desks.until(lambda: storage.person(people["Ana"]).stored >= 4)
    mine = storage.person(people["Ana"]).stored
    # Leaving asks; then Bea takes the laptop.
    first.open_screen("school")
    screen = first.school.joining
    screen.leave_school.click()
    assert first.school.link is not None and "Ana" in screen.message.text()
    screen.leave_school.click()
    assert first.school.link is None
    first.show_home()
    desks.join_at(first, teacher, "Bea")
    assert [one.name for one in first.workplace.recording.store().profiles()] == ["Ana", "Bea"]
    assert first.workplace.recording.current().name == "Bea"
    practise(first)
    desks.until(lambda: storage.person(people["Bea"]).stored >= 3)
    assert storage.person(people["Ana"]).stored == mine
    # Ana comes back to the same laptop and finds her own profile with her own answers.
    first.school._leave_school()
    first.show_home()
    desks.join_at(first, teacher, "Ana")
    assert first.workplace.recording.current().name == "Ana"
    desks.until(lambda: first.school.link.core.state is State.IN_STEP)
    assert storage.person(people["Ana"]).stored == mine and not first.school.link.core.refused
    assert find_mixed(storage) == []


def practise(window: MainWindow) -> None:
    """Answer one question of the first drill."""
    window.go_on()
    answer(window)
    window.runner.leave()
    window.show_home()


def test_a_desk_finds_a_school_that_has_moved(desks: Desks) -> None:
    teacher = desks.teach()
    ana = desks.join(teacher, "Ana")
    old = teacher.school.teaching
    stopping = Thread(target=old.serving.stop)
    stopping.start()
    desks.until(lambda: not stopping.is_alive())
    desks.until(lambda: ana.school.link.core.state is State.AWAY)
    # The instructor's desk opens the class again, at another port.
    serving = SchoolServer(old.storage, teacher.workplace.folders.own_school, port=0)
    assert serving.port != old.serving.port
    serving.in_background(announces=False)
    ana.school.link.searching.look = lambda fingerprint, name: [f"127.0.0.1:{serving.port}"]
    desks.until(lambda: ana.school.link.core.is_accepted)
    assert ana.school.book.link(ana.school.link.core.link.profile).address == f"127.0.0.1:{serving.port}"
    stopping = Thread(target=serving.stop)
    stopping.start()
    desks.until(lambda: not stopping.is_alive())


def test_an_ended_login_is_renewed_where_the_class_is_served(desks: Desks) -> None:
    teacher = desks.teach()
    storage, link = teacher.school.teaching.storage, teacher.school.teaching.link
    with storage.engine.writing() as writer:  # as after a week
        writer.change("DELETE FROM logins")
    desks.until(lambda: link.welcome is None)
    desks.until(lambda: link.welcome is not None)
    assert teacher.school.teaching is not None

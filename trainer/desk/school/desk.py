"""The part of the desk that leads to the school: joining, keeping in step, assignments, races; and teaching.

It knows of the window only what `SchoolHall` says.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property, partial
from typing import Protocol
from uuid import UUID

from PySide6.QtCore import QObject, QTimer

from trainer.desk.exams.room import ExamRoom
from trainer.desk.exams.sitting_screen import SittingScreen
from trainer.desk.home.screen import HomeScreen
from trainer.desk.lessons.screen import LessonScreen
from trainer.desk.look.dress import Dress
from trainer.desk.progress.screen import ProgressScreen
from trainer.desk.run.screen import RunnerScreen
from trainer.desk.school.desk_link import DeskLink
from trainer.desk.school.exams_here import ExamsAtDesk
from trainer.desk.school.history import History
from trainer.desk.school.join_screen import JoinScreen, Step
from trainer.desk.school.joining import Joining
from trainer.desk.school.link import SchoolLink
from trainer.desk.school.racing import RaceAtDesk
from trainer.desk.school.room_screen import RoomScreen
from trainer.desk.school.strip import SchoolStrip
from trainer.desk.school.teaching import Teaching
from trainer.desk.screen import Screen
from trainer.desk.settings.choices import Settings
from trainer.desk.workplace import Workplace
from trainer.drills.core import Item
from trainer.exams.clock import MachineClock
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.rulebooks import RulebookError
from trainer.runs.plan import Kind, Plan, PlanError, rung_name
from trainer.runs.run import RECORDING_FAILURES, Run, Stage, problem_of
from trainer.school import protocol
from trainer.school.assignments import Assignment, What
from trainer.school.entries import skill_of
from trainer.school.errors import SchoolError
from trainer.school.exam_files import schemes_of, sealed_files
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local import LESSON_SESSION, StoreEntries
from trainer.school.protocol import (
    Doing,
    ExamOrder,
    MistakeLine,
    RaceQuestion,
    RaceStandings,
    SchoolKeys,
    SittingCopy,
    Status,
)
from trainer.school.racing import open_race
from trainer.school.service.serving import PORT
from trainer.system.input_files import path_exists
from trainer.texts import Message

_LOOK = 1000  # milliseconds between two looks at what is being done here
_TOLD_EVERY = 10_000_000_000  # nanoseconds: a status that has not changed is told again so often


class SchoolHall(Protocol):
    """What the school may ask of the window it is shown in."""

    workplace: Workplace
    settings: Settings
    dress: Dress
    run: Run | None

    @property
    def home(self) -> HomeScreen: ...
    @property
    def runner(self) -> RunnerScreen: ...
    @property
    def exams(self) -> ExamRoom: ...
    def show_screen(self, screen: Screen) -> None: ...
    def shown_screen(self) -> Screen | None: ...
    def show_home(self) -> None: ...
    def tell(self, message: Message, instead_of: str = "") -> None: ...
    def open_plan(self, plan: Plan) -> bool: ...
    def show_lesson_of(self, plan: Plan) -> None: ...
    def begin(self, opened: Callable[[], Run | None], plan: Plan | None = None) -> bool: ...


class SchoolDesk(QObject):
    """Trainee's side and instructor's side; either is made when it is first needed."""

    def __init__(self, hall: SchoolHall) -> None:
        super().__init__(hall if isinstance(hall, QObject) else None)  # what looks at a window ends with it
        self._hall = hall
        self._recording = hall.workplace.recording
        self.link: SchoolLink | None = None
        self.teaching: Teaching | None = None
        self.remote: DeskLink | None = None  # to a school's service elsewhere
        self.race: RaceAtDesk | None = None
        self._told = Status()
        self._told_at = 0
        self._is_over = False
        self.exams = ExamsAtDesk(hall, self)
        self._history: History | None = None
        self._looking = QTimer(self)
        self._looking.setInterval(_LOOK)
        self._looking.timeout.connect(self._look)
        self._looking.start()

    def _now(self) -> datetime:
        return self._hall.workplace.now()

    # ── the trainee's side ───────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def book(self) -> LinkBook:
        return LinkBook(self._hall.workplace.schools)

    def start(self) -> None:
        """Keep in step, if the profile that practises has joined a school."""
        if self._is_over:
            return
        try:
            _, profile = self._recording.open()
        except RECORDING_FAILURES:  # a PIN is waited for, or there is trouble that others tell of
            return
        if self.link is not None and self.link.core.link.profile == profile:
            return
        self._end_link()
        found = self.book.link(profile)
        if found is not None:
            self._begin_link(found)

    def _begin_link(self, found: Link) -> None:
        self.link = SchoolLink(
            found,
            self.book,
            StoreEntries(self._recording.store, found.profile, sealed_files(self._hall.workplace.exams)),
            self._now,
            lambda: not self._is_asking(),
            self,
        )
        self.link.changed.connect(self._changed)
        self.link.noticed.connect(self._noticed)
        self.link.start()
        self.show_strip()

    def _end_link(self) -> None:
        if self.link is not None:
            self.link.stop()
            self.link.deleteLater()
            self.link = None
            self.strip.hide()

    def stop(self) -> None:
        """The window closes."""
        self._is_over = True
        self._looking.stop()
        self._end_link()
        self._stop_teaching()
        if "book" in self.__dict__:
            self.book.close()

    def _is_asking(self) -> bool:
        run = self._hall.run
        return run is not None and run.stage is not Stage.FINISHED

    @cached_property
    def strip(self) -> SchoolStrip:
        strip = SchoolStrip()
        strip.wanted.connect(self.begin_assignment)
        strip.school_wanted.connect(self.open)
        self._hall.home.put_first(strip)
        return strip

    def show_strip(self) -> None:
        """What home says of the school."""
        if self.link is not None:
            self.strip.show_school(self.link.core, self._now(), self._hall.dress)
            self.strip.show()

    def _changed(self) -> None:
        if self.link is None:
            return
        shown = self._hall.shown_screen()
        if shown is self._hall.home:
            self.show_strip()
        elif "joining" in self.__dict__ and shown is self.joining:
            self.joining.show_link(self.link.core, self._now())

    def begin_assignment(self, assignment: Assignment) -> None:
        """Do what is assigned."""
        if self.link is None:
            return
        if assignment.what is What.EXAM:
            self._hall.exams.open()  # where the paper is, once the invigilator has handed it out
            return
        plan = assignment.plan_for(UUID(bytes=self.link.core.link.person))
        if assignment.what is not What.LESSON:
            self._hall.open_plan(plan)
            return
        try:
            store, profile = self._recording.open()
            store.note_session(profile, LESSON_SESSION, str(plan))
            self._hall.show_lesson_of(plan)
        except (RulebookError, *RECORDING_FAILURES) as error:
            problem = error.faults[0].message if isinstance(error, RulebookError) else problem_of(error)
            self._hall.tell(Message("school.assigned.no-lesson", {"problem": problem}))

    def _look(self) -> None:
        """What is being done here, for the board; and whether somebody else practises now."""
        if path_exists(self._hall.workplace.schools):
            self.start()
        if self.link is None:
            return
        self.exams.copy(self.link.core)
        status, now = self._status(), self._hall.workplace.clock()
        same = (status.doing, status.answered, status.skill) == (
            self._told.doing,
            self._told.answered,
            self._told.skill,
        )
        if not same or now - self._told_at > _TOLD_EVERY:
            self._told, self._told_at = status, now
            self.link.report(status)

    def _status(self) -> Status:
        run, shown = self._hall.run, self._hall.shown_screen()
        if isinstance(shown, LessonScreen):
            return Status(doing=Doing.LESSON)
        if isinstance(shown, SittingScreen):
            answered = len(shown.sitting.state.answers)
            return Status(doing=Doing.EXAM, answered=answered, length=len(shown.sitting.paper.items))
        if run is None or not isinstance(shown, RunnerScreen) or run.stage in (Stage.FINISHED, Stage.WAITING):
            return Status()
        question = run.question
        plan = run.plan
        return Status(
            doing=Doing.RACE if self.race is not None else Doing.RUN,
            skill=skill_of(str(question.item)),
            answered=run.answers,
            length=run.length,
            asked_ms=run.elapsed_nanoseconds // 1_000_000 if run.stage is Stage.ASKING else 0,
            target_ms=round(question.target_seconds * 1000),
            rights=sum(one.mark.right for one in run.answered),
            assignment=UUID(hex=plan.assignment).bytes if plan.assignment else b"",
        )

    # Joining

    @cached_property
    def joining(self) -> JoinScreen:
        screen = JoinScreen(self._hall.dress)
        screen.back.connect(self._hall.show_home)
        screen.code_given.connect(self._talk.begin)
        screen.name_given.connect(self._join)
        screen.sync_wanted.connect(self._sync_now)
        screen.leave_wanted.connect(self._leave_school)
        screen.teach_wanted.connect(self.teach)
        screen.login_given.connect(self._talk.sign_in)
        screen.work_wanted.connect(self.begin_assignment)
        return screen

    @cached_property
    def _talk(self) -> Joining:
        talk = Joining(self)
        talk.named.connect(self._named)
        talk.joined.connect(self._joined)
        talk.failed.connect(self._join_failed)
        talk.logged_in.connect(self._signed_in)
        return talk

    def _join_failed(self, trouble: Message) -> None:
        self.joining.say_trouble(trouble)

    def open(self) -> None:
        """The school's screen: the instructor's room while a class is open, else a trainee's."""
        if self.teaching is not None or self.remote is not None:
            self.room.wear(self._hall.dress)
            self._hall.show_screen(self.room)
            return
        self.joining.show_link(self.link.core if self.link else None, self._now())
        self._hall.show_screen(self.joining)

    def _named(self, names: tuple[protocol.NameLine, ...]) -> None:
        talk = self._talk.talk
        if talk is not None:
            self.joining.show_names(names, talk.school, talk.class_name)

    def _join(self, person: bytes, password: str) -> None:
        try:
            _, profile = self._recording.open()
        except RECORDING_FAILURES as error:
            self.joining.say_trouble(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return
        self._talk.join(person, password, profile)

    def _joined(self, link: Link) -> None:
        self.book.keep_link(link)
        self._end_link()
        self._begin_link(link)
        if self.link is not None:
            self.joining.show_link(self.link.core, self._now())

    def _sync_now(self) -> None:
        if self.link is not None:
            self.link.connect_now()

    def _leave_school(self) -> None:
        if self.link is not None:
            self.exams.forget_keys(self.link.core)
            self.book.drop_link(self.link.core.link.profile)
            self._end_link()
        self.joining.show_step(Step.CODE)
        self.joining.show_link(None, self._now())

    # Races

    def _noticed(self, notice: protocol.Notice) -> None:
        if isinstance(notice, RaceQuestion):
            self._race(notice)
        elif isinstance(notice, ExamOrder) and self.link is not None:
            self.exams.obey(notice, self.link.core)
        elif isinstance(notice, SchoolKeys) and self.link is not None:
            self.exams.take_keys(notice, self.link.core)
        elif isinstance(notice, SittingCopy):
            self.exams.take_copy(notice)
        elif isinstance(notice, RaceStandings) and notice.is_over and self.race and self.race.id == notice.race:
            self._end_race(notice)

    def _race(self, question: RaceQuestion) -> None:
        link = self.link
        if link is None:
            return
        if self.race is None or self.race.id != question.race.id:
            tools = self._hall.workplace
            rules = question.race
            opened = self._hall.begin(lambda: open_race(rules, tools.offers, tools.recording, tools.clock, tools.rng))
            if not opened or self._hall.run is None:
                return
            self.race = RaceAtDesk(
                question, self._hall.run, self._hall.runner, MachineClock().running_ms, link.core.say
            )
        if question.number:
            self.race.put(question, UUID(bytes=link.core.link.person))

    def _end_race(self, standings: RaceStandings) -> None:
        race, self.race, link = self.race, None, self.link
        if race is not None:
            race.end()
        if race is None or link is None:
            return
        me = UUID(bytes=link.core.link.person)
        team = next((name for name, members in race.teams if me in members), "")
        name, lines = (team, standings.teams) if team else (link.core.link.name, standings.lines)
        mine = next((at for at, line in enumerate(lines, 1) if line.name == name), 0)
        if mine:
            ended = "school.race.ended-team" if team else "school.race.ended"
            self._hall.tell(Message(ended, {"place": mine, "all": len(lines)}), "school.race.")

    def report_incident(self, paper: str, kind: str) -> None:
        """From the exam's screens, to the invigilator."""
        if self.link is not None:
            self.exams.report(self.link.core, paper, kind)

    # ── the instructor's side ────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def room(self) -> RoomScreen:
        hall = self._hall
        files = Schemes([SHIPPED, hall.workplace.schemes])
        screen = RoomScreen(hall.dress, hall.workplace.offers, hall.home.table, partial(schemes_of, files), self._now)
        screen.exam.papers = hall.workplace.exams / "papers"
        screen.home.connect(self._hall.show_home)
        screen.close_wanted.connect(self.close_class)
        screen.history_wanted.connect(self._ask_history)
        screen.projected.connect(self._project)
        return screen

    def teach(self, port: int | None = None) -> None:
        """Open the class of this desk on the network."""
        dress = self._hall.dress
        try:
            name = self._recording.current().name
            self.teaching = Teaching(
                self._hall.workplace.own_school,
                self._hall.workplace.exams,
                name,
                dress.text("school.room.school", name=name),
                dress.text("school.room.first-class"),
                self,
                port=PORT if port is None else port,
            )
        except (SchoolError, *RECORDING_FAILURES) as error:
            problem = error.message if isinstance(error, SchoolError) else problem_of(error)
            self.joining.say_trouble(Message("school.room.not-open", {"problem": problem}))
            return
        self.room.enter(self.teaching.link, self.teaching.addresses)
        self._hall.show_screen(self.room)

    def _signed_in(self, address: str, fingerprint: bytes, token: bytes) -> None:
        """An instructor at a school whose service runs elsewhere."""
        self.remote = DeskLink(address, fingerprint, token, self)
        self.room.enter(self.remote, address)
        self.remote.start()
        self._hall.show_screen(self.room)

    def close_class(self) -> None:
        self.room.leave_class()
        self._stop_teaching()
        self._hall.show_home()

    def _stop_teaching(self) -> None:
        if self.teaching is not None:
            self.teaching.stop()
            self.teaching = None
        if self.remote is not None:
            self.remote.stop()
            self.remote.deleteLater()
            self.remote = None

    def _project(self, mistake: MistakeLine) -> None:
        """The question behind a mistake, to be solved together; it counts for nobody."""
        try:
            item = Item.parse(mistake.item)
            plan = Plan(
                kind=Kind.AGAIN,
                rulebook=item.rulebook,
                game=item.game,
                variant=item.variant,
                options=item.options,
                rungs=(rung_name(item.family, item.level),),
                items=(mistake.item,),
                behaviour="learn",
            )
            is_shown = self._hall.open_plan(plan)
        except (ValueError, KeyError, PlanError):
            is_shown = False
        if not is_shown:
            self.room.say_trouble(Message("school.board.no-question"))

    # A trainee's own progress, as he sees it

    @cached_property
    def progress(self) -> ProgressScreen:
        screen = ProgressScreen(self._hall.dress, self._hall.workplace.offers)
        screen.home.connect(self.open)
        screen.wanted.connect(self._hall.open_plan)
        screen.save_wanted.connect(
            lambda: screen.save_picture(self._hall.workplace.pictures, self._hall.workplace.now())
        )
        return screen

    def _ask_history(self, person: UUID) -> None:
        roster = self.room.people.roster
        name = next((one.name for one in roster.people if one.person == person), "?") if roster else "?"
        self._history = History(name, self._hall.workplace.now)
        self._ask_page(person, self._history)

    def _ask_page(self, person: UUID, history: History) -> None:
        if self.room.link is not None:
            self.room.link.ask(
                protocol.AskRecords(person=person, after=history.last),
                lambda reply: self._got_page(person, history, reply),
            )

    def _got_page(self, person: UUID, history: History, reply: protocol.Reply) -> None:
        if not isinstance(reply, protocol.Pulled) or history is not self._history:
            return
        history.add(reply.entries, reply.last)
        if reply.entries and reply.last < reply.stored:
            self._ask_page(person, history)
            return
        settings, offers = self._hall.settings, self._hall.workplace.offers
        first = offers.suggestion(offers.regulation(settings.rulebook), settings.last)
        self.progress.show_reading(history.reading(), first, "")
        self._hall.show_screen(self.progress)

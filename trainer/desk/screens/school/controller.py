"""Controller of the school.

On a trainee's desk: joining, synchronisation, assignments, races, orders for exams and the live table, the status for
the instructor's board, and the installer that the school hands out. On an instructor's desk: the class that this desk
serves, or a login at a service on another machine; a trainee's history, and questions to project.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import cached_property, partial
from uuid import UUID

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from trainer.desk.screens.exams.sitting_screen import SittingScreen
from trainer.desk.screens.lessons.screen import LessonScreen
from trainer.desk.screens.progress.screen import ProgressScreen
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.screens.school.exam_orders import ExamOrders
from trainer.desk.screens.school.history import History
from trainer.desk.screens.school.home_strip import SchoolStrip
from trainer.desk.screens.school.hosted_class import HostedClass
from trainer.desk.screens.school.installer_offer import InstallerOffer
from trainer.desk.screens.school.instructor_link import InstructorLink
from trainer.desk.screens.school.join_client import ClassJoin
from trainer.desk.screens.school.join_screen import JoinScreen, Step
from trainer.desk.screens.school.room_screen import RoomScreen
from trainer.desk.screens.school.trainee_link import TraineeLink
from trainer.desk.screens.school.trainee_race import TraineeRace
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.style.style import current_style
from trainer.drills.core import Item
from trainer.exams.clock import MachineClock
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.rulebooks import RulebookError
from trainer.runs.plan import Plan, PlanError, again_plan
from trainer.runs.run import RECORDING_FAILURES, Stage, problem_of
from trainer.school import protocol
from trainer.school.assignments import Assignment, What
from trainer.school.entries import skill_of
from trainer.school.errors import SchoolError, SessionOverError
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import LESSON_SESSION, RecordsEntries
from trainer.school.laptop.shared_laptop import own_documents, with_profile
from trainer.school.protocol import (
    PORT,
    CounterSigned,
    Doing,
    ExamOrder,
    MistakeLine,
    RaceQuestion,
    RaceStandings,
    SchoolKeys,
    SittingCopy,
    Status,
    TableEvent,
)
from trainer.school.race_run import open_race, race_plan
from trainer.school.sealed_documents import document_folders, schemes_of
from trainer.school.shared_rules import use_shared_rules
from trainer.system.input_files import path_exists
from trainer.texts import Language, Message, Names, say

_log = logging.getLogger(__name__)

_LONGEST_PROBLEM = 400  # characters
_LOOK = 1000  # milliseconds between two status reports
_TOLD_EVERY = 10_000_000_000  # nanoseconds after which an unchanged status is sent again


class SchoolController(QObject):
    """The trainee's and the instructor's side; each is created on first use."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell if isinstance(shell, QObject) else None)  # ends with the window
        self._shell = shell
        self._recording = shell.workplace.recording
        self._opened = ExitStack()  # closed with the window
        self.link: TraineeLink | None = None
        self.teaching: HostedClass | None = None
        self.remote: InstructorLink | None = None  # link to a service on another machine
        self.race: TraineeRace | None = None
        self._joining_place = Place(lambda: shell.show_screen(self.joining), refresh=self._fill_joining)
        self._room_place = Place(lambda: shell.show_screen(self.room))
        self._progress_place = Place(lambda: shell.show_screen(self.progress))
        self._told = Status()
        self._told_at = 0
        self._problem: Names | None = None  # why the class's work cannot be done here
        self._waiting_race: RaceQuestion | None = None  # its rules have not arrived yet
        self._is_over = False
        self.exams = ExamOrders(shell, self)
        self.installers = InstallerOffer(shell, self)
        self._history: History | None = None
        self._looking = QTimer(self)
        self._looking.setInterval(_LOOK)
        self._looking.timeout.connect(self._look)
        self._looking.start()

    def _now(self) -> datetime:
        return self._shell.workplace.now()

    # ── the trainee's side ───────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def book(self) -> LinkBook:
        book = LinkBook(self._shell.workplace.folders.schools)
        self._opened.callback(book.close)
        return book

    def start(self) -> None:
        """Connect if the current profile has joined a school; end the connection of another profile."""
        if self._is_over:
            return
        try:
            _, profile = self._recording.open()
            if self.link is not None and self.link.core.link.profile == profile:
                return
            self._end_link()
            found = self.book.link(profile)
            if found is not None:
                self._begin_link(found)
        except RECORDING_FAILURES:  # a PIN is needed, or an error that is reported elsewhere; tried again later
            _log.debug("the link to the school cannot be read", exc_info=True)

    def _begin_link(self, found: Link) -> None:
        folders = document_folders(self._shell.workplace.folders.exams)
        documents = own_documents(folders, self.book, found.profile)
        self.link = TraineeLink(
            found,
            self.book,
            RecordsEntries(self._recording.store, found.profile, documents),
            self._now,
            lambda: not self._is_asking(),
            self,
        )
        self.link.core.on_rules = self._rules_arrived
        self._use_assigned_rules()
        self.link.changed.connect(self._changed)
        self.link.noticed.connect(self._noticed)
        self.installers.follow(self.link.core.installer)
        self.link.start()
        self.show_strip()

    def _end_link(self) -> None:
        if self.link is not None:
            self.installers.follow(None)
            self.link.stop()
            self.link.deleteLater()
            self.link = None
            self.strip.hide()

    def stop(self) -> None:
        """Disconnect, and end what still runs, because the window closes."""
        self._is_over = True
        self._looking.stop()
        self._end_link()
        self.installers.close()
        self._stop_teaching()
        self._opened.close()

    def _is_asking(self) -> bool:
        run = self._shell.run
        return run is not None and run.stage is not Stage.FINISHED

    @cached_property
    def strip(self) -> SchoolStrip:
        strip = SchoolStrip()
        strip.wanted.connect(self.begin_assignment)
        strip.school_wanted.connect(self.open)
        self._shell.home.put_first(strip)
        return strip

    def show_strip(self) -> None:
        """Show the school's strip at home."""
        if self.link is not None:
            self.strip.show_school(self.link.core, self._now())
            self.strip.show()

    def _changed(self) -> None:
        if self.link is None:
            return
        shown = self._shell.shown_screen()
        if shown is self._shell.home:
            self.show_strip()
        elif isinstance(shown, JoinScreen):
            shown.show_link(self.link.core, self._now())

    def begin_assignment(self, assignment: Assignment) -> None:
        """Start an assignment: its questions, its lesson or, for an exam, the exam screens; tell why if not."""
        if self.link is None:
            return
        if assignment.what is What.EXAM:
            self._shell.exams.open()  # the paper is there once the invigilator has handed it out
            return
        plan = assignment.plan_for(UUID(bytes=self.link.core.link.person))
        if not self._has_rules(plan, assignment.rules):
            return
        if assignment.what is not What.LESSON:
            self._shell.open_plan(plan)
            return
        try:
            store, profile = self._recording.open()
            store.record_session(profile, LESSON_SESSION, str(plan))
            self._shell.show_lesson_of(plan)
        except (RulebookError, *RECORDING_FAILURES) as error:
            problem = error.faults[0].message if isinstance(error, RulebookError) else problem_of(error)
            self._shell.tell(Message("school.assigned.no-lesson", {"problem": problem}))

    # Rules of a house that come with an assignment or a race

    def _use_assigned_rules(self) -> None:
        """Use the rules of all assignments that have arrived, also for sessions that are resumed."""
        for assignment in self.link.core.assigned.assignments if self.link is not None else ():
            if data := self.book.rules(assignment.rules) if assignment.rules else b"":
                with suppress(RulebookError):  # the trainee is told when the assignment is begun
                    plan = replace(Plan.parse(assignment.plan), assignment=assignment.id.hex)
                    use_shared_rules(self._shell.workplace.offers, plan, data)

    def _rules_arrived(self, digest: str) -> None:
        self._use_assigned_rules()
        if self._waiting_race is not None and self._waiting_race.race.rules == digest:
            question, self._waiting_race = self._waiting_race, None
            if not self.book.rules(digest):
                self._cannot(Message("school.assigned.no-rules"))
            else:
                self._race(question)

    def _has_rules(self, plan: Plan, digest: str) -> bool:
        """Whether the rules of a plan can be used here; otherwise the trainee and the instructor are told why."""
        offers = self._shell.workplace.offers
        try:
            if data := self.book.rules(digest) if digest else b"":
                use_shared_rules(offers, plan, data)
            offers.offer_of(plan)
        except RulebookError as error:
            missing = digest and not self.book.rules(digest)
            self._cannot(Message("school.assigned.no-rules") if missing else error.faults[0].message)
            return False
        self._problem = None
        return True

    def _cannot(self, problem: Message) -> None:
        """Tell the trainee, and the instructor's board, why the class's work cannot be done here."""
        self._shell.tell(Message("school.assigned.cannot", {"problem": problem}), "school.assigned.")
        self._problem = Names(*(say(problem, language)[:_LONGEST_PROBLEM] for language in (Language.ES, Language.EN)))

    def _look(self) -> None:
        """Report the trainee's status for the board, and notice a change of profile."""
        if path_exists(self._shell.workplace.folders.schools):
            self.start()
        if self.link is None:
            return
        self.exams.copy(self.link.core)
        status, now = replace(self._status(), problem=self._problem), self._shell.workplace.clock()
        same = (status.doing, status.answered, status.skill, status.problem) == (
            self._told.doing,
            self._told.answered,
            self._told.skill,
            self._told.problem,
        )
        if not same or now - self._told_at > _TOLD_EVERY:
            self._told, self._told_at = status, now
            self.link.report(status)

    def _status(self) -> Status:
        run, shown = self._shell.run, self._shell.shown_screen()
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

    # ClassJoin

    @cached_property
    def joining(self) -> JoinScreen:
        screen = JoinScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.code_given.connect(self._talk.begin)
        screen.name_given.connect(self._join)
        screen.sync_wanted.connect(self._sync_now)
        screen.address_given.connect(self._sync_at)
        screen.leave_wanted.connect(self._leave_school)
        screen.teach_wanted.connect(self.teach)
        screen.login_given.connect(self._talk.sign_in)
        screen.work_wanted.connect(self.begin_assignment)
        self.installers.attach(screen.installer)
        return screen

    @cached_property
    def _talk(self) -> ClassJoin:
        talk = ClassJoin(self)
        talk.known_schools = self.book.known_schools
        talk.named.connect(self._named)
        talk.joined.connect(self._joined)
        talk.failed.connect(self._join_failed)
        talk.logged_in.connect(self._signed_in)
        return talk

    def _join_failed(self, trouble: Message) -> None:
        self.joining.say_trouble(trouble)

    def open(self) -> None:
        """Open the school's screen: the instructor's room while a class is open, else the trainee's."""
        if self.teaching is not None or self.remote is not None:
            self._shell.navigation.push(self._room_place)
            return
        self._fill_joining()
        self._shell.navigation.push(self._joining_place)

    def _fill_joining(self) -> None:
        self.joining.show_link(self.link.core if self.link else None, self._now())

    def _named(self, names: tuple[protocol.NameLine, ...]) -> None:
        talk = self._talk.talk
        if talk is not None:
            self.joining.show_names(names, talk.school, talk.class_name)

    def _join(self, person: bytes, password: str) -> None:
        try:
            self._recording.open()
        except RECORDING_FAILURES as error:
            self.joining.say_trouble(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return
        self._talk.join(person, password)

    def _joined(self, link: Link) -> None:
        """Store a new link. A person for whom this profile is not meant continues in a profile of their own."""
        try:
            store, current = self._recording.open()
            link = with_profile(store, self.book, current, link)
            self.book.store_link(link)
        except RECORDING_FAILURES as error:
            self.joining.say_trouble(problem_of(error))
            return
        if link.profile != current:
            profile = store.profile(link.profile)
            if profile.has_pin:
                self._shell.tell(Message("school.join.other-locked", {"name": profile.name}))
                self._shell.navigation.home()
                return
            self._shell.study.switch_profile(profile)
            self._shell.tell(Message("school.join.other-profile", {"name": profile.name}))
        self._end_link()
        self._begin_link(link)
        if self.link is not None:
            self.joining.show_link(self.link.core, self._now())

    def _sync_now(self) -> None:
        if self.link is not None:
            self.link.connect_now()

    def _sync_at(self, address: str) -> None:
        if self.link is not None:
            self.link.connect_to(address)

    def _leave_school(self) -> None:
        if self.link is not None:
            self.exams.forget_keys(self.link.core)
            self.book.remove_link(self.link.core.link.profile)
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
            self.exams.accept_keys(notice, self.link.core)
        elif isinstance(notice, SittingCopy):
            self.exams.take_copy(notice)
        elif isinstance(notice, TableEvent):
            self._shell.trouble_table(notice.order, notice.seat)
        elif isinstance(notice, CounterSigned) and self.link is not None:
            self.exams.take_countersignature(notice, self.link.core)
        elif isinstance(notice, RaceStandings) and notice.is_over and self.race and self.race.id == notice.race:
            self._end_race(notice)

    def _race(self, question: RaceQuestion) -> None:
        link = self.link
        if link is None:
            return
        rules = question.race.rules
        if rules and not self.book.rules(rules):
            self._waiting_race = question
            link.core.ask_rules(rules)
            return
        if self.race is None or self.race.id != question.race.id:
            try:
                plan = race_plan(question.race)
            except PlanError as error:  # of a later version
                self._cannot(error.message)
                return
            if not self._has_rules(plan, rules):
                return
            tools = self._shell.workplace
            race = question.race
            opened = self._shell.begin(lambda: open_race(race, tools.offers, tools.recording, tools.clock, tools.rng))
            if not opened or self._shell.run is None:
                return
            if self.race is not None:  # its end was not heard, or it was never ended
                self.race.stop()
            self.race = TraineeRace(
                question, self._shell.run, self._shell.runner, MachineClock().running_ms, link.core.send_message
            )
        if question.number and self._shell.return_to(self.race.run):
            self.race.put(question, UUID(bytes=link.core.link.person))

    def _end_race(self, standings: RaceStandings) -> None:
        race, self.race, link = self.race, None, self.link
        if race is not None:
            self._shell.return_to(race.run)
            race.end()
        if race is None or link is None:
            return
        me = UUID(bytes=link.core.link.person)
        team = next((name for name, members in race.teams if me in members), "")
        lines = standings.teams if team else standings.lines
        # An older service names only people; their names may have changed since they joined.
        name = team or link.core.link.name
        mine = next((at for at, line in enumerate(lines, 1) if (line.person or name) in (me, line.name)), 0)
        if mine:
            ended = "school.race.ended-team" if team else "school.race.ended"
            self._shell.tell(Message(ended, {"place": mine, "all": len(lines)}), "school.race.")

    def report_incident(self, paper: str, kind: str) -> None:
        """Report an incident of a sitting to the invigilator."""
        if self.link is not None:
            self.exams.report(self.link.core, paper, kind)

    # ── the instructor's side ────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def room(self) -> RoomScreen:
        shell = self._shell
        files = Schemes([SHIPPED, shell.workplace.folders.schemes])
        screen = RoomScreen(shell.workplace.offers, shell.home.table, partial(schemes_of, files), self._now)
        screen.exam.papers = shell.workplace.folders.exams / "papers"
        screen.home.connect(self._shell.navigation.pop)
        screen.close_wanted.connect(self.close_class)
        screen.history_wanted.connect(self._ask_history)
        screen.projected.connect(self._project)
        return screen

    def teach(self, port: int | None = None) -> None:
        """Open a class on the network, served by this desk."""
        style = current_style()
        try:
            name = self._recording.current().name
            self.teaching = HostedClass(
                self._shell.workplace.folders.own_school,
                self._shell.workplace.folders.exams,
                name,
                style.text("school.room.school", name=name),
                style.text("school.room.first-class"),
                self,
                port=PORT if port is None else port,
            )
        except (SchoolError, *RECORDING_FAILURES) as error:
            problem = error.message if isinstance(error, SchoolError) else problem_of(error)
            self.joining.say_trouble(Message("school.room.not-open", {"problem": problem}))
            return
        self.room.enter(self.teaching.link, self.teaching.addresses)
        self._open_room()

    def _signed_in(self, address: str, fingerprint: bytes, token: bytes) -> None:
        """An instructor has signed in at a service on another machine."""
        self.book.note_school(fingerprint, address)
        self.remote = InstructorLink(address, fingerprint, token, self)
        self.remote.signed_out.connect(self._signed_out)
        self.room.enter(self.remote, address)
        self.remote.start()
        self._open_room()

    def _signed_out(self) -> None:
        """The login has ended: ask for the password again, without a code because the school is known."""
        self.close_class()
        self._fill_joining()
        self._shell.navigation.push(self._joining_place)
        self.joining.show_step(Step.TEACH)
        self.joining.say_trouble(SessionOverError().message)

    def _open_room(self) -> None:
        """Open the instructor's room instead of the screen that led to it.

        The service may answer late, when another screen is shown; that one stays open below.
        """
        if self._shell.navigation.current is self._joining_place:
            self._shell.navigation.replace(self._room_place)
        else:
            self._shell.navigation.push(self._room_place)

    def close_class(self) -> None:
        """Leave the instructor's room and stop serving the class, or sign out of the service."""
        self.room.leave_class()
        self._stop_teaching()
        self._shell.navigation.home()

    def _stop_teaching(self) -> None:
        if self.teaching is not None:
            self.teaching.stop()
            self.teaching = None
        if self.remote is not None:
            self.remote.stop()
            self.remote.deleteLater()
            self.remote = None

    def _project(self, mistake: MistakeLine) -> None:
        """Show the question behind a mistake, to solve it together; it does not count."""
        try:
            is_shown = self._shell.open_plan(again_plan([Item.parse(mistake.item)], "learn"))
        except (ValueError, KeyError, PlanError):
            is_shown = False
        if not is_shown:
            self.room.say_trouble(Message("school.board.no-question"))

    # A trainee's progress, as the trainee sees it

    @cached_property
    def progress(self) -> ProgressScreen:
        screen = ProgressScreen(self._shell.workplace.offers)
        screen.home.connect(self._shell.navigation.pop)
        screen.wanted.connect(self._shell.open_plan)
        screen.save_wanted.connect(self._save_progress)
        return screen

    def _save_progress(self) -> None:
        """Save the shown page of a trainee's progress as a PNG file."""
        workplace = self._shell.workplace
        if path := self.progress.save_picture(workplace.folders.pictures, workplace.now()):
            self._shell.tell(Message("progress.saved", {"path": str(path)}))

    def _ask_history(self, person: UUID) -> None:
        roster = self.room.people.roster
        name = next((one.name for one in roster.people if one.person == person), "?") if roster else "?"
        self._history = History(name, self._shell.workplace.now)
        self._ask_page(person, self._history)

    def _ask_page(self, person: UUID, history: History) -> None:
        if self.room.link is not None:
            self.room.link.ask(
                protocol.AskRecords(person=person, after=history.last),
                lambda reply: self._got_page(person, history, reply),
            )

    def _got_page(self, person: UUID, history: History, reply: protocol.Reply) -> None:
        is_waited_for = history is self._history and self._shell.navigation.current is self._room_place
        if not isinstance(reply, protocol.Pulled) or not is_waited_for:
            return
        history.add(reply.entries, reply.last)
        if reply.entries and reply.last < reply.stored:
            self._ask_page(person, history)
            return
        settings, offers = self._shell.settings, self._shell.workplace.offers
        first = offers.suggestion(offers.regulation(settings.rulebook), settings.last)
        self.progress.show_reading(history.reading(), first, "")
        self._shell.navigation.push(self._progress_place)

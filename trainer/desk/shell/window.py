"""The main window: opens every screen, starts and ends runs, and saves what is open when it closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import structs
from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication

from trainer.desk.shell.frame import Frame
from trainer.desk.shell.navigation import Navigation, Place
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window_geometry import geometry_of
from trainer.desk.shell.workplace import Workplace
from trainer.desk.style.style import current_style
from trainer.desk.widgets.idle_work import while_read
from trainer.drills.core import Question
from trainer.games.core import Reason
from trainer.rulebooks import Citation, RulebookError
from trainer.runs.offers import Offer
from trainer.runs.plan import Kind, Plan, PlanError, again_plan, rung_name
from trainer.runs.run import RECORDING_FAILURES, Run, Stage, problem_of
from trainer.runs.run_factory import open_run, resume_run
from trainer.runs.summary import Answered
from trainer.system.input_files import path_exists
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, say

with lazily():  # each screen when it is first shown
    from trainer.desk.screens.exams.controller import ExamController
    from trainer.desk.screens.home.first_run import FirstRunScreen
    from trainer.desk.screens.home.path import GamePath, Step
    from trainer.desk.screens.home.screen import HomeScreen
    from trainer.desk.screens.home.study import HomeStudy
    from trainer.desk.screens.run.announcements import announce_question, announce_verdict
    from trainer.desk.screens.run.screen import RunnerScreen
    from trainer.desk.screens.run.sounds import hear_question, hear_verdict
    from trainer.desk.screens.run.summary import SummaryScreen
    from trainer.desk.screens.school.controller import SchoolController
    from trainer.desk.screens.school.installer_line import InstallerLine
    from trainer.desk.shell.crash import CrashHandler
    from trainer.desk.shell.start.heap import give_holes_back
    from trainer.desk.shell.study import StudyController
    from trainer.desk.style.sounds import TableSounds
    from trainer.desk.table.picture_cache import PictureCache
    from trainer.drills.option_dependence import OptionDependence

_WITH_NEW_QUESTIONS = ("today", "path", "challenge-60", "challenge-180")
_WITHOUT_DEVICES = "offscreen"  # Qt's platform for pictures and tests, which nobody hears
_SCHOOL_MILLISECONDS = 2500  # delay before a laptop that joined a school connects to it


class RunPlace(Place):
    """A run. ``plan`` starts the same kind of run again; a repeated question has no summary of its own."""

    def __init__(self, window: MainWindow, run: Run, plan: Plan, is_repeat: bool) -> None:
        super().__init__(lambda: window.show_run(run, plan), lambda: window.leave_run(run))
        self.run, self.plan, self.is_repeat = run, plan, is_repeat


class MainWindow(Frame):
    """Shows one screen at a time. Screens that are not needed at the start are created on first use."""

    def __init__(self, workplace: Workplace, settings: Settings) -> None:
        self._school: SchoolController | None = None  # used by `restyle`, which the frame calls
        self._exams: ExamController | None = None
        super().__init__(workplace, settings)
        self.run: Run | None = None
        self._plan: Plan | None = None  # the plan that the shown run was started with
        self._unsaved: list[Run] = []  # closed runs with answers that could not be recorded
        self._home_rulebook = ""  # regulation to show at home instead of the one in the settings
        self._home_is_first = False
        self._closes_unsaved = False
        self.navigation = Navigation(Place(self._show_home))
        self._everything = Place(self._show_everything)
        QTimer.singleShot(_SCHOOL_MILLISECONDS, self, self._look_for_school)

    def restyle(self) -> None:
        super().restyle()
        if self._school is not None:
            self._school.show_strip()

    # ── screens, each made when it is first needed ───────────────────────────────────────────────────────────────

    @cached_property
    def home(self) -> HomeScreen:
        screen = HomeScreen(self.workplace.offers, self._read_study, self._read_path)
        screen.started.connect(self._start_taught)
        screen.session_wanted.connect(self._start_taught_session)
        screen.step_wanted.connect(self._take_step)
        screen.game_chosen.connect(lambda game: self.change_settings(game=game))
        screen.back.connect(self.navigation.pop)
        screen.resume_wanted.connect(self.resume_left)
        screen.screen_wanted.connect(self.open_screen)
        screen.rulebook_chosen.connect(self.choose_rulebook)
        screen.language_wanted.connect(self.switch_language)
        screen.appearance_wanted.connect(self.switch_appearance)
        screen.full_screen_wanted.connect(self.switch_full_screen)
        return screen

    # The records are read when home has been painted.

    def _read_study(self, rulebook: str, game: str) -> HomeStudy | None:
        return self.study.read_home(rulebook, game)

    def _read_path(self, offer: Offer, language: Language, study: HomeStudy | None) -> GamePath:
        return self.study.read_path(offer, language, study)

    def _take_step(self, step: Step) -> None:
        offer = self.home.table()
        if offer is not None:
            self.study.open_step(offer, step)

    def _start_taught(self, plan: Plan) -> None:
        """Start a drill of home; somebody who never saw a page of the game sees its first page instead."""
        self._teach_first(plan, lambda: self.start(plan))

    def _start_taught_session(self, kind: str) -> None:
        """Start a session of home; one with new questions only after a page of the game was shown."""
        if kind in _WITH_NEW_QUESTIONS:
            self._teach_first(self.home.session_plan(kind), lambda: self.start_session(kind))
        else:
            self.start_session(kind)

    def _teach_first(self, plan: Plan, ask: Callable[[], object]) -> None:
        if self.study.is_taught(plan.rulebook, plan.game):
            ask()
            return
        try:
            offer = self.workplace.offers.offer_of(plan)
        except RulebookError:
            ask()  # says what is wrong
            return
        self.study.lessons.show(offer.rules, skip=ask)

    def open_screen(self, name: str) -> None:
        """Open a screen by its name, for the table that is selected at home."""
        offer = self.home.house_table() if name == "house" else self.home.table()
        if name == "everything":
            self.navigation.push(self._everything)
        elif name == "exams":
            self.exams.open()
        elif name == "mock":
            self.exams.choose_mock(self.home.rulebook, offer.rules.game if offer is not None else "")
        elif name == "school":
            self.school.open()
        elif name == "own":
            self.study.own.show(self.home.rulebook, self.home.selected)
        elif name == "class" and offer is None:
            self.home.tell(current_style().text("sessions.none.other"))
        else:
            self.study.open(name, offer)

    @cached_property
    def study(self) -> StudyController:
        return StudyController(self)

    def trouble_table(self, order: str, seat: int) -> None:
        """Let happen at the live table what an instructor orders, if a shift is running."""
        if self.study.has_live_table:
            self.study.live.obey(order, seat)

    def show_lesson_of(self, plan: Plan, page: str = "") -> None:
        """Open the lesson of a plan's table, at a page if one is named; raises `RulebookError`."""
        offer = self.workplace.offers.offer_of(plan)
        if page:
            self.study.lessons.show(offer.rules, page)
        else:
            self.study.open("lesson", offer)

    @property
    def school(self) -> SchoolController:
        if self._school is None:
            self._school = SchoolController(self)
        return self._school

    def _look_for_school(self) -> None:
        """Connect to the school that this laptop has joined, if any."""
        if path_exists(self.workplace.folders.schools):
            self.school.start()

    def show_installer(self, line: InstallerLine) -> None:
        """Show in a line which version of the program the school hands out, if this laptop has joined one."""
        if self._school is not None:
            self._school.installers.attach(line)

    @property
    def exams(self) -> ExamController:
        if self._exams is None:
            self._exams = ExamController(self)
            self._exams.sitting.watch.noted.connect(self._tell_incident)
        return self._exams

    @exams.setter
    def exams(self, controller: ExamController) -> None:
        """Lead through the exams of another office."""
        self._exams = controller

    def suspend_sitting(self) -> None:
        """Stop the clock of a sitting after a crash."""
        if self._exams is not None:
            self._exams.sitting.let_go()

    def _tell_incident(self, kind: str) -> None:
        """Report an incident of a sitting to the invigilator, if this laptop is connected to a school."""
        if self._school is not None:
            self._school.report_incident(self.exams.sitting.sitting.header.paper, kind)

    @cached_property
    def runner(self) -> RunnerScreen:
        screen = RunnerScreen(
            PictureCache(self.workplace.folders.tables), OptionDependence(self.workplace.offers.library)
        )
        screen.recorded.connect(self.tell_notices)
        screen.ended.connect(self._end_run)
        screen.lesson_wanted.connect(lambda question: self.study.lessons.show_item(question.item))
        screen.cite_wanted.connect(self._show_citation)
        screen.asked.connect(lambda: QTimer.singleShot(0, self, self._hear))  # after the question was painted
        screen.judged.connect(self._hear)
        screen.asked.connect(lambda: announce_question(screen))
        screen.judged.connect(lambda: announce_verdict(screen))
        return screen

    @cached_property
    def sounds(self) -> TableSounds:
        return TableSounds(self.workplace.folders.sounds, self)

    def _hear(self, answered: Answered | None = None) -> None:
        """Play the sound of a question or a verdict, if sound is switched on."""
        wanted, run = self.settings.sound, self.run
        if wanted == "off" or run is None or QGuiApplication.platformName() == _WITHOUT_DEVICES:
            return
        if answered is None:
            hear_question(self.sounds, run.question)
        else:
            hear_verdict(self.sounds, answered.question, current_style().language, wanted == "voice")

    def _show_citation(self, question: Question, cite: Citation, reason: Reason) -> None:
        self.study.lessons.show_citation(question, cite, reason)

    @cached_property
    def summary(self) -> SummaryScreen:
        screen = SummaryScreen()
        screen.again.connect(self._start_again)
        screen.next_level.connect(lambda: self._start_level(1))
        screen.easier.connect(lambda: self._start_level(-1))
        screen.resumed.connect(self.resume_left)
        screen.lesson.connect(lambda question: self.study.lessons.show_item(question.item))
        screen.mistakes_wanted.connect(self._ask_mistakes)
        screen.replayed.connect(self._replay)
        screen.home.connect(self.navigation.pop)
        return screen

    def show_first_run(self) -> None:
        """Ask a first-time user for the language and the regulation."""
        screen = FirstRunScreen(self.workplace.offers)
        screen.language_chosen.connect(lambda language: self.change_settings(language=Language(language)))
        screen.began.connect(self._begin_course)
        screen.looked.connect(self.choose_rulebook)
        self.navigation.push(
            Place(lambda: self.show_screen(screen), lambda: self._leave_first_run(screen), gives_way=True)
        )

    def _leave_first_run(self, screen: FirstRunScreen) -> None:
        """Keep the chosen regulation, however the screen was left."""
        self.change_settings(rulebook=screen.rulebook)
        screen.deleteLater()

    def _begin_course(self, rulebook: str) -> None:
        """Open the first page of a regulation's first game, above home."""
        self.choose_rulebook(rulebook)
        offer = self.home.table()
        if offer is not None:
            self.study.open("lesson", offer)

    def tell_notices(self) -> None:
        """Show the notices of the records."""
        while self.workplace.recording.notices:
            self.tell(self.workplace.recording.notices.pop(0))

    def show_home(self, rulebook: str = "", is_first: bool = False) -> None:
        """Close everything and return home, under a regulation or under the one in the settings. ``is_first`` shows
        home as a first-time user sees it."""
        self._home_rulebook, self._home_is_first = rulebook, is_first
        self.navigation.home()

    def _show_home(self) -> None:
        settings = Settings() if self._home_is_first else self.settings
        rulebook = self.workplace.offers.regulation(self._home_rulebook or settings.rulebook)
        self._home_rulebook, self._home_is_first = "", False
        suggestion = self.workplace.offers.suggestion(rulebook, settings.last, settings.game)
        self.home.daily_goal = settings.daily_goal
        self.home.choose(rulebook, suggestion, settings.last)
        self.home.show_front()
        self.show_screen(self.home)
        if self._school is not None:
            self._school.show_strip()

    def _show_everything(self) -> None:
        """Show all games, drills and sessions."""
        self.home.show_everything()
        self.show_screen(self.home)

    def go_on(self) -> None:
        """Start the last drill, or the first one there is; home if there is none."""
        offers = self.workplace.offers
        suggestion = offers.suggestion(offers.regulation(self.settings.rulebook), self.settings.last)
        if suggestion is None:
            self.show_home()
        else:
            self.start(suggestion)

    def choose_rulebook(self, rulebook: str) -> None:
        """Show a regulation at home, and remember it if it has drills."""
        if self.workplace.offers.first(rulebook) is not None:
            self.change_settings(rulebook=rulebook)
        self.show_home(rulebook)

    # ── runs ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, plan: Plan) -> None:
        """Start a drill and remember it as the last one."""
        if self.open_plan(plan):
            self.change_settings(last=plan, rulebook=plan.rulebook, game=plan.game)

    def start_session(self, kind: str) -> None:
        """Start a session of a kind at the table that is selected at home."""
        if kind in ("class", "exams", "own"):
            self.open_screen(kind)
        else:
            self.open_plan(self.home.session_plan(kind))

    def open_plan(self, plan: Plan, questions: Sequence[Question] = (), is_repeat: bool = False) -> bool:
        """Start the run of a plan, or of given questions; if there is nothing to ask, say why.

        A repeat returns to where it was asked for, without a summary.
        """
        tools = self.workplace
        return self.begin(
            lambda: open_run(plan, tools.offers, tools.recording, tools.clock, tools.rng, questions=questions),
            plan,
            is_repeat,
        )

    def resume_left(self) -> None:
        """Resume the session that was left last; say so if there is none."""
        tools = self.workplace
        self.begin(lambda: resume_run(tools.offers, tools.recording, tools.clock, tools.rng))

    def begin(self, opened: Callable[[], Run | None], plan: Plan | None = None, is_repeat: bool = False) -> bool:
        """Open a run above what is shown. A run that follows another replaces its summary. ``plan`` is the plan to
        start again, if it is not the run's own."""
        try:
            run = opened()
        except RulebookError as error:
            self._refuse(Message("desk.runner.drill-faulty", {"fault": error.faults[0].message}))
            return False
        except PlanError as error:
            self._refuse(error.message)
            return False
        except RECORDING_FAILURES as error:
            self.tell(Message("sessions.none.unreadable", {"problem": problem_of(error)}))
            return False
        self.tell_notices()
        if run is None or run.stage is Stage.FINISHED:
            kind = "mistakes" if plan is not None and plan.kind is Kind.MISTAKES else "other"
            self._refuse(Message(f"sessions.none.{kind}"))
            return False
        if self.run is not None:
            give_holes_back()  # memory of the run before
        place = RunPlace(self, run, plan or run.plan, is_repeat)
        try:
            if self.navigation.current.gives_way and not is_repeat:
                self.navigation.replace(place)
            else:
                self.navigation.push(place)
        except Exception as error:  # a school's own table that cannot be drawn is reported as faulty
            fault = self.workplace.offers.mark_unusable(run.plan.rulebook, run.plan.game, error)
            if fault is None:
                raise
            self.navigation.home()
            self._refuse(Message("desk.runner.drill-faulty", {"fault": fault.message}))
            return False
        while_read(self, lambda: self._get_ready(run))
        return True

    def _refuse(self, message: Message) -> None:
        """Say why there is nothing to ask: in home's own line, or as a notice above any other screen."""
        if self.shown_screen() in (self.home, None):
            self.home.tell(say(message, current_style().language))
        else:
            self.tell(message)

    def return_to(self, run: Run) -> bool:
        """Return to a run that is open below other places, which are closed; tells whether it is open."""
        places = [place for place in self._run_places() if place.run is run]
        if places and places[0] is not self.navigation.current:
            self.navigation.push(places[0])
        return bool(places)

    def _run_places(self) -> list[RunPlace]:
        return [place for place in self.navigation.places if isinstance(place, RunPlace)]

    def show_run(self, run: Run, plan: Plan) -> None:
        """Show a run from its first question, or where it was covered by another place."""
        self.run, self._plan = run, plan
        self.show_screen(self.runner)
        self.runner.show_run(run)

    def leave_run(self, run: Run) -> None:
        """End a run. Answers that cannot be recorded now are tried again when the window closes."""
        if run.stage is not Stage.FINISHED:
            run.leave()
        if run.unrecorded:
            self._unsaved.append(run)

    def show_summary(self, run: Run, plan: Plan) -> None:
        """Show the summary of a run."""
        self.run, self._plan = run, plan
        is_challenge = run.plan.kind is Kind.CHALLENGE
        tells_bests = is_challenge and self.settings.daily_goal > 0
        bests = self.study.challenge_bests(run.plan.session_kind) if tells_bests else (0, 0)
        below = self.navigation.places[-2:-1]
        leads_on = bool(below) and below[0].teaches
        self.summary.show_run(run, bests, leads_home=self.navigation.depth == 1, leads_on=leads_on)
        self.show_screen(self.summary)

    def _get_ready(self, run: Run) -> None:
        run.get_ready()
        self.tell_notices()
        if self.workplace.recording.is_locked:
            self.study.show_profiles(is_locked=True)

    def _end_run(self) -> None:
        """The shown run is over: replace it by its summary, or return to where it was started."""
        place = self.navigation.current
        if not isinstance(place, RunPlace):
            self.navigation.home()
            return
        run = place.run
        if run.plan.kind is Kind.DRILL and run.answers >= run.length:
            self.study.note_drill(run.plan)
        if place.is_repeat or not run.answers:
            self.navigation.pop()
            return
        summary = run.summary()
        if summary.placed is not None:
            self.study.show_placed(summary.placed)
        elif summary.tally is None:
            self.navigation.home()
            self.home.tell(current_style().text("sessions.handed-in", count=summary.answers), is_good=True)
        else:
            self.navigation.replace(Place(lambda: self.show_summary(run, place.plan), gives_way=True))

    def _start_again(self) -> None:
        """Start a run like the last one; after a repeated question, its drill."""
        plan = self._plan
        if plan is None:
            self.show_home()
        elif plan.kind in (Kind.DRILL, Kind.AGAIN):
            self.start(structs.replace(plan, kind=Kind.DRILL, items=(), length=0))
        else:
            self.open_plan(plan)

    def _ask_mistakes(self, questions: list[Question]) -> None:
        """Ask all questions of a run that were answered wrongly again, as far as they are of the first one's table."""
        first = questions[0].item
        table = (first.rulebook, first.game, first.variant, first.options)
        items = [question.item for question in questions]
        same = [(one.rulebook, one.game, one.variant, one.options) == table for one in items]
        self.ask([question for question, is_same in zip(questions, same, strict=True) if is_same], behaviour="learn")

    def _start_level(self, step: int) -> None:
        """Start the same drill ``step`` levels higher or lower."""
        if self._plan is not None:
            following = rung_name(self._plan.family, self._plan.level + step)
            self.start(structs.replace(self._plan, kind=Kind.DRILL, items=(), length=0, rungs=(following,)))

    def _replay(self, answered: Answered) -> None:
        self.ask_again(answered.question)

    def ask_again(self, question: Question) -> None:
        """Ask one question again without counting it, because its answer was just shown; then return."""
        self.ask([question], behaviour="learn", is_repeat=True)

    def ask(self, questions: Sequence[Question], behaviour: str, is_repeat: bool = False) -> None:
        """Ask given questions, which are all of one table."""
        self.open_plan(again_plan([question.item for question in questions], behaviour), questions, is_repeat)

    # ── trouble and the end ──────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def crash_handler(self) -> CrashHandler:
        return CrashHandler(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Try once more to record unsaved answers. If that fails, warn the user the first time instead of closing."""
        runs = {place.run for place in self._run_places()} | {*self._unsaved} | ({self.run} if self.run else set())
        for run in runs:
            run.save()
        unsaved = [run for run in runs if run.unrecorded]
        if unsaved and not self._closes_unsaved:
            self._closes_unsaved = True
            count = sum(len(run.unrecorded) for run in unsaved)
            self.tell(Message("desk.window.unsaved-on-close", {"count": count, "problem": unsaved[0].trouble}))
            event.ignore()
            return
        if self._school is not None:
            self._school.stop()
        if self.run is not None:  # otherwise nothing was drilled
            self.runner.felt.keep_table()
        if not self.isFullScreen():  # full screen is saved when it is switched, and hides the normal geometry
            self.change_settings(place=geometry_of(self) or self.settings.place, maximised=self.isMaximized())
        if "study" in self.__dict__:
            self.study.close()
        self.workplace.recording.close()
        event.accept()

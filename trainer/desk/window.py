"""The main window: a stack of screens, and what holds for all of them: language, appearance, size, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.controls.notice_bar import NoticeBar
from trainer.desk.look.dress import SMALLEST_HEIGHT, SMALLEST_WIDTH, Dress, scale_for
from trainer.desk.look.stylesheet import stylesheet
from trainer.desk.look.theme import THEMES
from trainer.desk.run.table import Table, table_of
from trainer.desk.screen import Screen
from trainer.desk.settings.choices import Settings, save_settings
from trainer.desk.workplace import Workplace
from trainer.drills.core import Question
from trainer.rulebooks import RulebookError
from trainer.runs.assignment import Assignment
from trainer.runs.coach import Coach
from trainer.runs.offers import Offer
from trainer.runs.run import Answered, Run
from trainer.study.behaviours import BEHAVIOURS
from trainer.texts import Language, Message

if TYPE_CHECKING:
    from trainer.desk.faults.screen import FaultScreen
    from trainer.desk.home.screen import HomeScreen
    from trainer.desk.home.study import HomeStudy
    from trainer.desk.run.screen import RunnerScreen
    from trainer.desk.run.summary import SummaryScreen
    from trainer.desk.study_desk import StudyDesk

# Settings that change how everything looks.
_SEEN = {"language", "appearance", "full_screen", "reduce_motion", "cloth", "four_colours"}
_READING_MILLISECONDS = 250  # after which the records are opened: the first question is painted by then


class MainWindow(QWidget):
    """Home, drill and summary, one at a time. Screens that are not needed at the start are made when they are."""

    def __init__(self, workplace: Workplace, settings: Settings) -> None:
        super().__init__()
        self.workplace = workplace
        self.settings = settings
        self.dress = self._dress_for(SMALLEST_WIDTH, SMALLEST_HEIGHT)
        self.notices = NoticeBar(self.dress)
        self.stack = QStackedWidget()
        self.run: Run | None = None
        self._assignment: Assignment | None = None
        self._offer: Offer | None = None
        self._then: Callable[[], None] = self.show_home  # after a run
        self.again: Callable[[], None] = self.show_home  # for another one like it
        self._closes_unsaved = False
        self._build()
        self._wear()

    def _build(self) -> None:
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notices)
        layout.addWidget(self.stack, stretch=1)
        self.setMinimumSize(SMALLEST_WIDTH, SMALLEST_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that hold everywhere: no screen has another use for them, so they arrive here."""
        match event.key():
            case Qt.Key.Key_F2:
                self.switch_language()
            case Qt.Key.Key_F3:
                self.switch_appearance()
            case Qt.Key.Key_F11:
                self.switch_full_screen()
            case _:
                super().keyPressEvent(event)

    # ── language, appearance, size ───────────────────────────────────────────────────────────────────────────────

    def switch_language(self) -> None:
        other = Language.EN if self.settings.language is Language.ES else Language.ES
        self.change_settings(language=other)

    def switch_appearance(self) -> None:
        self.change_settings(appearance="light" if self.settings.appearance == "dark" else "dark")

    def switch_full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()
        self.change_settings(full_screen=self.isFullScreen())

    def change_settings(self, **changes: object) -> None:
        """Change settings, show them at once and keep them."""
        changed = msgspec.structs.replace(self.settings, **changes)
        if changed == self.settings:
            return
        self.settings = changed
        if not _SEEN.isdisjoint(changes):
            self._wear()
        try:
            save_settings(self.settings, self.workplace.settings_path)
        except OSError as error:
            self.notices.tell(Message("desk.window.settings-not-saved", {"problem": str(error)}))

    def _dress_for(self, width: int, height: int) -> Dress:
        settings = self.settings
        motion = not settings.reduce_motion
        theme, scale = THEMES[settings.appearance], scale_for(width, height)
        return Dress(settings.language, theme, scale, motion, settings.cloth, settings.four_colours)

    def _wear(self) -> None:
        dress = self._dress_for(self.width(), self.height())
        self.dress = dress
        self.setStyleSheet(stylesheet(dress))
        self.setFont(dress.font(14))
        self.setWindowTitle(dress.say("app.name"))
        self.notices.wear(dress)
        screen = self.stack.currentWidget()
        if screen is not None:
            screen.wear(dress)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if scale_for(self.width(), self.height()) != self.dress.scale:
            self._wear()

    # ── screens, each made when it is first needed ───────────────────────────────────────────────────────────────

    @cached_property
    def home(self) -> HomeScreen:
        from trainer.desk.home.screen import HomeScreen  # noqa: PLC0415

        screen = HomeScreen(self.dress, self.workplace.offers, self._read_study)
        screen.started.connect(self.start)
        screen.session_wanted.connect(self._start_session)
        screen.screen_wanted.connect(self._open_screen)
        screen.rulebook_chosen.connect(self.choose_rulebook)
        screen.language_wanted.connect(self.switch_language)
        screen.appearance_wanted.connect(self.switch_appearance)
        screen.full_screen_wanted.connect(self.switch_full_screen)
        return screen

    # The study is loaded when it is first needed, after home has been painted.

    def _read_study(self, rulebook: str, game: str) -> HomeStudy | None:
        return self.study.read_home(rulebook, game)

    def _start_session(self, kind: str) -> None:
        self.study.start_session(kind)

    def _open_screen(self, name: str) -> None:
        self.study.open(name)

    @cached_property
    def study(self) -> StudyDesk:
        from trainer.desk.study_desk import StudyDesk  # noqa: PLC0415

        return StudyDesk(self)

    @cached_property
    def runner(self) -> RunnerScreen:
        from trainer.desk.felts.kept import KeptTables  # noqa: PLC0415
        from trainer.desk.run.screen import RunnerScreen  # noqa: PLC0415

        screen = RunnerScreen(self.dress, KeptTables(self.workplace.kept_tables))
        screen.ended.connect(self._end_run)
        screen.lesson_wanted.connect(lambda question: self.study.show_lesson(question.item))
        return screen

    @cached_property
    def summary(self) -> SummaryScreen:
        from trainer.desk.run.summary import SummaryScreen  # noqa: PLC0415

        screen = SummaryScreen(self.dress)
        screen.again.connect(self._start_again)
        screen.next_level.connect(self._start_next_level)
        screen.replayed.connect(self._replay)
        screen.home.connect(self.show_home)
        return screen

    @cached_property
    def fault(self) -> FaultScreen:
        from trainer.desk.faults.screen import FaultScreen  # noqa: PLC0415

        screen = FaultScreen(self.dress)
        screen.home.connect(self.show_home)
        return screen

    def show_screen(self, screen: Screen) -> None:
        if self.stack.indexOf(screen) < 0:
            self.stack.addWidget(screen)
        screen.wear(self.dress)
        self.stack.setCurrentWidget(screen)
        screen.take_focus()

    def show_home(self) -> None:
        rulebook = self.workplace.offers.regulation(self.settings.rulebook)
        self.home.choose(rulebook, self.workplace.offers.suggestion(rulebook, self.settings.last), self.settings.last)
        self.show_screen(self.home)

    def go_on(self) -> None:
        """Straight to where the user left off, or to the first drill; home if there is none."""
        offers = self.workplace.offers
        suggestion = offers.suggestion(offers.regulation(self.settings.rulebook), self.settings.last)
        if suggestion is None:
            self.show_home()
        else:
            self.start(suggestion)

    def choose_rulebook(self, rulebook: str) -> None:
        self.change_settings(rulebook=rulebook)
        self.show_home()

    def start(self, assignment: Assignment) -> None:
        """Begin a run of a drill."""
        try:
            offer = self.workplace.offers.offer(assignment.rulebook, assignment.game, assignment.variant)
        except RulebookError as error:
            self.home.tell(self.dress.say("runner.drill-faulty", fault=error.faults[0].message))
            return
        self.ask(assignment, offer)
        self.change_settings(last=assignment, rulebook=assignment.rulebook)

    def ask(self, assignment: Assignment, offer: Offer, questions: Iterable[Question] | None = None) -> None:
        """Run the questions of a drill, or certain ones; the assignment says how, and what comes after."""
        self._assignment, self._offer = assignment, offer
        behaviour = BEHAVIOURS[assignment.behaviour]
        workplace = self.workplace
        coach = Coach(workplace.recording, offer, assignment.family, assignment.level, behaviour, workplace.rng)
        certain = list(questions or ())
        rest = iter(certain)
        source = (lambda: next(rest, None)) if certain else coach.next_question
        series = offer.family(assignment.family).series
        length = len(certain) or (series if series > 1 else None)
        run = Run(source, behaviour, workplace.clock, self.telling(coach.keep), length=length)
        table = table_of(offer.rules)
        self.show_run(run, lambda question: table, self._end_drill)
        QTimer.singleShot(_READING_MILLISECONDS, self, self.telling(coach.get_ready))

    def show_run(self, run: Run, table_of: Callable[[Question], Table], then: Callable[[], None]) -> None:
        """Ask the questions of a run, each at its table; ``then`` says what comes after it."""
        self.run, self.table_of, self._then = run, table_of, then
        self.show_screen(self.runner)
        self.runner.start(run, table_of)

    def telling(self, work: Callable[..., None]) -> Callable[..., None]:
        """Work with the records, after which what they have to say is told."""

        def do(*arguments: object) -> None:
            work(*arguments)
            self.tell_notices()

        return do

    def tell_notices(self) -> None:
        """Say what the records have to say."""
        while self.workplace.recording.notices:
            self.notices.tell(self.workplace.recording.notices.pop(0))

    def _end_run(self) -> None:
        if self.run.answered:
            self._then()
        else:
            self.show_home()

    def _end_drill(self) -> None:
        levels = len(self._offer.family(self._assignment.family).levels)
        self.summary.show_run(self.run, self.table_of, self._assignment.level < levels)
        self.again = lambda: self.start(self._assignment)
        self.show_screen(self.summary)

    def _start_again(self) -> None:
        self.again()

    def _start_next_level(self) -> None:
        self.start(msgspec.structs.replace(self._assignment, level=self._assignment.level + 1))

    def _replay(self, answered: Answered) -> None:
        self.ask_again(answered.question)

    def ask_again(self, question: Question) -> None:
        """Ask one question again, without counting: its answer was just seen."""
        item = question.item
        offer = self._offer
        if offer is None or (offer.rules.rulebook, offer.rules.game) != (item.rulebook, item.game):
            offer = self.workplace.offers.offer(item.rulebook, item.game, item.variant)
        again = Assignment(
            rulebook=item.rulebook,
            game=item.game,
            family=item.family,
            level=item.level,
            variant=item.variant,
            behaviour="learn",
        )
        self.ask(again, offer, [question])

    # ── trouble and the end ──────────────────────────────────────────────────────────────────────────────────────

    def show_fault(self, error: BaseException) -> None:
        """The program failed: write a report and say so; what was answered so far is kept already."""
        from trainer.desk.faults.report import write_report  # noqa: PLC0415 (seldom needed)

        try:
            path = write_report(self.workplace.reports, error, self.workplace.now())
            message = Message("desk.fault.says", {"path": str(path)})
        except OSError as problem:
            message = Message("desk.fault.says-unwritten", {"problem": str(problem)})
        self.fault.show_fault(message, error)
        # The event that failed is still under way: change screens when it is over.
        QTimer.singleShot(0, self, lambda: self.show_screen(self.fault))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Answers that could not be kept are tried once more; if they still cannot, the user is told first."""
        run = self.run
        if run is not None:
            run.save()
        if run is not None and run.unrecorded and not self._closes_unsaved:
            self._closes_unsaved = True
            params = {"count": len(run.unrecorded), "problem": run.trouble}
            self.notices.tell(Message("desk.window.unsaved-on-close", params))
            event.ignore()
            return
        if "runner" in self.__dict__:  # nothing was drilled without it
            self.runner.felt.keep_table()
        self.workplace.recording.close()
        event.accept()

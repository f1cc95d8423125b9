"""The drill screen: it shows a `Run` with felt, question, answer tray, hints, notes and verdict.

The same screen shows a question to a class (the projector) and takes cards or numbers that no device sends.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from trainer.desk.answering.answer_input import SCREEN_KEYS, Doubt, FeltInput, focus_answer, panel
from trainer.desk.answering.question_bar import QuestionBar
from trainer.desk.answering.trays import Tray, make_tray
from trainer.desk.screens.run.felt_area import FeltArea
from trainer.desk.screens.run.hand_entry import HandEntry
from trainer.desk.screens.run.header import RunHeader
from trainer.desk.screens.run.hints import ShownHints
from trainer.desk.screens.run.house_line import HouseLine
from trainer.desk.screens.run.projector import Projector
from trainer.desk.screens.run.side_panel import SidePanel
from trainer.desk.style.style import current_style
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import table_of
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.idle_work import while_read
from trainer.desk.widgets.screen import Screen
from trainer.drills.core import Question
from trainer.drills.forms import AnswerError, AnswerForm
from trainer.drills.option_dependence import OptionDependence
from trainer.drills.scene import Scene
from trainer.runs.run import Run, Stage
from trainer.runs.summary import Answered
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Names, say

with lazily():  # not needed to ask the first question
    from trainer.desk.screens.run.keys import take_key
    from trainer.desk.screens.run.verdict_display import VerdictDisplay

_TICK_MILLISECONDS = 100
_ROUNDED = 2  # pixels that rows may gain because each is rounded by itself


class RunnerScreen(Screen):
    """Shows a `Run`: Enter answers and goes on, Escape leaves.

    ``recorded`` is emitted when a question was answered or closed without an answer, and ``ended`` when the run is
    over; ``lesson_wanted`` asks for the lesson of the current question.
    """

    recorded = Signal()
    asked = Signal()  # a question is shown
    judged = Signal(Answered)  # a verdict is shown
    ended = Signal()
    lesson_wanted = Signal(Question)
    cite_wanted = Signal(object, object, object)  # the question, a citation of its verdict, and its reason

    def __init__(self, pictures: PictureCache | None = None, dependence: OptionDependence | None = None) -> None:
        """``dependence`` finds out which house options an answer depends on."""
        style = current_style()
        super().__init__()
        self.house = HouseLine(self, dependence)
        self._run: Run | None = None
        self._tray: Tray[AnswerForm] | None = None
        self._shows_rack = False  # in the next tray, as in the last one
        self.header = RunHeader()
        self.felt = FeltView(theme=style.theme, pictures=pictures)
        self.felt.looking.follows = True
        self.felt.screen_keys = SCREEN_KEYS
        self.felt_input = FeltInput(self.felt)
        self.bar = QuestionBar()
        self.column = SidePanel()
        self.column.hide()
        self.tray_room = panel()
        self.felt_area = FeltArea(self.felt, self.column, self.tray_room)
        self._names = (Names("", ""), Names("", ""))
        self._doubt = Doubt()
        self._verdict_display: VerdictDisplay | None = None
        self.shown_hints = ShownHints(self)
        self.hand_entry = HandEntry(self)  # for cards or numbers that no device sends
        self._projecting: Projector | None = None
        self._sized = (current_style().scale, current_style().text_size)
        self._is_waiting = False  # for a card or number from outside
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK_MILLISECONDS)
        self._ticking.timeout.connect(self._tick_if_seen)
        self.header.leave.clicked.connect(self.leave)
        self.header.whole.clicked.connect(self.felt.switch_whole)
        self.felt.looking.moved.connect(self._offer_whole)
        self.header.notes.clicked.connect(self.switch_notes)
        self.bar.hint.clicked.connect(self.give_hint)
        self.bar.view.clicked.connect(self._switch_view)
        self.bar.answer.clicked.connect(self.press_enter)
        self.bar.unknown.clicked.connect(self.give_up)
        while_read(self.column, lambda: self.verdict_display)
        self._build()

    def _build(self) -> None:
        self._tray_layout = QVBoxLayout(self.tray_room)
        self._tray_layout.addWidget(self.hand_entry)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.felt_area, stretch=1)
        layout.addWidget(self.bar)
        layout.addWidget(self.tray_room)
        self.column.setParent(self)

    # ── the run ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def run(self) -> Run:
        """The run that is shown or was shown last."""
        if self._run is None:
            raise RuntimeError("no run has been started yet")
        return self._run

    @property
    def is_over(self) -> bool:
        """Whether no run is in progress on this screen."""
        return self._run is None or self._run.stage is Stage.FINISHED

    @property
    def tray(self) -> Tray[AnswerForm]:
        """The tray of the shown question."""
        if self._tray is None:
            raise RuntimeError("nothing has been asked yet")
        return self._tray

    def start(self, run: Run) -> None:
        """Show a run from its current question; a finished run ends at once."""
        self._run = run
        if run.stage is Stage.FINISHED:
            self.ended.emit()
            return
        self.show_what_follows()
        self._ticking.start()

    def show_run(self, run: Run) -> None:
        """Show a run, or show it again after it was covered.

        A half-written answer is kept as long as no other run was shown on this screen; a verdict is written again.
        """
        if run is self._run and run.stage is not Stage.FINISHED:
            self.take_focus()
        elif run.stage is not Stage.JUDGED:
            self.start(run)
        elif run.answered and run.answered[-1].question is run.question:
            self._run = run
            self._show_question()
            if not self.is_projected:
                self.verdict_display.show(run.answered[-1], is_again=True)
            self._ticking.start()
        else:  # an instructor had revealed the answer to a class
            self._run = run
            self._ticking.start()
            self.go_on()

    def leave(self) -> None:
        """End the run; its answers are kept."""
        if self._run is not None and self._run.stage is not Stage.FINISHED:
            self._run.leave()
            self._end()

    def _end(self) -> None:
        self._ticking.stop()
        self._stay()
        self.ended.emit()

    def _show_question(self) -> None:
        draft = self.run.question.draft
        table = table_of(self.run.asked.rules)
        self._names = (table.game, table.rulebook)
        self._spoken = make_felt(draft.scene.felt, table.imprint).spoken
        self.felt.set_table(table)
        if self._tray is None or not self._tray.asks_again(draft.form):
            self._put_tray(draft.form)
        else:
            self._tray.show()  # a verdict may have covered it
        self.felt_input.begin(self.tray, draft.scene, table)
        self._make_room()
        moves = current_style().motion and self.run.answers > 0  # the first question appears without animation
        self.felt.show_scene(draft.scene, current_style().language, animate=moves, about=self._about())
        self.felt.shows_counts = self.run.behaviour.hints  # counts are shown while learning only
        self._doubt.begin()
        self._is_waiting = False
        self.shown_hints.begin()
        self.hand_entry.hide()
        self.bar.tell("")
        self.show_answer()
        self.write()
        self.show_asking()
        self.house.look_at(self.run.question, self._house_is_known)
        self.take_focus()
        if self.is_projected:
            self.projecting.show()
        if self.run.stage is Stage.ASKING:
            self.asked.emit()

    def _say_house(self) -> None:
        self.felt_area.say_house(self.house.lines(current_style().language))

    def _house_is_known(self) -> None:
        self._say_house()
        self._find_room_for_verdict()  # the verdict may be shown already

    def _about(self) -> tuple[Scene, ...]:
        """The scenes that the camera shows: the table before and after the answer, so that the verdict moves nothing;
        the whole table if the answer is given on it."""
        after = self.run.question.draft.after
        return (*self.felt_input.about(), after) if after and not self.tray.is_on_felt else self.felt_input.about()

    def _make_room(self) -> None:
        """Set the tray's height. It is the same for nearly all questions, so that the felt stays where it is."""
        px = current_style().px
        rounded = 0 if px(1000) == 1000 else _ROUNDED
        self.tray_room.setFixedHeight(self.tray.height_in_pixels() + 2 * px(8) + rounded)

    def _put_tray(self, form: AnswerForm) -> None:
        self._drop_tray()
        self._tray = make_tray(form, self._spoken, self._shows_rack)
        self._tray.changed.connect(self._answer_changed)
        self._tray.submitted.connect(self.press_enter)
        self._tray_layout.addWidget(self._tray)

    def _drop_tray(self) -> None:
        if self._tray is not None:
            self.felt_input.end()
            self._shows_rack = self._tray.shows_rack
            discard(self._tray)
            self._tray = None

    def take_focus(self) -> None:
        """Focus the felt if the answer is given on it, else the tray's field; for a verdict, the screen itself."""
        if self._run is not None and self._run.stage is Stage.JUDGED:
            self.setFocus()
        else:
            focus_answer(self.felt, self._tray, self)

    # ── answering ────────────────────────────────────────────────────────────────────────────────────────────────

    def press_enter(self) -> None:
        """Hand in the answer; once it is judged, go on."""
        self._stay()
        if self._run is None or self._run.stage is Stage.FINISHED:
            return
        if self.is_projected:
            self.projecting.reveal()
        elif self.run.stage is Stage.WAITING:
            self._hand_over()
        elif self.run.stage is Stage.JUDGED:
            self.go_on()
        elif problem := self._doubt.problem(self.tray):
            self.bar.tell(problem)
        else:
            try:
                answered = self.run.answer(self.tray.answer())
            except AnswerError as error:
                self.bar.tell(say(error.message, current_style().language))
                return
            self._answered(answered)

    def _switch_view(self) -> None:
        """Show the judged question as it was asked, as it was answered, or as it should be."""
        self.verdict_display.switch_view()

    def give_up(self) -> None:
        """“I don’t know”: show the solution; the question counts as not known."""
        if (
            self._run is not None
            and self._tray is not None
            and self.run.stage is Stage.ASKING
            and not self.is_projected
        ):
            self._answered(self.run.close_unanswered())

    def _stay(self) -> None:
        if self._verdict_display is not None:
            self._verdict_display.stay()

    def _answered(self, answered: Answered | None) -> None:
        """After an answer: show its verdict, or go on if the plan gives none yet."""
        self.recorded.emit()
        if answered is not None:
            self.verdict_display.show(answered)
        else:
            self.show_what_follows()

    def go_on(self) -> None:
        """Leave the judged question and show what follows."""
        self.run.go_on()
        self.show_what_follows()

    def show_what_follows(self) -> None:
        """Show the current question, or wait for input from outside, or end a run that is finished."""
        if self.run.stage is Stage.FINISHED:
            self._end()
        elif self.run.stage is Stage.ASKING:
            self._show_question()
        else:
            self._is_waiting = True
            self._drop_tray()
            self.bar.tell("")
            self._ask_by_hand()

    def _ask_by_hand(self) -> None:
        self.hand_entry.ask()

    def _hand_over(self) -> None:
        self.hand_entry.hand_over()

    def give_hint(self) -> None:
        """Show one more hint, if the question is open and the behaviour allows hints."""
        if self._run is None or self._tray is None or self.run.stage is not Stage.ASKING:
            return
        if self.run.behaviour.hints and self.shown_hints.give():
            self.column.is_dismissed = False
            self.write()
            self.show_asking()

    def show_asking(self) -> None:
        """Show notes and hints in the side panel; a class does not see them."""
        if self.is_projected:
            return
        self.column.show_asking(self.run, self.tray, self.shown_hints.said())

    def _offer_whole(self) -> None:
        """Offer the whole table where the camera shows only a part of it."""
        self.header.whole.setEnabled(self.felt.can_switch_whole)

    def switch_notes(self) -> None:
        """Show or hide the notes about the run, its keys and the hints that were given."""
        is_asking = self._tray is not None and self.run.stage is Stage.ASKING
        is_shown = self.column.isVisible() if is_asking else self.column.is_wanted
        self.column.is_wanted, self.column.is_dismissed = not is_shown, is_shown
        if is_asking:
            self.show_asking()

    def _tick_if_seen(self) -> None:
        """Tick only while the screen is visible: a covered run neither ends nor goes on by itself."""
        if self.isVisible():
            self.tick()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stay()

    def tick(self) -> None:
        """Show the time. Close the question when its time is up, end the run when its time is up, and show a question
        that the run waited for."""
        run = self._run
        if run is None or run.stage is Stage.FINISHED:
            return
        if self._is_waiting and run.stage is Stage.ASKING:
            self._show_question()
        elif run.stage is Stage.ASKING and run.seconds_left == 0:
            self.leave()
        elif run.is_time_up:
            self._answered(run.close_unanswered())
        elif run.seconds is not None or (run.stage is Stage.ASKING and run.behaviour.shows_time):
            self.header.show_time(run)

    @property
    def verdict_display(self) -> VerdictDisplay:
        if self._verdict_display is None:
            self._verdict_display = VerdictDisplay(self)
        return self._verdict_display

    # ── the projector ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def is_projected(self) -> bool:
        """Whether the question is shown to a class."""
        return self._projecting is not None and self._projecting.is_on

    @property
    def projecting(self) -> Projector:
        if self._projecting is None:
            self._projecting = Projector(self)
        return self._projecting

    def switch_projector(self) -> None:
        """Switch to the projector view for a class, or back."""
        if self._tray is None or self.is_over or not self.run.can_be_shown:
            return
        if self.run.stage is Stage.ASKING:
            self.projecting.switch()
        elif self.is_projected:  # the answer was revealed: the trainee goes on with the next question
            self.go_on()
            if self._tray is not None and self.is_projected:
                self.projecting.switch()

    # ── the felt as an answer ────────────────────────────────────────────────────────────────────────────────────

    def _answer_changed(self) -> None:
        self._doubt.begin()
        self.bar.tell("")
        # While a name is typed the space bar is a letter: «pleno 0».
        self.felt.screen_keys = (*SCREEN_KEYS, Qt.Key.Key_Space) if self.tray.is_typing else SCREEN_KEYS
        self.show_answer()

    def show_answer(self) -> None:
        """Show the answer on the felt; not if the solution is shown on another felt."""
        if self.felt.shown_felt != self.run.question.draft.scene.felt:
            self.felt.set_tappable(())
        else:
            self.felt_input.show()

    def spot_name(self, spot: str, language: Language) -> str:
        """The name of a spot of the felt that the shown question was asked on."""
        return self._spoken(spot, language)

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._run is not None and event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif self.is_over or self._tray is None or not take_key(self, event):
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        was_sized, self._sized = self._sized, (style.scale, style.text_size)
        super().restyle()
        self.felt.reduce_motion = not style.motion
        self._tray_layout.setContentsMargins(style.px(20), style.px(8), style.px(20), style.px(8))
        if self._tray is not None and not self.is_over:
            if self._sized != was_sized or self.run.stage is not Stage.JUDGED:  # a verdict must not move the felt
                self._make_room()
            if self.bar.message.text():
                is_none_sure = self._doubt.is_none_sure
                self.bar.tell(self.tray.missing() or (style.say(self.tray.nothing_entered) if is_none_sure else ""))
            self.write()
            self.show_asking()
            if self.is_projected:
                self.projecting.restyle()
            elif self.run.stage is Stage.JUDGED:
                self.verdict_display.show_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._find_room_for_verdict()

    def _find_room_for_verdict(self) -> None:
        if self._verdict_display is not None and self._run is not None:
            self._verdict_display.find_room()

    def write(self) -> None:
        """Write the texts that depend on the state of the run."""
        run, style = self.run, current_style()
        self.header.show_run(run, *self._names)
        self._offer_whole()
        why = run.asked.why if run.stage is Stage.ASKING else None
        self.felt_area.say_why(say(why, style.language) if why else "")
        self._say_house()
        self.bar.question.ask(say(run.question.draft.prompt, style.language))
        asking = "runner.reveal" if self.is_projected else "runner.answer"
        judged = "runner.finish" if run.is_last else "runner.next"
        is_asking = run.stage is Stage.ASKING or (self.is_projected and not self.felt_area.projector.is_all_seen)
        self.bar.offer_answer(style.say(asking if is_asking else judged))
        is_left = run.stage is Stage.ASKING and len(run.hints) < len(run.question.draft.reasons)
        self.bar.offer_unknown(run.stage is Stage.ASKING and not self.is_projected)
        self.bar.offer_hint(run.behaviour.hints and not self.is_projected, is_left)
        is_judged = run.stage is Stage.JUDGED and not self.is_projected
        self.bar.offer_view(self.verdict_display.next_view() if is_judged else "")

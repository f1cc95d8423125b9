"""A question on its felt with the tray to answer it, for exams: nothing is judged here."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from trainer.desk.answering.answer_input import SCREEN_KEYS, Doubt, FeltInput, focus_answer, panel
from trainer.desk.answering.question_bar import QuestionBar
from trainer.desk.answering.trays import Tray, make_tray
from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.style.style import Styled, current_style
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import table_of
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.drills.core import Question
from trainer.drills.forms import AnswerForm
from trainer.texts import Language, say

_UNREAD_MILLISECONDS = 400  # too soon to have read the question: the second press of a double click


class AskedTable(Styled, QWidget):
    """``submitted`` is emitted when the answer in the tray is handed in."""

    submitted = Signal()

    def __init__(self, screen: QWidget) -> None:
        """``screen`` has the focus if neither felt nor tray takes it, and passes its keys to `take_key`."""
        style = current_style()
        super().__init__()
        self._screen = screen
        self.asked: Question | None = None
        self._tray: Tray[AnswerForm] | None = None
        self._doubt = Doubt()
        self._given = ""  # the answer given before
        self._asked_since = QElapsedTimer()
        self.felt = FeltView(theme=style.theme)
        self.felt.looking.follows = True
        self.felt.screen_keys = SCREEN_KEYS
        self._felt_input = FeltInput(self.felt)
        self.bar = QuestionBar()
        self.bar.hint.hide()  # no hints in an exam
        self.bar.answer.clicked.connect(self.submit)
        self.tray_room = panel()
        self._tray_layout = QVBoxLayout(self.tray_room)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.felt, stretch=1)
        layout.addWidget(self.bar)
        layout.addWidget(self.tray_room)

    @property
    def tray(self) -> Tray[AnswerForm]:
        if self._tray is None:
            raise RuntimeError("nothing has been asked yet")
        return self._tray

    def ask(self, question: Question, given: str = "") -> None:
        """Show a question; ``given`` is an earlier answer that can be changed."""
        self.asked = question
        self._given = given
        self._asked_since.start()
        draft = question.draft
        spot_name: SpotNames = _spot_id
        table = None
        if question.rules is not None:
            table = table_of(question.rules)
            spot_name = make_felt(draft.scene.felt, table.imprint).spoken
            self.felt.set_table(table)
        shows_rack = self._tray is not None and self._tray.shows_rack
        if self._tray is not None:
            discard(self._tray)
        self._tray = make_tray(draft.form, spot_name, shows_rack)
        self._tray_layout.addWidget(self._tray)
        self._felt_input.begin(self._tray, draft.scene, table)
        if given:
            self._tray.put(given)
        # Only now, because the earlier answer belongs on the felt of this question.
        self._tray.changed.connect(self._changed)
        self._tray.submitted.connect(self._submit_at_once)
        self.felt.show_scene(draft.scene, current_style().language, about=self._felt_input.about())
        self._changed()
        self._write()

    def submit(self) -> None:
        """Hand the answer in, or say what is missing."""
        if problem := self._doubt.problem(self.tray):
            self.bar.tell(problem)
        else:
            self.submitted.emit()

    def _submit_at_once(self) -> None:
        """Hand in a choice at once, unless it came so soon that it was meant for the question before."""
        if self._asked_since.elapsed() < _UNREAD_MILLISECONDS:
            self.tray.put(self._given)
        else:
            self.submit()

    def answer(self) -> str:
        return self.tray.answer()

    def _changed(self) -> None:
        self._doubt.begin()
        self.bar.tell("")
        # While a name is typed the space bar is a letter.
        self.felt.screen_keys = (*SCREEN_KEYS, Qt.Key.Key_Space) if self.tray.is_typing else SCREEN_KEYS
        self._felt_input.show()

    def take_focus(self) -> None:
        """Focus the felt if the answer is given on it, else the tray's field, or the screen."""
        focus_answer(self.felt, self._tray, self._screen)

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the answer; tells whether it was used."""
        if self._tray is not None and self._tray.take_key(event):
            return True
        if event.key() in ENTER_KEYS and not event.isAutoRepeat():
            self.submit()
            return True
        if event.key() == Qt.Key.Key_F5:
            self.felt.switch_whole()
            return True
        return False

    def restyle(self) -> None:
        style = current_style()
        self.felt.reduce_motion = True  # no animation in an exam
        self._tray_layout.setContentsMargins(style.px(20), style.px(8), style.px(20), style.px(8))
        if self._tray is not None:
            self._write()

    def _write(self) -> None:
        if self.asked is None:
            return
        style = current_style()
        self.tray_room.setFixedHeight(self.tray.height_in_pixels() + style.px(16))
        self.bar.question.ask(say(self.asked.draft.prompt, style.language))
        self.bar.offer_answer(style.say("runner.answer"))


def _spot_id(spot: str, _: Language) -> str:
    """The id of a spot, for a table whose rules are not known here."""
    return spot

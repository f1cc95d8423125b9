"""A form: fields to type into or to choose from, one after another; it needs no mouse.

It hands over no answers while one is missing, too long, or a new secret differs from its repetition. It can also show
a text to write down.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.texts import Message, Param, say

LONGEST_PASTED = 32_000  # characters: a credential has about 6,000, a Qt field takes 32,767
_MANY_FIELDS = 4  # more fields are arranged in two columns


class Field(msgspec.Struct, frozen=True):
    """A field to type into or, with ``choices`` (ids and labels), to choose from."""

    id: str
    caption: Message
    value: str = ""
    secret: bool = False
    is_new: bool = False  # a new secret is typed twice, because a typo could never be found out
    optional: bool = False
    longest: int = 200  # characters unless secret; longer input is refused, never cut: half a code is another code
    choices: tuple[tuple[str, Param], ...] = ()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a form; ``then`` gets the answers and may raise what the controller shows on the form."""

    title: Message
    says: Message | None = None
    fields: tuple[Field, ...] = ()
    main: Message
    then: Callable[[dict[str, str]], None]
    back: Callable[[], None] | None  # `None`: there is no way back
    shown: str = ""  # a text to write down, in large type
    is_once: bool = False  # it is never shown again: only F10 goes on, so that Enter cannot skip it


AGAIN = "-again"  # end of the id of the field that repeats a new secret


def _with_repeats(question: Question) -> Question:
    """The question with a second field after each new secret."""
    fields: list[Field] = []
    for field in question.fields:
        fields.append(field)
        if field.is_new:
            caption = Message("exam-room.again", {"field": field.caption})
            fields.append(Field(field.id + AGAIN, caption, secret=True, optional=field.optional))
    return msgspec.structs.replace(question, fields=tuple(fields))


class FormScreen(CardScreen):
    """Enter goes to the next empty field; when all are filled, it presses the main button."""

    def __init__(self) -> None:
        super().__init__()
        self.question: Question | None = None
        self.fields: dict[str, QLineEdit | Segments] = {}
        self.chosen: dict[str, str] = {}
        self._captions: list[Words] = []
        self._trouble: Message | None = None
        self.shown = Words("figure")
        self._grid = QGridLayout()
        self.body.addWidget(self.shown)
        self.body.addLayout(self._grid)
        self.main.clicked.connect(self._do)

    def ask(self, question: Question) -> None:
        self.question = question = _with_repeats(question)
        self._trouble = None
        discard(*self.fields.values(), *self._captions)
        self.fields, self.chosen, self._captions = {}, {}, []
        columns = 2 if len(question.fields) > _MANY_FIELDS else 1
        for number, field in enumerate(question.fields):
            row, column = divmod(number, columns)
            caption = Words("small")
            widget = self._widget(field)
            self._captions.append(caption)
            self.fields[field.id] = widget
            self._grid.addWidget(caption, 2 * row, column)
            self._grid.addWidget(widget, 2 * row + 1, column)
        self.restyle()

    def _widget(self, field: Field) -> QLineEdit | Segments:
        if field.choices:
            segments = Segments(height=44)
            self.chosen[field.id] = field.value or field.choices[0][0]
            segments.chosen.connect(lambda choice, name=field.id: self.chosen.__setitem__(name, choice))
            return segments
        line = QLineEdit(field.value)
        if field.secret:
            line.setEchoMode(QLineEdit.EchoMode.Password)
        line.textChanged.connect(lambda: self.say_trouble(None))
        return line

    def answers(self) -> dict[str, str]:
        """The current answers by field id."""
        typed = {name: field.text().strip() for name, field in self.fields.items() if isinstance(field, QLineEdit)}
        return {name: text for name, text in typed.items() if not name.endswith(AGAIN)} | self.chosen

    def say_trouble(self, trouble: Message | None) -> None:
        """Say what is wrong with the answers; `None` clears the message. A password with the focus is selected, because
        it cannot be read: typing replaces it."""
        self._trouble = trouble
        self.tell(say(trouble, current_style().language) if trouble else "")
        line = self.focusWidget()
        if trouble is not None and isinstance(line, QLineEdit) and line.echoMode() is QLineEdit.EchoMode.Password:
            line.selectAll()

    def _do(self) -> None:
        if self.question is None:
            return
        for field in self.question.fields:
            widget = self.fields[field.id]
            if isinstance(widget, QLineEdit) and not field.optional and not widget.text().strip():
                if not widget.hasFocus():
                    widget.setFocus()
                else:
                    self.say_trouble(Message("exam-room.fill-in", {"field": field.caption}))
                return
            if isinstance(widget, QLineEdit) and not field.secret and len(widget.text()) > field.longest:
                widget.setFocus()
                self.say_trouble(Message("exam-room.too-long", {"field": field.caption, "most": field.longest}))
                return
            again = self.fields.get(field.id + AGAIN)
            if (
                isinstance(widget, QLineEdit)
                and isinstance(again, QLineEdit)
                and again.text()
                and (widget.text() != again.text())
            ):
                again.setFocus()
                self.say_trouble(Message("exams.refused.not-the-same"))
                return
        self.question.then(self.answers())

    def go_back(self) -> None:
        if self.question is not None and self.question.back is not None:
            self.question.back()

    def _put_in_order(self) -> None:
        """Put the tab order into reading order; the buttons of a choice are created after the fields."""
        order: list[QWidget] = []
        for field in self.fields.values():
            order += field.buttons.values() if isinstance(field, Segments) else [field]
        for one, other in pairwise((*order, self.main, self.leave)):
            QWidget.setTabOrder(one, other)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.question is None or not self.question.is_once:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_F10:
            self.main.click()
        elif event.key() in (*ENTER_KEYS, Qt.Key.Key_Escape):
            self.say_trouble(Message("exam-room.shown-once"))

    def take_focus(self) -> None:
        lines = [field for field in self.fields.values() if isinstance(field, QLineEdit)]
        first: QWidget = next((line for line in lines if not line.text()), lines[0] if lines else self)
        first.setFocus()

    def restyle(self) -> None:
        style = current_style()
        question = self.question
        if question is not None:
            language = style.language
            self.title.setText(say(question.title, language))
            self.says.setText(say(question.says, language).strip() if question.says else "")
            self.shown.setText(question.shown)
            self.shown.setVisible(bool(question.shown))
            self._grid.setHorizontalSpacing(style.px(16))
            self._grid.setVerticalSpacing(style.px(4))
            for caption, field in zip(self._captions, question.fields, strict=True):
                words = say(field.caption, language)
                caption.setText(words)
                widget = self.fields[field.id]
                widget.setAccessibleName(words)
                if isinstance(widget, Segments):
                    choices = [(choice, say(label, language)) for choice, label in field.choices]
                    widget.show_choices(choices, self.chosen[field.id])
                else:
                    widget.setFixedHeight(style.target(48))
            self._put_in_order()
            self.main.say(say(question.main, language), "F10" if question.is_once else style.say("key.enter"))
            self.leave.setVisible(not question.is_once and question.back is not None)
            self.leave.say(style.text("exam-room.back"), style.say("key.escape"))
            self.message.setText(say(self._trouble, language) if self._trouble else "")
        super().restyle()

"""The card with which a class is renamed or closed and another one added."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from trainer.desk.screens.school.rows import ConfirmButton
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.key_button import KeyButton
from trainer.school.protocol import AddClass, ChangeClass


class ClassCard(Card):
    """``asked`` emits a request to the service."""

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.class_id: UUID | None = None
        self.class_name = ""
        self.name = QLineEdit()
        self.name.setMaxLength(120)
        self.rename, self.another = (KeyButton(height=36, step=STEPS.body) for _ in range(2))
        self.end = ConfirmButton()
        line = QHBoxLayout()
        for button in (self.rename, self.another, self.end):
            line.addWidget(button)
        line.addStretch()
        self.add(self.name)
        self.add(line)
        self.rename.clicked.connect(self._rename)
        self.another.clicked.connect(self._add_another)
        self.end.sure.connect(self._end)

    def show_class(self, class_id: UUID, name: str) -> None:
        if (class_id, name) != (self.class_id, self.class_name):
            self.class_id, self.class_name = class_id, name
            self.name.setText(name)

    def _rename(self) -> None:
        if self.class_id is not None and self.name.text().strip():
            self.asked.emit(ChangeClass(class_id=self.class_id, order="rename", name=self.name.text()))

    def _add_another(self) -> None:
        if self.name.text().strip():
            self.asked.emit(AddClass(name=self.name.text()))

    def _end(self) -> None:
        if self.class_id is not None:
            self.asked.emit(ChangeClass(class_id=self.class_id, order="end"))

    def write(self) -> None:
        style = current_style()
        self.set_title(style.text("school.class.title"))
        self.name.setAccessibleName(style.text("school.class.name"))
        self.name.setFixedHeight(style.target(40))
        self.rename.say(style.text("school.class.rename"))
        self.another.say(style.text("school.class.another"))
        self.end.ask(style.text("school.class.end"), style.text("school.class.end-sure"))

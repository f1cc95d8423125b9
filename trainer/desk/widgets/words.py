"""Labels with a role in the type scale, and a label for a question, whose size follows from its length."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.stylesheet import TEXT_ROLES
from trainer.texts import Param, say


class Words(Styled, QLabel):
    """A label whose size, weight and colour follow from its role (see `stylesheet.TEXT_ROLES`).

    `say` gives it a message, which it writes again in another language; `setText` a text that is written already.
    """

    def __init__(self, role: str = "body", wrap: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: Param = ""
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)

    def say(self, message: Param) -> None:
        """Show a message in the current language."""
        self.setText(say(message, current_style().language))
        self._message = message

    def setText(self, text: str) -> None:
        self._message = ""
        super().setText(text)

    def restyle(self) -> None:
        if self._message:
            self.say(self._message)

    def set_role(self, role: str) -> None:
        if self.property("role") != role:
            self.setProperty("role", role)
            # Setting any style sheet makes the label read the window's rules again.
            self.setStyleSheet(" ")


class QuestionWords(Words):
    """A question: large in one line, smaller in two or three, so that it takes no room from the felt."""

    _ROLES = ("question", "title", "heading")  # for one line, two lines, more
    _PROJECTED = ("projected-question", "projected-lines", "figure")

    def __init__(self) -> None:
        super().__init__(self._ROLES[0], wrap=True)
        self.is_projected = False
        self._asked: tuple[object, ...] = ()

    def ask(self, question: str) -> None:
        style = current_style()
        asked = (question, style, self.is_projected)
        if asked != self._asked:
            self._asked = asked
            self.setText(question)
            self._choose_role()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_role()

    def _choose_role(self) -> None:
        roles = self._PROJECTED if self.is_projected else self._ROLES
        fitting = (role for lines, role in enumerate(roles, 1) if self._lines(role) <= lines)
        self.set_role(next(fitting, roles[-1]))

    def _lines(self, role: str) -> int:
        style = current_style()
        metrics = QFontMetrics(style.font(TEXT_ROLES[role][0], bold=True))
        room = metrics.boundingRect(0, 0, self.width(), 10_000, int(Qt.TextFlag.TextWordWrap), self.text())
        return round(room.height() / metrics.lineSpacing())

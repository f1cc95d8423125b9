"""The dealer's side of the live screen: what is armed and typed, what is due at level 1, verbs, choices and chips."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from trainer.desk.screens.live.wheel import WheelView
from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.key_button import HEIGHT as CAP_HEIGHT
from trainer.desk.widgets.key_button import KeyButton, paint_keycap
from trainer.desk.widgets.layouts import Flow

_LINE = 40
_SHOWN_AFTER_MILLISECONDS = 350  # who knows the letters never sees the choices


class Choice(msgspec.Struct, frozen=True):
    """A button that presses a key: its label and the name of the key."""

    key: str
    label: str
    cap: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of the console: a lead, a sentence, the keys that belong to it, and the colour role of the lead."""

    lead: str = ""
    says: str = ""
    keys: tuple[str, ...] = ()
    role: str = "accent"


class ConsoleLine(QWidget):
    """Paints a lead word, a sentence and keycaps in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Line()
        self._dress: Dress | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_line(self, line: Line) -> None:
        if line != self.line:
            self.line = line
            self.setAccessibleName(" ".join((line.lead, line.says, *line.keys)).strip())
            self.update()

    def wear(self, dress: Dress) -> None:
        self._dress = dress
        self.setFixedHeight(dress.px(_LINE))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        dress, line = self._dress, self.line
        if dress is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, high = 0.0, float(self.height())
        upright = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        caps = [max(dress.px(26), self._cap_width(key, dress)) for key in line.keys]
        room = self.width() - sum(caps) - dress.px(6) * len(caps)
        for words, role, bold in ((line.lead, line.role, True), (line.says, "text", False)):
            if not words:
                continue
            face = dress.font(STEPS.large, bold=bold)
            painter.setFont(face)
            painter.setPen(colour(getattr(dress.theme, role)))
            metrics = QFontMetrics(face)
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0, int(room - left)))
            painter.drawText(QRectF(left, 0, room - left, high), upright, shown)
            left += metrics.horizontalAdvance(shown) + dress.px(10)
        tall = dress.px(CAP_HEIGHT + 8)
        for key, width in zip(line.keys, caps, strict=True):
            paint_keycap(painter, QRectF(left, (high - tall) / 2, width, tall), key, dress, colour(dress.theme.text))
            left += width + dress.px(6)
        painter.end()

    def _cap_width(self, key: str, dress: Dress) -> int:
        return QFontMetrics(dress.font(STEPS.small, bold=True)).horizontalAdvance(key) + dress.px(14)


class ChoicePanel(QFrame):
    """The choices of an unfinished phrase as buttons; ``pressed`` emits the key of one."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self._flow = Flow()
        self._buttons: list[KeyButton] = []
        self._choices: list[Choice] = []
        layout = QVBoxLayout(self)
        layout.addWidget(self._flow)
        self._later = QTimer(self, singleShot=True, interval=_SHOWN_AFTER_MILLISECONDS)
        self._later.timeout.connect(self._appear)
        self.hide()

    def offer(self, choices: Sequence[Choice], dress: Dress, at_once: bool) -> None:
        """Show choices, at once or after a moment; none hides the panel."""
        if list(choices) == self._choices and (self.isVisible() or self._later.isActive()):
            return
        self._choices = list(choices)
        self._later.stop()
        if not choices:
            self.hide()
            return
        while len(self._buttons) < len(choices):
            button = KeyButton(step=STEPS.body, height=44, widest=360)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(partial(self._press, len(self._buttons)))
            self._buttons.append(button)
        shown = self._buttons[: len(choices)]
        for button in self._buttons:
            button.setVisible(button in shown)
        for button, choice in zip(shown, choices, strict=True):
            button.say(choice.label, choice.cap)
            button.wear(dress)
        self._flow.hold(*shown)
        self._flow.set_gap(dress.px(8))
        if at_once or self.isVisible():
            self._appear()
        else:
            self._later.start()

    def _appear(self) -> None:
        parent = self.parentWidget()
        if parent is None or not self._choices:
            return
        width = min(parent.width() - 24, 1100)
        self.setFixedWidth(width)
        height = max(64, self._flow.heightForWidth(width - 24) + 24)
        self.setGeometry(12, parent.height() - height - 8, width, height)
        self.show()
        self.raise_()

    def _press(self, index: int, _checked: bool = False) -> None:
        if index < len(self._choices):
            self.pressed.emit(self._choices[index].key)


class Console(QFrame):
    """``pressed`` emits the key of a verb's button."""

    pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.typed = ConsoleLine()
        self.guide = ConsoleLine()
        self.verbs = Flow()
        self.wheel = WheelView()
        self._buttons: dict[str, KeyButton] = {}
        self._lines = QHBoxLayout()
        self._lines.addWidget(self.typed, stretch=2)
        self._lines.addWidget(self.guide, stretch=3)
        self._left = QVBoxLayout()
        self._left.addLayout(self._lines)
        self._left.addWidget(self.verbs)
        self._layout = QHBoxLayout(self)
        self._layout.addLayout(self._left, stretch=1)
        self._layout.addWidget(self.wheel)
        self.wheel.hide()

    def show_verbs(self, verbs: Sequence[Choice], armed: str, dress: Dress) -> None:
        """Show a button for each verb and press the armed one."""
        if list(self._buttons) != [verb.key for verb in verbs]:
            for button in self._buttons.values():
                button.hide()
                button.deleteLater()
            self._buttons = {}
            for verb in verbs:
                button = KeyButton(step=STEPS.body, height=44, widest=200)
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                button.setCheckable(True)
                button.clicked.connect(lambda _=False, key=verb.key: self.pressed.emit(key))
                self._buttons[verb.key] = button
            self.verbs.hold(*self._buttons.values())
        for verb in verbs:
            button = self._buttons[verb.key]
            button.say(verb.label, verb.cap)
            button.wear(dress)
        self.arm(armed)

    def arm(self, key: str) -> None:
        """Press the button of the armed verb."""
        for name, button in self._buttons.items():
            button.setChecked(name == key)

    def wear(self, dress: Dress) -> None:
        self._layout.setContentsMargins(dress.px(12), dress.px(4), dress.px(12), dress.px(8))
        self._layout.setSpacing(dress.px(12))
        self._left.setSpacing(dress.px(4))
        self._lines.setSpacing(dress.px(16))
        self.verbs.set_gap(dress.px(6))
        self.typed.wear(dress)
        self.guide.wear(dress)
        self.wheel.wear(dress)
        for button in self._buttons.values():
            button.wear(dress)

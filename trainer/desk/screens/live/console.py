"""The console of the live screen: the phrase that is typed, the guide line, buttons for verbs and choices, the wheel.

Choices that need more than one row lie on a sheet above the console, over the felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QMoveEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from trainer.desk.screens.live.wheel import WheelView
from trainer.desk.style.fitted_text import paint_whole
from trainer.desk.style.style import LEAST_TARGET, Style, Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.key_button import HEIGHT as CAP_HEIGHT
from trainer.desk.widgets.key_button import paint_keycap
from trainer.live.keys import SPACE

_LINE = 38
_CELL = 46
_IN_A_ROW, _SENTENCES_IN_A_ROW = 12, 5  # cells of a sheet: names, and sentences
_SENTENCE = 32  # letters that are more than a name
_FITTING = 14  # choices that take the place of the verbs, if their words are short
_FEW, _SHORT = 9, 14  # so many choices may have more letters than this
_LEAST_COLUMNS = 5  # few choices do not become giants
_LEAST_LETTERS = 10  # pixels at scale 1
_CONDENSED = 1  # of the faces of a label: as high as the first, but narrower
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


class ConsoleLine(Styled, QWidget):
    """Paints a lead word, a sentence and keycaps in one line; ``pressed`` is emitted when the keycaps are clicked."""

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.line = Line()
        self.caps = QRectF()  # where the keycaps are
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.restyle()

    def show_line(self, line: Line) -> None:
        if line != self.line:
            self.line = line
            self.setAccessibleName(" ".join((line.lead, line.says, *line.keys)).strip())
            self.update()

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.px(_LINE))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        style, line = current_style(), self.line
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, high, gap = 0.0, float(self.height()), style.px(10)
        caps = [max(style.px(26), self._cap_width(key, style)) for key in line.keys]
        room = self.width() - sum(caps) - style.px(6) * len(caps) - (gap if caps else 0)
        for words, role, bold in ((line.lead, line.role, True), (line.says, "text", False)):
            if not words:
                continue
            painter.setPen(colour(getattr(style.theme, role)))
            paint_whole(painter, QRectF(left, 0, room - left, high), words, style, STEPS.large, bold)
            used = QFontMetrics(style.font(STEPS.large, bold=bold)).horizontalAdvance(words)
            left = min(room, left + used) + gap
        tall = style.px(CAP_HEIGHT + 8)
        self.caps = QRectF(left, 0, sum(caps) + style.px(6) * len(caps), high)
        for key, width in zip(line.keys, caps, strict=True):
            paint_keycap(painter, QRectF(left, (high - tall) / 2, width, tall), key, style, colour(style.theme.text))
            left += width + style.px(6)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_over = self.caps.contains(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.caps.contains(event.position()):
            self.pressed.emit()

    def _cap_width(self, key: str, style: Style) -> int:
        return QFontMetrics(style.font(STEPS.small, bold=True)).horizontalAdvance(key) + style.px(14)


class CellButton(Styled, QAbstractButton):
    """A compact button of the console: the key at the left, the label in one or two lines beside it.

    The second tap of a double tap counts only on the button that had the first: another may have taken its place.
    """

    _tapped: ClassVar[tuple[object, str]] = (None, "")  # the button that was pressed last, and its label then

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.cap = ""
        self._fits: tuple[object, dict[bool, int | None]] = (None, {})  # a label and its room, and the faces that fit
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.restyle()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        CellButton._tapped = (self, self.text())
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if CellButton._tapped == (self, self.text()):
            super().mouseDoubleClickEvent(event)

    def say(self, choice: Choice) -> None:
        if (choice.label, choice.cap) != (self.text(), self.cap):
            self.cap = choice.cap
            self.setText(choice.label)
            self.setAccessibleName(choice.label)
            self.setAccessibleDescription(choice.cap)
            self.setToolTip(choice.label)
            self.update()

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.target(_CELL))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, _CELL)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_TARGET, _CELL)

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        theme = style.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = theme.accent if self.isChecked() else theme.line
        painter.setPen(QPen(colour(edge), 2 if self.isChecked() else 1))
        fill = theme.raised if self.underMouse() or self.isDown() else theme.window
        painter.setBrush(colour(theme.accent, 0.25) if self.isChecked() else colour(fill))
        painter.drawRoundedRect(box, style.px(8), style.px(8))
        row = self.parentWidget()
        is_above, least = row.common_face() if isinstance(row, CellRow) else (False, 0)
        is_above = is_above or self.fit(False) is None
        room, flags = self._room(style, is_above), self._flags(is_above)
        if self.cap:
            tall = style.px(CAP_HEIGHT + 2)
            middle = box.top() + tall / 2 + 2 if is_above else box.center().y()
            left = box.center().x() - self._cap_width(style) / 2 if is_above else box.left() + style.px(6)
            cap = QRectF(left, middle - tall / 2, self._cap_width(style), tall)
            paint_keycap(painter, cap, self.cap, style, colour(theme.text))
        fitting = self.fit(is_above)
        painter.setFont(_faces(style)[max(least, len(_faces(style)) - 1 if fitting is None else fitting)])
        painter.setPen(colour(theme.text))
        painter.setClipRect(room)
        painter.drawText(room, flags, self.text())
        painter.end()

    def fit(self, is_above: bool) -> int | None:
        """The first of the faces in which the label fits beside its key or, if the key ``is_above`` it, below; `None`
        if it fits in none."""
        style = current_style()
        about = (self.text(), self.cap, self.size(), style)
        if self._fits[0] != about:
            self._fits = (about, {})
        fits = self._fits[1]
        if is_above not in fits:
            room, flags = self._room(style, is_above), self._flags(is_above)
            fits[is_above] = None
            for index, face in enumerate(_faces(style)):
                needed = QFontMetrics(face).boundingRect(room.toRect(), flags, self.text())
                if needed.height() <= room.height() and needed.width() <= room.width():
                    fits[is_above] = index
                    break
        return fits[is_above]

    def _cap_width(self, style: Style) -> int:
        small = QFontMetrics(style.font(STEPS.small, bold=True))
        return max(style.px(CAP_HEIGHT), small.horizontalAdvance(self.cap) + style.px(8))

    def _room(self, style: Style, is_above: bool) -> QRectF:
        """The room of the label, right of the key or below it."""
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if is_above and self.cap:
            return box.adjusted(1, style.px(CAP_HEIGHT + 2) + 2, -1, 0)
        left = box.left() + style.px(6) + (self._cap_width(style) + style.px(6) if self.cap else 0)
        return QRectF(left, box.top(), box.right() - left - style.px(3), box.height())

    def _flags(self, is_above: bool) -> int:
        if is_above and self.cap:
            return int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
        if not self.cap:
            return int(Qt.AlignmentFlag.AlignCenter)
        return int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


def _faces(style: Style) -> tuple[QFont, ...]:
    """Faces of labels, from the widest to the narrowest."""
    return (
        style.font(STEPS.body, bold=True),
        style.font(STEPS.body, bold=True, condensed=True),
        style.font(STEPS.small, bold=True),
        style.font(STEPS.small, bold=True, condensed=True),
        style.font(_LEAST_LETTERS, bold=True, condensed=True),
    )


def fits_a_row(choices: Sequence[Choice]) -> bool:
    """Whether choices can be read in one row."""
    is_wordy = any(len(choice.label) > _SHORT for choice in choices)
    return len(choices) <= (_FEW if is_wordy else _FITTING)


class CellRow(Styled, QWidget):
    """A row of equally wide cells; ``pressed`` emits the key of one. More than fit into one row take further ones."""

    pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[CellButton] = []
        self.choices: list[Choice] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.restyle()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        if list(choices) != self.choices:
            self.choices = list(choices)
            while len(self.cells) < len(choices):
                cell = CellButton(self)
                cell.clicked.connect(partial(self._press, len(self.cells)))
                self.cells.append(cell)
            longest = max((len(choice.label) for choice in choices), default=0)
            in_a_sheet = _SENTENCES_IN_A_ROW if longest > _SENTENCE else _IN_A_ROW
            most = len(choices) if fits_a_row(choices) else in_a_sheet
            columns = max(_LEAST_COLUMNS, min(len(choices), most))
            for index, cell in enumerate(self.cells):
                self._grid.removeWidget(cell)
                if index < len(choices):
                    self._grid.addWidget(cell, index // columns, index % columns)
                    cell.say(choices[index])
                cell.setVisible(index < len(choices))
            for column in range(self._grid.columnCount()):
                self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def settle(self) -> None:
        """Arrange the cells now: else there are the rows of the choices before until the next event."""
        self._grid.activate()

    def common_face(self) -> tuple[bool, int]:
        """Whether the keys stand above the labels, as they do where one has no room beside its key; and the face of all
        labels: that of the longest, as far as it is no smaller than the others."""
        cells = [cell for cell in self.cells if cell.isVisible()]
        is_above = any(cell.fit(False) is None for cell in cells) and all(cell.fit(True) is not None for cell in cells)
        needed = [cell.fit(is_above) for cell in cells]
        return is_above, min(_CONDENSED, max((_CONDENSED if face is None else face for face in needed), default=0))

    def restyle(self) -> None:
        self._grid.setSpacing(current_style().px(5))

    def _press(self, index: int, _checked: bool = False) -> None:
        if index < len(self.choices):
            self.pressed.emit(self.choices[index].key)


class ChoiceSheet(Styled, QFrame):
    """More choices than fit into the row of the verbs: they lie over the felt, which keeps its size."""

    def __init__(self, console: Console) -> None:
        super().__init__(console.parentWidget())
        self._console = console
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.choices = CellRow()
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.choices)
        self.hide()
        self.restyle()

    def place(self) -> None:
        """Lie directly above the console, or over the players if it would hide cards there; as high as needed."""
        self.choices.settle()
        self._layout.activate()
        high, above = self.sizeHint().height(), self._console.geometry()
        top = above.top() - high
        if self._console.spared.bottom() > top:
            top = min(top, self._console.far)
        self.setGeometry(above.left(), top, above.width(), high)
        self.raise_()

    def restyle(self) -> None:
        margin = current_style().px(12)
        self._layout.setContentsMargins(margin, margin, margin, margin // 2)


class Console(Styled, QFrame):
    """``pressed`` emits the key of a button: a verb, or a choice of the phrase that is being typed."""

    pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.typed = ConsoleLine()
        self.guide = ConsoleLine()
        self.verbs = CellRow()
        self.choices = CellRow()
        self.wheel = WheelView()
        self._sheet: ChoiceSheet | None = None  # created when it is first needed
        self._offered: list[Choice] = []
        self.spared = QRectF()  # cards that the sheet must not hide, where its parent has them
        self.far = 0  # the top of the sheet when it lies away from them
        self._lines = QHBoxLayout()
        self._lines.addWidget(self.typed, stretch=2)
        self._lines.addWidget(self.guide, stretch=3)
        self._left = QVBoxLayout()
        self._left.addLayout(self._lines)
        self._left.addWidget(self.verbs)
        self._left.addWidget(self.choices)
        self._layout = QHBoxLayout(self)
        self._layout.addLayout(self._left, stretch=1)
        self._layout.addWidget(self.wheel)
        self._later = QTimer(self, singleShot=True, interval=_SHOWN_AFTER_MILLISECONDS)
        self._later.timeout.connect(self._show_choices)
        self.choices.hide()
        self.wheel.hide()
        self.verbs.pressed.connect(self.pressed)
        self.choices.pressed.connect(self.pressed)
        self.wheel.pressed.connect(lambda: self.pressed.emit(SPACE))
        self.restyle()

    def lead_with_guide(self, is_guided: bool) -> None:
        """Put what is due before what is typed, for somebody who is guided."""
        direction = QBoxLayout.Direction
        self._lines.setDirection(direction.RightToLeft if is_guided else direction.LeftToRight)

    def show_verbs(self, verbs: Sequence[Choice], armed: str) -> None:
        """Show a button for each verb and press the armed one."""
        self.verbs.show_choices(verbs)
        for cell in self.verbs.cells:
            cell.setCheckable(True)
        self.arm(armed)

    def arm(self, key: str) -> None:
        """Press the button of the armed verb."""
        for cell, choice in zip(self.verbs.cells, self.verbs.choices, strict=False):
            cell.setChecked(choice.key == key)

    def offer(self, choices: Sequence[Choice], at_once: bool) -> None:
        """Show choices in place of the verbs, at once or after a moment; none brings the verbs back."""
        if list(choices) == self._offered:
            return
        self._offered = list(choices)
        self._later.stop()
        if not choices or at_once or self.verbs.isHidden():
            self._show_choices()
        else:
            self._later.start()

    @property
    def sheet(self) -> ChoiceSheet:
        if self._sheet is None:
            self._sheet = ChoiceSheet(self)
            self._sheet.choices.pressed.connect(self.pressed)
        return self._sheet

    def _show_choices(self) -> None:
        """Show what is offered in the row of the verbs or, if it needs more than that row, above the console."""
        is_long = not fits_a_row(self._offered)
        if self._offered:
            (self.sheet.choices if is_long else self.choices).show_choices(self._offered)
        self.choices.setVisible(bool(self._offered) and not is_long)
        self.verbs.setVisible(not self._offered or is_long)
        if is_long:
            self.sheet.place()
        if self._sheet is not None:
            self._sheet.setVisible(is_long)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self._sheet is not None and self._sheet.isVisible():
            self._sheet.place()

    def finish(self) -> None:
        """Show choices that are waiting for their moment, for pictures."""
        self._show_choices()

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(12), style.px(2), style.px(12), style.px(8))
        self._layout.setSpacing(style.px(12))
        self._left.setSpacing(style.px(2))
        self._lines.setSpacing(style.px(16))

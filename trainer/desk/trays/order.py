"""The tray for putting steps in order: the steps below, numbered places above."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton

from trainer.desk.dragging import Dragging
from trainer.desk.dress import Dress
from trainer.desk.key_button import KeyButton
from trainer.desk.theme import STEPS, colour
from trainer.desk.trays.tray import Tray, digit_of, key_name
from trainer.drills.forms import OrderForm

_ROW = 64
_GAP = 8
_BETWEEN = 24


class OrderTray(Tray[OrderForm]):
    """A click or number key puts a step in the next place, or takes it out again; steps can also be dragged."""

    def __init__(self, form: OrderForm, dress: Dress) -> None:
        super().__init__(form, dress)
        self.sequence: list[str] = []
        self.steps: dict[str, KeyButton] = {}
        dragging = Dragging(self)
        dragging.dropped.connect(self._drop)
        for step in form.steps:
            button = KeyButton(step=STEPS.body, height=_ROW, parent=self)
            button.clicked.connect(lambda _=False, step_id=step.id: self._toggle(step_id))
            dragging.watch(button)
            self.steps[step.id] = button
        self.wear(dress)

    def answer(self) -> str:
        return " ".join(self.sequence)

    def put(self, answer: str) -> None:
        self.sequence = answer.replace("|", " ").split()
        self._arrange()
        self.changed.emit()

    def missing(self) -> str:
        rest = len(self.steps) - len(self.sequence)
        return self.dress.say("tray.missing-steps", count=rest) if rest else ""

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (("key.numbers", "keys.order"), ("key.backspace", "keys.undo"))

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        index = digit_of(event)
        if index is not None and index < len(self.steps):
            self._toggle(list(self.steps)[index])
            return True
        if event.key() == Qt.Key.Key_Backspace:
            if self.sequence:
                self._toggle(self.sequence[-1])
            return True
        return False

    def _toggle(self, step_id: str) -> None:
        if not self.is_open:
            return
        if step_id in self.sequence:
            self.sequence.remove(step_id)
        else:
            self.sequence.append(step_id)
        self._arrange()
        self.changed.emit()

    def _drop(self, button: QAbstractButton, middle: QPoint) -> None:
        step_id = next(step for step, known in self.steps.items() if known is button)
        if self.is_open:
            if step_id in self.sequence:
                self.sequence.remove(step_id)
            if middle.y() < self._places_bottom():
                place = middle.x() * len(self.steps) // max(1, self.width())
                self.sequence.insert(max(0, min(place, len(self.sequence))), step_id)
            self.changed.emit()
        self._arrange()

    # ── geometry: two rows of equal places ───────────────────────────────────────────────────────────────────────

    def _place(self, row: int, index: int) -> QRect:
        gap = self.dress.px(_GAP)
        width = (self.width() + gap) / len(self.steps)
        top = row * (self.dress.px(_ROW) + self.dress.px(_BETWEEN))
        return QRect(round(index * width), top, round(width - gap), self.dress.px(_ROW))

    def _places_bottom(self) -> int:
        return self.dress.px(_ROW) + self.dress.px(_BETWEEN) // 2

    def _arrange(self) -> None:
        for home, (step_id, button) in enumerate(self.steps.items()):
            is_placed = step_id in self.sequence
            place = self._place(0, self.sequence.index(step_id)) if is_placed else self._place(1, home)
            button.setFixedWidth(place.width())
            button.move(place.topLeft())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self.dress.px(600), self.dress.px(2 * _ROW + _BETWEEN))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The numbered places, seen where no step lies yet."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = self.dress.theme, self.dress.px
        for index in range(len(self.sequence), len(self.steps)):
            room = QRectF(self._place(0, index)).adjusted(0.5, 0.5, -0.5, -0.5)
            is_next = index == len(self.sequence) and self.is_open
            pen = QPen(colour(theme.accent if is_next else theme.line), px(1.5), Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRoundedRect(room, px(8), px(8))
            painter.setPen(colour(theme.accent if is_next else theme.quiet))
            painter.setFont(self.dress.font(STEPS.title, bold=True))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), str(index + 1))

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in self.steps.values():
            button.setEnabled(enabled)

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        answered = given.split()
        # Each place is right if the step in it belongs to the group that place falls into.
        groups = [group.split() for group in solution.split("|")]
        wanted = [group for group in groups for _ in group]
        right = [step for group in groups for step in group]
        for index, step_id in enumerate(answered):
            self.steps[step_id].set_verdict("right" if step_id in wanted[index] else "wrong")
        if not answered:
            self.sequence = right
        self._arrange()

    def wear(self, dress: Dress) -> None:
        super().wear(dress)
        for index, (step, button) in enumerate(zip(self.form.steps, self.steps.values(), strict=True)):
            button.say(self.say(step.label), key_name(index))
            button.wear(dress)
        self.updateGeometry()
        self._arrange()

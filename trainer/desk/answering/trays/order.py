"""The tray for putting steps in order: short steps move into numbered places, long ones are numbered in place.

Steps that are places of the felt can be tapped, and are numbered, there as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton

from trainer.desk.answering.trays.tray import USUAL_HEIGHT, Tray, choice_keys
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.touch import Dragging
from trainer.drills.forms import OrderForm
from trainer.texts import Language, say

_GAP = 8
_LONGEST_LABEL = 26  # characters of a movable step; longer or many steps stay in place
_MOST_MOVED = 6
_STEPS = (STEPS.body, STEPS.small, STEPS.small - 1, STEPS.small - 2)
_MOST_IN_TWO_COLUMNS = 6


class OrderTray(Tray[OrderForm]):
    """A click or number key makes a step the next one, or takes it out again. Short steps move into numbered places and
    can be dragged there; long ones are numbered in place, in columns."""

    is_compared = True

    def __init__(self, form: OrderForm) -> None:
        super().__init__(form)
        self.sequence: list[str] = []
        self.steps: dict[str, KeyButton] = {}
        self._keys = choice_keys(form.steps)
        labels = [say(step.label, language) for step in form.steps for language in Language]
        self.moves = len(form.steps) <= _MOST_MOVED and max(map(len, labels)) <= _LONGEST_LABEL
        dragging = Dragging(self)
        dragging.dropped.connect(self._drop)
        for step in form.steps:
            button = KeyButton(step=STEPS.body, height=self._height(), parent=self, from_left=not self.moves)
            button.clicked.connect(lambda _=False, step_id=step.id: self._toggle(step_id))
            button.setCheckable(not self.moves)
            if self.moves:
                dragging.watch(button)
            self.steps[step.id] = button
        self.restyle()

    def answer(self) -> str:
        return " ".join(self.sequence)

    def put(self, answer: str) -> None:
        self.sequence = answer.replace("|", " ").split()
        self._arrange()
        self.changed.emit()

    def missing(self) -> str:
        rest = len(self.steps) - len(self.sequence)
        return current_style().say("tray.missing-steps", count=rest) if rest else ""

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (("key.numbers", "keys.order"), ("key.backspace", "keys.undo"))

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        index = digit_of(event)
        if index is not None and key_name(index) in self._keys:
            self._toggle(list(self.steps)[self._keys.index(key_name(index))])
            return True
        if event.key() == Qt.Key.Key_Backspace:
            if self.sequence:
                self._toggle(self.sequence[-1])
            return True
        if event.key() == Qt.Key.Key_Delete:
            for step in reversed(tuple(self.sequence)):
                self._toggle(step)
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

    def tap(self, spot: str) -> None:
        if (step := self.places.parts.get(spot)) is not None:
            self._toggle(step)

    untap = tap

    def numbers(self) -> Mapping[str, int]:
        return {
            spot: self.sequence.index(step) + 1 for spot, step in self.places.parts.items() if step in self.sequence
        }

    def _drop(self, button: QAbstractButton, middle: QPoint) -> None:
        step_id = next(step for step, known in self.steps.items() if known is button)
        if self.is_open:
            if step_id in self.sequence:
                self.sequence.remove(step_id)
            if middle.y() < self._line_height() - current_style().px(_GAP):
                place = middle.x() * len(self.steps) // max(1, self.width())
                self.sequence.insert(max(0, min(place, len(self.sequence))), step_id)
            self.changed.emit()
        self._arrange()

    # ── geometry: a row of places above a row of steps, or two columns of steps ──────────────────────────────────

    def _height(self) -> int:
        return 60 if self.moves else 44

    def _columns(self) -> int:
        if self.is_low:
            return -(-len(self.form.steps) // 2)
        return 2 if len(self.form.steps) <= _MOST_IN_TWO_COLUMNS else 3

    def _lines(self) -> int:
        return 2 if self.moves else -(-len(self.form.steps) // self._columns())

    def _between(self) -> int:
        """The gap: rows are farther apart than columns."""
        return 12 if self.moves else 4

    def wanted_height(self) -> int:
        return max(USUAL_HEIGHT, self._lines() * (self._height() + self._between()) - self._between())

    def _line_height(self) -> int:
        """The distance from one line to the next."""
        return self._target() + current_style().px(self._between())

    def _target(self) -> int:
        return current_style().target(self._height())

    def height_in_pixels(self) -> int:
        lines = self._lines() * self._line_height() - current_style().px(self._between())
        return max(super().height_in_pixels(), lines)

    def _place(self, line: int, column: int, columns: int) -> QRect:
        gap = current_style().px(_GAP)
        width = (self.width() + gap) / columns
        top = line * self._line_height()
        return QRect(round(column * width), top, round(width - gap), self._target())

    def _arrange(self) -> None:
        """Put every step into its place; a step numbered in place is pressed and shows its number."""
        for home, (step, button) in enumerate(zip(self.form.steps, self.steps.values(), strict=True)):
            number = self.sequence.index(step.id) + 1 if step.id in self.sequence else 0
            if self.moves:
                place = self._place(0 if number else 1, number - 1 if number else home, len(self.steps))
            else:
                place = self._place(home % self._lines(), home // self._lines(), self._columns())
                label = self.say(step.label)
                button.say(f"{number}.  {label}" if number else label, button.key)
                button.setChecked(bool(number))
            button.setFixedWidth(place.width())
            button.move(place.topLeft())
        self._choose_size()
        self.update()

    def _choose_size(self) -> None:
        """Set all steps in the largest type size in which each fits with the sign of its verdict."""
        buttons = self.steps.values()
        fitting = (step for step in _STEPS if all(button.fits(step, with_sign=True) for button in buttons))
        step = next(fitting, _STEPS[-1])
        for button in buttons:
            button.set_step(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(current_style().px(600), current_style().px(self.wanted_height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the numbered places that are empty."""
        if not self.moves:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = current_style().theme, current_style().px
        for index in range(len(self.sequence), len(self.steps)):
            room = QRectF(self._place(0, index, len(self.steps))).adjusted(0.5, 0.5, -0.5, -0.5)
            is_next = index == len(self.sequence) and self.is_open
            pen = QPen(colour(theme.accent if is_next else theme.line), px(1.5), Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRoundedRect(room, px(8), px(8))
            painter.setPen(colour(theme.accent if is_next else theme.quiet))
            painter.setFont(current_style().font(STEPS.title, bold=True))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), str(index + 1))

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in self.steps.values():
            button.setEnabled(enabled)

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        answered = given.split()
        # A place is right if its step belongs to the group that the place falls into.
        groups = [group.split() for group in solution.split("|")]
        wanted = [group for group in groups for _ in group]
        right = [step for group in groups for step in group]
        for index, step_id in enumerate(answered):
            self.steps[step_id].set_verdict("right" if step_id in wanted[index] else "wrong")
        if not answered:
            self.sequence = right
        self._arrange()

    def restyle(self) -> None:
        super().restyle()
        for step, key, button in zip(self.form.steps, self._keys, self.steps.values(), strict=True):
            button.say(self.say(step.label), key)
        self.updateGeometry()
        self._arrange()

"""The tray for chips: the rack and the running total."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from trainer.desk.answering.felt_places import FIRST_FIGURE
from trainer.desk.answering.trays.chip_button import ChipButton
from trainer.desk.answering.trays.tray import Tray
from trainer.desk.style.style import current_style
from trainer.desk.style.units import with_unit
from trainer.desk.table.pieces.chips import ChipFace, short_value
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.words import Words
from trainer.drills.forms import ChipsForm
from trainer.drills.scene import Chips, Scene
from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, print_amount
from trainer.texts import Message

_HEIGHT = 120  # pixels at scale 1


class ChipsTray(Tray[ChipsForm]):
    """Take chips by click or number key (with Control five) or by dragging them to the felt; a right click
    puts one back, Backspace the last one, Delete all.

    On the felt they lie beside their bet or, if they belong to no single bet, at the dealer's edge.
    """

    def __init__(self, form: ChipsForm) -> None:
        style = current_style()
        super().__init__(form)
        self._taken: list[Amount] = []
        self.chips: dict[Amount, ChipButton] = {}
        rack = QHBoxLayout()
        rack.setSpacing(style.px(4))
        for value, colour_name in form.rack:
            button = ChipButton(ChipFace(colour_name, short_value(print_amount(value))))
            button.taken.connect(lambda number, value=value: self._take(value, number))
            button.put_back.connect(lambda number, value=value: self._put_back(value, number))
            button.dropped.connect(lambda at, value=value: self.dropped.emit(value, at))
            self.chips[value] = button
            rack.addWidget(button)
        self.caption = Words("quiet")
        self.total = Words("figure")
        self.correction = Words("correction")
        self.clear = KeyButton("quiet", height=40)
        self.clear.clicked.connect(self._clear)
        totals = QVBoxLayout()
        totals.setSpacing(0)
        totals.addStretch()
        for widget in (self.caption, self.total, self.correction, self.clear):
            totals.addWidget(widget, alignment=Qt.AlignmentFlag.AlignLeft)
        totals.addStretch()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(totals, stretch=1)
        self._layout.addLayout(rack)
        self.caption.say(Message("desk.tray.taken"))
        self.clear.say(Message("desk.tray.put-all-back"), Message("desk.key.delete"))
        self.restyle()

    def answer(self) -> str:
        return str(self._stack())

    def _stack(self) -> Stack:
        return Stack.of([(value, 1) for value in self._taken])

    def put(self, answer: str) -> None:
        self._taken = [value for value, count in Stack.parse(answer).counts for _ in range(count)]
        self._refresh()

    def wanted_height(self) -> int:
        return _HEIGHT

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (
            ("key.numbers", "keys.take-chip"),
            ("key.control-numbers", "keys.take-five"),
            ("key.backspace", "keys.put-back"),
        )

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        index = digit_of(event)
        if index is not None and index < len(self.chips):
            # With Shift a digit key is another character; with Control it stays a digit.
            five = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            self._take(list(self.chips)[index], 5 if five else 1)
            return True
        if event.key() == Qt.Key.Key_Backspace:
            if self._taken:
                self._taken.pop()
                self._refresh()
            return True
        if event.key() == Qt.Key.Key_Delete:
            self._clear()
            return True
        return False

    def push(self, value: Amount, spot: str) -> None:
        self._take(value, 1)

    def untap(self, spot: str) -> None:
        """Put the last chip back."""
        if self._taken:
            self._put_back(self._taken[-1], 1)

    def laid(self, scene: Scene) -> Scene:
        """The scene with the chips that were taken beside their bet."""
        spot = self.places.payouts.get(FIRST_FIGURE)
        if not self._taken or spot is None:
            return scene
        return structs.replace(scene, pieces=(*scene.pieces, Chips(spot=spot, counts=self._counts(), owner="paid")))

    def cut_out(self) -> Mapping[str, int]:
        return self._counts() if self.is_open and FIRST_FIGURE not in self.places.payouts else {}

    def _counts(self) -> dict[str, int]:
        """The taken chips as in a scene."""
        return {print_amount(value): self._taken.count(value) for value in self.chips if value in self._taken}

    def _take(self, value: Amount, count: int) -> None:
        if self.is_open:
            self._taken += [value] * count
            self._refresh()

    def _put_back(self, value: Amount, count: int) -> None:
        if not self.is_open:
            return
        for _ in range(min(count, self._taken.count(value))):
            last = len(self._taken) - 1 - self._taken[::-1].index(value)
            del self._taken[last]
        self._refresh()

    def _clear(self) -> None:
        if self.is_open:
            self._taken.clear()
            self._refresh()

    def _refresh(self) -> None:
        for value, button in self.chips.items():
            button.set_count(self._taken.count(value))
        self.total.setText(self._words(self._stack().value))
        self.changed.emit()

    def _words(self, value: Amount) -> str:
        return with_unit(value, self.form.unit, current_style())

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in (*self.chips.values(), self.clear):
            button.setEnabled(enabled)

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        is_right = bool(given) and self.form.same(given, solution)
        self.total.set_role("right" if is_right else "wrong")
        self.correction.setText("" if is_right else self._words(Stack.parse(solution).value))
        self.clear.hide()

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self._layout.setSpacing(style.px(32))
        for index, (value, button) in enumerate(self.chips.items()):
            button.say(style.say("tray.chip-of", value=value), key_name(index))
        with QSignalBlocker(self):  # the answer stays the same
            self._refresh()

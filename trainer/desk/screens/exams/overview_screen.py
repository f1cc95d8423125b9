"""Overview of the items of a part: answered, flagged, open; and handing in the part."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout

from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.words import Words
from trainer.exams.sitting import Sitting
from trainer.texts import Message, say

_COLUMNS = 10


class Overview(Styled, QFrame):
    """The arrows select an item, Enter opens it. Handing in takes two presses, and never Enter."""

    def __init__(self, show: Callable[[int], None], back: Callable[[], None], finish: Callable[[], None]) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._show, self._back, self._finish = show, back, finish
        self.is_confirming = False
        self.sitting: Sitting | None = None
        self.items: dict[int, KeyButton] = {}
        self.title = Words("figure")
        self.says = Words("large-quiet", wrap=True)
        self.back_button = KeyButton("primary", height=56)
        self.finish_button = KeyButton(height=56)
        self.back_button.clicked.connect(self._go_back)
        self.finish_button.clicked.connect(self.press_finish)
        self._grid = QGridLayout()
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.back_button, stretch=2)
        self._buttons.addWidget(self.finish_button, stretch=1)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.title)
        self._layout.addWidget(self.says)
        self._layout.addLayout(self._grid)
        self._layout.addStretch()
        self._layout.addLayout(self._buttons)
        self.back_button.say(Message("exam-room.go-on"), Message("desk.key.escape"))

    def show_sitting(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.is_confirming = False
        discard(*self.items.values())
        self.items = {}
        for place, item in enumerate(sitting.state.items):
            button = KeyButton(height=56)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, number=item.number: self._show(number))
            self.items[item.number] = button
            self._grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        self.restyle()

    def take_focus(self) -> None:
        """Focus the item that was shown, or the first."""
        shown = self.sitting.item if self.sitting else 0
        first = self.items.get(shown) or next(iter(self.items.values()), None)
        (first or self).setFocus(Qt.FocusReason.TabFocusReason)

    def press_finish(self) -> None:
        """The first press asks for confirmation, the second hands in."""
        if self.is_confirming:
            self.is_confirming = False
            self._finish()
        else:
            self.is_confirming = True
            self.restyle()
            self.setFocus()

    def _go_back(self) -> None:
        if self.is_confirming:
            self.is_confirming = False
            self.restyle()
        else:
            self._back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: _COLUMNS, Qt.Key.Key_Up: -_COLUMNS}
        focused = [number for number, button in self.items.items() if button.hasFocus()]
        if event.key() in steps and self.items:
            numbers = list(self.items)
            place = numbers.index(focused[0]) + steps[Qt.Key(event.key())] if focused else 0
            self.items[numbers[max(0, min(len(numbers) - 1, place))]].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in ENTER_KEYS:
            self.items[focused[0]].click() if focused and not self.is_confirming else self._go_back()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F8):
            self._go_back()
        elif event.key() == Qt.Key.Key_F10:
            self.press_finish()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        sitting = self.sitting
        if sitting is None or sitting.state.part is None:
            return
        px, state, part = style.px, sitting.state, sitting.state.part
        self._layout.setContentsMargins(px(64), px(28), px(64), px(24))
        self._layout.setSpacing(px(14))
        self._grid.setSpacing(px(8))
        open_items = [number for number in self.items if number not in state.answers]
        is_open = any(state.is_open(number) for number in self.items)
        last = "last" if state.is_last_part else "part"
        if self.is_confirming:
            self.title.setText(style.text(f"exam-room.confirm-{last}"))
            said = style.text("exam-room.confirm-says", open=len(open_items), flagged=len(state.flags))
            if (following := state.part_after) is not None:
                said = f"{said} {style.text('exam-room.confirm-next', part=following.names, count=following.count)}"
                if any(item.limit_ms for item in sitting.paper.of_part(following.id)):
                    said = f"{said} {style.text('exam-room.confirm-next-timed')}"
        else:
            self.title.setText(say(part.names, style.language))
            answered = len(self.items) - len(open_items)
            said = style.text(
                "exam-room.overview-says" if is_open else "exam-room.overview-over",
                answered=answered,
                count=len(self.items),
                flagged=len(state.flags),
            )
        self.says.setText(said)
        for place, (number, button) in enumerate(self.items.items(), start=1):  # numbered within the part
            answer = "answered" if number in state.answers else "open"
            flagged = style.text("exam-room.flag-sign") if number in state.flags else ""
            done = style.text("exam-room.answered-sign") if number in state.answers else ""
            spoken = style.text(f"exam-room.item-{answer}", number=place)
            button.say(
                " ".join(filter(None, (str(place), done, flagged))),
                spoken=f"{spoken} {style.text('exam-room.flagged')}" if flagged else spoken,
            )
            button.setChecked(number in state.answers)
            button.setEnabled(not self.is_confirming and state.is_open(number))
        self.back_button.setVisible(is_open or self.is_confirming)
        self.finish_button.say(style.text(f"exam-room.finish-{last}"), "F10")

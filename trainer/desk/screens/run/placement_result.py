"""The result of a placement test: the level to begin with in each drill."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout

from trainer.desk.style.style import Style, current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.words import Words
from trainer.runs.summary import Placed, Start
from trainer.texts import Message, say


class PlacementScreen(CardScreen):
    """``today`` asks to start today's session."""

    today = Signal()

    def __init__(self) -> None:
        super().__init__(width=820)
        self.placed: Placed | None = None
        self._words: list[Words] = []
        self._rows = QGridLayout()
        self._rows.setColumnStretch(1, 1)
        self.body.addLayout(self._rows)
        self.main.clicked.connect(self.today)
        self.main.say(Message("sessions.placement.today"), Message("desk.key.enter"))
        self.leave.say(Message("sessions.placement.home"), Message("desk.key.escape"))

    def show_placed(self, placed: Placed) -> None:
        self.placed = placed
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        placed = self.placed
        if placed is None:
            super().restyle()
            return
        self.title.setText(style.text(f"sessions.placement.{'title' if placed.is_sure else 'title-early'}"))
        says = style.text(
            "sessions.placement.says",
            answers=placed.answers,
            right=placed.right,
            open=placed.open_levels,
            levels=placed.levels,
        )
        low, high = (round(100 * share) for share in placed.accuracy)
        says = f"{says} {style.text('sessions.placement.range', low=low, high=high)}"
        rough = style.text("sessions.placement.says-early", answers=placed.answers)
        self.says.setText(says if placed.is_sure else rough)
        discard(*self._words)
        self._words = []
        self._rows.setHorizontalSpacing(style.px(24))
        self._rows.setVerticalSpacing(style.px(10))
        for row, start in enumerate(placed.starts):
            name, begins = Words("strong"), Words("body" if start.level else "quiet")
            name.setText(say(start.family.name, style.language))
            begins.setText(_start_words(start, style))
            self._words += [name, begins]
            self._rows.addWidget(name, row, 0)
            self._rows.addWidget(begins, row, 1)
        super().restyle()


def _start_words(start: Start, style: Style) -> str:
    if not start.level:
        return style.text("sessions.placement.closed")
    return style.text("sessions.placement.begin", level=start.level, name=start.family.level_name(start.level))

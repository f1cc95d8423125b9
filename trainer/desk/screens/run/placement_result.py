"""The result of a placement test: the level to begin with in each drill."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.emptying import discard
from trainer.desk.widgets.words import Words
from trainer.runs.summary import Placed, Start
from trainer.texts import say


class PlacementScreen(CardScreen):
    """``today`` asks to start today's session."""

    today = Signal()

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress, width=820)
        self.placed: Placed | None = None
        self._words: list[Words] = []
        self._rows = QGridLayout()
        self._rows.setColumnStretch(1, 1)
        self.body.addLayout(self._rows)
        self.main.clicked.connect(self.today)

    def show_placed(self, placed: Placed) -> None:
        self.placed = placed
        self.wear(self.dress)

    def wear(self, dress: Dress) -> None:
        placed = self.placed
        if placed is None:
            super().wear(dress)
            return
        self.title.setText(dress.text(f"sessions.placement.{'title' if placed.is_sure else 'title-early'}"))
        says = dress.text(
            "sessions.placement.says",
            answers=placed.answers,
            right=placed.right,
            open=placed.open_levels,
            levels=placed.levels,
        )
        low, high = (round(100 * share) for share in placed.accuracy)
        says = f"{says} {dress.text('sessions.placement.range', low=low, high=high)}"
        rough = dress.text("sessions.placement.says-early", answers=placed.answers)
        self.says.setText(says if placed.is_sure else rough)
        discard(*self._words)
        self._words = []
        self._rows.setHorizontalSpacing(dress.px(24))
        self._rows.setVerticalSpacing(dress.px(10))
        for row, start in enumerate(placed.starts):
            name, begins = Words("strong"), Words("body" if start.level else "quiet")
            name.setText(say(start.family.name, dress.language))
            begins.setText(_start_words(start, dress))
            self._words += [name, begins]
            self._rows.addWidget(name, row, 0)
            self._rows.addWidget(begins, row, 1)
        self.main.say(dress.text("sessions.placement.today"), dress.say("key.enter"))
        self.leave.say(dress.text("sessions.placement.home"), dress.say("key.escape"))
        super().wear(dress)


def _start_words(start: Start, dress: Dress) -> str:
    if not start.level:
        return dress.text("sessions.placement.closed")
    return dress.text("sessions.placement.begin", level=start.level, name=start.family.level_name(start.level))

"""The line above the players: game, level, round, limits and pace, the inspector, the clock, hint and pause."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.live.table import LiveTable

_HOUR = 3_600_000
_LEAST_PLAYED = 30_000  # milliseconds before a pace says anything


class TopLine(Styled, QWidget):
    """``pause_wanted`` and ``hint_wanted`` come from the buttons at the right."""

    pause_wanted = Signal()
    hint_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.place = Words("heading")
        self.round = Words("quiet")
        self.inspector = Words("note")
        self.clock = Words("heading")
        self.hint = KeyButton("quiet", step=STEPS.body, height=40)
        self.pause = KeyButton("quiet", step=STEPS.body, height=40)
        for button in (self.hint, self.pause):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hint.clicked.connect(self.hint_wanted)
        self.pause.clicked.connect(self.pause_wanted)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.place)
        self._layout.addWidget(self.round)
        self._layout.addStretch()
        self._layout.addWidget(self.inspector)
        self._layout.addStretch()
        for part in (self.clock, self.hint, self.pause):
            self._layout.addWidget(part)
        self.restyle()

    def show_shift(self, table: LiveTable, inspector: str, style: Style) -> None:
        shift, rules = table.shift, table.rules
        self.place.setText(style.text("live.top.place", game=rules.names, rulebook=rules.info.names, level=shift.level))
        number = table.round_number
        said = [
            style.text("live.top.round-of", round=number, rounds=shift.rounds)
            if shift.rounds
            else style.text("live.top.round", round=number)
        ]
        said.append(style.text("live.top.limits", least=table.company.minimum, most=table.company.maximum))
        done = number - (0 if table.over else 1)
        if done and table.now > _LEAST_PLAYED and shift.level > 1:
            said.append(style.text("live.top.pace", pace=round(done * _HOUR / table.now)))
        self.round.setText(" · ".join(said))
        self.inspector.setText(inspector)
        self.hint.setVisible(shift.level == 2)

    def show_time(self, now: int, style: Style) -> None:
        minutes, seconds = divmod(now // 1000, 60)
        words = f"{minutes:02d}:{seconds:02d}"
        if words != self.clock.text():
            self.clock.setText(words)

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.target(44))
        self._layout.setContentsMargins(style.px(16), 0, style.px(8), 0)
        self._layout.setSpacing(style.px(16))
        self.hint.say(style.text("live.top.hint"), "F4")
        self.pause.say(style.text("live.top.pause"), style.say("key.escape"))

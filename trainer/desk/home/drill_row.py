"""A drill in the list of a game: its name, what it is, and its levels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.controls.key_button import KeyButton
from trainer.desk.look.dress import Dress
from trainer.drills.core import Family
from trainer.texts import say


class DrillRow(QWidget):
    """The row starts its drill at the level last used or the first, a level button at that level (``wanted``)."""

    wanted = Signal(int)

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family
        self.level = 0  # the level last used; 0 if there was none
        self.start = KeyButton(height=64, widest=600)
        self.start.clicked.connect(lambda: self.wanted.emit(self.level or 1))
        self.levels = [KeyButton("plain", height=64) for _ in family.levels]
        self._key = ""
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.start, stretch=1)
        for number, button in enumerate(self.levels, 1):
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, number=number: self.wanted.emit(number))
            button.installEventFilter(self)
            self._layout.addWidget(button)

    def wear(self, dress: Dress, key: str) -> None:
        self._dress, self._key = dress, key
        self._layout.setSpacing(dress.px(4))
        self._show_note(None)
        self.start.wear(dress)
        name = say(self.family.name, dress.language)
        for number, button in enumerate(self.levels, 1):
            level_name = say(self.family.level_name(number), dress.language)
            spoken = dress.say("home.level-spoken", family=name, level=number, name=level_name)
            button.say(str(number), spoken=spoken)
            button.setToolTip(level_name)
            button.setChecked(number == self.level)
            button.wear(dress)
            button.setFixedWidth(dress.px(38))

    def _show_note(self, level: int | None) -> None:
        """Under the name: what the drill is, or what the level pointed at asks."""
        language = self._dress.language
        note = self.family.about if level is None else self.family.level_name(level)
        self.start.say(say(self.family.name, language), self._key, note=say(note, language))
        self.start.setToolTip(say(note, language))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in self.levels:
            if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
                self._show_note(self.levels.index(watched) + 1)
            elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
                self._show_note(None)
        return super().eventFilter(watched, event)

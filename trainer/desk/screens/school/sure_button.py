"""A button for what cannot be taken back: the second press does it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal

from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton

_ASKED_FOR = 5_000  # milliseconds: a press long afterwards is another first one


class SureButton(KeyButton):
    """``sure`` is the second press of two that follow one another."""

    sure = Signal()

    def __init__(self, kind: str = "quiet", height: int = 36, step: int = STEPS.body) -> None:
        super().__init__(kind, height=height, step=step)
        self._is_asked = False
        self._words = ("", "")
        self._forgetting = QTimer(self)
        self._forgetting.setSingleShot(True)
        self._forgetting.setInterval(_ASKED_FOR)
        self._forgetting.timeout.connect(lambda: self._set_asked(False))
        self.clicked.connect(self._press)

    def _press(self) -> None:
        is_sure = self._is_asked
        self._set_asked(not is_sure)
        if is_sure:
            self.sure.emit()

    def _set_asked(self, is_asked: bool) -> None:
        self._is_asked = is_asked
        self.say(self._words[is_asked])
        if is_asked:
            self._forgetting.start()
        else:
            self._forgetting.stop()

    def ask(self, does: str, is_sure: str) -> None:
        """What it says first, and what after the first press."""
        self._words = (does, is_sure)
        self.say(self._words[self._is_asked])

"""A quiet list of keys and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from trainer.desk.controls.emptying import discard
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress


class KeyList(QWidget):
    """Two columns: the key, what it does."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Words] = []
        self._keys: tuple[Sequence[tuple[str, str]], Dress] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)

    def show_keys(self, keys: Sequence[tuple[str, str]], dress: Dress) -> None:
        """Keys and actions, already in words; those that are shown already are left as they are."""
        if self._keys == (keys, dress):
            return
        self._keys = (keys, dress)
        discard(*self._shown)
        self._shown = []
        self._grid.setHorizontalSpacing(dress.px(12))
        self._grid.setVerticalSpacing(dress.px(8))
        for row, (key, action) in enumerate(keys):
            cap = Words("keycap")
            cap.setText(key)
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            does = Words("quiet", wrap=True)
            does.setText(action)
            self._shown += [cap, does]
            self._grid.addWidget(cap, row, 0)
            self._grid.addWidget(does, row, 1)

"""The panel of a projector: the answer and its reasons in large type, revealed one by one by the instructor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.emptying import discard
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words


class ProjectorPanel(QFrame):
    """The first step is the answer, the others say why; the last one that was revealed is in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.steps: tuple[str, ...] = ()
        self.revealed = 0
        self._words: list[Words] = []
        self._inside = QWidget()
        self._body = QVBoxLayout(self._inside)
        self._body.addStretch()
        self.scroll_area = scrolling(self._inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll_area)
        bar = self.scroll_area.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, last: bar.setValue(last))
        self.hide()

    def begin(self, steps: Sequence[str], dress: Dress) -> None:
        """Another question: nothing is revealed yet."""
        self.steps, self.revealed = tuple(steps), 0
        self._write(dress)

    def reveal(self, dress: Dress) -> bool:
        """Reveal one more; tells whether there was one."""
        if self.revealed == len(self.steps):
            return False
        self.revealed += 1
        self._write(dress)
        return True

    @property
    def is_all_seen(self) -> bool:
        return self.revealed == len(self.steps)

    def take_back(self, dress: Dress) -> None:
        """Cover the last one again."""
        if self.revealed:
            self.revealed -= 1
            self._write(dress)

    def wear(self, steps: Sequence[str], dress: Dress) -> None:
        """The same steps in another language or size."""
        self.steps = tuple(steps)
        self._write(dress)

    def _write(self, dress: Dress) -> None:
        discard(*self._words)
        margin = dress.px(28)
        self._body.setContentsMargins(margin, margin, margin, margin)
        self._body.setSpacing(dress.px(20))
        self._words = []
        for index, step in enumerate(self.steps[: self.revealed]):
            words = Words("projected-answer" if index == 0 else "projected", wrap=True)
            words.setText(step)
            self._words.append(words)
            self._body.insertWidget(index, words)
        self.setVisible(bool(self.revealed))
        self.setAccessibleName(". ".join(self.steps[: self.revealed]))

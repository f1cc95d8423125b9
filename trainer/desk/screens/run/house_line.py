"""What this house plays, said beside the felt where the answer hangs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

from trainer.drills.core import Question
from trainer.drills.option_dependence import OptionDependence, option_words
from trainer.texts import Language, say

_AFTER_MILLISECONDS = 60  # the question is painted first; then a choice is tried at each turn
_MOST = 3  # lines; who wants to know more reads the page of the house


class HouseLine(QObject):
    """Tries out, while the question is read, what its answer hangs on."""

    def __init__(self, parent: QObject, hanging: OptionDependence | None) -> None:
        super().__init__(parent)
        self._hanging = hanging
        self._question: Question | None = None
        self._steps: Iterator[tuple[str, ...]] = iter(())
        self._found: tuple[str, ...] = ()
        self._tell: Callable[[], None] = lambda: None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    def look_at(self, question: Question, tell: Callable[[], None]) -> None:
        """Look at a question; ``tell`` is called whenever more is known of it."""
        self._question, self._tell, self._found = question, tell, ()
        self._timer.stop()
        if self._hanging is not None and question.rules is not None and question.rules.options:
            self._steps = self._hanging.steps(question)
            self._timer.start(_AFTER_MILLISECONDS)
        tell()

    def lines(self, language: Language) -> list[str]:
        """What is known by now, in words."""
        if self._question is None:
            return []
        return [say(message, language) for message in option_words(self._question, self._found[:_MOST])]

    def finish(self) -> None:
        """Find out all of it now."""
        while self._timer.isActive():
            self._step()

    def _step(self) -> None:
        self._timer.setInterval(0)
        found = next(self._steps, None)
        if found is None:
            self._timer.stop()
        elif found != self._found:
            self._found = found
            self._tell()

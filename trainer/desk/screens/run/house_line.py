"""A line beside the felt that names the house options on which the answer depends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

from trainer.drills.core import Question
from trainer.drills.option_dependence import OptionDependence, option_words
from trainer.texts import Language, say

_AFTER_MILLISECONDS = 60  # the question is painted first; then one option is tried per event
_MOST = 3  # lines at most; the house page has them all


class HouseLine(QObject):
    """Finds out in the background which house options change the answer."""

    def __init__(self, parent: QObject, dependence: OptionDependence | None) -> None:
        super().__init__(parent)
        self._dependence = dependence
        self._question: Question | None = None
        self._steps: Iterator[tuple[str, ...]] = iter(())
        self._found: tuple[str, ...] = ()
        self._tell: Callable[[], None] = lambda: None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    def look_at(self, question: Question, tell: Callable[[], None]) -> None:
        """Examine a question; ``tell`` is called whenever more is known."""
        self._question, self._tell, self._found = question, tell, ()
        self._timer.stop()
        if self._dependence is not None and question.rules is not None and question.rules.options:
            self._steps = self._dependence.steps(question)
            self._timer.start(_AFTER_MILLISECONDS)
        tell()

    def lines(self, language: Language) -> list[str]:
        """What is known so far, as texts."""
        if self._question is None:
            return []
        return [say(message, language) for message in option_words(self._question, self._found[:_MOST])]

    def finish(self) -> None:
        """Examine all remaining options now."""
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

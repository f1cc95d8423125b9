"""What a screen reader is told of a run by itself: the question with its table, each hint, and the verdict.

The keys are in a field, on the felt or nowhere, and a reader reads only what has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


def announce(widget: QWidget, *sentences: str) -> None:
    """Have something said, where somebody listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, " ".join(filter(None, sentences))))


def announce_question(screen: RunnerScreen) -> None:
    """What is asked, and what lies on the felt."""
    if QAccessible.isActive():
        screen.felt.describe()
        announce(screen, screen.bar.question.text(), screen.felt.accessibleDescription())


def announce_verdict(screen: RunnerScreen) -> None:
    """Right or wrong, the right answer, what went wrong, and why."""
    if QAccessible.isActive():
        panel, question = screen.column.verdict, screen.run.question
        why = [words for words, _ in question.family.explain_all(question.draft.reasons, screen.dress.language)]
        announce(screen, panel.accessibleName(), panel.mistake.text(), *why)

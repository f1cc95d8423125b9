"""What a screen reader is told without being asked: the question with its table, each hint, and the verdict.

A screen reader reads the widget with the focus, and that may be a field, the felt or the screen itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.style import current_style

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


def announce(widget: QWidget, *sentences: str) -> None:
    """Have a screen reader say something, if one is active."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, " ".join(filter(None, sentences))))


def announce_question(screen: RunnerScreen) -> None:
    """Announce the question and what lies on the felt."""
    if QAccessible.isActive():
        screen.felt.describe()
        announce(screen, screen.bar.question.text(), screen.felt.accessibleDescription())


def announce_verdict(screen: RunnerScreen) -> None:
    """Announce whether the answer was right, the right answer, the named mistake and the reasons."""
    if QAccessible.isActive():
        panel, question = screen.column.verdict, screen.run.question
        why = [words for words, _ in question.family.explain_all(question.draft.reasons, current_style().language)]
        announce(screen, panel.accessibleName(), panel.mistake.text(), *why)

"""Input handling shared by drill and exam: focus, felt taps, and the check for a missing answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from trainer.desk.answering.trays import Tray
from trainer.desk.style.style import current_style
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.drills.forms import AnswerForm

SCREEN_KEYS = (*ENTER_KEYS, Qt.Key.Key_Backspace)  # Enter answers as everywhere; the space bar taps
_NONE = "-"


class Doubt:
    """Why an answer cannot be judged yet: something is missing, or the answer is empty and must be confirmed."""

    def __init__(self) -> None:
        self.is_none_sure = False

    def begin(self) -> None:
        """Forget the confirmation: the answer was changed, or another question is asked."""
        self.is_none_sure = False

    def problem(self, tray: Tray[AnswerForm]) -> str:
        """The reason as a sentence; empty if the answer can be judged. An empty answer is accepted the second time."""
        style = current_style()
        if missing := tray.missing():
            return missing
        if tray.answer() == _NONE and not self.is_none_sure:
            self.is_none_sure = True
            return style.say("runner.none-sure")
        return ""


def focus_answer(felt: FeltView, tray: Tray[AnswerForm] | None, screen: QWidget) -> None:
    """Focus the felt if the answer is given on it, else the tray's field, or the screen."""
    takes_taps = bool(tray and tray.tappable())
    felt.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_taps else Qt.FocusPolicy.NoFocus)
    if takes_taps:
        felt.setFocus(Qt.FocusReason.TabFocusReason)
    elif tray is not None and tray.focusProxy() is not None:
        tray.setFocus()
    else:
        screen.setFocus()


def lay_answer(felt: FeltView, tray: Tray[AnswerForm]) -> None:
    """Show on the felt what was answered on it so far, and which spots can be tapped."""
    felt.set_tappable(tray.tappable())
    felt.set_marks(tray.marks())
    felt.set_counts(tray.counts(), getattr(tray.form, "chip", ""))


def panel() -> QWidget:
    """The panel that holds a tray."""
    room = QWidget()
    room.setProperty("surface", "panel")
    room.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return room

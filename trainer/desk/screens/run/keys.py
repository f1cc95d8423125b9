"""The keys of the drill screen and their help texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from trainer.desk.answering.trays import Tray
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.drills.forms import AnswerForm
from trainer.runs.run import Run, Stage

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


# Share of a long verdict's visible height that each key scrolls.
_READING_ON = {
    Qt.Key.Key_Down: 0.3,
    Qt.Key.Key_Up: -0.3,
    Qt.Key.Key_PageDown: 0.9,
    Qt.Key.Key_PageUp: -0.9,
}


def keys_of(run: Run, tray: Tray[AnswerForm]) -> list[tuple[str, str]]:
    """The keys that work while a question is asked, each with its help text, as message ids."""
    hint = [("key.hint", "keys.hint")] if run.behaviour.hints else []
    return [
        *tray.keys_help(),
        ("key.enter", "keys.answer"),
        ("key.unknown", "keys.unknown"),
        *hint,
        ("key.lesson", "keys.lesson"),
        ("key.whole", "keys.whole"),
        ("key.notes", "keys.notes"),
        ("key.side", "keys.side"),
        ("key.projector", "keys.projector"),
        ("key.cut", "keys.cut"),
        ("key.cite", "keys.cite"),
        ("key.space", "keys.views"),
        ("key.escape", "keys.leave"),
    ]


def take_key(screen: RunnerScreen, event: QKeyEvent) -> bool:
    """Handle a key while a question is asked or judged; tells whether it was used."""
    if event.key() == Qt.Key.Key_F9:
        screen.switch_projector()
    elif screen.is_projected and event.key() == Qt.Key.Key_Backspace:
        screen.projecting.take_back()
    elif screen.is_projected and event.key() == Qt.Key.Key_Space:
        screen.press_enter()
    elif event.key() == Qt.Key.Key_Space and screen.run.stage is Stage.JUDGED:
        screen.verdict_display.switch_view()
    elif not screen.is_projected and screen.tray.take_key(event):
        pass
    elif event.key() in ENTER_KEYS and not event.isAutoRepeat():
        screen.press_enter()
    elif event.key() == Qt.Key.Key_F1:
        screen.verdict_display.read_lesson()
    elif event.key() == Qt.Key.Key_F5:
        screen.felt.switch_whole()
    elif event.key() == Qt.Key.Key_F8:
        screen.felt.switch_cut()
    elif event.key() == Qt.Key.Key_F10 and screen.run.stage is Stage.JUDGED:
        screen.column.open_citation()
    elif event.key() in _READING_ON and screen.run.stage is Stage.JUDGED and not screen.is_projected:
        screen.verdict_display.read_on(_READING_ON[Qt.Key(event.key())])
    elif event.key() == Qt.Key.Key_F6:
        screen.switch_notes()
    elif event.key() == Qt.Key.Key_F12:
        screen.give_up()
    elif event.key() == Qt.Key.Key_F4 and screen.run.stage is Stage.ASKING:
        screen.give_hint()
    else:
        return False
    return True

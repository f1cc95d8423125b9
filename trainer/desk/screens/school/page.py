"""Base class of the pages in the instructor's room."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from trainer.desk.style.style import Styled
from trainer.desk.widgets.system_files import choose_file
from trainer.school.protocol import Board
from trainer.texts import Message


class RoomPage(Styled, QWidget):
    """``asked`` emits a request to the service, ``failed`` an error in a chosen file."""

    asked = Signal(object)
    failed = Signal(Message)

    def show_board(self, board: Board, now: datetime) -> None:
        """Show the current state of the class."""

    def choose_file(self, title: str, files: str, folder: Path | None = None) -> Path | None:
        """Let the user choose a file, beginning in a folder; `None` if none is chosen."""
        return choose_file(self, title, files, folder)

    def restyle(self) -> None:
        """Write all texts and sizes again."""

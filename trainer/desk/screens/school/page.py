"""What every page of the instructor's room is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from trainer.desk.style.dress import Dress
from trainer.school.protocol import Board
from trainer.texts import Message


class RoomPage(QWidget):
    """``asked`` is a request to the service, ``failed`` something that cannot be read."""

    asked = Signal(object)
    failed = Signal(Message)

    def show_board(self, board: Board, now: datetime) -> None:
        """The class as it is at this moment."""

    def choose_file(self, title: str, files: str, folder: Path | None = None) -> Path | None:
        """A file that somebody chooses, first from a folder; nothing if nobody does."""
        name, _ = QFileDialog.getOpenFileName(self, title, str(folder) if folder else "", files)
        return Path(name) if name else None

    def wear(self, dress: Dress) -> None:
        """Write every text and size anew."""

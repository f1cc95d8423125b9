"""What every page of the instructor's room is."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from trainer.desk.look.dress import Dress
from trainer.school.protocol import Board


class RoomPage(QWidget):
    """``asked`` is a request to the service."""

    asked = Signal(object)

    def show_board(self, board: Board, now: datetime) -> None:
        """The class as it is at this moment."""

    def wear(self, dress: Dress) -> None:
        """Write every text and size anew."""

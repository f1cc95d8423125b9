"""A line that tells which version of the program the school hands out, with a button to save its installer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.school.installers.download import InstallerDownload, Stage
from trainer.texts import Message


class InstallerLine(Styled, QWidget):
    """``pressed`` is emitted to save the installer, to cancel that, or to show the saved file. Hidden while there is
    nothing to tell."""

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.says = Words("quiet", wrap=True)
        self.button = KeyButton("quiet", height=44, step=STEPS.body)
        self.button.clicked.connect(self.pressed)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.says, stretch=1)
        self._layout.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def show_download(self, download: InstallerDownload | None) -> None:
        """Show how far the laptop is with an installer."""
        message = download.message if download is not None else None
        if download is not None and message is not None:
            self.says.say(message)
            act = {Stage.OFFERED: "save", Stage.SAVED: "show"}.get(download.stage, "cancel")
            self.button.say(Message(f"installers.{act}"))
            self.button.setVisible(download.stage is not Stage.REFUSED)
        self.setVisible(message is not None)

    def restyle(self) -> None:
        self._layout.setSpacing(current_style().px(12))

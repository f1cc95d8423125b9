"""*About*: version, the installer that the school hands out, licences, and where the records are and how many."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from trainer import __version__
from trainer.desk.screens.school.installer_line import InstallerLine
from trainer.desk.style.style import current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.words import Words
from trainer.system.resources import licences
from trainer.texts import Message


class AboutScreen(CardScreen):
    """``folder_wanted`` asks to show the folder of the records."""

    folder_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(width=860)
        self.records = Words("body", wrap=True)
        self.licence = Words("body", wrap=True)
        self.installer = InstallerLine()
        self.body.addWidget(self.installer)
        self.body.addWidget(self.records)
        self.body.addWidget(self.licence)
        self._records: Path | None = None
        self._profiles = self._answers = 0
        self.main.clicked.connect(self.folder_wanted)
        self.title.say(Message("settings.program.title"))
        self.main.say(Message("settings.program.folder"), Message("desk.key.enter"))
        self.leave.say(Message("settings.program.back"), Message("desk.key.escape"))

    def show_records(self, path: Path, profiles: int, answers: int) -> None:
        """Show where the records are, and the number of people and answers in them."""
        self._records, self._profiles, self._answers = path, profiles, answers
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        self.says.setText(style.text("settings.program.version", version=__version__))
        if self._records is not None:
            where, people, answers = str(self._records), self._profiles, self._answers
            self.records.setText(style.text("settings.program.records", path=where, profiles=people, answers=answers))
        self.licence.setText(style.text("settings.program.licence", path=str(licences())))
        super().restyle()

"""The settings of the desk (language, look, sound, daily goal) and of the trainee's study (strictness and amount).

From here the newest backup is restored and *About* is opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout

from trainer.desk.screens.progress.texts import day_words
from trainer.desk.shell.settings import Settings
from trainer.desk.style.style import current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.records.backup import DatedBackup
from trainer.study import settings as study
from trainer.texts import Language, Message, say
from trainer.texts.numbers import in_percent

_YES_NO = ("no", "yes")
DESK_ROWS: dict[str, tuple[str, ...]] = {
    "language": ("es", "en"),
    "appearance": ("dark", "light"),
    "reduce-motion": _YES_NO,
    "sound": ("off", "sounds", "voice"),
    "four-colours": _YES_NO,
    "cloth": ("own", "green", "burgundy", "blue"),
    "side": ("dealer", "players"),
    "daily-goal": ("0", "10", "20", "40", "80"),
    "text-size": ("90", "100", "115", "130", "145", "160"),
}
STUDY_ROWS: dict[str, tuple[str, ...]] = {
    "unlocking": tuple(strictness.value for strictness in study.Unlocking),
    "new-facts-a-day": ("0", "5", "10", "15", "25"),
    "reviews-a-day": ("20", "40", "60", "100"),
}


class SettingsScreen(CardScreen):
    """``desk_changed`` emits the name and value of a desk setting, ``study_changed`` the study settings;
    ``restore_wanted`` asks to restore the newest backup, ``about_wanted`` for *About*."""

    desk_changed = Signal(str, object)
    study_changed = Signal(study.Settings)
    restore_wanted = Signal()
    about_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(width=940)
        self.rows = {name: Segments(height=40) for name in (*DESK_ROWS, *STUDY_ROWS)}
        self._captions = {name: Words("body") for name in self.rows}
        self.capped = Words("quiet", wrap=True)  # says that the text is smaller than chosen, and why
        self._heads = {"desk": Words("accent"), "study": Words("accent")}
        self._name = ""
        self._desk = Settings()
        self._study: study.Settings | None = None
        self._trouble: Message | None = None
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.body.addLayout(self._grid)
        line = 0
        for head, rows in (("desk", DESK_ROWS), ("study", STUDY_ROWS)):
            self._grid.addWidget(self._heads[head], line, 0, 1, 2)
            for name in rows:
                line += 1
                self._grid.addWidget(self._captions[name], line, 0)
                self._grid.addWidget(self.rows[name], line, 1, alignment=Qt.AlignmentFlag.AlignLeft)
                self.rows[name].chosen.connect(lambda value, name=name: self._choose(name, value))
                if name == "text-size":
                    line += 1
                    self._grid.addWidget(self.capped, line, 1)
            line += 1
        self._backups: Sequence[DatedBackup] = ()
        self.main.kind = "plain"
        self.main.clicked.connect(self.restore_wanted)
        self.about = KeyButton(height=56)
        self.about.clicked.connect(self.about_wanted)
        self.about.say(Message("settings.program.open"))
        self.buttons.insertWidget(1, self.about, stretch=1)
        self.title.say(Message("settings.title"))
        self.leave.say(Message("settings.back"), Message("desk.key.escape"))

    def show_settings(
        self, desk: Settings, mine: study.Settings | None, name: str, backups: Sequence[DatedBackup] = ()
    ) -> None:
        """Show the settings of the desk and, with records, of the trainee.

        ``backups`` are the automatic backups, newest first; the newest can be restored.
        """
        self._desk, self._study, self._name, self._backups = desk, mine, name, backups
        self._trouble = None
        self.restyle()

    def say_trouble(self, trouble: Message) -> None:
        self._trouble = trouble
        self.restyle()

    def _choose(self, name: str, value: str) -> None:
        self._trouble = None
        field = name.replace("-", "_")
        if name in DESK_ROWS:
            meant: object = {"yes": True, "no": False, "own": ""}.get(value, value)
            if name in ("text-size", "daily-goal"):
                meant = int(value)
            elif name == "language":
                meant = Language(value)
            self._desk = structs.replace(self._desk, **{field: meant})
            self.desk_changed.emit(field, meant)
        elif self._study is not None:
            mine = study.Unlocking(value) if name == "unlocking" else int(value)
            self._study = structs.replace(self._study, **{field: mine})
            self.study_changed.emit(self._study)

    def _chosen(self, name: str) -> str:
        value = getattr(self._desk if name in DESK_ROWS else self._study, name.replace("-", "_"))
        if isinstance(value, bool):
            return _YES_NO[value]
        return str(value) or "own"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS and not self.focused_button():
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        # Language, appearance and side have their own keys on every screen.
        style = current_style()
        self._desk = structs.replace(self._desk, language=style.language, appearance=style.theme.name, side=style.side)
        size = sum(kept.size for kept in self._backups) // 1_000_000 + 1
        self.says.setText(style.text("settings.backups", count=len(self._backups), size=size) if self._backups else "")
        self.main.setVisible(bool(self._backups))
        if self._backups:
            day = day_words(self._backups[0].day.toordinal(), 1, style)
            self.main.say(style.text("settings.restore", day=day), "")
        self._grid.setHorizontalSpacing(style.px(24))
        self._grid.setVerticalSpacing(style.px(8))
        self._heads["desk"].setText(style.text("settings.desk"))
        self._heads["study"].setText(style.text("settings.study", name=self._name))
        self._heads["study"].setContentsMargins(0, style.px(8), 0, 0)
        self._heads["study"].setVisible(self._study is not None)
        for name, row in self.rows.items():
            is_there = name in DESK_ROWS or self._study is not None
            row.setVisible(is_there)
            self._captions[name].setVisible(is_there)
            self._captions[name].setText(style.text(f"settings.row.{name}"))
            if is_there:
                row.show_choices(self._choices(name), self._chosen(name))
                self._name_buttons(row, self._captions[name].text())
        shown, wanted = round(100 * style.text_size), self._desk.text_size
        self.capped.setText(style.text("settings.text-size-capped", shown=shown, wanted=wanted))
        self.capped.setVisible(shown < wanted)
        self.message.setText(say(self._trouble, style.language) if self._trouble else "")
        super().restyle()

    def _choices(self, name: str) -> Sequence[tuple[str, str]]:
        style = current_style()
        if name.endswith("a-day"):
            return [(value, value) for value in STUDY_ROWS[name]]
        if name == "daily-goal":
            return [
                (value, value if value != "0" else style.text("settings.daily-goal.0")) for value in DESK_ROWS[name]
            ]
        if name == "text-size":
            return [(value, in_percent(value, style.language)) for value in DESK_ROWS[name]]
        values = DESK_ROWS.get(name) or STUDY_ROWS[name]
        return [(value, style.text(f"settings.{name}.{value}")) for value in values]

    def _name_buttons(self, row: Segments, caption: str) -> None:
        """Give each choice an accessible name that includes its caption."""
        for button in row.buttons.values():
            button.setAccessibleName(f"{caption}: {button.label}")

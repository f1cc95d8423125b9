"""The first screen of a new user: choose a language and what to learn."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from trainer.desk.style.style import current_style
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan, drill_plan
from trainer.texts import Language, Message, say


def system_language() -> Language:
    """The system's language; Spanish if it is neither of ours."""
    return Language.EN if QLocale.system().language() == QLocale.Language.English else Language.ES


def system_appearance() -> Literal["dark", "light"]:
    """The system's appearance; dark if the system does not say."""
    is_light = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Light
    return "light" if is_light else "dark"


class FirstRunScreen(CardScreen):
    """``language_chosen`` takes effect at once; ``began`` emits the first drill of the choice; ``back`` leads home."""

    language_chosen = Signal(str)
    began = Signal(Plan)

    def __init__(self, offers: Offers) -> None:
        super().__init__(width=1140)
        self.offers = offers
        self.rulebook = offers.regulation("")
        self.game = ""
        self.rows = {name: Segments(height=44) for name in ("language", "rulebook", "game")}
        self._captions = {name: Words("accent") for name in self.rows}
        for name, row in self.rows.items():
            group = QVBoxLayout()
            group.addWidget(self._captions[name])
            group.addWidget(row)
            self.body.addLayout(group)
        self.rows["language"].chosen.connect(self.language_chosen)
        self.rows["rulebook"].chosen.connect(self._choose_rulebook)
        self.rows["game"].chosen.connect(self._choose_game)
        self.main.clicked.connect(self._begin)
        self.title.say(Message("first-run.title"))
        self.says.say(Message("first-run.says"))
        self.leave.say(Message("first-run.look-around"), Message("desk.key.escape"))

    def _games(self) -> list[tuple[str, str]]:
        """The games of the regulation that have drills and valid rules."""
        found = []
        for game in self.offers.games(self.rulebook):
            try:
                names = self.offers.offer(self.rulebook, game).rules.names
            except RulebookError:
                continue
            found.append((game, say(names, current_style().language)))
        return found

    def _choose_rulebook(self, rulebook: str) -> None:
        self.rulebook = rulebook
        self.restyle()

    def _choose_game(self, game: str) -> None:
        self.game = game
        self.restyle()

    def _begin(self) -> None:
        families = self.offers.offer(self.rulebook, self.game).families
        if families:
            self.began.emit(drill_plan(self.rulebook, self.game, families[0].id))

    def restyle(self) -> None:
        style = current_style()
        games = self._games()
        if self.game not in dict(games):
            self.game = games[0][0] if games else ""
        books = [(book, say(self.offers.book(book).names, style.language)) for book in self._sound_books()]
        languages = [(language.value, style.text(f"settings.language.{language.value}")) for language in Language]
        for name, choices, chosen in (
            ("language", languages, style.language.value),
            ("rulebook", books, self.rulebook),
            ("game", games, self.game),
        ):
            self._captions[name].setText(style.text(f"first-run.{name}"))
            self.rows[name].show_choices(choices, chosen)
        self.main.setVisible(bool(self.game))
        self.main.say(style.text("first-run.start", game=dict(games).get(self.game, "")), style.say("key.enter"))
        super().restyle()

    def _sound_books(self) -> list[str]:
        sound = []
        for book in self.offers.rulebooks():
            try:
                self.offers.book(book)
            except RulebookError:
                continue
            sound.append(book)
        return sound

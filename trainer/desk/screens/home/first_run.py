"""The first screen of a new user: choose a language and the regulation of the house.

The first values of language, regulation and appearance come from the system's settings.
"""

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
from trainer.texts import Language, Message, say

_OF_COUNTRY = {
    QLocale.Country.Spain: "baleares",
    QLocale.Country.Chile: "arica",
    QLocale.Country.Bolivia: "bolivia",
    QLocale.Country.PuertoRico: "puerto-rico",
    QLocale.Country.UnitedStates: "puerto-rico",
}


def system_language() -> Language:
    """The system's language; Spanish if it is neither of ours."""
    return Language.EN if QLocale.system().language() == QLocale.Language.English else Language.ES


def system_regulation(offers: Offers) -> str:
    """Regulation of the country set in the system; the default one if that country has none."""
    wanted = _OF_COUNTRY.get(QLocale.system().territory(), "")
    return offers.regulation(wanted)


def system_appearance() -> Literal["dark", "light"]:
    """The system's appearance; dark if the system does not say."""
    is_light = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Light
    return "light" if is_light else "dark"


class FirstRunScreen(CardScreen):
    """``language_chosen`` takes effect at once; ``began`` emits the regulation whose first page is wanted; ``looked``
    the one to look around under."""

    language_chosen = Signal(str)
    began = Signal(str)
    looked = Signal(str)

    def __init__(self, offers: Offers) -> None:
        super().__init__(width=900)
        self.offers = offers
        self.rulebook = system_regulation(offers)
        self.rows = {name: Segments(height=44) for name in ("language", "rulebook")}
        self._captions = {name: Words("accent") for name in self.rows}
        self._regulation = Words("quiet", wrap=True)
        for name, row in self.rows.items():
            group = QVBoxLayout()
            group.addWidget(self._captions[name])
            group.addWidget(row)
            self.body.addLayout(group)
        self.body.addWidget(self._regulation)
        self.rows["language"].chosen.connect(self.language_chosen)
        self.rows["rulebook"].chosen.connect(self._choose_rulebook)
        self.main.clicked.connect(lambda: self.began.emit(self.rulebook))
        self.back.connect(lambda: self.looked.emit(self.rulebook))
        self.title.say(Message("first-run.title"))
        self.says.say(Message("first-run.says"))
        self.leave.say(Message("first-run.look-around"), Message("desk.key.escape"))
        self.main.show_key(False)
        self.leave.show_key(False)

    def _choose_rulebook(self, rulebook: str) -> None:
        self.rulebook = rulebook
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        first = self.offers.first(self.rulebook)
        books = [(book, say(self.offers.book(book).names, style.language)) for book in self._sound_books()]
        languages = [(language.value, style.text(f"settings.language.{language.value}")) for language in Language]
        for name, choices, chosen in (
            ("language", languages, style.language.value),
            ("rulebook", books, self.rulebook),
        ):
            self._captions[name].setText(style.text(f"first-run.{name}"))
            self.rows[name].show_choices(choices, chosen)
        self._regulation.setText(say(self.offers.book(self.rulebook).regulation, style.language) if books else "")
        self.main.setVisible(first is not None)
        if first is not None:
            names = self.offers.offer(first.rulebook, first.game).rules.names
            self.main.say(style.text("first-run.start", game=names), style.say("key.enter"))
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

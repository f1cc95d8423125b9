"""Base of the trays that are answered on the felt: taps, and finding a spot by typing its name or numbers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from trainer.desk.answering.trays.tray import Form_co, Tray
from trainer.desk.style.style import current_style
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.words import Words
from trainer.texts import Language

SpotNames = Callable[[str, Language], str]
"""What a spot of the felt is called in a language."""

_MANY_LETTERS = 240  # characters from which the names of spots are set smaller
_MOST_LETTERS = 360  # characters from which only the last spots are named; the felt shows all of them
BETWEEN_SPOTS = " · "  # the names contain commas: «campo, jugador 2»


def plain_letters(words: str) -> str:
    """Lower case without accents, as people type: ``ª docena`` is ``a docena``."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(letter)
    )


def find_spot(typed: str, spots: tuple[str, ...], name_of: Callable[[str], str]) -> str | None:
    """The spot that was typed: by its numbers (``14-17``), the beginning of its name, or any part of it."""
    wanted = plain_letters(typed.strip())
    if not wanted:
        return None
    tests: tuple[Callable[[str], bool], ...] = (
        lambda spot: spot.partition(":")[2] == wanted or spot == wanted,
        lambda spot: plain_letters(name_of(spot)).startswith(wanted),
        lambda spot: wanted in plain_letters(name_of(spot)) or wanted in spot,
    )
    return next((spot for test in tests for spot in spots if test(spot)), None)


def _end_of(names: str) -> str:
    """The names of spots; only the last ones if they are too long."""
    if len(names) <= _MOST_LETTERS:
        return names
    return f"…{BETWEEN_SPOTS}{names[-_MOST_LETTERS:].partition(BETWEEN_SPOTS)[2]}"


_HEIGHT = 132  # pixels at scale 1: for the many bets of a craps table


class FeltTray(Tray[Form_co]):
    """Lists what was done on the felt; subclasses define what a tap does."""

    is_on_felt = True
    typing_help = "tray.finder"  # the text that says what can be typed

    def __init__(self, form: Form_co, spot_name: SpotNames) -> None:
        super().__init__(form)
        self.spot_name = spot_name
        self.typed = ""
        self.headline = Words("figure")
        self.summary = Words("large", wrap=True)
        self.finder = Words("quiet", wrap=True)
        texts = QVBoxLayout()
        texts.addStretch()
        for words in (self.headline, self.summary, self.finder):
            texts.addWidget(words)
        texts.addStretch()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(texts, stretch=1)

    def spots(self) -> tuple[str, ...]:
        """Every spot of the form."""
        raise NotImplementedError

    def tappable(self) -> tuple[str, ...]:
        return self.spots() if self.is_open else ()

    def named(self, spot: str) -> str:
        return self.spot_name(spot, current_style().language)

    def wanted_height(self) -> int:
        return _HEIGHT

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (
            ("key.arrows", "keys.move"),
            ("key.space", "keys.tap"),
            ("key.letters", "keys.find"),
            ("key.backspace", "keys.undo"),
        )

    @property
    def is_typing(self) -> bool:
        return bool(self.typed)

    def found(self) -> str | None:
        """The spot that the typed text means."""
        return find_spot(self.typed, self.spots(), self.named)

    def finish_typing(self) -> None:
        spot = self.found()
        if spot is not None:
            self.typed = ""
            self.tap(spot)

    def missing(self) -> str:
        return self._finder_text() if self.typed else ""

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        if event.key() in ENTER_KEYS and self.typed:
            self.finish_typing()
            return True
        if event.key() == Qt.Key.Key_Backspace:
            if self.typed:
                self.typed = self.typed[:-1]
                self.refresh()
            else:
                self.take_back()
            return True
        if event.key() == Qt.Key.Key_Delete and self.typed:
            self.typed = ""
            self.refresh()
            return True
        character = event.text()
        if character and character.isprintable() and (character != " " or self.typed):
            self.typed += character
            self.refresh()
            return True
        return False

    def take_back(self) -> None:
        """Undo the last tap."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Write what was done so far."""
        self.summary.setText(_end_of(self.summary.text()))
        self.summary.set_role("large" if len(self.summary.text()) <= _MANY_LETTERS else "body")
        self.finder.setText(self._finder_text())
        self.changed.emit()

    def _finder_text(self) -> str:
        if not self.is_open:
            return ""
        if not self.typed:
            return current_style().say(self.typing_help, example=self.named(self.spots()[0]))
        spot = self.found()
        if spot is None:
            return current_style().say("tray.finder-none", typed=self.typed)
        return current_style().say("tray.finder-found", typed=self.typed, spot=self.named(spot))

    def restyle(self) -> None:
        super().restyle()
        self.headline.set_role("title" if self.is_low else "figure")
        with QSignalBlocker(self):  # the answer stays the same
            self.refresh()

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        self.refresh()

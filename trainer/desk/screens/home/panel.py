"""Everything that can be practised: sessions, regulations, games as small felts, and the drills of the chosen game."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.home.drill_list import DrillList
from trainer.desk.screens.home.game_tiles import GameTiles
from trainer.desk.screens.home.session_row import SessionRow
from trainer.desk.screens.home.top_bar import TopBar
from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.keys import key_name
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.texts import say

_MARGIN = 32


class Panel(Styled, QWidget):
    """The second page of home; created when it is first needed."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = TopBar()
        self.sessions = SessionRow()
        self.regulation = Words("heading")
        self.rulebooks = Segments()
        self.book = Words("small", wrap=True)
        self.message = Words("trouble", wrap=True)
        self.games = GameTiles()
        self.drills = DrillList()
        self._books = QHBoxLayout()
        self._books.addWidget(self.regulation)
        self._books.addWidget(self.rulebooks)
        self._books.addWidget(self.book, stretch=1)
        self._body = QHBoxLayout()
        self._body.addWidget(self.games)
        self._body.addWidget(self.drills, stretch=1)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.bar)
        self._layout.addWidget(self.sessions)
        self._layout.addLayout(self._books)
        self._layout.addWidget(self.message)
        self._layout.addLayout(self._body, stretch=1)

    def write_rulebooks(self, offers: Offers, chosen: str) -> str:
        """List the regulations; returns the error if the chosen one cannot be used."""
        style, trouble = current_style(), ""
        books: list[tuple[str, str]] = []
        self.book.setText("")
        for rulebook in offers.rulebooks():
            try:
                info = offers.book(rulebook)
            except RulebookError as error:
                books.append((rulebook, rulebook))
                if rulebook == chosen:
                    trouble = style.say("home.rulebook-faulty", fault=error.faults[0].message)
                continue
            books.append((rulebook, say(info.names, style.language)))
            if rulebook == chosen:
                self.book.setText(say(info.regulation, style.language))
        keys = [f"Alt {key_name(index)}" if key_name(index) else "" for index in range(len(books))]
        self.rulebooks.show_choices(books, chosen, keys)
        return trouble

    def restyle(self) -> None:
        style = current_style()
        margin = style.px(_MARGIN)
        self._layout.setContentsMargins(margin, style.px(12), margin, style.px(16))
        self._layout.setSpacing(style.px(12))
        self._books.setSpacing(style.px(16))
        self._body.setSpacing(style.px(24))
        self.regulation.setText(style.say("home.regulation"))
        self.message.setVisible(bool(self.message.text()))

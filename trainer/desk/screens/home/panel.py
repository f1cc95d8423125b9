"""Everything else that home leads to: a menu, a page for each of its entries, and pages that these lead to.

At most seven things to press are in sight on each page; longer lists scroll, and the search finds all of it by name.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from trainer.desk.screens.home.drill_list import DrillList
from trainer.desk.screens.home.game_tiles import GameTiles
from trainer.desk.screens.home.panel_buttons import ProgramButtons, SessionButtons, TableButtons
from trainer.desk.screens.home.rows import Rows, row_button
from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.keys import key_name
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offer, Offers
from trainer.texts import say

MENU = ("games", "drills", "sessions", "table", "school", "program")
_LEVELS = "levels:"  # and the id of a drill


class Panel(Styled, QWidget):
    """The second part of home; created when it is first needed. ``turned`` is emitted when another page is shown."""

    turned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.program = ProgramButtons()
        self.sessions = SessionButtons()
        self.table = TableButtons()
        self.games = GameTiles()
        self.drills = DrillList()
        self.rulebooks, self.variants = Segments(height=64), Segments(height=64)
        self.book = Words("quiet", wrap=True)
        self.menu = {name: row_button() for name in MENU}
        self._game = ""  # name of the selected game
        self._trail: list[str] = []  # pages from the menu to the shown one
        screens, sessions, program = self.program.screens, self.sessions.buttons, self.program
        practised = [
            sessions[kind] for kind in ("path", "mistakes", "challenge-60", "challenge-180", "placement", "own")
        ]
        appearance = [program.language, program.appearance, program.full_screen]
        self.pages: dict[str, QWidget] = {
            "menu": Rows(self.menu.values()),
            "games": self.games,
            "drills": self.drills,
            "sessions": Rows(practised),
            "table": Rows(self.table.all),
            "school": Rows([screens["school"], sessions["class"], sessions["exams"]]),
            "program": Rows([screens["profiles"], screens["progress"], screens["settings"], *appearance]),
            "rulebooks": _above(self.rulebooks, self.book),
            "variants": _above(self.variants),
        }
        self._stack = QStackedLayout(self)
        for page in self.pages.values():
            self._stack.addWidget(page)
        for name, button in self.menu.items():
            button.clicked.connect(partial(self.turn_to, name))
        self.table.rulebook.clicked.connect(partial(self.turn_to, "rulebooks"))
        self.table.variant.clicked.connect(partial(self.turn_to, "variants"))
        self.drills.opened.connect(lambda family: self.turn_to(_LEVELS + family))

    # ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def page(self) -> str:
        """The id of the shown page; ``levels:`` and the id of a drill for its levels."""
        return self._trail[-1] if self._trail else "menu"

    def begin(self, page: str) -> None:
        """Open a page; Escape or the back button returns from it."""
        self._trail = []
        self.turn_to(page)

    def turn_to(self, page: str) -> None:
        """Show a page; the way back leads to the one before."""
        self._trail.append(page)
        self._show()

    def turn_back(self) -> bool:
        """Show the page before; tells whether there was one."""
        if len(self._trail) < 2:
            return False
        self._trail.pop()
        self._show()
        return True

    def _show(self) -> None:
        if self.page.startswith(_LEVELS):
            self._stack.setCurrentWidget(self.drills)
            if not self.drills.show_levels_of(self.page.removeprefix(_LEVELS)):
                self._trail.pop()  # the game has changed
                self.drills.show_list()
        else:
            self.drills.show_list()
            self._stack.setCurrentWidget(self.pages[self.page])
        self.turned.emit()

    @property
    def title(self) -> str:
        """The title of the shown page."""
        style = current_style()
        if self.page.startswith(_LEVELS):
            return self.drills.name_of(self.page.removeprefix(_LEVELS))
        return style.text(f"front.page-title.{self.page}", game=self._game)

    # ── texts ────────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, offers: Offers, rulebook: str, offer: Offer | None) -> str:
        """Write everything for a regulation and a table; returns the error if the regulation cannot be used."""
        style = current_style()
        self._game = say(offer.rules.names, style.language) if offer else ""
        for name, button in self.menu.items():
            label = style.text(f"front.page-title.{name}", game=self._game)
            button.say(label, note=style.text(f"front.page-note.{name}"))
            button.setVisible(offer is not None or name not in ("drills", "sessions"))
        self.program.write(self.window().isFullScreen())
        self.table.write(offer)
        variants = offer.rules.variants if offer else {}
        names = [(variant_id, say(variant.names, style.language)) for variant_id, variant in variants.items()]
        self.variants.show_choices(names, offer.rules.variant if offer else "")
        return self._write_rulebooks(offers, rulebook)

    def _write_rulebooks(self, offers: Offers, chosen: str) -> str:
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


def _above(*widgets: QWidget) -> QWidget:
    """A page with widgets at its top."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch()
    return page

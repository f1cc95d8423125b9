"""The progress screen: three pages about the trainee, or a suggested first drill if there are no answers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QRegion, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.screens.progress.answers_page import AnswersPage
from trainer.desk.screens.progress.map_page import MapPage
from trainer.desk.screens.progress.page import EmptyPage, Page
from trainer.desk.screens.progress.themes_page import ThemesPage
from trainer.desk.style.png import png_bytes
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.runs.offers import Offer, Offers
from trainer.runs.plan import Plan
from trainer.runs.trainee_records import TraineeRecords, offer_at
from trainer.system.private_files import free_path, write_atomically
from trainer.texts import Message, say

PAGES = ("map", "themes", "answers")
PAGE_KEYS = (Qt.Key.Key_F5, Qt.Key.Key_F6, Qt.Key.Key_F7)
_ROWS_OF_TABLES = 2
_PICTURE_RATIO = 2.0  # a saved picture is sharp in print too


class ProgressScreen(Screen):
    """``home`` leaves, ``wanted`` emits a drill to practise, ``replayed`` answers to replay; ``save_wanted`` asks to
    save the page as a picture (`save_picture`)."""

    home = Signal()
    wanted = Signal(Plan)
    replayed = Signal(list, int)
    save_wanted = Signal()

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self.offers = offers
        self.page = "map"
        self.place = ""
        self._reading: TraineeRecords | None = None
        self._tables: dict[str, Offer] = {}
        self._has_answers = False
        self.back = KeyButton("quiet", height=44, sign="back")
        self.title = Words("title")
        self.pages = Segments(height=40)
        self.tables = Segments(height=36)
        self.save = KeyButton("quiet", height=40, step=STEPS.body)
        self.told = Words("accent-small")
        self.map_page, self.themes_page, self.answers_page = MapPage(), ThemesPage(), AnswersPage()
        self.empty_page = EmptyPage()
        self.stack = QStackedWidget()
        self._build()
        self.back.say(Message("desk.summary.home"), Message("desk.key.escape"))
        self.save.say(Message("progress.save-picture"), "G")

    def _build(self) -> None:
        self._bar = QHBoxLayout()
        for widget in (self.back, self.title):
            self._bar.addWidget(widget)
        self._bar.addSpacing(16)
        self._bar.addWidget(self.pages)
        self._bar.addStretch()
        self._bar.addWidget(self.told)
        self._bar.addWidget(self.save)
        for page in (self.map_page, self.themes_page, self.answers_page, self.empty_page):
            self.stack.addWidget(page)
        self._layout = QVBoxLayout(self)
        self._layout.addLayout(self._bar)
        self.tables_area = scrolling(self.tables)
        self._layout.addWidget(self.tables_area)
        self._layout.addWidget(self.stack, stretch=1)
        self.back.clicked.connect(self.home)
        self.pages.chosen.connect(self.choose_page)
        self.tables.chosen.connect(self.choose_table)
        self.save.clicked.connect(self.save_wanted)
        self.map_page.wanted.connect(self.wanted)
        self.empty_page.wanted.connect(self.wanted)
        self.themes_page.replayed.connect(self.replayed)
        self.answers_page.replayed.connect(self.replayed)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_reading(self, reading: TraineeRecords, first: Plan | None, place: str) -> None:
        """Show the records of a trainee; ``place`` is the table to show first, ``first`` the drill to suggest if there
        are none."""
        self._reading = reading
        self._tables = {
            found: offer for found in reading.places() if (offer := offer_at(self.offers, found, reading.settings))
        }
        if self.place not in self._tables:
            self.place = place if place in self._tables else next(iter(self._tables), "")
        self._has_answers = any(True for _ in reading.store.attempts(reading.profile.id, newest_first=True, limit=1))
        self.empty_page.offer_first(first, self.offers)
        self.told.setText("")
        self.restyle()

    @property
    def is_empty(self) -> bool:
        return not self._tables and not self._has_answers

    @property
    def _has_only_learned(self) -> bool:
        """Whether there are answers but none of them counts for mastery; then only the list of answers is shown."""
        return not self._tables and self._has_answers

    def choose_page(self, page: str) -> None:
        self.page = page
        self.told.setText("")
        self.restyle()
        self.take_focus()

    def choose_table(self, place: str) -> None:
        self.place = place
        self.restyle()
        self.take_focus()

    def _shown_page(self) -> Page:
        if self.is_empty:
            return self.empty_page
        pages: dict[str, Page] = {"map": self.map_page, "themes": self.themes_page, "answers": self.answers_page}
        return pages["answers" if self._has_only_learned else self.page]

    def take_focus(self) -> None:
        self._shown_page().take_focus()

    # ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────

    def picture(self) -> QImage:
        """The page as a picture with its title, at twice the resolution of the screen."""
        page = self._shown_page()
        shown = page.size()
        page.resize(page.whole_size())
        margin, top = current_style().px(24), current_style().px(64)
        width, height = page.width() + 2 * margin, page.height() + top + margin
        image = QImage(
            round(width * _PICTURE_RATIO), round(height * _PICTURE_RATIO), QImage.Format.Format_ARGB32_Premultiplied
        )
        image.setDevicePixelRatio(_PICTURE_RATIO)
        image.fill(colour(current_style().theme.window))
        painter = QPainter(image)
        painter.setFont(current_style().font(STEPS.title, bold=True))
        painter.setPen(colour(current_style().theme.text))
        head = QRectF(margin, 0, page.width(), top)
        painter.drawText(head, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self._picture_title())
        page.render(painter, QPoint(margin, top), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.end()
        page.resize(shown)
        return image

    def save_picture(self, folder: Path, now: datetime) -> Path | None:
        """Write the page as a PNG file and return its path; on failure show why nothing was saved and return `None`."""
        path = free_path(folder / f"progress-{self.page}-{now:%Y%m%d-%H%M%S}.png")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, png_bytes(self.picture()))
        except OSError:
            self.told.setText(current_style().text("progress.not-saved", path=str(path)))
            return None
        self.told.setText("")
        return path

    def _picture_title(self) -> str:
        name = self.title.text()
        if self.page != "map" or not self._tables:
            return name
        return f"{name} · {self._table_name(self.place)}"

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        button = self.focused_button()
        if event.key() == Qt.Key.Key_Escape:
            self.home.emit()
        elif event.key() in ENTER_KEYS and button:
            button.click()
        elif event.key() in PAGE_KEYS and self._tables:
            self.choose_page(PAGES[PAGE_KEYS.index(event.key())])
        elif event.key() == Qt.Key.Key_G and not self.is_empty:
            self.save_wanted.emit()
        elif not self._shown_page().take_key(event):
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        if self._reading is None:
            return
        px = style.px
        self._layout.setContentsMargins(px(24), px(10), px(24), px(20))
        self._layout.setSpacing(px(10))
        self._bar.setSpacing(px(12))
        self.title.setText(style.text("progress.of", name=self._reading.profile.name))
        pages = [(page, style.text(f"progress.page.{page}")) for page in PAGES]
        self.pages.show_choices(pages, self.page, keys=("F5", "F6", "F7"))
        self.pages.setVisible(bool(self._tables))
        self.save.setVisible(not self.is_empty)
        self.tables.show_choices([(place, self._table_name(place)) for place in self._tables], self.place)
        self.tables_area.setVisible(self.page == "map" and len(self._tables) > 1)
        self._fit_tables()
        self._show_page(self._reading)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tables()

    def _fit_tables(self) -> None:
        """Show at most two rows of tables, including the selected one; the others scroll, so that the map has room."""
        chosen = self.tables.buttons.get(self.place)
        if chosen is None:
            return
        margins = self._layout.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self.tables_area.verticalScrollBar().sizeHint().width()
        rows = _ROWS_OF_TABLES * (chosen.height() + self.tables.gap) - self.tables.gap
        self.tables_area.setFixedHeight(min(rows, self.tables.heightForWidth(room)))
        self.tables.resize(room, self.tables.heightForWidth(room))
        self.tables_area.ensureWidgetVisible(chosen, 0, 0)

    def _show_page(self, reading: TraineeRecords) -> None:
        if self.is_empty:
            self.empty_page.restyle()
        elif self._has_only_learned:
            self.answers_page.show_reading(reading, self.offers)
        elif self.page == "map":
            self.map_page.show_table(reading, self._tables[self.place])
        elif self.page == "themes":
            self.themes_page.show_reading(reading, self.offers)
        else:
            self.answers_page.show_reading(reading, self.offers)
        self.stack.setCurrentWidget(self._shown_page())

    def _table_name(self, place: str) -> str:
        rules = self._tables[place].rules
        name = current_style().text("progress.table", game=rules.names, rulebook=rules.info.names)
        return (
            f"{name} · {say(rules.variants[rules.variant].names, current_style().language)}" if ":" in place else name
        )

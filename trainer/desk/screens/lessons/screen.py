"""The lesson reader: the course of a game page by page, with contents, search, pictures, questions to try and notes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import msgspec
from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextDocument
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QPlainTextEdit,
    QTextBrowser,
    QVBoxLayout,
)

from trainer.course.citations import SIGN as CITED
from trainer.course.pages import Heading, Page
from trainer.course.path import EXAMINED, Course
from trainer.course.reading_progress import ReadingBook, done_drill, page_name
from trainer.desk.screens.lessons.movements import Movements
from trainer.desk.screens.lessons.page import lesson_page
from trainer.desk.screens.lessons.page_buttons import PageButtons
from trainer.desk.screens.lessons.pictures import PagePictures
from trainer.desk.screens.lessons.search_index import SearchIndex
from trainer.desk.style.style import current_style
from trainer.desk.style.stylesheet import SCROLL_BAR
from trainer.desk.widgets.contents_list import ContentsList
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.touch import follow_a_finger
from trainer.rulebooks import GameRules, Library
from trainer.texts import Language, say

COLUMN_WIDTH = 860  # pixels: about 95 characters
_CONTENTS_WIDTH = 300
_NOTE_HEIGHT = 120
_LEAST_FOR_CONTENTS = 900  # pixels: a narrower window shows the page only
_STEP_KEYS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_PAGE_KEYS: dict[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_Space: 1, Qt.Key.Key_PageUp: -1}
_TURN_KEYS: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_DRILL = "drill:"  # beginning of the ids of the pages of drills
_PAGE_ROLE = Qt.ItemDataRole.UserRole


class Opened(msgspec.Struct, eq=False):
    """A course that is open in the reader. ``page`` is the id of the page that is shown or was shown last; ``cited``
    makes the page of a citation, which comes before the first page."""

    rules: GameRules
    library: Library
    book: ReadingBook | None = None
    today: Callable[[], date] = date.today
    page: str = ""
    cited: Callable[[Language], Page] | None = None
    skip: Callable[[], object] | None = None  # for somebody who knows the game and wants its questions
    tried: set[str] = msgspec.field(default_factory=set)  # ids of pages whose question was tried
    drilled: set[str] = msgspec.field(default_factory=set)  # ids of pages whose drill was started


class LessonScreen(Screen):
    """Left and right turn the pages; the arrows and the space bar scroll, and the space bar first plays a visible
    movement; Enter takes the next step; T tries the question of the page, D drills what it teaches, K skips the course,
    F searches, B bookmarks, N opens the note, P prints the course; Escape leaves (``back``). A page counts as read when
    it was turned forward, scrolled to its end, tried or drilled."""

    back = Signal()
    try_wanted = Signal(object, object)  # the rules and the `Try`
    drill_wanted = Signal(object, str)  # the rules and the id of the drill that practises the page
    print_wanted = Signal(object)  # the `Course`

    def __init__(self) -> None:
        super().__init__()
        self.rules: GameRules | None = None
        self.page: Page | None = None
        self._opened: Opened | None = None
        self._course: Course | None = None
        self._library: Library | None = None
        self._cited: Callable[[Language], Page] | None = None  # makes the page of the citation that was opened
        self._index = SearchIndex(self)
        self._book: ReadingBook | None = None
        self._today: Callable[[], date] = date.today
        self.note = QPlainTextEdit()
        self.note.hide()
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.bar = TitleBar(self.search)
        self.contents = ContentsList()
        self.contents.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.browser = QTextBrowser()
        self.pictures = PagePictures(self.browser)
        self.browser.setOpenLinks(False)
        self.browser.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.browser.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        follow_a_finger(self.browser)
        self._shown_document: QTextDocument | None = None
        self.movements = Movements(self.browser)
        self._feet = PageButtons()
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.browser, stretch=1)
        column.addWidget(self.note)
        column.addLayout(self._feet)
        rooms = QHBoxLayout()
        rooms.setSpacing(0)
        rooms.addWidget(self.contents)
        rooms.addLayout(column, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(rooms, stretch=1)
        self.bar.leave.clicked.connect(self.back)
        feet = self._feet
        feet.previous.clicked.connect(lambda: self.turn(-1))
        feet.following.clicked.connect(lambda: self.turn(1))
        feet.trying.clicked.connect(lambda: self._try(0))
        feet.practise.clicked.connect(self._drill)
        feet.marking.clicked.connect(self.mark)
        feet.noting.clicked.connect(self.open_note)
        feet.skipping.clicked.connect(self._skip)
        feet.printing.clicked.connect(lambda: self.print_wanted.emit(self._course))
        self.note.textChanged.connect(self._keep_note)
        self.browser.verticalScrollBar().valueChanged.connect(self._look_whether_read)
        self.contents.clicked.connect(lambda index: self._open_row(index.row()))
        self.search.textEdited.connect(self._look_for)
        self.search.returnPressed.connect(self._open_first)
        self._index.complete.connect(self._look_again)
        self.browser.anchorClicked.connect(self._follow)

    # ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_rules(
        self,
        rules: GameRules,
        library: Library,
        page: str = "",
        book: ReadingBook | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Open the course of a game under its regulation, at a page or at the first unread one."""
        self.show_course(Opened(rules, library, book, today, page))

    def show_course(self, opened: Opened) -> None:
        """Open a course, or return to it at its last page; a course that is already shown stays as it is."""
        if opened is not self._opened:
            self._opened = opened
            self.rules, self._library, self._book = opened.rules, opened.library, opened.book
            self._today, self._cited = opened.today, opened.cited
            self._load()
            ids = [heading.id for heading in self.headings]
            self.search.clear()
            self._list_pages()
            unread = next((each for each in ids if not self._is_read(each)), ids[0])
            is_known = opened.page in ids or (opened.page.startswith(CITED) and opened.cited is not None)
            self.open(opened.page if is_known else unread)
        else:
            self._look_whether_drilled()
            if not self.search.text().strip():  # a drill may have been finished since
                self._list_pages()
                self._mark_place()
        self.setFocus()

    def _look_whether_drilled(self) -> None:
        """Let the drill of the page come next again if it was left before its end."""
        if self._opened is None or self.page is None or self._book is None or not self.page.heading.drills:
            return
        if not self._is_read(done_drill(self.page.heading.drills[0])):
            self._opened.drilled.discard(self.page.heading.id)
            self._write_feet()

    def _load(self) -> None:
        assert self.rules is not None and self._library is not None
        self._course = Course(self.rules, current_style().language, self._library)
        self.headings = self._course.contents
        self._index.begin(self._course)

    @property
    def is_indexing(self) -> bool:
        """Whether the search index is still being built."""
        return self._index.is_growing

    def open(self, page_id: str) -> None:
        """Show a page from its top."""
        assert self._course is not None
        is_cited = page_id.startswith(CITED) and self._cited is not None
        self.page = self._cited(current_style().language) if is_cited and self._cited else self._course.page(page_id)
        if self._opened is not None:
            self._opened.page = page_id
        self.note.hide()
        self.browser.verticalScrollBar().setValue(0)  # a shorter page would be shown at its end and count as read
        self._write()

    def turn(self, step: int) -> None:
        """Turn to a neighbouring page, if there is one. The page that is left forwards counts as read."""
        place = self._neighbour(step)
        if step > 0:
            self._read()
        if 0 <= place < len(self.headings):
            self.open(self.headings[place].id)

    def _place(self) -> int:
        ids = [heading.id for heading in self.headings]
        if self.page is None:
            return 0
        return ids.index(self.page.heading.id) if self.page.heading.id in ids else -1  # a citation is before all

    def _neighbour(self, step: int) -> int:
        """Index of the page before or after this one. The page of a drill is skipped beside a page that starts the same
        drill itself: the contents list opens it."""
        place = self._place() + step
        while 0 < place < len(self.headings) - 1 and self._is_drill_page(place):
            teaching = self._place() if step > 0 else place - 1
            if teaching < 0 or not {*self.headings[place].drills} <= {*self.headings[teaching].drills[:1]}:
                break
            place += step
        return place

    def _is_drill_page(self, place: int) -> bool:
        return self.headings[place].id.startswith(_DRILL)

    def _list_pages(self) -> None:
        self.contents.clear()
        for heading in self.headings:
            item = self._list(heading.id, self._listed(heading))
            if heading.id.startswith(_DRILL):
                self.contents.indent(item)

    def _list(self, page_id: str, words: str) -> QListWidgetItem:
        item = QListWidgetItem(words)
        item.setData(_PAGE_ROLE, page_id)
        self.contents.addItem(item)
        return item

    def _listed(self, heading: Heading) -> str:
        """A line of the contents: a tick marks read pages, a star bookmarks."""
        signs = ("✓ " if self._is_done(heading.id) else "") + ("★ " if self._is_marked(heading.id) else "")
        return f"{signs}{_named(heading)}"

    # ── reading progress and notes ───────────────────────────────────────────────────────────────────────────────

    def _name(self, page_id: str) -> str:
        assert self.rules is not None
        return page_name(self.rules.rulebook, self.rules.game, page_id)

    def _is_read(self, page_id: str) -> bool:
        return self._book is not None and self._book.is_read(self._name(page_id))

    def _is_done(self, page_id: str) -> bool:
        """Whether a page was read, or the drill of its page finished."""
        if self._is_read(page_id):
            return True
        return page_id.startswith(_DRILL) and self._is_read(done_drill(page_id.removeprefix(_DRILL)))

    def _is_marked(self, page_id: str) -> bool:
        return self._book is not None and self._book.is_marked(self._name(page_id))

    def _look_whether_read(self) -> None:
        bar = self.browser.verticalScrollBar()
        if bar.maximum() and bar.value() == bar.maximum():
            self._read()

    def _read(self) -> None:
        is_of_course = self.page is not None and not self.page.heading.id.startswith(CITED)
        if self._book is not None and self.page and is_of_course and not self._is_read(self.page.heading.id):
            self._book.read(self._name(self.page.heading.id), self._today())
            self._sign_place()

    def mark(self) -> None:
        """Set or remove the bookmark of the page."""
        if self._book is not None and self.page is not None:
            page_id = self.page.heading.id
            self._book.mark(self._name(page_id), not self._is_marked(page_id))
            self._sign_place()
            self._write_feet()

    def open_note(self) -> None:
        """Show or hide the note on the page; what is typed is saved at once."""
        if self._book is None or self.page is None:
            return
        self.note.setVisible(self.note.isHidden())
        if self.note.isVisible():
            self.note.setFixedHeight(current_style().px(_NOTE_HEIGHT))
            self.note.setPlainText(self._book.note(self._name(self.page.heading.id)))
            self.note.setFocus()

    def _keep_note(self) -> None:
        if self._book is not None and self.page is not None and self.note.isVisible():
            self._book.write_note(self._name(self.page.heading.id), self.note.toPlainText())

    def _sign_place(self) -> None:
        """Update the signs of the page in the contents."""
        assert self.page is not None
        lines = self.contents.model()
        for row in range(self.contents.count()):
            if self._page_at(row) == self.page.heading.id and not self.search.text().strip():
                lines.setData(lines.index(row, 0), self._listed(self.page.heading))

    # ── looking for words ────────────────────────────────────────────────────────────────────────────────────────

    def _look_for(self, words: str) -> None:
        if not words.strip():
            self._list_pages()
            self._mark_place()
            return
        self.contents.clear()
        for found in self._index.find(words):
            self._list(found.page, f"{found.title}\n{found.place}")
        if not self.contents.count():
            nothing = QListWidgetItem(current_style().text("lesson.nothing-found"))
            nothing.setFlags(Qt.ItemFlag.NoItemFlags)  # readable, but neither selectable nor clickable
            self.contents.addItem(nothing)

    def _page_at(self, row: int) -> str:
        """The id of the page that a line of the contents opens; empty for the line that says that nothing was found."""
        return self.contents.model().index(row, 0).data(_PAGE_ROLE) or ""

    def _open_row(self, row: int) -> None:
        if page_id := self._page_at(row):
            self.open(page_id)

    def _look_again(self) -> None:
        """The index is complete: search again."""
        if words := self.search.text().strip():
            self._look_for(words)

    def _open_first(self) -> None:
        """Open the best page for the words; completes the index first if it is still being built."""
        if self.is_indexing:
            self._index.finish()
            self._look_for(self.search.text())
        if self._page_at(0):
            self._open_row(0)
            self.setFocus()

    # ── doing ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == "try":
            self._try(int(link.path()))
        elif link.scheme() == "play":
            self.movements.play(int(link.path()))

    def _try(self, number: int) -> None:
        if self.page is not None and number < len(self.page.tries):
            if self._opened is not None:
                self._opened.tried.add(self.page.heading.id)
            self._read()
            self._write_feet()
            self.try_wanted.emit(self.rules, self.page.tries[number]())

    def _drill(self) -> None:
        if self.page is not None and self.page.heading.drills:
            if self._opened is not None:
                self._opened.drilled.add(self.page.heading.id)
            self._read()
            self._write_feet()
            self.drill_wanted.emit(self.rules, self.page.heading.drills[0])

    def _skip(self) -> None:
        if self._opened is not None and self._opened.skip is not None:
            self._opened.skip()

    def _next_step(self) -> str:
        """What the page leads to: its question, then its drill, then the next page."""
        assert self.page is not None
        page, opened = self.page.heading.id, self._opened
        if self.page.tries and not (opened and page in opened.tried | opened.drilled):
            return "try"
        if self.page.heading.drills and page != EXAMINED and not (opened and page in opened.drilled):
            return "drill"
        return "turn"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.browser.verticalScrollBar()
        if event.key() == Qt.Key.Key_Escape and (self.note.hasFocus() or self.search.hasFocus()):
            self.setFocus()
        elif event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in _TURN_KEYS:
            self.turn(_TURN_KEYS[event.key()])
        elif event.key() == Qt.Key.Key_Space and self.movements.play_next():
            pass
        elif event.key() in _STEP_KEYS:
            bar.setValue(bar.value() + _STEP_KEYS[event.key()] * current_style().px(48))
        elif event.key() in _PAGE_KEYS:
            bar.setValue(bar.value() + _PAGE_KEYS[event.key()] * (bar.pageStep() - current_style().px(48)))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
        elif event.key() in ENTER_KEYS:
            (self.focused_button() or self._feet.main).click()
        elif event.key() == Qt.Key.Key_K:
            self._skip()
        elif event.key() == Qt.Key.Key_T:
            self._try(0)
        elif event.key() == Qt.Key.Key_D:
            self._drill()
        elif event.key() == Qt.Key.Key_F:
            self.search.setFocus()
        elif event.key() == Qt.Key.Key_B:
            self.mark()
        elif event.key() == Qt.Key.Key_N:
            self.open_note()
        elif event.key() == Qt.Key.Key_P:
            self.print_wanted.emit(self._course)
        else:
            super().keyPressEvent(event)

    # ── showing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        super().restyle()
        if self.rules is None or self.page is None or self._course is None:
            return
        if self._course.language is not current_style().language:
            self._load()
            self._list_pages()
            self.open(self.page.heading.id)
        else:
            self._write()

    def _write(self) -> None:
        """Write the page and everything around it, keeping the scroll position."""
        assert self.rules is not None and self.page is not None
        style = current_style()
        self.bar.set_back(style.text("lesson.back"))
        self.bar.title.setText(say(self.rules.names, style.language))
        self.bar.line.setText(say(self.rules.info.regulation, style.language))
        self.search.setPlaceholderText(style.text("lesson.search"))
        self.search.setFixedSize(style.px(260), style.target(40))
        self.contents.setFixedWidth(style.px(_CONTENTS_WIDTH))
        bar = self.browser.verticalScrollBar()
        share = bar.value() / max(1, bar.maximum())
        page = self._document(self.page)
        self._show_document(page)
        self.browser.setAccessibleName(page.toPlainText())
        self._write_feet()
        self._mark_place()
        self._centre()
        page.size()  # forces the layout now, so that the scroll range is known
        bar.setValue(round(share * bar.maximum()))
        self.movements.show_page(self.page, self.rules)

    def _show_document(self, document: QTextDocument) -> None:
        """Show a document and delete the one shown before, which the browser would keep as its child."""
        before, self._shown_document = self._shown_document, document
        document.setParent(self.browser)
        self.browser.setDocument(document)
        if before is not None:
            before.deleteLater()

    def _document(self, page: Page) -> QTextDocument:
        assert self.rules is not None
        width = min(current_style().px(COLUMN_WIDTH), max(320, self._room()))
        inner = width - 2 * current_style().px(24)
        document = lesson_page(page.markdown, current_style(), width)
        self.pictures.put(document, page, self.rules, inner)
        document.markContentsDirty(0, document.characterCount())
        return document

    def _write_feet(self) -> None:
        assert self.page is not None
        style = current_style()
        preceding, following = self._neighbour(-1), self._neighbour(1)
        before = _named(self.headings[preceding]) if preceding >= 0 else ""
        after = _named(self.headings[following]) if following < len(self.headings) else ""
        is_marked = self._is_marked(self.page.heading.id) if self._book is not None else None
        can_skip = self._opened is not None and self._opened.skip is not None
        self._feet.show_page(self.page, before, after, is_marked, self._next_step(), can_skip)
        self.note.setAccessibleName(style.text("lesson.note"))
        self.note.setPlaceholderText(style.text("lesson.note-here"))

    def _mark_place(self) -> None:
        assert self.page is not None
        for row in range(self.contents.count()):
            if self._page_at(row) == self.page.heading.id:
                self.contents.setCurrentRow(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.contents.setVisible(self.width() >= current_style().px(_LEAST_FOR_CONTENTS))
        if self.page is not None and event.size().width() != event.oldSize().width():
            self._write()
        self._centre()

    def _room(self) -> int:
        """Width available for a page beside the contents."""
        beside = current_style().px(_CONTENTS_WIDTH) if self.width() >= current_style().px(_LEAST_FOR_CONTENTS) else 0
        return self.width() - beside - current_style().px(SCROLL_BAR)

    def _centre(self) -> None:
        """Centre the column in the available width."""
        side = max(0, (self._room() - current_style().px(COLUMN_WIDTH)) // 2)
        self.browser.setViewportMargins(side, 0, max(0, side - current_style().px(SCROLL_BAR)), 0)


def _named(heading: Heading) -> str:
    """The title of a page; that of a drill says that it is one, because a page may have the same name."""
    if not heading.id.startswith(_DRILL):
        return heading.title
    return current_style().text("lesson.drill-named", title=heading.title)

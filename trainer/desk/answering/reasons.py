"""A list of reasons with their citations: hints before an answer, the explanation after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import LEAST_TARGET, Style, current_style
from trainer.desk.widgets.words import Words
from trainer.drills.core import Family
from trainer.drills.wording import citation_words
from trainer.games.core import Reason
from trainer.rulebooks import Citation
from trainer.texts import Language


def cite_words(cite: Citation, style: Style) -> str:
    """A citation in its usual written form."""
    return citation_words(cite, style.language)


class CiteWords(Words):
    """A citation that can be focused and opened with Enter or the space bar."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__("accent-small", wrap=True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._underline(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._underline(False)

    def _underline(self, is_underlined: bool) -> None:
        """Underline the citation that has the focus."""
        font = self.font()
        font.setUnderline(is_underlined)
        self.setFont(font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit()
        else:
            super().keyPressEvent(event)


class _Entry(QWidget):
    """One reason with its citation below it; without a citation it is a heading."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._said = Words("body", wrap=True)
        self._cite = CiteWords()
        self._cite.opened.connect(self.opened)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.addWidget(self._said)
        self._lines.addWidget(self._cite)
        self._lines.addStretch()  # beside a taller entry it begins at the top, too

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.opened.emit()

    def show_reason(self, words: str, citation: Citation | None) -> None:
        style = current_style()
        self._lines.setSpacing(style.px(2))
        self._said.set_role("body" if citation else "strong")
        self._said.setText(words)
        self._cite.setVisible(citation is not None)
        if citation:
            self._cite.setText(cite_words(citation, style))
        self.setMinimumHeight(LEAST_TARGET if citation else 0)


class ReasonList(QWidget):
    """Reasons below one another, each with its citation; ``cite_wanted`` asks to open one."""

    cite_wanted = Signal(object, object)  # the citation, and the reason it belongs to

    def __init__(self) -> None:
        super().__init__()
        self._family: Family | None = None
        self._reasons: Sequence[Reason] = ()
        self._explained: list[tuple[str, Citation | None]] = []
        self._language = Language.ES
        self._entries: list[_Entry] = []  # unused entries are hidden, because creating them is slow
        self.columns = 1  # number of columns; each heading has a row of its own
        self._places: list[tuple[int, int, int]] = []  # row, column and column span of each entry
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_reasons(self, family: Family, reasons: Sequence[Reason]) -> None:
        style = current_style()
        self._layout.setVerticalSpacing(style.px(12))
        explained = family.explain_all(reasons, style.language)
        while len(self._entries) < len(explained):
            entry = _Entry()
            entry.opened.connect(partial(self._open, len(self._entries)))
            self._entries.append(entry)
        self._arrange([cite is not None for _, cite in explained])
        self._family, self._reasons, self._explained = family, reasons, explained
        self._language = style.language
        for entry, (words, citation) in zip(self._entries, explained, strict=False):
            entry.show_reason(words, citation)
        for position, entry in enumerate(self._entries):
            entry.setVisible(position < len(explained))

    def _arrange(self, is_reason: Sequence[bool]) -> None:
        """Place the entries in the grid, if their places have changed."""
        style = current_style()
        places, row, column = [], 0, 0
        for each in is_reason:
            if not each or column >= self.columns:
                row, column = row + 1, 0
            places.append((row, column, 1 if each else self.columns))
            row, column = (row, column + 1) if each else (row + 1, 0)
        self._layout.setHorizontalSpacing(style.px(24))
        for place in range(2):
            self._layout.setColumnStretch(place, int(place < self.columns))
        for index, (entry, at) in enumerate(zip(self._entries, places, strict=False)):
            if self._places[index : index + 1] != [at]:
                self._layout.addWidget(entry, at[0], at[1], 1, at[2])
        self._places = places + self._places[len(places) :]

    def open_first(self) -> None:
        """Open the first citation."""
        for place, (_, cite) in enumerate(self._explained):
            if cite is not None:
                self._open(place)
                return

    def _open(self, place: int) -> None:
        """Emit a citation with its reason."""
        words, cite = self._explained[place]
        family = self._family
        for reason in self._reasons if cite is not None else ():
            if family and reason.cite == cite and words.startswith(family.explain(reason, self._language)):
                self.cite_wanted.emit(cite, reason)
                return

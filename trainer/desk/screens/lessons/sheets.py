"""A long text cut into sheets of paper, where a person would cut it.

A row of a table, a picture and a short paragraph stay whole; a heading, a picture and what announces a list stay with
what follows; no line of a paragraph stands alone; a table that goes on repeats its head. What begins with a heading of
a page begins a sheet, unless all of it fits below what is there, or it is longer than a sheet and hardly anything is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPalette,
    QTextBlock,
    QTextDocument,
    QTextTable,
)

PAGE_HEADING = 2
_TOGETHER = 2  # lines at the least before a cut, and after it
_HARDLY_USED = 0.3  # of a sheet's height: what a page before has left over, and no sheet of its own


class Slice(NamedTuple):
    """A strip of the text, from one height to another."""

    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Piece(NamedTuple):
    """What is never cut."""

    top: float
    bottom: float
    keeps_next: bool = False
    begins_page: bool = False
    head: Slice | None = None  # of the table it is a row of


Sheet = list[Slice]


def sheets_of(document: QTextDocument, room: float) -> list[Sheet]:
    """The text on sheets of so much height, each the strips that lie on it from top to bottom."""
    pieces = [*_pieces(document)]
    sheets: list[Sheet] = [[]]
    used, above = 0.0, None  # on this sheet
    for at, end in _kept_together(pieces):
        first, bottom = pieces[at], pieces[end - 1].bottom
        wanted = bottom
        if first.begins_page:
            end_of_page = pieces[_end_of_page(pieces, at) - 1].bottom
            if end_of_page - first.top <= room or used > room * _HARDLY_USED:
                wanted = end_of_page
        top = first.top if above is None else above
        if above is not None and used + wanted - top > room:
            sheets.append([first.head] if first.head else [])
            used = first.head.height if first.head else 0.0
            top = first.top
        sheets[-1].append(Slice(top, bottom))
        used, above = used + bottom - top, bottom
    return sheets


def draw(document: QTextDocument, sheet: Sheet, painter: QPainter) -> None:
    """A sheet's strips below one another, from where the painter stands."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor("black"))  # paper is white in a dark room too
    for strip in sheet:
        painter.save()
        painter.translate(0, -strip.top)
        context.clip = QRectF(0, strip.top, document.size().width(), strip.height)
        painter.setClipRect(context.clip)
        document.documentLayout().draw(painter, context)
        painter.restore()
        painter.translate(0, strip.height)


def pages_begin(document: QTextDocument, sheets: Sequence[Sheet]) -> list[tuple[str, int]]:
    """The headings of pages, each with the place of its sheet."""
    found = []
    for block in _blocks(document):
        if block.blockFormat().headingLevel() == PAGE_HEADING:
            top = document.documentLayout().blockBoundingRect(block).top()
            place = next(n for n, sheet in enumerate(sheets) for part in sheet if part.top <= top < part.bottom)
            found.append((block.text(), place))
    return found


def _kept_together(pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """From where to where pieces stay with one another; a picture that ends a page keeps nothing of the next."""
    at = 0
    for end, piece in enumerate(pieces, start=1):
        if end == len(pieces) or not piece.keeps_next or pieces[end].begins_page:
            yield at, end
            at = end


def _end_of_page(pieces: Sequence[Piece], at: int) -> int:
    return next((place for place in range(at + 1, len(pieces)) if pieces[place].begins_page), len(pieces))


def _pieces(document: QTextDocument) -> Iterator[Piece]:
    walker = document.rootFrame().begin()
    while not walker.atEnd():
        frame, block = walker.currentFrame(), walker.currentBlock()
        if isinstance(frame, QTextTable):
            yield from _rows(frame, document)
        elif block.isValid() and block.text():
            yield from _lines(block, document)
        walker += 1


def _rows(table: QTextTable, document: QTextDocument) -> Iterator[Piece]:
    layout = document.documentLayout()

    def top_of(row: int) -> float:
        cells = [table.cellAt(row, column) for column in range(table.columns())]
        return min(
            layout.blockBoundingRect(cell.firstCursorPosition().block()).top()
            - cell.format().toTableCellFormat().topPadding()
            for cell in cells
        )

    ends = [*map(top_of, range(table.rows())), layout.frameBoundingRect(table).bottom() - table.format().bottomMargin()]
    head = Slice(ends[0], ends[1])
    yield Piece(*head, keeps_next=table.rows() > 1)
    for top, bottom in pairwise(ends[1:]):
        yield Piece(top, bottom, head=head)


def _lines(block: QTextBlock, document: QTextDocument) -> Iterator[Piece]:
    rect = document.documentLayout().blockBoundingRect(block)
    level, count = block.blockFormat().headingLevel(), block.layout().lineCount()
    keeps_next = bool(level) or _announces(block)
    if count < 2 * _TOGETHER or keeps_next:
        yield Piece(rect.top(), rect.bottom(), keeps_next, level == PAGE_HEADING)
        return
    tops = [rect.top() + block.layout().lineAt(line).rect().top() for line in range(count)]
    cuts = [rect.top(), *tops[_TOGETHER : count - _TOGETHER + 1], rect.bottom()]
    yield from (Piece(top, bottom) for top, bottom in pairwise(cuts))


def _announces(block: QTextBlock) -> bool:
    """Whether what follows belongs to it: a picture, a line that is bold or ends in a colon."""
    letters = block.begin().fragment().charFormat()
    is_bold = letters.fontWeight() >= QFont.Weight.DemiBold and block.begin().fragment().length() == len(block.text())
    return letters.isImageFormat() or is_bold or block.text().rstrip().endswith(":")


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()

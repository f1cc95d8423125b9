"""Prints the whole course of a game as PDF: table of contents, then every page with its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextDocument,
    QTextTable,
)

from trainer.course.pages import Page
from trainer.course.path import Course
from trainer.desk.screens.lessons.page import lesson_page
from trainer.desk.screens.lessons.pictures import ScenePainter
from trainer.desk.style.style import Style
from trainer.desk.style.theme import LIGHT, STEPS, colour
from trainer.drills.scene import Scene
from trainer.system.private_files import write_atomically
from trainer.texts import Language, say
from trainer.texts import text as words

PAGE_HEADING = 2
_TOGETHER = 2  # lines to keep together before and after a page break
_HARDLY_USED = 0.3  # share of a sheet: below it, a new page starts on the same sheet


class Slice(NamedTuple):
    """A horizontal strip of the text."""

    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Piece(NamedTuple):
    """A part of the text that is never split."""

    top: float
    bottom: float
    keeps_next: bool = False
    begins_page: bool = False
    head: Slice | None = None  # header of the table that it is a row of
    stays: bool = False  # on the sheet of the piece before it: a last row, a last item of a list, a citation


Sheet = list[Slice]


def sheets_of(document: QTextDocument, room: float) -> list[Sheet]:
    """Divide the text into sheets of a given height, each a list of strips from top to bottom."""
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
    """Draw the strips of a sheet below one another."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor("black"))  # black on white in the dark theme too
    for strip in sheet:
        painter.save()
        painter.translate(0, -strip.top)
        context.clip = QRectF(0, strip.top, document.size().width(), strip.height)
        painter.setClipRect(context.clip)
        document.documentLayout().draw(painter, context)
        painter.restore()
        painter.translate(0, strip.height)


def pages_begin(document: QTextDocument, sheets: Sequence[Sheet]) -> list[tuple[str, int]]:
    """The headings of pages, each with the index of its sheet."""
    found = []
    for block in _blocks(document):
        if block.blockFormat().headingLevel() == PAGE_HEADING:
            top = document.documentLayout().blockBoundingRect(block).top()
            place = next(n for n, sheet in enumerate(sheets) for part in sheet if part.top <= top < part.bottom)
            found.append((block.text(), place))
    return found


def _kept_together(pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Ranges of pieces that stay together; a picture at the end of a page does not hold on to the next page."""
    at = 0
    for end, piece in enumerate(pieces, start=1):
        if end == len(pieces) or pieces[end].begins_page or not (piece.keeps_next or pieces[end].stays):
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
    for row, (top, bottom) in enumerate(pairwise(ends[1:]), start=1):
        yield Piece(top, bottom, head=head, stays=row == table.rows() - 1)


def _lines(block: QTextBlock, document: QTextDocument) -> Iterator[Piece]:
    rect = document.documentLayout().blockBoundingRect(block)
    level, count = block.blockFormat().headingLevel(), block.layout().lineCount()
    keeps_next = bool(level) or _announces(block)
    if count < 2 * _TOGETHER or keeps_next:
        yield Piece(rect.top(), rect.bottom(), keeps_next, level == PAGE_HEADING, stays=_is_left_over(block))
        return
    tops = [rect.top() + block.layout().lineAt(line).rect().top() for line in range(count)]
    cuts = [rect.top(), *tops[_TOGETHER : count - _TOGETHER + 1], rect.bottom()]
    yield from (Piece(top, bottom) for top, bottom in pairwise(cuts))


def _announces(block: QTextBlock) -> bool:
    """Whether a block belongs to what follows: a picture, a bold line, or a line that ends in a colon."""
    letters = block.begin().fragment().charFormat()
    is_bold = letters.fontWeight() >= QFont.Weight.DemiBold and block.begin().fragment().length() == len(block.text())
    return letters.isImageFormat() or (is_bold and not _is_citation(block)) or block.text().rstrip().endswith(":")


def _is_left_over(block: QTextBlock) -> bool:
    """Whether a block would look lost at the head of a sheet: the last item of a list, or a citation by itself."""
    items = block.textList()
    if items is not None:
        return items.itemNumber(block) == items.count() - 1
    return _is_citation(block)


def _is_citation(block: QTextBlock) -> bool:
    """Whether a block is a citation by itself, which `lesson_page` sets in small letters."""
    letters = block.begin().fragment().charFormat()
    return not letters.isImageFormat() and 0 < letters.font().pixelSize() < block.document().defaultFont().pixelSize()


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


_DOTS_AN_INCH = 96  # as on a screen, so that type sizes are those of the desk
_MARGIN_MILLIMETRES = 16.0
_PICTURE_RATIO = 1.5
_PICTURE_SHAPE = 0.34  # height to width, so that two pictures and their text fit on a sheet
_FOOT = 32  # pixels below the text, for the name of the course and the sheet number


def print_course(course: Course, path: Path) -> None:
    """Write the PDF atomically; raises `OSError` if the file cannot be written."""
    write_atomically(path, course_pdf(course))


def course_pdf(course: Course) -> bytes:
    """The course as PDF. It is made in memory, because Qt does not report errors of the disk."""
    style = Style(course.language, LIGHT, motion=False, equal_figures=False)
    pdf = QByteArray()
    out = QBuffer(pdf)
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(out, say(course.rules.names, course.language))
    room = writer.pageLayout().paintRectPixels(_DOTS_AN_INCH)
    text = _text(course, style, room.width())
    sheets = sheets_of(text, room.height() - _FOOT)
    headings = pages_begin(text, sheets)
    before = len(sheets_of(_front(course, headings, 1, style, room.width()), room.height() - _FOOT))
    front = _front(course, headings, before + 1, style, room.width())
    printed = [(front, sheet) for sheet in sheets_of(front, room.height() - _FOOT)] + [
        (text, sheet) for sheet in sheets
    ]
    painter = QPainter(writer)
    for number, (document, sheet) in enumerate(printed, start=1):
        if number > 1:
            writer.newPage()
        painter.save()
        draw(document, sheet, painter)
        painter.restore()
        foot = QRectF(0, room.height() - _FOOT, room.width(), _FOOT)
        painter.setFont(style.font(STEPS.small))
        painter.setPen(colour(style.theme.quiet))
        bottom = Qt.AlignmentFlag.AlignBottom
        names = f"{say(course.rules.names, course.language)} · {say(course.rules.info.names, course.language)}"
        painter.drawText(foot, bottom | Qt.AlignmentFlag.AlignLeft, names)
        painter.drawText(foot, bottom | Qt.AlignmentFlag.AlignRight, f"{number} / {len(printed)}")
    painter.end()
    return bytes(pdf.data())


def _writer(out: QIODevice, title: str) -> QPdfWriter:
    writer = QPdfWriter(out)
    writer.setResolution(_DOTS_AN_INCH)
    writer.setTitle(title)
    margins = QMarginsF(*[_MARGIN_MILLIMETRES] * 4)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
        )
    )
    return writer


def _text(course: Course, style: Style, width: int) -> QTextDocument:
    """Every page with its pictures, as one long document."""
    pictures: list[Scene] = []
    markdown = [on_paper(page, pictures, course.language) for page in course.whole()]
    document = lesson_page("\n\n".join(markdown), style, width)
    document.setDocumentMargin(0)
    painter = ScenePainter()
    for number, scene in enumerate(pictures):
        picture = painter.picture(scene, course.rules, style, width, _PICTURE_RATIO, shape=_PICTURE_SHAPE)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"picture:{number}"), picture)
    document.markContentsDirty(0, document.characterCount())
    return document


def _front(course: Course, headings: list[tuple[str, int]], first: int, style: Style, width: int) -> QTextDocument:
    """The title and the table of contents; ``first`` is added to the index of a sheet to get its number."""
    rows = [[words("lesson.contents", course.language), ""], ["---", "---:"]]
    rows += [[title, str(place + first)] for title, place in headings]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
    title = f"# {say(course.rules.names, course.language)}"
    document = lesson_page(f"{title}\n\n{say(course.rules.info.regulation, course.language)}\n\n{table}", style, width)
    document.setDocumentMargin(0)
    return document


def on_paper(page: Page, pictures: list[Scene], language: Language) -> str:
    """The text of a page for printing; its pictures are added to those of the course.

    An animated picture becomes two pictures, before and after, if they differ. Questions to try are left out.
    """
    text = page.markdown
    for number, scene in enumerate(page.scenes):
        text = text.replace(f"(scene:{number})", f"(picture:{len(pictures)})")
        pictures.append(scene)
    for number, movement in enumerate(page.movements):
        after, said = "", words("lesson.picture-after", language)
        if movement.after != page.scenes[movement.picture]:
            after = f"![{said}](picture:{len(pictures)})\n\n{said}."
            pictures.append(movement.after)
        text = re.sub(rf"\[[^\]]*\]\(play:{number}\)", after, text)
    return re.sub(r"\[[^\]]*\]\(try:\d+\)", "", text)

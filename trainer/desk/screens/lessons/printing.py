"""The whole course of a game as PDF: its contents, then every page with its pictures, numbered sheet by sheet."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument

from trainer.course.pages import Page
from trainer.course.path import Course
from trainer.desk.screens.lessons.page import lesson_page
from trainer.desk.screens.lessons.pictures import ScenePainter
from trainer.desk.screens.lessons.sheets import draw, pages_begin, sheets_of
from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import LIGHT, STEPS, colour
from trainer.drills.scene import Scene
from trainer.system.private_files import write_atomically
from trainer.texts import Language, say
from trainer.texts import text as words

_DOTS_AN_INCH = 96  # as on a screen, so that sizes of type are those of the desk
_MARGIN_MILLIMETRES = 16.0
_PICTURE_RATIO = 1.5
_PICTURE_SHAPE = 0.34  # height to width: two of them and what is said of them fit on a sheet
_FOOT = 32  # pixels below the text, for the name of the course and the number of the sheet


def print_course(course: Course, path: Path) -> None:
    """Write the PDF atomically; raises `OSError` if the file cannot be written."""
    write_atomically(path, course_pdf(course))


def course_pdf(course: Course) -> bytes:
    """The course as PDF. It is made in memory, because Qt does not report errors of the disk."""
    dress = Dress(course.language, LIGHT, motion=False)
    pdf = QByteArray()
    out = QBuffer(pdf)
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(out, say(course.rules.names, course.language))
    room = writer.pageLayout().paintRectPixels(_DOTS_AN_INCH)
    text = _text(course, dress, room.width())
    sheets = sheets_of(text, room.height() - _FOOT)
    headings = pages_begin(text, sheets)
    before = len(sheets_of(_front(course, headings, 1, dress, room.width()), room.height() - _FOOT))
    front = _front(course, headings, before + 1, dress, room.width())
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
        painter.setFont(dress.font(STEPS.small))
        painter.setPen(colour(dress.theme.quiet))
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


def _text(course: Course, dress: Dress, width: int) -> QTextDocument:
    """Every page with its pictures, as one long text."""
    pictures: list[Scene] = []
    markdown = [on_paper(page, pictures, course.language) for page in course.whole()]
    document = lesson_page("\n\n".join(markdown), dress, width)
    document.setDocumentMargin(0)
    painter = ScenePainter()
    for number, scene in enumerate(pictures):
        picture = painter.picture(scene, course.rules, dress, width, _PICTURE_RATIO, shape=_PICTURE_SHAPE)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"picture:{number}"), picture)
    document.markContentsDirty(0, document.characterCount())
    return document


def _front(course: Course, headings: list[tuple[str, int]], first: int, dress: Dress, width: int) -> QTextDocument:
    """The title and the table of contents; the text begins on the sheet of this number."""
    rows = [[words("lesson.contents", course.language), ""], ["---", "---:"]]
    rows += [[title, str(place + first)] for title, place in headings]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
    title = f"# {say(course.rules.names, course.language)}"
    document = lesson_page(f"{title}\n\n{say(course.rules.info.regulation, course.language)}\n\n{table}", dress, width)
    document.setDocumentMargin(0)
    return document


def on_paper(page: Page, pictures: list[Scene], language: Language) -> str:
    """The text of a page as it is printed; its pictures are added to those of the course. What plays on the screen is
    two pictures, before and after, if it ends otherwise than it began; nothing can be tried."""
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

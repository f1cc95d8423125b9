"""The whole course of a game as PDF: every page with its pictures, one below the other."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF, QUrl
from PySide6.QtGui import (
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from trainer.course.pages import Page
from trainer.course.path import Course
from trainer.desk.lessons.page import lesson_page
from trainer.desk.lessons.pictures import ScenePainter
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import LIGHT
from trainer.drills.scene import Scene
from trainer.texts import Language, say
from trainer.texts import text as words

_DOTS_AN_INCH = 96  # as on a screen, so that sizes of type are those of the desk
_MARGIN_MILLIMETRES = 16.0
_PICTURE_RATIO = 1.5
_PAGE_HEADING = 2
_EDGE = 2  # pixels above the first line of a sheet: a picture at the very edge begins on the sheet before


def print_course(course: Course, path: Path) -> None:
    """Write the PDF; raises `OSError` where that cannot be done."""
    with path.open("wb"):  # why not, if not, in the system's own words
        pass
    dress = Dress(course.language, LIGHT, motion=False)
    writer = QPdfWriter(str(path))
    writer.setResolution(_DOTS_AN_INCH)
    writer.setTitle(say(course.rules.names, course.language))
    margins = QMarginsF(*[_MARGIN_MILLIMETRES] * 4)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
        )
    )
    room = writer.pageLayout().paintRectPixels(_DOTS_AN_INCH)
    pages = list(course.whole())
    markdown = [f"# {say(course.rules.names, course.language)}", say(course.rules.info.regulation, course.language)]
    pictures: list[Scene] = []
    markdown += [on_paper(page, pictures, course.language) for page in pages]
    document = lesson_page("\n\n".join(markdown), dress, room.width())
    document.setDocumentMargin(_EDGE)
    painter = ScenePainter()
    for number, scene in enumerate(pictures):
        picture = painter.picture(scene, course.rules, dress, room.width() - 2 * _EDGE, _PICTURE_RATIO)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"picture:{number}"), picture)
    _begin_pages_anew(document)
    document.setPageSize(QSizeF(room.size()))
    document.print_(writer)


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


def _begin_pages_anew(document: QTextDocument) -> None:
    """Each page of the course begins a sheet, so that its pictures are not cut."""
    cursor = QTextCursor(document)
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == _PAGE_HEADING:
            anew = QTextBlockFormat()
            anew.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(anew)
        block = block.next()

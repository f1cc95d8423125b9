"""Handouts besides worksheets: picture sheets with answers, cards to cut out, blank layouts."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from trainer.drills.core import Question
from trainer.drills.scene import Scene
from trainer.exams.certificates.pdf_layout import (
    DEEP_GREEN,
    HAIRLINE,
    INK,
    QUIET,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    PaperSize,
    fitted_lines,
    new_canvas,
    put,
)
from trainer.school.sheets.plan import Draws, Sheet, answer_of, choices_of, working_of
from trainer.texts import Language, say

_MARGIN = 36.0
_COLUMNS, _ROWS = 2, 4
_INSIDE = 9.0  # between a card's edge and its content
_SHAPE = 0.46  # height to width of a picture
_HEAD = 34.0


def pictures_pdf(sheet: Sheet, draw: Draws, language: Language, paper: PaperSize = PaperSize.A4) -> bytes:
    """A picture sheet: eight pictures per page, each with its question and answer."""
    pages = _Pages(sheet, language, paper, has_head=True)
    for places in pages.places():
        for place, question in places:
            pages.picture(place, draw(question.draft.scene, sheet.rules))
            pages.words(place, say(question.draft.prompt, language), answer_of(sheet, question, language))
        pages.end()
    return pages.done()


def cards_pdf(sheet: Sheet, draw: Draws, language: Language, paper: PaperSize = PaperSize.A4) -> bytes:
    """Eight cards per page, questions in front and answers behind, to print on both sides (long edge) and cut out."""
    pages = _Pages(sheet, language, paper, has_head=False)
    for places in pages.places():
        for place, question in places:
            pages.cut(place)
            pages.picture(place, draw(question.draft.scene, sheet.rules))
            pages.words(place, say(question.draft.prompt, language), " · ".join(choices_of(question, language)), SANS)
        pages.end()
        for number, (place, question) in enumerate(places, pages.first):
            pages.back(pages.mirrored(place), number, question)
        pages.end()
    return pages.done()


def layout_pdf(sheet: Sheet, draw: Draws, language: Language, paper: PaperSize = PaperSize.A4) -> bytes:
    """The empty table of a sheet, on a landscape page."""
    height, width = paper.size
    title = say(sheet.rules.names, language)
    canvas, out = new_canvas((width, height), language, title, say(sheet.rules.info.names, language))
    put(canvas, _MARGIN, height - _MARGIN - 4, title, SERIF_BOLD, 18, DEEP_GREEN)
    put(canvas, _MARGIN, height - _MARGIN - 18, say(sheet.rules.info.regulation, language), SANS, 9, QUIET)
    picture = ImageReader(io.BytesIO(draw(Scene(felt=sheet.questions[0].draft.scene.felt), sheet.rules)))
    wide, high = picture.getSize()
    room, below = width - 2 * _MARGIN, height - 2 * _MARGIN - _HEAD
    scale = min(room / wide, below / high)
    left = (width - wide * scale) / 2
    canvas.drawImage(picture, left, _MARGIN + (below - high * scale) / 2, wide * scale, high * scale, mask="auto")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Pages:
    """Pages with eight places each, from the top left. A place is its lower left corner."""

    def __init__(self, sheet: Sheet, language: Language, paper: PaperSize, *, has_head: bool) -> None:
        self._sheet, self._language = sheet, language
        self._title = f"{say(sheet.rules.names, language)} · {say(sheet.questions[0].family.name, language)}"
        self._canvas: Canvas
        self._canvas, self._out = new_canvas(paper.size, language, self._title, say(sheet.rules.info.names, language))
        self._width, self._height = paper.size
        self._head = _HEAD if has_head else 0.0
        self._wide = (self._width - 2 * _MARGIN) / _COLUMNS
        self._high = (self._height - 2 * _MARGIN - self._head) / _ROWS
        self._number = 0  # number of the last question printed
        self.first = 1  # number of the first question on this page

    def places(self) -> Iterator[list[tuple[tuple[float, float], Question]]]:
        """Each page as a list of questions with their places."""
        questions, a_page = self._sheet.questions, _COLUMNS * _ROWS
        for start in range(0, len(questions), a_page):
            self._number, self.first = start, start + 1
            if self._head:
                top = self._height - _MARGIN
                put(self._canvas, _MARGIN, top - 6, self._title, SERIF_BOLD, 16, DEEP_GREEN)
                for lower, words in zip((18, 28), self._source, strict=True):
                    put(self._canvas, _MARGIN, top - lower, words, SANS, 8, QUIET)
            yield [(self._place(at), question) for at, question in enumerate(questions[start : start + a_page])]

    @property
    def _source(self) -> tuple[str, str]:
        """The regulation, and the line that names the questions."""
        return say(self._sheet.rules.info.regulation, self._language), str(self._sheet.plan)

    def _place(self, at: int) -> tuple[float, float]:
        row, column = divmod(at, _COLUMNS)
        return _MARGIN + column * self._wide, self._height - _MARGIN - self._head - (row + 1) * self._high

    def mirrored(self, place: tuple[float, float]) -> tuple[float, float]:
        """The place on the back of the page."""
        return self._width - place[0] - self._wide, place[1]

    def cut(self, place: tuple[float, float]) -> None:
        """Draw the cutting line around a place."""
        self._canvas.setStrokeColor(HAIRLINE)
        self._canvas.rect(*place, self._wide, self._high)

    def picture(self, place: tuple[float, float], drawn: bytes) -> None:
        """Draw the picture of a place."""
        wide, high = self._picture_size
        left = place[0] + (self._wide - wide) / 2
        top = place[1] + self._high - _INSIDE - high
        self._canvas.drawImage(ImageReader(io.BytesIO(drawn)), left, top, wide, high, mask="auto")

    @property
    def _picture_size(self) -> tuple[float, float]:
        wide = min(self._wide - 2 * _INSIDE, (self._high - 3 * _INSIDE - 44) / _SHAPE)
        return wide, wide * _SHAPE

    def words(self, place: tuple[float, float], question: str, below: str, font: str = SANS_BOLD) -> None:
        """Print the question under a picture, and a second text below it."""
        self._number += 1
        y = place[1] + self._high - 2 * _INSIDE - self._picture_size[1]
        y = self._paragraph(place[0], y, f"{self._number}. {question}", SANS, 9, 2)
        self._paragraph(place[0], y - 2, below, font, 9 if font == SANS else 10, 2, colour=DEEP_GREEN)

    def back(self, place: tuple[float, float], number: int, question: Question) -> None:
        """Print the answer and reasons on the back of a card."""
        answer = f"{number}. {answer_of(self._sheet, question, self._language)}"
        y = self._paragraph(place[0], place[1] + self._high - 2 * _INSIDE, answer, SANS_BOLD, 14, 4, colour=DEEP_GREEN)
        for line in _few(working_of(question, self._language)):
            y = self._paragraph(place[0], y - 4, line, SANS, 8, 3)
        put(self._canvas, place[0] + _INSIDE, place[1] + _INSIDE, str(question.item)[:70], SANS, 5.5, QUIET)

    def _paragraph(
        self, left: float, y: float, words: str, font: str, size: float, most: int, colour: Color = INK
    ) -> float:
        """Print at most ``most`` lines, smaller if necessary; returns the position below."""
        lines, size = fitted_lines(words, font, size, self._wide - 2 * _INSIDE, most)
        for line in lines:
            y -= size
            put(self._canvas, left + _INSIDE, y, line, font, size, colour)
            y -= size * 0.3
        return y

    def end(self) -> None:
        self._canvas.showPage()

    def done(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()


def _few(lines: Sequence[str], most: int = 8) -> Sequence[str]:
    """The lines that fit on a card."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]

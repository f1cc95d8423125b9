"""Worksheets as PDF: questions with their felts, then separate pages with answers and reasons."""

from __future__ import annotations

import io
from collections.abc import Sequence

import segno
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from trainer.exams.certificates.pdf_layout import (
    DEEP_GREEN,
    HAIRLINE,
    QUIET,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    PaperSize,
    new_canvas,
    put,
    wrapped,
)
from trainer.school.sheets.plan import Draws, Sheet, answer_of, choices_of, working_of
from trainer.texts import Language, say, text

_MARGIN = 48.0
_QUESTIONS_A_PAGE = 2
_BODY, _SMALL = 11.0, 9.0
_LINE = 15.0
_QR_SIDE = 62.0
_PICTURE_SHAPE = 0.46


def worksheet_pdf(sheet: Sheet, draw: Draws, language: Language, paper: PaperSize = PaperSize.A4) -> bytes:
    """The worksheet. The same plan and rules give the same bytes."""
    title = f"{say(sheet.rules.names, language)} · {say(sheet.questions[0].family.name, language)}"
    canvas, out = new_canvas(paper.size, language, title, say(sheet.rules.info.names, language))
    printing = _Printing(canvas, paper.size, sheet, title, language)
    for start in range(0, len(sheet.questions), _QUESTIONS_A_PAGE):
        printing.questions(start, draw)
    printing.key()
    canvas.save()
    return out.getvalue()


class _Printing:
    """The current position on the current page."""

    def __init__(self, canvas: Canvas, size: tuple[float, float], sheet: Sheet, title: str, language: Language) -> None:
        self._canvas = canvas
        self._width, self._height = size
        self._sheet = sheet
        self._title = title
        self._language = language
        self._y = 0.0
        self._page = 0

    @property
    def _room(self) -> float:
        return self._width - 2 * _MARGIN

    def _end_page(self) -> None:
        self._page += 1
        put(self._canvas, self._width - _MARGIN, _MARGIN / 2, str(self._page), SANS, _SMALL, QUIET, align="right")
        self._canvas.showPage()

    def _head(self, title: str, with_name: bool) -> None:
        canvas = self._canvas
        self._y = self._height - _MARGIN
        put(canvas, _MARGIN, self._y - 12, title, SERIF_BOLD, 18, DEEP_GREEN)
        book = say(self._sheet.rules.info.regulation, self._language)
        line = next(wrapped(book, SANS, _SMALL, self._room - _QR_SIDE - 12), "")
        put(canvas, _MARGIN, self._y - 28, line, SANS, _SMALL, QUIET)
        put(canvas, _MARGIN, self._y - 42, str(self._sheet.plan), SANS, _SMALL, QUIET)
        self._qr(self._width - _MARGIN - _QR_SIDE, self._height - _MARGIN - _QR_SIDE + 10)
        if with_name:
            put(canvas, _MARGIN, self._y - 64, text("sheets.name", self._language), SANS_BOLD, _BODY)
            canvas.setStrokeColor(HAIRLINE)
            canvas.line(_MARGIN + 60, self._y - 66, self._width - _MARGIN - _QR_SIDE - 20, self._y - 66)
        self._y -= 84

    def _qr(self, x: float, y: float) -> None:
        """Draw the plan as a QR code, from which an instructor can mark the sheet."""
        picture = io.BytesIO()
        segno.make(str(self._sheet.plan), error="m", micro=False).save(picture, kind="png", scale=8, border=2)
        picture.seek(0)
        self._canvas.drawImage(ImageReader(picture), x, y, _QR_SIDE, _QR_SIDE)

    def questions(self, start: int, draw: Draws) -> None:
        """Print a page of questions."""
        self._head(self._title, with_name=True)
        shown = self._sheet.questions[start : start + _QUESTIONS_A_PAGE]
        for number, question in enumerate(shown, start + 1):
            height = self._room * _PICTURE_SHAPE
            choices = choices_of(question, self._language)
            self._keep_room(height + 5 * _LINE + len(choices) * (_SMALL + 4))
            picture = ImageReader(io.BytesIO(draw(question.draft.scene, self._sheet.rules)))
            self._canvas.drawImage(picture, _MARGIN, self._y - height, self._room, height, mask="auto")
            self._y -= height + 16
            self._paragraph(f"{number}. {say(question.draft.prompt, self._language)}", SANS_BOLD)
            for letter, choice in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", choices, strict=False):
                self._paragraph(f"{letter}  {choice}", SANS, _SMALL)
            put(self._canvas, _MARGIN, self._y - 12, text("sheets.answer", self._language), SANS, _BODY, QUIET)
            self._canvas.setStrokeColor(HAIRLINE)
            self._canvas.line(_MARGIN + 64, self._y - 14, self._width - _MARGIN, self._y - 14)
            self._y -= 34
        self._end_page()

    def key(self) -> None:
        """Print the answers with their reasons."""
        self._head(text("sheets.key", self._language, title=self._title), with_name=False)
        for number, question in enumerate(self._sheet.questions, 1):
            answer = answer_of(self._sheet, question, self._language)
            self._keep_room(4 * _LINE)
            self._paragraph(f"{number}. {answer}", SANS_BOLD)
            self._lines(working_of(question, self._language))
            self._y -= 8
        self._end_page()

    def _lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._paragraph(line, SANS, _SMALL)

    def _paragraph(self, words: str, font: str, size: float = _BODY) -> None:
        for line in wrapped(words, font, size, self._room):
            self._keep_room(_LINE)
            put(self._canvas, _MARGIN, self._y - size, line, font, size)
            self._y -= size + 4

    def _keep_room(self, needed: float) -> None:
        """Start a new page if less than ``needed`` is left."""
        if self._y - needed < _MARGIN:
            self._end_page()
            self._y = self._height - _MARGIN

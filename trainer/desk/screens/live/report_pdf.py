"""The report of a shift as a PDF: result, marks and comparison, every fault with what was right and its article, what
to practise, and the code of the shift.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from trainer.desk.screens.live.report import comparison_words, habit_words, result_words, right_words, where_words
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import Style
from trainer.exams.certificates.pdf_layout import (
    DEEP_GREEN,
    HAIRLINE,
    INK,
    QUIET,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    WRONG,
    PaperSize,
    new_canvas,
    put,
    wrapped,
)
from trainer.games.round import Fault
from trainer.live.debrief import Debrief, Moment
from trainer.live.shift import shift_code
from trainer.live.shift_records import Comparison
from trainer.live.table import LiveTable
from trainer.texts import say

_MARGIN = 48.0
_LINE = 1.35  # from a line to the next, in sizes of the type

Paragraph = tuple[str, str, float, Color, float]  # words, font, size, colour, and the space above


def report_pdf(
    table: LiveTable, shown: Debrief, words: ActWords, style: Style, comparison: Comparison | None = None
) -> bytes:
    """The report of a shift that has ended; ``comparison`` with earlier shifts, if it was stored."""
    title = style.text("live.debrief.title")
    canvas, out = new_canvas(PaperSize.A4.size, style.language, title, say(table.rules.info.names, style.language))
    page = _Page(canvas, out)
    place = style.text(
        "live.top.place", game=table.rules.names, rulebook=table.rules.info.names, level=table.shift.level
    )
    page.write((title, SERIF_BOLD, 22, DEEP_GREEN, 0))
    page.write((place, SANS, 11, QUIET, 2))
    line, marks = result_words(shown, table.shift.level > 1, style)
    page.write((line, SANS_BOLD, 12, INK, 14))
    page.write((marks, SANS, 10, INK, 2))
    compared = comparison_words(comparison, style)
    if compared:
        page.write((compared[:1].upper() + compared[1:], SANS, 10, INK, 2))
    if not shown.moments:
        none = "none" if shown.strip else "no-round"
        page.write((style.text(f"live.debrief.{none}"), SANS_BOLD, 11, INK, 16))
    for moment in shown.moments:
        for paragraph in _fault(moment, words, style):
            page.write(paragraph)
    habits = habit_words(shown, style)
    if habits:
        page.write((f"{style.text('live.debrief.habits')} {', '.join(habits)}", SANS_BOLD, 10, INK, 16))
    page.write((style.text("live.top.code", code=shift_code(table.shift)), SANS, 8, QUIET, 16))
    return page.done()


def _fault(moment: Moment, words: ActWords, style: Style) -> Iterator[Paragraph]:
    found = moment.finding
    said = words.finding(found, style)
    grade = style.text(f"live.severity.{moment.grade}")
    yield f"{where_words(moment, style)} · {grade}", SANS, 8.5, QUIET, 12
    yield said[:1].upper() + said[1:], SANS_BOLD, 11, WRONG, 1
    if moment.done is not None and moment.done.by == "dealer":
        yield style.text("live.debrief.did", act=words.act(moment.done, style)), SANS, 10, INK, 1
    if moment.right is not None and (moment.right != moment.done or found.fault is Fault.CALL_LATE):
        yield right_words(words, moment, words.act(moment.right, style), style), SANS, 10, INK, 1
    basis = style.text(f"live.basis.{found.basis}")
    yield style.text("live.debrief.cite", basis=basis, cite=found.cite), SANS, 8.5, QUIET, 1


class _Page:
    """Writes paragraphs from the top of a page down, and goes on on the next one."""

    def __init__(self, canvas: Canvas, out: io.BytesIO) -> None:
        self._canvas, self._out = canvas, out
        self._width, self._height = PaperSize.A4.size
        self._y = self._height - _MARGIN

    def write(self, paragraph: Paragraph) -> None:
        words, font, size, colour, above = paragraph
        self._y -= above
        for line in wrapped(words, font, size, self._width - 2 * _MARGIN):
            if self._y - size < _MARGIN:
                self._end()
            self._y -= size * _LINE
            put(self._canvas, _MARGIN, self._y, line, font, size, colour)

    def _end(self) -> None:
        self._canvas.setStrokeColor(HAIRLINE)
        self._canvas.line(_MARGIN, _MARGIN - 12, self._width - _MARGIN, _MARGIN - 12)
        self._canvas.showPage()
        self._y = self._height - _MARGIN

    def done(self) -> bytes:
        self._end()
        self._canvas.save()
        return self._out.getvalue()

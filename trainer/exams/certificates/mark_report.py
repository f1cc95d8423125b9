"""The candidate's mark report as a PDF: parts, items, times, named mistakes, and what to study.

It is a copy for reading. The sealed result counts; its digest is printed on every page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from trainer.drills.wording import citation_words
from trainer.exams.certificates.ornament import draw_chip
from trainer.exams.certificates.pdf_layout import (
    BRASS,
    DEEP_GREEN,
    HAIRLINE,
    INK,
    QUIET,
    RIGHT,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    WRONG,
    PaperSize,
    day_in_words,
    fitted,
    new_canvas,
    percent_in_words,
    put,
    put_lines,
    wrapped,
)
from trainer.exams.errors import RefusedError
from trainer.exams.paper import PaperItem
from trainer.exams.paper_items import question_of
from trainer.exams.result import WHOLE, ItemMark, SealedResult
from trainer.exams.scheme import exact
from trainer.exams.trust import parse_time
from trainer.rulebooks import Citation
from trainer.texts import Language, say, text

_MARGIN = 18 * mm
_BOTTOM = 20 * mm


def draw_report(
    sealed: SealedResult, language: Language, *, name: str = "", school: str = "", sheet: PaperSize = PaperSize.A4
) -> bytes:
    """The report. Without a name (for example after an erasure) it shows the candidate's reference."""
    header = sealed.result.header
    title = text("certificates.report.title", language)
    size = sheet.size
    canvas, out = new_canvas(size, language, title, school)
    report = _Report(canvas, sealed, language, size)
    report.head(name or header.candidate[:16], school)
    report.parts()
    report.study()
    report.wrong_answers()
    report.items()
    report.close_page()
    canvas.save()
    return out.getvalue()


class _Report:
    """Writes the pages from top to bottom."""

    def __init__(self, canvas: Canvas, sealed: SealedResult, language: Language, size: tuple[float, float]) -> None:
        self._canvas = canvas
        self._sealed = sealed
        self._result = sealed.result
        self._language = language
        self._width, self._height = size
        self._left, self._right = _MARGIN, self._width - _MARGIN
        self._y = self._height - _MARGIN
        self._page = 1

    def _say(self, key: str, **params: str | int) -> str:
        return text(f"certificates.report.{key}", self._language, **params)

    def _room_for(self, height: float) -> None:
        """Start a new page if this height does not fit."""
        if self._y - height < _BOTTOM:
            self.close_page()
            self._page += 1
            self._y = self._height - _MARGIN

    def close_page(self) -> None:
        canvas = self._canvas
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.5)
        canvas.line(self._left, 15 * mm, self._right, 15 * mm)
        digest = self._sealed.digest
        put(canvas, self._left, 11 * mm, self._say("seal", digest=digest[:32]), SANS, 6.4, QUIET)
        put(canvas, self._right, 11 * mm, self._say("page", page=self._page), SANS, 6.4, QUIET, "right")
        canvas.showPage()

    def _heading(self, words: str) -> None:
        self._room_for(22 * mm)
        self._y -= 9 * mm
        put(self._canvas, self._left, self._y, words, SERIF_BOLD, 14, DEEP_GREEN)
        self._canvas.setStrokeColor(BRASS)
        self._canvas.setLineWidth(0.7)
        self._canvas.line(self._left, self._y - 2 * mm, self._right, self._y - 2 * mm)
        self._y -= 7.5 * mm

    def head(self, name: str, school: str) -> None:
        canvas, paper, marks = self._canvas, self._result.paper, self._result.marks
        draw_chip(canvas, self._left + 6 * mm, self._y - 5 * mm, 6 * mm)
        put(canvas, self._left + 16 * mm, self._y - 3.4 * mm, self._say("title"), SERIF, 20, INK)
        put(canvas, self._left + 16 * mm, self._y - 9 * mm, school, SANS, 8, QUIET)
        self._y -= 22 * mm
        size = fitted(name, SERIF_BOLD, 22, self._right - self._left - 52 * mm)
        put(canvas, self._left, self._y, name, SERIF_BOLD, size, DEEP_GREEN)
        passed = "passed" if marks.passed else "failed"
        colour = RIGHT if marks.passed else WRONG
        reached = percent_in_words(_hundredths(Fraction(marks.millionths, WHOLE)), self._language)
        put(canvas, self._right, self._y + 1 * mm, reached, SANS_BOLD, 22, colour, "right")
        put(canvas, self._right, self._y - 5 * mm, self._say(passed), SANS_BOLD, 9.5, colour, "right")
        needed = percent_in_words(_hundredths(exact(marks.pass_mark)), self._language)
        put(canvas, self._right, self._y - 9.4 * mm, self._say("needed", percent=needed), SANS, 7.4, QUIET, "right")
        day = day_in_words(parse_time(self._result.header.created), self._language)
        scheme = say(paper.scheme.names, self._language)
        put(canvas, self._left, self._y - 6 * mm, scheme, SANS, fitted(scheme, SANS, 9.5, 120 * mm), INK)
        put(canvas, self._left, self._y - 10.6 * mm, self._say("sat", day=day), SANS, 8, QUIET)
        self._y -= 13 * mm
        if self._result.is_rehearsal:
            put(canvas, self._left, self._y - 3 * mm, self._say("rehearsal"), SANS_BOLD, 9, WRONG)
            self._y -= 5 * mm
        regrade = self._result.regrade
        if regrade is not None:
            lines = list(wrapped(self._say("regraded", reason=regrade.reason), SANS, 8, self._right - self._left))[:3]
            self._y = put_lines(canvas, self._left, self._y - 3 * mm, lines, SANS, 8, 3.8 * mm, WRONG)

    def parts(self) -> None:
        self._heading(self._say("parts"))
        canvas, scheme = self._canvas, self._result.paper.scheme
        for mark in self._result.marks.parts:
            self._room_for(11 * mm)
            part = scheme.part(mark.part)
            colour = RIGHT if mark.passed else WRONG
            words = say(part.names, self._language)
            put(canvas, self._left, self._y, words, SANS_BOLD, fitted(words, SANS_BOLD, 9, 62 * mm), INK)
            told = self._say("of-items", right=mark.right, items=mark.items)
            put(canvas, self._left + 66 * mm, self._y, told, SANS, 8, QUIET)
            reached = Fraction(mark.millionths, WHOLE)
            bar, wide = self._left + 96 * mm, self._right - self._left - 122 * mm
            canvas.setLineWidth(2.4)
            canvas.setStrokeColor(HAIRLINE)
            canvas.line(bar, self._y + 1 * mm, bar + wide, self._y + 1 * mm)
            canvas.setStrokeColor(colour)
            canvas.line(bar, self._y + 1 * mm, bar + wide * float(reached), self._y + 1 * mm)
            needed = exact(mark.pass_mark)
            if needed:
                canvas.setStrokeColor(INK)
                canvas.setLineWidth(0.8)
                at = bar + wide * float(needed)
                canvas.line(at, self._y - 0.6 * mm, at, self._y + 2.6 * mm)
            percent = percent_in_words(_hundredths(reached), self._language)
            put(canvas, self._right, self._y, percent, SANS_BOLD, 9, colour, "right")
            under = self._say("must-pass" if mark.must_pass else "weight", weight=part.weight)
            put(canvas, self._left, self._y - 3.6 * mm, under, SANS, 6.8, QUIET)
            self._y -= 9.4 * mm

    def study(self) -> None:
        """Kinds of question by marks lost, each with its most frequent mistake."""
        wrong = [mark for mark in self._result.marks.items if not mark.right and not mark.voided]
        if not wrong:
            return
        self._heading(self._say("study"))
        asked = Counter(self._kind(mark.item) for mark in self._result.marks.items if not mark.voided)
        lost = Counter(self._kind(mark.item) for mark in wrong)
        for kind, count in lost.most_common(8):
            named = Counter(
                self._mistake(mark) for mark in wrong if self._kind(mark.item) == kind and self._mistake(mark)
            )
            often = named.most_common(1)
            words = self._say("study-kind", kind=kind, count=count, asked=asked[kind])
            lines = list(wrapped(words, SANS, 8.6, self._right - self._left - 5 * mm))
            self._room_for((len(lines) + 1) * 4.4 * mm)
            put(self._canvas, self._left, self._y, "•", SANS_BOLD, 9, BRASS)
            self._y = put_lines(self._canvas, self._left + 4 * mm, self._y, lines, SANS, 8.6, 4.2 * mm, INK)
            if often:
                usual = self._say("usual-mistake", mistake=often[0][0])
                more = list(wrapped(usual, SANS, 7.8, self._right - self._left - 5 * mm))
                self._y = put_lines(self._canvas, self._left + 4 * mm, self._y, more, SANS, 7.8, 3.9 * mm, QUIET)
            self._y -= 1 * mm

    def wrong_answers(self) -> None:
        """Each wrong item with the answer given, the right answer and its citation."""
        wrong = [mark for mark in self._result.marks.items if not mark.right and not mark.voided]
        if not wrong:
            return
        self._heading(self._say("wrong-answers"))
        room = self._right - self._left - 12 * mm
        for mark in wrong:
            item = self._result.paper.item(mark.item)
            prompt = list(wrapped(say(item.prompt, self._language), SANS_BOLD, 8.2, room))[:4]
            right = say(item.solution_words, self._language)
            told = [self._say("given", given=self._given(item, mark)), self._say("right", right=right)]
            if self._mistake(mark):
                told.append(self._say("mistake", mistake=self._mistake(mark)))
            for one in item.reasons[:4]:
                if one.cite.strip():
                    cite = citation_words(Citation.parse(one.cite), self._language)
                    told.append(f"{say(one.says, self._language)} [{cite}]")
            lines = [line for words in told for line in wrapped(words, SANS, 7.8, room)][:12]
            self._room_for((len(prompt) + len(lines)) * 4 * mm + 3 * mm)
            put(self._canvas, self._left, self._y, str(mark.item), SANS_BOLD, 9, WRONG)
            self._y = put_lines(self._canvas, self._left + 10 * mm, self._y, prompt, SANS_BOLD, 8.2, 4.1 * mm)
            self._y = put_lines(self._canvas, self._left + 10 * mm, self._y, lines, SANS, 7.8, 3.8 * mm, QUIET)
            self._y -= 2.6 * mm

    def items(self) -> None:
        self._heading(self._say("items"))
        columns = (0, 10 * mm, 94 * mm, 122 * mm, 148 * mm)
        heads = ("number", "kind", "mark", "time", "target")
        for x, key in zip(columns, heads, strict=True):
            put(self._canvas, self._left + x, self._y, self._say(f"column-{key}"), SANS_BOLD, 7, QUIET)
        self._y -= 4.6 * mm
        for mark in self._result.marks.items:
            self._room_for(5 * mm)
            self._item_row(mark, columns)

    def _item_row(self, mark: ItemMark, columns: Sequence[float]) -> None:
        item = self._result.paper.item(mark.item)
        state = "void" if mark.voided else "hit" if mark.right else "miss" if mark.given else "empty"
        colour = {"hit": RIGHT, "miss": WRONG, "empty": WRONG, "void": QUIET}[state]
        kind = f"{say(item.title, self._language)} · {item.level}"
        cells = [
            (str(mark.item), SANS_BOLD, INK),
            (kind, SANS, INK),
            (self._say(state), SANS_BOLD, colour),
            (self._say("seconds", seconds=_seconds(mark.ms, self._language)) if mark.given else "–", SANS, INK),
            (self._say("seconds", seconds=_seconds(item.target_ms, self._language)), SANS, QUIET),
        ]
        for x, (words, font, shade) in zip(columns, cells, strict=True):
            put(self._canvas, self._left + x, self._y, words, font, fitted(words, font, 7.8, 82 * mm), shade)
        self._canvas.setStrokeColor(HAIRLINE)
        self._canvas.setLineWidth(0.3)
        self._canvas.line(self._left, self._y - 1.5 * mm, self._right, self._y - 1.5 * mm)
        self._y -= 4.7 * mm

    def _kind(self, number: int) -> str:
        return say(self._result.paper.item(number).title, self._language)

    def _mistake(self, mark: ItemMark) -> str:
        named = {one.id: one.says for one in self._result.paper.item(mark.item).mistakes}
        return say(named[mark.mistake], self._language) if mark.mistake in named else ""

    def _given(self, item: PaperItem, mark: ItemMark) -> str:
        if not mark.given:
            return "–"
        try:
            return question_of(item).draft.form.words(mark.given, self._language, None)
        except (RefusedError, KeyError, ValueError):  # an answer that cannot be put into words
            return mark.given


def _hundredths(share: Fraction) -> int:
    return int(share * 10_000)


def _seconds(milliseconds: int, language: Language) -> str:
    figures = f"{milliseconds / 1000:.1f}"
    return figures.replace(".", ",") if language is Language.ES else figures

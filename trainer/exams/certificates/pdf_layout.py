"""Shared layout of printed PDFs: embedded fonts, colours, paper sizes, dates in words, and fitting text to a width."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, letter
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from trainer.exams.errors import RefusedError
from trainer.system.resources import folder
from trainer.texts import Language, Message, text
from trainer.texts.numbers import decimal_sign, in_percent

INK, QUIET = HexColor("#1B1F24"), HexColor("#5F6B76")
GREEN, DEEP_GREEN = HexColor("#12805A"), HexColor("#0A4E37")
BRASS, PALE_BRASS, IVORY = HexColor("#8A6116"), HexColor("#D6B25E"), HexColor("#FBF8EF")
RIGHT, WRONG = HexColor("#1E7F55"), HexColor("#B3302A")
HAIRLINE = HexColor("#D9D2BF")

SERIF, SERIF_BOLD, SERIF_ITALIC = "EBGaramond-Regular", "EBGaramond-SemiBold", "EBGaramond-Italic"
SANS, SANS_BOLD = "Inter-Regular", "Inter-SemiBold"
_FONTS = (SERIF, SERIF_BOLD, SERIF_ITALIC, SANS, SANS_BOLD)


class PaperSize(StrEnum):
    """Paper of a certificate, report or worksheet."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points, portrait."""
        wide, tall = A4 if self is PaperSize.A4 else letter
        return float(wide), float(tall)


@cache
def load_fonts() -> None:
    for name in _FONTS:
        pdfmetrics.registerFont(TTFont(name, str(folder("assets") / "fonts" / "print" / f"{name}.ttf")))


def new_canvas(size: tuple[float, float], language: Language, title: str, author: str) -> tuple[Canvas, io.BytesIO]:
    """Canvas with deterministic output, and the buffer it writes to."""
    load_fonts()
    rl_config.useA85 = 0  # binary streams: a fifth smaller and faster
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=1, lang=language.value)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator("croupier-trainer")
    return canvas, out


def attach(canvas: Canvas, files: dict[str, bytes]) -> None:
    """Attach files to a PDF uncompressed, so that their bytes can be found again."""
    names: list[Any] = []
    for name, data in sorted(files.items()):
        stream = pdfdoc.PDFStream(
            pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("EmbeddedFile"), "Length": len(data)}),
            data.decode("latin-1"),
            filters=[],
        )
        reference = canvas._doc.Reference(stream)
        entry = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Filespec"),
                "F": pdfdoc.PDFString(name),
                "UF": pdfdoc.PDFString(name),
                "EF": pdfdoc.PDFDictionary({"F": reference}),
            }
        )
        names += [pdfdoc.PDFString(name), entry]
    embedded = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(names)})
    canvas._doc.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": embedded})


def width_of(words: str, font: str, size: float, tracking: float = 0) -> float:
    return float(pdfmetrics.stringWidth(words, font, size)) + tracking * max(0, len(words) - 1)


def fitted(words: str, font: str, size: float, room: float, tracking: float = 0) -> float:
    """Font size at which words fit into the width: the given one or smaller."""
    return min(size, size * room / max(1.0, width_of(words, font, size, tracking)))


def put(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    font: str,
    size: float,
    colour: Color = INK,
    align: str = "left",
    tracking: float = 0,
) -> None:
    """Draw one line of text at a baseline; ``align`` says which point of the line is at x."""
    width = width_of(words, font, size, tracking)
    start = x - {"left": 0, "middle": width / 2, "right": width}[align]
    line = canvas.beginText(start, y)
    line.setFont(font, size)
    line.setFillColor(colour)
    line.setCharSpace(tracking)
    line.textOut(words)
    canvas.drawText(line)


def wrapped(words: str, font: str, size: float, room: float) -> Iterator[str]:
    """Break a paragraph into lines."""
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, font, size) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def fitted_lines(words: str, font: str, size: float, room: float, most: int) -> tuple[list[str], float]:
    """A paragraph in at most ``most`` lines, with the font size at which all of it fits."""
    lines = list(wrapped(words, font, size, room))
    while len(lines) > most and size > 3:
        size *= 0.95
        lines = list(wrapped(words, font, size, room))
    return lines, size


def put_lines(
    canvas: Canvas,
    x: float,
    y: float,
    lines: Sequence[str],
    font: str,
    size: float,
    leading: float,
    colour: Color = INK,
    align: str = "left",
) -> float:
    """Draw lines below each other; returns the next baseline."""
    for line in lines:
        put(canvas, x, y, line, font, size, colour, align)
        y -= leading
    return y


def check_printable(words: str) -> None:
    """Raise `RefusedError` if the embedded fonts lack a character of a name."""
    load_fonts()
    known = pdfmetrics.getFont(SERIF_BOLD).face.charToGlyph
    missing = sorted({letter for letter in words if ord(letter) not in known})
    if missing:
        raise RefusedError(Message("certificates.refused.letters", {"letters": " ".join(missing)}))


def day_in_words(moment: datetime, language: Language) -> str:
    """Date as printed on a document: 16 de noviembre de 2026."""
    month = text("certificates.months", language).split()[moment.month - 1]
    return text("certificates.day", language, day=str(moment.day), month=month, year=str(moment.year))


def percent_in_words(hundredths: int, language: Language) -> str:
    """Hundredths of a percent as text.

    >>> percent_in_words(8750, Language.ES)
    '87,5\\xa0%'
    """
    whole, rest = divmod(hundredths, 100)
    figures = f"{whole}.{rest:02d}".rstrip("0").rstrip(".")
    return in_percent(figures.replace(".", decimal_sign(language)), language)

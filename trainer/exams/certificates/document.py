"""Draw the certificate as a PDF: one landscape page, A4 or letter, with the card as a QR code and the credential
attached."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from trainer.exams.certificates.certificate import AIDS, Certificate
from trainer.exams.certificates.ornament import draw_border, draw_chip, draw_rosette
from trainer.exams.certificates.pdf_layout import (
    BRASS,
    DEEP_GREEN,
    HAIRLINE,
    INK,
    QUIET,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    PaperSize,
    attach,
    check_printable,
    day_in_words,
    fitted,
    fitted_lines,
    new_canvas,
    percent_in_words,
    put,
    put_lines,
    width_of,
)
from trainer.exams.errors import RefusedError
from trainer.exams.trust import parse_time
from trainer.texts import Language, Message, say, text

CREDENTIAL_FILE, CARD_FILE = "credential.jwt", "card.txt"
QR_SIDE = 35 * mm
_QUIET_MODULES = 4


@lru_cache(8)
def qr_of(card: str) -> segno.QRCode:
    """QR code of a card, with error correction level M, which survives a crease."""
    return segno.make_qr(card, error="m", boost_error=False)


def draw_certificate(
    certificate: Certificate, card: str, token: str, kid: str, sheet: PaperSize = PaperSize.A4, logo: bytes = b""
) -> bytes:
    """The PDF before it is sealed; raises `RefusedError` for characters that no font has, or an unreadable logo."""
    language = certificate.language
    for words in (certificate.holder, certificate.school, certificate.place, certificate.certifier):
        check_printable(words)
    height, width = sheet.size
    title = text("certificates.pdf.file-title", language, number=certificate.number)
    canvas, out = new_canvas((width, height), language, title, certificate.school)
    draw_border(canvas, width, height)
    _head(canvas, certificate, width, height, logo)
    _middle(canvas, certificate, width, height)
    _foot(canvas, certificate, kid, card, width)
    attach(canvas, {CREDENTIAL_FILE: token.encode("ascii"), CARD_FILE: card.encode("ascii")})
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _head(canvas: Canvas, certificate: Certificate, width: float, height: float, logo: bytes) -> None:
    centre, top = width / 2, height - 22 * mm
    if logo:
        _logo(canvas, logo, centre, top - 8 * mm)
    else:
        draw_chip(canvas, centre, top - 8 * mm, 8 * mm)
    room = width - 60 * mm
    words = certificate.school.upper()
    size = fitted(words, SERIF_BOLD, 15, room, 1.6)
    put(canvas, centre, top - 24 * mm, words, SERIF_BOLD, size, DEEP_GREEN, "middle", 1.6 * size / 15)
    if certificate.place:
        put(canvas, centre, top - 29.5 * mm, certificate.place, SERIF_ITALIC, 11, QUIET, "middle")


def _logo(canvas: Canvas, logo: bytes, x: float, y: float) -> None:
    try:
        picture = ImageReader(io.BytesIO(logo))
        wide, tall = picture.getSize()
        if not (0 < wide <= 8_000 and 0 < tall <= 8_000):
            raise ValueError("too large")
    except Exception:  # the image library raises many kinds of errors
        raise RefusedError(Message("certificates.refused.logo")) from None
    scale = min(60 * mm / wide, 17 * mm / tall)
    canvas.drawImage(picture, x - wide * scale / 2, y - tall * scale / 2, wide * scale, tall * scale, mask="auto")


def _middle(canvas: Canvas, certificate: Certificate, width: float, height: float) -> None:
    language, centre, room = certificate.language, width / 2, width - 70 * mm
    y = height - 67 * mm
    put(canvas, centre, y, text("certificates.pdf.title", language), SERIF, 34, INK, "middle", 7)
    y -= 8.5 * mm
    put(canvas, centre, y, text("certificates.pdf.certifies", language), SERIF_ITALIC, 13, QUIET, "middle")
    y -= 14.5 * mm
    size = fitted(certificate.holder, SERIF_BOLD, 36, room)
    put(canvas, centre, y, certificate.holder, SERIF_BOLD, size, DEEP_GREEN, "middle")
    canvas.setStrokeColor(BRASS)
    canvas.setLineWidth(0.7)
    half = max(45 * mm, width_of(certificate.holder, SERIF_BOLD, size) / 2 + 8 * mm)
    canvas.line(centre - half, y - 5 * mm, centre + half, y - 5 * mm)
    y -= 13 * mm
    passed = "renewed" if certificate.renews else "passed"
    put(canvas, centre, y, text(f"certificates.pdf.{passed}", language), SERIF_ITALIC, 13, QUIET, "middle")
    y -= 8.5 * mm
    name = say(certificate.scheme_names, language)
    put(canvas, centre, y, name, SERIF_BOLD, fitted(name, SERIF_BOLD, 20, room), INK, "middle")
    y -= 7 * mm
    level = text(f"certificates.of-level.{certificate.level}", language)
    games = text("certificates.pdf.games", language, level=level, games=_games(certificate, language))
    lines, size = fitted_lines(games, SERIF, 12.5, room, 3)
    y = put_lines(canvas, centre, y, lines, SERIF, size, size * 1.22, INK, "middle") - 0.3 * mm
    rules, size = fitted_lines(say(certificate.regulation, language), SERIF_ITALIC, 11, room, 2)
    put_lines(canvas, centre, y, rules, SERIF_ITALIC, size, size * 1.22, QUIET, "middle")


def _games(certificate: Certificate, language: Language) -> str:
    return ", ".join(dict.fromkeys(say(game, language) for game in certificate.games))


def _foot(canvas: Canvas, certificate: Certificate, kid: str, card: str, width: float) -> None:
    language = certificate.language
    left, right, bottom = 23 * mm, width - 23 * mm, 25 * mm
    _qr(canvas, card, right - QR_SIDE, bottom, language)
    _dates(canvas, certificate, left, bottom + 33 * mm)
    _marks(canvas, certificate, left + 62 * mm, bottom + 33 * mm)
    _signature(canvas, certificate, kid, right - QR_SIDE - 44 * mm, bottom)
    says = [text("certificates.pdf.table-test", language)]
    if certificate.not_assessed:
        listed = "; ".join(say(one, language) for one in certificate.not_assessed)
        says.append(text("certificates.pdf.not-assessed", language, what=listed))
    if certificate.aids:
        listed = ", ".join(
            text(f"certificates.aid.{aid}", language) if aid in AIDS else aid for aid in certificate.aids
        )
        says.append(text("certificates.pdf.aids", language, what=listed))
    lines, size = fitted_lines(" ".join(says), SANS, 6.2, 118 * mm, 3)
    put_lines(canvas, left, bottom - 0.2 * mm, lines, SANS, size, 2.9 * mm, QUIET)


def _dates(canvas: Canvas, certificate: Certificate, x: float, y: float) -> None:
    language = certificate.language
    rows = [
        ("number", certificate.number),
        ("sat", day_in_words(parse_time(certificate.sat), language)),
        ("issued", day_in_words(certificate.issued_at, language)),
        ("expires", day_in_words(certificate.expires_at, language)),
        ("rules", certificate.rules[:16]),
        ("result", certificate.result[:16]),
    ]
    if certificate.renews:
        rows.append(("renews", certificate.renews))
    for key, words in rows:
        put(canvas, x, y, text(f"certificates.pdf.{key}", language), SANS, 6.6, QUIET)
        put(canvas, x + 21 * mm, y, words, SANS_BOLD if key in ("number", "expires") else SANS, 7.2, INK)
        y -= 4.1 * mm


def _marks(canvas: Canvas, certificate: Certificate, x: float, y: float) -> None:
    """Each part with a thin bar for the mark reached, and the total below."""
    language, wide = certificate.language, 56 * mm
    rows = [(say(part.names, language), part.reached, part.needed, SANS) for part in certificate.parts]
    rows.append((text("certificates.pdf.overall", language), certificate.reached, certificate.needed, SANS_BOLD))
    step = min(4.55 * mm, 31.8 * mm / len(rows))
    size = min(6.8, step * 0.53)
    for words, reached, needed, font in rows:
        put(canvas, x, y, words, font, fitted(words, font, size, wide - 14 * mm), INK)
        put(canvas, x + wide, y, percent_in_words(reached, language), font, size, INK, "right")
        canvas.setLineWidth(1.1)
        canvas.setStrokeColor(HAIRLINE)
        canvas.line(x, y - 1.3 * mm, x + wide, y - 1.3 * mm)
        canvas.setStrokeColor(DEEP_GREEN)
        canvas.line(x, y - 1.3 * mm, x + wide * min(10_000, reached) / 10_000, y - 1.3 * mm)
        if needed:
            canvas.setStrokeColor(BRASS)
            canvas.setLineWidth(0.7)
            mark = x + wide * needed / 10_000
            canvas.line(mark, y - 2.1 * mm, mark, y - 0.5 * mm)
        y -= step


def _signature(canvas: Canvas, certificate: Certificate, kid: str, x: float, y: float) -> None:
    language = certificate.language
    draw_rosette(canvas, x, y + 24 * mm, 10.5 * mm)
    draw_chip(canvas, x, y + 24 * mm, 4 * mm)
    if certificate.certifier:
        words = certificate.certifier
        put(canvas, x, y + 6.2 * mm, words, SERIF_BOLD, fitted(words, SERIF_BOLD, 11, 50 * mm), INK, "middle")
        put(canvas, x, y + 2.9 * mm, text("certificates.pdf.certifier", language), SANS, 6.2, QUIET, "middle")
    put(canvas, x, y, text("certificates.pdf.signed", language, kid=kid), SANS, 5.6, QUIET, "middle")


def _qr(canvas: Canvas, card: str, x: float, y: float, language: Language) -> None:
    code = qr_of(card)
    modules = [list(row) for row in code.matrix]
    step = QR_SIDE / len(modules)
    quiet = step * _QUIET_MODULES
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x - quiet, y - quiet, QR_SIDE + 2 * quiet, QR_SIDE + 2 * quiet, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    path = canvas.beginPath()
    for row, line in enumerate(modules):
        start = 0
        while start < len(line):
            if not line[start]:
                start += 1
                continue
            end = start
            while end < len(line) and line[end]:
                end += 1
            path.rect(x + start * step, y + QR_SIDE - (row + 1) * step, (end - start) * step, step)
            start = end
    canvas.drawPath(path, stroke=0, fill=1)
    words = text("certificates.pdf.scan", language)
    put(canvas, x + QR_SIDE / 2, y + QR_SIDE + quiet + 1.2 * mm, words, SANS, 6.2, QUIET, "middle")

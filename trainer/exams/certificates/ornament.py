"""Ornaments of a certificate: an engraved border, a rosette, and a chip in place of a missing logo."""

from __future__ import annotations

from math import cos, pi, sin

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from trainer.exams.certificates.pdf_layout import BRASS, DEEP_GREEN, GREEN, IVORY, PALE_BRASS


def draw_border(canvas: Canvas, width: float, height: float) -> None:
    """Bands of interlaced waves between two rules; a photocopier blurs them."""
    canvas.saveState()
    canvas.setFillColor(IVORY)
    canvas.rect(0, 0, width, height, stroke=0, fill=1)
    outer, inner = 8 * mm, 15 * mm
    canvas.setStrokeColor(DEEP_GREEN)
    canvas.setLineWidth(1.1)
    canvas.rect(outer, outer, width - 2 * outer, height - 2 * outer)
    canvas.setLineWidth(0.5)
    canvas.rect(inner, inner, width - 2 * inner, height - 2 * inner)
    middle, depth = (outer + inner) / 2, (inner - outer) / 2 - 1.1
    across, up = width - 2 * middle, height - 2 * middle
    for number in range(6):
        canvas.setStrokeColor(BRASS if number % 2 else GREEN)
        canvas.setLineWidth(0.28)
        shift = number * pi / 3
        for start, step, length in (
            ((middle, middle), (1, 0), across),
            ((middle, height - middle), (1, 0), across),
            ((middle, middle), (0, 1), up),
            ((width - middle, middle), (0, 1), up),
        ):
            _wave(canvas, start, step, length, depth, shift)
    for x in (middle, width - middle):
        for y in (middle, height - middle):
            canvas.setFillColor(IVORY)
            canvas.circle(x, y, 5.6 * mm, stroke=0, fill=1)
            draw_rosette(canvas, x, y, 5.2 * mm)
    canvas.restoreState()


def draw_rosette(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A flower of closed curves."""
    canvas.saveState()
    canvas.setLineWidth(0.25)
    for number in range(5):
        canvas.setStrokeColor(BRASS if number % 2 else GREEN)
        code: list[str] = []
        petals, reach = 12, radius * (0.60 + 0.09 * number)
        for step in range(241):
            angle = step / 240 * 2 * pi
            distance = reach + radius * 0.16 * cos(petals * angle + number * pi / 2.5)
            _go(code, x + distance * cos(angle), y + distance * sin(angle))
        canvas.drawPath(PDFPathObject(code))
    canvas.setStrokeColor(DEEP_GREEN)
    canvas.setLineWidth(0.6)
    canvas.circle(x, y, radius * 0.40)
    canvas.restoreState()


def draw_chip(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A casino chip seen from above: eight edge spots, a ring, a diamond in the middle."""
    canvas.saveState()
    canvas.setFillColor(DEEP_GREEN)
    canvas.circle(x, y, radius, stroke=0, fill=1)
    canvas.setFillColor(PALE_BRASS)
    for spot in range(8):
        angle = spot * 45
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(angle)
        code: list[str] = []
        turns = [(-9 + step * 18 / 8) * pi / 180 for step in range(9)]
        for turn in turns:
            _go(code, radius * cos(turn), radius * sin(turn))
        for turn in reversed(turns):
            _go(code, radius * 0.80 * cos(turn), radius * 0.80 * sin(turn))
        canvas.drawPath(PDFPathObject(code), stroke=0, fill=1)
        canvas.restoreState()
    canvas.setFillColor(GREEN)
    canvas.setStrokeColor(PALE_BRASS)
    canvas.setLineWidth(radius * 0.035)
    canvas.circle(x, y, radius * 0.70, stroke=1, fill=1)
    canvas.setLineWidth(radius * 0.015)
    canvas.circle(x, y, radius * 0.62)
    path = canvas.beginPath()
    reach, tall = radius * 0.30, radius * 0.42
    path.moveTo(x, y + tall)
    for corner_x, corner_y in ((reach, 0), (0, -tall), (-reach, 0), (0, tall)):
        bend_x = 0.30 * (corner_x if corner_x else (reach if corner_y < 0 else -reach))
        bend_y = 0.30 * (corner_y if corner_y else (tall if corner_x > 0 else -tall))
        path.curveTo(x + bend_x, y + bend_y, x + bend_x, y + bend_y, x + corner_x, y + corner_y)
    path.close()
    canvas.setFillColor(PALE_BRASS)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _wave(
    canvas: Canvas, start: tuple[float, float], step: tuple[int, int], length: float, depth: float, shift: float
) -> None:
    code: list[str] = []
    waves = max(2, round(length / (11 * mm)))
    points = waves * 24
    for number in range(points + 1):
        along = length * number / points
        turn = pi * waves * number / points
        aside = depth * sin(2 * turn + shift) * (0.72 + 0.28 * cos(turn))
        _go(code, start[0] + step[0] * along + step[1] * aside, start[1] + step[1] * along + step[0] * aside)
    canvas.drawPath(PDFPathObject(code))


def _go(code: list[str], x: float, y: float) -> None:
    """Add a point to a path as PDF code: these curves have thousands of points."""
    code.append(f"{x:.2f} {y:.2f} {'l' if code else 'm'}")

"""Markers: dolly, puck, buttons, lammers, cut card, ball and pointer; what lies on a bingo card and on a score board.

``size`` is the radius of a chip on the same felt; each marker keeps its own proportion to it.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QRadialGradient

from trainer.desk.style.theme import colour
from trainer.desk.table.pieces.ink import box_shadow, darker, fill, fit_text, lighter, outline, soft_shadow
from trainer.desk.table.pieces.stamp import stamp

# Kind → body, lettering, what is written where the scene says nothing, width in chip radii.
_DISCS: dict[str, tuple[str, str, str, float]] = {
    "puck-on": ("#F6F3EA", "#15181A", "ON", 1.25),
    "puck-off": ("#1B1E22", "#F6F3EA", "OFF", 1.25),
    "dealer-button": ("#F6F3EA", "#15181A", "DEALER", 1.35),
    "button": ("#F6F3EA", "#15181A", "", 1.1),
    "free-bet": ("#E6B422", "#15181A", "FREE", 1.0),
    "lammer": ("#D9C27A", "#15181A", "", 0.8),
    "commission": ("#F0D060", "#15181A", "", 0.8),
    "value": ("#F6F3EA", "#15181A", "", 0.8),
    "chung": ("#B3262E", "#F6F3EA", "BANCO", 1.3),
}
# Balls of bingo; the one that came last differs from the others on the board.
_BINGO_BALLS: dict[str, str] = {"bingo-ball": "#F6F3EA", "bingo-last": "#F2C84B"}
# Numbers of a bingo card: as printed, and dabbed over when their ball came.
_DABS: dict[str, str] = {"bingo-number": "", "bingo-mark": "#C4483F", "bingo-wrong-mark": "#3F6FB4"}
# A baccarat score board: ink and letter of each result, on the bead plate and as a ring of the big road.
_RESULTS: dict[str, tuple[str, str]] = {
    "player": ("#1F5FB4", "P"),
    "banker": ("#C02A33", "B"),
    "tie": ("#1E8A57", "="),
}
_BEADS = tuple(f"{shape}-{winner}" for shape in ("bead", "ring") for winner in _RESULTS)
KINDS = (*_DISCS, *_BINGO_BALLS, *_BEADS, *_DABS, "dolly", "cut-card", "ball", "pointer")


def check_kind(kind: str) -> None:
    """Raise `ValueError` for a kind of marker there is not."""
    if kind not in (*KINDS, "puck"):
        raise ValueError(f"there is no marker {kind!r}: name one of puck, {', '.join(KINDS)}")


def draw_marker(
    painter: QPainter, centre: QPointF, size: float, kind: str, label: str = "", *, turn: float = 0.0
) -> None:
    """Put a marker on the cloth; ``puck`` takes ``on`` or ``off`` from its label. Raises what `check_kind` raises."""
    if kind == "puck":
        kind, label = ("puck-on" if label.lower() == "on" else "puck-off"), ""
    check_kind(kind)
    bounds = QRectF(-size * 2.4, -size * 2.8, size * 4.8, size * 5.4)

    def paint(inner: QPainter) -> None:
        if kind == "dolly":
            _paint_dolly(inner, size)
        elif kind == "cut-card":
            inner.rotate(turn)
            _paint_cut_card(inner, size)
        elif kind == "ball":
            _paint_ball(inner, size)
        elif kind == "pointer":
            inner.rotate(turn)
            _paint_pointer(inner, size)
        elif kind in _BINGO_BALLS:
            _paint_bingo_ball(inner, size, _BINGO_BALLS[kind], label)
        elif kind in _BEADS:
            _paint_result(inner, size, kind, label)
        elif kind in _DABS:
            _paint_card_number(inner, size, _DABS[kind], label)
        else:
            _paint_disc(inner, size, kind, label)

    stamp(painter, centre, ("marker", kind, label, round(size, 2), turn), bounds, paint)


def _paint_disc(painter: QPainter, size: float, kind: str, label: str) -> None:
    body, letters, written, width = _DISCS[kind]
    radius = size * width
    thick = radius * 0.16
    soft_shadow(painter, QPointF(radius * 0.1, radius * 0.18), radius * 1.14, radius * 1.06)
    for drop, ink in ((0.0, darker(body, 0.45)), (-thick, colour(body))):
        face = QPainterPath()
        face.addEllipse(QPointF(0, drop), radius, radius * 0.94)
        fill(painter, face, ink)
    painter.save()
    painter.translate(0, -thick)
    painter.scale(1, 0.94)
    top = QPainterPath()
    top.addEllipse(QPointF(), radius, radius)
    shine = QLinearGradient(-radius, -radius, radius, radius)
    shine.setColorAt(0, lighter(body, 0.3))
    shine.setColorAt(1, darker(body, 0.12))
    painter.fillPath(top, shine)
    ring = QPainterPath()
    ring.addEllipse(QPointF(), radius * 0.84, radius * 0.84)
    outline(painter, ring, colour(letters, 0.6), radius * 0.05)
    text = label or written
    if text:
        height = radius * (0.78 if len(text) <= 2 else 0.62 if len(text) <= 3 else 0.44)
        fill(painter, fit_text(text, QRectF(-radius * 0.72, -height / 2, radius * 1.44, height)), letters)
    outline(painter, top, colour("#000000", 0.4), radius * 0.03)
    painter.restore()


def _paint_bingo_ball(painter: QPainter, radius: float, body: str, label: str) -> None:
    """A ball with its number on a white field, lit from the upper left."""
    soft_shadow(painter, QPointF(radius * 0.16, radius * 0.26), radius * 1.14, radius * 1.06)
    ball = QPainterPath()
    ball.addEllipse(QPointF(), radius, radius)
    sphere = QRadialGradient(QPointF(-radius * 0.34, -radius * 0.4), radius * 1.55)
    sphere.setColorAt(0, lighter(body, 0.55))
    sphere.setColorAt(0.45, colour(body))
    sphere.setColorAt(1, darker(body, 0.62))
    painter.fillPath(ball, sphere)
    field = QPainterPath()
    field.addEllipse(QPointF(), radius * 0.66, radius * 0.66)
    fill(painter, field, colour("#FBFAF6", 0.94))
    outline(painter, field, colour("#15181A", 0.55), radius * 0.035)
    height = radius * (0.66 if len(label) <= 2 else 0.5)
    fill(painter, fit_text(label, QRectF(-radius * 0.56, -height / 2, radius * 1.12, height)), "#15181A")
    glint = QPainterPath()
    glint.addEllipse(QPointF(-radius * 0.42, -radius * 0.62), radius * 0.24, radius * 0.13)
    fill(painter, glint, colour("#FFFFFF", 0.55))
    outline(painter, ball, colour("#000000", 0.35), radius * 0.025)


def _paint_card_number(painter: QPainter, size: float, dab: str, label: str) -> None:
    """A number of a card, on the dab of the player's marker where it has one."""
    if dab:
        disc = QPainterPath()
        disc.addEllipse(QPointF(), size * 1.16, size * 1.1)
        fill(painter, disc, colour(dab, 0.62))
        outline(painter, disc, colour(dab, 0.85), size * 0.06)
    height = size * 0.92
    fill(painter, fit_text(label or "·", QRectF(-size, -height / 2, size * 2, height)), "#1B1A16")


def _paint_result(painter: QPainter, size: float, kind: str, label: str) -> None:
    """A bead with its letter, or a ring; ties that followed strike the ring through, counted from two on."""
    shape, _, winner = kind.partition("-")
    ink, letter = _RESULTS[winner]
    radius = size * 0.8
    disc = QPainterPath()
    disc.addEllipse(QPointF(), radius, radius)
    if shape == "bead":
        fill(painter, disc, ink)
        room = QRectF(-radius * 0.6, -radius * 0.52, radius * 1.2, radius * 1.04)
        fill(painter, fit_text(letter, room, height=radius * 1.0), "#FFFFFF")
        return
    if winner != "tie":
        ring = QPainterPath()
        ring.addEllipse(QPointF(), radius * 0.84, radius * 0.84)
        outline(painter, ring, ink, size * 0.26)
    if label or winner == "tie":
        stroke = QPainterPath(QPointF(-radius * 0.9, radius * 0.9))
        stroke.lineTo(radius * 0.9, -radius * 0.9)
        outline(painter, stroke, _RESULTS["tie"][0], size * 0.22)
    if label not in ("", "1"):
        room = QRectF(-radius * 0.5, -radius * 0.5, radius, radius)
        fill(painter, fit_text(label, room, height=radius * 0.95), "#15181A")


def _paint_dolly(painter: QPainter, size: float) -> None:
    """A clear turned pawn with a gold foot, standing on the winning number."""
    soft_shadow(painter, QPointF(size * 0.3, size * 0.22), size * 1.05, size * 0.62, 0.5)
    foot = QPainterPath()
    foot.addEllipse(QPointF(0, size * 0.12), size * 0.82, size * 0.5)
    gold = QLinearGradient(-size, 0, size, 0)
    for at, ink in ((0.0, "#8A6A24"), (0.3, "#F6DE9A"), (0.6, "#C9A24A"), (1.0, "#6E5218")):
        gold.setColorAt(at, colour(ink))
    painter.fillPath(foot, gold)
    outline(painter, foot, colour("#3A2A08", 0.8), size * 0.04)
    neck = QPainterPath(QPointF(-size * 0.62, size * 0.02))
    neck.cubicTo(-size * 0.3, -size * 0.2, -size * 0.2, -size * 0.6, -size * 0.22, -size * 1.0)
    neck.lineTo(size * 0.22, -size * 1.0)
    neck.cubicTo(size * 0.2, -size * 0.6, size * 0.3, -size * 0.2, size * 0.62, size * 0.02)
    neck.cubicTo(size * 0.4, size * 0.34, -size * 0.4, size * 0.34, -size * 0.62, size * 0.02)
    neck.closeSubpath()
    head = QPainterPath()
    head.addEllipse(QPointF(0, -size * 1.38), size * 0.5, size * 0.5)
    collar = QPainterPath()
    collar.addEllipse(QPointF(0, -size * 0.98), size * 0.38, size * 0.14)
    for part in (neck, collar, head):
        painter.fillPath(part, gold)
        outline(painter, part, colour("#3A2A08", 0.75), size * 0.04)
    shine = QRadialGradient(QPointF(-size * 0.16, -size * 1.54), size * 0.34)
    shine.setColorAt(0, colour("#FFFFFF", 0.85))
    shine.setColorAt(1, colour("#FFFFFF", 0.0))
    painter.fillPath(head, shine)


def _paint_cut_card(painter: QPainter, size: float) -> None:
    card = QRectF(-size * 1.4, -size * 1.95, size * 2.8, size * 3.9)
    box_shadow(painter, card, size * 0.2, size * 0.3, strength=0.5)
    body = QPainterPath()
    body.addRoundedRect(card, size * 0.2, size * 0.2)
    plastic = QLinearGradient(card.topLeft(), card.bottomRight())
    plastic.setColorAt(0, colour("#F4CC3A"))
    plastic.setColorAt(1, colour("#C99412"))
    painter.fillPath(body, plastic)
    outline(painter, body, colour("#6A4B05", 0.8), size * 0.05)


def _paint_ball(painter: QPainter, size: float) -> None:
    radius = size * 0.42
    soft_shadow(painter, QPointF(radius * 0.3, radius * 0.4), radius * 1.25, radius * 1.1, 0.6)
    ball = QPainterPath()
    ball.addEllipse(QPointF(), radius, radius)
    ivory = QRadialGradient(QPointF(-radius * 0.35, -radius * 0.4), radius * 1.5)
    ivory.setColorAt(0, colour("#FFFFFF"))
    ivory.setColorAt(0.5, colour("#EFEAE0"))
    ivory.setColorAt(1, colour("#8E877A"))
    painter.fillPath(ball, ivory)


def _paint_pointer(painter: QPainter, size: float) -> None:
    """The leather tongue of an upright wheel, its tip at the centre and its brass mount above."""
    tongue = QPainterPath(QPointF(0, 0))
    tongue.cubicTo(size * 0.34, -size * 0.5, size * 0.42, -size * 1.0, size * 0.4, -size * 1.5)
    tongue.lineTo(-size * 0.4, -size * 1.5)
    tongue.cubicTo(-size * 0.42, -size * 1.0, -size * 0.34, -size * 0.5, 0, 0)
    tongue.closeSubpath()
    leather = QLinearGradient(-size * 0.4, 0, size * 0.4, 0)
    leather.setColorAt(0, colour("#F3E3C0"))
    leather.setColorAt(1, colour("#B98F52"))
    outline(painter, tongue, colour("#0B0E10", 0.85), size * 0.22)
    painter.fillPath(tongue, leather)
    mount = QPainterPath()
    mount.addEllipse(QPointF(0, -size * 1.5), size * 0.56, size * 0.56)
    brass = QRadialGradient(QPointF(-size * 0.2, -size * 1.7), size)
    brass.setColorAt(0, colour("#F6DE9A"))
    brass.setColorAt(1, colour("#6E5218"))
    painter.fillPath(mount, brass)
    outline(painter, mount, colour("#0B0E10", 0.85), size * 0.1)

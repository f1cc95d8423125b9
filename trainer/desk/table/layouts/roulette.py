"""Roulette cloths: French (even chances on both sides), American with one zero, American with two."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import Theme
from trainer.desk.table.base import Felt, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.roulette_base import (
    CELL,
    EVEN_CHANCES,
    FOOT,
    HIT,
    NUMBERS,
    RouletteFelt,
    foot_name,
    line_shape,
    on_foot_line,
    wide_name,
)
from trainer.desk.table.parts import print_lines, print_words
from trainer.equipment.wheel import DOUBLE_ZERO, SINGLE_ZERO, Wheel
from trainer.texts import Language, Message


class AmericanFelt(RouletteFelt):
    """Dozens and even chances on the lower side only."""

    def __init__(self, felt_id: str, imprint: Imprint, wheel: Wheel) -> None:
        super().__init__(felt_id, imprint, wheel, top=292, cell_height=112, size=QSizeF(1600, 860))
        self.add_racetrack(QRectF(298, 62, 942, 196), ring=47)
        height = 76.0
        for dozen in (1, 2, 3):
            self._add_outside(f"dozen:{dozen}", self._dozen_box(dozen, height), "dozen", str(dozen))
        for dozen in (1, 2):
            box = self._dozen_box(dozen, height)
            at = QPointF(box.right(), box.center().y())
            self._add_outside_line(f"double-dozen:{dozen}-{dozen + 1}", at, line_shape(at, HIT, height * 0.32))
        for index, name in enumerate(EVEN_CHANCES):
            box = QRectF(self.left + index * 2 * CELL, self.bottom + height, 2 * CELL, height)
            self._add_even_chance(name, box, QPointF(box.center().x(), box.bottom()))

    def _dozen_box(self, dozen: int, height: float) -> QRectF:
        return QRectF(self.left + (dozen - 1) * 4 * CELL, self.bottom, 4 * CELL, height)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        lines = QPainterPath()
        for dozen in (1, 2, 3):
            box = self.spot(f"dozen:{dozen}").shape.boundingRect()
            lines.addRect(box)
            words = Message(f"cloth.roulette.dozen.{dozen}", {"bet": self.imprint.label("dozen")})
            print_words(painter, words, language, wide_name(box), height=25, spacing=5)
        for name in EVEN_CHANCES:
            box = self.spot(name).shape.boundingRect()
            lines.addRect(box)
            self._print_even_chance(painter, name, language, box)
        print_lines(painter, lines)


class FrenchFelt(RouletteFelt):
    """Even chances on both sides, dozens beside the foot of the columns on both sides."""

    _SIDES = (("high", "even", "black"), ("low", "odd", "red"))

    def __init__(self, felt_id: str, imprint: Imprint, wheel: Wheel) -> None:
        self.side = 132.0
        super().__init__(felt_id, imprint, wheel, top=406, cell_height=88, size=QSizeF(1600, 880))
        self.add_racetrack(QRectF(296, 58, 946, 180), ring=44)
        self._add_dozens()
        for names, y in zip(self._SIDES, (self.bottom, self.top - self.side), strict=True):
            for index, name in enumerate(names):
                box = QRectF(self.left + index * 4 * CELL, y, 4 * CELL, self.side)
                edge = box.bottom() if y == self.bottom else box.top()
                self._add_even_chance(name, box, QPointF(box.center().x(), edge))

    def upper_edge(self) -> float:
        return self.top - self.side

    def _dozen_boxes(self, dozen: int) -> tuple[QRectF, QRectF]:
        """The box on the lower side, where chips of a scene lie, and its twin on the upper one."""
        height = self.side / 3
        lower = QRectF(self.right, self.bottom + (3 - dozen) * height, FOOT, height)
        upper = QRectF(self.right, self.top - (4 - dozen) * height, FOOT, height)
        return lower, upper

    def _add_dozens(self) -> None:
        for dozen in (1, 2, 3):
            lower, upper = self._dozen_boxes(dozen)
            shape = rectangle(lower)
            shape.addRect(upper)
            self._add_at_foot(f"dozen:{dozen}", lower, shape)
        for dozen in (1, 2):
            box, _ = self._dozen_boxes(dozen)
            at = on_foot_line(box)
            self._add_outside_line(f"double-dozen:{dozen}-{dozen + 1}", at, line_shape(at, 16, 9))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        lines = QPainterPath()
        for dozen in (1, 2, 3):
            words = Message(f"cloth.roulette.french-dozen.{dozen}", {"numbers": self._covers("dozen", dozen)})
            for box in self._dozen_boxes(dozen):
                lines.addRect(box)
                print_words(painter, words, language, foot_name(box), height=20, spacing=2)
        for name in (name for side in self._SIDES for name in side):
            box = self.spot(name).shape.boundingRect()
            lines.addRect(box)
            self._print_even_chance(painter, name, language, box)
        print_lines(painter, lines)


def make(felt_id: str, imprint: Imprint) -> Felt:
    table = felt_id.removesuffix(NUMBERS)
    if table == "roulette-french":
        return FrenchFelt(felt_id, imprint, SINGLE_ZERO)
    return AmericanFelt(felt_id, imprint, DOUBLE_ZERO if table == "roulette-double-zero" else SINGLE_ZERO)

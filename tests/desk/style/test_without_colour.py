"""What colours tell is told without them too: a picture without colour still differs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.desk.conftest import SPANISH
from trainer.desk.answering.trays.piece_button import PieceButton
from trainer.desk.screens.home.drill_row import LevelButton
from trainer.desk.style.style import apply_style
from trainer.desk.widgets.charts.ring import paint_ring

SIDE = 48
CORNER = QRect(56, 90, 16, 14)  # of a card within its edge


def shapes(picture: QImage) -> list[bool]:
    """Where a picture is lighter than it is on the whole: what is left of it for whoever sees no colours."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    found = [grey.pixelColor(x, y).lightness() for y in range(grey.height()) for x in range(grey.width())]
    return [value > sum(found) / len(found) for value in found]


def ring(stand: str) -> QImage:
    picture = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    paint_ring(painter, QRectF(0, 0, SIDE, SIDE), 0.7, SPANISH, stand=stand)
    painter.end()
    return picture


def card(verdict: str, owned) -> QImage:
    button = PieceButton("KH")
    owned(button)
    button.resize(80, 140)
    apply_style(button, SPANISH)
    button.set_verdict(verdict)
    return button.grab().toImage().copy(CORNER)


def level(stand: str, owned) -> QImage:
    button = LevelButton()
    owned(button)
    apply_style(button, SPANISH)
    button.value, button.stand = 0.9, stand
    button.resize(64, 64)
    return button.grab().toImage()


def test_what_is_learnt_mastered_and_fading_have_forms_of_their_own(qapp) -> None:
    pictures = [shapes(ring(stand)) for stand in ("learning", "fading", "mastered")]
    assert pictures[0] != pictures[1] != pictures[2]


def test_a_level_that_fades_is_told_from_one_that_is_being_learnt(owned) -> None:
    assert shapes(level("fading", owned)) != shapes(level("learning", owned))


@pytest.mark.parametrize("verdict", ["right", "wrong"])
def test_a_card_that_was_judged_has_a_sign(verdict: str, owned) -> None:
    other = {"right": "wrong", "wrong": "right"}[verdict]
    assert shapes(card(verdict, owned)) not in (shapes(card("", owned)), shapes(card(other, owned)))

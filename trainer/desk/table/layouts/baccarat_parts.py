"""Parts that all baccarat felts share: the place of a hand with its third card across, the place of the call, and what
is printed and said of a side.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from trainer.desk.table.base import SpotGeometry, rectangle
from trainer.desk.table.imprint import Imprint, Words, initial
from trainer.desk.table.pieces.cards import RATIO
from trainer.texts import Message

_STEP = 1.22  # from card to card, in card widths: the third lies across and clear of the second
_MARGIN = 12.0
_BONUS = "dragon-bonus"
TINTS = {
    "player": "#1D4C86",
    "banker": "#8E1F28",
    "tie": "#0B6B45",
    "dragon-7": "#7A1E4B",
    "panda-8": "#2B3138",
    "fortune-7": "#7A1E4B",
    f"{_BONUS}-player": "#1D4C86",
    f"{_BONUS}-banker": "#8E1F28",
}


def bet_of(box: str) -> str:
    """The bet that is made in a box: a bonus has one for each side."""
    return _BONUS if box.startswith(_BONUS) else box


def label(imprint: Imprint, box: str) -> Words:
    """What is printed in a box, or above a hand; the two tables of one bank are named by their order."""
    if box in ("first", "second"):
        return Message(f"cloth.baccarat.{box}")
    if bet_of(box) == _BONUS:
        side = initial(imprint.label(box.removeprefix(f"{_BONUS}-")))
        return Message("cloth.baccarat.on-side", {"bet": imprint.sign(_BONUS), "side": side})
    return imprint.label(box)


def spoken(imprint: Imprint, box: str) -> Words:
    """A box in words."""
    if box in ("first", "second"):
        return Message(f"cloth.baccarat.{box}")
    if bet_of(box) == _BONUS:
        side = imprint.name(box.removeprefix(f"{_BONUS}-"))
        return Message("cloth.baccarat.bonus-on", {"bet": imprint.name(_BONUS), "side": side})
    return imprint.name(box)


def at_seat(words: Words, seat: int) -> Message:
    """A box of a seat as it is said: ``banca, puesto 3``."""
    return Message("cloth.said.seat", {"what": words, "seat": seat})


def cards_of(imprint: Imprint, side: str) -> Message:
    """The cards of a side in words."""
    return Message("cloth.baccarat.cards", {"side": spoken(imprint, side)})


def hand_width(card_width: float) -> float:
    """How long the place of a hand is: two cards upright and the third across."""
    return card_width * (0.5 + 2 * _STEP + RATIO / 2) + 2 * _MARGIN


def hand_spot(left: float, middle: float, card_width: float) -> SpotGeometry:
    """A hand that begins at the left edge of its place; what it counts is written below it."""
    height = card_width * RATIO + 2 * _MARGIN
    box = QRectF(left, middle - height / 2, hand_width(card_width), height)
    first = QPointF(left + _MARGIN + card_width / 2, middle)
    note = QPointF(box.center().x(), box.bottom() + 18)
    return SpotGeometry(first, rectangle(box, 12), card_width=card_width, card_step=_STEP, centred=False, note=note)


def call_spot(at: QPointF, width: float) -> SpotGeometry:
    """Where the call is written."""
    return SpotGeometry(at, rectangle(QRectF(at.x() - width / 2, at.y() - 20, width, 40), 10), note=at)

"""Base class of all felts: a printed cloth of a fixed size with named spots on which pieces lie and which can be
tapped.

A felt is measured in *felt units*, 1600 to the width of most tables, from the top left corner. Unless it says otherwise
it is drawn as the players see it, with the croupier's side at the top; `sides` turns it round. The view scales it as a
whole. `trainer.desk.table` explains how to make a felt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import StrEnum

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import Theme
from trainer.desk.table.imprint import Imprint, Words
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, say

with lazily():  # seldom needed
    from difflib import get_close_matches

CHIP_RADIUS = 22.0
CARD_WIDTH = 84.0
TILE_OF_CARD = 0.72  # width of a pai gow tile over that of a card on the same spot


class Side(StrEnum):
    """From where a table is seen."""

    DEALER = "dealer"
    PLAYERS = "players"


class UnknownSpotError(KeyError):
    """A scene or a test names a spot that the felt does not have."""

    def __init__(self, felt_id: str, name: str, known: Iterable[str]) -> None:
        near = get_close_matches(name, known, n=3)
        cure = f"; did you mean {', '.join(near)}?" if near else ""
        super().__init__(f"the felt {felt_id} has no spot {name!r}{cure}")

    def __str__(self) -> str:
        return str(self.args[0])


class SpotGeometry(msgspec.Struct, frozen=True):
    """Where a spot is, where a tap counts for it, and how pieces lie on it; all in felt units.

    Piles, cards, tiles and dice spread along ``spread``; ``turn`` (degrees clockwise) turns cards and tiles with the
    seat. Where shapes of several spots overlap, the smallest one is meant.
    """

    centre: QPointF
    shape: QPainterPath
    chip_radius: float = CHIP_RADIUS
    spread: QPointF = msgspec.field(default_factory=lambda: QPointF(1, 0))
    turn: float = 0.0
    card_width: float = CARD_WIDTH
    card_step: float = 1.06  # from card to card, in card widths; below 1 they overlap
    most_cards: int = 0  # that fit into a row; more lie closer together (0: the row goes on)
    centred: bool = True  # a row of cards grows to both sides of the centre, else from the centre along ``spread``
    crowding: float = 1.0  # distance of several piles on the spot; below 1 they move together and overlap
    sorted_piles: bool = False  # cash chips lie in a pile for each denomination, as in a rack or a payout
    stacks_in_row: int = 0  # of such piles so many side by side, and the others in rows behind; 0: all of them
    marker: QPointF | None = None  # where markers stand; in the middle, or beside chips, if not given
    note: QPointF | None = None  # where words beside the spot are centred; below the shape if not given
    note_box: QRectF | None = None  # a printed place for words, such as a line of a board; they are fitted into it
    room: QRectF | None = None  # where chips that are drawn larger stay, from left to right, on the spot's own box
    largest: float = math.inf  # radius up to which chips are drawn larger: a name beside them stays readable
    name_in_middle: bool = False  # the room's middle is printed: several piles lie at its two ends
    box: QRectF | None = None  # the printed box it lies in, with the name of the bet
    printed: str = ""  # in its middle, where chips lie on it: printed again in a corner of the shape
    area: QPainterPath | None = None  # area that lights up under the pointer, such as all numbers of a corner

    @property
    def note_point(self) -> QPointF:
        bounds = self.shape.boundingRect()
        return self.note or QPointF(bounds.center().x(), bounds.bottom() + 14)

    @property
    def lit_area(self) -> QPainterPath:
        return self.area or self.shape


def rectangle(rect: QRectF, radius: float = 0.0) -> QPainterPath:
    """A box with round corners as a shape."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def polygon(*points: tuple[float, float]) -> QPainterPath:
    """Straight lines from point to point and back to the first, as a shape."""
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    return path


def circle(centre: QPointF, radius: float) -> QPainterPath:
    """A disc as a shape."""
    path = QPainterPath()
    path.addEllipse(centre, radius, radius)
    return path


class Felt:
    """A layout: its spots and the print on its cloth. Subclasses add spots in ``__init__`` and override `paint`."""

    cloth = "green"
    rail_width = 34.0
    has_sides = True  # whether the dealer stands opposite the players; if not, the felt is never turned
    is_close_up = False  # it shows one hand: the camera goes no nearer, which would cut the names beside the cards
    piles_give_way = False  # whether a pile may lie beside its place: at roulette the place is the bet
    drawn_from = Side.PLAYERS  # the side from which its geometry is measured

    def __init__(self, felt_id: str, size: QSizeF, imprint: Imprint) -> None:
        self.id = felt_id
        self.size = size
        self.imprint = imprint
        self.seat_numbers: dict[str, QRectF] = {}  # where the number of a seat is printed, apart from its spots
        self._spots: dict[str, SpotGeometry | Callable[[], SpotGeometry]] = {}
        self._names: dict[str, Words] = {}

    def add(self, name: str, geometry: SpotGeometry | Callable[[], SpotGeometry], spoken: Words = "") -> None:
        """Add a spot; ``spoken`` is what a screen reader says of it, its own name if not given. A second one of a name
        raises `ValueError`.

        A felt with very many spots gives a function in place of the geometry: it is called when the spot is first used.
        """
        if name in self._spots:
            raise ValueError(f"the felt {self.id} has two spots {name!r}")
        self._spots[name] = geometry
        if spoken:
            self._names[name] = spoken

    def change(self, name: str, **fields: object) -> None:
        """Change fields of a spot that is there already."""
        self._spots[name] = msgspec.structs.replace(self.spot(name), **fields)

    def spots(self) -> tuple[str, ...]:
        """Every spot, in the order they were added."""
        return tuple(self._spots)

    def spot(self, name: str) -> SpotGeometry:
        """The geometry of a spot; raises `UnknownSpotError`."""
        try:
            geometry = self._spots[name]
        except KeyError:
            raise UnknownSpotError(self.id, name, self._spots) from None
        if not isinstance(geometry, SpotGeometry):
            geometry = self._spots[name] = geometry()
        return geometry

    def spoken(self, name: str, language: Language) -> str:
        """What a screen reader says of a spot."""
        if name not in self._spots:
            raise UnknownSpotError(self.id, name, self._spots)
        return say(self._names[name], language) if name in self._names else name.replace(":", " ")

    def spot_at(self, point: QPointF, among: Iterable[str] | None = None) -> str | None:
        """The spot under a point: of several the one with the smallest shape; `None` beside all spots."""
        names = self._spots if among is None else among
        hits = [name for name in names if self.spot(name).shape.contains(point)]
        return min(hits, key=lambda name: _extent(self.spot(name).shape), default=None)

    def outline(self) -> QPainterPath:
        """The table's outer edge; the cloth lies inside the rail, `rail_width` further in."""
        return rectangle(QRectF(QPointF(), self.size), 60)

    def cloth_outline(self) -> QPainterPath:
        """The edge of the cloth."""
        inset = self.rail_width
        bounds = QRectF(QPointF(), self.size).adjusted(inset, inset, -inset, -inset)
        return rectangle(bounds, max(0.0, 60 - inset))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        """Print the layout on the cloth."""


def _extent(shape: QPainterPath) -> float:
    bounds = shape.boundingRect()
    return bounds.width() * bounds.height()

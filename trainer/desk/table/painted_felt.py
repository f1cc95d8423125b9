"""The widget that paints a felt with the pieces of a scene, whole or zoomed in. Input handling is in `view`.

Pieces slide to their places, spots carry marks and the trainee's chips, and a screen reader gets the table in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.style.theme import DARK, Theme
from trainer.desk.table import make_felt
from trainer.desk.table.arrangement import Place, arrange, stacks
from trainer.desk.table.base import Felt, Side
from trainer.desk.table.camera import Looking, subject
from trainer.desk.table.drawing import (
    Look,
    draw_enlarged_table,
    draw_near_table,
    draw_place,
    draw_table,
    keep_table,
)
from trainer.desk.table.imprint import Imprint, Table
from trainer.desk.table.labels import draw_words
from trainer.desk.table.marks import MARKS, draw_mark
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.table.pieces.chips import draw_badge
from trainer.drills.scene import Chips, Scene
from trainer.system.lazy_imports import lazily
from trainer.texts import Language

with lazily():  # the first scene does not move
    from trainer.desk.style.motion import evenly
    from trainer.desk.table.animation import Sliding
    from trainer.desk.table.descriptions import scene_words

if TYPE_CHECKING:
    from PySide6.QtCore import QVariantAnimation

MILLISECONDS = 400  # duration of a whole movement
_DESCRIBED_AFTER_MILLISECONDS = 200  # after the question or verdict has been painted
_KNOWN = 4  # cached arrangements: before and after the answer, near and far
COUNTABLE = 28.0  # pixels: diameter of a chip that can be counted
HIGHEST_GROWTH = 1.6  # growth of the chips being placed


def least_radius(felt: Felt, scene: Scene, scale: float) -> float:
    """Smallest radius of a countable chip in felt units at so many pixels to a unit; 0 if all chips of the scene are
    large enough, or if the scale is 0."""
    least = COUNTABLE / 2 / scale if scale else 0.0
    piles = {piece.spot for piece in scene.pieces if isinstance(piece, Chips)}
    return 0.0 if all(felt.spot(name).chip_radius >= least for name in piles) else least


class PaintedFelt(Styled, QWidget):
    """Shows a scene on its felt. Call `set_table`, then `show_scene`, then `set_marks` and `set_counts`."""

    def __init__(
        self, parent: QWidget | None = None, theme: Theme = DARK, pictures: PictureCache | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self.reduce_motion = False
        self.slide_milliseconds = MILLISECONDS  # of the next movement
        self._look = Look(theme)
        self._scene: Scene | None = None
        self._felt: Felt | None = None
        self._imprint: Imprint | None = None
        self._places: list[Place] = []
        self._known: list[
            tuple[tuple[Felt, Scene, Mapping[str, str], float], list[Place]]
        ] = []  # the last arrangements
        self._about: tuple[Scene, ...] = ()  # scenes that a following camera keeps in view
        self._on_way: Sliding | None = None  # the movement in progress
        self._marks: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._placed_chip = "1"
        self._on_the_way: QPixmap | None = None  # table and pieces while the camera moves
        self._describing = QTimer(self, singleShot=True, interval=_DESCRIBED_AFTER_MILLISECONDS)
        self._describing.timeout.connect(self.describe)
        self.looking = Looking(self)
        self.looking.moved.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # Scene and table

    def show_scene(self, scene: Scene, language: Language, animate: bool = False, about: Sequence[Scene] = ()) -> None:
        """Show a scene; with ``animate`` new and moved pieces slide to their places unless motion is
        reduced: those that were taken or paid, or in another question what is dealt.

        ``about`` are scenes of this table at which a camera that follows looks: what lies in them stays in sight.
        Without any, it stays where it is.
        Spots the felt does not have raise `UnknownSpotError`. Marks, counts and tappable spots stay where the felt is
        the same and are dropped where it is another.
        """
        if self._imprint is None:
            raise RuntimeError("set the imprint first: a cloth is printed by the rules of its table")
        felt = self._felt
        if felt is None or (felt.id, felt.imprint) != (scene.felt, self._imprint):  # else it lies there already
            felt = make_felt(scene.felt, self._imprint, self._look.side)
        places = self._places_of(felt, scene)  # asks whether all of it can be shown
        if self._felt is not None and felt.id != self._felt.id:
            self._drop_answers()
        before = self._places if self._felt is felt else []
        if self._felt is None or felt.size != self._felt.size:
            self.updateGeometry()
        self._felt, self._scene = felt, scene
        self._on_the_way = None
        self.forget()
        self._change_look(language=language)
        self._places = places
        self._describing.start()
        self._come_to_rest()
        if about:
            self._about = tuple(about)
            self._aim(animate=before != [] or self.looking.is_near(felt))
        self._arrange()
        if animate and not self.reduce_motion:
            self._set_out(felt, before, is_question=bool(about))
        self.update()

    def forget(self) -> None:
        """Forget what was done with the last scene."""

    def _arrange(self) -> None:
        """Arrange the pieces so that chips can be counted at the camera's distance."""
        if self._felt is None or self._scene is None:
            return
        scale = self.looking.scale(self._felt) if self.is_counted() else 0.0
        least = least_radius(self._felt, self._scene, scale)
        self._places = self._places_of(self._felt, self._scene, least)

    def _least_radius(self) -> float:
        """Smallest radius of a countable chip in felt units; 0 if nobody counts here."""
        scale = self.looking.scale(self._shown_felt())
        return COUNTABLE / 2 / scale if scale and self.is_counted() else 0.0

    def is_counted(self) -> bool:
        """Whether somebody counts the chips, so that they must be large enough."""
        return self.looking.follows

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_the_way = None
        self._arrange()

    def describe(self) -> None:
        """Describe the table for a screen reader, a moment after it was painted."""
        self._describing.stop()
        if self._felt is not None and self._scene is not None:
            words = scene_words(self._felt, self._scene, self._look.language)
            if words != self.accessibleDescription():
                self.setAccessibleDescription(words)

    def _aim(self, animate: bool) -> None:
        """Aim the camera at what the question is about."""
        felt = self._shown_felt()
        about = [scene for scene in self._about if scene.felt == felt.id]
        pieces = [place for scene in about for place in self._places_of(felt, scene)]
        glow = [name for scene in about for name in scene.glow]
        self.looking.aim(felt, subject(felt, pieces, glow, self._look.language), animate and not self.reduce_motion)

    def _places_of(self, felt: Felt, scene: Scene, least_radius: float = 0.0) -> list[Place]:
        """The arrangement of a scene, at normal size or enlarged; cached, so that the one after the answer is ready
        when it comes."""
        wanted = (felt, scene, self._look.house_colours, least_radius)
        places = next((places for known, places in self._known if known == wanted), None)
        if places is None:
            places = arrange(*wanted)
            self._known = [(wanted, places), *self._known[: _KNOWN - 1]]
        return places

    @property
    def felt(self) -> Felt | None:
        """The shown felt, from the side it is seen from."""
        return self._felt

    @property
    def scene(self) -> Scene | None:
        """The shown scene."""
        return self._scene

    @property
    def shown_felt(self) -> str:
        """The id of the shown felt; empty before the first scene."""
        return self._scene.felt if self._scene else ""

    def set_imprint(self, imprint: Imprint) -> None:
        """Set the rules that the next scene's cloth is printed with."""
        self._imprint = imprint

    def set_table(self, table: Table) -> None:
        """Set the table of the next scene: the rules that its cloth is printed with and the house's chip colours."""
        self.set_imprint(table.imprint)
        if table.chip_colours != self._look.house_colours:
            self._change_look(house_colours=table.chip_colours)
            self._arrange()

    def restyle(self) -> None:
        self.set_style(current_style())

    def set_style(self, style: Style) -> None:
        """Apply a whole style at once; pictures for paper have one of their own."""
        self.set_theme(style.theme)
        self.set_cloth(style.cloth)
        self.set_four_colour(style.four_colours)
        self.set_side(Side(style.side))
        self.set_language(style.language)

    def set_theme(self, theme: Theme) -> None:
        self._change_look(theme=theme)

    def set_language(self, language: Language) -> None:
        """Print the cloth and name the spots in another language."""
        self._change_look(language=language)
        if self.accessibleDescription():
            self.describe()

    def set_cloth(self, cloth: str) -> None:
        """Set the house's cloth: ``green``, ``burgundy``, ``blue``, or empty for the felt's own."""
        self._change_look(cloth=cloth)

    def set_side(self, side: Side) -> None:
        """Set the side from which the table is seen; scene and answer are kept."""
        if side is self._look.side:
            return
        self._change_look(side=side)
        if self._felt is None:
            return
        self._felt = make_felt(self._felt.id, self._felt.imprint, side)  # the next may be another game
        self._come_to_rest()
        self._aim(animate=False)
        self._arrange()
        self.update()

    def set_four_colour(self, four_colour: bool) -> None:
        self._change_look(four_colour=four_colour)

    def _change_look(self, **changes: object) -> None:
        self._look = structs.replace(self._look, **changes)
        self.update()

    def set_marks(self, marks: Mapping[str, str]) -> None:
        """Set the marks of spots: ``selected``, ``right``, ``wrong`` or ``missing``."""
        felt = self._shown_felt()
        for name, mark in marks.items():
            felt.spot(name)
            if mark not in MARKS:
                raise ValueError(f"{mark!r} is not a mark: name one of {', '.join(MARKS)}")
        self._marks = dict(marks)
        self.update()

    def set_counts(self, counts: Mapping[str, int], chip: str = "1") -> None:
        """Set the chips that the trainee placed: how many on each spot, and which chip."""
        felt = self._shown_felt()
        for name in counts:
            felt.spot(name)
        self._counts = {name: count for name, count in counts.items() if count > 0}
        self._placed_chip = chip or "1"
        self.update()

    def _drop_answers(self) -> None:
        self._marks, self._counts = {}, {}

    def _shown_felt(self) -> Felt:
        if self._felt is None:
            raise RuntimeError("show a scene first: spots belong to its felt")
        return self._felt

    # Where things are

    def felt_box(self) -> QRectF:
        """Where the felt lies in the widget; partly outside while zoomed in."""
        return self.looking.box(self._shown_felt())

    def _scale(self) -> float:
        return self.felt_box().width() / self._shown_felt().size.width()

    def to_widget(self, point: QPointF) -> QPointF:
        """A point of the felt in widget pixels."""
        return self.felt_box().topLeft() + point * self._scale()

    def to_felt(self, point: QPointF) -> QPointF:
        """A point of the widget in felt units."""
        return (point - self.felt_box().topLeft()) / self._scale()

    def spot_point(self, name: str) -> QPointF:
        """The middle of a spot in widget pixels."""
        return self.to_widget(self._shown_felt().spot(name).centre)

    def sizeHint(self) -> QSize:
        size = self._felt.size if self._felt else QSizeF(1600, 900)
        return QSize(960, round(960 * size.height() / size.width()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint() / 2

    def hasHeightForWidth(self) -> bool:
        return False

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._felt is None:
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        box, scale = self.felt_box(), self._scale()
        if self.looking.is_on_its_way and not self._sliding():
            self._paint_on_the_way(painter, self._felt, box)
            painter.translate(box.topLeft())
            painter.scale(scale, scale)
        else:
            self._on_the_way = None
            self._paint_table(painter, self._felt, box)
            painter.translate(box.topLeft())
            painter.scale(scale, scale)
            self.paint_under(painter)
            self._paint_pieces(painter)
            self._paint_counts(painter)
        for name, mark in self._marks.items():
            draw_mark(painter, self._felt.spot(name), mark)
        self.paint_over(painter)
        painter.end()

    def paint_under(self, painter: QPainter) -> None:
        """Paint between cloth and pieces, in felt units."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint above everything, in felt units."""

    def _paint_on_the_way(self, painter: QPainter, felt: Felt, box: QRectF) -> None:
        """Paint table and pieces as one scaled picture, so that a frame costs the same however much lies there."""
        if self._on_the_way is None:
            whole, ratio = self.looking.picture(felt), self.devicePixelRatioF()
            picture = QPixmap((whole.size() * ratio).toSize())
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            glow = self._scene.glow if self._scene else ()
            draw_table(inner, felt, QRectF(QPointF(), QSizeF(picture.size())), self._look, glow, self._pictures)
            inner.scale(picture.width() / felt.size.width(), picture.width() / felt.size.width())
            self._paint_pieces(inner)
            self._paint_counts(inner)
            inner.end()
            self._on_the_way = picture
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawPixmap(box, self._on_the_way, QRectF(self._on_the_way.rect()))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)

    def _paint_table(self, painter: QPainter, felt: Felt, box: QRectF) -> None:
        glow = self._scene.glow if self._scene else ()
        if not self.looking.is_near(felt):
            draw_table(painter, felt, box, self._look, glow, self._pictures)
        elif self.looking.is_sharp:
            draw_near_table(painter, felt, box, QRectF(self.rect()), self._look, glow)
        else:
            draw_enlarged_table(painter, felt, box, self.looking.picture(felt), self._look, glow, self._pictures)

    def keep_table(self) -> None:
        """Store the picture of the shown table for the next start."""
        if self._felt is not None and self._pictures is not None:
            keep_table(
                self._felt, self.looking.picture(self._felt), self._look, self.devicePixelRatioF(), self._pictures
            )

    def _paint_pieces(self, painter: QPainter) -> None:
        sliding = self._on_way
        if sliding is None:
            for place in self._places:
                draw_place(painter, place, self._look)
            draw_words(painter, self._shown_felt(), self._places, self._look.theme, self._look.language)
            return
        time = float(self._slide.currentValue() or 0.0)
        for place, way in sliding.leaving:
            draw_place(painter, place, self._look, way * sliding.gone(time))
        for index, place in enumerate(self._places):
            away = sliding.away(index, time)
            draw_place(painter, place if away is None else sliding.as_it_flies(place, time), self._look, away)

    def _set_out(self, felt: Felt, before: list[Place], is_question: bool) -> None:
        """Start the movement of the pieces, from a scene before or as a new deal."""
        if self._scene is None:
            return
        dealt = Sliding.dealt(felt, self._places, self._scene) if is_question else None
        sliding = dealt or Sliding(felt, before, self._places, self._scene)
        if sliding.is_anything:
            self._go(sliding)

    def _go(self, sliding: Sliding) -> None:
        """Start a movement."""
        self._on_way = sliding
        self._slide.setDuration(self.slide_milliseconds)
        self._slide.start()

    def _come_to_rest(self) -> None:
        """End the movement: everything lies in its place."""
        if self._on_way is not None:
            self._on_way = None
            self._slide.stop()
            self.update()

    @cached_property
    def _slide(self) -> QVariantAnimation:
        animation = evenly(MILLISECONDS, self)
        animation.valueChanged.connect(self.update)
        animation.finished.connect(self._come_to_rest)
        return animation

    def _sliding(self) -> bool:
        return self._on_way is not None

    def _paint_counts(self, painter: QPainter) -> None:
        """Paint the trainee's chips beside those of the scene, each pile with its count."""
        for name, count in self._counts.items():
            spot = self._shown_felt().spot(name)
            spot = structs.replace(
                spot, chip_radius=max(spot.chip_radius, min(HIGHEST_GROWTH * spot.chip_radius, self._least_radius()))
            )
            pile = Chips(spot=name, counts={self._placed_chip: count})
            for place in stacks(name, spot, [pile], self._look.house_colours):
                draw_place(painter, place, self._look)
                if place.leads and count > 1:
                    corner = place.top + QPointF(place.radius * 0.75, -place.radius * 0.75)
                    draw_badge(painter, corner, str(count), max(20.0, place.radius), self._look.theme)

    # The camera

    def make_way(self, covered: int, said: QRectF) -> None:
        """Move what the question is about out from under ``covered`` pixels at the right edge and the texts in the
        upper left corner."""
        if self._felt is not None and not self.looking.is_past(covered, said):
            self.looking.make_way(self._felt, covered, said, not self.reduce_motion)
            self._arrange()

    def keeps_its_size(self, covered: int) -> bool:
        """Whether the table keeps its size when it makes way for so many pixels."""
        return self._felt is None or self.looking.keeps_its_size(self._felt, covered)

    @property
    def can_switch_whole(self) -> bool:
        """Whether `switch_whole` would change anything."""
        return self._felt is not None and self.looking.can_switch_whole(self._felt)

    def switch_whole(self) -> None:
        """Switch between the whole table and what the question is about."""
        if self._felt is not None and self.looking.follows:
            self.looking.switch_whole(self._felt, not self.reduce_motion)
            self._arrange()

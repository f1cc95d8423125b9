"""The widget that shows a felt, whole or near, tappable by mouse, touch and keyboard."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.felts import make_felt
from trainer.desk.felts.arrangement import Place, StackPlace, arrange, stacks
from trainer.desk.felts.base import Felt, Side
from trainer.desk.felts.camera import subject
from trainer.desk.felts.drawing import (
    Look,
    draw_enlarged_table,
    draw_near_table,
    draw_place,
    draw_table,
    draw_words,
    keep_table,
)
from trainer.desk.felts.imprint import Imprint
from trainer.desk.felts.kept import KeptTables
from trainer.desk.felts.looking import Looking
from trainer.desk.felts.marks import MARKS, draw_mark
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import DARK, PRINT, Theme, colour
from trainer.desk.pieces.chips import draw_badge
from trainer.desk.pieces.ink import fill, outline
from trainer.drills.scene import Chips, Scene
from trainer.lazily import lazily
from trainer.texts import Language

with lazily():  # the first scene does not move, and nothing is counted yet
    from trainer.desk.felts.cutting import draw_cut, stack_at
    from trainer.desk.felts.speaking import scene_words
    from trainer.desk.look.motion import slide

if TYPE_CHECKING:
    from PySide6.QtCore import QVariantAnimation

SLIDE_MILLISECONDS = 160
_DESCRIBED_AFTER_MILLISECONDS = 200  # the question and its verdict are painted first
FIVE = 5  # chips of a stack that is cut to be counted
COUNTABLE = 28.0  # pixels across of a chip that can be counted
HIGHEST_GROWTH = 1.6  # of the chips that are being placed
_A_NOTCH = 1.2  # times nearer with a notch of the wheel
_ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


class FeltView(QWidget):
    """A felt with the pieces of a scene.

    ``tapped`` is a left click, touch, Enter or space on a tappable spot; ``untapped`` a right click, Delete or
    Backspace. The order of calls is `set_imprint`, `show_scene`, then `set_tappable`, `set_marks`, `set_counts`.
    """

    tapped = Signal(str)
    untapped = Signal(str)

    def __init__(self, parent: QWidget | None = None, theme: Theme = DARK, kept: KeptTables | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self.reduce_motion = False
        self.screen_keys: tuple[Qt.Key, ...] = ()  # keys that are left to the screen around the felt
        self._look = Look(theme)
        self._scene: Scene | None = None
        self._felt: Felt | None = None
        self._imprint: Imprint | None = None
        self._places: list[Place] = []
        self._about: tuple[Scene, ...] = ()  # at which a camera that follows looks
        self._came_from: dict[int, QPointF] = {}  # index of a place → how far away it starts its slide
        self._tappable: tuple[str, ...] = ()
        self._marks: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._placed_chip = "1"
        self._focused: str | None = None
        self._hovered: str | None = None
        self._pointed: str | None = None  # the spot of the stack under the pointer
        self._on_the_way: QPixmap | None = None  # table and pieces, while the camera moves
        self._cut: set[str] = set()  # spots whose stacks were tapped: they are cut into fives
        self._cuts_all = False
        self.shows_counts = False  # whether a stack that is cut says how many chips it has
        self._describing = QTimer(self, singleShot=True, interval=_DESCRIBED_AFTER_MILLISECONDS)
        self._describing.timeout.connect(self.describe)
        self.looking = Looking(self)
        self.looking.moved.connect(self.update)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown

    def show_scene(self, scene: Scene, language: Language, animate: bool = False, about: Sequence[Scene] = ()) -> None:
        """Show a scene; with ``animate`` new and moved pieces slide to their places unless motion is reduced.

        ``about`` are scenes of this table at which a camera that follows looks: what lies in them stays in sight.
        Without any, it stays where it is.
        Spots the felt does not have raise `UnknownSpotError`. Marks, counts and tappable spots stay where the felt is
        the same and are dropped where it is another.
        """
        if self._imprint is None:
            raise RuntimeError("set the imprint first: a cloth is printed by the rules of its table")
        felt = make_felt(scene.felt, self._imprint, self._look.side)
        places = arrange(felt, scene, self._look.house_colours)  # asks whether all of it can be shown
        if self._felt is not None and felt.id != self._felt.id:
            self._drop_answers()
        before = self._places if self._felt is felt else []
        self._felt, self._scene = felt, scene
        self._cut, self._cuts_all = set(), False
        self._on_the_way = None
        self._change_look(language=language)
        self._places = places
        self._describing.start()
        if self._sliding():
            self._slide.stop()
        self._came_from = {}
        if animate and not self.reduce_motion:
            self._came_from = _starts(felt, before, places)
            self._slide.start()
        if about:
            self._about = tuple(about)
            self._aim(animate=before != [] or self.looking.is_near(felt))
        self._arrange()
        self.updateGeometry()
        self.update()

    def _arrange(self) -> None:
        """Lay out the pieces so that chips can be counted from where the camera looks."""
        if self._felt is not None and self._scene is not None:
            self._places = arrange(self._felt, self._scene, self._look.house_colours, self._least_radius())

    def _least_radius(self) -> float:
        """Of a chip that can be counted, in felt units; none where the view is too small to be answered on."""
        scale = self.looking.scale(self._shown_felt())
        return COUNTABLE / 2 / scale if scale and self.looking.follows else 0.0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_the_way = None
        self._arrange()

    def describe(self) -> None:
        """Say what lies on the table in words, for a screen reader; a moment after it is seen."""
        self._describing.stop()
        if self._felt is not None and self._scene is not None:
            words = scene_words(self._felt, self._scene, self._look.language)
            if words != self.accessibleDescription():
                self.setAccessibleDescription(words)

    def _aim(self, animate: bool) -> None:
        """Look at what the question is about."""
        felt = self._shown_felt()
        about = [scene for scene in self._about if scene.felt == felt.id]
        pieces = [place for scene in about for place in arrange(felt, scene)]
        glow = [name for scene in about for name in scene.glow]
        self.looking.aim(felt, subject(felt, pieces, glow, self._look.language), animate and not self.reduce_motion)

    @property
    def shown_felt(self) -> str:
        """The id of the felt that is shown; empty before the first scene."""
        return self._scene.felt if self._scene else ""

    def set_imprint(self, imprint: Imprint) -> None:
        """The rules that the cloth of the next scene is printed by."""
        self._imprint = imprint

    def wear(self, dress: Dress) -> None:
        """All that a desk is dressed in, at once."""
        self.set_theme(dress.theme)
        self.set_cloth(dress.cloth)
        self.set_four_colour(dress.four_colours)
        self.set_side(Side(dress.side))
        self.set_language(dress.language)

    def set_theme(self, theme: Theme) -> None:
        self._change_look(theme=theme)

    def set_language(self, language: Language) -> None:
        """Print the cloth and say the spots in another language; the scene stays."""
        self._change_look(language=language)
        if self.accessibleDescription():
            self.describe()

    def set_cloth(self, cloth: str) -> None:
        """The house's cloth: ``green``, ``burgundy``, ``blue``, or nothing for the felt's own."""
        self._change_look(cloth=cloth)

    def set_side(self, side: Side) -> None:
        """From where the table is seen; what lies on it stays, and so does what was answered."""
        if side is self._look.side:
            return
        self._change_look(side=side)
        if self._scene is None or self._imprint is None:
            return
        felt = make_felt(self._scene.felt, self._imprint, side)
        self._felt, self._came_from = felt, {}
        self._hovered = self._pointed = None
        self._aim(animate=False)
        self._arrange()
        self.update()

    def set_four_colour(self, four_colour: bool) -> None:
        self._change_look(four_colour=four_colour)

    def set_house_colours(self, colours: Mapping[str, str]) -> None:
        """Colours of the cash chips by value, written as in scenes: ``{"25": "green"}``; see `chips.house_colours`."""
        if colours == self._look.house_colours:
            return
        self._change_look(house_colours=dict(colours))
        self._arrange()

    def _change_look(self, **changes: object) -> None:
        self._look = structs.replace(self._look, **changes)
        self._say_focus()
        self.update()

    def set_tappable(self, spots: Sequence[str]) -> None:
        """The spots that answer to taps, in the order Home and End walk them."""
        felt = self._shown_felt()
        for name in spots:
            felt.spot(name)
        self._tappable = tuple(spots)
        if self._focused not in self._tappable:
            self._focused = self._tappable[0] if self._tappable and self.hasFocus() else None
        self._hovered = None
        self._say_focus()
        self.update()

    def set_marks(self, marks: Mapping[str, str]) -> None:
        """Marks of spots: ``selected``, ``right``, ``wrong`` or ``missing``."""
        felt = self._shown_felt()
        for name, mark in marks.items():
            felt.spot(name)
            if mark not in MARKS:
                raise ValueError(f"{mark!r} is not a mark: name one of {', '.join(MARKS)}")
        self._marks = dict(marks)
        self.update()

    def set_counts(self, counts: Mapping[str, int], chip: str = "1") -> None:
        """Chips the trainee placed: how many on each spot, and which chip by value or colour."""
        felt = self._shown_felt()
        for name in counts:
            felt.spot(name)
        self._counts = {name: count for name, count in counts.items() if count > 0}
        self._placed_chip = chip or "1"
        self.update()

    def _drop_answers(self) -> None:
        self._tappable, self._marks, self._counts = (), {}, {}
        self._focused = self._hovered = self._pointed = None

    def _shown_felt(self) -> Felt:
        if self._felt is None:
            raise RuntimeError("show a scene first: spots belong to its felt")
        return self._felt

    # Where things are

    def felt_box(self) -> QRectF:
        """Where the felt lies in the widget; partly outside of it while the camera is near."""
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

    def focused_spot(self) -> str | None:
        return self._focused

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
            self._paint_hover(painter)
            self._paint_pieces(painter)
            self._paint_counts(painter)
        for name, mark in self._marks.items():
            draw_mark(painter, self._felt.spot(name), mark)
        self._paint_focus(painter)
        self._paint_cut(painter)
        painter.end()

    def _paint_on_the_way(self, painter: QPainter, felt: Felt, box: QRectF) -> None:
        """Table and pieces as one picture, larger or smaller: however much lies there, a frame costs the same."""
        if self._on_the_way is None:
            whole, ratio = self.looking.picture(felt), self.devicePixelRatioF()
            picture = QPixmap((whole.size() * ratio).toSize())
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            inner.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            glow = self._scene.glow if self._scene else ()
            draw_table(inner, felt, QRectF(QPointF(), QSizeF(picture.size())), self._look, glow, self._kept)
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
            draw_table(painter, felt, box, self._look, glow, self._kept)
        elif self.looking.is_sharp:
            draw_near_table(painter, felt, box, QRectF(self.rect()), self._look, glow)
        else:
            draw_enlarged_table(painter, felt, box, self.looking.picture(felt), self._look, glow, self._kept)

    def keep_table(self) -> None:
        """Keep the picture of the table that is shown for the next start."""
        if self._felt is not None and self._kept is not None:
            keep_table(self._felt, self.looking.picture(self._felt), self._look, self.devicePixelRatioF(), self._kept)

    def _paint_pieces(self, painter: QPainter) -> None:
        left = 1.0 - float(self._slide.currentValue() or 0.0) if self._sliding() else 0.0
        for index, place in enumerate(self._places):
            away = self._came_from.get(index)
            draw_place(painter, place, self._look, away * left if away and left else None)
        if not left:
            draw_words(painter, self._shown_felt(), self._places, self._look)

    @cached_property
    def _slide(self) -> QVariantAnimation:
        animation = slide(SLIDE_MILLISECONDS, self)
        animation.valueChanged.connect(self.update)
        return animation

    def _sliding(self) -> bool:
        return "_slide" in self.__dict__ and self._slide.state() == self._slide.State.Running

    def _paint_counts(self, painter: QPainter) -> None:
        """The trainee's chips stand beside those of the scene, each pile with its count."""
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

    def _paint_hover(self, painter: QPainter) -> None:
        if self._hovered:
            spot = self._shown_felt().spot(self._hovered)
            fill(painter, spot.lit_area, colour("#FFFFFF", 0.16))
            outline(painter, spot.shape, colour(PRINT.ivory, 0.9), 2.5)

    def _paint_focus(self, painter: QPainter) -> None:
        if self._focused and self.hasFocus():
            shape = self._shown_felt().spot(self._focused).shape
            outline(painter, shape, colour("#000000", 0.55), 7)
            outline(painter, shape, colour(DARK.accent), 4)

    def _paint_cut(self, painter: QPainter) -> None:
        """Stacks cut into fives: the one under the pointer or that was tapped, or all of them."""
        table = QRectF(QPointF(), self._shown_felt().size)
        for place in self._places:
            if isinstance(place, StackPlace) and len(place.faces) > 1:
                is_meant = place.spot == self._pointed or place.spot in self._cut
                if is_meant or (self._cuts_all and len(place.faces) > FIVE):
                    draw_cut(painter, place, table, self._look, self.shows_counts)

    def switch_cut(self) -> None:
        """Cut every stack into fives, or put them together again."""
        self._cuts_all = not self._cuts_all
        self._cut.clear()
        self.update()

    # Mouse, touch and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._felt is None:
            return
        point = self.to_felt(event.position())
        hovered = self._felt.spot_at(point, self._tappable)
        stack = stack_at(self._places, point)
        pointed = stack.spot if stack else None
        if (hovered, pointed) != (self._hovered, self._pointed):
            self._hovered, self._pointed = hovered, pointed
            self.setCursor(Qt.CursorShape.PointingHandCursor if hovered else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = self._pointed = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._felt is None:
            return
        point = self.to_felt(event.position())
        spot = self._felt.spot_at(point, self._tappable)
        if spot is None:
            self._tap_stack(point)
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self._focus(spot)
            self.tapped.emit(spot)
        elif event.button() == Qt.MouseButton.RightButton:
            self._focus(spot)
            self.untapped.emit(spot)

    def _tap_stack(self, point: QPointF) -> None:
        """A tap on a stack cuts it, another puts it together."""
        stack = stack_at(self._places, point)
        if stack is not None:
            self._cut ^= {stack.spot}
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Two quick taps place two chips.
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel goes nearer and away, where the camera may move."""
        if self._felt is None or not self.looking.follows:
            super().wheelEvent(event)
            return
        self.looking.approach(self._felt, event.position(), _A_NOTCH ** (event.angleDelta().y() / 120))

    def event(self, event: QEvent) -> bool:
        """Two fingers on a touchpad go nearer and away like the wheel."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            if self._felt is not None and self.looking.follows:
                self.looking.approach(self._felt, event.position(), 1 + event.value())
            return True
        return super().event(event)

    def make_way(self, covered: int) -> None:
        """Something lies over so many pixels at the right edge: what the question is about moves out from under it."""
        if self._felt is not None:
            self.looking.make_way(self._felt, covered, not self.reduce_motion)
            self._arrange()

    def switch_whole(self) -> None:
        """Show the whole table, or what the question is about again."""
        if self._felt is not None and self.looking.follows:
            self.looking.switch_whole(self._felt, not self.reduce_motion)
            self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in self.screen_keys:
            super().keyPressEvent(event)
        elif key in _ARROWS and self._tappable:
            self._focus(self._next(_ARROWS[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._tappable:
            self._focus(self._tappable[0 if key == Qt.Key.Key_Home else -1])
        elif self._focused and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.tapped.emit(self._focused)
        elif self._focused and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.untapped.emit(self._focused)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_key and self._focused is None and self._tappable:
            self._focus(self._tappable[0])
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _next(self, direction: QPointF) -> str:
        """The nearest tappable spot in a direction; the focused one where there is none."""
        if self._focused is None:
            return self._tappable[0]
        felt = self._shown_felt()
        start = felt.spot(self._focused).centre

        def cost(name: str) -> float:
            way = felt.spot(name).centre - start
            along = QPointF.dotProduct(way, direction)
            aside = abs(way.x() * direction.y() - way.y() * direction.x())
            return along + 2.2 * aside if along > 0.5 and aside <= along * 2.5 else math.inf

        best = min(self._tappable, key=cost)
        return best if cost(best) < math.inf else self._focused

    def _focus(self, spot: str) -> None:
        self._focused = spot
        self._say_focus()
        self.update()

    def _say_focus(self) -> None:
        if self._felt is None:
            return
        name = self._felt.spoken(self._focused, self._look.language) if self._focused else ""
        if name != self.accessibleName():
            self.setAccessibleName(name)  # which tells the screen reader


def _starts(felt: Felt, before: Sequence[Place], after: Sequence[Place]) -> dict[int, QPointF]:
    """How far from its place each new piece starts: where the same piece lay before, else at the rack or the shoe."""
    lay = list(before)
    new: list[int] = []
    for index, place in enumerate(after):
        stays = next((old for old in lay if old.piece == place.piece and old.at == place.at), None)
        if stays is None:
            new.append(index)
        else:
            lay.remove(stays)
    starts: dict[int, QPointF] = {}
    for index in new:
        place = after[index]
        moved = next((old for old in lay if _same_look(old, place)), None)
        if moved is not None:
            lay.remove(moved)
            starts[index] = moved.at - place.at
        else:
            source = "rack" if isinstance(place, StackPlace) else "shoe"
            starts[index] = felt.spot(source).centre - place.at if source in felt.spots() else QPointF(0, -60)
    return starts


def _same_look(one: Place, other: Place) -> bool:
    if isinstance(one, StackPlace) or isinstance(other, StackPlace):
        return isinstance(one, StackPlace) and isinstance(other, StackPlace) and one.faces == other.faces
    return structs.replace(one.piece, spot="") == structs.replace(other.piece, spot="")

"""The camera of a view as it moves: aimed at what a question is about, led by hand, or back at the whole table."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal
from PySide6.QtWidgets import QWidget

from trainer.desk.table.base import Felt
from trainer.desk.table.camera import beside, between, near, nearer
from trainer.desk.table.drawing import fitted
from trainer.system.lazy_imports import lazily

with lazily():  # the first look does not move
    from trainer.desk.style.motion import slide

if TYPE_CHECKING:
    from PySide6.QtCore import QVariantAnimation

MOVE_MILLISECONDS = 260
_STILL = QPointF()
_BESIDE = 16  # pixels of cloth between what a question is about and what lies over the right edge
_AS_LARGE = 0.95  # of its size: hardly anybody sees that it was larger
SHARP_AFTER_MILLISECONDS = 30  # the near cloth is painted once what was asked is on the screen


class Looking(QObject):
    """Where a view looks now. ``moved`` asks for painting.

    While it moves, and for a moment after it was aimed, the cloth is the picture of the whole table drawn larger: that
    costs no time, so neither a start nor a key waits for it. `is_sharp` tells when it may be painted in full.
    """

    moved = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.follows = False  # whether it goes near by itself
        self.sees_whole = False  # the user wants the whole table
        self._subject = QRectF()  # what it is aimed at, in felt units
        self._covered = 0  # pixels at the right edge that something lies over
        self._said = QRectF()  # what words in the upper left corner lie over
        self._by_hand: tuple[float, QPointF] | None = None  # times as near as the whole, and the point in the middle
        self._aimed: tuple[object, ...] = ()  # from what the target was found last
        self._found = QRectF()
        self._start: QRectF | None = None
        self._sharp = False
        self._sharpening = QTimer(self, singleShot=True, interval=SHARP_AFTER_MILLISECONDS)
        self._sharpening.timeout.connect(self.sharpen)

    # ── where it looks ───────────────────────────────────────────────────────────────────────────────────────────

    def picture(self, felt: Felt) -> QRectF:
        """The box of the picture that is kept of the table: all of it, in all of the widget."""
        return fitted(felt, QRectF(self._view.rect()), self._view.devicePixelRatioF())

    def _room(self) -> QRectF:
        return QRectF(self._view.rect()).adjusted(0, self._said.bottom(), -self._covered, 0)

    def _whole(self, felt: Felt) -> QRectF:
        return fitted(felt, self._room(), self._view.devicePixelRatioF())

    def scale(self, felt: Felt) -> float:
        """Pixels to a felt unit where it looks, or will once it has moved there."""
        return self._target(felt).width() / felt.size.width()

    def box(self, felt: Felt) -> QRectF:
        """The box of the felt in the widget at this moment."""
        target = self._target(felt)
        if self._start is None or not self.is_moving:
            return target
        return between(self._start, target, float(self._move.currentValue()))

    def is_near(self, felt: Felt) -> bool:
        """Whether only a part of the table is seen, or on the way from there."""
        return self.is_moving or self._target(felt) != self.picture(felt)

    @property
    def is_moving(self) -> bool:
        return "_move" in self.__dict__ and self._move.state() == self._move.State.Running

    @property
    def is_on_its_way(self) -> bool:
        """Whether the next frame will look elsewhere: it moves, or is being led by hand."""
        return self.is_moving or (self._by_hand is not None and not self._sharp)

    @property
    def is_sharp(self) -> bool:
        return self._sharp and not self.is_moving

    def _target(self, felt: Felt) -> QRectF:
        """Where it looks once it has moved there; found anew only if something it hangs on has changed."""
        led = (self.follows, self.sees_whole, self._subject, self._covered, self._said, self._by_hand)
        aimed = (felt, self._view.rect(), self._view.devicePixelRatioF(), *led)
        if aimed != self._aimed:
            self._aimed, self._found = aimed, self._find_target(felt)
        return self._found

    def _find_target(self, felt: Felt) -> QRectF:
        whole, room = self._whole(felt), self._room()
        if self.sees_whole:
            return whole
        if self._by_hand is not None:
            times, middle = self._by_hand
            at_middle = QRectF(whole)
            at_middle.translate(room.center() - (whole.topLeft() + middle * (whole.width() / felt.size.width())))
            return nearer(felt, whole, room, at_middle, room.center(), times)
        if not self.follows:
            return whole
        is_here = self._subject.intersects(QRectF(QPointF(), felt.size))  # it may be of a table shown before
        if is_here and (self._covered or not self._said.isEmpty()):
            uncovered = near(felt, self.picture(felt), QRectF(self._view.rect()), self._subject)
            scale = uncovered.width() / felt.size.width()
            seen = QRectF(uncovered.topLeft() + self._subject.topLeft() * scale, self._subject.size() * scale)
            is_clear = seen.right() + _BESIDE <= room.right() and not seen.intersects(self._said)
            if not is_clear:
                return beside(felt, whole, room, scale, self._subject)
            # Nothing of it is covered: the table moves only into room that was empty.
            hidden = min(uncovered.right() - room.right(), uncovered.left())
            return uncovered.translated(-max(0.0, hidden), 0)
        return near(felt, whole, room, self._subject)

    # ── how it is led ────────────────────────────────────────────────────────────────────────────────────────────

    def aim(self, felt: Felt, subject: QRectF, animate: bool) -> None:
        """Look at a part of the table, given in felt units; an empty one is the whole."""
        if subject == self._subject and self._by_hand is None:
            return
        before = self.box(felt) if animate else None
        self._subject, self._by_hand = subject, None
        self._go(felt, before)

    def switch_whole(self, felt: Felt, animate: bool) -> None:
        """To the whole table, or back to where it was aimed."""
        before = self.box(felt) if animate else None
        self.sees_whole = not self.sees_whole
        self._go(felt, before)

    def is_past(self, covered: int, said: QRectF) -> bool:
        """Whether it looks past just that already."""
        return covered == self._covered and said == self._said

    def keeps_its_size(self, felt: Felt, covered: int) -> bool:
        """Whether the table need not become smaller to look past so many pixels at the right edge."""
        was, widths = self._covered, []
        for self._covered in (0, covered):
            widths.append(self._find_target(felt).width())
        self._covered = was
        return widths[1] >= widths[0] * _AS_LARGE

    def make_way(self, felt: Felt, covered: int, said: QRectF, animate: bool) -> None:
        """Look past something that lies over so many pixels at the right edge, and words in the upper left corner."""
        before = self.box(felt) if animate else None
        was = self._target(felt)
        self._covered, self._said = covered, said
        if self._target(felt) != was:
            self._go(felt, before)

    def approach(self, felt: Felt, at: QPointF, times: float, pulled: QPointF = _STILL) -> None:
        """Nearer by hand, or away with a factor below 1; the point under the pointer stays under it, also where two
        fingers pulled it there."""
        whole, room = self._whole(felt), self._room()
        box = nearer(felt, whole, room, self.box(felt).translated(pulled), at, times)
        scale = box.width() / felt.size.width()
        self.sees_whole = False
        self._by_hand = (box.width() / whole.width(), (room.center() - box.topLeft()) / scale)
        self._go(felt, None)

    def _go(self, felt: Felt, before: QRectF | None) -> None:
        self._sharp = False
        if before is not None and before != self._target(felt):
            self._start = before
            self._move.stop()
            self._move.start()
        else:
            self._start = None
            if "_move" in self.__dict__:
                self._move.stop()
            self._sharpening.start()
        self.moved.emit()

    def sharpen(self) -> None:
        """From now on the cloth is painted in full."""
        self._sharp = True
        self.moved.emit()

    @cached_property
    def _move(self) -> QVariantAnimation:
        animation = slide(MOVE_MILLISECONDS, self)
        animation.valueChanged.connect(self.moved)
        animation.finished.connect(self._sharpening.start)
        return animation

"""The tray for setting cards or tiles into hands, here or on the felt: loose pieces at the left, hands at the right."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton

from trainer.desk.answering.trays.piece_button import FOOT, PieceButton, is_tile
from trainer.desk.answering.trays.tray import HIGHEST, Tray
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.table.descriptions import piece_words
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.touch import Dragging
from trainer.drills.forms import HandsForm, Slot
from trainer.drills.scene import CardPiece, Scene

_LABEL = 24
_LABEL_INSET = 4  # aligned with the pieces below it
_GAP = 24
_WIDEST_CARD, _WIDEST_TILE = 76, 42


class HandsTray(Tray[HandsForm]):
    """A click or number key puts a piece into the current hand or takes it out again; pieces can be dragged. When the
    remaining pieces exactly fill the last hand, they go there automatically."""

    is_compared = True

    def __init__(self, form: HandsForm) -> None:
        super().__init__(form)
        self.hands: dict[str, list[int]] = {slot.id: [] for slot in form.slots}  # indices into ``form.pieces``
        self.filling = form.slots[0].id
        self.pieces: list[PieceButton] = []
        dragging = Dragging(self)
        dragging.dropped.connect(self._drop)
        for index, piece in enumerate(form.pieces):
            button = PieceButton(piece, self)
            button.clicked.connect(lambda _=False, index=index: self._toggle(index))
            dragging.watch(button)
            self.pieces.append(button)
        self.restyle()

    def answer(self) -> str:
        filled = {hand: [self.form.pieces[index] for index in places] for hand, places in self.hands.items()}
        return " ".join(f"{hand}={','.join(pieces)}" for hand, pieces in filled.items() if pieces)

    def put(self, answer: str) -> None:
        loose = list(range(len(self.pieces)))
        for hand, _, pieces in (word.partition("=") for word in answer.split()):
            self.hands[hand] = []
            for piece in pieces.split(","):
                index = next(place for place in loose if self.form.pieces[place] == piece)
                loose.remove(index)
                self.hands[hand].append(index)
        self._arrange()
        self.changed.emit()

    def missing(self) -> str:
        rest = len(self.pieces) - sum(len(places) for places in self.hands.values())
        return current_style().say("tray.missing-pieces", count=rest) if rest else ""

    def wanted_height(self) -> int:
        return HIGHEST

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        return (
            ("key.numbers", "keys.set"),
            ("key.left-right", "keys.other-hand"),
            ("key.backspace", "keys.undo"),
        )

    # ── setting ──────────────────────────────────────────────────────────────────────────────────────────────────

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        index = digit_of(event)
        if index is not None and index < len(self.pieces):
            self._toggle(index)
            return True
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            slots = [slot.id for slot in self.form.slots]
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            self.filling = slots[(slots.index(self.filling) + step) % len(slots)]
            self.update()
            return True
        if event.key() == Qt.Key.Key_Backspace:
            if self.hands[self.filling]:
                self._toggle(self.hands[self.filling][-1])
            return True
        if event.key() == Qt.Key.Key_Delete:
            for place in reversed(tuple(self.hands[self.filling])):
                self._toggle(place)
            return True
        return False

    def _hand_of(self, index: int) -> str | None:
        return next((hand for hand, places in self.hands.items() if index in places), None)

    def _room(self, hand: str) -> int:
        size = next(slot.size for slot in self.form.slots if slot.id == hand)
        return size - len(self.hands[hand])

    def _toggle(self, index: int) -> None:
        hand = self._hand_of(index)
        if hand is not None:
            self._set(index, None)
            self.filling = hand
        else:
            self._set(index, self.filling)
        self._arrange()

    def _set(self, index: int, hand: str | None) -> None:
        """Put a piece into a hand with room, or among the loose ones."""
        if not self.is_open:
            return
        before = self._hand_of(index)
        if hand is not None and (hand == before or not self._room(hand)):
            return
        if before is not None:
            self.hands[before].remove(index)
        if hand is not None:
            self.hands[hand].append(index)
            self._fill_up(hand)
        self.changed.emit()

    def _fill_up(self, hand: str) -> None:
        if self._room(hand):
            return
        open_hands = [other for other in self.hands if self._room(other)]
        if open_hands:
            self.filling = open_hands[0]
        loose = [index for index in range(len(self.pieces)) if self._hand_of(index) is None]
        if len(open_hands) == 1 and len(loose) == self._room(open_hands[0]):
            self.hands[open_hands[0]] += loose

    def _drop(self, button: QAbstractButton, middle: QPoint) -> None:
        index = next(place for place, known in enumerate(self.pieces) if known is button)
        target = next((hand for hand in self.hands if self._hand_box(hand).contains(middle)), None)
        self._set(index, target)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for hand in self.hands:
            if self._hand_box(hand).contains(event.position().toPoint()) and self.is_open:
                self.filling = hand
                self.update()

    # ── on the felt ──────────────────────────────────────────────────────────────────────────────────────────────

    def movable(self) -> tuple[tuple[str, str], ...]:
        return self._lying() if self.is_open else ()

    def chosen_pieces(self) -> tuple[tuple[str, str], ...]:
        """On a felt without places for the hands the pieces of the first hand are outlined."""
        if self.places.parts:
            return ()
        return tuple(self._lying()[index] for index in self.hands[self.form.slots[0].id] if self.places.pieces)

    def tap(self, spot: str) -> None:
        """Make the tapped hand the one that is filled."""
        if self.is_open and spot in self.places.parts:
            self.filling = self.places.parts[spot]
            self.update()

    def pick(self, spot: str, text: str) -> None:
        if self.is_open and (spot, text) in self._lying():
            self._toggle(self._lying().index((spot, text)))

    def drop(self, spot: str, text: str, target: str) -> None:
        if self.is_open and (spot, text) in self._lying():
            self._set(self._lying().index((spot, text)), self.places.parts.get(target))
            self._arrange()

    def _lying(self) -> tuple[tuple[str, str], ...]:
        """Spot and text of each piece of the form, where it lies on the felt now."""
        if not self.places.pieces:
            return ()
        loose = list(self.places.pieces)
        spots = {hand: spot for spot, hand in self.places.parts.items()}
        found = []
        for index, piece in enumerate(self.form.pieces):
            home = next(place for place in loose if place[1] == piece)
            loose.remove(home)
            found.append((spots.get(self._hand_of(index) or "", home[0]), piece))
        return tuple(found)

    def laid(self, scene: Scene) -> Scene:
        """The scene with the pieces in the hands they were set into."""
        if not self.places.parts or not self.places.pieces or not any(self.hands.values()):
            return scene
        waiting = list(enumerate(self._lying()))
        pieces = []
        for piece in scene.pieces:
            text = piece.card if isinstance(piece, CardPiece) else getattr(piece, "tile", "")
            index = next((index for index, (_, known) in waiting if known == text), None)
            hand = self._hand_of(index) if index is not None else None
            if index is not None:
                waiting = [each for each in waiting if each[0] != index]
            if index is not None and hand is not None:
                place = self.hands[hand].index(index)
                piece = structs.replace(piece, spot=self._lying()[index][0], offset=place)  # noqa: PLW2901
            pieces.append(piece)
        return structs.replace(scene, pieces=tuple(pieces))

    # ── geometry ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _piece_size(self) -> QSize:
        px = current_style().px
        tiles = is_tile(self.form.pieces[0])
        places = len(self.pieces) + sum(slot.size for slot in self.form.slots)
        room = self.width() - px(_GAP) * len(self.form.slots)
        # A hand narrower than its name takes the width of the name.
        for slot in self.form.slots:
            if (name := self._label_width(slot)) > slot.size * (room // places):
                room, places = room - name, places - slot.size
        highest = px(HIGHEST - _LABEL - FOOT) / self.pieces[0].ratio()
        width = min(room // places, px(_WIDEST_TILE if tiles else _WIDEST_CARD), int(highest))
        return QSize(width, round(width * self.pieces[0].ratio()) + px(FOOT))

    def _home(self, index: int) -> QRect:
        size = self._piece_size()
        return QRect(QPoint(index * size.width(), current_style().px(_LABEL)), size)

    def _hand_box(self, hand: str) -> QRect:
        size = self._piece_size()
        left = len(self.pieces) * size.width() + current_style().px(_GAP)
        for slot in self.form.slots:
            width = max(slot.size * size.width(), self._label_width(slot))
            if slot.id == hand:
                return QRect(left, 0, width, size.height() + current_style().px(_LABEL))
            left += width + current_style().px(_GAP)
        raise KeyError(hand)

    def _label(self, slot: Slot) -> str:
        return f"{self.say(slot.label)}  {len(self.hands[slot.id])}/{slot.size}"

    def _label_width(self, slot: Slot) -> int:
        """The width of a hand's name; two tiles are narrower."""
        metrics = QFontMetrics(current_style().font(STEPS.body, bold=True))
        return metrics.horizontalAdvance(self._label(slot)) + current_style().px(_LABEL_INSET)

    def _arrange(self) -> None:
        size = self._piece_size()
        for index, button in enumerate(self.pieces):
            hand = self._hand_of(index)
            place = self._home(index)
            if hand is not None:
                left = self._hand_box(hand).left() + self.hands[hand].index(index) * size.width()
                place.moveLeft(left)
            button.setGeometry(place)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(current_style().px(640), current_style().px(HIGHEST))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hands: names above, dashed outlines for empty places."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = current_style().theme, current_style().px
        size = self._piece_size()
        for slot in self.form.slots:
            box = self._hand_box(slot.id)
            is_filling = slot.id == self.filling and self.is_open
            ink = colour(theme.accent if is_filling else theme.quiet)
            painter.setPen(ink)
            painter.setFont(current_style().font(STEPS.body, bold=True))
            room = QRectF(box).adjusted(px(_LABEL_INSET), 0, 0, 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip), self._label(slot))
            painter.setPen(QPen(ink, px(1.5), Qt.PenStyle.DashLine))
            for place in range(slot.size):
                corner = QPoint(box.left() + place * size.width(), px(_LABEL))
                place_room = QRectF(QRect(corner, size)).adjusted(px(4), px(4), -px(4), -px(4) - px(FOOT))
                painter.drawRoundedRect(place_room, px(6), px(6))

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for button in self.pieces:
            button.setEnabled(enabled)
        self.update()

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        right = {hand: pieces.split(",") for hand, _, pieces in (word.partition("=") for word in solution.split())}
        for index, button in enumerate(self.pieces):
            hand = self._hand_of(index)
            if hand is not None:
                fits = button.piece in right[hand]
                button.set_verdict("right" if fits else "wrong")
                if fits:
                    right[hand].remove(button.piece)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        for index, button in enumerate(self.pieces):
            button.say(piece_words(button.piece, style.language), key_name(index))
        self.updateGeometry()
        self._arrange()

"""The standard button: shows its key, its state and, after an answer, its verdict."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from trainer.desk.style.signs import paint_sign
from trainer.desk.style.style import LEAST_TARGET, Style, Styled, current_style
from trainer.desk.style.theme import STEPS, colour
from trainer.texts import Param, say

HEIGHT = 20  # pixels at scale 1; also the width of a key with one letter
_CAP_CENTRED = int(Qt.AlignmentFlag.AlignCenter)  # computed once: combining flags takes longer than drawing a digit


def paint_keycap(painter: QPainter, cap: QRectF, key: str, style: Style, ink: QColor | None = None) -> None:
    """Paint a key in a box, in quiet colours or in the ``ink`` of its button."""
    edge = colour(style.theme.line)
    if ink is not None:
        edge = QColor(ink)
        edge.setAlphaF(0.45)
    painter.save()
    painter.setPen(QPen(edge, style.px(1)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(cap, style.px(4), style.px(4))
    painter.setFont(style.font(STEPS.small, bold=True))
    painter.setPen(ink or colour(style.theme.quiet))
    painter.drawText(cap, _CAP_CENTRED, key)
    painter.restore()


_WRAP = int(Qt.TextFlag.TextWordWrap)
# Alignments, computed once: combining flags takes longer than drawing a digit.
_CENTRED, _FROM_LEFT = int(Qt.AlignmentFlag.AlignHCenter), int(Qt.AlignmentFlag.AlignLeft)
_IN_THE_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter) | _WRAP
# Verdict → colour role of the theme and sign.
_SIGNALS = {"right": "right", "wrong": "wrong", "missing": "note"}
_CORNER_SIGN = 14
_NOTE_GAP = 2  # between label and note
_PADDING = 16
_GAP = 12


class KeyButton(Styled, QAbstractButton):
    """A button with a label and the key that presses it.

    ``kind`` is ``plain``, ``primary`` (the one thing to do now) or ``quiet`` (flat until pointed at). ``note`` is a
    second, smaller line. ``widest`` is the width at scale 1 beyond which the label wraps; ``from_left`` is for
    sentences, which are set flush left.
    """

    def __init__(
        self,
        kind: str = "plain",
        step: int = STEPS.large,
        height: int = 48,
        widest: int = 320,
        sign: str = "",
        parent: QWidget | None = None,
        from_left: bool = False,
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        self.sign = sign
        self._from_left = from_left
        self._step = step
        self._height = height
        self._widest = widest
        self._said: tuple[Param, Param, Param, Param] = ("", "", "", "")
        self._label = ""
        self._key = ""
        self._shows_key = True
        self._note = ""
        self._verdict = ""
        self._style: Style | None = None  # to which the cached sizes belong
        self._hint: QSize | None = None  # cached, because layouts ask for both very often
        self._least: QSize | None = None
        # Tab focuses it; a click leaves the focus where it is.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # repaint when the pointer enters and leaves
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()

    # ── label, key and verdict ───────────────────────────────────────────────────────────────────────────────────

    def say(self, label: Param, key: Param = "", note: Param = "", spoken: Param = "") -> None:
        """Set the texts; ``spoken`` is for screen readers if the label alone says too little. Messages are written
        again in another language."""
        self._said = (label, key, note, spoken)
        self._write(*(say(each, current_style().language) for each in self._said))

    def _write(self, label: str, key: str, note: str, spoken: str) -> None:
        self.setAccessibleName(spoken or label)
        if (label, key, note) == (self._label, self._key, self._note):
            return
        self._label, self._key, self._note = label, key, note
        self._hint = self._least = None
        self.setText(label)
        if key:
            self.setAccessibleDescription(key)
        self.updateGeometry()
        self.update()

    @property
    def label(self) -> str:
        return self._label

    @property
    def key(self) -> str:
        return self._key

    @property
    def note(self) -> str:
        return self._note

    @property
    def verdict(self) -> str:
        return self._verdict

    def show_key(self, is_shown: bool) -> None:
        """Show or hide the key; it can be pressed in either case."""
        if is_shown != self._shows_key:
            self._shows_key, self._hint, self._least = is_shown, None, None
            self.updateGeometry()
            self.update()

    def set_height(self, height: int) -> None:
        """Set another height at scale 1."""
        if height != self._height:
            self._height, self._style = height, None
            self.restyle()

    def set_verdict(self, verdict: str) -> None:
        """Set the verdict: ``right``, ``wrong``, ``missing`` (right but not chosen), ``given`` (grey) or empty."""
        self._verdict = verdict
        self.update()

    def restyle(self) -> None:
        style = current_style()
        if style == self._style:
            return
        self.say(*self._said)
        self._style, self._hint, self._least = style, None, None
        self.setFixedHeight(style.target(self._height))
        self.updateGeometry()
        self.update()

    # ── size ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def sizeHint(self) -> QSize:
        if self._hint is None:
            self._hint = self._wanted_size()
        return self._hint

    def _wanted_size(self) -> QSize:
        style = current_style()
        metrics = QFontMetrics(style.font(self._step, bold=True))
        room = metrics.boundingRect(0, 0, style.px(self._widest), 10_000, _WRAP, self._label).size()
        width = room.width() + style.px(2 * _PADDING)
        if self._note:
            width = max(
                width, QFontMetrics(style.font(STEPS.body)).horizontalAdvance(self._note) + style.px(2 * _PADDING)
            )
        if self.sign:
            width += style.px(self._step + (8 if self._label else -_PADDING))
        if self._key and self._shows_key:
            width += self._keycap_width() + style.px(_GAP if self._label else 0)
        return QSize(max(width, style.target(self._height)), style.target(self._height))

    def minimumSizeHint(self) -> QSize:
        if self._least is None:
            self._least = self._least_size()
        return self._least

    def _least_size(self) -> QSize:
        style = current_style()
        metrics = QFontMetrics(style.font(self._step, bold=True))
        longest = max((metrics.horizontalAdvance(word) for word in self._label.split()), default=0)
        extra = self._keycap_width() + style.px(_GAP) if self._key and self._shows_key else 0
        padding = style.px(2 * (_PADDING - 4)) + 1
        wide = max(LEAST_TARGET, longest + extra + padding)
        return QSize(min(self.sizeHint().width(), wide), style.target(self._height))

    def set_step(self, step: int) -> None:
        """Set the type size of the label."""
        if step != self._step:
            self._step, self._hint, self._least = step, None, None
            self.updateGeometry()
            self.update()

    def fits(self, step: int = 0, with_sign: bool = False) -> bool:
        """Whether the whole label fits into the button, at its size or another, with or without a sign."""
        if not self._label:
            return True
        step = step or self._step
        width = self._texts_width(self.width(), step, with_sign=with_sign)
        needed = self._texts_room(width, step)
        return needed.width() <= width and needed.height() <= self.height()

    def height_for(self, width: int) -> int:
        """The height that label and note need in a button of this width, with as many lines as it takes."""
        style = current_style()
        needed = self._texts_room(self._texts_width(width, self._step), self._step).height()
        return max(style.target(self._height), needed + style.px(_PADDING))

    def _texts_width(self, width: int, step: int, *, with_sign: bool = False) -> int:
        """What is left of a button's width for its label and note."""
        style = current_style()
        width -= style.px(2 * (_PADDING - 4))
        if self._key and self._shows_key:
            width -= self._keycap_width() + style.px(8)
        if (with_sign or self.sign or self._verdict in _SIGNALS) and not self._has_corner_sign():
            width -= style.px(step * 1.15) + style.px(8)
        return width

    def _texts_room(self, width: int, step: int) -> QSize:
        """The size of the label, and of the note below it, in a given width."""
        style = current_style()
        label = self._label_room(QFontMetrics(style.font(step, bold=True)), width)
        if not self._note:
            return label
        note = self._note_room(width)
        return QSize(max(label.width(), note.width()), label.height() + style.px(_NOTE_GAP) + note.height())

    def _keycap_width(self) -> int:
        style = current_style()
        metrics = QFontMetrics(style.font(STEPS.small, bold=True))
        return max(style.px(HEIGHT), metrics.horizontalAdvance(self._key) + style.px(10))

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = style.px(8)
        surface, edge, ink = self._colours()
        if not self.isEnabled() and not self._verdict:
            painter.setOpacity(0.45)
        painter.setPen(QPen(edge, style.px(1)) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(surface)
        painter.drawRoundedRect(body, radius, radius)
        self._paint_texts(painter, body, ink)
        if self.hasFocus():
            painter.setOpacity(1.0)
            self._paint_focus(painter, body, radius)

    def _paint_focus(self, painter: QPainter, body: QRectF, radius: float) -> None:
        """Paint a ring in brass; on a brass button, farther in and in the colour of its text."""
        style = current_style()
        is_brass = self.kind == "primary" and not self._verdict
        inset = style.px(4) if is_brass else 0.5
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(style.theme.on_accent if is_brass else style.theme.accent), style.px(2)))
        painter.drawRoundedRect(body.adjusted(inset, inset, -inset, -inset), radius - inset / 2, radius - inset / 2)

    def _colours(self) -> tuple[QColor, QColor | None, QColor]:
        """Surface, edge and text colour of the current state."""
        style = current_style()
        theme = style.theme
        pointed = self.underMouse() and self.isEnabled()
        if self._verdict in _SIGNALS:
            signal = getattr(theme, _SIGNALS[self._verdict])
            return colour(signal, 0.18), colour(signal), colour(theme.text)
        if self._verdict == "given":
            return colour(theme.raised), colour(theme.quiet), colour(theme.quiet)
        if self.kind == "primary":
            surface = QColor(theme.accent)
            if self.isDown():
                surface = surface.darker(115)
            elif pointed:
                surface = surface.lighter(108)
            return surface, None, colour(theme.on_accent)
        if self.isChecked():
            return colour(theme.accent, 0.22), colour(theme.accent), colour(theme.text)
        if self.kind == "quiet" and not pointed and not self.isDown():
            return QColor(Qt.GlobalColor.transparent), None, colour(theme.text)
        if self.isDown():
            return colour(theme.line), colour(theme.accent), colour(theme.text)
        return colour(theme.raised), colour(theme.quiet if pointed else theme.line), colour(theme.text)

    def _paint_texts(self, painter: QPainter, body: QRectF, ink: QColor) -> None:
        style = current_style()
        room = body.adjusted(style.px(_PADDING - 4), 0, -style.px(_PADDING - 4), 0)
        if self._key and self._shows_key:
            cap = QRectF(0, 0, self._keycap_width(), style.px(HEIGHT))
            cap.moveCenter(body.center())
            cap.moveRight(room.right() if self._label or self.sign else cap.right())
            paint_keycap(painter, cap, self._key, style, ink)
            if self._label or self.sign:
                room.setRight(cap.left() - style.px(8))
        sign = _SIGNALS.get(self._verdict, self.sign)
        if sign:
            side = style.px(_CORNER_SIGN if self._has_corner_sign() else self._step * 1.15)
            square = QRectF(room.left(), body.center().y() - side / 2, side, side)
            if not self._label:
                square.moveCenter(room.center())
            elif self._has_corner_sign():
                square.moveTopRight(body.topRight() + QPointF(-style.px(2), style.px(2)))
            else:
                room.setLeft(square.right() + style.px(8))
            mark = colour(getattr(style.theme, sign)) if self._verdict in _SIGNALS else ink
            paint_sign(painter, sign, square, mark, 0.13)
        painter.setPen(ink)
        painter.setFont(style.font(self._step, bold=True))
        stands = _CENTRED if self._is_centred() else _FROM_LEFT
        if not self._note:
            painter.drawText(room, stands | _IN_THE_MIDDLE, self._label)
            return
        line = self._label_room(QFontMetrics(painter.font()), int(room.width())).height()
        high = self._note_room(int(room.width())).height()
        top = room.center().y() - (line + style.px(_NOTE_GAP) + high) / 2
        painter.drawText(QRectF(room.left(), top, room.width(), line), stands | _WRAP, self._label)
        painter.setFont(self._note_font(room.width()))
        below = QRectF(room.left(), top + line + style.px(_NOTE_GAP), room.width(), high)
        painter.drawText(below, stands | _WRAP, self._note)

    def _note_font(self, width: float) -> QFont:
        """The font of the note; a long note is smaller, then takes two lines."""
        style = current_style()
        font = style.font(STEPS.body)
        return font if QFontMetrics(font).horizontalAdvance(self._note) <= width else style.font(STEPS.small)

    def _label_room(self, metrics: QFontMetrics, width: int) -> QSize:
        """The size of the label in a given width."""
        return metrics.boundingRect(0, 0, width, 10_000, _WRAP, self._label).size()

    def _note_room(self, width: int) -> QSize:
        """The size of the note in a given width."""
        metrics = QFontMetrics(self._note_font(width))
        return metrics.boundingRect(0, 0, width, 10_000, _WRAP, self._note).size()

    def _has_corner_sign(self) -> bool:
        """Whether the button is too narrow for a sign beside the label."""
        return bool(self._label) and self.width() < 1.5 * self.height()

    def _is_centred(self) -> bool:
        return not (self._note or self.sign or self._from_left)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.update()

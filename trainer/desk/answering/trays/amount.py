"""The tray for figures: one large field, or one for each bet or player, and a keypad.

Where the felt has places for figures, they are also given in chips of a rack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QRectF, QRegularExpression, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegularExpressionValidator,
    QResizeEvent,
)
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from trainer.desk.answering.felt_places import FeltPlaces
from trainer.desk.answering.trays.rack import Rack
from trainer.desk.answering.trays.tray import USUAL_HEIGHT, Tray
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.stylesheet import FIELD_EDGE, FIELD_RADIUS, FIGURE_STEPS
from trainer.desk.style.theme import STEPS, colour
from trainer.desk.style.units import unit_after, unit_before
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.words import Words
from trainer.drills.forms import AmountForm, AnswerForm
from trainer.drills.scene import Chips, Scene
from trainer.equipment.money import Amount, parse_amount, print_amount
from trainer.texts import Language
from trainer.texts.messages import number
from trainer.texts.numbers import SPACES, decimal_sign, read_figure

_KEYPAD = (("1", "2", "3", "4", "5", "erase"), ("6", "7", "8", "9", "0", "point"))
_KEY, _KEY_GAP = 48, 8
_KEY_WIDTH, _SIGNED_KEY_WIDTH = 64, 56  # a minus takes one more column
_FIELDS_A_ROW = 6
_CROWDED = 3  # fields from which the keypad's room is needed for the right figures
_TWO_ROWS = 152  # pixels at scale 1 for two rows of fields
_NARROWEST_FIELD, _WIDEST_FIELD = 104, 360
_FIGURE = rf"[.,]?(\d+[.,{SPACES}]?)*(/\d*)?"
_INPUT = QRegularExpression(_FIGURE)
_SIGNED_INPUT = QRegularExpression(f"-?{_FIGURE}")
_LONGEST = 15  # characters of a figure
_FIELD_EDGES = 32  # pixels left and right of a figure: border, padding and cursor
FIGURE_SIZES = tuple(FIGURE_STEPS)
_OTHER_SIGNS = str.maketrans(",.", ".,")
_MINUS = ("-", "−")  # typed, and printed


class FigureField(QLineEdit):
    """A field for one figure in the notation of a language: 4.000 and 12,50 in Spanish, 4,000 and 12.50 in English.
    ``entered`` is emitted when it gets the focus."""

    entered = Signal()

    def __init__(self, large: bool, signed: bool = False) -> None:
        super().__init__()
        self.sizes = FIGURE_SIZES if large else FIGURE_SIZES[1:]
        self.setProperty("figure", self.sizes[0])
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setValidator(QRegularExpressionValidator(_SIGNED_INPUT if signed else _INPUT, self))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxLength(_LONGEST)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.language = Language.EN
        self.signed = signed
        self.verdict = ""
        self._edge: QPen | None = None  # in the colour of the verdict

    def fitting_size(self) -> str:
        """The largest type size in which the whole figure is visible."""
        style = current_style()
        room = self.width() - max(_FIELD_EDGES, style.px(_FIELD_EDGES))
        fitting = (size for size in self.sizes if _width(self.text(), size, style) <= room)
        return next(fitting, self.sizes[-1])

    def set_size(self, size: str) -> None:
        if size != self.property("figure"):
            self.setProperty("figure", size)
            self.setStyleSheet(" ")  # makes it read the window's style sheet again

    def figure(self) -> str:
        """The figure in the form that is judged; raises `NotReadableError` if it is not a figure."""
        return print_amount(read_figure(self.text(), self.language))

    def set_language(self, language: Language) -> None:
        """Rewrite the figure in the notation of a language."""
        if language is not self.language:
            self.language = language
            self.setText(self.text().translate(_OTHER_SIGNS))

    def put(self, figure: str) -> None:
        """Put in a figure given in the form that is judged. It is selected, so that typing replaces it."""
        self.setText(figure.replace(".", decimal_sign(self.language)))
        self.selectAll()

    def empty(self) -> None:
        """Clear the figure as if it had been typed away."""
        self.clear()
        self.textEdited.emit("")

    def type_point(self) -> None:
        """Insert the decimal sign of the language."""
        self.insert(decimal_sign(self.language))

    def turn_sign(self) -> None:
        """Add or remove the minus."""
        self.setText(self.text().removeprefix("-") if self.text().startswith("-") else f"-{self.text()}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A numeric keypad has one decimal key; elsewhere each sign stands for itself.
        is_keypad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
        if event.text() in (".", ",") and is_keypad and not self.isReadOnly():
            self.type_point()
            return
        if event.text() in _MINUS and self.signed and not self.isReadOnly():
            self.turn_sign()
            self.textEdited.emit(self.text())
            return
        if event.key() == Qt.Key.Key_Delete and not self.isReadOnly():
            self.empty()  # the cursor stands at the end, where the key would do nothing
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def set_verdict(self, verdict: str) -> None:
        """Mark the field as ``right`` or ``wrong`` by the colour of its edge; empty before the answer."""
        style = current_style()
        self.verdict = verdict
        self._edge = QPen(colour(getattr(style.theme, verdict)), style.px(FIELD_EDGE)) if verdict else None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._edge is None:
            return
        # Painted over the edge, because applying a style sheet takes longer than a verdict may.
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._edge)
        half = self._edge.widthF() / 2
        radius = FIELD_RADIUS / FIELD_EDGE * self._edge.widthF() - half
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)


def _width(figure: str, size: str, style: Style) -> int:
    return QFontMetrics(style.font(FIGURE_STEPS[size], bold=True)).horizontalAdvance(figure)


class AmountTray(Tray[AmountForm]):
    """Figures from the keyboard or the keypad; Enter goes to the next empty field, then answers.

    Where the felt has places for them, figures are also given in chips: a chip of the rack is tapped for the current
    field or dragged to a bet, a losing bet is dragged away, and a second tap on a seat stands for nothing paid. The
    figure of the field is always the answer; typing one puts the chips of that field back.
    """

    taps_cut = True

    def __init__(self, form: AmountForm) -> None:
        super().__init__(form)
        count = max(1, len(form.labels))
        self._pushed: list[list[tuple[Amount, str]]] = [
            [] for _ in range(count)
        ]  # chips of each field, with their spot
        self._order: list[int] = []  # fields from left to right where they follow the seats of the felt
        self._swept: list[list[str]] = [[] for _ in range(count)]  # spots whose bets each field takes
        self.fields = [FigureField(large=count == 1, signed=form.signed) for _ in range(count)]
        # With two rows of fields each caption has one line, with a single row more.
        self.captions = [Words("quiet", wrap=count <= _FIELDS_A_ROW) for _ in range(count)]
        self.corrections = [Words("correction" if count < _CROWDED else "small-correction") for _ in range(count)]
        self.before = Words("figure")
        self.after = Words("figure")
        self.keys: dict[str, KeyButton] = {}
        self._heads: list[QWidget] = []  # above the fields, each as wide as its field
        self._current = self.fields[0]
        self._layout = QHBoxLayout(self)
        self._layout.addLayout(self._make_fields(), stretch=1)
        self.rack = Rack()
        self.rack.taken.connect(self._push)
        self.rack.put_back.connect(self._pull)
        self.rack.dropped.connect(self.dropped)
        self._layout.addWidget(self.rack)
        self.switch = KeyButton("quiet", height=_KEY)
        self.switch.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.switch.clicked.connect(self._switch_pad)
        self.switch.hide()
        self._layout.addWidget(self.switch)
        self._layout.addWidget(self._make_keypad())
        for index, field in enumerate(self.fields):
            field.textEdited.connect(lambda _, index=index: self._typed(index))
            field.textChanged.connect(self._fit_figures)
            field.entered.connect(lambda field=field: self._fill(field))
        self.setFocusProxy(self.fields[0])
        self.restyle()
        for previous, following in zip(self.fields, self.fields[1:], strict=False):
            QWidget.setTabOrder(previous, following)

    def _make_fields(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addStretch()
        self._grid = QGridLayout()
        columns = min(len(self.fields), _FIELDS_A_ROW)
        if len(self.fields) > _FIELDS_A_ROW:
            columns = -(-len(self.fields) // 2)
        for field, caption, correction in zip(self.fields, self.captions, self.corrections, strict=True):
            head = QWidget()
            head.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # where it lies inside its field
            above = QHBoxLayout(head)
            above.setContentsMargins(0, 0, 0, 0)
            above.setSpacing(4)
            above.addWidget(caption, stretch=1, alignment=Qt.AlignmentFlag.AlignBottom)
            above.addWidget(correction, alignment=Qt.AlignmentFlag.AlignBottom)
            self._heads.append(head)
            caption.setBuddy(field)
        self._grid.setColumnStretch(columns + 2, 1 if len(self.fields) < _FIELDS_A_ROW else 0)
        self._columns = columns
        column.addLayout(self._grid)
        column.addStretch()
        return column

    @property
    def _is_close(self) -> bool:
        """Whether captions are inside their fields: above them, in two rows, they would take room from the felt."""
        return self.is_low and len(self.fields) > _FIELDS_A_ROW

    def follow_felt(self, parts: Sequence[str]) -> None:
        order = [int(part) for part in parts] if len(parts) == len(self.fields) else []
        if order != self._order:
            self._order = order
            self._place_fields()

    def _place_fields(self) -> None:
        """Place each caption above its field or, in a low window with many fields, inside it."""
        edge = (current_style().px(10), current_style().px(4)) if self._is_close else (0, 0)
        for index, (field, head, caption) in enumerate(zip(self.fields, self._heads, self.captions, strict=True)):
            row, place = divmod(self._order.index(index) if self._order else index, self._columns)
            caption.set_role("small" if self._is_close else "quiet")
            head.setContentsMargins(edge[0], edge[1], edge[0], 0)
            field.setTextMargins(0, current_style().type_px(STEPS.small) if self._is_close else 0, 0, 0)
            field.sizes = FIGURE_SIZES[2 if self._is_close else 0 if len(self.fields) == 1 else 1 :]
            self._grid.addWidget(field, row if self._is_close else 2 * row + 1, place + 1)
            if self._is_close:
                self._grid.addWidget(head, row, place + 1, Qt.AlignmentFlag.AlignTop)
                head.raise_()
            else:
                self._grid.addWidget(head, 2 * row, place + 1)
            self._grid.setColumnStretch(place + 1, 1)
        for words, place in ((self.before, 0), (self.after, self._columns + 1)):
            self._grid.addWidget(words, 0 if self._is_close else 1, place)

    def _make_keypad(self) -> QWidget:
        self._keypad = pad = QWidget()
        stays = pad.sizePolicy()
        stays.setRetainSizeWhenHidden(len(self.fields) < _CROWDED)
        pad.setSizePolicy(stays)
        self._pad = QGridLayout(pad)
        self._pad.setContentsMargins(0, 0, 0, 0)
        for row, names in enumerate(_KEYPAD):
            for column, name in enumerate(names):
                self._pad.addWidget(self._make_key(name), row, column)
        if self.form.signed:
            tall = len(_KEYPAD) * _KEY + (len(_KEYPAD) - 1) * _KEY_GAP
            self._pad.addWidget(self._make_key("minus", tall), 0, len(_KEYPAD[0]), len(_KEYPAD), 1)
        return pad

    def _make_key(self, name: str, height: int = _KEY) -> KeyButton:
        button = KeyButton(height=height, sign="erase" if name == "erase" else "")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: self._press(name))
        self.keys[name] = button
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_figures()

    def _fit_figures(self) -> None:
        """Set all fields in the size that fits the longest figure, so that no digit is cut."""
        needed = max((field.fitting_size() for field in self.fields), key=FIGURE_SIZES.index)
        for field in self.fields:
            field.set_size(needed)

    def asks_again(self, form: AnswerForm) -> bool:
        if not isinstance(form, AmountForm) or form.signed != self.form.signed:
            return False
        if len(form.labels) != len(self.form.labels):
            return False
        self.form = form
        self._current = self.fields[0]
        self._forget_chips()
        for field, correction in zip(self.fields, self.corrections, strict=True):
            field.clear()
            field.set_verdict("")
            correction.clear()
        self._name_fields()
        self.set_enabled(True)
        return True

    # ── chips on the felt ────────────────────────────────────────────────────────────────────────────────────────

    def take_places(self, places: FeltPlaces) -> None:
        super().take_places(places)
        self._forget_chips()
        colour = next(iter(places.colours.values())) if len(places.colours) == 1 else ""
        self.rack.fill(tuple((value, chip or colour) for value, chip in places.rack), dict(places.house_colours))
        self._show_pad()

    def _forget_chips(self) -> None:
        self._pushed = [[] for _ in self.fields]
        self._swept = [[] for _ in self.fields]

    def _show_pad(self) -> None:
        """Show rack and keypad side by side, or one of them where many fields need the room."""
        is_crowded = len(self.fields) >= _CROWDED
        has_rack = self.rack.is_filled and self.is_open
        self.switch.setVisible(has_rack and is_crowded)
        self.rack.setVisible(has_rack and (not is_crowded or self.shows_rack))
        self._keypad.setVisible(self.is_open and not (has_rack and is_crowded and self.shows_rack))
        self.switch.say(current_style().say("tray.keypad" if self.shows_rack else "tray.rack"))

    def _switch_pad(self) -> None:
        self.shows_rack = not self.shows_rack
        self._show_pad()

    def push(self, value: Amount, spot: str) -> None:
        """A chip belongs to the figure of the place it was dropped on, or to the current one."""
        if (number := self.places.parts.get(spot)) is not None:
            self._enter(int(number))
        self._push(value, 1, spot if number is not None else "")

    def _push(self, value: Amount, count: int, spot: str = "") -> None:
        if self.is_open:
            index = self.fields.index(self._field())
            lies = self.places.payouts.get(str(index), spot)
            self._pushed[index] += [(value, lies)] * count
            self._write_chips(index)

    def _pull(self, value: Amount, count: int) -> None:
        """Put chips of the current field back into the rack."""
        index = self.fields.index(self._field())
        for _ in range(count):
            last = next((chip for chip in reversed(self._pushed[index]) if chip[0] == value), None)
            if self.is_open and last is not None:
                self._pushed[index].remove(last)
        self._write_chips(index)

    def tap(self, spot: str) -> None:
        """Go to the figure of a place; a second tap on a seat that was given nothing pays nothing."""
        number = self.places.parts.get(spot)
        if not self.is_open or number is None or len(self.fields) == 1:
            return
        field = self.fields[int(number)]
        if field is self._field() and not field.text() and field.property("tapped"):
            field.put("0")
            self.changed.emit()
        self._enter(int(number))
        field.setProperty("tapped", True)

    def untap(self, spot: str) -> None:
        """Take the last chip of a figure back."""
        index = int(self.places.parts.get(spot, "0"))
        if self.is_open and self._pushed[index]:
            self._pushed[index].pop()
            self._write_chips(index)

    def sweep(self, spot: str) -> None:
        number = self.places.sweeps.get(spot)
        if self.is_open and number is not None:
            index = int(number)
            self._swept[index] = [other for other in self._swept[index] if other != spot] + [spot]
            self._write_chips(index)

    def _enter(self, index: int) -> None:
        self._current = self.fields[index]
        self.fields[index].setFocus()

    def _write_chips(self, index: int) -> None:
        """Write the value of the pushed chips into a field, less the bets taken, or plus them if it has no sign."""
        field = self.fields[index]
        if not self._pushed[index] and not self._swept[index]:
            field.empty()
            return
        pushed = sum((value for value, _ in self._pushed[index]), parse_amount("0"))
        swept = sum((self.places.stakes[spot] for spot in self._swept[index]), parse_amount("0"))
        field.put(print_amount(pushed - swept if self.form.signed else pushed + swept))
        field.deselect()
        self.changed.emit()

    def _typed(self, index: int) -> None:
        """A figure was typed: it replaces the chips of its field."""
        self._pushed[index], self._swept[index] = [], []
        self.changed.emit()

    def laid(self, scene: Scene) -> Scene:
        """The scene without the bets that were taken, and with the chips that were pushed to a bet."""
        taken = {spot for spots in self._swept for spot in spots}
        piles = self._piles()
        if not taken and not piles:
            return scene
        stay = [piece for piece in scene.pieces if not (isinstance(piece, Chips) and piece.spot in taken)]
        paid = [Chips(spot=spot, counts=dict(counts), owner="paid") for spot, counts in piles.items() if spot]
        return structs.replace(scene, pieces=(*stay, *paid))

    def cut_out(self) -> Mapping[str, int]:
        return self._piles().get("", {}) if self.is_open else {}

    def _piles(self) -> dict[str, Counter[str]]:
        """The pushed chips by spot; without a spot those that belong to no single bet."""
        piles: dict[str, Counter[str]] = {}
        for index, chips in enumerate(self._pushed):
            colour = self.places.colours.get(str(index), "")
            for value, spot in chips:
                chip, count = (colour, int(value)) if colour else (print_amount(value), 1)
                piles.setdefault(spot, Counter())[chip] += count
        return piles

    # ── answering ────────────────────────────────────────────────────────────────────────────────────────────────

    def answer(self) -> str:
        return " ".join(field.figure() for field in self.fields if field.text())

    def put(self, answer: str) -> None:
        for field, figure in zip(self.fields, answer.split(), strict=True):
            field.put(figure)
        self.changed.emit()

    def missing(self) -> str:
        empty = sum(not field.text() for field in self.fields)
        if empty:
            single = len(self.fields) == 1
            return current_style().say("tray.missing-figure" if single else "tray.missing-figures", count=empty)
        for field in self.fields:
            try:
                field.figure()  # a minus alone is not a figure
            except ValueError:
                return current_style().say("tray.not-a-figure", text=field.text())
        return ""

    def wanted_height(self) -> int:
        return USUAL_HEIGHT if len(self.fields) <= _FIELDS_A_ROW or self._is_close else _TWO_ROWS

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        figures = (("key.digits", "keys.figure"),)
        return figures if len(self.fields) == 1 else (*figures, ("key.up-down", "keys.next-figure"))

    def take_key(self, event: QKeyEvent) -> bool:
        if not self.is_open:
            return False
        if event.key() in ENTER_KEYS:
            empty = [field for field in self.fields if not field.text()]
            if empty and len(empty) < len(self.fields):
                empty[0].setFocus()
                return True
            return False
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and len(self.fields) > 1:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.fields[(self.fields.index(self._field()) + step) % len(self.fields)].setFocus()
            return True
        if event.text() in _MINUS and self.form.signed:
            self._press("minus")
            return True
        if event.text() in (".", ",") and event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
            self._press("point")
            return True
        if event.text() and event.text() in "0123456789.,/":
            self._press(event.text())
            return True
        if event.key() == Qt.Key.Key_Backspace:
            self._press("erase")
            return True
        if event.key() == Qt.Key.Key_Delete:
            self._field().empty()
            return True
        return False

    def _fill(self, field: FigureField) -> None:
        self._current = field

    def _field(self) -> FigureField:
        """The field being filled: the last one that had the focus. With an on-screen keyboard the window itself may not
        have the focus."""
        chosen = self.window().focusWidget()
        self._current = next((field for field in self.fields if field is chosen), self._current)
        return self._current

    def _press(self, name: str) -> None:
        if not self.is_open:
            return
        field = self._field()
        if name == "erase":
            field.backspace()
        elif name == "minus":
            field.turn_sign()
        elif name == "point":
            field.type_point()
        else:
            field.insert(name)
        self._typed(self.fields.index(field))

    def set_enabled(self, enabled: bool) -> None:
        super().set_enabled(enabled)
        for field in self.fields:
            field.setReadOnly(not enabled)
            field.setProperty("tapped", False)
        self._show_pad()  # disabled keys would only distract from the verdict

    def show_solution(self, given: str, solution: str) -> None:
        super().show_solution(given, solution)
        answers = given.split() or [""] * len(self.fields)
        for field, correction, mine, right in zip(
            self.fields, self.corrections, answers, solution.split(), strict=True
        ):
            field.set_verdict("right" if mine == right else "wrong")
            correction.setText("" if mine == right else self._figure(right))

    def _figure(self, canonical: str) -> str:
        return number(parse_amount(canonical), current_style().language)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(style.px(32))
        self._grid.setHorizontalSpacing(style.px(16))
        self._grid.setVerticalSpacing(style.px(4))
        self._pad.setSpacing(style.px(_KEY_GAP))
        self._show_pad()
        self._place_fields()
        height = 72 if len(self.fields) == 1 else 48
        for field, head in zip(self.fields, self._heads, strict=True):
            head.setMaximumWidth(style.px(_WIDEST_FIELD))
            field.setFixedHeight(style.target(height))
            field.setMinimumWidth(style.px(_WIDEST_FIELD if len(self.fields) == 1 else _NARROWEST_FIELD))
            field.setMaximumWidth(style.px(_WIDEST_FIELD))
            field.set_language(style.language)
        for name, button in self.keys.items():
            button.setFixedWidth(style.target(_SIGNED_KEY_WIDTH if self.form.signed else _KEY_WIDTH))
            if name == "erase":
                button.say("", spoken=style.say("key.erase"))
            elif name == "minus":
                button.say("−", spoken=style.say("key.minus"))
            else:
                button.say(decimal_sign(style.language) if name == "point" else name)
        self._name_fields()

    def _name_fields(self) -> None:
        """Set the caption and the unit of each field."""
        for words, unit in ((self.before, unit_before), (self.after, unit_after)):
            words.setText(unit(self.form.unit, current_style()))
            words.setVisible(bool(words.text()))
            words.set_role("title" if words.text().isalpha() else "figure")
        labels = self.form.labels or (current_style().say("tray.your-figure"),)
        for field, caption, label in zip(self.fields, self.captions, labels, strict=True):
            caption.setText(self.say(label))
            field.setAccessibleName(self.say(label))

"""Form of an exam scheme: names and marks, the parts and what they draw. `schemes` checks and saves what it reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.edit_screen import EditingScreen
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.exams.errors import RefusedError
from trainer.exams.scheme import Counts, Draw, Level, Order, Part, Scheme
from trainer.exams.scheme_files import draws_text, read_draws
from trainer.texts import Message, Names, Param, say

_GENERAL = ("id", "name-es", "name-en", "pass-mark", "valid-months", "retakes", "wait-days")
_COLUMNS = ("part-es", "part-en", "weight", "minutes", "part-mark", "draws")
_TOGGLES = ("must-pass", "forward", "time-counts")
_LONGEST_SHOWN = 60  # characters of the typed text to quote in an error
_WIDTHS = {"weight": 56, "minutes": 56, "part-mark": 56}
_STRETCHES = {"part-es": 3, "part-en": 3, "draws": 4}
# The keys of a scheme's file → the fields of this screen.
_GENERAL_KEYS = {"names.es": "name-es", "names.en": "name-en", "renewed-by": "level"}
_PART_KEYS = {
    "names.es": "part-es",
    "names.en": "part-en",
    "weight": "weight",
    "minutes": "minutes",
    "pass-mark": "part-mark",
    "draws": "draws",
}


class _PartRow:
    """The fields of one part."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.fields = {name: QLineEdit() for name in _COLUMNS}
        self.toggles = {name: KeyButton(step=STEPS.body, height=40) for name in _TOGGLES}
        values = {
            "part-es": part.names.es,
            "part-en": part.names.en,
            "weight": str(part.weight),
            "minutes": str(part.minutes),
            "part-mark": str(part.pass_mark),
            "draws": draws_text(part),
        }
        for name, value in values.items():
            self.fields[name].setText(value)
            self.fields[name].setCursorPosition(0)
        for button in self.toggles.values():
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.toggles["must-pass"].setChecked(part.must_pass)
        self.toggles["forward"].setChecked(part.order is Order.FORWARD)
        self.toggles["time-counts"].setChecked(part.counts is Counts.ACCURACY_AND_TIME)

    def part_name(self) -> str:
        style = current_style()
        return self.fields[f"part-{style.language.value}"].text().strip()[:_LONGEST_SHOWN] or self.part.id

    def widgets(self) -> list[QWidget]:
        return [*self.fields.values(), *self.toggles.values()]

    def read(self) -> Part:
        """The part as typed; raises `RefusedError` that names the field."""
        text = {name: field.text().strip() for name, field in self.fields.items()}
        try:
            draws = read_draws(text["draws"])
        except ValueError as error:
            raise RefusedError(Message("exam-room.bad-draws", {"given": str(error)[:_LONGEST_SHOWN]})) from None
        timed = self.toggles["time-counts"].isChecked()
        return msgspec.structs.replace(
            self.part,
            names=Names(text["part-es"], text["part-en"]),
            weight=_whole(text["weight"], "weight"),
            minutes=_whole(text["minutes"], "minutes"),
            pass_mark=text["part-mark"] or "0",
            draws=draws,
            must_pass=self.toggles["must-pass"].isChecked(),
            order=Order.FORWARD if self.toggles["forward"].isChecked() else Order.FREE,
            counts=Counts.ACCURACY_AND_TIME if timed else Counts.ACCURACY,
        )


class SchemeEditor(EditingScreen):
    """F5 checks the scheme (``check_wanted``), F6 shows a sample paper, F7 adds a part, F10 saves. A part whose
    weight is set to 0 is removed."""

    check_wanted = Signal()
    preview_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._base: Scheme | None = None
        self._sources: tuple[tuple[str, Param], ...] = ()
        self.level = Level.INITIAL.value
        self.rows: list[_PartRow] = []
        self.fields = {name: QLineEdit() for name in _GENERAL}
        self.captions = {name: Words("small", wrap=True) for name in _GENERAL}
        self.heads = {name: Words("small", wrap=True) for name in (*_COLUMNS, *_TOGGLES)}
        self.levels = Segments()
        self.levels.chosen.connect(lambda level: setattr(self, "level", level))
        self.check, self.preview, self.add = (KeyButton(height=44) for _ in range(3))
        self.keys = {
            Qt.Key.Key_F5: self.check_wanted.emit,
            Qt.Key.Key_F6: self.preview_wanted.emit,
            Qt.Key.Key_F7: self.add_part,
        }
        self.told, self.askable = Words("body", wrap=True), Words("body", wrap=True)
        self.general, self.parts, self.findings, self.sources = (Card() for _ in range(4))
        self._build()

    def _build(self) -> None:
        self._top = QGridLayout()
        for place, name in enumerate(_GENERAL):
            self._top.addWidget(self.captions[name], 0, place, Qt.AlignmentFlag.AlignBottom)
            self._top.addWidget(self.fields[name], 1, place)
            self._top.setColumnStretch(place, 3 if name.startswith("name-") else 2 if name == "id" else 1)
        self.general.add(self._top)
        self.general.add(self.levels)
        self._grid = QGridLayout()
        for place, name in enumerate((*_COLUMNS, *_TOGGLES)):
            self._grid.addWidget(self.heads[name], 0, place, Qt.AlignmentFlag.AlignBottom)
            self._grid.setColumnStretch(place, _STRETCHES.get(name, 0))
        self.parts.add(self._grid)
        self.findings.add(self.told)
        self.sources.add(self.askable)
        bar = TitleBar(self.check, self.preview, self.add, self.save)
        self.build(bar, self.general, self.parts, self.findings, self.sources)
        self.check.clicked.connect(self.check_wanted)
        self.preview.clicked.connect(self.preview_wanted)
        self.add.clicked.connect(self.add_part)

    def edit(self, base: Scheme, sources: Sequence[tuple[str, Param]]) -> None:
        """Edit a copy of a scheme; ``sources`` are the ids and names of what it can draw."""
        self._sources = tuple(sources)
        self._base = base
        self.level = base.level.value
        values = {
            "id": base.id.rpartition("/")[2],
            "name-es": base.names.es,
            "name-en": base.names.en,
            "pass-mark": str(base.pass_mark),
            "valid-months": str(base.valid_months),
            "retakes": str(base.retakes),
            "wait-days": str(base.wait_days),
        }
        for name, value in values.items():
            self.fields[name].setText(value)
            self.fields[name].setCursorPosition(0)
        for row in self.rows:
            discard(*row.widgets())
        self.rows = []
        for part in base.parts:
            self._add_row(part)
        self.told.setText("")
        self.restyle()
        self.keep()

    def add_part(self) -> None:
        """Add a part that draws the same as the last one."""
        number = len(self.rows) + 1
        names = Names(f"Parte {number}", f"Part {number}")
        draws = (Draw(count=5, sources=("zero",)),) if not self.rows else self.rows[-1].part.draws
        self._add_row(Part(id=f"part-{number}", names=names, weight=10, draws=draws, minutes=10))
        self.restyle()
        self.rows[-1].fields["part-es"].setFocus()

    def _add_row(self, part: Part) -> None:
        row = _PartRow(part)
        for place, widget in enumerate(row.widgets()):
            self._grid.addWidget(widget, len(self.rows) + 1, place)
        for toggle in row.toggles.values():
            toggle.toggled.connect(self.restyle)
        row.fields["weight"].editingFinished.connect(partial(self._remove_if_weightless, row))
        self.rows.append(row)

    def _remove_if_weightless(self, row: _PartRow) -> None:
        """Remove a part whose weight is 0."""
        if row.fields["weight"].text().strip() == "0" and row in self.rows and len(self.rows) > 1:
            self.rows.remove(row)
            discard(*row.widgets())

    def read(self) -> Scheme:
        """The scheme as typed, without a standard setting; raises `RefusedError` that names the field."""
        if self._base is None:
            raise RuntimeError("nothing is edited")
        text = {name: field.text().strip() for name, field in self.fields.items()}
        name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text["id"].lower())
        return msgspec.structs.replace(
            self._base,
            id=name.strip("-") or "exam",
            names=Names(text["name-es"], text["name-en"]),
            level=Level(self.level),
            pass_mark=text["pass-mark"],
            valid_months=_whole(text["valid-months"], "valid-months"),
            retakes=_whole(text["retakes"], "retakes"),
            wait_days=_whole(text["wait-days"], "wait-days"),
            parts=tuple(row.read() for row in self.rows),
            standard=None,
        )

    def tell(self, sentences: list[str]) -> None:
        self.told.setText("\n".join(sentences))
        self.findings.show()
        self.column.activate()
        self.area.ensureWidgetVisible(self.findings)

    def tell_unsaved(self, message: Message) -> None:
        self.tell([say(message, current_style().language)])

    def place_of(self, key: str) -> str:
        """Translate a key of the scheme file to the part's number and name and the caption of the field."""
        top, _, rest = key.partition(".")
        if top == "parts" and rest:
            wanted, _, field = rest.partition(".")
            name = _PART_KEYS.get(field.partition("[")[0], "")
            caption = self.heads[name].text() if name else ""
            places = [f"{place}, {row.part_name()}" for place, row in enumerate(self.rows, 1) if row.part.id == wanted]
            return " · ".join(filter(None, (*places, caption.partition(":")[0]))) or key
        name = _GENERAL_KEYS.get(key, key)
        return self.captions[name].text() if name in self.captions else current_style().text("exam-room.editor-general")

    def take_focus(self) -> None:
        self.fields["id"].setFocus()

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        base = self._base
        if base is None:
            return
        px = style.px
        buttons = {
            "editor-check": (self.check, "F5"),
            "editor-preview": (self.preview, "F6"),
            "editor-add-part": (self.add, "F7"),
            "editor-save": (self.save, "F10"),
        }
        line = style.text("exam-room.editor-line", scheme=say(base.names, style.language))
        self.write_frame(style.text("exam-room.editor-title"), line, buttons)
        cards = {"general": self.general, "parts": self.parts, "findings": self.findings, "sources": self.sources}
        for name, card in cards.items():
            card.set_title(style.text(f"exam-room.editor-{name}"))
        self.findings.setVisible(bool(self.told.text()))
        self.askable.setText(" · ".join(f"{source} ({say(title, style.language)})" for source, title in self._sources))
        for name, caption in (self.captions | self.heads).items():
            caption.setText(style.text(f"exam-room.field-{name}"))
        for name, field in self.fields.items():
            field.setAccessibleName(self.captions[name].text())
            field.setFixedHeight(style.target(40))
        levels = [(level.value, style.text(f"certificates.of-level.{level.value}")) for level in Level]
        self.levels.show_choices(levels, self.level)
        self._grid.setSpacing(px(6))
        for number, row in enumerate(self.rows, start=1):
            for name, field in row.fields.items():
                field.setAccessibleName(f"{number}: {self.heads[name].text()}")
                field.setFixedHeight(style.target(40))
                if name in _WIDTHS:
                    field.setFixedWidth(px(_WIDTHS[name]))
            for name, toggle in row.toggles.items():
                answer = style.text("exam-room.yes" if toggle.isChecked() else "exam-room.no")
                toggle.say(answer, spoken=f"{number}: {self.heads[name].text()}")
        self._put_in_order()

    def _put_in_order(self) -> None:
        """Put the tab order into reading order; the level buttons are created after the fields."""
        order = [*self.fields.values(), *self.levels.buttons.values()]
        order += [widget for row in self.rows for widget in row.widgets()]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)


def _whole(text: str, field: str) -> int:
    try:
        return int(text or "0")
    except ValueError:
        caption = Message(f"exam-room.field-{field}")
        raise RefusedError(Message("exam-room.no-number", {"field": caption, "given": text[:_LONGEST_SHOWN]})) from None

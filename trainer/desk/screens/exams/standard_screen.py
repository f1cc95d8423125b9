"""Standard setting by the Angoff method: judges estimate per part, in two rounds, how a minimally competent candidate
does; the cut score follows. The second round also shows the share of right answers in each part so far."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QGridLayout, QLineEdit

from trainer.desk.screens.exams.statistics import BarChart
from trainer.desk.style.style import LEAST_TARGET, current_style
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.charts.bars import Bar
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.edit_screen import EditingScreen
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.reading_order import ReadInColumns
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.exams.errors import RefusedError
from trainer.exams.scheme import Judge, Scheme, exact
from trainer.exams.standard_setting import FEWEST_JUDGES, Setting, evaluate_judges
from trainer.texts import Message, say
from trainer.texts.numbers import in_percent

ROUNDS = ("first", "second")
_USUAL_JUDGES, _MOST_JUDGES = 5, 12
_JUDGE_WIDTH, _NARROWEST, _JUDGES_WIDTH = 84, 46, 560
_FIXED_COLUMNS = 3  # part; its items and weight; share of right answers


class _Column:
    """One judge: a name, and an estimate for each part in each round."""

    def __init__(self, judge: Judge | None, parts: int) -> None:
        self.name = QLineEdit(judge.name if judge else "")
        self.estimates = {
            name: [_cell(str(getattr(judge, name)[part]) if judge else "") for part in range(parts)] for name in ROUNDS
        }

    def widgets(self) -> list[QLineEdit]:
        return [self.name, *(cell for name in ROUNDS for cell in self.estimates[name])]

    def read(self, number: int) -> Judge:
        first, second = (tuple(int(cell.text() or "-1") for cell in self.estimates[name]) for name in ROUNDS)
        return Judge(name=self.name.text().strip() or str(number), first=first, second=second)


class StandardScreen(EditingScreen):
    """F6 switches the round, F7 adds a judge, F8 removes one, F9 lowers the cut by one standard error."""

    def __init__(self) -> None:
        super().__init__()
        self.scheme: Scheme | None = None
        self.facilities: tuple[int | None, ...] = ()
        self.columns: list[_Column] = []
        self.round = ROUNDS[0]
        self._parts: list[tuple[Words, Words, Words]] = []
        self._trouble: Message | None = None
        self.rounds = Segments()
        self.rounds.chosen.connect(self.show_round)
        self.more, self.fewer, self.lowered = (KeyButton(height=44) for _ in range(3))
        self.lowered.setCheckable(True)
        self.keys = {
            Qt.Key.Key_F6: lambda: self.show_round(ROUNDS[1 - ROUNDS.index(self.round)]),
            Qt.Key.Key_F7: self.add_judge,
            Qt.Key.Key_F8: self.drop_judge,
            Qt.Key.Key_F9: self.lowered.click,
        }
        self.heads = [Words("small", wrap=True) for _ in range(_FIXED_COLUMNS)]
        self.decision, self.decision_caption = QLineEdit(), Words("small")
        self.found, self.warnings = Words("body", wrap=True), Words("quiet", wrap=True)
        self.chart = BarChart(_MOST_JUDGES)
        self.estimates, self.result = Card(), Card()
        self._table = ReadInColumns()  # one judge after the other
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._build()
        self.decision_caption.say(Message("exam-room.standard-decision"))
        self.estimates.set_title(Message("exam-room.standard-estimates"), Message("exam-room.standard-says"))
        self.result.set_title(Message("exam-room.standard-result"))

    def _build(self) -> None:
        for place, head in enumerate(self.heads):
            self._grid.addWidget(head, 0, place, Qt.AlignmentFlag.AlignBottom)
        self._grid.setColumnStretch(0, 1)
        self.estimates.add(self.rounds)
        self.estimates.add(self._table)
        for widget in (self.found, self.warnings, self.chart, self.decision_caption, self.decision):
            self.result.add(widget)
        self.build(TitleBar(self.more, self.fewer, self.lowered, self.save), self.estimates, self.result)
        self.more.clicked.connect(self.add_judge)
        self.fewer.clicked.connect(self.drop_judge)
        self.lowered.clicked.connect(self.restyle)

    def show_scheme(self, scheme: Scheme, facilities: Sequence[int | None]) -> None:
        """Show the estimates of a scheme, or empty columns."""
        self.scheme, self.facilities = scheme, tuple(facilities)
        for column in self.columns:
            discard(*column.widgets())
        discard(*(words for row in self._parts for words in row))
        self.columns, self._parts, self.round = [], [], ROUNDS[0]
        self.lowered.setChecked(False)
        self.decision.clear()
        self._trouble = None
        for number, _ in enumerate(scheme.parts, start=1):
            row = (Words("body"), Words("small"), Words("small"))
            for place, words in enumerate(row):
                self._grid.addWidget(words, number, place)
            self._parts.append(row)
        judges = scheme.standard.judges if scheme.standard else (None,) * _USUAL_JUDGES
        for judge in judges:
            self._add_column(judge)
        self.restyle()
        self.keep()

    def add_judge(self) -> None:
        if len(self.columns) < _MOST_JUDGES:
            self._add_column(None)
            self.restyle()
            self.columns[-1].name.setFocus()

    def drop_judge(self) -> None:
        if len(self.columns) > FEWEST_JUDGES:
            discard(*self.columns.pop().widgets())
            self.restyle()

    def _add_column(self, judge: Judge | None) -> None:
        column = _Column(judge, len(self._parts))
        place = _FIXED_COLUMNS + len(self.columns)
        self._grid.addWidget(column.name, 0, place, Qt.AlignmentFlag.AlignBottom)
        for name in ROUNDS:
            for row, cell in enumerate(column.estimates[name], start=1):
                self._grid.addWidget(cell, row, place)
                cell.textEdited.connect(self._show_result)
        column.name.textEdited.connect(self._show_result)
        self.columns.append(column)

    def show_round(self, name: str) -> None:
        """Show the estimates of a round; empty ones of the second start with the values of the first."""
        self.round = name
        if name == ROUNDS[1]:
            for column in self.columns:
                for before, cell in zip(column.estimates[ROUNDS[0]], column.estimates[ROUNDS[1]], strict=True):
                    if not cell.text():
                        cell.setText(before.text())
        self.restyle()
        self.columns[0].estimates[name][0].setFocus()

    def judges(self) -> list[Judge]:
        """The judges as typed, without empty columns."""
        filled = [column for column in self.columns if any(widget.text() for widget in column.widgets())]
        return [column.read(number) for number, column in enumerate(filled, start=1)]

    def setting(self) -> Setting:
        """The result of the estimates; raises `RefusedError`. Until the second round has begun, it is that of the
        first."""
        assert self.scheme is not None
        return evaluate_judges(self.scheme, [_both_rounds(judge) for judge in self.judges()])

    def tell_unsaved(self, message: Message) -> None:
        self.tell(message)

    def tell(self, message: Message | None) -> None:
        self._trouble = message
        self._show_result()

    def take_focus(self) -> None:
        self.columns[0].name.setFocus()

    # ── words ────────────────────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        scheme = self.scheme
        if scheme is None:
            return
        px = style.px
        buttons = {
            "standard-more": (self.more, "F7"),
            "standard-fewer": (self.fewer, "F8"),
            "standard-lower": (self.lowered, "F9"),
            "standard-save": (self.save, "F10"),
        }
        self.write_frame(style.text("exam-room.standard-title"), say(scheme.names, style.language), buttons)
        rounds = [(name, style.text(f"exam-room.standard-{name}")) for name in ROUNDS]
        self.rounds.show_choices(rounds, self.round, keys=["F6", "F6"])
        for head, name in zip(self.heads, ("part", "items", "facility"), strict=True):
            head.setText(style.text(f"exam-room.standard-{name}"))
        self.heads[-1].setVisible(self.round == ROUNDS[1])
        self.decision.setAccessibleName(self.decision_caption.text())
        self.decision.setFixedHeight(style.target(40))
        self._grid.setSpacing(px(6))
        self._write_parts(scheme)
        self._write_judges()
        self._show_result()

    def _write_parts(self, scheme: Scheme) -> None:
        style = current_style()
        for part, facility, (name, items, right) in zip(scheme.parts, self.facilities, self._parts, strict=True):
            name.setText(say(part.names, style.language))
            items.setText(style.text("exam-room.standard-of-part", items=part.count, weight=part.weight))
            right.setText("–" if facility is None else in_percent(facility, style.language))
            right.setVisible(self.round == ROUNDS[1])  # shown only after everybody judged alone

    def _write_judges(self) -> None:
        style = current_style()
        width = max(_NARROWEST, min(_JUDGE_WIDTH, _JUDGES_WIDTH // len(self.columns)))
        for number, column in enumerate(self.columns, start=1):
            column.name.setPlaceholderText(style.text("exam-room.standard-judge", number=number))
            column.name.setAccessibleName(column.name.placeholderText())
            for widget in column.widgets():
                widget.setFixedSize(max(LEAST_TARGET, style.px(width)), style.target(40))
            for name in ROUNDS:
                for cell, words in zip(column.estimates[name], self._parts, strict=True):
                    cell.setVisible(name == self.round)
                    cell.setAccessibleName(f"{column.name.text() or number}: {words[0].text()}")

    def _show_result(self) -> None:
        """Show the cut score, or what is missing."""
        style, scheme = current_style(), self.scheme
        if scheme is None:
            return
        try:
            found = self.setting()
        except RefusedError as error:
            self.found.setText(say(self._trouble or error.message, style.language))
            self.warnings.setText("")
            self.chart.show_bars(())
            return
        mark = exact(found.pass_mark(lowered=self.lowered.isChecked())) * 100
        old = exact(scheme.pass_mark) * 100
        lines = [
            style.text(
                "exam-room.standard-cut",
                cut=_hundredths(float(found.cut.cut)),
                items=scheme.count,
                low=_hundredths(found.alone.low),
                high=_hundredths(found.alone.high),
                error=_hundredths(found.alone.error),
            ),
            style.text(
                "exam-room.standard-mark",
                mark=_hundredths(float(mark)),
                old=_hundredths(float(old)),
            ),
            style.text(
                "exam-room.standard-agreement",
                single=_hundredths(found.alone.icc_single),
                mean=_hundredths(found.alone.icc_mean),
            ),
        ]
        if self._trouble is not None:
            lines.insert(0, say(self._trouble, style.language))
        self.found.setText("\n".join(lines))
        self.warnings.setText("\n".join(style.text(f"exams.note.{name}") for name in found.alone.warnings))
        bars = [
            Bar(
                judge.name,
                float(total) / scheme.count,
                style.text("exam-room.standard-sum", sum=_hundredths(float(total)), items=scheme.count),
                style.text("exam-room.standard-rest", rest=_hundredths(rest)),
            )
            for judge, total, rest in zip(self.judges(), found.cut.sums, found.alone.judge_rest, strict=True)
        ]
        self.chart.show_bars(bars)


def _both_rounds(judge: Judge) -> Judge:
    """Use the first round as the second while that is empty."""
    return judge if any(each >= 0 for each in judge.second) else Judge(judge.name, judge.first, judge.first)


def _cell(value: str) -> QLineEdit:
    cell = QLineEdit(value)
    cell.setValidator(QIntValidator(0, 100, cell))
    cell.setAlignment(Qt.AlignmentFlag.AlignRight)
    return cell


def _hundredths(figure: float) -> Fraction:
    return Fraction(round(figure * 100), 100)

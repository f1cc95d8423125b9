"""Statistics of the exams in charts or a workbook: pass rates, difficult items, frequent mistakes, reliability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import Style, current_style
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.charts.bars import ROW_HEIGHT, Bar, paint_bars
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.exams.result import SealedResult
from trainer.exams.roles import Right, Role, need
from trainer.exams.staff import SignedIn
from trainer.exams.statistics import (
    ENOUGH,
    ItemFigures,
    SchemeFigures,
    countable_results,
    item_figures,
    item_key,
    scheme_figures,
    write_statistics,
)
from trainer.system.private_files import make_private_folder
from trainer.texts import Language, Message, Names, say, text

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_MOST_BARS = 6


class Figures(msgspec.Struct, frozen=True):
    """What the screen shows, computed once."""

    results: tuple[SealedResult, ...]
    schemes: tuple[SchemeFigures, ...]
    items: tuple[ItemFigures, ...]

    @property
    def names(self) -> dict[str, Names]:
        """Scheme id → name, from the papers."""
        return {each.result.header.scheme: each.result.paper.scheme.names for each in self.results}

    @property
    def titles(self) -> dict[str, Names]:
        """Item key → kind of question."""
        return {item_key(item): item.title for each in self.results for item in each.result.paper.items}


def figures_of(results: Sequence[SealedResult], *, with_rehearsals: bool = False) -> Figures:
    """The statistics of results; rehearsals are counted only for pictures of the screen (``with_rehearsals``)."""
    those = countable_results(results, with_rehearsals=with_rehearsals)
    return Figures(tuple(those), tuple(scheme_figures(those)), tuple(item_figures(those)))


class BarChart(QWidget):
    """A bar chart; a screen reader reads a sentence for each bar."""

    def __init__(self, most: int = _MOST_BARS) -> None:
        super().__init__()
        self.bars: tuple[Bar, ...] = ()
        self._most = most

    def show_bars(self, bars: Sequence[Bar]) -> None:
        style = current_style()
        self.bars = tuple(bars[: self._most])
        self.setMinimumHeight(style.px(ROW_HEIGHT) * len(self.bars))
        self.setAccessibleName(". ".join(f"{bar.name}: {bar.figure}, {bar.note}" for bar in self.bars))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_bars(QPainter(self), QRectF(self.rect()), self.bars, current_style())


class StatisticsScreen(Screen):
    """Four cards; ``back`` leaves, ``save_wanted`` asks for a workbook."""

    back = Signal()
    save_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.figures: Figures | None = None
        self.save = KeyButton(height=44)
        self.bar = TitleBar(self.save)
        self.none = Words("large-quiet", wrap=True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.charts = {name: BarChart() for name in ("schemes", "items", "mistakes")}
        self.quality, self.flags = Words("body", wrap=True), Words("body", wrap=True)
        self.flags_caption = Words("small")
        self.cards = {name: Card() for name in ("schemes", "items", "mistakes", "quality")}
        for name, chart in self.charts.items():
            self.cards[name].add(chart, stretch=1 if name == "schemes" else 0)
        self.few, self.unnamed = Words("quiet", wrap=True), Words("quiet", wrap=True)
        self.cards["items"].add(self.few)
        self.cards["mistakes"].add(self.unnamed)
        for widget in (self.quality, self.flags_caption, self.flags):
            self.cards["quality"].add(widget)
        for name in ("items", "mistakes", "quality"):
            self.cards[name].add(QWidget(), stretch=1)
        self._grid = QGridLayout()
        for place, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, place // 2, place % 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.none, stretch=1)
        layout.addLayout(self._grid, stretch=1)
        self.bar.leave.clicked.connect(self.back)
        self.save.clicked.connect(self.save_wanted)
        self.save.say(Message("exam-room.statistics-save"), "S")
        self.none.say(Message("exam-room.statistics-none"))
        self.unnamed.say(Message("exam-room.statistics-no-mistakes"))
        self.flags_caption.say(Message("exam-room.statistics-flags"))
        self.bar.set_back(Message("exam-room.back"))

    def show_figures(self, figures: Figures) -> None:
        self.figures = figures
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() == Qt.Key.Key_S and self.save.isVisible():
            self.save_wanted.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        figures = self.figures
        if figures is None:
            return
        px = style.px
        self.bar.title.setText(style.text("exam-room.statistics-title"))
        self.bar.line.setText(style.text("exam-room.statistics-says", count=len(figures.results)))
        self._grid.setContentsMargins(px(24), px(20), px(24), px(20))
        self._grid.setSpacing(px(16))
        is_empty = not figures.results
        self.none.setVisible(is_empty)
        self.save.setVisible(not is_empty)
        for name, card in self.cards.items():
            card.set_title(style.text(f"exam-room.statistics-{name}"))
            card.setVisible(not is_empty)
        self.charts["schemes"].show_bars(_scheme_bars(figures, style))
        self.charts["items"].show_bars(_item_bars(figures, style))
        self.charts["mistakes"].show_bars(_mistake_bars(figures, style))
        self.few.setText(style.text("exam-room.statistics-few", least=ENOUGH["facility"]))
        self.few.setVisible(not self.charts["items"].bars)
        self.unnamed.setVisible(not self.charts["mistakes"].bars)
        self.quality.setText("\n".join(_quality(figures, style)))
        titles = figures.titles
        flagged = [
            f"{say(titles[item.key], style.language)}: {', '.join(_flag(flag, style.language) for flag in item.flags)}"
            for item in figures.items
            if item.flags
        ]
        self.flags.setText("\n".join(flagged[:_MOST_BARS]) or style.text("exam-room.statistics-no-flags"))


def _scheme_bars(figures: Figures, style: Style) -> list[Bar]:
    return [
        Bar(
            say(figures.names[one.scheme], style.language),
            one.passed / one.sittings,
            style.text("exam-room.statistics-passed", passed=one.passed, count=one.sittings),
        )
        for one in figures.schemes
    ]


def _item_bars(figures: Figures, style: Style) -> list[Bar]:
    """The most difficult items among those asked often enough."""
    titles = figures.titles
    return [
        Bar(
            f"{say(titles[item.key], style.language)} · {item.key.partition(' ')[0].rpartition('/')[2]}",
            item.facility,
            style.text("exam-room.statistics-right", share=round(100 * item.facility)),
            style.text(
                "exam-room.statistics-tries", tries=item.tries, low=round(100 * item.low), high=round(100 * item.high)
            ),
            "wrong" if item.flags else "accent",
        )
        for item in figures.items
        if item.tries >= ENOUGH["facility"]
    ]


def _mistake_bars(figures: Figures, style: Style) -> list[Bar]:
    said = {
        mistake.id: mistake.says
        for each in figures.results
        for item in each.result.paper.items
        for mistake in item.mistakes
    }
    made: Counter[str] = Counter()
    for item in figures.items:
        made.update(dict(item.mistakes))
    most = max(made.values(), default=1)
    return [
        Bar(
            say(said[mistake], style.language) if mistake in said else mistake,
            count / most,
            style.text("exam-room.statistics-times", count=count),
            tone="wrong",
        )
        for mistake, count in made.most_common(_MOST_BARS)
    ]


def _quality(figures: Figures, style: Style) -> list[str]:
    lines = []
    for one in figures.schemes:
        name = say(figures.names[one.scheme], style.language)
        decided = one.subkoviak or one.huynh or one.livingston_lewis
        if decided is None:
            lines.append(style.text("exam-room.statistics-too-few", scheme=name, sittings=one.sittings))
            continue
        kr = one.reliability.kr20 if one.reliability and one.reliability.kr20 is not None else one.kr21
        lines.append(
            style.text(
                "exam-room.statistics-reliability",
                scheme=name,
                kr20=f"{kr:.2f}" if kr is not None else "–",
                agreement=round(100 * decided.agreement),
                kappa=f"{decided.kappa:.2f}",
            )
        )
    return lines


def _flag(flag: str, language: Language) -> str:
    return text(f"exam-room.item-flag-{flag}", language)


class StatisticsController:
    """For examiners and certifiers."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._shell = room.shell

    @cached_property
    def screen(self) -> StatisticsScreen:
        screen = StatisticsScreen()
        screen.back.connect(self._room.show_lobby)
        screen.save_wanted.connect(self._save)
        return screen

    def begin(self) -> None:
        self._room.sign_in((Role.EXAMINER, Role.CERTIFIER), lambda by, _: self._show(by), self._room.show_lobby)

    def _show(self, by: SignedIn) -> None:
        need(by.role, Right.SEE_STATISTICS)
        self.screen.show_figures(figures_of(self._room.office.results()))
        self._room.show(self.screen)

    def _save(self) -> None:
        def save() -> None:
            folder = self._room.office.folder / "written"
            make_private_folder(folder)
            path = folder / "statistics.xlsx"
            write_statistics(self._room.office.results(), path, current_style().language)
            self._shell.tell(Message("exam-room.written", {"path": str(path)}))

        self._room.try_to(save)

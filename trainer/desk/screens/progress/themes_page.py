"""Second page of progress: difficult and easy themes, named mistakes, personal records."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.progress.chart_data import theme_bars
from trainer.desk.screens.progress.page import Page
from trainer.desk.screens.progress.texts import count_words, day_words, is_known, percent_words
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.charts.bars import ROW_HEIGHT, Bar, paint_bars
from trainer.desk.widgets.charts.view import ChartView
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import digit_of, key_name
from trainer.desk.widgets.words import Words
from trainer.runs.offers import Offers
from trainer.runs.trainee_records import TraineeRecords, offer_at
from trainer.study import progress
from trainer.study.progress import FrequentMistake, Theme
from trainer.study.tallies import Best
from trainer.texts import say


class MistakeRow(QWidget):
    """A named mistake; its button (``see``) shows the last time it was made."""

    def __init__(self) -> None:
        super().__init__()
        self.name = Words("body", wrap=True)
        self.where = Words("small")
        self.count = Words("title")
        self.see = KeyButton(step=STEPS.body, height=40)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.where)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.count, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._layout.addLayout(words, stretch=1)
        self._layout.addWidget(self.see, alignment=Qt.AlignmentFlag.AlignVCenter)

    def show_mistake(self, mistake: FrequentMistake, where: str, key: str) -> None:
        style = current_style()
        said = style.text(mistake.mistake)
        self._layout.setContentsMargins(0, style.px(2), 0, style.px(2))
        self._layout.setSpacing(style.px(12))
        self.count.setText(style.text("progress.mistakes.times", count=mistake.count))
        self.count.setFixedWidth(style.px(56))
        self.name.setText(said)
        self.where.setText(where)
        spoken = style.text("progress.mistakes.see-spoken", mistake=said)
        self.see.say(style.text("progress.mistakes.see"), key, spoken=spoken)


class RecordRow(QWidget):
    """A large figure with a text beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.figure = Words("figure")
        self.name = Words("body", wrap=True)
        self.note = Words("small")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.note)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.figure)
        self._layout.addLayout(words, stretch=1)

    def show_record(self, figure: str, name: str, note: str) -> None:
        style = current_style()
        self._layout.setContentsMargins(0, style.px(4), 0, style.px(4))
        self._layout.setSpacing(style.px(12))
        self.figure.set_role("figure" if figure else "ghost-figure")
        self.figure.setText(figure or "–")
        self.name.setText(name)
        self.note.setText(note)


_MOST_THEMES = 4
_MOST_MISTAKES = 7


class ThemesPage(Page):
    """``replayed`` emits the ids of example answers and the index of the chosen one."""

    replayed = Signal(list, int)

    def __init__(self) -> None:
        super().__init__()
        self.weak_card, self.strong_card = Card(), Card()
        self.weak, self.strong = ChartView(paint_bars), ChartView(paint_bars)
        self.weak_says, self.strong_says = Words("quiet", wrap=True), Words("quiet", wrap=True)
        self.mistakes_card = Card()
        self.mistakes: list[MistakeRow] = []
        self.no_mistakes = Words("quiet", wrap=True)
        self.records_card = Card()
        self.records = [RecordRow() for _ in range(5)]
        self._build()

    def _build(self) -> None:
        for card, chart, says in (
            (self.weak_card, self.weak, self.weak_says),
            (self.strong_card, self.strong, self.strong_says),
        ):
            says.setAlignment(Qt.AlignmentFlag.AlignTop)
            card.add(chart, stretch=1)
            card.add(says, stretch=1)
        self._mistake_rows = QVBoxLayout()
        self.mistakes_card.add(self.no_mistakes)
        self.mistakes_card.add(self._mistake_rows)
        self.mistakes_card.add(QWidget(), stretch=1)
        self._record_row = QHBoxLayout()
        for row in self.records:
            self._record_row.addWidget(row, stretch=1)
        self.records_card.add(self._record_row)
        self._left = QVBoxLayout()
        self._left.addWidget(self.weak_card, stretch=1)
        self._left.addWidget(self.strong_card, stretch=1)
        self._above = QHBoxLayout()
        self._above.addLayout(self._left, stretch=4)
        self._above.addWidget(self.mistakes_card, stretch=6)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(self._above, stretch=1)
        self._layout.addWidget(self.records_card)

    def show_reading(self, reading: TraineeRecords, offers: Offers) -> None:
        style = current_style()
        self._layout.setSpacing(style.px(16))
        self._above.setSpacing(style.px(16))
        self._record_row.setSpacing(style.px(16))
        self._left.setSpacing(style.px(16))
        themes = progress.themes(reading.ledger, most=_MOST_THEMES)
        several = len(reading.places()) > 1
        weak, strong = (_named(some, offers, several, style) for some in (themes.weak, themes.strong))
        self.weak_card.set_title(style.text("progress.themes.weak"))
        self.strong_card.set_title(style.text("progress.themes.strong"))
        none = [style.text("progress.themes.not-enough")] * 2
        if weak or strong:
            shares = (("no-weak", progress.WEAK_BELOW), ("no-strong", progress.STRONG_FROM))
            none = [style.text(f"progress.themes.{key}", share=percent_words(share, style)) for key, share in shares]
        self._show_bars(self.weak, self.weak_says, weak, "accent", none[0])
        self._show_bars(self.strong, self.strong_says, strong, "right", none[1])
        self._show_mistakes(reading, offers)
        self._show_records(reading)

    def _show_bars(
        self,
        view: ChartView[tuple[Bar, ...]],
        says: Words,
        themes: list[tuple[Theme, str]],
        tone: str,
        none: str,
    ) -> None:
        style = current_style()
        bars = theme_bars(themes, tone, style)
        view.setMinimumHeight(style.px(ROW_HEIGHT) * len(bars))
        view.show_chart(bars, ". ".join(f"{bar.name}: {bar.figure}" for bar in bars))
        view.setVisible(bool(bars))
        says.setVisible(not bars)
        says.setText(none)

    def _show_mistakes(self, reading: TraineeRecords, offers: Offers) -> None:
        style = current_style()
        every = progress.frequent_mistakes(reading.ledger, reading.now, most=len(reading.ledger.mistakes))
        found = [mistake for mistake in every if is_known(mistake.mistake)][:_MOST_MISTAKES]
        self.mistakes_card.set_title(style.text("progress.mistakes.title"), style.text("progress.mistakes.remark"))
        self.no_mistakes.setText(style.text("progress.mistakes.none"))
        self.no_mistakes.setVisible(not found)
        self._examples = [mistake.example for mistake in found]
        if len(self.mistakes) != len(found):
            discard(*self.mistakes)
            self.mistakes = [MistakeRow() for _ in found]
            for index, row in enumerate(self.mistakes):
                row.see.clicked.connect(lambda _=False, index=index: self._replay(index))
                self._mistake_rows.addWidget(row)
        self._mistake_rows.setSpacing(style.px(4))
        for index, (row, mistake) in enumerate(zip(self.mistakes, found, strict=True)):
            where = _skill_name(mistake.skill, offers, len(reading.places()) > 1, style)
            row.show_mistake(mistake, where, key_name(index))

    def _show_records(self, reading: TraineeRecords) -> None:
        style = current_style()
        bests = reading.ledger.bests
        self.records_card.set_title(style.text("progress.records.title"))
        is_running = bests.day >= reading.today - 1
        shown = (
            ("streak", bests.longest_streak, bests.streak),
            ("day-run", bests.longest_day_run, bests.day_run if is_running else 0),
            ("day", bests.most_right_in_a_day, 0),
            ("challenge-60", bests.challenges.get("challenge-60", Best()), 0),
            ("challenge-180", bests.challenges.get("challenge-180", Best()), 0),
        )
        for row, (name, best, now) in zip(self.records, shown, strict=True):
            notes = [day_words(reading.ledger.day_of(best.at), reading.today, style)] if best.value else []
            if now:
                notes.append(style.text("progress.records.now", figure=now))
            figure = count_words(best.value, style) if best.value else ""
            note = " · ".join(notes) or style.text("progress.records.none-yet")
            row.show_record(figure, style.text(f"progress.records.{name}"), note)

    def _replay(self, index: int) -> None:
        self.replayed.emit(self._examples, index)

    def take_key(self, event: QKeyEvent) -> bool:
        index = digit_of(event)
        if index is None or index >= len(self.mistakes):
            return False
        self.mistakes[index].see.click()
        return True


def _named(themes: tuple[Theme, ...], offers: Offers, several: bool, style: Style) -> list[tuple[Theme, str]]:
    """The themes whose drill still exists, with its name."""
    names = ((theme, _skill_name(theme.skill, offers, several, style)) for theme in themes)
    return [(theme, name) for theme, name in names if name]


def _skill_name(skill: str, offers: Offers, several: bool, style: Style) -> str:
    """The name of a drill, with its game if there are several; empty if it no longer exists."""
    family, _, place = skill.partition(" ")
    offer = offer_at(offers, place)
    found = next((one for one in offer.families if one.id == family), None) if offer else None
    if offer is None or found is None:
        return ""
    name = say(found.name, style.language)
    return style.text("progress.skill-at", family=name, game=offer.rules.names) if several else name

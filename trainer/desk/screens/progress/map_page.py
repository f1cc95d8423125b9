"""First page of progress: the skill map, the selected level, the days of practice and the skills at the live table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from trainer.desk.screens.progress.chart_data import (
    accuracy_curve,
    calendar,
    forecast_words,
    known_words,
    pace_curve,
    skill_map,
    stand_words,
)
from trainer.desk.screens.progress.page import Page
from trainer.desk.screens.progress.texts import count_words, day_words, percent_words
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.units import seconds_words
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.charts.calendar import Calendar, day_at, paint_calendar
from trainer.desk.widgets.charts.curve import Curve, paint_curve
from trainer.desk.widgets.charts.skill_map import SkillMap, key_at, next_key, paint_skill_map, row_room
from trainer.desk.widgets.charts.view import ChartView
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan, drill_plan
from trainer.runs.trainee_records import TraineeRecords, rungs_of
from trainer.study import progress
from trainer.study.mastery import Stand
from trainer.study.progress import CurvePoint, RungStanding
from trainer.study.skills import Rung, place_of
from trainer.study.tallies import DayTally
from trainer.texts import say


class RungCard(Card):
    """The selected level; ``wanted`` asks to practise it."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.level = Words("body", wrap=True)
        self.stand = Words("accent")
        self.forecast = Words("quiet", wrap=True)
        self.accuracy_title = Words("small")
        self.accuracy = ChartView(paint_curve)
        self.pace_title = Words("small")
        self.pace = ChartView(paint_curve)
        self.instead = Words("large-quiet", wrap=True)
        self.room = QWidget()
        self.practise = KeyButton(height=44)
        self.practise.clicked.connect(self.wanted)
        for widget in (self.level, self.stand, self.forecast):
            self.add(widget)
        for title, chart in ((self.accuracy_title, self.accuracy), (self.pace_title, self.pace)):
            self.add(title)
            self.add(chart, stretch=1)
        self.add(self.instead)
        self.add(self.room, stretch=1)
        self.add(self.practise)

    def show_rung(
        self,
        standing: RungStanding,
        points: Sequence[CurvePoint],
        sessions: int | None,
        best: int,
        waits_for: Sequence[Rung],
        today: int,
    ) -> None:
        """``best`` is in milliseconds; ``waits_for`` are the levels that must be mastered first."""
        style = current_style()
        rung, language = standing.rung, style.language
        self.set_title(say(rung.family.name, language))
        named = say(rung.family.level_name(rung.level), language)
        level = style.text("progress.rung.level", family=named, level=rung.level)
        self.level.setText(level)
        has_any = standing.mastery.answers > 0
        self.stand.setText(" · ".join([stand_words(standing, style), *known_words(standing.mastery, style)]))
        outlook = forecast_words(sessions, standing, style) if has_any else ""
        self.forecast.setText(_outlook(outlook, best, waits_for, style))
        accuracy, pace = accuracy_curve(points, rung, today, style), pace_curve(points, rung, today, style)
        has_curve = len(points) > 1
        self._show_curve(self.accuracy_title, self.accuracy, accuracy if has_curve else None, "accuracy")
        self._show_curve(self.pace_title, self.pace, pace if has_curve else None, "pace")
        self.instead.setText(style.text("progress.rung.one-day" if points else "progress.rung.no-curve"))
        self.instead.setVisible(not has_curve)
        self.room.setVisible(not has_curve)
        self.practise.say(style.text("progress.rung.practise"), style.say("key.enter"))

    def _show_curve(self, title: Words, view: ChartView[Curve], curve: Curve | None, name: str) -> None:
        style = current_style()
        title.setVisible(curve is not None)
        view.setVisible(curve is not None)
        title.setText(style.text(f"progress.rung.{name}"))
        spoken = ""
        if curve is not None:
            spoken = style.text(f"progress.rung.{name}-spoken", last=curve.last_label, target=curve.target_label)
        view.show_chart(curve, spoken)


def _outlook(forecast: str, best: int, waits_for: Sequence[Rung], style: Style) -> str:
    """What a locked level waits for; else the forecast and the best time so far."""
    if waits_for:
        names = [style.text("progress.rung.level", family=rung.family.name, level=rung.level) for rung in waits_for]
        return style.text("progress.rung.waits-for", names=names)
    record = style.text("progress.rung.best", seconds=seconds_words(best / 1000, style)) if best else ""
    return " ".join(f"{words}." for words in (forecast, record) if words)


_ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


_LEAST_ROW = 36  # pixels at scale 1: a ring that can be read and pressed; a longer map scrolls


class MapView(QWidget):
    """``chosen`` emits the key of the selected level."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.chart = SkillMap(())
        self.selected = ""
        self._pointed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_map(self, chart: SkillMap, selected: str) -> None:
        style = current_style()
        self.chart = chart
        self.selected = selected
        self.setMinimumHeight(style.px(_LEAST_ROW) * len(chart.rows))
        self._speak()
        self.update()

    def row_of_selected(self) -> QRectF:
        """The row of the selected level."""
        for place, row in enumerate(self.chart.rows):
            if any(cell.key == self.selected for cell in row.cells):
                return row_room(QRectF(self.rect()), self.chart, place, current_style())
        return QRectF()

    def choose(self, key: str) -> None:
        if key and key != self.selected:
            self.selected = key
            self._speak()
            self.update()
            self.chosen.emit(key)

    def _speak(self) -> None:
        cell = self.chart.cell(self.selected)
        self.setAccessibleName(cell.spoken if cell else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ARROWS and self.chart.rows:
            self.choose(next_key(self.chart, self.selected, *_ARROWS[event.key()]))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.choose(self._key_under(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._key_under(event))

    def leaveEvent(self, event: QEvent) -> None:
        self._point("")

    def _point(self, key: str) -> None:
        if key != self._pointed:
            self._pointed = key
            cell = self.chart.cell(key)
            self.setToolTip(cell.spoken if cell else "")
            self.setCursor(Qt.CursorShape.PointingHandCursor if cell else Qt.CursorShape.ArrowCursor)
            self.update()

    def _key_under(self, event: QMouseEvent) -> str:
        at = event.position()
        return key_at(QRectF(self.rect()), self.chart, at.x(), at.y(), current_style())

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_skill_map(painter, QRectF(self.rect()), self.chart, current_style(), self.selected, self._pointed)


class CalendarView(ChartView[Calendar]):
    """About a year of days."""

    def __init__(self) -> None:
        super().__init__(paint_calendar)
        self._days: dict[int, DayTally] = {}
        self._today = 0
        self.setMouseTracking(True)

    def show_days(self, days: dict[int, DayTally], today: int) -> None:
        style = current_style()
        self._days, self._today = days, today
        self.setMinimumHeight(style.px(104))
        self.show_chart(calendar(days, today, style), self.sum_words())

    def sum_words(self) -> str:
        """The calendar as one line of text."""
        style = current_style()
        tallies = self._days.values()
        return style.text(
            "progress.calendar.sum",
            days=count_words(len(self._days), style),
            answers=count_words(sum(tally.answers for tally in tallies), style),
            minutes=count_words(sum(tally.milliseconds for tally in tallies) // 60_000, style),
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        day = day_at(QRectF(self.rect()), at.x(), at.y(), self._today, current_style())
        self.setToolTip(self._day_words(day) if day is not None else "")

    def _day_words(self, day: int) -> str:
        style = current_style()
        date = day_words(day, self._today, style)
        tally = self._days.get(day)
        if tally is None:
            return style.text("progress.calendar.no-day", date=date)
        return style.text("progress.calendar.day", date=date, answers=tally.answers, right=tally.right)


class LiveCard(Card):
    """What was right in the last rounds at the live table: a share for each skill. Hidden until there is one."""

    _COLUMNS = 3

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[Words, Words]] = []
        self._grid = QGridLayout()
        self.add(self._grid)
        self.add(QWidget(), stretch=1)

    def show_skills(self, skills: Sequence[progress.Theme]) -> None:
        """Show the skills, weakest first."""
        style = current_style()
        self.setVisible(bool(skills))
        remark = style.text("progress.live.remark", rounds=max((each.answers for each in skills), default=0))
        self.set_title(style.text("progress.live.title"), remark)
        if len(self.rows) != len(skills):
            discard(*(words for row in self.rows for words in row))
            self.rows = [(Words("title"), Words("small", wrap=True)) for _ in skills]
            for place, (figure, name) in enumerate(self.rows):
                line, column = divmod(place, self._COLUMNS)
                self._grid.addWidget(figure, 2 * line, column)
                self._grid.addWidget(name, 2 * line + 1, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setHorizontalSpacing(style.px(12))
        self._grid.setVerticalSpacing(0)
        for column in range(self._COLUMNS):
            self._grid.setColumnStretch(column, 1)
        for skill, (figure, name) in zip(skills, self.rows, strict=True):
            called = style.text(f"progress.live.{skill.skill}")
            figure.setText(percent_words(skill.accuracy, style))
            spoken = style.text("progress.live.spoken", skill=called, right=skill.right, answers=skill.answers)
            figure.setAccessibleName(spoken)
            figure.setToolTip(spoken)
            name.setText(called)


_SHARES = (5, 2)  # shares of the height: the map, and the calendar


class MapPage(Page):
    """``wanted`` asks to practise a level."""

    wanted = Signal(Plan)

    def __init__(self) -> None:
        super().__init__()
        self.map_card = Card()
        self.map = MapView()
        self.map_area = scrolling(self.map)
        self.map_card.add(self.map_area, stretch=1)
        self.rung_card = RungCard()
        self.calendar_card = Card()
        self.calendar = CalendarView()
        self.calendar_card.add(self.calendar, stretch=1)
        self._reading: TraineeRecords | None = None
        self._offer: Offer | None = None
        self._standings: dict[str, RungStanding] = {}
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.map_card, 0, 0)
        self._layout.addWidget(self.calendar_card, 1, 0)
        self.live_card = LiveCard()
        self._right = QVBoxLayout()
        self._right.addWidget(self.rung_card, stretch=1)
        self._right.addWidget(self.live_card)
        self._layout.addLayout(self._right, 0, 1, 2, 1)
        self._layout.setColumnStretch(0, 7)
        self._layout.setColumnStretch(1, 4)
        for row, share in enumerate(_SHARES):
            self._layout.setRowStretch(row, share)
        self.map.chosen.connect(self._show_rung)
        self.rung_card.wanted.connect(self._practise)

    def show_table(self, reading: TraineeRecords, offer: Offer) -> None:
        """Show the map of a table; the level in progress that was practised last is selected first."""
        style = current_style()
        is_another = self._offer is None or offer.rules is not self._offer.rules or reading is not self._reading
        self._reading, self._offer = reading, offer
        standing = reading.standing(rungs_of(offer))
        found = [rung for rungs in progress.skill_map(standing, reading.now).values() for rung in rungs]
        self._standings = {rung.rung.key: rung for rung in found}
        chart = skill_map(found, offer.families, style)
        selected = self.map.selected
        if is_another or selected not in self._standings:
            selected = max(found, key=lambda rung: (rung.stand is Stand.LEARNING, rung.last)).rung.key
        self.map.show_map(chart, selected)
        mastered = sum(rung.stand is Stand.MASTERED for rung in found)
        remark = style.text("progress.map.total", mastered=mastered, levels=len(found))
        self.map_card.set_title(style.text("progress.map.title"), remark)
        days = progress.calendar(reading.store, reading.profile.id, reading.today)
        self.calendar.show_days(days, reading.today)
        self.calendar_card.set_title(style.text("progress.calendar.title"), self.calendar.sum_words())
        self.live_card.show_skills(progress.live_skills(reading.ledger, place_of(offer.rules)))
        self._layout.setSpacing(style.px(16))
        self._right.setSpacing(style.px(16))
        self._show_rung(selected)

    def _show_rung(self, key: str) -> None:
        reading, standing = self._reading, self._standings[key]
        if reading is None:
            return
        tally = reading.ledger.rungs.get(key)
        self.rung_card.show_rung(
            standing,
            progress.curve(reading.store, reading.profile.id, key),
            progress.forecast(reading.ledger, standing.rung),
            tally.best if tally else 0,
            [] if standing.unlocked else self._needed(standing.rung),
            reading.today,
        )
        QTimer.singleShot(0, self, self._bring_into_sight)  # after the map was laid out

    def _bring_into_sight(self) -> None:
        row = self.map.row_of_selected()
        self.map_area.ensureVisible(0, round(row.center().y()), 0, round(row.height() / 2))

    def whole_size(self) -> QSize:
        hidden = max(0, self.map.height() - self.map_area.viewport().height())
        return self.size() + QSize(0, -(-hidden * sum(_SHARES) // _SHARES[0]))

    def _needed(self, rung: Rung) -> list[Rung]:
        return [self._standings[key].rung for key in rung.needs if key in self._standings]

    def take_focus(self) -> None:
        self.map.setFocus(Qt.FocusReason.TabFocusReason)

    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER_KEYS:
            self._practise()
            return True
        return False

    def _practise(self) -> None:
        self.wanted.emit(plan_of(self._standings[self.map.selected].rung))


def plan_of(rung: Rung) -> Plan:
    """The plan to practise one level."""
    rules = rung.rules
    variant = rules.variant if rules.variant != rules.default_variant else ""
    return drill_plan(
        rules.rulebook,
        rules.game,
        rung.family.id,
        rung.level,
        variant=variant,
        behaviour="practise",
        options=rules.changed,
    )

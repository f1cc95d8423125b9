"""One level of one drill: where the trainee stands, how it went day by day, and how far there is to go."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from trainer.desk.screens.progress.figures import accuracy_curve, forecast_words, pace_curve, stand_words
from trainer.desk.screens.progress.words import percent_words
from trainer.desk.style.dress import Dress
from trainer.desk.style.units import seconds_words
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.charts.curve import Curve, paint_curve
from trainer.desk.widgets.charts.view import ChartView
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.study.progress import CurvePoint, RungStanding
from trainer.study.skills import Rung
from trainer.texts import say


class RungCard(Card):
    """``wanted`` asks to practise the level that is shown."""

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
        dress: Dress,
    ) -> None:
        """``best`` in milliseconds; ``waits_for`` are the rungs that keep this one locked."""
        rung, language = standing.rung, dress.language
        self.wear(dress, say(rung.family.name, language))
        named = say(rung.family.level_name(rung.level), language)
        level = dress.text("progress.rung.level", family=named, level=rung.level)
        self.level.setText(level)
        has_any = standing.mastery.answers > 0
        share = f" · {percent_words(standing.mastery.value, dress)}" if has_any else ""
        self.stand.setText(stand_words(standing, dress) + share)
        outlook = forecast_words(sessions, standing, dress) if has_any else ""
        self.forecast.setText(_outlook(outlook, best, waits_for, dress))
        accuracy, pace = accuracy_curve(points, rung, today, dress), pace_curve(points, rung, today, dress)
        has_curve = len(points) > 1
        self._show_curve(self.accuracy_title, self.accuracy, accuracy if has_curve else None, "accuracy", dress)
        self._show_curve(self.pace_title, self.pace, pace if has_curve else None, "pace", dress)
        self.instead.setText(dress.text("progress.rung.one-day" if points else "progress.rung.no-curve"))
        self.instead.setVisible(not has_curve)
        self.room.setVisible(not has_curve)
        self.practise.say(dress.text("progress.rung.practise"), dress.say("key.enter"))
        self.practise.wear(dress)

    def _show_curve(self, title: Words, view: ChartView[Curve], curve: Curve | None, name: str, dress: Dress) -> None:
        title.setVisible(curve is not None)
        view.setVisible(curve is not None)
        title.setText(dress.text(f"progress.rung.{name}"))
        spoken = ""
        if curve is not None:
            spoken = dress.text(f"progress.rung.{name}-spoken", last=curve.last_label, target=curve.target_label)
        view.show_chart(curve, spoken, dress)


def _outlook(forecast: str, best: int, waits_for: Sequence[Rung], dress: Dress) -> str:
    """What is to come, and the best time so far."""
    if waits_for:
        names = [dress.text("progress.rung.level", family=rung.family.name, level=rung.level) for rung in waits_for]
        return dress.text("progress.rung.waits-for", names=names)
    record = dress.text("progress.rung.best", seconds=seconds_words(best / 1000, dress)) if best else ""
    return " ".join(f"{words}." for words in (forecast, record) if words)

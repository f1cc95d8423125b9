"""Data of the progress charts, with texts in a language."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.desk.screens.progress.texts import day_words, month_words, percent_words
from trainer.desk.style.style import Style
from trainer.desk.style.units import seconds_words
from trainer.desk.widgets.charts.bars import Bar
from trainer.desk.widgets.charts.calendar import Calendar
from trainer.desk.widgets.charts.curve import Curve, Point, smooth
from trainer.desk.widgets.charts.skill_map import Cell, Row, SkillMap
from trainer.drills.core import Family
from trainer.study.mastery import Mastery, Stand, wanted_accuracy
from trainer.study.progress import CurvePoint, RungStanding, Theme
from trainer.study.skills import Rung
from trainer.study.tallies import DayTally
from trainer.texts import say

_ACCURACY_STEP = 0.25


def skill_map(standings: Sequence[RungStanding], families: Sequence[Family], style: Style) -> SkillMap:
    """A row for each drill in the order of the lessons, a ring for each level."""
    by_family: dict[str, list[RungStanding]] = {family.id: [] for family in families}
    for standing in standings:
        by_family[standing.rung.family.id].append(standing)
    rows = []
    for members in filter(None, by_family.values()):
        members.sort(key=lambda standing: standing.rung.level)
        cells = tuple(_cell(standing, style) for standing in members)
        mastered = sum(standing.stand is Stand.MASTERED for standing in members)
        end = style.text("progress.map.mastered", mastered=mastered, levels=len(members)) if mastered else ""
        rows.append(Row(say(members[0].rung.family.name, style.language), cells, end))
    return SkillMap(tuple(rows))


def stand_words(standing: RungStanding, style: Style) -> str:
    """How a level stands, or that it is locked, as a text."""
    if not standing.unlocked:
        return style.text("progress.map.locked")
    return style.text(f"study.stand.{standing.stand.value}")


def known_words(mastery: Mastery, style: Style) -> list[str]:
    """The share of mastery, the range of the estimated accuracy, and the badge of speed; nothing without answers."""
    if not mastery.answers:
        return []
    low, high = round(100 * mastery.now.low), round(100 * mastery.now.high)
    words = [percent_words(mastery.value, style), style.text("study.accuracy-range", low=low, high=high)]
    return [*words, style.text("study.quick")] if mastery.is_quick else words


def _cell(standing: RungStanding, style: Style) -> Cell:
    rung, value = standing.rung, standing.mastery.value
    spoken = style.text(
        "progress.map.spoken",
        family=rung.family.name,
        level=rung.level,
        stand=stand_words(standing, style),
        percent=percent_words(value, style),
    )
    return Cell(rung.key, str(rung.level), value, standing.stand.value if standing.unlocked else "locked", spoken)


def forecast_words(sessions: int | None, standing: RungStanding, style: Style) -> str:
    """How many more sessions are needed to reach the target, as a text."""
    if sessions == 0 and standing.stand is Stand.LEARNING:
        return style.text("progress.rung.more-practice")
    if sessions is None:
        return style.text("study.forecast-none")
    if sessions <= 1:
        return style.text("study.forecast-one" if sessions else "study.forecast-there")
    return style.text("study.forecast", sessions=sessions)


def accuracy_curve(points: Sequence[CurvePoint], rung: Rung, today: int, style: Style) -> Curve | None:
    """Share of right answers by day; the axis begins at the quarter below the lowest value."""
    if not points:
        return None
    target = wanted_accuracy(bool(rung.facts))
    measured = tuple(Point(point.day, point.accuracy, point.answers) for point in points)
    low = min(0.5, *(point.value for point in smooth(measured)))
    low = int(low / _ACCURACY_STEP) * _ACCURACY_STEP
    return Curve(
        points=measured,
        low=low,
        high=1.0,
        target=target,
        is_good_above=True,
        low_label=percent_words(low, style),
        high_label=percent_words(1.0, style),
        target_label=style.text("progress.rung.target", figure=percent_words(target, style)),
        last_label=percent_words(smooth(measured)[-1].value, style),
        first_day=day_words(points[0].day, today, style),
        last_day=day_words(points[-1].day, today, style),
    )


def pace_curve(points: Sequence[CurvePoint], rung: Rung, today: int, style: Style) -> Curve | None:
    """Seconds per right answer by day, scaled to the usual target of the level."""
    timed = [(point.day, point.pace, point.answers) for point in points if point.pace is not None]
    if not timed:
        return None
    target = rung.target_seconds
    slowest = max(pace for _, pace, _ in timed) * target
    high = max(1.5 * target, slowest)
    measured = tuple(Point(day, pace * target, answers) for day, pace, answers in timed)
    return Curve(
        points=measured,
        low=0.0,
        high=high,
        target=target,
        is_good_above=False,
        low_label=style.say("unit.seconds", figure="0"),
        high_label=seconds_words(high, style),
        target_label=style.text("progress.rung.target", figure=seconds_words(target, style)),
        last_label=seconds_words(smooth(measured)[-1].value, style),
        first_day=day_words(timed[0][0], today, style),
        last_day=day_words(timed[-1][0], today, style),
    )


def calendar(days: dict[int, DayTally], today: int, style: Style) -> Calendar:
    return Calendar(
        answers={day: tally.answers for day, tally in days.items()},
        today=today,
        months=tuple(month_words(month, style) for month in range(1, 13)),
        weekdays=tuple(style.text(f"progress.weekday.{day}") for day in range(1, 8)),
    )


def theme_bars(themes: Sequence[tuple[Theme, str]], tone: str, style: Style) -> tuple[Bar, ...]:
    """Skills as bars of their share of right answers."""
    return tuple(
        Bar(
            name,
            theme.accuracy,
            percent_words(theme.accuracy, style),
            style.text("progress.themes.answers", right=theme.right, answers=theme.answers),
            tone,
        )
        for theme, name in themes
    )

"""The result of a shift in figures, and its report as text for a file."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from trainer.desk.screens.live.faults import habits_of, mistakes_of
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import Style
from trainer.games.round import Fault, Finding
from trainer.live.shift import shift_code
from trainer.live.table import LiveTable

_HOUR = 3_600_000
_WEIGHTS = {"minor": Fraction(1, 10), "serious": Fraction(3, 4), "critical": Fraction(3)}
_CONTROL = frozenset(
    {Fault.LATE_BET, Fault.BAD_BET, Fault.GOOD_BET, Fault.INCIDENT_MISSED, Fault.WRONG_RULING, Fault.RULED_ALONE,
     Fault.FALSE_ALARM}
)  # fmt: skip


class Result(msgspec.Struct, frozen=True):
    """Rounds, money that went the wrong way, rounds an hour and the target, and the marks from 1 to 10 as text."""

    rounds: int
    money: Fraction
    pace: int
    target: int
    technique: str
    control: str


def result_of(table: LiveTable) -> Result:
    """The result of a shift that has ended."""
    played = [each for each in table.log if each.ended >= 0]
    found = [each for one in played for each in one.all_findings]
    rounds = len(played)
    money = sum((abs(Fraction(each.money or 0)) for each in found if not each.corrected), Fraction(0))
    clean = sum(each.ended - each.began - each.idle for each in played)
    pace = round(rounds * _HOUR / clean) if clean > 0 else 0
    target = table.shift.pace or table.company.usual_pace
    technique = _mark([each for each in found if each.fault not in _CONTROL], rounds)
    watch = _mark([each for each in found if each.fault in _CONTROL], rounds)
    share = Fraction(pace, target) if target else Fraction(1)
    speed = min(Fraction(10), max(Fraction(1), 1 + (share - Fraction(6, 10)) / Fraction(4, 10) * 9))
    return Result(rounds, money, pace, target, _words(technique), _words((watch + speed) / 2))


def _mark(found: list[Finding], rounds: int) -> Fraction:
    """10 less the weight of the faults in twenty rounds; at least 1."""
    if not rounds:
        return Fraction(1)
    lost = sum(
        (_WEIGHTS[each.severity] for each in found if not (each.corrected and each.severity == "minor")), Fraction(0)
    )
    return max(Fraction(1), 10 - lost * 20 / rounds)


def _words(mark: Fraction) -> str:
    return f"{float(mark):.1f}"


def report_text(table: LiveTable, words: ActWords, style: Style) -> str:
    """The report of a shift as plain text: result, code, and every fault with its article."""
    result = result_of(table)
    mistakes = mistakes_of([each for each in table.log if each.ended >= 0])
    lines = [
        style.text("live.debrief.title"),
        style.text("live.top.place", game=table.rules.names, rulebook=table.rules.info.names, level=table.shift.level),
        style.text(
            "live.debrief.line",
            rounds=result.rounds,
            faults=len(mistakes),
            money=result.money,
            pace=result.pace,
            target=result.target,
        ),
        style.text("live.debrief.marks", technique=result.technique, control=result.control),
        style.text("live.top.code", code=shift_code(table.shift)),
        "",
    ]
    for mistake in mistakes:
        basis = style.text(f"live.basis.{mistake.found.basis}")
        minutes, seconds = divmod(mistake.time // 1000, 60)
        where = style.text("live.debrief.round", round=mistake.round, time=f"{minutes:02d}:{seconds:02d}")
        lines.append(f"{where}: {words.finding(mistake.found, style)} [{basis}: {mistake.found.cite}]")
    habits = [f"{style.text(f'live.fault.{fault.value}')} ({count})" for fault, count in habits_of(mistakes)]
    if habits:
        lines += ["", f"{style.text('live.debrief.habits')} {', '.join(habits)}"]
    return "\n".join(lines) + "\n"

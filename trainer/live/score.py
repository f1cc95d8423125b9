"""The marks of a shift: technique, control and pace. Hospitality is not measured; a person marks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from trainer.games.round import USUAL_SEVERITY, Fault, Finding, Severity, finding

if TYPE_CHECKING:
    from trainer.live.table import LiveTable, Played

WEIGHTS: dict[Severity, Fraction] = {"minor": Fraction(1, 10), "serious": Fraction(3, 4), "critical": Fraction(3)}
_HIGHER: dict[Severity, Severity] = {"minor": "serious", "serious": "critical", "critical": "critical"}
REPEATED = 5  # from the fifth fault of one id on each counts one grade higher
_PER_ROUNDS = 20
_WINDOW = 5 * 60_000  # milliseconds of clean time after which the pace is looked at
_LEAST_PACE = Fraction(60, 100)  # of the table's target: mark 1
BETS = frozenset({Fault.LATE_BET, Fault.BAD_BET, Fault.GOOD_BET})
INCIDENTS = frozenset({Fault.INCIDENT_MISSED, Fault.WRONG_RULING, Fault.RULED_ALONE, Fault.FALSE_ALARM})
MANNER = frozenset({Fault.SLOW, Fault.NO_ANSWER, Fault.GAVE_ADVICE})
CALLS = frozenset({Fault.CALL_MISSED, Fault.CALL_WRONG, Fault.CALL_EARLY, Fault.CALL_LATE})
ORDER = frozenset({Fault.TOO_EARLY, Fault.SKIPPED, Fault.WRONG_ORDER, Fault.NOT_ALLOWED})
CARDS = frozenset(
    {
        Fault.DREW_WRONGLY, Fault.STOOD_WRONGLY, Fault.WRONG_TARGET, Fault.WRONG_FACE, Fault.BURN_WRONG,
        Fault.SET_WRONG, Fault.READ_WRONG, Fault.SIGNAL_MISREAD,
    }
)  # fmt: skip
GROUPS = {"bets": BETS, "incidents": INCIDENTS, "manner": MANNER, "calls": CALLS, "order": ORDER, "cards": CARDS}


class Score(msgspec.Struct, frozen=True):
    """Marks from 1 to 10, in hundredths. ``hospitality`` stays empty: it is not measured."""

    rounds: int
    technique: int
    control: int
    faults_mark: int  # bets and incidents, a half of control
    pace_mark: int  # the other half
    pace: int  # rounds an hour in clean time
    target: int
    grades: dict[str, int]
    money_off: Fraction  # what wrong payments moved, whichever way
    house_gain: Fraction  # of it in the house's favour less against it
    hospitality: None = None


def group_of(fault: Fault) -> str:
    """The group of a fault: money, cards, order, calls, bets, incidents or manner."""
    return next((name for name, faults in GROUPS.items() if fault in faults), "money")


def grades(findings: Sequence[Finding]) -> list[Severity]:
    """How heavily each fault counts: from the fifth of one id on one grade higher."""
    seen: Counter[Fault] = Counter()
    found: list[Severity] = []
    for each in findings:
        seen[each.fault] += 1
        found.append(_HIGHER[each.severity] if seen[each.fault] >= REPEATED else each.severity)
    return found


def weight(found: Finding, grade: Severity) -> Fraction:
    """What a fault weighs; one that is minor anyway and was put right weighs nothing."""
    if found.corrected and USUAL_SEVERITY[found.fault] == "minor":
        return Fraction(0)
    return WEIGHTS[grade]


def mark(weighed: Fraction, rounds: int) -> int:
    """A mark in hundredths: ten less the weights for twenty rounds, at least one.

    >>> mark(2 * WEIGHTS["serious"], 20)
    850
    """
    return max(100, round(1000 - 100 * weighed * _PER_ROUNDS / max(rounds, 1)))


def pace_mark(pace: Fraction, target: int) -> int:
    """From 60 % of the target (1) to all of it (10), in hundredths.

    >>> pace_mark(Fraction(80), 100)
    550
    """
    share = (pace / target - _LEAST_PACE) / (1 - _LEAST_PACE)
    return round(100 + 900 * min(max(share, Fraction(0)), Fraction(1)))


def pace_of(rounds: Sequence[Played]) -> Fraction:
    """Rounds an hour in clean time: without buy-ins, shuffles and waiting for the inspector."""
    clean = sum(map(_clean, rounds))
    return Fraction(len(rounds) * 3_600_000, clean) if clean else Fraction(0)


def slow(rounds: Sequence[Played], target: int) -> tuple[Finding, ...]:
    """A finding if the last minutes were played at less than the pace that earns the lowest mark; once for each."""
    last = next((n for n, each in enumerate(reversed(rounds)) if _is_told(each)), len(rounds))
    window: list[Played] = []
    for each in list(rounds)[len(rounds) - last :]:
        window.append(each)
        if sum(map(_clean, window)) >= _WINDOW:
            found, window = pace_of(window), []
            if each is rounds[-1] and found < target * _LEAST_PACE:
                return (finding(Fault.SLOW, None, None, due=target, done=round(found)),)
    return ()


def _clean(played: Played) -> int:
    return max(played.ended - played.began - played.idle, 0)


def _is_told(played: Played) -> bool:
    return any(found.fault is Fault.SLOW for found in played.own)


def score(table: LiveTable) -> Score:
    """The marks of the rounds that were finished."""
    played = [each for each in table.log if each.ended >= 0]
    findings = [found for each in played for found in each.all_findings]
    graded = list(zip(findings, grades(findings), strict=True))
    sums = {"technique": Fraction(0), "control": Fraction(0)}
    for found, grade in graded:
        group = group_of(found.fault)
        if group != "manner":
            sums["control" if group in ("bets", "incidents") else "technique"] += weight(found, grade)
    rounds = len(played)
    faults, pace = mark(sums["control"], rounds), pace_of(played)
    paced = pace_mark(pace, table.pace) if rounds else 100
    money = [Fraction(found.money or 0) for found in findings if not found.corrected]
    return Score(
        rounds,
        mark(sums["technique"], rounds),
        (faults + paced) // 2,
        faults,
        paced,
        round(pace),
        table.pace,
        dict(Counter(grade for _, grade in graded)),
        sum((abs(each) for each in money), Fraction(0)),
        sum(money, Fraction(0)),
    )

"""A pass mark from judges' estimates, written into the scheme with all that it came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from trainer.exams.errors import RefusedError
from trainer.exams.result import SealedResult
from trainer.exams.scheme import Change, Judge, Percent, Scheme, Standard
from trainer.exams.standards import Cut, angoff
from trainer.texts import Message, Names

METHOD = "Angoff"
FEWEST_JUDGES = 2
_HUNDRED = 100


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What judges' estimates come to: in items, where the error is told, and in percent of the weighted whole."""

    alone: Cut  # round 1: its error is the one to believe, because a talk makes judges alike
    cut: Cut  # round 2, in items
    percent: Fraction  # the mark that somebody who just passes is expected to reach
    percent_error: float

    def pass_mark(self, *, lowered: bool = False) -> Percent:
        """The pass mark; ``lowered`` by one error, which nobody but the school can decide."""
        mark = self.percent
        if lowered:
            mark = max(Fraction(1), Fraction(round((mark - Fraction(self.percent_error)) * _HUNDRED), _HUNDRED))
        return _written(mark)


def setting_of(scheme: Scheme, judges: Sequence[Judge]) -> Setting:
    """What some judges' estimates come to; raises `RefusedError` if there are too few or one is missing."""
    if len(judges) < FEWEST_JUDGES:
        raise RefusedError(Message("exams.fault.one-judge"))
    for judge in judges:
        for estimates in (judge.first, judge.second):
            if len(estimates) != len(scheme.parts) or not all(0 <= each <= _HUNDRED for each in estimates):
                raise RefusedError(Message("exams.refused.estimates", {"judge": judge.name}))
    counts, weights = [part.count for part in scheme.parts], [part.weight for part in scheme.parts]
    first, second = [judge.first for judge in judges], [judge.second for judge in judges]
    return Setting(
        alone=angoff(counts, first),
        cut=angoff(counts, second),
        percent=angoff(weights, second).cut * _HUNDRED / sum(weights),
        percent_error=angoff(weights, first).error * _HUNDRED / sum(weights),
    )


def with_standard(
    scheme: Scheme, judges: Sequence[Judge], day: str, decision: Names, *, lowered: bool = False
) -> Scheme:
    """The scheme with the pass mark of its judges, the estimates of both rounds, and the decision in its history."""
    found = setting_of(scheme, judges)
    standard = Standard(
        method=METHOD,
        date=day,
        judges=tuple(judges),
        cut=found.cut.cut_text,
        error=f"{found.alone.error:.2f}",
        decision=decision,
    )
    return msgspec.structs.replace(
        scheme,
        pass_mark=found.pass_mark(lowered=lowered),
        standard=standard,
        revision=scheme.revision + 1,
        history=(*scheme.history, Change(date=day, why=decision)),
    )


def facilities(scheme: Scheme, results: Iterable[SealedResult]) -> tuple[int | None, ...]:
    """How many percent of each part candidates got right so far, for the talk between the rounds; nothing where nobody
    sat it. Rehearsals do not count."""
    right, asked = dict.fromkeys((part.id for part in scheme.parts), 0), dict.fromkeys((p.id for p in scheme.parts), 0)
    for found in results:
        if found.result.header.scheme != scheme.id or found.result.is_rehearsal:
            continue
        for mark in found.result.marks.parts:
            if mark.part in right:
                right[mark.part] += mark.right
                asked[mark.part] += mark.items
    return tuple(round(_HUNDRED * right[part] / asked[part]) if asked[part] else None for part in right)


def _written(percent: Fraction) -> Percent:
    """As it stands in a scheme: whole, as a decimal where one says it exactly, else as a fraction.

    >>> _written(Fraction(70)), _written(Fraction(581, 8)), _written(Fraction(218, 3))
    (70, '72.625', '218/3')
    """
    if percent.denominator == 1:
        return int(percent)
    for digits in range(1, 7):
        scaled = percent * 10**digits
        if scaled.denominator == 1:
            return f"{int(scaled) // 10**digits}.{int(scaled) % 10**digits:0{digits}}"
    return str(percent)

"""Set a pass mark: modified Angoff from judges' estimates, borderline group from rated candidates.

In the modified Angoff method each judge estimates, for each part and in whole percent, how many borderline candidates
answer right: round 1 alone, then a discussion with the actual facilities, then round 2. The cut is the mean of the
judges' round 2 sums. Its error comes from round 1, because a discussion makes judges alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from statistics import correlation, mean, median, stdev

import msgspec

from trainer.exams.errors import RefusedError
from trainer.exams.result import SealedResult
from trainer.exams.scheme import Change, Judge, Percent, Scheme, Standard
from trainer.texts import Message, Names

# Two-sided 95 % points of Student's t by degrees of freedom.
_T95 = (0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
_T95_LARGE = 1.960
_FEW_JUDGES = 5
_WIDE_ERROR = 1.0
_ODD_JUDGE = 0.4


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """A cut score in marks, with its precision and the agreement of the judges."""

    sums: tuple[Fraction, ...]  # one a judge
    cut: Fraction
    lowest_pass: int
    deviation: float
    error: float
    low: float  # 95 %
    high: float
    icc_single: float  # ICC(2,1): reliability of one judge
    icc_mean: float  # ICC(2,J): reliability of the mean of these judges
    icc_consistent: float  # ICC(3,J): whether they rank the items alike
    judge_rest: tuple[float, ...]  # correlation of each judge with the mean of the others
    warnings: tuple[str, ...]  # ids: few-judges, wide-error, odd-judge

    @property
    def cut_text(self) -> str:
        """The cut as in a scheme file: two decimals if exact, otherwise a fraction."""
        hundredths = self.cut * 100
        return f"{float(self.cut):.2f}" if hundredths.denominator == 1 else str(self.cut)


def angoff(items: Sequence[int], estimates: Sequence[Sequence[int]]) -> Cut:
    """Cut from judges' estimates (whole percent) for parts of ``items`` items each; at least two judges.

    >>> judges = [[80, 70, 60, 90, 75, 65, 55, 85], [75, 65, 60, 85, 70, 60, 50, 80], [85, 75, 65, 95, 80, 70, 60, 90],
    ...           [70, 70, 55, 80, 75, 55, 50, 80], [80, 60, 70, 90, 65, 70, 60, 85]]
    >>> found = angoff([6, 6, 4, 6, 6, 4, 4, 4], judges)
    >>> found.cut_text, found.lowest_pass, round(found.error, 4)
    ('29.02', 30, 0.7446)
    """
    sums = [Fraction(sum(n * p for n, p in zip(items, judge, strict=True)), 100) for judge in estimates]
    judges = len(sums)
    cut = sum(sums, Fraction(0)) / judges
    deviation = stdev(float(total) for total in sums)
    error = deviation / sqrt(judges)
    reach = (_T95[judges - 1] if judges <= len(_T95) else _T95_LARGE) * error
    single, average, consistent = _agreement(estimates)
    rest = tuple(_against_rest(estimates, judge) for judge in range(judges))
    warnings = [
        name
        for name, holds in (
            ("few-judges", judges < _FEW_JUDGES),
            ("wide-error", error > _WIDE_ERROR),
            ("odd-judge", any(value < _ODD_JUDGE for value in rest)),
        )
        if holds
    ]
    return Cut(
        sums=tuple(sums),
        cut=cut,
        lowest_pass=-(-cut.numerator // cut.denominator),
        deviation=deviation,
        error=error,
        low=float(cut) - reach,
        high=float(cut) + reach,
        icc_single=single,
        icc_mean=average,
        icc_consistent=consistent,
        judge_rest=rest,
        warnings=tuple(warnings),
    )


def _agreement(estimates: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    """ICC(2,1), ICC(2,J) and ICC(3,J) from a two-way analysis of variance of items by judges."""
    judges, items = len(estimates), len(estimates[0])
    if items < 2:
        return 0.0, 0.0, 0.0
    grand = mean(value for judge in estimates for value in judge)
    of_items = [mean(judge[item] for judge in estimates) for item in range(items)]
    of_judges = [mean(judge) for judge in estimates]
    between_items = judges * sum((value - grand) ** 2 for value in of_items) / (items - 1)
    between_judges = items * sum((value - grand) ** 2 for value in of_judges) / (judges - 1)
    left = sum(
        (estimates[j][i] - of_items[i] - of_judges[j] + grand) ** 2 for j in range(judges) for i in range(items)
    ) / ((items - 1) * (judges - 1))
    if between_items == 0:
        return 0.0, 0.0, 0.0
    over = between_items - left
    single = over / (between_items + (judges - 1) * left + judges * (between_judges - left) / items)
    average = over / (between_items + (between_judges - left) / items)
    return single, average, over / between_items


def _against_rest(estimates: Sequence[Sequence[int]], judge: int) -> float:
    """Correlation of one judge with the mean of the others; 0 if it is undefined."""
    others = [row for place, row in enumerate(estimates) if place != judge]
    rest = [mean(row[item] for row in others) for item in range(len(estimates[0]))]
    own = list(estimates[judge])
    if len(own) < 2 or len(set(own)) == 1 or len(set(rest)) == 1:
        return 0.0
    return correlation(own, rest)


class Borderline(msgspec.Struct, frozen=True, kw_only=True):
    """Cuts from the marks of candidates whom examiners rated while watching them."""

    mean: float
    median: float
    regression: float
    regression_error: float


def borderline(rated: Sequence[tuple[int, int]], rating: int) -> Borderline:
    """Cuts from (rating, mark) pairs; ``rating`` is the one that means borderline.

    >>> rated = [(1, 19), (1, 22), (2, 26), (2, 27), (2, 29), (2, 31), (3, 30), (3, 33), (3, 35), (3, 32), (4, 36),
    ...          (4, 38)]
    >>> found = borderline(rated, 2)
    >>> found.mean, found.median, round(found.regression, 2), round(found.regression_error, 2)
    (28.25, 28.0, 27.2, 0.68)
    """
    there = [mark for rate, mark in rated if rate == rating]
    rates, marks = [rate for rate, _ in rated], [mark for _, mark in rated]
    middle, count = mean(rates), len(rated)
    spread = sum((rate - middle) ** 2 for rate in rates)
    slope = sum((rate - middle) * mark for rate, mark in rated) / spread
    start = mean(marks) - slope * middle
    left = sum((mark - start - slope * rate) ** 2 for rate, mark in rated) / (count - 2)
    error = sqrt(left * (1 / count + (rating - middle) ** 2 / spread))
    return Borderline(
        mean=float(mean(there)), median=float(median(there)), regression=start + slope * rating, regression_error=error
    )


METHOD = "Angoff"
FEWEST_JUDGES = 2
_HUNDRED = 100


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Result of standard setting: the cut in items with its error, and in percent of the weighted whole."""

    alone: Cut  # round 1, whose error is reported
    cut: Cut  # round 2, in items
    percent: Fraction  # expected mark of a borderline candidate
    percent_error: float

    def pass_mark(self, *, lowered: bool = False) -> Percent:
        """Pass mark; ``lowered`` by one standard error if the school decides so."""
        mark = self.percent
        if lowered:
            mark = max(Fraction(1), Fraction(round((mark - Fraction(self.percent_error)) * _HUNDRED), _HUNDRED))
        return _written(mark)


def evaluate_judges(scheme: Scheme, judges: Sequence[Judge]) -> Setting:
    """Evaluate judges' estimates; raises `RefusedError` if there are too few judges or estimates are missing."""
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
    """Scheme with the pass mark of its judges, the estimates of both rounds and the decision in its history."""
    found = evaluate_judges(scheme, judges)
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
    """Percentage of right answers in each part so far, for the judges' discussion; ``None`` where there are no results.

    Rehearsals do not count.
    """
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
    """Percentage as in a scheme file: an integer, an exact decimal, or a fraction.

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

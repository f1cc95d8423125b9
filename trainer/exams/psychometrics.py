"""Test theory as pure functions: the chance to pass, item statistics, reliability and decision consistency.

A statistic that cannot be computed (for example, the discrimination of an item that nobody missed) is ``None``, not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, comb, exp, lgamma, log, sqrt, tanh
from statistics import correlation, fmean, pvariance

import msgspec

_HALVINGS = 80  # bisection steps, beyond the precision of a float


def chance(skill: float, difficulty: float) -> float:
    """Probability of a right answer under the Rasch model: 1 / (1 + exp(difficulty - skill)), both in logits.

    >>> chance(0.0, 0.0)
    0.5
    """
    return 1.0 / (1.0 + exp(difficulty - skill))


def expected(skill: float, difficulties: Sequence[float]) -> float:
    """Expected number of right answers."""
    return sum(chance(skill, difficulty) for difficulty in difficulties)


def information(skill: float, difficulties: Sequence[float]) -> float:
    """Fisher information of a paper at this skill: how sharply it measures there."""
    return sum(right * (1.0 - right) for right in (chance(skill, difficulty) for difficulty in difficulties))


def skill_for(marks: float, difficulties: Sequence[float]) -> float:
    """Skill at which the expected number of right answers is ``marks``."""
    low, high = -20.0, 20.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, difficulties) < marks else (low, middle)
    return (low + high) / 2


def distribution(chances: Sequence[float]) -> list[float]:
    """Probability of each number of right answers (Lord and Wingersky's recursion)."""
    found = [1.0]
    for right in chances:
        found = [
            (found[count] * (1.0 - right) if count < len(found) else 0.0) + (found[count - 1] * right if count else 0.0)
            for count in range(len(found) + 1)
        ]
    return found


def pass_chance(skill: float, difficulties: Sequence[float], cut: int) -> float:
    """Probability of at least ``cut`` right answers."""
    return sum(distribution([chance(skill, difficulty) for difficulty in difficulties])[cut:])


def binomial_at_least(items: int, right: float, cut: int) -> float:
    """Probability of at least ``cut`` successes in ``items`` trials.

    >>> round(binomial_at_least(10, 0.8, 7), 3), round(binomial_at_least(30, 0.8, 21), 3)
    (0.879, 0.939)
    """
    return sum(comb(items, count) * right**count * (1.0 - right) ** (items - count) for count in range(cut, items + 1))


_Z95 = 1.959964
_BETA_STEPS = 1000
_TAIL = 0.27  # share of candidates in each group of the discrimination index


def wilson(right: int, tries: int) -> tuple[float, float]:
    """95 % Wilson interval of a proportion.

    >>> [round(bound, 2) for bound in wilson(80, 100)]
    [0.71, 0.87]
    """
    if not tries:
        return 0.0, 1.0
    share, square = right / tries, _Z95**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    reach = _Z95 * sqrt(share * (1 - share) / tries + square / (4 * tries**2)) / (1 + square / tries)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def correlation_or_none(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """Pearson correlation; ``None`` if one of the series is constant."""
    if len(ones) < 2 or len(set(ones)) == 1 or len(set(others)) == 1:
        return None
    return correlation(ones, others)


def correlation_upper_bound(r: float, tries: int) -> float:
    """Upper bound of the 95 % interval of a correlation (Fisher's z)."""
    return 1.0 if tries < 4 else tanh(atanh(max(-0.999999, min(0.999999, r))) + _Z95 / sqrt(tries - 3))


def top_minus_bottom(right: Sequence[int], totals: Sequence[float]) -> float:
    """Discrimination index D: facility among the best 27 % of candidates minus facility among the last 27 %."""
    order = sorted(range(len(totals)), key=lambda place: -totals[place])
    group = max(1, round(_TAIL * len(order)))
    return fmean(right[place] for place in order[:group]) - fmean(right[place] for place in order[-group:])


class Reliability(msgspec.Struct, frozen=True, kw_only=True):
    """Reliability of a paper: KR-20 (alpha) with its 95 % Feldt interval, KR-21, and the standard error of
    measurement."""

    candidates: int
    items: int
    mean: float
    variance: float
    kr20: float | None
    low: float | None
    high: float | None
    kr21: float | None
    error: float | None

    def error_at(self, mark: float) -> float:
        """Conditional standard error at one mark (binomial)."""
        return sqrt(mark * (self.items - mark) / (self.items - 1))


def reliability(matrix: Sequence[Sequence[int]]) -> Reliability:
    """Reliability from a matrix of candidates by items, 1 for right; uses the population variance."""
    people, items = len(matrix), len(matrix[0])
    totals = [sum(row) for row in matrix]
    middle, spread = fmean(totals), pvariance(totals)
    shares = [fmean(row[item] for row in matrix) for item in range(items)]
    kr20 = low = high = kr21 = error = None
    if spread > 0 and items > 1:
        kr20 = items / (items - 1) * (1 - sum(share * (1 - share) for share in shares) / spread)
        kr21 = kr_21(items, middle, spread)
        error = sqrt(spread) * sqrt(max(0.0, 1 - kr20))
        low, high = feldt(kr20, people, items)
    return Reliability(
        candidates=people, items=items, mean=middle, variance=spread, kr20=kr20, low=low, high=high, kr21=kr21,
        error=error,
    )  # fmt: skip


def kr_21(items: int, middle: float, spread: float) -> float:
    """KR-21: KR-20 under the assumption of equally hard items, for papers that differ from seat to seat."""
    return items / (items - 1) * (1 - middle * (items - middle) / (items * spread))


def feldt(alpha: float, people: int, items: int) -> tuple[float, float]:
    """95 % interval of Cronbach's alpha.

    >>> [round(bound, 3) for bound in feldt(0.7994, 12, 10)]
    [0.574, 0.932]
    """
    one, other = people - 1, (people - 1) * (items - 1)
    return 1 - (1 - alpha) * f_quantile(0.975, one, other), 1 - (1 - alpha) * f_quantile(0.025, one, other)


def f_quantile(share: float, one: float, other: float) -> float:
    """Quantile of Fisher's F distribution, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        below = beta_below(one * middle / (one * middle + other), one / 2, other / 2)
        low, high = (middle, high) if below < share else (low, middle)
    return (low + high) / 2


def beta_below(x: float, a: float, b: float) -> float:
    """Regularized incomplete beta function (Lentz's continued fraction)."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    return front * _fraction(x, a, b) / a if x < (a + 1) / (a + b + 2) else 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1) or tiny)
    found = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        change = 1.0
        for step in (even, odd):
            d = 1.0 / (1.0 + step * d or tiny)
            c = 1.0 + step / c or tiny
            change = c * d
            found *= change
        if abs(change - 1.0) < 1e-14:
            break
    return found


# ── decision consistency ─────────────────────────────────────────────────────────────────────────────────────────────


class Consistency(msgspec.Struct, frozen=True, kw_only=True):
    """Decision consistency: agreement of two sittings, kappa (agreement beyond chance), and accuracy of the
    decision."""

    agreement: float
    kappa: float
    accuracy: float | None = None
    false_pass: float | None = None
    false_fail: float | None = None


def subkoviak(marks: Sequence[int], items: int, cut: int, kr20: float) -> Consistency:
    """Subkoviak's estimate from one sitting: each candidate's own chance to pass again."""
    middle = fmean(marks) / items
    chances = [binomial_at_least(items, kr20 * mark / items + (1 - kr20) * middle, cut) for mark in marks]
    return _agreed([(1.0, chance) for chance in chances])


def huynh(items: int, middle: float, kr21: float, cut: int) -> Consistency:
    """Huynh's estimate from one sitting: beta-distributed true scores, binomial marks."""
    a = (1 / kr21 - 1) * middle
    return _beta_binomial(a, -a + items / kr21 - items, items, cut, cut / items)


def livingston_lewis(items: int, middle: float, spread: float, kr20: float, cut: int) -> Consistency:
    """Livingston and Lewis's estimate, for items that are not alike: uses an effective number of equal items."""
    effective = (middle * (items - middle) - kr20 * spread) / (spread * (1 - kr20))
    share, width = middle / items, kr20 * spread / items**2
    total = share * (1 - share) / width - 1
    equal = max(1, round(effective))
    line = cut / items
    lowest = next(count for count in range(equal + 1) if count / equal >= line - 1e-9)
    return _beta_binomial(share * total, (1 - share) * total, equal, lowest, line)


def _beta_binomial(a: float, b: float, items: int, cut: int, line: float) -> Consistency:
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    weighed: list[tuple[float, float]] = []
    true_pass = true_fail = false_pass = false_fail = 0.0
    for step in range(_BETA_STEPS):
        share = (step + 0.5) / _BETA_STEPS
        weight = exp(scale + (a - 1) * log(share) + (b - 1) * log(1 - share)) / _BETA_STEPS
        chance = binomial_at_least(items, share, cut)
        weighed.append((weight, chance))
        if share >= line:
            true_pass += weight * chance
            false_fail += weight * (1 - chance)
        else:
            true_fail += weight * (1 - chance)
            false_pass += weight * chance
    found = _agreed(weighed)
    return Consistency(
        agreement=found.agreement,
        kappa=found.kappa,
        accuracy=true_pass + true_fail,
        false_pass=false_pass,
        false_fail=false_fail,
    )


def _agreed(weighed: Sequence[tuple[float, float]]) -> Consistency:
    total = sum(weight for weight, _ in weighed)
    agreement = sum(weight * (chance**2 + (1 - chance) ** 2) for weight, chance in weighed) / total
    passing = sum(weight * chance for weight, chance in weighed) / total
    by_chance = passing**2 + (1 - passing) ** 2
    kappa = (agreement - by_chance) / (1 - by_chance) if by_chance < 1 else 1.0
    return Consistency(agreement=agreement, kappa=kappa)


def rasch_difficulty(right: int, skills: Sequence[float]) -> tuple[float, float] | None:
    """Maximum-likelihood difficulty of an item in logits and its standard error; ``None`` if all or none were right."""
    if not 0 < right < len(skills):
        return None
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(chance(skill, middle) for skill in skills) > right else (low, middle)
    found = (low + high) / 2
    known = sum(p * (1 - p) for p in (chance(skill, found) for skill in skills))
    return found, 1 / sqrt(known)

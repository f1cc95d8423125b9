"""How well an exam measures, before anybody has sat it: computed from its scheme, without simulation.

The model: candidates differ in one skill, normally distributed around that of somebody who just passes; each item is
answered right by the Rasch model, at least with the chance to guess. For each skill the distribution of the marks is
computed exactly, part by part, with the parts that must be passed. `benchmarks/test_exam_measures.py` compares these
figures with 10,000 simulated candidates a scheme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, exp

import msgspec

from trainer.exams.exposure import MOST_EXPOSURE, Exposure
from trainer.exams.paper_assembly import Slot, borderline_skill, slots_of
from trainer.exams.pool import Difficulties, offers_of
from trainer.exams.psychometrics import distribution
from trainer.exams.scheme import Part, Scheme, exact
from trainer.runs.offers import Offers

LEAST_CONSISTENCY, LEAST_RETEST = 0.85, 0.80
TIME_FACTOR = 3  # a part lasts as long as its target times, times this; the candidate also reads and checks
MEAN_ABOVE, SPREAD = 0.6, 0.6  # candidates' mean above the borderline in standard deviations; their spread in logits
_NODES = 13  # skills at which the distribution of marks is computed
_REACH = 2.6  # standard deviations on each side
_GRID = 400  # steps of the total mark


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a scheme: decision consistency, correlation of two sittings, exposure of the most frequent question,
    and for each part its minutes and its target times in seconds."""

    items: int
    consistency: float
    retest: float
    exposure: float
    exposed: str  # the rung of the most frequent question
    different: int  # number of different questions of that rung; 0 if no rung has few
    good_passes: float  # chance of a candidate whose expected mark is five points above the pass mark
    minutes: tuple[tuple[str, int, float], ...]

    @property
    def is_enough(self) -> bool:
        """Whether the shipped aims are reached."""
        in_time = all(fits_time(minutes, seconds) for _, minutes, seconds in self.minutes)
        return (
            self.consistency >= LEAST_CONSISTENCY
            and self.retest >= LEAST_RETEST
            and self.exposure <= MOST_EXPOSURE
            and in_time
        )


def wanted_minutes(seconds: float) -> int:
    """Minutes of a part whose items have these target times together."""
    return max(1, ceil(seconds * TIME_FACTOR / 60))


def fits_time(minutes: int, seconds: float) -> bool:
    """Whether the minutes of a part follow from its target times; a part without minutes times its items.

    Schemes of several regulations share a file, so up to half more is accepted, and a minute for rounding.
    """
    wanted = wanted_minutes(seconds)
    return not minutes or wanted <= minutes <= max(wanted + 1, wanted * 1.5)


def measure(scheme: Scheme, offers: Offers, known: Difficulties | None = None) -> Measure:
    """Figures of a scheme; raises `RulebookError` or `RefusedError` if no paper can be drawn from it."""
    slots = slots_of(scheme, offers_of(scheme, offers), known or {})
    centre = borderline_skill(scheme, slots) + MEAN_ABOVE * SPREAD
    by_part = {part.id: [slot for slot in slots if slot.part == part.id] for part in scheme.parts}
    skills = [centre + SPREAD * _REACH * (2 * node / (_NODES - 1) - 1) for node in range(_NODES)]
    weights = [exp(-(((skill - centre) / SPREAD) ** 2) / 2) for skill in skills]
    passes, means, variances = [], [], []
    for skill in skills:
        passed, mean, variance = marks_at(scheme, by_part, skill)
        passes.append(passed)
        means.append(mean)
        variances.append(variance)
    consistency = _mean([one**2 + (1 - one) ** 2 for one in passes], weights)
    middle = _mean(means, weights)
    true = _mean([(mean - middle) ** 2 for mean in means], weights)
    error = _mean(variances, weights)
    exposure, exposed, different = most_exposed(slots)
    return Measure(
        items=scheme.count,
        consistency=consistency,
        retest=true / (true + error) if true + error else 0.0,
        exposure=exposure,
        exposed=exposed,
        different=different,
        good_passes=_good_passes(scheme, by_part, float(exact(scheme.pass_mark)) + 0.05),
        minutes=tuple((part.id, part.minutes, target_seconds(by_part[part.id])) for part in scheme.parts),
    )


def marks_at(scheme: Scheme, by_part: Mapping[str, Sequence[Slot]], skill: float) -> tuple[float, float, float]:
    """Chance to pass, expected mark and its variance at a skill, with the mark as a share of one."""
    totals = {0: 1.0}  # steps of the grid → probability, of those who passed every part so far that must be passed
    mean = variance = 0.0
    for part in scheme.parts:
        chances = [slot.reference(skill) for slot in by_part[part.id]]
        weight = part.weight / 100
        mean += weight * sum(chances) / len(chances)
        variance += weight**2 * sum(one * (1 - one) for one in chances) / len(chances) ** 2
        totals = _added(totals, part, chances)
    cut = exact(scheme.pass_mark) * _GRID
    return sum(share for step, share in totals.items() if step >= cut), mean, variance


def _added(totals: Mapping[int, float], part: Part, chances: Sequence[float]) -> dict[int, float]:
    """Distribution of the total with one more part; who fails a part that must be passed drops out."""
    least = ceil(exact(part.pass_mark) * len(chances)) if part.must_pass else 0
    found: dict[int, float] = {}
    for right, share in enumerate(distribution(chances)):
        if right < least or share < 1e-9:
            continue
        step = round(_GRID * part.weight * right / (100 * len(chances)))
        for before, known in totals.items():
            found[before + step] = found.get(before + step, 0.0) + known * share
    return found


def _good_passes(scheme: Scheme, by_part: Mapping[str, Sequence[Slot]], mark: float) -> float:
    """Chance to pass at the skill with this expected mark."""
    low, high = -8.0, 8.0
    for _ in range(18):
        middle = (low + high) / 2
        low, high = (middle, high) if _expected(scheme, by_part, middle) < mark else (low, middle)
    return marks_at(scheme, by_part, high)[0]


def _expected(scheme: Scheme, by_part: Mapping[str, Sequence[Slot]], skill: float) -> float:
    return sum(
        part.weight / 100 * sum(slot.reference(skill) for slot in by_part[part.id]) / len(by_part[part.id])
        for part in scheme.parts
    )


def most_exposed(slots: Sequence[Slot]) -> tuple[float, str, int]:
    """Share of the papers that ask the most frequent question, its rung, and how many questions that has."""
    exposure = Exposure()
    for slot in slots:
        for rung in slot.stratum:
            exposure.add(rung, 1 / len(slot.stratum))
    asked = {rung.key: rung for slot in slots for rung in slot.stratum}
    there = {key: shares for key, rung in asked.items() if (shares := exposure.shares(rung))}
    found = ((min(1.0, max(shares)), key, len(shares)) for key, shares in there.items())
    return max(found, default=(0.0, "", 0))


def target_seconds(slots: Sequence[Slot]) -> float:
    """Target times of the items of a part together, on average over its papers."""
    return sum(
        sum(rung.family.levels[rung.level - 1].target_seconds for rung in slot.stratum) / len(slot.stratum)
        for slot in slots
    )


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)

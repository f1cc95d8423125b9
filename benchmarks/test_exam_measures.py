"""Every shipped scheme as a measure: 10,000 simulated candidates each, and 1,000 papers without a repeated item.

uv run pytest benchmarks/test_exam_measures.py -n 0 -s
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import ceil, exp
from statistics import correlation

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.exams.support import SCHEMES, offers
from trainer.drills.core import Question
from trainer.exams.draw_survey import MOST_UNEVEN, sample_papers
from trainer.exams.exposure import MOST_EXPOSURE
from trainer.exams.measure import (
    LEAST_CONSISTENCY,
    LEAST_RETEST,
    MEAN_ABOVE,
    SPREAD,
    fits_time,
    measure,
)
from trainer.exams.paper_assembly import borderline_skill, slots_of
from trainer.exams.pool import offers_of
from trainer.exams.scheme import Scheme, exact
from trainer.texts import Language, say

CANDIDATES, PAPERS = sized(10_000, 40), sized(1_000, 1)
SHIPPED = [name for name in SCHEMES.ids() if SCHEMES.load(name).rulebook][: sized(1_000, 3)]


def sittings(scheme: Scheme, count: int, source: random.Random) -> list[tuple[float, bool, float, bool]]:
    """Mark and decision of two sittings of each candidate.

    Which rung of a stratum is asked is chosen anew in every sitting, so its chance is the mean of the stratum.
    """
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    centre = borderline_skill(scheme, slots) + MEAN_ABOVE * SPREAD
    cut = float(exact(scheme.pass_mark))
    hardness = [(slot.part, tuple(sorted(exp(rung.difficulty) for rung in slot.stratum))) for slot in slots]
    rows = {part.id: [stratum for of, stratum in hardness if of == part.id] for part in scheme.parts}
    strata = {stratum: 0.0 for _, stratum in hardness}
    least = {part.id: ceil(exact(part.pass_mark) * part.count) if part.must_pass else 0 for part in scheme.parts}
    found = []
    for _ in range(count):
        able = exp(source.gauss(centre, SPREAD))
        for stratum in strata:
            strata[stratum] = sum(able / (able + hard) for hard in stratum) / len(stratum)
        chances = {part: [strata[stratum] for stratum in row] for part, row in rows.items()}
        both: list[float | bool] = []
        for _ in range(2):
            total, passed = 0.0, True
            for part in scheme.parts:
                right = sum([source.random() < chance for chance in chances[part.id]])
                total += part.weight / 100 * right / part.count
                passed = passed and right >= least[part.id]
            both += [total, passed and total >= cut - 1e-9]
        found.append(tuple(both))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("name", SHIPPED)
def test_simulated_candidates_get_the_same_decision_twice(name: str) -> None:
    scheme = SCHEMES.load(name)
    found = sittings(scheme, CANDIDATES, random.Random(11))
    same = sum(one[1] == one[3] for one in found) / len(found)
    retest = correlation([one[0] for one in found], [one[2] for one in found])
    computed = measure(scheme, offers())
    print(f"\n{name}: consistency {same:.3f} (computed {computed.consistency:.3f}), retest {retest:.3f}", end="")
    assert IS_SMOKE or abs(same - computed.consistency) < 0.02
    for part, minutes, seconds in computed.minutes:
        assert IS_SMOKE or fits_time(minutes, seconds), (part, minutes, seconds)
    if scheme.certifies is not False:
        assert IS_SMOKE or computed.is_enough
        assert IS_SMOKE or (same >= LEAST_CONSISTENCY - 0.01 and retest >= LEAST_RETEST)


def words_of(question: Question) -> tuple[str, str]:
    """What a candidate reads and what is right, in Spanish, without capitals."""
    draft = question.draft
    answer = draft.form.words(draft.solution, Language.ES, question.rules)
    return say(draft.prompt, Language.ES).casefold(), answer.casefold()


class Reader:
    """Reads papers as a candidate does; shares nothing with the product's own comparison of questions."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Question, tuple[str, str]]] = {}  # the question keeps its id from being reused

    def read(self, question: Question) -> tuple[str, str]:
        known = self._known.get(id(question))
        if known is None:
            known = self._known[id(question)] = (question, words_of(question))
        return known[1]

    def repeated(self, paper: Sequence[Question]) -> list[str]:
        """Questions that are equal to the letter and on the felt."""
        same: dict[tuple[str, str], list[Question]] = {}
        for question in paper:
            same.setdefault(self.read(question), []).append(question)
        return [
            words[0]
            for words, alike in same.items()
            for place, one in enumerate(alike)
            if any(one.draft.scene.pieces == other.draft.scene.pieces for other in alike[:place])
        ]

    def given_away(self, paper: Sequence[Question]) -> list[str]:
        """Questions whose answer, if it has more than three words, stands in another question."""
        asks = [self.read(question)[0] for question in paper]
        everything = "\n".join(asks)
        return [
            asks[place]
            for place, question in enumerate(paper)
            for answer in [self.read(question)[1]]
            if len(answer.split()) > 3
            and answer in everything
            and any(answer in other for at, other in enumerate(asks) if at != place)
        ]


@pytest.mark.parametrize("name", SHIPPED)
def test_papers_repeat_nothing_give_nothing_away_and_weigh_alike(name: str) -> None:
    """Every question counts for the exposure, not only facts: what is the same for a candidate is the same here."""
    scheme, reader = SCHEMES.load(name), Reader()
    weights: list[int] = []
    asked: Counter[str] = Counter()
    where: dict[str, str] = {}
    for number, drawn in enumerate(sample_papers(scheme, offers(), PAPERS)):
        paper = [one.question for one in drawn]
        assert not reader.repeated(paper), number
        assert not reader.given_away(paper), number
        weights.append(sum(1 + (0 if one.rung.facts else len(one.question.draft.scene.pieces)) for one in drawn))
        for one in drawn:
            asked[one.gist.key] += 1
            where[one.gist.key] = f"{one.rung.key}: {one.gist.words[:60]}"
    key, most = asked.most_common(1)[0]
    print(
        f"\n{name}: {PAPERS} papers, weight {min(weights)} to {max(weights)} ({max(weights) / min(weights):.3f}),"
        f" most frequent question in {most / PAPERS:.1%} ({where[key]})",
        end="",
    )
    assert IS_SMOKE or max(weights) <= MOST_UNEVEN * min(weights)
    assert IS_SMOKE or scheme.certifies is False or most / PAPERS <= MOST_EXPOSURE, where[key]

"""Every shipped scheme as a measure: 10,000 simulated candidates each, and 1,000 papers without a repeated item.

uv run pytest benchmarks/test_exam_measures.py -n 0 -s
"""

from __future__ import annotations

import random
from math import ceil
from statistics import correlation

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.exams.support import NOW, SCHEMES, offers
from trainer.exams.measure import (
    LEAST_CONSISTENCY,
    LEAST_RETEST,
    MEAN_ABOVE,
    SPREAD,
    measure,
)
from trainer.exams.paper_assembly import MOST_EXPOSURE, DrawRequest, borderline_skill, draw_paper, slots_of
from trainer.exams.paper_items import question_of
from trainer.exams.pool import offers_of
from trainer.exams.psychometrics import chance
from trainer.exams.same_question import gist_of
from trainer.exams.scheme import Scheme, exact

CANDIDATES, PAPERS = sized(10_000, 40), sized(1_000, 1)
SHIPPED = [name for name in SCHEMES.ids() if SCHEMES.load(name).rulebook][: sized(1_000, 3)]


def sittings(scheme: Scheme, count: int, source: random.Random) -> list[tuple[float, bool, float, bool]]:
    """Mark and decision of two sittings of each candidate."""
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    centre = borderline_skill(scheme, slots) + MEAN_ABOVE * SPREAD
    cut = float(exact(scheme.pass_mark))
    rows = {
        part.id: [[rung.difficulty for rung in slot.stratum] for slot in slots if slot.part == part.id]
        for part in scheme.parts
    }
    least = {part.id: ceil(exact(part.pass_mark) * part.count) if part.must_pass else 0 for part in scheme.parts}
    found = []
    for _ in range(count):
        skill = source.gauss(centre, SPREAD)
        both: list[float | bool] = []
        for _ in range(2):
            total, passed = 0.0, True
            for part in scheme.parts:
                right = sum(source.random() < chance(skill, source.choice(row)) for row in rows[part.id])
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
    if scheme.certifies is not False:
        assert IS_SMOKE or (same >= LEAST_CONSISTENCY - 0.01 and retest >= LEAST_RETEST)


@pytest.mark.parametrize("name", SHIPPED)
def test_papers_repeat_nothing_give_nothing_away_and_weigh_alike(name: str) -> None:
    scheme = SCHEMES.load(name)
    weights, facts = [], {}
    for seed in range(PAPERS):
        paper = draw_paper(scheme, DrawRequest(seed=f"b{seed}", nonce=bytes(32), now=NOW, by="x"), offers())
        gists = [gist_of(question_of(item)) for item in paper.items]
        for place, one in enumerate(gists):
            assert not any(one.gives_away(other) for other in gists[:place]), (seed, paper.items[place].prompt.es)
        asked = [(item.prompt.es, item.solution_words.es, str(item.scene["pieces"])) for item in paper.items]
        assert len(set(asked)) == len(asked), seed
        weights.append(sum(len(item.scene["pieces"]) for item in paper.items))
        for item in paper.items:
            if item.fact:
                facts[item.item] = facts.get(item.item, 0) + 1
    most = max(facts.values(), default=0) / PAPERS
    print(
        f"\n{name}: {PAPERS} papers, {min(weights)} to {max(weights)} pieces, most frequent fact in {most:.0%}", end=""
    )
    assert IS_SMOKE or (max(weights) <= 1.15 * min(weights) and most <= MOST_EXPOSURE + 0.1)

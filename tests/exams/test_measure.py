"""How well the shipped exams measure, without simulating anybody; 10,000 candidates are simulated in `benchmarks`."""

from __future__ import annotations

import random
import re
from collections import Counter

import msgspec
import pytest

from tests.exams.question_counts import counted, short_names, stored_names, use_stored_names
from tests.exams.support import NOW, SCHEMES, SMALL, offers
from tests.loops import loop_over
from trainer.exams.draw_survey import Survey, sample_papers, survey
from trainer.exams.exposure import PLANNED_EXPOSURE
from trainer.exams.measure import LEAST_CONSISTENCY, fits_time, measure
from trainer.exams.paper_assembly import DrawRequest, draw_paper, draw_questions, slots_of
from trainer.exams.paper_items import question_of
from trainer.exams.pool import PoolRung, offers_of
from trainer.exams.psychometrics import chance
from trainer.exams.question_groups import question_groups
from trainer.exams.same_question import gist_of
from trainer.exams.scheme import Draw, exact
from trainer.texts import Language, Message, say

SHIPPED = SCHEMES.ids()
COUNTED = ("arica/roulette-initial", "bolivia/bingo-initial", "baleares/counter-initial")  # counted in little time


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_exam_decides_alike_is_in_time_and_hides_its_items(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stored_names(monkeypatch)
    scheme = SCHEMES.load(name)
    found = measure(scheme, offers())
    for part, minutes, seconds in found.minutes:
        assert fits_time(minutes, seconds), (part, minutes, seconds)
    if scheme.certifies is False:  # too few questions exist: it says so and gives no certificate
        assert found.consistency < LEAST_CONSISTENCY
    else:
        assert found.is_enough and found.good_passes >= 0.9, found
        assert found.exposure <= PLANNED_EXPOSURE + 1e-9, found.exposed


@pytest.mark.parametrize("name", COUNTED)
def test_stored_names_of_questions_are_those_that_are_found(name: str) -> None:
    rungs = list(counted(name))
    assert rungs
    assert {rung.key: stored_names(rung) for rung in rungs} == {rung.key: short_names(rung) for rung in rungs}


def test_a_survey_counts_what_papers_have_in_common() -> None:
    """Nine cases of a spin, of which a paper asks five: whatever the lottery admits, one is in most papers."""
    draws = (Draw(5, ("no-spin/1",)),)
    part = msgspec.structs.replace(SMALL.parts[0], draws=draws, weight=100)
    scheme = msgspec.structs.replace(SMALL, parts=(part,))
    asked: Counter[str] = Counter()
    weights = []
    for drawn in sample_papers(scheme, offers(), 40):
        words = {re.sub(r"\d+", "#", say(one.question.draft.prompt, Language.ES)) for one in drawn}
        asked.update(words)
        weights.append(sum(1 + len(one.question.draft.scene.pieces) for one in drawn))  # none of them is a fact
    found = survey(scheme, offers(), 40)
    assert 5 / 9 <= found.exposure == max(asked.values()) / 40
    assert (found.lightest, found.heaviest) == (min(weights), max(weights))
    assert found.rung == "no-spin/1 baleares/roulette-french"


@loop_over(
    ("papers", "exposure", "is_fair"),
    [(60, 0.62, True), (60, 0.70, False), (1_000, 0.49, True), (1_000, 0.51, False), (1, 1.0, True)],
)
def test_chance_explains_much_in_few_papers_and_little_in_many(papers: int, exposure: float, is_fair: bool) -> None:
    assert Survey(papers, exposure, "", Message(""), 0, 0).is_fair is is_fair


def test_the_figures_are_those_of_simulated_candidates() -> None:
    """Two sittings each of 400 candidates, with a simulation that shares nothing with the computation."""
    scheme = SCHEMES.load("arica/blackjack-initial")
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    found, source = measure(scheme, offers()), random.Random(5)
    skills = [source.gauss(0, 0.6) for _ in range(400)]
    usual = [sum(rung.difficulty for rung in slot.stratum) / len(slot.stratum) for slot in slots]
    centre = _centre(usual, float(exact(scheme.pass_mark)) * len(usual))
    same = 0
    for skill in skills:
        passed = []
        for _ in range(2):
            right = {part.id: [0, 0] for part in scheme.parts}
            for slot in slots:
                rung = source.choice(slot.stratum)
                right[slot.part][0] += source.random() < chance(centre + 0.36 + skill, rung.difficulty)
                right[slot.part][1] += 1
            shares = {part: good / count for part, (good, count) in right.items()}
            total = sum(part.weight * shares[part.id] for part in scheme.parts)
            passed.append(
                total >= float(scheme.pass_mark)
                and all(shares[part.id] >= float(exact(part.pass_mark)) for part in scheme.parts if part.must_pass)
            )
        same += passed[0] == passed[1]
    assert abs(same / len(skills) - found.consistency) < 0.045


def _centre(difficulties: list[float], marks: float) -> float:
    low, high = -9.0, 9.0
    for _ in range(60):
        middle = (low + high) / 2
        enough = sum(chance(middle, one) for one in difficulties) < marks
        low, high = (middle, high) if enough else (low, middle)
    return low


@pytest.mark.parametrize("name", ["arica/roulette-initial", "baleares/twenty-spins", "puerto-rico/blackjack-initial"])
def test_a_paper_asks_nothing_twice_and_gives_nothing_away(name: str) -> None:
    scheme = SCHEMES.load(name)
    weights = []
    for seed in ("one", "two"):
        paper = draw_paper(scheme, DrawRequest(seed=seed, nonce=bytes(32), now=NOW, by="x"), offers())
        gists = [gist_of(question_of(item)) for item in paper.items]
        asked = [(item.prompt.es, item.solution_words.es, item.scene["pieces"]) for item in paper.items]
        assert all(one not in asked[:place] for place, one in enumerate(asked))
        for place, one in enumerate(gists):
            assert not any(one.gives_away(other) for other in gists[:place]), paper.items[place].prompt.es
        # Pieces beside a fact show the situation and are no work.
        weights.append(
            sum(len(item.scene["pieces"]) for item, gist in zip(paper.items, gists, strict=True) if not gist.is_fact)
        )
    assert abs(weights[0] - weights[1]) <= 0.08 * max(weights)


def test_generated_questions_that_are_few_come_up_as_seldom_as_facts() -> None:
    """Nine cases of a spin that may not count, and six orders of three steps, were once in every paper."""
    scheme = SCHEMES.load("arica/roulette-initial")
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    papers = 12
    asked = Counter(
        gist_of(one.question).key for drawn in draw_questions(scheme, slots, map(str, range(papers))) for one in drawn
    )
    spread = (PLANNED_EXPOSURE * (1 - PLANNED_EXPOSURE) / papers) ** 0.5
    assert max(asked.values()) / papers < PLANNED_EXPOSURE + 3.5 * spread


def test_few_and_endless_questions_are_told_apart() -> None:
    offer = offers().offer("arica", "roulette-american", "", {})
    groups = {
        family: len(question_groups(PoolRung(offer.rules, found, 1, facts, 0.0)))
        for family in ("procedure", "no-spin", "pay-the-layout", "pay-tables")
        for found in [next(one for one in offer.families if one.id == family)]
        for facts in [found.facts(offer.rules, 1) if found.facts else 0]
    }
    assert groups == {"procedure": 6, "no-spin": 9, "pay-the-layout": 0, "pay-tables": 18}


def test_another_cloth_and_another_number_are_the_same_question() -> None:
    there = [offers().offer("baleares", f"roulette-{cloth}", "", {}) for cloth in ("french", "american")]
    families = [next(one for one in offer.families if one.id == "pay-tables") for offer in there]
    keys = [
        {gist_of(family.make(offer.rules, 1, seed)).key for seed in range(10)}
        for family, offer in zip(families, there, strict=True)
    ]
    assert keys[0] & keys[1]
    spin = next(one for one in there[0].families if one.id == "no-spin")
    drawn = [gist_of(spin.make(there[0].rules, 1, seed)) for seed in range(60)]
    assert len({one.key for one in drawn}) < len({one.words for one in drawn})

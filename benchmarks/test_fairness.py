"""The whole look at every level: three hundred seeds of every family at every game of every rulebook."""

from __future__ import annotations

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.drills.checks import LIBRARY, check_level
from tests.drills.level_measures import MOST, one_sided, questions, rungs, same_as_below, same_place, unreal
from tests.drills.revisions import tables
from tests.drills.test_question_texts import check_question_texts
from trainer.drills.core import Question
from trainer.games.rules import load_rules

SEEDS = sized(300, 2)
MOST_AT_A_PLACE = 0.5  # share of the questions whose right choice stands at the same place among four or more
CHECKED = range(sized(25, 1))  # seeds of which each thing that is said and marked is looked at


EVERY_TABLE = [
    (rulebook, game, variant)
    for rulebook, game in tables()
    for variant in load_rules(LIBRARY, rulebook, game).variants or ("",)
]


@pytest.mark.parametrize(("rulebook", "game", "variant"), EVERY_TABLE)
def test_no_answer_holds_most_of_a_level_all_can_be_paid_and_levels_grow(
    rulebook: str, game: str, variant: str
) -> None:
    rules = load_rules(LIBRARY, rulebook, game, variant)
    faults: list[str] = []
    below: list[Question] = []
    for family, level in rungs(rules):
        asked = questions(rules, family, level, SEEDS)
        faults += [fault] if (fault := one_sided(asked, MOST)) else []
        faults += [fault] if (fault := same_place(asked, MOST_AT_A_PLACE)) else []
        faults += list(unreal(asked))[:3]
        if level > 1 and (fault := same_as_below(asked, below)):
            faults.append(fault)
        below = asked
        check_level(rules, family, level, CHECKED)
    assert IS_SMOKE or not faults, "\n".join(faults)
    check_question_texts(rules, len(CHECKED))

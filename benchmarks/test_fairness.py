"""The whole look at every level: three hundred seeds of every family, game, variant and rulebook."""

from __future__ import annotations

import pytest

from tests.drills.checks import rules_of
from tests.drills.looking import MOST, one_sided, questions, rungs, same_as_below, unreal
from trainer.catalogue import DRILLED

SEEDS = 300


@pytest.mark.parametrize("game", DRILLED)
def test_no_answer_holds_most_of_a_level_all_can_be_paid_and_levels_grow(game: str) -> None:
    faults: list[str] = []
    for rules in rules_of((game,)):
        below = []
        for family, level in rungs(rules):
            asked = questions(rules, family, level, SEEDS)
            faults += [fault] if (fault := one_sided(asked, MOST)) else []
            faults += list(unreal(asked))[:3]
            if level > 1 and rules.variant == rules.default_variant and (fault := same_as_below(asked, below)):
                faults.append(fault)
            below = asked
    assert not faults, "\n".join(faults)

"""What is done about something that should not have happened."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import (
    table_scene,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _cases(rules: GameRules) -> list[str]:
    return list(rules.irregularities)


def _irregular(rules: GameRules, level: int, index: int) -> Draft:
    """What is done about something that should not have happened; the wrong answers are those of other cases."""
    names = _cases(rules)
    name = names[index]
    entry = rules.irregularities[name]
    rng = random.Random(index)
    same = {entry.action.es}
    others: list[str] = []
    for other in rng.sample(names, len(names)):
        action = rules.irregularities[other].action.es
        if action not in same and len(others) < 3:
            others.append(other)
            same.add(action)
    ids = rng.sample([name, *others], len(others) + 1)
    reason = Reason("table.reason.irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite)
    return Draft(
        prompt=Message("blackjack.prompt.irregularity", {"situation": entry.situation}),
        scene=table_scene(rules),
        form=ChoiceForm(tuple(Choice(each, rules.irregularities[each].action) for each in ids)),
        solution=name,
        reasons=(reason,),
        mistakes=tuple(("action-of-another-case", each) for each in others),
    )


FAMILY = Family(
    id="irregularities",
    area="blackjack",
    levels=(Level(10),),
    facts=lambda rules, level: len(_cases(rules)),
    build_fact=_irregular,
)

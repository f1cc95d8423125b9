"""Scripts with events left out, doubled, swapped or changed: the judge always answers."""

from __future__ import annotations

import copy
import random
from typing import Any

from tests.live.scripts import scripts
from trainer.games import game
from trainer.live.judge import Judge
from trainer.rulebooks.library import shipped_library

STRANGE: tuple[Any, ...] = (0, 5, "player", "banker", None, True, -3, "6", [1, 2], "AS", {})


def damaged(script: dict[str, Any], others: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    changed = copy.deepcopy(script)
    events = changed["script"]
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(events))
        match rng.randrange(5):
            case 0 if len(events) > 1:
                del events[at]
            case 1:
                other = rng.randrange(len(events))
                events[at], events[other] = events[other], events[at]
            case 2:
                events.insert(at, copy.deepcopy(rng.choice(events)))
            case 3:
                events.insert(at, copy.deepcopy(rng.choice(rng.choice(others)["script"])))
            case _:
                events[at][rng.choice(list(events[at]))] = rng.choice(STRANGE)
    return changed


def test_the_judge_answers_whatever_a_script_holds() -> None:
    rng, judge = random.Random(7), Judge(shipped_library())
    known = [script for script in scripts() if game(script["game"]).round is not None]
    answers = [judge.judge(damaged(rng.choice(known), known, rng)) for _ in range(600)]
    assert all(("findings" in answer) != ("error" in answer) for answer in answers)
    assert sum("findings" in answer for answer in answers) > 400

"""The judge finds what a script plants, and nothing else."""

from __future__ import annotations

import pytest

from tests.live.scripts import differences, scripts
from trainer.games import game
from trainer.live.judge import Judge
from trainer.rulebooks.library import shipped_library

ROUNDS = [script for script in scripts() if game(script["game"]).round is not None]


@pytest.mark.parametrize("name", sorted({script["game"] for script in ROUNDS}))
def test_scripted_rounds_are_judged_exactly(name: str) -> None:
    judge = Judge(shipped_library())
    wrong = {
        script["id"]: found
        for script in ROUNDS
        if script["game"] == name and (found := differences(script, judge.judge(script)))
    }
    assert not wrong


def test_every_finding_says_what_it_rests_on() -> None:
    judge = Judge(shipped_library())
    for script in ROUNDS:
        for found in judge.judge(script)["findings"]:
            assert found["cite"] and found["basis"] in ("regulation", "house", "trade"), (script["id"], found)


def test_a_round_that_cannot_be_judged_says_why() -> None:
    judge = Judge(shipped_library())
    answer = judge.judge({"id": "x", "rulebook": "arica", "game": "roulette-american", "script": [{"by": "nobody"}]})
    assert answer == {"id": "x", "error": answer["error"]}
    assert "script[0]" in answer["error"]

"""The judge finds what a script plants, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.scripts import differences, scripts
from trainer.games import game
from trainer.live.judge import Judge
from trainer.rulebooks.library import shipped_library

ROUNDS = [script for script in scripts() if game(script["game"]).round is not None]


@pytest.mark.parametrize("name", sorted({script["game"] for script in ROUNDS}))
def test_scripted_rounds_are_judged_exactly_and_every_finding_says_what_it_rests_on(name: str) -> None:
    judge = Judge(shipped_library())
    wrong = {}
    for script in ROUNDS:
        if script["game"] == name:
            answer = judge.judge(script)
            if found := differences(script, answer):
                wrong[script["id"]] = found
            for each in answer.get("findings", ()):
                assert each["cite"] and each["basis"] in ("regulation", "house", "trade"), (script["id"], each)
    assert not wrong


def test_a_round_that_cannot_be_judged_says_why() -> None:
    judge = Judge(shipped_library())
    answer = judge.judge({"id": "x", "rulebook": "arica", "game": "roulette-american", "script": [{"by": "nobody"}]})
    assert answer == {"id": "x", "error": answer["error"]}
    assert "script[0]" in answer["error"]


def test_a_value_of_the_wrong_kind_is_named_by_its_event() -> None:
    judge = Judge(shipped_library())
    script = next(each for each in ROUNDS if each["game"] == "pai-gow-poker")
    events = [event if event.get("do") != "deal" else {**event, "hands": 7} for event in script["script"]]
    deal = next(index for index, event in enumerate(events) if event.get("do") == "deal")
    error = judge.judge({**script, "script": events})["error"]
    assert f"script[{deal}]" in error
    assert "hands" in error
    assert judge.judge({**script, "before": 3})["error"] == "before: must be an object"


def test_a_stake_that_was_cut_is_still_the_same_bet() -> None:
    """The header tells what counted, the player's act what he put down before the excess went back."""
    judge = Judge(shipped_library())
    script = next(each for each in ROUNDS if each["id"] == "bj-01")
    placed = [{**event, "stake": 25000} if event.get("seat") == 3 and event.get("does") == "bets" else event
              for event in script["script"]]  # fmt: skip
    back = {"by": "dealer", "do": "give-back", "seat": 3, "bet": "main", "amount": 5000, "reason": "over-maximum"}
    events = [*placed[:4], back, *placed[4:]]
    found = judge.judge({**script, "before": {"minimum": 1000, "maximum": 20000}, "script": events})
    assert found["findings"] == []


@pytest.mark.parametrize(
    ("asked", "said", "found"),
    [
        ("advice", "advice", [("gave-advice", 3)]),
        ("advice", "no-advice", []),
        ("advice", "", [("no-answer", None)]),
        ("rules", "rule", []),
        ("rules", "", [("no-answer", None)]),
    ],
)
def test_a_question_is_answered_and_advice_is_not_given(asked: str, said: str, found: list[Any]) -> None:
    script = next(each for each in ROUNDS if each["id"] == "cr-24")
    words = [{"by": "player", "seat": 2, "does": "asks", "what": asked}]
    words += [{"by": "dealer", "do": "say", "line": said}] if said else []
    events = [*script["script"][:2], *words, *script["script"][2:]]
    answer = Judge(shipped_library()).judge({**script, "script": events})
    assert [(each["fault"], each["at"]) for each in answer["findings"]] == found

"""Ten thousand requests of every game: no failure, nothing impossible is settled, and books always balance.

``uv run pytest benchmarks/test_fuzzed_games.py -n 0 -s``; ``FUZZED=1000`` asks fewer. The figures are printed.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from benchmarks.sizes import sized
from tests.games.books import unbalanced
from tests.games.rounds import (
    IMPOSSIBLE,
    SETTLED,
    answer,
    asked,
    limit_and_settle_differ,
    order_matters,
    rounds,
    varied,
)
from tests.laboratory.requests import damaged, generated
from trainer.catalogue import BY_GAME
from trainer.games import game

REQUESTS = sized(int(os.environ.get("FUZZED", "10000")), 20)
Request = dict[str, Any]


def fuzzed(game_id: str, rng: random.Random) -> tuple[str, Request]:
    """A request and what it is: a round of the right form, one with one impossible thing, or nonsense of some kind."""
    known = [request for kind in game(game_id).asks for request in asked(game_id, kind)]
    if game_id in SETTLED and rng.random() < 0.6:
        request = varied(rng.choice(rounds(game_id)), rng)
        made = list(rng.choice(list(IMPOSSIBLE.values()))(request, rng)) if rng.random() < 0.5 else []
        return ("impossible", rng.choice(made)) if made else ("varied", request)
    if rng.random() < 0.5:
        return "damaged", damaged(deepcopy(rng.choice(known)), rng)
    return "generated", generated(rng, game_id)


def fault(what: str, request: Request, found: Request) -> str:
    """What is wrong about the answer to a request; nothing if it may be so."""
    if what == "impossible":
        return "something impossible is settled"
    if "settle" not in request:
        return ""
    differs = "; ".join(unbalanced(request, found)) or limit_and_settle_differ(request)
    return differs or (f"the order of {told} matters" if (told := order_matters(request)) else "")


@pytest.mark.parametrize("game_id", sorted(BY_GAME))
def test_nothing_fails_nothing_impossible_is_settled_and_books_balance(game_id: str) -> None:
    rng = random.Random(f"{game_id} 12")
    counted, answered, wrong = Counter[str](), Counter[str](), []
    for _ in range(REQUESTS):
        what, request = fuzzed(game_id, rng)
        counted[what] += 1
        found = answer(request)
        if found is not None:
            answered[what] += 1
            if problem := fault(what, request, found):
                wrong.append((problem, request))
    told = ", ".join(f"{answered[what]} of {count} {what}" for what, count in sorted(counted.items()))
    print(f"{game_id:24} answered {answered.total()} of {counted.total()}: {told}; {len(wrong)} wrong")
    assert not wrong, wrong[:3]

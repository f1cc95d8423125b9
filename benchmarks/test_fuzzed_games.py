"""Ten thousand requests of every game: no failure, and nothing is settled that its limits call impossible.

``uv run pytest benchmarks/test_fuzzed_games.py -n 0 -s``; ``FUZZED=1000`` asks fewer. The figures are printed.
"""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import pytest

from tests.games.worked_cases import FAMILIES, worked_cases
from tests.laboratory.requests import damaged, generated
from trainer.catalogue import BY_GAME
from trainer.games import game
from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import RulebookError, shipped_library

REQUESTS = int(os.environ.get("FUZZED", "10000"))
WORKED = [case.request for family in FAMILIES for case in worked_cases(family)]


def fuzzed(game_id: str, rng: random.Random) -> dict[str, Any]:
    """A request made by chance, or a worked case with something changed."""
    known = [request for request in WORKED if request["game"] == game_id]
    if known and rng.random() < 0.5:
        return damaged(copy.deepcopy(rng.choice(known)), rng)
    return generated(rng, game_id)


def answer(request: dict[str, Any]) -> dict[str, Any] | None:
    """The answer, or nothing where the request is refused; anything else that is raised is a failure."""
    try:
        return solve(copy.deepcopy(request), shipped_library())
    except (RequestError, RulebookError):
        return None


def refused_by_limit(request: dict[str, Any]) -> bool:
    """Whether `limit` calls the bets of a round impossible, where it can be asked about them alone."""
    asked = request.get("settle", {})
    if "limit" not in game(request["game"]).asks or not isinstance(asked, dict) or not asked.get("bets"):
        return False
    head = {key: request[key] for key in ("rulebook", "game", "variant", "options") if key in request}
    stakes = {key: asked[key] for key in ("bets", "minimum", "maximum", "unit") if key in asked}
    found = answer({**head, "limit": stakes})
    return found is not None and found.get("allowed") is False


def off_limits(settled: dict[str, Any]) -> bool:
    """Whether a settlement says itself that something lay outside the limits."""
    return "limit" in str(settled) or "void" in str(settled) or "returned" in str(settled)


@pytest.mark.parametrize("game_id", sorted(BY_GAME))
def test_nothing_fails_and_nothing_impossible_is_settled(game_id: str) -> None:
    rng = random.Random(f"{game_id} 12")
    answered = compared = 0
    wrong: list[dict[str, Any]] = []
    for _ in range(REQUESTS):
        request = fuzzed(game_id, rng)
        found = answer(request)
        answered += found is not None
        if found is not None and "settle" in request and refused_by_limit(request):
            compared += 1
            if not off_limits(found):
                wrong.append(request)
    print(f"{game_id:24} {REQUESTS} asked, {answered} answered, {compared} refused by limit, {len(wrong)} settled")
    assert not wrong, wrong[:3]

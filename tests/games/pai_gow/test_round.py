"""A perfect dealer of pai gow poker, in any lawful order, makes no fault and moves exactly what `settle` says."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from trainer.games.core import RequestError
from trainer.games.pai_gow.setting import set_hand
from trainer.games.round import Act, Fault
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.rulebooks.library import shipped_library

PACK = ["JK", *(rank + suit for rank in "23456789TJQKA" for suit in "SHDC")]
ROUNDS = 25


@cache
def table(start_by: str) -> Any:
    return open_table(load_rules(shipped_library(), "puerto-rico", "pai-gow-poker", "", {"start-by": start_by}))


def played(start_by: str, seed: int) -> tuple[Any, list[Act]]:
    """The end of a round with random players who set the house's way, and its acts; the books balance after each."""
    round_, rng = table(start_by), Random(seed)
    pack = rng.sample(PACK, len(PACK))
    seats = sorted(rng.sample(range(1, 7), rng.randint(1, 6)))
    waiting = [Act("bets", "player", seat, bet="pai-gow", amount=rng.choice((10, 25, 37))) for seat in seats]
    if start_by == "generator":
        waiting += [Act("bets", "player", seats[0], bet="starting-number", on=rng.randint(1, 7), amount=5)]
    hands = {str(seat): [pack.pop() for _ in range(7)] for seat in seats}
    state = round_.start({"dealt": {"hands": hands, "dealer": [pack.pop() for _ in range(7)]}}, ())
    acts: list[Act] = []
    for _ in range(300):
        steps = round_.due(state)
        unset = next((hand for hand in state.hands if hand.hands is None), None)
        if waiting:
            act = waiting.pop(0)
        elif state.closed and state.total is None and (start_by == "generator" or state.shaken):
            act = Act("number", "table", facts={"number": rng.randint(1, 7)})
            if start_by == "dice":
                act = Act("dice", "table", facts={"dice": [rng.randint(1, 6) for _ in range(3)]})
        elif unset is not None and rng.random() < 0.5:
            printed = set_hand(round_.rules, unset.cards).printed
            facts = {"high": list(printed.high), "low": list(printed.low)}
            act = Act("sets", "player", unset.seat, facts=facts)
        elif steps:
            act = rng.choice(rng.choice(steps).acts)
        elif unset is None:
            break
        else:
            continue
        state = round_.perform(state, act)
        acts.append(act)
        assert state.rack + state.cloth + state.players == 0
    else:
        raise AssertionError("the round does not end")
    return round_.perform(state, Act("end")), acts


@pytest.mark.parametrize("start_by", ["dice", "generator"])
def test_a_perfect_dealer_makes_no_fault_and_moves_what_settle_says(start_by: str) -> None:
    for seed in range(ROUNDS):
        state, _ = played(start_by, seed)
        assert state.over and state.findings == (), (seed, state.findings)
        settled = table(start_by).settlement(state)
        fees = sum(bet.facts.get("commission", 0) for bet in settled.bets)
        won = sum(bet.loses for bet in settled.bets) - sum(bet.pays for bet in settled.bets) + fees
        assert state.rack == won, seed


def test_a_setting_that_is_put_right_is_kept_as_corrected() -> None:
    _, acts = played("dice", 3)
    at = next(index for index, act in enumerate(acts) if act.do == "set")
    cards = [*acts[at].facts["high"], *acts[at].facts["low"]]
    wrong = Act("set", facts={"high": [*cards[:3], *cards[5:]], "low": cards[3:5]})
    state = table("dice").start({"dealt": {}}, ())
    for act in [*acts[:at], wrong, acts[at], *acts[at + 1 :], Act("end")]:
        state = table("dice").perform(state, act)
    assert [(each.fault, each.at, each.corrected) for each in state.findings] == [(Fault.SET_WRONG, at, True)]


def test_stacks_dealt_from_the_hand_are_refused() -> None:
    with pytest.raises(RequestError, match="dealt from the hand"):
        open_table(load_rules(shipped_library(), "puerto-rico", "pai-gow-poker", "", {"dealing": "hand"}))

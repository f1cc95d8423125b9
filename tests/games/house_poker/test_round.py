"""A perfect dealer of house poker, in any lawful order, makes no fault and moves exactly what `settle` says."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from trainer.games.house_poker.figures import bet_figures
from trainer.games.round import Act
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.rulebooks.library import shipped_library

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
TABLES = (
    "arica/caribbean-stud/classic",
    "puerto-rico/caribbean-stud/",
    "baleares/caribbean-stud/",
    "bolivia/caribbean-stud/",
    "puerto-rico/three-card-poker/",
    "bolivia/three-card-poker/",
)
ROUNDS = 30


@cache
def table(name: str) -> Any:
    rulebook, game, variant = name.split("/")
    return open_table(load_rules(shipped_library(), rulebook, game, variant))


def played(name: str, seed: int) -> Any:
    """The end of a round with random players; the books balance after every act."""
    round_, rng = table(name), Random(seed)
    pack = rng.sample(PACK, len(PACK))
    second = next(bet for bet in round_.rules.bets if round_.is_decision(bet) and round_.kind(bet) == "duel")
    times = round_.rules.bets[second].minimum.amount({"ante": 1})
    seats = sorted(rng.sample(range(1, 6), rng.randint(1, 4)))
    antes = {seat: rng.choice((5, 10, 25)) for seat in seats}
    waiting = [Act("bets", "player", seat, bet="ante", amount=ante) for seat, ante in antes.items()]
    if "pair-plus" in round_.rules.bets:
        waiting += [Act("bets", "player", seat, bet="pair-plus", amount=antes[seat]) for seat in seats[:2]]
    state = round_.start({"meter": 10_000}, ())
    opened = False
    for _ in range(300):
        steps = round_.due(state)
        asked = next((hand for hand in state.hands if hand.asked and not hand.spoke), None)
        if waiting and opened:
            act = waiting.pop(0)
        elif asked is not None:
            goes = rng.random() < 0.7
            act = Act("says", "player", asked.seat, topic="fold")
            if goes:
                act = Act("bets", "player", asked.seat, bet=second, amount=int(antes[asked.seat] * times))
        elif state.asks_floor is not None and not steps:
            act = Act("authorised", "inspector")
        elif not steps:
            break
        else:
            act = rng.choice(rng.choice(steps).acts)
            opened = opened or act.do == "open"
            if act.do == "deal":
                act = Act("deal", topic=act.topic, facts={**act.facts, "card": pack.pop()})
        state = round_.perform(state, act)
        assert state.rack + state.cloth + state.players == 0
    else:
        raise AssertionError("the round does not end")
    return round_.perform(state, Act("end"))


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_dealer_makes_no_fault_and_moves_what_settle_says(name: str) -> None:
    turned = 0
    for seed in range(ROUNDS):
        state = played(name, seed)
        assert state.over and state.findings == (), (seed, state.findings)
        if not state.turned:
            continue
        turned += 1
        settled = table(name).settlement(state)
        bonus = sum(each["pays"] for each in settled.facts.get("bonus", ()))
        won = sum(bet.loses for bet in settled.bets) - sum(bet.pays for bet in settled.bets) - bonus
        assert state.rack == won, seed
    assert turned > ROUNDS // 2


def test_every_table_has_a_step_for_each_act_that_the_round_asks_about() -> None:
    for name in TABLES:
        assert {"close", "deal", "ask", "take fold", "turn dealer", "settle hands", "pick-up"} <= set(table(name).keys)
        assert bet_figures(table(name).rules, "ante").kind == "duel"

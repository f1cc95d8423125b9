"""Coups dealt act by act: a perfect dealer is never faulted, and every planted fault is found by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.dealers import Acts, bet, changed, faults, moved, perfect_round, places, replayed, without
from trainer.games.baccarat.round import BaccaratRound
from trainer.games.core import Outcome
from trainer.games.round import Act, Fault
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

TABLES = [
    ("arica", "punto-banco", ""),
    *(("baleares", "punto-banco", variant) for variant in ("", "midi", "mini")),
    *(("bolivia", "punto-banco", variant) for variant in ("", "punto-banco-midi", "punto-banco-mini")),
    *(
        ("puerto-rico", game, "")
        for game in ("baccarat", "mini-baccarat", "ez-baccarat", "mini-ez-baccarat", "commission-free-baccarat")
    ),
]
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 6
Case = tuple[str, Acts, Fault]


def coup(table: BaccaratRound, seed: int) -> tuple[Any, Acts]:
    """A coup of a perfect dealer with bets and cards from a seed; every fourth opens a new shoe."""
    rng = random.Random(seed)
    least = int(table.rules.table.minimum)
    side_bets = [kind for kind in table.rules.bets if kind not in ("player", "banker")]
    bets = []
    for seat in rng.sample(range(1, 7), rng.randrange(1, 5)):
        main = rng.choice(("player", "banker"))
        bets.append(bet(seat, main, least * rng.choice((2, 4))))
        if rng.random() < 0.5:
            kind = rng.choice(side_bets)
            bets.append(bet(seat, kind, least, main if kind == "dragon-bonus" else None))
    shoe = rng.sample(CARDS, 12)

    def supply(act: Act, state: Any) -> Act:
        if act.do not in ("deal", "shoe-holder-deals"):
            return act
        return Act(act.do, act.by, topic=act.topic, facts={**act.facts, "card": shoe.pop()})

    return perfect_round(table, bets, supply, rng, first=[Act("shuffle")] if seed % 4 == 0 else ())


@pytest.mark.parametrize("where", TABLES, ids="/".join)
def test_a_perfect_dealer_is_never_faulted_and_pays_what_is_due(where: tuple[str, str, str]) -> None:
    table = BaccaratRound(load_rules(shipped_library(), *where))
    for seed in range(25):
        state, acts = coup(table, seed)
        assert not state.findings, (seed, acts)
        settled = table.settlement(state)
        assert sum(each.paid for each in state.bets) == settled.total_payout
        lost = [each.loses for each in settled.bets]
        assert sum(each.taken for each in state.bets) == sum(lost)


def faulty(table: BaccaratRound, state: Any, acts: Acts) -> Iterator[Case]:
    """One fault planted in a perfect coup, of every kind that this coup allows."""
    for index in places(acts, do="call"):
        yield "a call left out", without(acts, index), Fault.CALL_MISSED
        figures = {name: value + 1 for name, value in acts[index].facts.items()}
        if figures:
            yield "a call with wrong figures", changed(acts, index, facts=figures), Fault.CALL_WRONG
    takes, pays = places(acts, do="take"), places(acts, do="pay")
    for index in pays:
        amount = acts[index].amount or 0
        yield "paid too much", changed(acts, index, amount=amount + 1), Fault.OVERPAID
        yield "paid too little", changed(acts, index, amount=amount - 1), Fault.UNDERPAID
        yield "not paid", without(acts, index), Fault.UNPAID
        wrong = Act("take", seat=acts[index].seat, bet=acts[index].bet, on=acts[index].on)
        yield "winner taken", [*acts[:index], wrong, *acts[index + 1 :]], Fault.TOOK_WINNER
        if kept := acts[index].facts.get("commission"):
            less = changed(acts, index, amount=amount + kept, facts={"commission": 0})
            yield "no commission kept", less, Fault.COMMISSION
    for index in takes:
        yield "loser left", without(acts, index), Fault.LEFT_LOSER
    if takes and pays:
        yield "paid before the losers are taken", moved(acts, takes[-1], pays[0]), Fault.TOO_EARLY
    if pays:
        yield (
            "cards away before the winners are paid",
            moved(acts, places(acts, do="pick-up")[0], pays[0]),
            Fault.TOO_EARLY,
        )
    yield "cards left lying", without(acts, places(acts, do="pick-up")[0]), Fault.SKIPPED
    for index in places(acts, do="deal"):
        if acts[index].topic != "burn":
            face = "down" if acts[index].facts["face"] == "up" else "up"
            yield "wrong face", changed(acts, index, facts={**acts[index].facts, "face": face}), Fault.WRONG_FACE
    for index in places(acts, do="burn"):
        yield (
            "one too many burned",
            changed(acts, index, facts={"cards": acts[index].facts["cards"] + 1}),
            Fault.BURN_WRONG,
        )
    for index in places(acts, do="close"):
        yield "closed with a wave", changed(acts, index, facts={"say": False}), Fault.CALL_MISSED
    pushed = [each for each, due in zip(state.bets, state.dues, strict=True) if due.result is Outcome.PUSH]
    last = places(acts, do="pick-up")[0]
    for each in pushed:
        taken = Act("take", seat=each.seat, bet=each.bet, amount=each.stake)
        yield "push taken", [*acts[:last], taken, *acts[last:]], Fault.TOOK_PUSH
    first = (places(acts, do="deal") or places(acts, do="shoe-holder-deals"))[-1]
    late = Act("bets", "player", 9, "", "player", None, 20, {"late": True})
    yield "late bet left", [*acts[: first + 1], late, *acts[first + 1 :]], Fault.LATE_BET


@pytest.mark.parametrize("where", TABLES, ids="/".join)
def test_every_planted_fault_is_found_and_none_invented(where: tuple[str, str, str]) -> None:
    table = BaccaratRound(load_rules(shipped_library(), *where))
    seen = set()
    for seed in range(12):
        state, acts = coup(table, seed)
        for what, mutated, fault in faulty(table, state, acts):
            assert faults(replayed(table, mutated)) == [fault], (seed, what, mutated)
            seen.add(what)
    assert len(seen) >= 12

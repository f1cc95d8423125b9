"""Throws run act by act: a perfect crew is never faulted, and every planted fault is found by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.dealers import Acts, bet, changed, faults, perfect_round, places, replayed, without
from trainer.games.core import Outcome
from trainer.games.craps.layout import BONUS, COMES, FLAT_OF, selections
from trainer.games.craps.round import BASE, STICK, CrapsRound
from trainer.games.craps.throw import LineEvent
from trainer.games.round import Act, Fault
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

BOOKS = ("arica", "baleares", "bolivia", "puerto-rico")
Case = tuple[str, Acts, Fault, str]  # what, the acts, the fault, and whose it is


def throw(table: CrapsRound, seed: int) -> tuple[Any, Acts, dict[str, Any], Acts]:
    """A throw of a perfect crew: the end, the acts, what went before, and the line bets that lay with a point on."""
    rng = random.Random(seed)
    point = rng.choice((None, 4, 5, 6, 8, 9, 10))
    least = int(table.rules.table.minimum)
    lines, others = [], []
    for seat in rng.sample(range(1, 9), rng.randrange(1, 5)):
        side = rng.choice(("pass-line", "dont-pass"))
        lines.append(bet(seat, side, least * 6))
        if point and rng.random() < 0.5:
            others.append(bet(seat, "pass-odds" if side == "pass-line" else "dont-pass-odds", least * 6))
        apart = [kind for kind in table.rules.bets if kind not in (*FLAT_OF, "pass-line", "dont-pass")]
        chosen = rng.sample([kind for kind in apart if not kind.endswith("-point")], 2)
        lawful = [kind for kind in chosen if kind not in (COMES if point is None else BONUS)]
        others += [bet(seat, kind, least * 6, rng.choice(selections(table.rules, kind))) for kind in lawful]

    def supply(act: Act, state: Any) -> Act:
        if act.do != "throw":
            return act
        return Act("throw", "table", facts={"dice": [rng.randint(1, 6), rng.randint(1, 6)]})

    before = {"point": point, "previous_roll": 7 if point is None else None}
    bets = others if point else [*lines, *others]
    state, acts = perfect_round(table, bets, supply, rng, before, lying=lines if point else ())
    return state, acts, before, lines if point else []


@pytest.mark.parametrize("book", BOOKS)
def test_a_perfect_crew_is_never_faulted_and_pays_what_is_due(book: str) -> None:
    table = CrapsRound(load_rules(shipped_library(), book, "craps"))
    for seed in range(60):
        state, acts, _, _ = throw(table, seed)
        assert not state.findings, (seed, acts)
        settled = table.settlement(state)
        assert sum(each.paid for each in state.bets) == settled.total_payout
        assert sum(each.taken for each in state.bets) == sum(each.loses for each in settled.bets)


def faulty(table: CrapsRound, state: Any, acts: Acts) -> Iterator[Case]:
    """One fault planted in a perfect throw, of every kind that this throw allows."""
    call = places(acts, do="call")[0]
    yield "result not called", without(acts, call), Fault.CALL_MISSED, STICK
    wrong = {**acts[call].facts, "total": acts[call].facts["total"] % 12 + 1}
    yield "another total called", changed(acts, call, facts=wrong), Fault.CALL_WRONG, STICK
    another = next(event for event in LineEvent if event not in (acts[call].facts["effect"], LineEvent.NO_DECISION))
    effect = {**acts[call].facts, "effect": another.value}
    yield "another effect called", changed(acts, call, facts=effect), Fault.CALL_WRONG, STICK
    dice = places(acts, do="dice")[0]
    yield "dice by hand", changed(acts, dice, facts={"how": "hand"}), Fault.NOT_ALLOWED, STICK
    for index in places(acts, do="close"):
        yield "closed with a wave", changed(acts, index, facts={"say": False}), Fault.CALL_MISSED, STICK
        yield "not closed", without(acts, index), Fault.CALL_MISSED, STICK
    for index in places(acts, do="pay"):
        amount = acts[index].amount or 0
        yield "paid too much", changed(acts, index, amount=amount + 1), Fault.OVERPAID, BASE
        yield "paid too little", changed(acts, index, amount=amount - 1), Fault.UNDERPAID, BASE
        wrong_take = Act("take", seat=acts[index].seat, bet=acts[index].bet, on=acts[index].on)
        yield "winner taken", [*acts[:index], wrong_take, *acts[index + 1 :]], Fault.TOOK_WINNER, BASE
    for index in places(acts, do="take"):
        yield "loser left", without(acts, index), Fault.LEFT_LOSER, BASE
    for index in places(acts, do="move"):
        yield "come bet not moved", without(acts, index), Fault.SKIPPED, BASE
        to = 4 if acts[index].topic != 4 else 10
        yield "come bet on another number", changed(acts, index, topic=to), Fault.READ_WRONG, BASE
    marker = STICK if table.rules.procedure["mark"].by == "tallador" else BASE
    for index in (*places(acts, do="mark"), *places(acts, do="unmark")):
        yield "puck forgotten", without(acts, index), Fault.SKIPPED, marker
    standing = [each for each, due in zip(state.bets, state.dues, strict=True) if due.result is Outcome.STAND]
    for each in standing[:2]:
        taken = Act("take", seat=each.seat, bet=each.bet, on=each.on, amount=each.stake)
        yield "standing bet taken", [*acts[:-1], taken, acts[-1]], Fault.TOOK_PUSH, BASE
    thrown = places(acts, do="throw")[0]
    for event, counts in table.events.items():
        facts = {**acts[thrown].facts, "event": event}
        if not counts:
            yield f"{event} counted", changed(acts, thrown, facts=facts), Fault.INCIDENT_MISSED, STICK


@pytest.mark.parametrize("book", BOOKS)
def test_every_planted_fault_is_found_and_only_its_owner_is_blamed(book: str) -> None:
    table = CrapsRound(load_rules(shipped_library(), book, "craps"))
    seen = set()
    for seed in range(16):
        state, acts, before, lying = throw(table, seed)
        for what, mutated, fault, role in faulty(table, state, acts):
            for judged, wanted in ((role, [fault]), (BASE if role == STICK else STICK, []), (None, [fault])):
                found = faults(replayed(table, mutated, {**before, "role": judged}, lying))
                assert found == wanted, (seed, what, judged, mutated)
            seen.add(what)
    assert len(seen) >= 18

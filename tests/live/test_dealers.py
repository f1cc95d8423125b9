"""A perfect dealer makes no fault and loses no money; a dealer with one fault has exactly that one found."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.live.tables import TABLES, table, world
from trainer.equipment.cards import Card
from trainer.games.blackjack.course import next_step
from trainer.games.blackjack.perform import perform
from trainer.games.blackjack.table import PlaceBets, open_table
from trainer.games.round import Fault
from trainer.live.faulty import EDITS, SLIPS, faulty_round
from trainer.live.perfect import play

ROUNDS = 12
TRIES = 40  # rounds in which a rare occasion for a fault is looked for
# Faults that a game gives no occasion for: the other games' tests plant them.
ELSEWHERE = {
    "roulette": {
        Fault.PAID_PUSH, Fault.TOOK_PUSH, Fault.LEFT_LOSER, Fault.RETURNED_WRONG, Fault.DREW_WRONGLY,
        Fault.STOOD_WRONGLY, Fault.WRONG_TARGET, Fault.WRONG_FACE, Fault.BURN_WRONG, Fault.SIGNAL_MISREAD,
        Fault.WRONG_RULING,
    },
    "blackjack": {Fault.CALL_EARLY, Fault.BURN_WRONG, Fault.READ_WRONG, Fault.RULED_ALONE},
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_dealer_makes_no_fault_and_moves_what_settle_says(name: str) -> None:
    for seed in range(ROUNDS):
        state: Any = None
        for _, state in play(table(name), table(name).start({}, ()), world(name, seed)):
            assert state.rack + state.cloth + state.players == 0
        assert state.over and state.findings == (), (seed, state.findings)
        settled = table(name).settlement(state)
        assert state.rack == sum(bet.loses for bet in settled.bets) - sum(bet.pays for bet in settled.bets), seed


@pytest.mark.parametrize("name", TABLES)
def test_every_planted_fault_is_found_and_no_other(name: str) -> None:
    kind = "blackjack" if "blackjack" in name else "roulette"
    for fault in {*SLIPS, *EDITS} - ELSEWHERE[kind] - NOT_HERE.get(name, set()):
        planted = 0
        for seed in range(TRIES):
            made = faulty_round(table(name), {}, world(name, seed), fault, Random(seed))
            if made is None:
                continue
            state = table(name).start({}, ())
            for act in made.acts:
                state = table(name).perform(state, act)
            found = [(each.fault, each.at) for each in table(name).finish(state).findings]
            assert found == [(fault, made.at)], (seed, fault)
            planted += 1
            if planted == 2:
                break
        assert planted, fault


# What a regulation does not have: no call to miss, no order to break, no incident to overlook.
NOT_HERE: dict[str, set[Fault]] = {
    "puerto-rico/roulette-american": {Fault.RULED_ALONE, Fault.CALL_EARLY, Fault.WRONG_ORDER},
    "baleares/roulette-american": {Fault.WRONG_ORDER},  # planted by a script: a player is paid in two parts
    "baleares/blackjack": {Fault.WRONG_RULING, Fault.RETURNED_WRONG},
    "puerto-rico/blackjack": {
        Fault.STOOD_WRONGLY, Fault.CALL_WRONG, Fault.CALL_MISSED, Fault.CALL_LATE, Fault.FALSE_ALARM,
        Fault.INCIDENT_MISSED, Fault.WRONG_RULING, Fault.RETURNED_WRONG, Fault.WRONG_ORDER,
    },
    "arica/blackjack": {Fault.RETURNED_WRONG},
    "bolivia/blackjack": {Fault.RETURNED_WRONG},
}  # fmt: skip


@pytest.mark.parametrize("name", ["arica/roulette-american", "arica/blackjack"])
def test_a_state_is_a_frozen_value(name: str) -> None:
    state = table(name).start({}, ())
    acts = [act for act, _ in play(table(name), state, world(name, 1))]
    assert state == table(name).start({}, ())
    with pytest.raises(AttributeError):
        state.count = 3
    one = two = state
    for act in acts:
        one, two = table(name).perform(one, act), table(name).perform(two, act)
    assert one == two


@pytest.mark.parametrize("name", [name for name in TABLES if "blackjack" in name])
def test_what_is_due_at_blackjack_is_what_the_next_act_situation_says(name: str) -> None:
    """The round and `solve`'s next-act describe the same game: cards go to the same hands in the same order."""
    rules = table(name).rules
    for seed in range(ROUNDS):
        *_, (_, state) = acts = list(play(table(name), table(name).start({}, ()), world(name, seed)))
        places = [PlaceBets(bet.seat, (Fraction(bet.stake),)) for bet in state.bets if bet.bet == "main"]
        felt, step = open_table(rules, places), None
        dealt = [(act.topic, Card.parse(act.facts["card"])) for act, _ in acts if act.do == "deal"]
        answers = _answers(acts)
        for target, card in dealt:
            while True:
                step = next_step(rules, felt)
                answer = answers(step) if step.answers else ""
                if step.takes_card(answer):
                    break
                felt = perform(rules, felt, answer, step=step)
            assert (step.seat or "dealer") == target, (seed, step.do)
            felt = perform(rules, felt, answer, card, step=step)


def _answers(acts: Any) -> Any:
    """What the players of a round say, asked in the words of `next_step`."""
    said: dict[int, list[str]] = {}
    insured = {act.seat for act, _ in acts if act.bet == "insurance" and act.by == "player"}
    even = set()
    for (asked, _), (act, _) in pairwise(acts):
        if act.by != "player" or act.do not in ("signals", "says"):
            continue
        if act.topic == "yes" and asked.topic == "even-money":
            even.add(act.seat)
        word = {"hit": "draw", "stand": "stand", "double": "double", "surrender": "surrender"}.get(str(act.topic))
        if word:
            said.setdefault(act.seat, []).append(word)

    def answer(step: Any) -> str:
        if step.do.value == "offer-insurance":
            return "insure" if step.seat in insured and step.bet == "insurance" else "decline"
        if step.do.value == "offer-even-money":
            return "even-money" if step.seat in even else "wait"
        if step.do.value == "ask-surrender":
            return "play"
        words = said.get(step.seat, [])
        return words.pop(0) if words else "stand"  # at 21 nobody asks for a card, even where he may

    return answer

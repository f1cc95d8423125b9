"""A perfect dealer makes no fault and loses no money, and a round is a value."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tests.live.shifts import TABLES, played
from tests.live.tables import TABLES as BARE
from tests.live.tables import play, table, world
from trainer.equipment.cards import Card
from trainer.games.blackjack.step_effects import perform
from trainer.games.blackjack.steps import next_step
from trainer.games.blackjack.table import PlaceBets, open_table
from trainer.live.table import LiveTable

ROUNDS = 4


@cache
def shift(name: str) -> LiveTable:
    """A quiet shift of a perfect dealer."""
    return played(name, rounds=ROUNDS, level=1, seed=11)


def states(table: LiveTable, number: int) -> list[tuple[Any, Any]]:
    """The acts of a round with the state after each, performed again."""
    record = table.log[number]
    state, found = table.round.start(record.before, record.lying), []
    for _, act in record.acts:
        state = table.round.perform(state, act)
        found.append((act, state))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_dealer_makes_no_fault_and_moves_what_settle_says(name: str) -> None:
    live = shift(name)
    for number in range(ROUNDS):
        acts = states(live, number)
        assert all(state.rack + state.cloth + state.players == 0 for _, state in acts)
        state = acts[-1][1]
        assert state.over and state.findings == live.log[number].own == ()
        settled = live.round.settlement(state)
        moved = sum(bet.loses for bet in settled.bets) - sum(bet.pays for bet in settled.bets)
        if live.company.family == "pai-gow":  # `settle` tells the commission apart from what is won
            moved += sum(bet.facts.get("commission", 0) for bet in settled.bets)
        assert state.rack == moved, number


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


@pytest.mark.parametrize("name", [name for name in BARE if "blackjack" in name])
def test_what_is_due_at_blackjack_is_what_the_next_act_situation_says(name: str) -> None:
    """The round and `solve`'s next-act describe the same game: cards go to the same hands in the same order."""
    rules = table(name).rules
    for seed in range(12):
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

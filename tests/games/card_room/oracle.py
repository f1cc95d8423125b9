"""Hands played by two engines at once: ours and PokerKit, which knows nothing of the regulations but the usual game.

Where a regulation departs from the usual game (who posts what with two players, the least raise), the house option that
brings it back to the usual is chosen, so that whatever else differs is a fault.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem, State

from trainer.games.card_room.betting import act, collect, open_street, start
from trainer.games.card_room.figures import stakes
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.pots import part
from trainer.games.card_room.sizes import choices
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
)
BIG = 10


class Usual(NamedTuple):
    """A game as both engines play it."""

    rules: GameRules
    kind: str


def usual_games() -> dict[str, Usual]:
    library = shipped_library()
    usual = {"heads-up-button": "small-blind", "minimum-raise": "last-raise"}
    return {
        "no-limit": Usual(
            load_rules(library, "puerto-rico", "texas-holdem", options={**usual, "structure": "no-limit"}), "no-limit"
        ),
        "pot-limit": Usual(
            load_rules(library, "puerto-rico", "omaha", options={**usual, "structure": "pot-limit"}), "pot-limit"
        ),
        "limit": Usual(
            load_rules(library, "bolivia", "texas-holdem", options={"heads-up-blinds": "button-small"}), "limit"
        ),
    }


def their_state(kind: str, stacks: list[int]) -> State:
    """PokerKit's hand: player 0 posts the small blind; with two players they turn it round themselves."""
    blinds = (BIG // 2, BIG)
    if kind == "no-limit":
        return NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, stacks, len(stacks))
    if kind == "pot-limit":
        return PotLimitOmahaHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, stacks, len(stacks))
    state = FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, 2 * BIG, stacks, len(stacks))
    first, *later = state.streets  # bolivia L1471-1472: a raise and three reraises, after the flop on top of the bet
    cap = "max_completion_betting_or_raising_count"
    object.__setattr__(state, "streets", (first, *(replace(street, **{cap: 5}) for street in later)))
    return state


def random_stacks(kind: str, rng: random.Random) -> list[int]:
    players = rng.randint(2, 9)
    if kind == "limit":  # deep enough for five bets a street: PokerKit counts an all-in for less as a raise
        return [rng.randint(400, 900) for _ in range(players)]
    return [rng.choice((rng.randint(11, 60), rng.randint(40, 400), rng.randint(200, 2000))) for _ in range(players)]


def ours(rules: GameRules, stacks: list[int]) -> Hand:
    seats = {place + 1: Fraction(stack) for place, stack in enumerate(stacks)}
    return start(rules, stakes(rules, Fraction(BIG)), seats, button=len(stacks))


def compare(kind: str, rules: GameRules, rng: random.Random) -> tuple[int, list[str]]:
    """One random legal hand in both engines: how many acts it had, and where they differ."""
    stacks = random_stacks(kind, rng)
    state, hand = their_state(kind, stacks), ours(rules, stacks)
    acts: list[Any] = []
    while state.actor_index is not None:
        hand = _at_an_act(rules, hand)
        found = _differences(rules, state, hand)
        if found:
            return len(acts), [f"{stacks} {acts}: {line}" for line in found]
        hand = _act_in_both(rules, state, hand, rng, acts)
    found = _ends(rules, state, hand)
    return len(acts), [f"{stacks} {acts}: {line}" for line in found]


def _at_an_act(rules: GameRules, hand: Hand) -> Hand:
    while hand.phase == "round-over":
        hand = open_street(rules, hand)
    return hand


def _differences(rules: GameRules, state: State, hand: Hand) -> list[str]:
    if hand.actor is None:
        return [f"we see nobody to act, they see {state.actor_index}: {hand.phase}"]
    can = choices(rules, hand)
    theirs = (state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount)
    if can.why_not == "closed" and hand.street == 0 and hand.fulls == 0:
        # An all-in for less over the big blind: PokerKit lets those raise who have called, counting the blind as no
        # bet. Puerto Rico's 15.2(G) calls it no raise, so nothing is reopened.
        theirs = (None, None)
    pairs = {
        "actor": (can.seat - 1, state.actor_index),
        "bets": ([int(hand.bets[hand.seats.index(s + 1)]) for s in state.player_indices], list(state.bets)),
        "stacks": ([int(hand.stacks[hand.seats.index(s + 1)]) for s in state.player_indices], list(state.stacks)),
        "call": (int(can.call or 0), state.checking_or_calling_amount),
        "least": (can.least and int(can.least), theirs[0]),
        "most": (can.most and int(can.most), theirs[1]),
        "pot": (int(hand.pot), state.total_pot_amount),
    }
    return [f"{name}: we {mine}, they {theirs}" for name, (mine, theirs) in pairs.items() if mine != theirs]


def _act_in_both(rules: GameRules, state: State, hand: Hand, rng: random.Random, acts: list[Any]) -> Hand:
    can = choices(rules, hand)
    wish = rng.random()
    if can.least is not None and can.most is not None and wish < 0.35:
        low, high = int(can.least), int(can.most)
        to = rng.choice((low, high, rng.randint(low, high), min(high, low + rng.randint(0, 30))))
        acts.append(("to", to))
        state.complete_bet_or_raise_to(to)
        return act(rules, hand, "raise" if can.raises else "bet", Fraction(to))
    if can.can_fold and can.call is not None and wish < 0.55:
        acts.append("fold")
        state.fold()
        return act(rules, hand, "fold")
    acts.append("call")
    state.check_or_call()
    return act(rules, hand, "check" if can.can_check else "call")


def _ends(rules: GameRules, state: State, hand: Hand) -> list[str]:
    """After the last act we know of none either, no chip is lost, and the pots are theirs."""
    hand = _at_an_act(rules, hand)
    if hand.phase == "betting":
        return [f"they see nobody to act, we see {hand.actor}"]
    hand = collect(hand)
    paid = {seat: hand.paid[place] for place, seat in enumerate(hand.seats)}
    folded = [hand.seats[place] for place, gone in enumerate(hand.folded) if gone]
    pots = [(int(pot.amount), tuple(sorted(pot.eligible))) for pot in part(paid, folded).pots]
    if sum(amount for amount, _ in pots) + int(sum(hand.stacks)) != sum(state.starting_stacks):
        return ["chips were lost"]
    theirs = [(pot.amount, tuple(place + 1 for place in pot.player_indices)) for pot in state.pots]
    return [] if pots == theirs or len(hand.in_hand) == 1 else [f"pots: we {pots}, they {theirs}"]


# ── side pots ────────────────────────────────────────────────────────────────────────────────────────────────────────


def all_in_pots(rng: random.Random) -> tuple[list[tuple[int, tuple[int, ...]]], list[tuple[int, tuple[int, ...]]]]:
    """A hand in which everybody is all in or folds: the pots as we and as they part them."""
    players = rng.randint(2, 9)
    stacks = [rng.choice((rng.randint(11, 60), rng.randint(40, 400))) for _ in range(players)]
    blinds = (BIG // 2, BIG)
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, stacks, players)
    folded: list[int] = []
    while state.actor_index is not None:
        place = state.actor_index
        if rng.random() < 0.25 and state.can_fold() and players - len(folded) > 2:
            folded.append(place + 1)
            state.fold()
        elif state.can_complete_bet_or_raise_to() and rng.random() < 0.8:
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    theirs = [(pot.amount, tuple(place + 1 for place in pot.player_indices)) for pot in state.pots]
    paid = {place + 1: Fraction(-state.payoffs[place]) for place in range(players)}
    mine = [(int(pot.amount), tuple(sorted(pot.eligible))) for pot in part(paid, folded).pots]
    return mine, [(amount, tuple(sorted(places))) for amount, places in theirs]

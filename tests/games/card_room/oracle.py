"""Hands played by two engines at once: ours and PokerKit, which knows nothing of the regulations but the usual game.

Where a regulation departs from the usual game (who posts what with two players, the least raise), the house option that
brings it back to the usual is chosen, so that whatever else differs is a fault. Stud and synthetic poker have no such
option for the sizes of bets: there the sizes alone are replaced by the usual ones, as a school's own rules may do.
PokerKit has no word for a round that the highest bettor of the last one opens: its players are turned so that he is
first, by what the acts themselves say.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    Opening,
    PotLimitOmahaHoldem,
    StandardHighHand,
    State,
    Street,
)

from trainer.equipment.cards import Card
from trainer.games.card_room.betting import act, collect, start
from trainer.games.card_room.figures import card_room, stakes, street_names
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.play import next_street, sighted
from trainer.games.card_room.pots import part
from trainer.games.card_room.sizes import choices, least_bet
from trainer.games.poker import cards
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.merge import merged

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
KINDS = ("no-limit", "pot-limit", "limit", "stud", "five-stud", "synthetic")


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
        "stud": Usual(_usual_stud(), "stud"),
        "five-stud": Usual(_usual_five_stud(), "five-stud"),
        "synthetic": Usual(_usual_synthetic(), "synthetic"),
    }


def _sized(rules: GameRules, changes: dict[str, Any]) -> GameRules:
    return msgspec.structs.replace(rules, rules=merged(rules.rules, changes), digest=f"{rules.digest}-usual")


def _usual_stud() -> GameRules:
    """Seven-card stud with ante, bring-in and fixed bets: the minimum up to the fourth card, then the maximum."""
    options = {"ante": "yes", "stud-bets": "maximum-from-fifth"}
    rules = load_rules(shipped_library(), "puerto-rico", "seven-card-stud", options=options)
    early = {name: {"least": "1 x minimum", "most": "1 x minimum"} for name in ("third", "fourth")}
    return _sized(rules, {"streets": early})


def _usual_five_stud() -> GameRules:
    """Five-card stud with its blind and its rising least bets, without a most."""
    rules = load_rules(shipped_library(), "bolivia", "five-card-stud")
    no_most = [f"streets.{name}.most" for name in ("first", "second")]
    return _sized(rules, {"remove": [*no_most, "betting.raises"], "betting": {"raise-least": "last-raise"}})


def _usual_synthetic() -> GameRules:
    """Synthetic poker with its antes and five rounds; bets and raises of one ante at least."""
    rules = load_rules(shipped_library(), "baleares", "synthetic-poker")
    streets = {name: {"least": "1 x minimum"} for name in rules.rules["streets"]}
    return _sized(rules, {"streets": streets, "betting": {"raise-least": "last-raise"}})


def their_state(kind: str, stacks: list[int], button: int) -> State:
    """PokerKit's hand: player 0 posts the small blind; with two players they turn it round themselves."""
    blinds = (BIG // 2, BIG)
    if kind == "no-limit":
        return NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, stacks, len(stacks))
    if kind == "pot-limit":
        return PotLimitOmahaHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, stacks, len(stacks))
    if kind == "stud":
        ante, bring_in = BIG // 5, BIG // 5 + 1  # 16.2 L2148-2150: a tenth of the maximum, and a dollar more
        state = FixedLimitSevenCardStud.create_state(
            AUTOMATIONS, True, ante, bring_in, BIG, 2 * BIG, stacks, len(stacks)
        )
        first, *later = state.streets  # 16.2 L2152: three raises, of which completing the forced bet is one
        object.__setattr__(state, "streets", (_capped(first, 3), *later))
        state.post_bring_in()
        return state
    if kind == "five-stud":
        posts = {(button % len(stacks)): BIG}
        streets = [_street((False, True), 0, Opening.HIGH_HAND, BIG)]
        streets += [_street((True,), 0, Opening.HIGH_HAND, BIG * size) for size in (2, 3, 4)]
        return _no_limit(Deck.STANDARD, streets, 0, posts, stacks)
    if kind == "synthetic":
        streets = [_street((False, False), 1, Opening.POSITION, BIG)]
        streets += [_street((), 1, Opening.POSITION, BIG) for _ in range(4)]
        return _no_limit(tuple(card for card in Deck.STANDARD if card.rank in "89TJQKA"), streets, BIG, {}, stacks)
    state = FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, blinds, BIG, 2 * BIG, stacks, len(stacks))
    first, *later = state.streets  # bolivia L1471-1472: a raise and three reraises, after the flop on top of the bet
    object.__setattr__(state, "streets", (first, *(_capped(street, 5) for street in later)))
    return state


def _capped(street: Street, count: int) -> Street:
    return replace(street, max_completion_betting_or_raising_count=count)


def _street(own: tuple[bool, ...], board: int, opening: Opening, least: int) -> Street:
    return Street(False, own, board, False, opening, least, None)


def _no_limit(pack: Any, streets: list[Street], ante: int, blinds: dict[int, int], stacks: list[int]) -> State:
    """A game PokerKit has no name for, of its own parts."""
    hands, structure = (StandardHighHand,), BettingStructure.NO_LIMIT
    return State(AUTOMATIONS, pack, hands, tuple(streets), structure, True, ante, blinds, 0, stacks, len(stacks))


# How many sit down where PokerKit's pack, or the regulation, has a word on it.
_PLAYERS = {"stud": (2, 6), "five-stud": (4, 7), "synthetic": (4, 10)}


def random_stacks(kind: str, rng: random.Random) -> list[int]:
    players = rng.randint(*_PLAYERS.get(kind, (2, 9)))
    if kind in ("limit", "stud"):  # deep enough for five bets a street: PokerKit counts an all-in for less as a raise
        return [rng.randint(400, 900) for _ in range(players)]
    return [rng.choice((rng.randint(11, 60), rng.randint(40, 400), rng.randint(200, 2000))) for _ in range(players)]


def ours(rules: GameRules, stacks: list[int], button: int, state: State) -> Hand:
    seats = {place + 1: Fraction(stack) for place, stack in enumerate(stacks)}
    first = card_room(rules).streets[street_names(rules)[0]]
    opener = sighted(rules, first, _their_cards(state), 0, list(seats))
    marker = button if card_room(rules).button is not None else None
    return start(rules, stakes(rules, Fraction(BIG)), seats, marker, opener)


def _their_cards(state: State) -> dict[int, list[int]]:
    """The cards PokerKit dealt, by seat, as our numbers."""
    return {
        place + 1: [cards.NUMBERS[Card.parse(f"{card.rank}{card.suit.upper()}")] for card in own]
        for place, own in enumerate(state.hole_cards)
    }


def compare(kind: str, rules: GameRules, rng: random.Random) -> tuple[int, list[str]]:
    """One random legal hand in both engines: how many acts it had, and where they differ."""
    stacks = random_stacks(kind, rng)
    button = {"five-stud": rng.randint(1, len(stacks)), "synthetic": 1}.get(kind, len(stacks))
    state = their_state(kind, stacks, button)
    hand = ours(rules, stacks, button, state)
    acts: list[Any] = []
    street: int | None = 0
    highest: int | None = None
    answered: dict[int, int] = {}  # the bet that each player last answered on this street
    while state.actor_index is not None:
        if state.street_index != street:
            if kind == "synthetic" and highest is not None:  # 12.V L1519
                state.actor_indices.rotate(-_first_from(state, highest))
            street, highest, answered = state.street_index, None, {}
        hand = _at_an_act(rules, state, hand)
        actor, level = state.actor_index, max(state.bets)
        counted = _reopened(state, level - answered.get(actor, level))
        found = _differences(rules, state, hand)
        if found:
            return len(acts), [f"{stacks} {acts}: {line}" for line in found]
        hand = _act_in_both(rules, state, hand, rng, acts)
        raised = isinstance(acts[-1], tuple)
        if not raised and state.street_index == street and state.actor_index is not None:
            state.consecutive_short_all_in_amounts.extend(counted)
        highest = actor if raised and acts[-1][1] > level else highest
        answered[actor] = acts[-1][1] if raised else level
    found = _ends(rules, state, hand)
    return len(acts), [f"{stacks} {acts}: {line}" for line in found]


def _reopened(state: State, added: int) -> list[int]:
    """All-ins for less that together are a whole raise since the player last acted let him raise again.

    PokerKit adds them up for the table and starts anew when they have made a raise, so that the next one closes what
    the last had opened, and whoever faces more may do less. It is made to forget them here; gives what it had counted.
    """
    if not 0 < state.completion_betting_or_raising_amount <= added:
        return []
    counted = list(state.consecutive_short_all_in_amounts)
    state.consecutive_short_all_in_amounts.clear()
    return counted


def _first_from(state: State, place: int) -> int:
    """How far the players who act are turned so that one of them, or the next after him, is first."""
    count = state.player_count
    return min(range(len(state.actor_indices)), key=lambda index: (state.actor_indices[index] - place) % count)


def _at_an_act(rules: GameRules, state: State, hand: Hand) -> Hand:
    while hand.phase == "round-over":
        hand = next_street(rules, hand, _their_cards(state))
    return hand


def _differences(rules: GameRules, state: State, hand: Hand) -> list[str]:
    if hand.actor is None:
        return [f"we see nobody to act, they see {state.actor_index}: {hand.phase}"]
    can = choices(rules, hand)
    theirs = (state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount)
    least = least_bet(hand, card_room(rules).streets[street_names(rules)[hand.street]])
    if can.why_not == "closed" and ((hand.street == 0 and hand.fulls == 0) or hand.opened < least):
        # An all-in for less over the big blind, or over an all-in for less: PokerKit lets those raise who have called,
        # counting the one as no bet and the other as a whole one. Puerto Rico's 15.2(G) calls what is added no raise
        # while it is below the minimum, so nothing is reopened.
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
    while hand.phase == "round-over" and hand.street + 1 < len(street_names(rules)):
        hand = msgspec.structs.replace(collect(hand), street=hand.street + 1)
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

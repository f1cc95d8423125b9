"""The same situation under two rulebooks: what one table does and the other does not."""

from __future__ import annotations

import random
from collections.abc import Callable

from trainer.drills.blackjack.scenes import Shown, card_of, hand_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import CallForm
from trainer.drills.kit import choices, other_rulebooks
from trainer.drills.scene import Scene
from trainer.drills.terms import in_terms_of
from trainer.equipment.cards import Card
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, dealer_act
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.play import Situation, may_double, may_split, may_surrender
from trainer.games.blackjack.verdict import timing_reason, waits
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Message

_GAME = "blackjack"
Asked = tuple[str, Callable[[GameRules], tuple[bool, tuple[Reason, ...]]], tuple[Card, ...], tuple[Card, ...]]


def _soft_17(rng: random.Random) -> Asked:
    dealer = hand_of(rng, rng.choice((2, 3)), total=rng.choice((16, 17, 17, 18)), aces=True)

    def ask(rules: GameRules) -> tuple[bool, tuple[Reason, ...]]:
        act, reason = dealer_act(rules, dealer, EVERYBODY)
        return act is DealerAct.DRAW, (reason,)

    return "draws", ask, dealer, ()


def _double(rng: random.Random) -> Asked:
    cards = hand_of(rng, 2, total=rng.choice((8, 9, 10, 11, 12, 17, 18, 19, 20)))

    def ask(rules: GameRules) -> tuple[bool, tuple[Reason, ...]]:
        ruling = may_double(rules, Hand(cards))
        return ruling.allowed, ruling.reasons

    return "double", ask, (), cards


def _surrender(rng: random.Random) -> Asked:
    up = card_of(rng, rng.choice(("A", "TJQK789")))
    cards = hand_of(rng, 2, total=rng.choice((14, 15, 16)), aces=False)

    def ask(rules: GameRules) -> tuple[bool, tuple[Reason, ...]]:
        ruling = may_surrender(rules, Hand(cards), Situation(up))
        return ruling.allowed, ruling.reasons

    return "surrender", ask, (up,), cards


def _aces_again(rng: random.Random) -> Asked:
    cards = (card_of(rng, "A"), card_of(rng, "A"))

    def ask(rules: GameRules) -> tuple[bool, tuple[Reason, ...]]:
        ruling = may_split(rules, Hand(cards, from_split=True), Situation(hands_now=2))
        return ruling.allowed, ruling.reasons

    return "split-aces-again", ask, (), cards


def _pay_now(rng: random.Random) -> Asked:
    up = card_of(rng, rng.choice(("23456789", "TJQK")))
    cards = (card_of(rng, "A"), card_of(rng, "TQK"))

    def ask(rules: GameRules) -> tuple[bool, tuple[Reason, ...]]:
        return not waits(rules, up), (timing_reason(rules, up),)

    return "pay-now", ask, (up,), cards


_QUESTIONS = (_soft_17, _double, _surrender, _aces_again, _pay_now)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    library = shipped_library()
    here = load_rules(library, rules.rulebook, _GAME)
    there = load_rules(library, rng.choice(other_rulebooks(rules)), _GAME)
    question = _soft_17 if level == 1 else rng.choice(_QUESTIONS)
    what, ask, dealer, cards = question(rng)
    for _ in range(40):  # in half of the questions the two should differ
        if ask(here)[0] != ask(there)[0] or rng.random() < 0.15:
            break
        what, ask, dealer, cards = question(rng)
    (mine, why_mine), (theirs, why_theirs) = ask(here), ask(there)
    words = {True: "yes", False: "no"}
    solution = f"{words[mine]} {words[theirs]}"
    every = [f"{a} {b}" for a in words.values() for b in words.values()]
    named = {True: "same-rule-everywhere", False: "saw-a-difference"}[mine != theirs]
    mistakes = []
    for answer in every:
        if answer != solution:
            first, second = answer.split()
            swapped = first != second and mine != theirs
            mistakes.append(("rulebooks-swapped" if swapped else named, answer))
    names = [here.info.names, there.info.names]
    reasons = [Reason("in-rulebook", {"book": book}, None) for book in names]
    return Draft(
        prompt=Message(f"blackjack.prompt.compare-{what}", {"here": names[0], "there": names[1]}),
        scene=_scene(here, dealer, cards),
        form=CallForm(
            (choices("blackjack.answer", ("yes", "no")), choices("blackjack.answer", ("yes", "no"))), tuple(names)
        ),
        solution=solution,
        reasons=(reasons[0], *why_mine, reasons[1], *in_terms_of(why_theirs, there, "blackjack")),
        mistakes=tuple(mistakes),
    )


def _scene(rules: GameRules, dealer: tuple[Card, ...], cards: tuple[Card, ...]) -> Scene:
    places = [Shown(4, (cards,), (rules.table.minimum,))] if cards else []
    return table_scene(rules, places, dealer)


FAMILY = Family(
    id="two-rulebooks",
    area="blackjack",
    levels=(Level(6, drafts=10), Level(9)),
    build=_build,
    revision=2,
    fits=lambda rules: rules.game == _GAME and rules.rulebook in shipped_library().rulebooks(),
    needs=("dealer-hand", "may-they"),
)

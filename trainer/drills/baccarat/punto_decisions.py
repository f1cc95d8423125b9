"""The punto's two cards when a player holds the bank: must draw, must stand, may choose, or shows a natural."""

from __future__ import annotations

import random

from trainer.drills.baccarat.scenes import called, close_up, hand, random_cards
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import takes_cards
from trainer.drills.forms import Choice, ChoiceForm
from trainer.equipment.cards import Card, parse_cards
from trainer.games.baccarat.banked_hands import PointHand, point_act
from trainer.rulebooks import GameRules
from trainer.texts import Message

_ACTS = ("draw", "stand", "optional", "show")


def _point(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Two cards of the punto: must he draw, must he stand, may he choose, does he show them?"""
    wanted = rng.choice(_ACTS)
    while True:
        cards = tuple(random_cards(rng, 2))
        decided = point_act(rules, PointHand(player=cards))
        if decided.facts["action"] == wanted:
            break
    return _asked(rules, cards)


def _dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    return _asked(rules, tuple(parse_cards(dealt)))


def _asked(rules: GameRules, cards: tuple[Card, ...]) -> Draft:
    decided = point_act(rules, PointHand(player=cards))
    before = close_up(hand("player", cards))
    right = str(decided.facts["action"])
    return Draft(
        prompt=Message("baccarat.prompt.point"),
        scene=before,
        form=ChoiceForm(tuple(Choice(act, Message(f"baccarat.act.{act}")) for act in _ACTS)),
        solution=right,
        reasons=decided.reasons,
        mistakes=tuple((_wrong_point(right, act), act) for act in _ACTS if act != right),
        after=called(before, Message(f"baccarat.act.{right}")),
    )


def _wrong_point(right: str, given: str) -> str:
    if right == "show":
        return "missed-the-natural"
    if right == "optional":
        return "missed-the-free-choice"
    if given == "optional":
        return "saw-a-free-choice"
    if given == "show":
        return "saw-a-natural"
    return "player-must-draw-to-four" if right == "draw" else "player-drew-on-six-or-seven"


FAMILY = Family(
    id="point-hand",
    area="baccarat",
    levels=(Level(4),),
    build=_point,
    build_dealt=_dealt,
    takes_dealt=takes_cards(lambda rules, level, cards: 2),
)

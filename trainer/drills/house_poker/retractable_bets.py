"""Bets that may be taken back: which one, and when."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import ChoiceForm
from trainer.drills.house_poker.scenes import Shown, a_stake, any_cards, table_scene
from trainer.drills.kit import choices
from trainer.games.core import Decision
from trainer.games.house_poker.described_round import withdrawable
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.limits import LimitQuestion, limit
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A bet, and a number of cards turned; in half of the questions it may be taken back.

    At later levels the cards on the table show how far the round is.
    """
    deal, equal = house_poker(rules).deal, house_poker(rules).equal
    bets = equal.bets if equal else tuple(rules.bets)
    moments = [(bet, turned) for bet in bets for turned in range(deal.community + 1)]
    wanted = rng.random() < 0.5
    asked = [each for each in moments if bool(_asked(rules, *each).facts["allowed"]) == wanted]
    bet, turned = rng.choice(asked)
    decision = _asked(rules, bet, turned)
    solution = "yes" if decision.facts["allowed"] else "no"
    stake = a_stake(rules, rng)
    community = any_cards(rng, deal.community)
    shown = Shown(1, any_cards(rng, deal.player, community), dict.fromkeys(bets, stake), face_up=level > 1)
    return Draft(
        prompt=Message("house-poker.prompt.take-back", {"bet": rules.bets[bet].names}),
        scene=table_scene(rules, [shown], community=community, turned=turned, near=level > 1, glow=[f"{bet}:1"]),
        form=ChoiceForm(choices("house-poker.answer", ("yes", "no"))),
        solution=solution,
        reasons=decision.reasons,
        mistakes=(("let-it-go-back" if solution == "no" else "held-it-back", "yes" if solution == "no" else "no"),),
    )


def _asked(rules: GameRules, bet: str, turned: int) -> Decision:
    return limit(rules, LimitQuestion(withdraw=bet, community_open=turned))


TAKE_BACK = Family(
    id="take-back",
    area="house-poker",
    levels=(Level(4), Level(3)),
    build=_build,
    fits=lambda rules: bool(withdrawable(rules)),
)

"""The next card of a coup: one for the player hand, one for the bank, or none.

At a real shoe this is asked before each card, or the dealer answers it by dealing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from trainer.drills.baccarat.scenes import DEALT, called, cards_needed, close_up, hand, random_coup
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import takes_cards
from trainer.drills.forms import Choice, ChoiceForm
from trainer.equipment.cards import Card, parse_cards
from trainer.games.baccarat.coup import Coup, deal
from trainer.games.baccarat.figures import baccarat
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

ACTS = ("player", "banker", "end")
_DEALT_TO_A_HAND = 2


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Any moment of a coup at which a decision is due."""
    wanted = rng.choice(ACTS)
    while True:
        _, cards = random_coup(baccarat(rules), rng)
        moments = [cards[:count] for count in range(len(DEALT), cards_needed(rules, cards) + 1)]
        fitting = [moment for moment in moments if _next(deal(baccarat(rules), moment, DEALT)) == wanted]
        if fitting:
            return _draft(rules, rng.choice(fitting))


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    return _draft(rules, parse_cards(dealt))


def _needed(rules: GameRules, level: int, cards: Sequence[Card]) -> int:
    """From the fourth card on there is a question after every card."""
    return min(max(len(cards), len(DEALT)), cards_needed(rules, cards))


def _next(coup: Coup) -> str:
    return coup.waits_for.value if coup.waits_for is not None else "end"


def _draft(rules: GameRules, cards: Sequence[Card]) -> Draft:
    coup = deal(baccarat(rules), cards, DEALT)
    right = _next(coup)
    before = close_up(hand("player", coup.player) + hand("banker", coup.banker))
    return Draft(
        prompt=Message("baccarat.prompt.next-card"),
        scene=before,
        form=ChoiceForm(tuple(Choice(act, Message(f"baccarat.next-card.{act}")) for act in ACTS)),
        solution=right,
        reasons=_reasons(coup, right),
        mistakes=tuple((_overlooked(coup, right, act), act) for act in ACTS if act != right),
        after=called(before, Message(f"baccarat.next-card.{right}")),
    )


def _reasons(coup: Coup, right: str) -> tuple[Reason, ...]:
    """The rule that decides this card: of the player hand if it draws, else of the bank as well."""
    if right == "end" and len(coup.banker) > _DEALT_TO_A_HAND:
        return (coup.reasons[-1], Reason("third-cards-dealt", {}, coup.reasons[-1].cite))
    return coup.reasons[:1] if right == "player" else coup.reasons[-1:] if coup.player_draws else coup.reasons


def _overlooked(coup: Coup, right: str, act: str) -> str:
    """The mistake that leads to this wrong act."""
    if coup.natural:
        return "missed-the-natural"
    if right == "player":
        return "player-must-draw-to-five"
    if act == "banker" and len(coup.banker) > _DEALT_TO_A_HAND:
        return "gave-a-fourth-card"
    if act == "player":
        return "player-drew-on-six-or-seven" if not coup.player_draws else "gave-a-fourth-card"
    if not coup.player_draws:
        return "bank-draws-when-player-stood" if right == "banker" else "bank-drew-on-six-or-seven"
    if right == "banker":
        return "stood-against-the-table"
    return "drew-against-the-table"


FAMILY = Family(
    id="next-card",
    area="baccarat",
    levels=(Level(4),),
    build=_build,
    build_dealt=_build_dealt,
    takes_dealt=takes_cards(_needed),
    needs=("first-four",),
)

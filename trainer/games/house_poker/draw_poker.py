"""The engine of draw poker: what house poker games have in common, and which cards the croupier exchanges."""

from __future__ import annotations

from trainer.equipment.cards import Card
from trainer.games.core import Case, Decision, RequestError
from trainer.games.house_poker.decide import Situation as Common
from trainer.games.house_poker.decide import check_pack
from trainer.games.house_poker.decide import decide as decide_common
from trainer.games.house_poker.exchange import dealer_exchange
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.hands import read_hand
from trainer.games.house_poker.long_edges import long_key
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.stored_edges import stored_or_computed
from trainer.rulebooks.schema import GameRules


class Discard(Case, frozen=True, tag="discard"):
    """Which of his five cards does the croupier change?"""

    dealer: tuple[Card, ...]


Situation = Discard | Common


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The answer to a situation, with reasons."""
    match situation:
        case Discard():
            return _discard(rules, situation.dealer)
        case _:
            return decide_common(rules, situation)


def _discard(rules: GameRules, cards: tuple[Card, ...]) -> Decision:
    wanted = house_poker(rules).deal.dealer
    if len(cards) != wanted:
        raise RequestError("dealer", f"are {wanted}, not {len(cards)}")
    check_pack({"dealer": cards})
    found = dealer_exchange(rules, cards)
    facts = {
        "dealer_hand": read_hand(rules, cards).row,
        "dealer_discards": list(found.changes),
        "dealer_keeps": list(found.keeps),
        "draws": len(found.changes),
    }
    return Decision(facts, (found.reason,))


GAME = house_poker_game(
    "draw-poker",
    edges=stored_or_computed("draw-poker", own_hand_edges, long_key),
    situation=Situation,
    answer=decide,
)

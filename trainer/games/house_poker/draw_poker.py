"""Draw poker: five cards against the croupier with an exchange; his own follows fixed rules."""

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
from trainer.games.kept_edges import kept
from trainer.rulebooks.schema import GameRules

_PLAYER, _DEALER = ["9D", "9C", "5H", "4S", "2D"], ["8D", "8C", "AH", "5S", "3C"]


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
    edges=kept("draw-poker", own_hand_edges, long_key),
    situation=Situation,
    answer=decide,
    settles=(
        {
            "player": _PLAYER,
            "dealer": _DEALER,
            "bets": [{"bet": "ante", "stake": 20}, {"bet": "bet", "stake": 40}],
        },
        {
            "hands": [{"seat": 1, "cards": _PLAYER}, {"seat": 2, "folded": True}],
            "dealer": _DEALER,
            "bets": [
                {"bet": "ante", "stake": 10, "seat": 1},
                {"bet": "bet", "stake": 20, "seat": 1},
                {"bet": "ante", "stake": 40, "seat": 2},
            ],
        },
        {"action": "fold", "bets": [{"bet": "ante", "stake": 40}]},
    ),
    decides=(
        {"case": "discard", "dealer": ["AS", "AD", "KS", "7S", "4S"]},
        {"case": "discard", "dealer": ["AH", "9H", "6H", "2H", "KC"]},
        {"case": "rank", "cards": _PLAYER},
        {"case": "opens", "dealer": _DEALER},
        {"case": "compare", "player": _PLAYER, "dealer": _DEALER},
        {
            "case": "next-act",
            "places": {"1": {"ante": 10}},
            "cards": ["9S", "AS", "KH", "AD", "QD", "KS", "5C", "7S", "TC", "4S", "9C"],
            "answers": ["bet", "change 5C"],
            "acts": ["turn-dealer"],
        },
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "layout"},
        {"case": "irregularity", "event": "wrong-distribution", "can_reorder": True, "player_objects": False},
        {"case": "fact", "id": "conduct.exchange"},
    ),
    limits=(
        {"bets": [{"bet": "ante", "stake": 40}]},
        {"bets": [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 10}]},
        {"minimum": 10, "maximum": 500},
    ),
)

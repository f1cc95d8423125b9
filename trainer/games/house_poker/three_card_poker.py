"""Three card poker: three cards against the croupier, with bets on the player's own hand where a rulebook has them."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.round import HousePokerRound
from trainer.games.house_poker.three_card_edges import three_card_edges
from trainer.games.kept_edges import kept

_PLAYER, _DEALER = ["8S", "8D", "3C"], ["QH", "9C", "4D"]

GAME = house_poker_game(
    "three-card-poker",
    live=HousePokerRound,
    edges=kept("three-card-poker", three_card_edges),
    settles=(
        {
            "player": _PLAYER,
            "dealer": _DEALER,
            "bets": [
                {"bet": "ante", "stake": 10},
                {"bet": "play", "stake": 10},
                {"bet": "pair-plus", "stake": 10},
            ],
        },
        {
            "player": _PLAYER,
            "dealer": _DEALER,
            "bets": [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 20}],
        },
        {
            "hands": [
                {"seat": 1, "cards": ["AS", "KS", "QS"]},
                {"seat": 2, "cards": ["9H", "6D", "2C"]},
            ],
            "meter": 4250,
            "bets": [
                {"bet": "progressive", "stake": 1, "seat": 1},
                {"bet": "progressive", "stake": 1, "seat": 2},
            ],
        },
        {
            "player": ["TS", "JS", "QS"],
            "dealer": ["AS", "KS", "2D"],
            "bets": [{"bet": "six-card-bonus", "stake": 2}],
        },
        {"action": "fold", "bets": [{"bet": "ante", "stake": 25}]},
    ),
    decides=(
        {"case": "rank", "cards": _PLAYER},
        {"case": "rank", "cards": ["9S", "9D", "9C", "9H", "4D", "2S"], "ranking": "six"},
        {"case": "opens", "dealer": _DEALER},
        {"case": "compare", "player": _PLAYER, "dealer": _DEALER},
        {
            "case": "next-act",
            "places": {"1": {"ante": 10}, "3": {"ante": 5}},
            "cards": ["8S", "KH", "QH", "8D", "9D", "9C", "3C", "4S", "4D"],
            "answers": ["fold"],
        },
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "stub", "players": [6, 4], "counted": [31, 37]},
        {"case": "layout"},
        {"case": "lights", "lights": [5, 6], "chips": [5, 5]},
        {"case": "irregularity", "event": "wrong-number-of-cards"},
        {"case": "fact", "id": "rules.opening.least"},
    ),
    limits=(
        {"bets": [{"bet": "ante", "stake": 20}, {"bet": "play", "stake": 40}]},
        {"bets": [{"bet": "ante", "stake": 15}, {"bet": "bet", "stake": 15}]},
        {"minimum": 10, "maximum": 50},
    ),
)

"""Caribbean stud: five cards against the croupier, who opens with ace and king or better."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.long_edges import long_key
from trainer.games.house_poker.round import HousePokerRound
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.kept_edges import kept

_PLAYER, _DEALER = ["9S", "9D", "5C", "5H", "3S"], ["AS", "KD", "7C", "6H", "2S"]

GAME = house_poker_game(
    "caribbean-stud",
    live=HousePokerRound,
    settles=(
        {
            "player": _PLAYER,
            "dealer": _DEALER,
            "action": "bet",
            "bets": [{"bet": "ante", "stake": 15}, {"bet": "bet", "stake": 30}],
        },
        {
            "hands": [
                {"seat": 1, "cards": _PLAYER},
                {"seat": 2, "cards": ["QC", "QD", "8H", "7D", "2C"]},
                {"seat": 4, "folded": True},
            ],
            "dealer": _DEALER,
            "bets": [
                {"bet": "ante", "stake": 10, "seat": 1},
                {"bet": "bet", "stake": 20, "seat": 1},
                {"bet": "ante", "stake": 5, "seat": 2},
                {"bet": "bet", "stake": 10, "seat": 2},
                {"bet": "ante", "stake": 25, "seat": 4},
            ],
        },
        {"action": "fold", "bets": [{"bet": "ante", "stake": 25}]},
        {
            "meter": 32_000,
            "hands": [
                {"seat": 1, "cards": ["4C", "5C", "6C", "7C", "8C"]},
                {"seat": 2, "rank": "full-house"},
            ],
            "bets": [
                {"bet": "progressive", "stake": 1, "seat": 1},
                {"bet": "progressive", "stake": 1, "seat": 2},
            ],
        },
        {"player": ["KS", "KH", "KD", "9C", "9S"], "bets": [{"bet": "insurance", "stake": 5}]},
    ),
    decides=(
        {"case": "rank", "cards": _PLAYER},
        {"case": "opens", "dealer": _DEALER},
        {"case": "opens", "dealer_hands": [_DEALER, ["KS", "QD", "JC", "TH", "8S"]]},
        {"case": "compare", "player": _PLAYER, "dealer": _DEALER},
        {
            "case": "next-act",
            "places": {"1": {"ante": 10}, "3": {"ante": 5}},
            "cards": ["9S", "KH", "AS", "9D", "QD", "KD", "5C", "TC", "7C", "5H", "4D", "6H", "3S", "2C", "2S"],
            "answers": ["bet", "fold"],
        },
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "stub", "players": [6, 4], "counted": [17, 26]},
        {"case": "cut", "cards": [8, 12]},
        {"case": "lights", "lights": [5, 6], "chips": [5, 5]},
        {"case": "layout"},
        {"case": "prize-order", "hands": [{"seat": 1, "rank": "royal-flush"}, {"seat": 4, "rank": "flush"}]},
        {"case": "fact", "id": "bets.bet.pay-table.flush"},
    ),
    limits=(
        {"bets": [{"bet": "ante", "stake": 35}, {"bet": "bet", "stake": 35}]},
        {"minimum": 10, "maximum": 100},
    ),
    edges=kept("caribbean-stud", own_hand_edges, long_key),
)

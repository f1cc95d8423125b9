"""Registration of pai gow tiles."""

from __future__ import annotations

from trainer.games.pai_gow.game import pai_gow_game

GAME = pai_gow_game(
    "pai-gow-tiles",
    settles=(
        {
            "player": {"high": ["1-5", "1-5"], "low": ["5-5", "1-6"]},
            "dealer": {"high": ["3-6", "4-5"], "low": ["4-6", "3-3"]},
            "bets": [{"bet": "pai-gow", "stake": 60}],
        },
        {
            "bank": "player",
            "bets": [
                {"bet": "pai-gow", "stake": 120, "seat": 1},
                {"bet": "pai-gow", "stake": 110, "seat": 2},
                {"bet": "pai-gow", "stake": 50, "seat": "dealer"},
            ],
            "results": {"1": "lose", "2": "win", "dealer": "lose"},
        },
    ),
    decides=(
        {"case": "set", "tiles": ["6-6", "6-6", "4-4", "1-6"], "house_way": "traditional"},
        {"case": "judge-setting", "low": ["4-4", "1-6"], "high": ["6-6", "6-6"]},
        {
            "case": "compare",
            "player": {"high": ["5-5", "2-6"], "low": ["4-5", "2-3"]},
            "dealer": {"high": ["5-6", "3-3"], "low": ["3-6", "1-4"]},
        },
        {"case": "order", "hands": [["6-6", "4-5"], ["2-4", "1-2"], ["5-5", "1-6"]]},
        {"case": "order", "tiles": ["1-2", "6-6", "2-4", "1-1"]},
        {"case": "start-position", "dice": [6, 6, 5]},
        {"case": "stacks", "groups": 8},
        {"case": "irregularity", "event": "tile-exposed", "owner": "dead-hand"},
    ),
    limits=({"minimum": 25, "maximum": 600}, {"wants_spots": 2, "adjacent": False}),
)

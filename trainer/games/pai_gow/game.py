"""Pai gow as the rest of the program finds it: what it can be asked, with examples."""

from __future__ import annotations

from collections.abc import Iterable

from trainer.games.core import Ask, Game
from trainer.games.pai_gow.decide import Situation, decide
from trainer.games.pai_gow.figures import (
    PaiGowFigures,
    hand_ranks,
    is_tiles,
    pai_gow,
    tile_figures,
    tile_ranks,
    tile_tables,
)
from trainer.games.pai_gow.hands import Category
from trainer.games.pai_gow.limits import LimitQuestion, limit
from trainer.games.pai_gow.poker_way import poker_way
from trainer.games.pai_gow.settle import PaiGowRound, settle
from trainer.games.pai_gow.tile_way import tile_way
from trainer.rulebooks.faults import RulebookError
from trainer.rulebooks.reading import faults_of
from trainer.rulebooks.schema import GameRules


def check(rules: GameRules) -> Iterable[tuple[str, str]]:
    """What this engine cannot use in a pai gow file and in the house ways there are for it."""
    found = faults_of(rules.rules, PaiGowFigures, "rules")
    if found:
        return found
    data = pai_gow(rules)
    if (data.hands is None) == (data.tiles is None) or (data.tiles is None) != (data.pairs is None):
        return [("rules", "give either hands, for cards, or tiles and pairs")]
    if data.hands is not None and sorted(data.hands.order) != sorted(Category):
        found.append(("rules.hands.order", f"must hold each of these once: {', '.join(Category)}"))
    if data.tiles is not None:
        try:
            tile_tables(*tile_figures(rules))
        except (ValueError, KeyError) as error:
            found.append(("rules.tiles", str(error)))
    if data.start.positions[:1] != ("dealer",) or not any(name.isdigit() for name in data.start.positions):
        found.append(("rules.start.positions", "must begin with the dealer and name the seats by number"))
    if data.setting.pieces != data.setting.high + data.setting.low:
        found.append(("rules.setting.pieces", "must be what the high and the low hand hold together"))
    needed = ["house-way", "commission-rounding", "player-bank", "co-bank", "bank-rotation", "two-spots"]
    found += [(f"options.{option}", "is missing") for option in needed if option not in rules.options]
    if "pai-gow" not in rules.bets or rules.bets["pai-gow"].pays is None:
        found.append(("bets.pai-gow.pays", "is missing"))
    return found or _house_way_faults(rules)


def _house_way_faults(rules: GameRules) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for way in rules.house_ways.values():
        try:
            if is_tiles(rules):
                tile_way(way, tile_ranks(rules))
            else:
                poker_way(way, hand_ranks(rules))
        except RulebookError as error:
            found += [(f"house-ways.{way.name}.{fault.key}", fault.problem) for fault in error.faults]
    return found


GAME = Game(
    ids=("pai-gow-poker", "pai-gow-tiles"),
    family="pai-gow",
    check=check,
    asks={
        "settle": Ask(
            PaiGowRound,
            settle,
            (
                {
                    "player": {"high": ["KS", "KD", "9H", "5C", "2D"], "low": ["AH", "QC"]},
                    "dealer": {"high": ["QS", "QD", "TH", "7C", "3D"], "low": ["KH", "JC"]},
                    "bets": [{"bet": "pai-gow", "stake": 7}],
                },
                {
                    "bank": 3,
                    "bets": [
                        {"bet": "pai-gow", "stake": 30, "seat": 1},
                        {"bet": "pai-gow", "stake": 100, "seat": 2},
                        {"bet": "pai-gow", "stake": 50, "seat": "dealer"},
                    ],
                    "results": {"1": "lose", "2": "win", "dealer": "push"},
                },
                {"rng": 4, "bets": [{"bet": "starting-number", "on": 4, "stake": 5, "seat": 1}]},
            ),
        ),
        "decide": Ask(
            Situation,
            decide,
            (
                {"case": "set", "cards": ["8S", "8H", "KD", "JC", "6S", "4D", "2C"], "house_way": "trump-plaza-ac"},
                {"case": "judge-setting", "low": ["KD", "KC"], "high": ["8S", "8H", "6S", "4D", "2C"]},
                {
                    "case": "compare",
                    "player": {"high": ["KS", "KD", "9H", "5C", "2D"], "low": ["AH", "QC"]},
                    "dealer": {"high": ["QS", "QD", "TH", "7C", "3D"], "low": ["AD", "QH"]},
                },
                {"case": "order", "hands": [["9C", "8C", "7C", "6C", "5C"], ["AS", "AH", "AD", "AC", "JK"]]},
                {"case": "start-position", "dice": [6, 4, 1], "bank": 5},
                {"case": "stacks", "groups": 7, "first_stack": 3},
                {"case": "two-spots", "bets": [{"bet": "pai-gow", "stake": 25, "seat": 3}]},
                {"case": "bank-offer", "players": [1, 2, 4], "last_first_offer": 1, "last_bank": 2},
                {"case": "bank-conditions", "bet_against_dealer": True, "chips": 200, "other_bets": 180},
                {"case": "irregularity", "stub": 5, "cards": {"4": 6}},
            ),
        ),
        "limit": Ask(
            LimitQuestion,
            limit,
            (
                {"table_min": 50, "table_max": 900},
                {"bet": "starting-number", "table_max": 500, "odds": "6 to 1"},
                {"wants_spots": 2, "adjacent": True, "is_bank": True},
            ),
        ),
    },
)

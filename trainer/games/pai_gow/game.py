"""Registration of both pai gow games: their questions and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from trainer.games.core import Ask, AskKind, Game
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
from trainer.games.pai_gow.house_way_checks import glance_over
from trainer.games.pai_gow.limits import LimitQuestion, limit
from trainer.games.pai_gow.poker_way import poker_way
from trainer.games.pai_gow.ranks import HANDS
from trainer.games.pai_gow.round import open_round
from trainer.games.pai_gow.settle import PaiGowRound, settle
from trainer.games.pai_gow.tile_way import tile_way
from trainer.rulebooks.problems import MISSING, Finding, RulebookError, listed, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import ReadError, faults_of


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a pai gow file and in the house ways there are for it."""
    found = faults_of(rules.rules, PaiGowFigures, "rules")
    if found:
        return found
    data = pai_gow(rules)
    if (data.hands is None) == (data.tiles is None) or (data.tiles is None) != (data.pairs is None):
        return [("rules", wrong("cards-or-tiles"))]
    if data.hands is not None and sorted(data.hands.order) != sorted(HANDS):
        found.append(("rules.hands.order", wrong("each-once", known=listed(HANDS))))
    if data.tiles is not None:
        try:
            tile_tables(*tile_figures(rules))
        except ReadError as error:
            found += error.faults
    if data.start.positions[:1] != ("dealer",) or not any(name.isdigit() for name in data.start.positions):
        found.append(("rules.start.positions", wrong("start-positions")))
    if data.setting.pieces != data.setting.high + data.setting.low:
        found.append(("rules.setting.pieces", wrong("setting-pieces")))
    needed = ["house-way", "commission-rounding", "player-bank", "co-bank", "bank-rotation", "two-spots"]
    found += [(f"options.{option}", MISSING) for option in needed if option not in rules.options]
    if "pai-gow" not in rules.bets or rules.bets["pai-gow"].pays is None:
        found.append(("bets.pai-gow.pays", MISSING))
    return found or _house_way_faults(rules)


def _house_way_faults(rules: GameRules) -> list[Finding]:
    found: list[Finding] = []
    for way in rules.house_ways.values():
        try:
            if is_tiles(rules):
                tile_way(way, tile_ranks(rules))
            else:
                poker_way(way, hand_ranks(rules))
        except RulebookError as error:
            found += [(f"house-ways.{way.name}.{fault.key}", fault.problem) for fault in error.faults]
    chosen = rules.house_ways.get(rules.option("house-way"))
    if not found and chosen is not None and not chosen.is_proved:
        found += [(f"house-ways.{chosen.name}.{key}", problem) for key, problem in glance_over(rules, chosen.name)]
    return found


def _pai_gow_game(game_id: str, live: Callable[[GameRules], Any] | None = None) -> Game:
    """A game of pai gow; ``live`` makes a round that is played act by act."""
    asks: dict[AskKind, Ask] = {
        "settle": Ask(PaiGowRound, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    }
    return Game(ids=(game_id,), family="pai-gow", check=check, round=live, asks=asks)


GAMES: dict[str, Game] = {
    "pai-gow-poker": _pai_gow_game("pai-gow-poker", open_round),
    "pai-gow-tiles": _pai_gow_game("pai-gow-tiles"),
}

"""What the tests of pai gow share: the shipped rules, and hands written in one line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from trainer.equipment.cards import Card
from trainer.games.pai_gow.figures import hand_ranks, tile_ranks
from trainer.games.pai_gow.poker_way import PokerWay, poker_way
from trainer.games.pai_gow.tile_way import TileWay, tile_way
from trainer.games.poker import cards
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.house_ways import find_house_ways, read_house_way
from trainer.rulebooks.library import SHIPPED

POKER = load_rules(shipped_library(), "puerto-rico", "pai-gow-poker")
TILES = load_rules(shipped_library(), "puerto-rico", "pai-gow-tiles")


def poker_rules(**options: str) -> GameRules:
    return load_rules(shipped_library(), "puerto-rico", "pai-gow-poker", options=options)


def numbers(text: str) -> tuple[int, ...]:
    """Cards as numbers; ranks alone get suits in turn, so that no flush can be made of them."""
    words = [word.replace("10", "T") for word in text.split()]
    if any(len(word) == 2 and word != "JK" for word in words):
        return cards.numbers(Card.parse(word) for word in words)
    used: dict[str, int] = {}
    found: list[Card] = []
    for index, word in enumerate(words):
        if word == "JK":
            found.append(Card.parse(word))
            continue
        suit = max(index, used.get(word, -1) + 1) if word not in used else used[word] + 1
        used[word] = suit
        found.append(Card.parse(word + "SHDC"[suit % 4]))
    return cards.numbers(found)


@cache
def way_files(game: str) -> dict[str, Path]:
    return find_house_ways([SHIPPED], game)


@cache
def cards_way(name: str) -> PokerWay:
    files = way_files("pai-gow-poker")
    return poker_way(read_house_way(files[name], files), hand_ranks(POKER))


@cache
def tiles_way(name: str) -> TileWay:
    files = way_files("pai-gow-tiles")
    return tile_way(read_house_way(files[name], files), tile_ranks(TILES))


def with_way(rules: GameRules, path: Path) -> GameRules:
    way = read_house_way(path, {})
    return msgspec.structs.replace(rules, house_ways={**rules.house_ways, way.name: way})

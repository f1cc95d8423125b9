"""Checks of a house way: which of its rules never decide, which hands none decides, which settings are foul.

A house way of tiles is tried on every deal, one of cards on a hand of every kind (`kinds`): half a minute, and nothing
that the language can ask about is left out.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from trainer.games.pai_gow.figures import hand_ranks, is_tiles, tile_ranks
from trainer.games.pai_gow.house_way import Decider
from trainer.games.pai_gow.kinds import kinds_of_hands
from trainer.games.pai_gow.poker_way import poker_way
from trainer.games.pai_gow.proof import Tally, prove_hands, prove_tiles
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.pai_gow.tile_ranks import TileRanks
from trainer.games.pai_gow.tile_way import tile_way
from trainer.rulebooks.problems import Finding, wrong
from trainer.rulebooks.schema import GameRules, HouseWay

_EACH = 37  # so many kinds of hands of cards are passed over in a glance

_FAULTS = {
    "undecided": wrong("undecided"),
    "unclear": wrong("unclear"),
    "foul": wrong("foul"),
    "pieces": wrong("other-pieces"),
}


def look_over(rules: GameRules, name: str) -> tuple[list[Finding], list[Finding]]:
    """Faults and notes of a house way, each as (key in the file, what is so); `RulebookError` if it cannot be read."""
    if is_tiles(rules):
        tiles = tile_way(rules.house_ways[name], tile_ranks(rules))
        return _report(tiles.deciders, prove_tiles(tiles))
    cards = poker_way(rules.house_ways[name], hand_ranks(rules))
    return _report(cards.deciders, prove_hands(cards, kinds_of_hands()))


@lru_cache(maxsize=32)
def _glance(way: HouseWay, ranks: PaiGowRanks | TileRanks) -> tuple[Finding, ...]:
    if isinstance(ranks, TileRanks):
        return tuple(_report((), prove_tiles(tile_way(way, ranks)))[0])
    return tuple(_report((), prove_hands(poker_way(way, ranks), islice(kinds_of_hands(), 0, None, _EACH)))[0])


def glance_over(rules: GameRules, name: str) -> tuple[Finding, ...]:
    """The faults of a house way that is about to be played: of tiles all, of cards those of a part of all hands that
    takes a second; each hand is looked at again when it is set."""
    return _glance(rules.house_ways[name], tile_ranks(rules) if is_tiles(rules) else hand_ranks(rules))


def _report(deciders: tuple[Decider, ...], tally: Tally) -> tuple[list[Finding], list[Finding]]:
    faults = [
        ("rules", wrong("hands", count=count, what=_FAULTS[kind], example=tally.examples[kind]))
        for kind, count in tally.faults.items()
    ]
    silent = [decider for decider in deciders if not tally.cases[decider.key]]
    notes = [(decider.key, wrong("never-decides", rule=decider.rule.id, case=decider.number)) for decider in silent]
    return faults, notes

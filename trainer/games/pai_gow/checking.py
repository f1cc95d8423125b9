"""Looking over a house way: which of its rules never decide, which hands none decides, which settings foul.

A house way of tiles is tried on every deal. One of cards is tried on one hand for every set of ranks, once without a
flush and once for every way in which five or more of the cards can share a suit: a few seconds, and nothing that the
language can ask about is left out. The proof (`proof`) then walks every class of hands with its weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice

from trainer.games.pai_gow.figures import hand_ranks, is_tiles, tile_ranks
from trainer.games.pai_gow.house_way import Decider
from trainer.games.pai_gow.poker_way import poker_way
from trainer.games.pai_gow.proof import Tally, prove_hands, prove_tiles
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.pai_gow.tile_ranks import TileRanks
from trainer.games.pai_gow.tile_way import tile_way
from trainer.games.poker.cards import JOKER_NUMBER
from trainer.rulebooks.faults import Finding, wrong
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


def kinds_of_hands() -> Iterator[tuple[tuple[int, ...], int]]:
    """A hand for everything that ranks and flushes can be among seven cards; each counts once."""
    for joker in (False, True):
        cards = 6 if joker else 7
        extra = (JOKER_NUMBER,) if joker else ()
        for ranks in combinations_with_replacement(range(13), cards):
            if all(ranks.count(rank) <= 4 for rank in set(ranks)):
                # Suits in turn: cards of one rank differ, and no suit comes more than twice.
                yield _hand(*(_card(rank, index % 4) for index, rank in enumerate(ranks)), *extra), 1
        for suited in range(cards - 2, cards + 1):
            for flush in combinations(range(13), suited):
                for others in combinations_with_replacement(range(13), cards - suited):
                    rest = (_card(rank, 1 + index) for index, rank in enumerate(others))
                    yield _hand(*(_card(rank, 0) for rank in flush), *rest, *extra), 1


def _card(rank: int, suit: int) -> int:
    """A card by rank (0 is the ace, 1 the king …) and suit."""
    return suit if rank == 0 else JOKER_NUMBER + 1 + 4 * (rank - 1) + suit


def _hand(*cards: int) -> tuple[int, ...]:
    return tuple(sorted(cards))

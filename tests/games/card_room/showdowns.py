"""Random showdowns judged by us and by eval7, an evaluator of its own making."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from trainer.games.card_room.hands import rank_of
from trainer.games.poker import cards
from trainer.rulebooks import GameRules

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of a parser it loads
    import eval7

DECK = tuple(number for number in range(len(cards.CARDS)) if number != cards.JOKER_NUMBER)
THEIRS = {number: eval7.Card(f"{cards.CARDS[number].rank}{cards.CARDS[number].suit.lower()}") for number in DECK}

# Own cards and board of each game.
SIZES = {"texas-holdem": (2, 5), "omaha": (4, 5), "seven-card-stud": (7, 0), "five-card-stud": (5, 0)}


def _of_all(own: Sequence[int], board: Sequence[int]) -> int:
    value: int = eval7.evaluate([THEIRS[number] for number in (*own, *board)])
    return value


def _of_two_and_three(own: Sequence[int], board: Sequence[int]) -> int:
    mine, common = [THEIRS[number] for number in own], [THEIRS[number] for number in board]
    threes = [list(three) for three in combinations(common, 3)]
    return max(eval7.evaluate([*two, *three]) for two in combinations(mine, 2) for three in threes)


def disagreements(rules: GameRules, count: int, seed: int, hands: int = 2) -> int:
    """How many of so many random showdowns end differently; each hand's rank orders as theirs does."""
    rng = random.Random(seed)
    size, common = SIZES[rules.game]
    theirs: Callable[[Sequence[int], Sequence[int]], int] = _of_two_and_three if rules.game == "omaha" else _of_all
    wrong = 0
    for _ in range(count):
        dealt = rng.sample(DECK, hands * size + common)
        board = dealt[:common]
        own = [dealt[common + place * size : common + (place + 1) * size] for place in range(hands)]
        ours = [rank_of(rules, one, board) for one in own]
        other = [theirs(one, board) for one in own]
        wrong += _winners(ours) != _winners(other)
    return wrong


def _winners(ranks: Sequence[Any]) -> list[int]:
    best = max(ranks)
    return [place for place, rank in enumerate(ranks) if rank == best]


# ── synthetic poker, which no evaluator knows ────────────────────────────────────────────────────────────────────────

_RANKS = "89TJQKA"
_ACE_LOW = [6, 3, 2, 1, 0]


def synthetic_rank(five: Sequence[str]) -> tuple[int, list[int]]:
    """Five cards by the letter of 12.V (L1441-1475), written without a look at our ranking."""
    ranks = sorted((_RANKS.index(card[0]) for card in five), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape, order = [count for count, _ in groups], [rank for _, rank in groups]
    flush = len({card[1] for card in five}) == 1
    straight = [3] if ranks == _ACE_LOW else ranks[:1] if shape == [1] * 5 and ranks[0] - ranks[4] == 4 else []
    if straight and flush:
        return 8, straight
    if flush:
        return 6, ranks
    if straight:
        return 4, straight
    return {(4, 1): 7, (3, 2): 5, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), order


def synthetic_disagreements(rules: GameRules, count: int, seed: int) -> int:
    """How many of so many random showdowns of synthetic poker end differently."""
    rng = random.Random(seed)
    pack = [number for number in DECK if str(cards.CARDS[number])[0] in _RANKS]
    wrong = 0
    for _ in range(count):
        players = rng.randint(2, 9)
        dealt = rng.sample(pack, 5 + 2 * players)
        board, own = dealt[:5], [dealt[5 + 2 * place : 7 + 2 * place] for place in range(players)]
        ours = [rank_of(rules, one, board) for one in own]
        words = [[str(cards.CARDS[number]) for number in (*one, *board)] for one in own]
        theirs = [max(synthetic_rank(five) for five in combinations(seven, 5)) for seven in words]
        wrong += _winners(ours) != _winners(theirs)
    return wrong

"""The edge of ultimate Texas hold'em, exactly, for every reading of its rules; `benchmarks.edges` keeps it.

Every flop there is (1,755 classes, as suits only change names), every turn and river, and for each board of five cards
the ranks of all 1,081 hands of two others: sorted, they say for every hand of the player how many of the 990 hands of
the croupier it beats, with and without his qualifying. So each board gives the exact value of every hand at the last
decision and the better choice there; the 1,081 rivers of a flop the better choice on the flop; all flops together the
better choice before it, for each of the 169 kinds of two cards. That is two thousand million hands of seven cards: some
minutes in C, a night in Python. `ultimate.c` counts; what a hand is worth and what a round pays, the engine says.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from pathlib import Path

import msgspec

from trainer.games.core import Bet
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.figures import opens_from, ranking
from trainer.games.house_poker.hands import row_of
from trainer.games.house_poker.settle import settle
from trainer.games.poker.cards import CARDS, JOKER_NUMBER, as_cards
from trainer.games.poker.classes import every_hand
from trainer.rulebooks import GameRules

SOURCE = Path(__file__).with_suffix(".c")
DECK = sorted((number for number in range(len(CARDS)) if number != JOKER_NUMBER), reverse=True)  # twos first
PLACE = {number: place for place, number in enumerate(DECK)}
FOLDED = -2  # ante and blind
DEALERS = comb(45, 2)  # hands the croupier may hold
ROWS = 16  # as in the program
VERDICTS = ("player", "tie", "dealer")
DEALS = comb(52, 3) * comb(49, 2) * comb(47, 2) * comb(45, 2)


class BestPlay(msgspec.Struct, frozen=True):
    """What the best play comes to: the edge of ante, blind and Play together as a share of the ante, and for each row
    of the player's hand the share of all deals in which he gives it up at the end."""

    edge: Fraction
    folded: dict[str, Fraction]


def ante_edges(tables: Sequence[GameRules], flops: int | None = None) -> list[Fraction]:
    """The edge of the best play at several tables of one ranking."""
    return [each.edge for each in best_play(tables, flops)]


def best_play(tables: Sequence[GameRules], flops: int | None = None) -> list[BestPlay]:
    """The best play at several tables of one ranking.

    With a number of flops only so many classes are looked at, for a test: the figures are then those of these flops.
    """
    classes = list(every_hand(3))[:flops]
    given = _input(tables, classes)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "ultimate"
        subprocess.run(["cc", "-O3", "-o", str(program), str(SOURCE)], check=True)
        told = subprocess.run([str(program)], input=given, capture_output=True, check=True).stdout.decode()
    values, folds = [0] * len(tables), [[0] * ROWS for _ in tables]
    for line in told.splitlines():
        which, _, _, _, four, three, waits, *rows = map(int, line.split())
        values[which] += max(four, three, waits)
        if waits > max(four, three):
            folds[which] = [before + more for before, more in zip(folds[which], rows, strict=True)]
    deals = sum(many for _, many in classes) * DEALS // comb(52, 3)
    found = []
    for value, fold, rules in zip(values, folds, tables, strict=True):
        shares = {name: Fraction(fold[place] * DEALERS, deals) for place, name in enumerate(row_names(rules))}
        found.append(BestPlay(Fraction(-value, deals * Readings(rules).unit), shares))
    return found


def row_names(rules: GameRules) -> list[str]:
    """The rows of the main ranking, in a fixed order."""
    return sorted({row_of(rules, rank) for rank in set(_ranks_of_five(rules))})


def _ranks_of_five(rules: GameRules) -> list[int]:
    """The rank of each hand of five, in the order of the program."""
    ranks = ranking(rules)
    by_hand = [ranks.five(hand) for hand in combinations(reversed(DECK), 5)]
    by_hand.reverse()
    return by_hand


def _input(tables: Sequence[GameRules], classes: Sequence[tuple[tuple[int, ...], int]]) -> bytes:
    """What the program reads; its first lines say in which order."""
    by_hand = _ranks_of_five(tables[0])
    dense = sorted(set(by_hand))
    profile_number = {rank: number for number, rank in enumerate(dense)}
    least = profile_number[min(rank for rank in dense if rank >= opens_from(tables[0]))]
    found = array("i", [len(dense), len(tables), len(classes), least])
    found.extend(profile_number[rank] for rank in by_hand)
    for rules in tables:
        readings = Readings(rules)
        found.append(FOLDED * readings.unit)
        found.extend(readings.plays)
        for rank in dense:
            found.extend(readings.bases(rank))
        rows = row_names(rules)
        found.extend(rows.index(row_of(rules, rank)) for rank in dense)
    for flop, many in classes:
        found.extend((*(PLACE[card] for card in flop), many))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


class Readings:
    """What a round brings by the player's row and the verdict, for an ante of ``unit``: asked of the engine."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._table = rules.bets["blind"].pay_table
        self._nets = [self._asked(opens, verdict) for opens in (False, True) for verdict in VERDICTS]
        self.unit = lcm(*(odds.ratio.denominator for odds in self._table.values()))
        self.plays = [int(play * self.unit) for _, _, play in self._nets]
        self._known: dict[str, list[int]] = {}

    def bases(self, rank: int) -> list[int]:
        """By verdict, not qualified first: what ante and blind bring."""
        row = row_of(self._rules, rank)
        if row not in self._known:
            self._known[row] = [
                int((ante + (self._table[row].ratio if place % 3 == 0 and row in self._table else blind)) * self.unit)
                for place, (ante, blind, _) in enumerate(self._nets)
            ]
        return self._known[row]

    def _asked(self, opens: bool, verdict: str) -> tuple[Fraction, Fraction, Fraction]:
        """What ante, blind and Play bring in a round that comes to this with a hand the blind has no row for."""
        rng, ranks, least = random.Random(7), ranking(self._rules), opens_from(self._rules)
        bets = tuple(Bet(bet=bet, stake=Fraction(1)) for bet in ("ante", "blind", "play"))
        while True:
            cards = rng.sample(DECK, 9)
            mine, his = ranks.best(cards[2:]), ranks.best((*cards[:2], *cards[4:]))
            came = "player" if mine > his else "tie" if mine == his else "dealer"
            if (his >= least, came) != (opens, verdict) or row_of(self._rules, mine) in self._table:
                continue
            told = HouseRound(
                bets=bets, player=as_cards(cards[2:4]), dealer=as_cards(cards[:2]), community=as_cards(cards[4:])
            )
            ante, blind, play = (each.pays - each.loses for each in settle(self._rules, told).bets)
            return ante, blind, play

"""The exact edge of an ante and a second bet of twice its size against a croupier who must open (Caribbean stud).

For every class of five cards and every card the croupier may show, all 163,185 hands he can then have are counted, and
the player takes the better of giving up and going on. Hands are counted by their ranks alone, as products of how many
cards of each rank are left; then those that turn out to be of one suit are moved to where they belong. That is some
minutes of work, so `kept_edges` remembers it.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

from trainer.games.house_poker.figures import opens_from, ranking
from trainer.games.house_poker.hands import hand_of_rank, paid_row
from trainer.games.poker.cards import RANK, SUIT_FIELDS, SUITS
from trainer.games.poker.classes import every_hand
from trainer.games.poker.ranks import HandRanks
from trainer.rulebooks.schema import GameRules

_SHOWN = comb(46, 4)  # hands of the croupier once one of his cards is seen
_CLOSED, _WIN, _TIE, _LOSE = range(4)
_FIVE = 5 << SUIT_FIELDS  # five cards of one suit


def ante_edge(rules: GameRules) -> Fraction:
    """The edge with the best decision in every case, as a share of the ante."""
    work = _Work(rules)
    value, total = Fraction(0), 0
    for hand, many in every_hand(5):
        value += many * work.value(hand)
        total += many
    return -value / total


def going_on(rules: GameRules, hand: tuple[int, ...], shown: int) -> Fraction:
    """What going on is worth with a hand against a card the croupier shows, in antes."""
    return _Work(rules).going_on(hand, shown)


class _Work:
    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.ranks: HandRanks = ranking(rules)
        self.least = opens_from(rules)
        ante, bet = rules.bets["ante"], rules.bets["bet"]
        self.times = bet.minimum.factor if bet.minimum else Fraction(2)
        self.even = ante.pays.ratio if ante.pays else Fraction(1)
        # Hands of the croupier by their ranks: what he would have if they were of several suits, and of one.
        self.multisets = [
            (ranks, self._rank(ranks, False))
            for ranks in combinations_with_replacement(range(2, 15), 5)
            if _is_hand(ranks)
        ]
        self.suited = {
            ranks: (self._rank(ranks, False), self._rank(ranks, True)) for ranks in combinations(range(2, 15), 5)
        }
        self.marks = sorted({rank for pair in self.suited.values() for rank in pair})
        self.counted: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        self.moved: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        self.wins: dict[int, Fraction] = {}

    def _rank(self, ranks: tuple[int, ...], flush: bool) -> int:
        return self.ranks.of_code(sum(1 << 3 * (rank - 2) for rank in ranks) + (_FIVE if flush else 0))

    def value(self, hand: tuple[int, ...]) -> Fraction:
        """What a hand is worth, the player deciding as well as he can against every card shown."""
        total = Fraction(0)
        for value, many in self._against(hand).values():
            total += many * max(Fraction(-1), value)
        return total / 47

    def going_on(self, hand: tuple[int, ...], shown: int) -> Fraction:
        suit = next(place for place in range(4) if SUITS[shown] == 1 << place)
        return self._against(hand)[RANK[shown], self._left(hand)[suit]][0]

    def _left(self, hand: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The ranks of each suit that the player does not hold."""
        return [
            tuple(
                rank for rank in range(2, 15) if rank not in {RANK[card] for card in hand if SUITS[card] == 1 << suit}
            )
            for suit in range(4)
        ]

    def _against(self, hand: tuple[int, ...]) -> dict[tuple[int, tuple[int, ...]], tuple[Fraction, int]]:
        """By the rank shown and what is left of its suit: the value of going on, and how many such cards there are."""
        rank = self.ranks.five(hand)
        counts = self._count(tuple(sorted(RANK[card] for card in hand)), rank)
        win = self._win(rank)
        left = self._left(hand)
        found: dict[tuple[int, tuple[int, ...]], tuple[Fraction, int]] = {}
        for ranks in set(left):
            moves = self._moves(ranks, rank)
            suits = left.count(ranks)
            for shown in ranks:
                closed, won, _, lost = (counts[end][shown] + moves[end][shown] for end in range(4))
                value = (closed * self.even + won * win - lost * (1 + self.times)) / Fraction(_SHOWN)
                found[shown, ranks] = (value, suits)
        return found

    def _win(self, rank: int) -> Fraction:
        if rank not in self.wins:
            table = self.rules.bets["bet"].pay_table
            self.wins[rank] = self.even + self.times * table[paid_row(hand_of_rank(self.rules, rank), table)].ratio
        return self.wins[rank]

    def _end(self, dealer: int, player: int) -> int:
        if dealer < self.least:
            return _CLOSED
        return _TIE if dealer == player else _WIN if dealer < player else _LOSE

    def _count(self, held: tuple[int, ...], player: int) -> list[list[int]]:
        """The croupier's hands by their end and the rank he shows, suits left out of it."""
        key = (held, player)
        if key not in self.counted:
            left = [4 - held.count(rank) for rank in range(15)]
            ends = [[0] * 15 for _ in range(4)]
            ways = [[comb(cards, count) for count in range(6)] for cards in left]
            for ranks, dealer in self.multisets:
                many, place = 1, 0
                while place < 5:
                    rank = ranks[place]
                    count = 1
                    while place + count < 5 and ranks[place + count] == rank:
                        count += 1
                    many *= ways[rank][count]
                    place += count
                if many:
                    end = ends[self._end(dealer, player)]
                    for rank in ranks:
                        end[rank] += many
            # Each card of a rank is shown equally often.
            self.counted[key] = [
                [many // left[rank] if left[rank] else 0 for rank, many in enumerate(end)] for end in ends
            ]
        return self.counted[key]

    def _moves(self, ranks: tuple[int, ...], player: int) -> list[list[int]]:
        """What hands of one suit change, by end and rank shown, where these ranks of a suit are left."""
        key = (ranks, self._told_apart(player))
        if key not in self.moved:
            ends = [[0] * 15 for _ in range(4)]
            for five in combinations(ranks, 5):
                plain, flush = self.suited[five]
                before, after = self._end(plain, player), self._end(flush, player)
                if before != after:
                    for rank in five:
                        ends[before][rank] -= 1
                        ends[after][rank] += 1
            self.moved[key] = ends
        return self.moved[key]

    def _told_apart(self, player: int) -> int:
        """Hands between which no hand of five different ranks lies move alike: their place among those hands."""
        place = bisect_left(self.marks, player)
        return 2 * place + (place < len(self.marks) and self.marks[place] == player)


def _is_hand(ranks: tuple[int, ...]) -> bool:
    return all(ranks.count(rank) <= 4 for rank in ranks)

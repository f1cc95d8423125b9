"""The exact edge of an ante and a second bet, a multiple of it, against a croupier who must open (Caribbean stud).

For each class of five cards and each card that the croupier may show, all 163,185 hands that he can then have are
counted, and the player chooses the better of giving up and going on. Hands are counted by their ranks alone, as
products of how many cards of each rank are left; hands of one suit are then moved to their category. That takes some
minutes, so `stored_edges` keeps the result.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, lcm

from trainer.games.house_poker.figures import bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import hand_of_rank, paid_row
from trainer.games.poker.cards import RANK, SUIT_FIELDS, SUITS
from trainer.games.poker.classes import every_hand
from trainer.games.poker.hands import COMPLETE
from trainer.games.poker.ranks import HandRanks
from trainer.rulebooks.schema import GameRules

_SHOWN = comb(46, 4)  # hands of the croupier once one of his cards is seen
_CLOSED, _WIN, _TIE, _LOSE = range(4)
_FIVE = 5 << SUIT_FIELDS  # five cards of one suit


def ante_edges(*tables: GameRules) -> list[Fraction]:
    """The edge with the best decision in every case, as a share of the ante.

    Several tables of the same ranking and opening are worked out together: what takes time is counting the hands, and
    most hands are paid alike at all of them.
    """
    works = [_Work(rules) for rules in tables]
    values, total, unit = [0] * len(works), 0, lcm(*(work.unit for work in works))
    for work in works:
        work.counted, work.moved, work.unit = works[0].counted, works[0].moved, unit
    for hand, many in every_hand(5):
        found: dict[tuple[object, ...], int] = {}
        for place, work in enumerate(works):
            paid = work.paid(hand)
            if paid not in found:
                found[paid] = work.value(hand)
            values[place] += many * found[paid]
        total += many
    return [Fraction(-value, total * 47 * _SHOWN * unit) for value in values]


def going_on(rules: GameRules, hand: tuple[int, ...], shown: int) -> Fraction:
    """What going on is worth with a hand against a card the croupier shows, in antes."""
    work = _Work(rules)
    return Fraction(work.going_on(hand, shown), _SHOWN * work.unit)


class _Work:
    """Values are whole numbers: in antes, times the hands the croupier may have, times ``unit``."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.ranks: HandRanks = ranking(rules)
        self.least = opens_from(rules)
        ante, bet = rules.bets["ante"], rules.bets["bet"]
        self.times = bet.minimum.factor if bet.minimum else Fraction(2)
        self.even = ante.pays.ratio if ante.pays else Fraction(1)
        self.closed = self.even
        if bet_figures(rules, "bet").closed == "win" and bet.pays is not None:
            self.closed += self.times * bet.pays.ratio
        self.by_cards = house_poker(rules).hands["main"].same_hand == "highest-card"
        self.unit = lcm(
            self.closed.denominator,
            self.even.denominator,
            *((self.times * odds.ratio).denominator for odds in bet.pay_table.values()),
        )
        # Hands of the croupier by their ranks: what he would have if they were of several suits, and of one.
        # The groups of equal ranks are places in a list that has six for each rank.
        self.multisets = [
            (ranks, tuple(6 * rank + ranks.count(rank) for rank in sorted(set(ranks))), self._rank(ranks, False))
            for ranks in combinations_with_replacement(range(2, 15), 5)
            if _is_hand(ranks)
        ]
        self.suited = {
            ranks: (self._rank(ranks, False), self._rank(ranks, True)) for ranks in combinations(range(2, 15), 5)
        }
        self.marks = sorted({rank for pair in self.suited.values() for rank in pair})
        self.counted: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        self.moved: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        self.wins: dict[int, int] = {}

    def _rank(self, ranks: tuple[int, ...], flush: bool) -> int:
        rank = self.ranks.of_code(sum(1 << 3 * (rank - 2) for rank in ranks) + (_FIVE if flush else 0))
        return self._compared_by(rank, ranks)

    def _compared_by(self, rank: int, ranks: Iterable[int]) -> int:
        """The sort key of a hand: its rank or, if the rules read it so, its highest cards without combinations."""
        if not self.by_cards or self.ranks.category(rank) in COMPLETE:
            return rank
        cards = 0
        for each in sorted(ranks, reverse=True):
            cards = cards << 4 | each
        return rank >> 20 << 20 | cards

    def paid(self, hand: tuple[int, ...]) -> tuple[object, ...]:
        """All that a hand is paid by: two tables that agree in it give it the same value."""
        return self._win(self.ranks.five(hand)), self.closed, self.times

    def value(self, hand: tuple[int, ...]) -> int:
        """What a hand is worth, the player deciding as well as he can against every one of the 47 cards shown."""
        giving_up = -_SHOWN * self.unit
        return sum(many * max(giving_up, value) for value, many in self._against(hand).values())

    def going_on(self, hand: tuple[int, ...], shown: int) -> int:
        """What going on is worth against a card."""
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

    def _against(self, hand: tuple[int, ...]) -> dict[tuple[int, tuple[int, ...]], tuple[int, int]]:
        """By the rank shown and what is left of its suit: the value of going on, and how many such cards there are."""
        held = tuple(sorted(RANK[card] for card in hand))
        own = self.ranks.five(hand)
        win, rank = self._win(own), self._compared_by(own, held)
        counts = self._count(held, rank)
        left = self._left(hand)
        found: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}
        shut, lose = int(self.closed * self.unit), int((1 + self.times) * self.unit)
        for ranks in set(left):
            moves = self._moves(ranks, rank)
            suits = left.count(ranks)
            for shown in ranks:
                closed, won, _, lost = (counts[end][shown] + moves[end][shown] for end in range(4))
                found[shown, ranks] = (closed * shut + won * win - lost * lose, suits)
        return found

    def _win(self, rank: int) -> int:
        if rank not in self.wins:
            table = self.rules.bets["bet"].pay_table
            odds = table[paid_row(hand_of_rank(self.rules, rank), table)]
            self.wins[rank] = int((self.even + self.times * odds.ratio) * self.unit)
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
            ways = [comb(cards, count) for cards in left for count in range(6)]
            for ranks, groups, dealer in self.multisets:
                many = 1
                for group in groups:
                    many *= ways[group]
                if many:
                    end = ends[0 if dealer < self.least else 2 if dealer == player else 1 if dealer < player else 3]
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

"""The house edge at three card poker with best play: every hand of the player against every hand of the croupier.

For each hand of the player, the croupier's 18,424 hands are counted that do not open, lose, tie and win. Hands that
share a card with the player's are subtracted by inclusion and exclusion, so that sorted lists (of all hands, of those
with one card, of those with two) replace 407,170,400 comparisons. The player then plays if that costs him less than
folding.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import msgspec

from trainer.equipment.money import ZERO
from trainer.games.core import Bet, Settlement
from trainer.games.edges import Edge
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.figures import bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import row_of
from trainer.games.house_poker.settle import settle
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.limits import bounds
from trainer.games.poker.cards import CARDS, JOKER_NUMBER, as_cards
from trainer.games.poker.classes import every_hand
from trainer.games.poker.hands import COMPLETE
from trainer.rulebooks.schema import GameRules

Order = tuple[int, ...]


class Playing(msgspec.Struct, frozen=True):
    """A hand of the player: for how many it stands, its rank, and what playing it brings for an ante of 1."""

    cards: tuple[int, ...]
    hands: int
    rank: int
    value: Fraction


def three_card_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge of ante and second bet together, for every unit of the ante, and on the bets on the own hand."""
    return (Edge("ante", (), ante_edge(rules)), *own_hand_edges(rules))


def ante_edge(rules: GameRules) -> Fraction:
    """What the house keeps of an ante in the long run if the player gives up exactly where playing costs him more."""
    found = playing_values(rules)
    return -sum((each.hands * max(each.value, Fraction(-1)) for each in found), Fraction(0)) / sum(
        each.hands for each in found
    )


def lowest_played(rules: GameRules) -> Playing:
    """The lowest hand that is better played than given up; every higher one is too."""
    return min((each for each in playing_values(rules) if each.value >= -1), key=lambda each: each.rank)


_values: dict[tuple[str, str, str], tuple[Playing, ...]] = {}


def playing_values(rules: GameRules) -> tuple[Playing, ...]:
    """Every hand of the player, suits apart that only change names, with the value of playing it; kept."""
    key = (rules.rulebook, rules.game, rules.digest)
    if key not in _values:
        _values[key] = _worked_out(rules)
    return _values[key]


def _worked_out(rules: GameRules) -> tuple[Playing, ...]:
    ranks, known = ranking(rules), _Counted(rules)
    nets: dict[tuple[str, str], Fraction] = {}
    found = []
    for cards, hands in every_hand(3):
        rank = ranks.three(cards)
        row, value = row_of(rules, rank), Fraction(0)
        for verdict, count in known.verdicts(cards).items():
            if not count:
                continue
            if (row, verdict) not in nets:
                nets[row, verdict] = _net(rules, cards, known.example(cards, verdict))
            value += count * nets[row, verdict]
        found.append(Playing(cards, hands, rank, value / known.all_hands))
    return tuple(found)


class _Counted:
    """The croupier's hands in sorted lists, to be counted without those that share cards with the player's."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        deck = [number for number in range(len(CARDS)) if number != JOKER_NUMBER]
        self._least = opens_from(rules)
        self.hands = [(self._order(cards), cards) for cards in combinations(deck, 3)]
        lists: dict[tuple[int, ...], list[tuple[bool, Order]]] = defaultdict(list)
        for order, cards in self.hands:
            entry = (ranking(rules).three(cards) >= self._least, order)
            for size in (0, 1, 2, 3):
                for shared in combinations(cards, size):
                    lists[shared].append(entry)
        self._lists = {shared: sorted(found) for shared, found in lists.items()}
        self.all_hands = (52 - 3) * (52 - 4) * (52 - 5) // 6

    def _order(self, cards: tuple[int, ...]) -> Order:
        ranks = ranking(self._rules)
        rank = ranks.three(cards)
        same_hand = house_poker(self._rules).hands["main"].same_hand
        if same_hand == "combination-first" or ranks.category(rank) in COMPLETE:
            return rank >> 20, rank
        return (rank >> 20, *sorted((CARDS[number].order for number in cards), reverse=True))

    def verdicts(self, cards: tuple[int, ...]) -> dict[str, int]:
        """How many hands without these cards do not open, lose to them, tie with them, and beat them."""
        mine, found = self._order(cards), dict.fromkeys(("closed", "player", "tie", "dealer"), 0)
        for size in (0, 1, 2, 3):
            for shared in combinations(sorted(cards), size):
                entries, sign = self._lists[shared], (-1) ** size
                closed = bisect_left(entries, (True, ()))
                below = bisect_left(entries, (True, mine))
                upto = bisect_right(entries, (True, mine))
                found["closed"] += sign * closed
                found["player"] += sign * (below - closed)
                found["tie"] += sign * (upto - below)
                found["dealer"] += sign * (len(entries) - upto)
        return found

    def example(self, cards: tuple[int, ...], verdict: str) -> tuple[int, ...]:
        """A hand of the croupier that comes to this verdict."""
        mine = self._order(cards)
        for order, other in self.hands:
            if set(other) & set(cards):
                continue
            opens = ranking(self._rules).three(other) >= self._least
            came = "closed" if not opens else "player" if order < mine else "tie" if order == mine else "dealer"
            if came == verdict:
                return other
        raise ValueError(f"no hand comes to {verdict}")


def _net(rules: GameRules, player: tuple[int, ...], dealer: tuple[int, ...]) -> Fraction:
    """What a round brings the player who puts down his second bet, for an ante of 1; side bets left out."""
    second = next(bet for bet in rules.bets if bet_figures(rules, bet).at == "decision")
    stake = bounds(rules, rules.bets[second], {"ante": Fraction(1)}).minimum or ZERO
    told = HouseRound(
        bets=(Bet(bet="ante", stake=Fraction(1)), Bet(bet=second, stake=stake)),
        player=as_cards(player),
        dealer=as_cards(dealer),
    )
    return _brings(settle(rules, told))


def _brings(settled: Settlement) -> Fraction:
    return settled.total_payout - sum((result.loses for result in settled.bets), ZERO)

"""The house's edge of games of house poker, exactly: every hand through its classes, every decision the best one.

A bet on the player's own cards is decided by `every_hand` alone. For bets that may be taken back (let it ride) the best
decision is found for each three cards and each four; against a croupier who must open see `opening_edge`. The edge is a
share of one bet.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import lcm

from trainer.games.edges import Edge
from trainer.games.house_poker.figures import HandFigures, bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import hand_of_rank, paid_row, row_of
from trainer.games.house_poker.kept_edges import kept_edge
from trainer.games.poker.cards import CARDS, CODE, JOKER_NUMBER
from trainer.games.poker.classes import every_hand
from trainer.rulebooks.schema import GameRules

PACK = tuple(number for number in range(len(CARDS)) if number != JOKER_NUMBER)
FIVE_CARD_HANDS = 2_598_960


def row_counts(rules: GameRules, name: str = "main") -> Counter[str]:
    """How many hands of a ranking have each row, by the table's own rows."""
    ranks, size = ranking(rules, name), house_poker(rules).hands[name].size
    found: Counter[int] = Counter()
    for hand, many in every_hand(size):
        found[ranks.of_code(sum([CODE[card] for card in hand]))] += many
    rows: Counter[str] = Counter()
    for rank, many in found.items():
        rows[row_of(rules, rank, name)] += many
    return rows


def opening_chance(rules: GameRules) -> Fraction:
    """How often the croupier opens with five cards of the whole pack."""
    ranks, least = ranking(rules), opens_from(rules)
    size = house_poker(rules).hands["main"].size
    opening = total = 0
    for hand, many in every_hand(size):
        total += many
        opening += many if ranks.of_code(sum([CODE[card] for card in hand])) >= least else 0
    return Fraction(opening, total)


def wins_by_rank(rules: GameRules, bet: str) -> dict[int, Fraction]:
    """What one unit on a bet wins net of the stake, by the rank of the hand it looks at."""
    figures, rule = bet_figures(rules, bet), rules.bets[bet]
    ranks, size = ranking(rules, figures.ranking), house_poker(rules).hands[figures.ranking].size
    kept = Fraction(0) if figures.stake_back else Fraction(1)
    found: dict[int, Fraction] = {}
    for hand, _ in every_hand(size):
        rank = ranks.of_code(sum([CODE[card] for card in hand]))
        if rank not in found:
            row = paid_row(hand_of_rank(rules, rank, figures.ranking), rule.pay_table)
            found[rank] = rule.pay_table[row].ratio - kept if row else Fraction(-1)
    return found


def own_hand_edge(rules: GameRules, bet: str) -> Fraction:
    """The edge of a bet on so many cards of the player's own, the croupier's left out of it."""
    figures = bet_figures(rules, bet)
    ranks, size = ranking(rules, figures.ranking), house_poker(rules).hands[figures.ranking].size
    wins = wins_by_rank(rules, bet)
    value, total = Fraction(0), 0
    for hand, many in every_hand(size):
        value += many * wins[ranks.of_code(sum([CODE[card] for card in hand]))]
        total += many
    return -value / total


def riding_edge(rules: GameRules) -> Fraction:
    """The edge of three equal bets of which two may be taken back, as a share of one of them.

    Every class of three own cards is looked at with all 2,352 ways the two in the middle can come; the player lets the
    first bet ride where three cards promise a gain, and the second where four do.
    """
    equal = house_poker(rules).equal
    if equal is None or len(equal.bets) != 3:
        raise ValueError("no three equal bets are taken here")
    ranks = ranking(rules)
    exact = wins_by_rank(rules, equal.bets[-1])
    unit = lcm(*(won.denominator for won in exact.values()))
    wins = {rank: int(won * unit) for rank, won in exact.items()}  # whole numbers are ten times as quick
    value, total = Fraction(0), 0
    for own, many in every_hand(3):
        code = CODE[own[0]] + CODE[own[1]] + CODE[own[2]]
        rest = [card for card in PACK if card not in own]
        four: dict[int, int] = dict.fromkeys(rest, 0)
        whole = 0
        for one, other in combinations(rest, 2):
            won = wins[ranks.of_code(code + CODE[one] + CODE[other])]
            four[one] += won
            four[other] += won
            whole += won
        pairs = len(rest) * (len(rest) - 1) // 2
        second = Fraction(sum(max(0, each) for each in four.values()), len(rest) * (len(rest) - 1))
        value += many * (Fraction(max(0, whole) + whole, pairs) + second)
        total += many
    return -value / total / unit


def known_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edges that are known at once: of the game as it was worked out once, and of bets on own cards."""
    kept = kept_edge(rules)
    equal = house_poker(rules).equal
    first = equal.bets[-1] if equal else "ante"
    return (*((Edge(first, (), kept),) if kept is not None else ()), *bonus_edges(rules))


def bonus_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edges of bets that own cards alone decide."""
    bets = [bet for bet in rules.bets if bet_figures(rules, bet).kind == "hand"]
    return tuple(Edge(bet, (), own_hand_edge(rules, bet)) for bet in bets if _alone(rules, bet))


def _alone(rules: GameRules, bet: str) -> bool:
    """Whether a bet looks only at cards that nobody can take back or exchange before it is decided."""
    figures, equal = bet_figures(rules, bet), house_poker(rules).equal
    hands: HandFigures = house_poker(rules).hands[figures.ranking]
    return (equal is None or bet not in equal.bets) and figures.cards != "own-and-dealer" and bool(hands.size)

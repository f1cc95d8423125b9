"""House edge of bets that the cards alone decide, from every possible hand and its row in the pay table."""

from __future__ import annotations

from fractions import Fraction

from trainer.games.edges import Edge
from trainer.games.house_poker.figures import bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import Hand, paid_row, row_of
from trainer.games.poker.frequencies import hand_frequencies
from trainer.rulebooks.schema import GameRules


def row_frequencies(rules: GameRules, name: str, cards: int) -> dict[str, int]:
    """How many hands of so many cards come to each row of a ranking."""
    ranks = ranking(rules, name)
    found: dict[str, int] = {}
    for rank, hands in hand_frequencies(ranks, cards).items():
        row = row_of(rules, rank, name)
        found[row] = found.get(row, 0) + hands
    return found


def opening_share(rules: GameRules) -> Fraction:
    """How often the croupier opens, looking at no other cards."""
    deal, least = house_poker(rules).deal, opens_from(rules)
    found = hand_frequencies(ranking(rules), deal.dealer + deal.community)
    return Fraction(sum(hands for rank, hands in found.items() if rank >= least), sum(found.values()))


def table_edge(rules: GameRules, bet: str, cards: int) -> Fraction:
    """The edge on a bet that is paid by the best hand among so many cards and loses with every other."""
    figures, rule = bet_figures(rules, bet), rules.bets[bet]
    ranks = ranking(rules, figures.ranking)
    kept = 0 if figures.stake_back else 1
    lost, all_hands = Fraction(0), 0
    for rank, hands in hand_frequencies(ranks, cards).items():
        hand = Hand(row_of(rules, rank, figures.ranking), ranks.category(rank), rank, figures.ranking)
        row = paid_row(hand, rule.pay_table)
        lost += hands * (kept - rule.pay_table[row].ratio if row else 1)
        all_hands += hands
    return lost / all_hands


def own_hand_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge on every bet that the player's hand decides by its table, by all the cards that count for it.

    Bets that may be taken back are left out: their edge hangs on what the player does.
    """
    deal, equal = house_poker(rules).deal, house_poker(rules).equal
    found = []
    for bet in rules.bets:
        figures = bet_figures(rules, bet)
        if figures.kind != "hand" or (equal is not None and bet in equal.bets):
            continue
        cards = {
            "all": deal.player + deal.community,
            "own": deal.player,
            "first": deal.player,
            "own-and-dealer": deal.player + deal.dealer,
        }[figures.cards]
        found.append(Edge(bet, (), table_edge(rules, bet, cards)))
    return tuple(found)

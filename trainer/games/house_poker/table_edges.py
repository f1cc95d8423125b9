"""House edge of bets that the cards alone decide, from every possible hand and its row in the pay table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trainer.games.edges import Edge
from trainer.games.house_poker.figures import bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import Hand, paid_row, row_of
from trainer.games.house_poker.long_edges import long_key
from trainer.games.poker.frequencies import hand_frequencies
from trainer.games.stored_edges import stored_file
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


def table_edge(rules: GameRules, bet: str, cards: int, folded: Mapping[str, Fraction] | None = None) -> Fraction:
    """The edge on a bet that is paid by the best hand among so many cards and loses with every other.

    ``folded`` is the share of all deals in which a hand of each row is given up and the bet lost with it.
    """
    figures, rule = bet_figures(rules, bet), rules.bets[bet]
    ranks = ranking(rules, figures.ranking)
    kept = 0 if figures.stake_back else 1
    lost, all_hands = Fraction(0), 0
    for rank, hands in hand_frequencies(ranks, cards).items():
        hand = Hand(row_of(rules, rank, figures.ranking), ranks.category(rank), rank, figures.ranking)
        row = paid_row(hand, rule.pay_table)
        lost += hands * (kept - rule.pay_table[row].ratio if row else 1)
        all_hands += hands
    given_up = sum(
        (share * (1 + rule.pay_table[row].ratio) for row, share in (folded or {}).items() if row in rule.pay_table),
        Fraction(0),
    )
    return lost / all_hands + given_up


def _folded(rules: GameRules, bet: str) -> Mapping[str, Fraction] | None:
    """How often a hand of each row is given up with its bet; `None` if that is not known for these rules.

    A player who sees all his cards gives up no hand that wins by its table. With cards in the middle the board may make
    the hand, and he may still give it up.
    """
    figures, house = bet_figures(rules, bet), house_poker(rules)
    if figures.after_fold != "lost" or house.fold is None or figures.cards != "all" or not house.deal.community:
        return {}
    found = stored_file().folded.get(long_key(rules))
    return None if found is None else {row: Fraction(share) for row, share in found.items()}


def own_hand_edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge on every bet that the player's hand decides by its table, by all the cards that count for it.

    Bets that may be taken back are left out: their edge depends on what the player does. So is a bet that is lost by
    folding if it is not known how often that happens.
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
        folded = _folded(rules, bet)
        if folded is not None:
            found.append(Edge(bet, (), table_edge(rules, bet, cards, folded)))
    return tuple(found)

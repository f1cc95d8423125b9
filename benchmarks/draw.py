"""The edge of draw poker, played: the best strategy against the croupier as he comes on average, and many rounds of it.

A player knows nothing of the croupier's five cards, so what a hand is worth hangs on where the croupier's own exchange
leads him. That is worked out from all his hands and all their draws; then each of the 134,459 classes of the player's
hands takes the best of giving up and of each way to change up to two cards, over all cards he may draw. What he leaves
out of account is that his own five cards are missing among the croupier's: the strategy is a little below the best one
and the edge a little above. Rounds are then dealt from one pack and played by it: half a minute in C, hours in Python.
`draw.c` counts and deals; what hands are worth and what the croupier changes, the engine says.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from array import array
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt
from pathlib import Path

from trainer.games.edges import Edge
from trainer.games.house_poker.exchange import dealer_exchange, exchange_figures
from trainer.games.house_poker.figures import bet_figures, house_poker, opens_from, ranking
from trainer.games.house_poker.hands import hand_of_rank, order_of, paid_row
from trainer.games.poker.cards import CARDS, JOKER_NUMBER, as_cards
from trainer.games.poker.classes import every_hand
from trainer.rulebooks import GameRules

SOURCE = Path(__file__).with_suffix(".c")
DECK = sorted((number for number in range(len(CARDS)) if number != JOKER_NUMBER), reverse=True)  # twos first
PLACE = {number: place for place, number in enumerate(DECK)}
ROUNDS = 60_000_000
SEED = 1865


def ante_edge(rules: GameRules, rounds: int = ROUNDS) -> Edge:
    """The edge of ante and bet together as a share of the ante, with its standard error."""
    given, unit = _input(rules, rounds)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "draw"
        subprocess.run(["cc", "-O3", "-o", str(program), str(SOURCE)], check=True)
        told = subprocess.run([str(program)], input=given, capture_output=True, check=True).stdout.decode()
    total, squares, _ = map(int, told.split())
    mean = Fraction(total, rounds * unit)
    spread = sqrt(squares / rounds / unit**2 - float(mean) ** 2)
    return Edge("ante", (), -mean, Fraction(str(round(spread / sqrt(rounds), 9))))


def _input(rules: GameRules, rounds: int) -> tuple[bytes, int]:
    """What the program reads (its first lines say in which order), and the parts of an ante it reckons in."""
    ante, bet = rules.bets["ante"], rules.bets["bet"]
    even, times = (ante.pays.ratio if ante.pays else Fraction(1)), (bet.minimum.factor if bet.minimum else Fraction(2))
    closed = even
    if bet_figures(rules, "bet").closed == "win" and bet.pays is not None:
        closed += times * bet.pays.ratio
    wins_most = [times * odds.ratio for odds in bet.pay_table.values()]
    unit = lcm(even.denominator, closed.denominator, *(each.denominator for each in wins_most))
    ranks, least = ranking(rules), opens_from(rules)
    by_hand = []
    known: dict[tuple[int, ...], tuple[bool, int]] = {}
    for cards in combinations(reversed(DECK), 5):
        rank = ranks.five(cards)
        order = _order(rules, rank, cards)
        if order not in known:
            row = paid_row(hand_of_rank(rules, rank), bet.pay_table)
            wins = even + times * bet.pay_table[row].ratio if row else even
            known[order] = (rank >= least, int(wins * unit))
        by_hand.append(order)
    by_hand.reverse()
    dense = {order: number for number, order in enumerate(sorted(known))}
    classes = list(every_hand(5))
    most = exchange_figures(rules).most
    lost = int((1 + times) * unit)
    folded = unit if bet_figures(rules, "bet").at == "decision" else lost
    found = array("i", [len(dense), len(classes), most, rounds, SEED, -folded, int(closed * unit), 0, -lost])
    for order in sorted(known):
        found.extend(map(int, known[order]))
    found.extend(dense[order] for order in by_hand)
    for cards, _ in classes:
        hand = sorted(PLACE[card] for card in cards)
        changed = set(dealer_exchange(rules, as_cards(cards)).changes)
        found.extend(hand)
        found.append(sum(1 << place for place, card in enumerate(hand) if CARDS[DECK[card]] in changed))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes(), unit


def _order(rules: GameRules, rank: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """What hands are compared by: the rank itself, unless the rules read it otherwise."""
    if house_poker(rules).hands["main"].same_hand == "combination-first":
        return (rank,)
    return order_of(rules, hand_of_rank(rules, rank, cards=as_cards(cards)))

"""The edge of ultimate Texas hold'em, sampled: ``python -m benchmarks.ultimate SECONDS [CHOICE]`` adds it to the file.

For a board of five cards the ranks of all 1,081 hands of two others are worked out once; sorted lists, of all of them
and of those with each card, then say for every player's hand how many of the 990 hands of the croupier it beats, with
and without his qualifying. So a board gives the exact value of every hand at the last decision, and the best decision
there. The first two decisions are learned from boards of their own: what raising four times and what waiting brings on
average for each of the 169 kinds of two cards, and on the flop for each kind of hand as a player sees it (what his
cards make, whether his own cards made it, what he draws to). Then other boards are played with these decisions, so that
the figure is that of a strategy that was computed and can be played, never better than the best.
"""

from __future__ import annotations

import random
import sys
import time
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import sqrt

import msgspec

from trainer.games.core import Bet
from trainer.games.house_poker.figures import opens_from, ranking
from trainer.games.house_poker.hands import row_of
from trainer.games.house_poker.rounds import HouseRound
from trainer.games.house_poker.settle import settle
from trainer.games.kept_edges import FILE, KeptEdges, Sampled, key_of
from trainer.games.poker.cards import CARDS, CODE, JOKER_NUMBER, as_cards
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

DECK = [number for number in range(len(CARDS)) if number != JOKER_NUMBER]
RANK = [card.order for card in CARDS]
SUIT = [card.suit for card in CARDS]
FOLDED = -2.0  # ante and blind
VERDICTS = ("player", "tie", "dealer")


class Board:
    """Five cards in the middle: what each hand of two is worth against all the croupier's."""

    def __init__(self, rules: GameRules, board: tuple[int, ...], pays: Pays) -> None:
        ranks, self._least, self._pays = ranking(rules), opens_from(rules), pays
        rest = [card for card in DECK if card not in board]
        self.rank = {pair: ranks.best((*board, *pair)) for pair in combinations(rest, 2)}
        self._all = sorted(self.rank.values())
        with_card: dict[int, list[int]] = defaultdict(list)
        for pair, rank in self.rank.items():
            for card in pair:
                with_card[card].append(rank)
        self._closed = bisect_left(self._all, self._least)
        self._with: dict[int, tuple[list[int], int]] = {}
        for card, found in with_card.items():
            found.sort()
            self._with[card] = (found, bisect_left(found, self._least))

    def values(self, pair: tuple[int, int]) -> tuple[float, float]:
        """What ante and blind bring with these two cards, and every unit of Play, over all the croupier's hands."""
        rank = self.rank[pair]
        bases, plays = self._pays.of_rank(rank)
        counts = [0, 0, 0, 0, 0, 0]  # not qualified: player, tie, dealer; qualified: the same
        for entries, closed, sign in (
            (self._all, self._closed, 1),
            (*self._with[pair[0]], -1),
            (*self._with[pair[1]], -1),
            ([rank], int(rank < self._least), 1),
        ):
            below, upto = bisect_left(entries, rank), bisect_right(entries, rank)
            counts[0] += sign * min(below, closed)
            counts[1] += sign * (min(upto, closed) - min(below, closed))
            counts[2] += sign * max(0, closed - upto)
            counts[3] += sign * max(0, below - closed)
            counts[4] += sign * (max(upto, closed) - max(below, closed))
            counts[5] += sign * (len(entries) - max(upto, closed))
        return (
            sum([count * base for count, base in zip(counts, bases, strict=True)]) / 990,
            sum([count * play for count, play in zip(counts, plays, strict=True)]) / 990,
        )


class Pays:
    """What a round brings by the player's row and the verdict, for an ante of 1: asked of the engine once for each."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._nets = [self._asked(opens, verdict) for opens in (False, True) for verdict in VERDICTS]
        self._known: dict[str, tuple[list[float], list[float]]] = {}
        self._ranks: dict[int, tuple[list[float], list[float]]] = {}

    def of_rank(self, rank: int) -> tuple[list[float], list[float]]:
        """By verdict, not qualified first: what ante and blind bring, and a unit of Play."""
        if rank not in self._ranks:
            row = row_of(self._rules, rank)
            if row not in self._known:
                self._known[row] = self._worked_out(row)
            self._ranks[rank] = self._known[row]
        return self._ranks[rank]

    def _worked_out(self, row: str) -> tuple[list[float], list[float]]:
        table = self._rules.bets["blind"].pay_table
        bases = []
        for place, (ante, blind, _) in enumerate(self._nets):
            wins = VERDICTS[place % 3] == "player" and row in table
            bases.append(ante + (float(table[row].ratio) if wins else blind))
        return bases, [play for _, _, play in self._nets]

    def _asked(self, opens: bool, verdict: str) -> tuple[float, float, float]:
        """What ante, blind and Play bring in a round that comes to this with a hand the blind has no row for."""
        rng, ranks, least = random.Random(7), ranking(self._rules), opens_from(self._rules)
        bets = tuple(Bet(bet=bet, stake=Fraction(1)) for bet in ("ante", "blind", "play"))
        while True:
            cards = rng.sample(DECK, 9)
            mine, his = ranks.best(cards[2:]), ranks.best((*cards[:2], *cards[4:]))
            came = "player" if mine > his else "tie" if mine == his else "dealer"
            if (his >= least, came) != (opens, verdict) or row_of(self._rules, mine) in self._rules.bets[
                "blind"
            ].pay_table:
                continue
            told = HouseRound(
                bets=bets, player=as_cards(cards[2:4]), dealer=as_cards(cards[:2]), community=as_cards(cards[4:])
            )
            ante, blind, play = (float(each.pays - each.loses) for each in settle(self._rules, told).bets)
            return ante, blind, play


def pocket(pair: tuple[int, int]) -> tuple[int, int, bool]:
    """Two cards by their kind: 169 of them."""
    high, low = sorted((RANK[pair[0]], RANK[pair[1]]), reverse=True)
    return high, low, SUIT[pair[0]] == SUIT[pair[1]]


def seen(rules: GameRules, pair: tuple[int, int], flop: tuple[int, ...]) -> tuple[object, ...]:
    """A hand on the flop as a player sees it: what it is, what of it is his own, and what it may become."""
    ranks = ranking(rules)
    cards = (*pair, *flop)
    rank = ranks.of_code(sum(CODE[card] for card in cards))
    middle = [RANK[card] for card in flop]
    own = [RANK[card] for card in pair]
    paired = max((each for each in own if each in middle), default=0)
    if own[0] == own[1]:
        paired = own[0]
    suits = Counter(SUIT[card] for card in cards)
    suit, most = suits.most_common(1)[0]
    held = [RANK[card] for card in pair if SUIT[card] == suit]
    draw = max(held, default=0) if most == 4 else 0
    run = max(len({low, low + 1, low + 2, low + 3, low + 4} & {*own, *middle}) for low in range(2, 11))
    over = sum(each > max(middle) for each in own)
    board_pair = len(set(middle)) < 3
    return ranks.category(rank).value, paired, draw, run == 4, over, board_pair, max(own) >= 12


class Learned:
    """Averages of what each decision brings, and the decisions that follow from them."""

    def __init__(self) -> None:
        self._sums: dict[object, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])

    def add(self, key: object, raising: float, waiting: float) -> None:
        sums = self._sums[key]
        sums[0] += raising
        sums[1] += waiting
        sums[2] += 1

    def raises(self, key: object) -> bool:
        raising, waiting, _ = self._sums.get(key, (0.0, 1.0, 0))
        return raising > waiting


def flop_values(
    rules: GameRules, rng: random.Random, pays: Pays, rivers: int
) -> tuple[tuple[int, ...], list[tuple[tuple[int, int], float, float, float]]]:
    """A flop with some rivers: for every hand what raising four times, twice, and waiting for the last card brings."""
    flop = tuple(rng.sample(DECK, 3))
    rest = [card for card in DECK if card not in flop]
    sums: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0])
    for _ in range(rivers):
        board = Board(rules, (*flop, *rng.sample(rest, 2)), pays)
        for pair in board.rank:
            found, (base, unit) = sums[pair], board.values(pair)
            found[0] += base + 4 * unit
            found[1] += base + 2 * unit
            found[2] += max(FOLDED, base + unit)
            found[3] += 1
    return flop, [(pair, *(value / many for value in values)) for pair, (*values, many) in sums.items()]


def play(rules: GameRules, seconds: float) -> Sampled:
    """Learn with half of the time, play with the other half."""
    rng, pays = random.Random(2185), Pays(rules)
    on_flop, before = Learned(), Learned()
    began = time.monotonic()
    while time.monotonic() - began < seconds / 2:
        flop, values = flop_values(rules, rng, pays, 6)
        for pair, _, twice, waiting in values:
            on_flop.add(seen(rules, pair, flop), twice, waiting)
        for pair, four, twice, waiting in values:
            later = twice if on_flop.raises(seen(rules, pair, flop)) else waiting
            before.add(pocket(pair), four, later)
    results: list[float] = []
    rounds = 0
    while time.monotonic() - began < seconds:
        flop, values = flop_values(rules, rng, pays, 1)
        total = 0.0
        for pair, four, twice, waiting in values:
            if before.raises(pocket(pair)):
                total += four
            else:
                total += twice if on_flop.raises(seen(rules, pair, flop)) else waiting
        results.append(total / len(values))
        rounds += len(values)
    mean = sum(results) / len(results)
    spread = sqrt(sum((each - mean) ** 2 for each in results) / (len(results) - 1))
    return Sampled("ante", round(-mean, 5), round(spread / sqrt(len(results)), 5), rounds)


def main() -> None:
    seconds, choice = float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    library = shipped_library()
    usual = load_rules(library, "puerto-rico", "ultimate-texas-holdem")
    options = {option: choice for option, entry in usual.options.items() if choice in entry.choices}
    found = play(load_rules(library, usual.rulebook, usual.game, "", options), seconds)
    print(found)
    kept = msgspec.json.decode(FILE.read_bytes(), type=dict[str, KeptEdges])
    entry = kept[key_of(usual)]
    kept[key_of(usual)] = msgspec.structs.replace(entry, sampled={**entry.sampled, choice: found})
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


if __name__ == "__main__":
    main()

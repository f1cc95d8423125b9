"""The house edge of the blackjack bet of triple shot with best play: every hand, card by card, from one pack.

The player sees the croupier's first card. For each collection of cards that he may hold he chooses the best of
standing, another card, doubling two cards and splitting two aces; the croupier's results are counted from the cards
that are left. The player's hand may end with its sixth card, which wins at once. All his bets lose against a natural,
because the second card is looked at only after he has played. This takes a minute, so the result is stored with the
other slow edges.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from trainer.games.house_poker.triple_figures import TwentyOneFigures
from trainer.games.house_poker.triple_settle import twenty_one_figures
from trainer.rulebooks.schema import GameRules

_ACE, _TEN = 0, 9
_VALUES = range(10)  # ace, two, … ten
_PACK = (4,) * 9 + (16,)
_DIGITS = 9  # of the result: what is added up are floating-point numbers

Cards = tuple[int, ...]  # how many of each value
_NATURAL, _BUST = 22, 0  # where the croupier's hand may end besides a total


def twenty_one_edges(*tables: GameRules) -> list[Fraction]:
    """The edge of the blackjack bet at each table; the croupier's hands are counted once for all of them."""
    dealers: dict[tuple[Cards, int], dict[int, float]] = {}
    return [_Play(twenty_one_figures(rules), dealers).edge() for rules in tables]


class _Play:
    def __init__(self, figures: TwentyOneFigures, dealers: dict[tuple[Cards, int], dict[int, float]]) -> None:
        self._figures = figures
        self._dealers = dealers
        self._best: dict[tuple[Cards, int], float] = {}

    def edge(self) -> Fraction:
        """What the house keeps of the bet."""
        value = 0.0
        for up in _VALUES:
            left = _without(_PACK, up)
            for one in _VALUES:
                rest = _without(left, one)
                for other in _VALUES:
                    chance = _PACK[up] / 52 * left[one] / 51 * rest[other] / 50
                    value += chance * self._dealt(one, other, up)
        return Fraction(str(round(-value, _DIGITS)))

    def _dealt(self, one: int, other: int, up: int) -> float:
        """What two cards are worth, best played."""
        held = _with(_with((0,) * 10, one), other)
        if {one, other} == {_ACE, _TEN}:
            his = self._dealer(held, up).get(_NATURAL, 0.0)
            return (1 - his) * float(self._figures.natural.ratio)
        choices = [self._played(held, up), 2 * self._one_card(held, up)]
        if one == other == _ACE:
            choices.append(2 * self._split_ace(held, up))
        return max(choices)

    def _played(self, held: Cards, up: int) -> float:
        """Standing or another card, whichever is better; six cards win."""
        key = (held, up)
        if key not in self._best:
            if sum(held) >= self._figures.charlie:
                return float(self._figures.charlie_pays.ratio)
            stands = self._stands(held, up)
            complete = _total(held) == 21 and not self._figures.on_21
            self._best[key] = stands if complete else max(stands, self._drawn(held, up))
        return self._best[key]

    def _drawn(self, held: Cards, up: int) -> float:
        return self._over_next(held, up, lambda after: self._played(after, up))

    def _one_card(self, held: Cards, up: int) -> float:
        """Doubling: one card more, and no other."""
        return self._over_next(held, up, lambda after: self._stands(after, up))

    def _split_ace(self, held: Cards, up: int) -> float:
        """One of two opened aces with its one card; the other ace is out of the pack."""

        def stands(after: Cards) -> float:
            mine = _without(after, _ACE)
            return self._against(_total(mine), self._dealer(after, up))

        return self._over_next(held, up, stands)

    def _over_next(self, held: Cards, up: int, worth: Callable[[Cards], float]) -> float:
        left = _left(held, up)
        whole, value = sum(left), 0.0
        for card in _VALUES:
            if left[card]:
                after = _with(held, card)
                value += left[card] / whole * (-1.0 if _total(after) > 21 else worth(after))
        return value

    def _stands(self, held: Cards, up: int) -> float:
        return self._against(_total(held), self._dealer(held, up))

    def _against(self, total: int, dealer: dict[int, float]) -> float:
        value = 0.0
        for his, chance in dealer.items():
            if his == _NATURAL:
                value -= chance if total < 21 or self._figures.natural_beats_21 else 0
            elif his == _BUST or his < total:
                value += chance
            elif his > total:
                value -= chance
        return value

    def _dealer(self, held: Cards, up: int) -> dict[int, float]:
        """Where the croupier's hand ends, with which chance, when these cards are out."""
        key = (held, up)
        if key not in self._dealers:
            left = list(_left(held, up))
            found: dict[int, float] = {}
            _draw(left, (11 if up == _ACE else up + 1, up == _ACE, 1), 1.0, self._figures.stands_on, found)
            self._dealers[key] = found
        return self._dealers[key]


def _draw(left: list[int], hand: tuple[int, bool, int], chance: float, stands_on: int, found: dict[int, float]) -> None:
    """Follow every card the croupier may draw; his hand: its total, whether an ace counts eleven, how many cards."""
    total, soft, cards = hand
    many = sum(left)
    for card in _VALUES:
        count = left[card]
        if not count:
            continue
        here = chance * count / many
        new, ace = total + card + 1, soft
        if card == _ACE and new + 10 <= 21:
            new, ace = new + 10, True
        elif new > 21 and soft:
            new, ace = new - 10, False
        if cards == 1 and new == 21:
            found[_NATURAL] = found.get(_NATURAL, 0.0) + here
        elif new > 21:
            found[_BUST] = found.get(_BUST, 0.0) + here
        elif new >= stands_on:
            found[new] = found.get(new, 0.0) + here
        else:
            left[card] -= 1
            _draw(left, (new, ace, cards + 1), here, stands_on, found)
            left[card] += 1


def _total(held: Cards) -> int:
    hard = sum((value + 1) * many for value, many in enumerate(held))
    return hard + 10 if held[_ACE] and hard + 10 <= 21 else hard


def _left(held: Cards, up: int) -> Cards:
    return tuple(_PACK[value] - held[value] - (value == up) for value in _VALUES)


def _with(held: Cards, card: int) -> Cards:
    return (*held[:card], held[card] + 1, *held[card + 1 :])


def _without(held: Cards, card: int) -> Cards:
    return (*held[:card], held[card] - 1, *held[card + 1 :])

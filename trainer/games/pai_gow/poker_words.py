"""The words in which a poker house way speaks: conditions on seven cards, and what goes in front and behind.

Conditions (``when``), all of which must hold:

===========  =========================================================================================================
``holds``    the shape of the hand, or a list of shapes: ``two pairs``, ``three and a pair`` … (see `Shape`)
``pairs``    ranks of its pairs, highest first: ``low low``, ``J+ 6+``; likewise ``threes``, ``four`` and ``singles``
``joker``    whether the joker is among the seven cards
``complete`` whether five of them make a straight, a flush or both
``straight`` whether they make a straight, or ranks its top card may have: ``A``
``flush``    whether they make a flush
``any``      a list of such tables, one of which must hold
``not``      such a table, which must not hold
===========  =========================================================================================================

Ranks are written ``8``, ``2-6``, ``K+`` (king or better), several with commas, or by a word of the file. The joker is
an ace: with an ace it makes a pair, alone it is the best single. ``front`` names the two cards in front (`FRONTS`), and
``back = "complete"`` asks for a complete hand behind them; ``best two`` and ``the rest`` then choose among complete
hands the one that leaves the best front or that is itself the best. ``provided`` asks something of the front that comes
out: ``front at least A Q``, ``front under 3 2``, ``front is a pair``, ``front is no pair``. Where the named front can
be taken from the hand in several ways, the way that leaves the highest back is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from trainer.games.pai_gow.deal import Deal, RankView, Shape
from trainer.games.pai_gow.house_way import WordError, within
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.poker.cards import RANK
from trainer.games.poker.hands import COMPLETE, Category
from trainer.rulebooks.problems import MISSING, listed, not_a, not_one_of, wrong

Condition = Callable[[Deal], bool]
Front = tuple[int, int]
Placement = Callable[[Deal], tuple[Front, tuple[int, ...]] | None]
Ranks = frozenset[int]

_RANK_NAMES = {**{str(rank): rank for rank in range(2, 11)}, "T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
_ALL = frozenset(range(2, 15))


def read_ranks(text: str, words: Mapping[str, str]) -> Ranks:
    """Ranks as a house way writes them.

    >>> sorted(read_ranks("2-4,K+", {}))
    [2, 3, 4, 13, 14]
    """
    if text == "any":
        return _ALL
    if text in words:
        return read_ranks(words[text], {})
    found: set[int] = set()
    for part in text.split(","):
        lowest, dash, highest = part.partition("-")
        above = part.endswith("+")
        ends = [lowest.removesuffix("+"), highest if dash else "A" if above else lowest]
        if not all(end in _RANK_NAMES for end in ends):
            raise WordError(wrong("not-ranks", text=part, words=listed(words)))
        if _RANK_NAMES[ends[0]] > _RANK_NAMES[ends[1]]:
            raise WordError(wrong("reversed", text=part, turned=f"{ends[1]}-{ends[0]}"))
        found |= set(range(_RANK_NAMES[ends[0]], _RANK_NAMES[ends[1]] + 1))
    return frozenset(found)


# ── conditions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def read_shapes(when: Mapping[str, Any]) -> frozenset[Shape]:
    """The shapes a condition table allows: those under ``holds``, or all."""
    if "holds" not in when:
        return frozenset(Shape)
    named = when["holds"] if isinstance(when["holds"], list) else [when["holds"]]
    for name in named:
        if name not in tuple(Shape):
            raise WordError(not_one_of(name, Shape), "holds")
    return frozenset(Shape(name) for name in named)


def read_conditions(when: Mapping[str, Any], words: Mapping[str, str]) -> list[Condition]:
    """The conditions of a table, the shape (`read_shapes`) left out."""
    conditions: list[Condition] = []
    for key, value in when.items():
        if key == "holds":
            continue
        if key not in _CONDITIONS:
            raise WordError(wrong("unknown-key", known=listed(("holds", *_CONDITIONS))), key)
        with within(key):
            conditions.append(_CONDITIONS[key](value, words))
    return conditions


def _whole(when: Mapping[str, Any], words: Mapping[str, str]) -> Condition:
    """A condition table as one condition, the shape included."""
    if not isinstance(when, Mapping):
        raise WordError(not_a(dict, when))
    shapes, conditions = read_shapes(when), read_conditions(when, words)
    return lambda deal: deal.view.shape in shapes and all(condition(deal) for condition in conditions)


def _groups(size: int) -> Callable[[Any, Mapping[str, str]], Condition]:
    def build(value: Any, words: Mapping[str, str]) -> Condition:
        wanted = [read_ranks(word, words) for word in str(value).split()]

        def condition(deal: Deal) -> bool:
            ranks = deal.view.groups[size] if size > 1 else deal.view.singles
            if len(ranks) < len(wanted):
                return False
            return all(rank in allowed for rank, allowed in zip(ranks, wanted, strict=False))

        return condition

    return build


def _yes_or_no(ask: Callable[[Deal], bool]) -> Callable[[Any, Mapping[str, str]], Condition]:
    def build(value: Any, words: Mapping[str, str]) -> Condition:
        if not isinstance(value, bool):
            raise WordError(not_a(bool, value))
        return ask if value else lambda deal: not ask(deal)

    return build


def _straight(value: Any, words: Mapping[str, str]) -> Condition:
    if isinstance(value, bool):
        return lambda deal: bool(deal.view.straights) == value
    tops = read_ranks(str(value), words)
    return lambda deal: any(top in tops for top in deal.view.straights)


def _any(value: Any, words: Mapping[str, str]) -> Condition:
    if not isinstance(value, list):
        raise WordError(not_a(list, value))
    parts = [_whole(part, words) for part in value]
    return lambda deal: any(part(deal) for part in parts)


def _not(value: Any, words: Mapping[str, str]) -> Condition:
    inner = _whole(value, words)
    return lambda deal: not inner(deal)


_CONDITIONS: dict[str, Callable[[Any, Mapping[str, str]], Condition]] = {
    "pairs": _groups(2),
    "threes": _groups(3),
    "four": _groups(4),
    "singles": _groups(1),
    "joker": _yes_or_no(lambda deal: deal.view.joker),
    "complete": _yes_or_no(lambda deal: deal.complete),
    "straight": _straight,
    "flush": _yes_or_no(lambda deal: deal.flush),
    "any": _any,
    "not": _not,
}


# ── placements ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _group_front(size: int, index: int, of: int) -> Callable[[RankView], Front | None]:
    """Two cards of a group, if the hand has so many groups of that size (0: any number of them)."""

    def front(view: RankView) -> Front | None:
        ranks = view.groups[size]
        if not ranks or (of and len(ranks) != of):
            return None
        return ranks[index], ranks[index]

    return front


def _single_front(first: int) -> Callable[[RankView], Front | None]:
    def front(view: RankView) -> Front | None:
        pair = view.singles[first : first + 2]
        return (pair[0], pair[1]) if len(pair) == 2 else None

    return front


def _three_and_single(view: RankView) -> Front | None:
    if len(view.groups[3]) != 1 or not view.singles:
        return None
    three, single = view.groups[3][0], view.singles[0]
    return (three, single) if three > single else (single, three)


FRONTS: dict[str, Callable[[RankView], Front | None]] = {
    "best singles": _single_front(0),
    "second and third singles": _single_front(1),
    "the pair": _group_front(2, 0, of=1),
    "highest pair": _group_front(2, 0, of=0),
    "middle pair": _group_front(2, 1, of=3),
    "lowest pair": _group_front(2, -1, of=0),
    "two of the three": _group_front(3, 0, of=1),
    "two of the higher three": _group_front(3, 0, of=2),
    "two of the lower three": _group_front(3, 1, of=2),
    "two of the four": _group_front(4, 0, of=1),
    "two of the five": _group_front(5, 0, of=1),
    "one of the three and the best single": _three_and_single,
}
BEST_TWO, THE_REST = "best two", "the rest"
BACKS: dict[str, frozenset[Category]] = {
    "complete": COMPLETE,
    "straight": frozenset({Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}),
    "flush": frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}),
}


def read_placement(front: str, back: str) -> Placement:
    """The setting that a front and a back name; it gives nothing for a hand of which it cannot be made."""
    if back and back not in BACKS:
        raise WordError(not_one_of(back, BACKS), "back")
    if front in (BEST_TWO, THE_REST):
        if not back:
            raise WordError(wrong("needs-back", front=front, known=listed(BACKS)), "back")
        return _among_backs(BACKS[back], front_first=front == BEST_TWO)
    if front not in FRONTS:
        raise WordError(not_one_of(front, (*FRONTS, BEST_TWO, THE_REST)) if front else MISSING, "front")
    return _front_before(FRONTS[front], BACKS[back]) if back else _front_of(FRONTS[front])


def read_front(text: str) -> Callable[[int, PaiGowRanks], bool]:
    """What a front must be for a case to be played, by its rank: a threshold of two cards, a pair, or none.

    Two cards of a threshold are written high card first: ``front at least A Q``; two of one rank are a pair.
    """
    if text == "front is a pair":
        return lambda rank, ranks: ranks.is_pair(rank)
    if text == "front is no pair":
        return lambda rank, ranks: not ranks.is_pair(rank)
    match = re.fullmatch(r"front (at least|under) (\w+) (\w+)", text)
    if match is None or not {match[2], match[3]} <= _RANK_NAMES.keys():
        raise WordError(wrong("not-front", text=text))
    first, second = _RANK_NAMES[match[2]], _RANK_NAMES[match[3]]
    if second > first:
        raise WordError(wrong("reversed", text=f"{match[2]} {match[3]}", turned=f"{match[3]} {match[2]}"))
    is_least = match[1] == "at least"
    return lambda rank, ranks: (rank >= ranks.two_of(first, second)) is is_least


def provided_front(place: Placement, holds: Callable[[int, PaiGowRanks], bool]) -> Placement:
    """The same placement, for hands whose front it makes is as it must be."""

    def checked(deal: Deal) -> tuple[Front, tuple[int, ...]] | None:
        placed = place(deal)
        return placed if placed and holds(deal.hand_ranks.two(placed[0]), deal.hand_ranks) else None

    return checked


def _front_of(front_ranks: Callable[[RankView], Front | None]) -> Placement:
    def place(deal: Deal) -> tuple[Front, tuple[int, ...]] | None:
        wanted = front_ranks(deal.view)
        if wanted is None:
            return None
        fronts = _fronts(deal, *wanted)
        # Without a straight or a flush in the hand the back is the same whichever of equal cards stay in it.
        if len(fronts) == 1 or not deal.complete:
            return fronts[0], deal.without(fronts[0])
        settings = [(front, deal.without(front)) for front in fronts]
        return max(settings, key=lambda setting: deal.hand_ranks.five(setting[1]))

    return place


def _front_before(front_ranks: Callable[[RankView], Front | None], backs: frozenset[Category]) -> Placement:
    def place(deal: Deal) -> tuple[Front, tuple[int, ...]] | None:
        wanted = front_ranks(deal.view)
        if wanted is None or not deal.complete:
            return None
        fitting = [
            (rank, front, back)
            for front, back, rank in deal.complete_settings()
            if (RANK[front[0]], RANK[front[1]]) == wanted and deal.hand_ranks.category(rank) in backs
        ]
        if not fitting:
            return None
        _, front, back = max(fitting, key=lambda setting: setting[0])
        return front, back

    return place


def _among_backs(backs: frozenset[Category], front_first: bool) -> Placement:
    def place(deal: Deal) -> tuple[Front, tuple[int, ...]] | None:
        two, category = deal.hand_ranks.two, deal.hand_ranks.category
        best: tuple[tuple[int, int], Front, tuple[int, ...]] | None = None
        for front, back, rank in deal.complete_settings():
            if category(rank) in backs:
                order = (two(front), rank) if front_first else (rank, two(front))
                if best is None or order > best[0]:
                    best = order, front, back
        return best[1:] if best else None

    return place


def _fronts(deal: Deal, first: int, second: int) -> list[Front]:
    """Every choice of two cards of these ranks, in printed order."""
    if first == second:
        cards = deal.of_rank(first)
        return [(card, other) for index, card in enumerate(cards) for other in cards[index + 1 :]]
    return [(card, other) for card in deal.of_rank(first) for other in deal.of_rank(second)]

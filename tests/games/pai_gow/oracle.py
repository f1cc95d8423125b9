"""A slow second opinion, written from the regulation and the house way's wording, sharing nothing with the engine.

Cards are ``(rank, suit)`` with ranks 2 to 14; the joker is ``None``. Hands rank as tuples.
"""

from __future__ import annotations

from itertools import combinations

Card = tuple[int, str] | None
Hand = tuple[Card, ...]
Rank = tuple[int, ...]

ORDER = "high pair two-pair three straight flush full four straight-flush royal five-aces".split()
DECK: list[Card] = [(rank, suit) for rank in range(2, 15) for suit in "SHDC"]


def natural(hand: list[tuple[int, str]]) -> tuple[int, ...]:
    """Five cards without a joker; five aces come from four aces and a stand-in."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    sizes = [size for size, _ in groups]
    flush = len({suit for _, suit in hand}) == 1 and len(set(hand)) == 5
    straight = 0
    if ranks == [14, 5, 4, 3, 2]:
        straight = 28  # between the ace-high (30) and the king-high (26)
    elif len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4:
        straight = 30 if ranks[0] == 14 else 2 * ranks[0]
    if sizes == [5]:
        return (ORDER.index("five-aces"),)
    if flush and straight:
        return (ORDER.index("royal"),) if straight == 30 else (ORDER.index("straight-flush"), straight)
    if sizes[0] == 4:
        kind = "four"
    elif sizes == [3, 2]:
        kind = "full"
    elif flush:
        return (ORDER.index("flush"), *ranks)
    elif straight:
        return (ORDER.index("straight"), straight)
    else:
        kind = {3: "three", 2: "two-pair" if sizes[:2] == [2, 2] else "pair", 1: "high"}[sizes[0]]
    return (ORDER.index(kind), *(rank for _, rank in groups))


def five(hand: Hand) -> tuple[int, ...]:
    """Five cards: the joker is an ace, or whatever card completes a straight or a flush."""
    cards = [card for card in hand if card is not None]
    if len(cards) == 5:
        return natural(cards)
    ace = natural([*cards, (14, "joker")])
    complete = {ORDER.index(kind) for kind in ("straight", "flush", "straight-flush", "royal")}
    stand_ins = [card for card in DECK if card is not None and card not in cards]
    readings = [natural([*cards, card]) for card in stand_ins]
    return max([ace, *(reading for reading in readings if reading[0] in complete)])


def two(hand: Hand) -> tuple[int, ...]:
    first, second = sorted((14 if card is None else card[0] for card in hand), reverse=True)
    return (1, first) if first == second else (0, first, second)


def is_complete(hand: Hand) -> bool:
    return ORDER[five(hand)[0]] in ("straight", "flush", "straight-flush", "royal")


def trump_plaza(hand: Hand) -> tuple[str, Rank, Rank]:
    """The rule that decides, and the ranks of front and back: by choosing among all 21 settings."""
    ranks = sorted((14 if card is None else card[0] for card in hand), reverse=True)
    count = {rank: ranks.count(rank) for rank in ranks}

    def groups(size: int) -> list[int]:
        return sorted((rank for rank in count if count[rank] == size), reverse=True)

    singles, pairs, threes, fours, fives = (groups(size) for size in range(1, 6))
    settings = [(front, tuple(c for c in hand if c not in front)) for front in combinations(hand, 2)]

    def with_front(first: int, second: int, complete: bool = False) -> tuple[Rank, Rank] | None:
        wanted = two(((first, "x"), (second, "y")))
        backs = [five(back) for front, back in settings if two(front) == wanted and (not complete or is_complete(back))]
        return (wanted, max(backs)) if backs else None

    def best_front() -> tuple[Rank, Rank]:
        return max((two(front), five(back)) for front, back in settings if is_complete(back))

    def answer(rule: int, found: tuple[Rank, Rank] | None) -> tuple[str, Rank, Rank]:
        assert found is not None
        return str(rule), *found

    can_complete = any(is_complete(back) for _, back in settings)
    best = singles[0] if singles else 0
    if fives:
        return answer(1, with_front(13, 13) if pairs == [13] else with_front(14, 14))
    if fours:
        four = fours[0]
        if threes or pairs:
            beside = (threes or pairs)[0]
            return answer(2 if threes else 3, with_front(beside, beside))
        keep = four <= 6 or (four <= 10 and best >= 13) or (10 < four < 14 and best == 14)
        return answer(4, with_front(*singles[:2]) if keep else with_front(four, four))
    if len(threes) == 2:
        return answer(5, with_front(threes[0], threes[0]))
    if threes and pairs:
        if pairs == [2] and singles == [14, 13]:
            return answer(6, with_front(14, 13))
        return answer(6, with_front(pairs[0], pairs[0]))
    if len(pairs) == 3:
        return answer(7, with_front(pairs[0], pairs[0]))
    if len(pairs) == 2:
        kinds = ["low" if rank <= 6 else "medium" if rank <= 10 else "high" if rank <= 13 else "ace" for rank in pairs]
        needed = {("low", "low"): 13, ("medium", "low"): 13, ("high", "low"): 14, ("medium", "medium"): 14}
        keep = best >= needed.get((kinds[0], kinds[1]), 99)
        return answer(8, with_front(*singles[:2]) if keep else with_front(pairs[1], pairs[1]))
    if threes:
        three = threes[0]
        if can_complete:
            return answer(9, with_front(three, three, complete=True) or best_front())
        return answer(10, with_front(14, best) if three == 14 else with_front(*singles[:2]))
    if pairs:
        if can_complete:
            return answer(11, with_front(pairs[0], pairs[0], complete=True) or best_front())
        return answer(13, with_front(*singles[:2]))
    if can_complete:
        return answer(12, best_front())
    return answer(14, with_front(*singles[1:3]))

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
    return set_by("trump-plaza-ac", hand)


_LOW, _MEDIUM, _HIGH = range(2, 7), range(7, 11), range(11, 14)
_LAS_VEGAS = ("flamingo", "golden-nugget", "mgm-grand")


def _keeps_four(column: str, four: int, best: int, second: int) -> bool:
    """Four of a kind with three singles: whether they stay together."""
    if column == "ballys-ac":
        return four <= 9 or (four < 14 and best == 14)
    if four in _MEDIUM:
        least = 13 if column in ("trump-plaza-ac", "foxwoods") else 14
        return best >= least and (column != "flamingo" or second >= 11)
    return four in _LOW or (column == "trump-plaza-ac" and four in _HIGH and best == 14)


def _splits_four_beside(column: str, four: int, pair: int) -> bool:
    """Four of a kind beside a pair: whether they are split all the same."""
    if column == "ballys-ac":
        return four == 14 and pair != 13
    return column in _LAS_VEGAS and ((four == 14 and pair < 7) or (four in _HIGH and pair < 10))


def _keeps_two_pairs(column: str, higher: int, lower: int, best: int) -> bool:
    match column:
        case "foxwoods":
            return (higher in _MEDIUM and best == 14) or (higher in _LOW and best >= 13)
        case "flamingo":
            both_small = higher <= 6 or (higher <= 10 and best == 14)
            return both_small or (higher in _HIGH and lower <= 5 and best == 14)
        case "golden-nugget":
            return not (higher == 14 or (higher >= 7 and best < 14) or (higher >= 11 and lower >= 6))
        case "mgm-grand":
            with_ace = higher in _MEDIUM or (higher in _HIGH and lower <= 6)
            return higher <= 6 or (with_ace and best == 14)
    kinds = ["low" if rank in _LOW else "medium" if rank in _MEDIUM else "high" for rank in (higher, lower)]
    needed = {("low", "low"): 13, ("medium", "low"): 13, ("high", "low"): 14, ("medium", "medium"): 14}
    return higher < 14 and best >= needed.get((kinds[0], kinds[1]), 99)


def _complete_before_two_pairs(column: str, higher: int, best: int) -> bool:
    return column in ("flamingo", "golden-nugget") or (column == "mgm-grand" and higher <= 6 and best < 14)


def set_by(column: str, hand: Hand) -> tuple[str, Rank, Rank]:
    """A hand set as a column of published house ways says: the rule, and the ranks of front and back."""
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

    def answer(rule: str, found: tuple[Rank, Rank] | None) -> tuple[str, Rank, Rank]:
        assert found is not None
        return rule, *found

    can_complete = any(is_complete(back) for _, back in settings)
    best = singles[0] if singles else 0
    if fives:
        return answer("1", with_front(13, 13) if pairs == [13] else with_front(14, 14))
    if fours:
        four = fours[0]
        if threes:
            return answer("2", with_front(threes[0], threes[0]))
        if pairs:
            splits = _splits_four_beside(column, four, pairs[0])
            return answer("3", with_front(four, four) if splits else with_front(pairs[0], pairs[0]))
        keep = _keeps_four(column, four, best, singles[1])
        return answer("4", with_front(*singles[:2]) if keep else with_front(four, four))
    if len(threes) == 2:
        return answer("5", with_front(threes[0], threes[0]))
    if threes and pairs:
        if pairs == [2] and singles == [14, 13] and column not in ("claridge", "foxwoods"):
            return answer("6", with_front(14, 13))
        return answer("6", with_front(pairs[0], pairs[0]))
    if len(pairs) == 3:
        return answer("7", with_front(pairs[0], pairs[0]))
    if len(pairs) == 2:
        if can_complete and _complete_before_two_pairs(column, pairs[0], best):
            return answer("8", best_front())
        keep = _keeps_two_pairs(column, *pairs, best)
        return answer("8", with_front(*singles[:2]) if keep else with_front(pairs[1], pairs[1]))
    if threes:
        three = threes[0]
        if can_complete:
            return answer("9", with_front(three, three, complete=True) or best_front())
        return answer("10", with_front(14, best) if three == 14 else with_front(*singles[:2]))
    if pairs:
        to_the_ace = sum(rank in count for rank in (10, 11, 12, 13)) >= 3
        if column == "ballys-ac" and pairs == [14] and None in hand and to_the_ace:
            return answer("11a", with_front(*singles[:2]))
        if can_complete and column in ("foxwoods", "mgm-grand") and 10 <= pairs[0] <= 13 and best == 14:
            return answer("11", with_front(*singles[:2]))
        if can_complete:
            return answer("11", with_front(pairs[0], pairs[0], complete=True) or best_front())
        return answer("13", with_front(*singles[:2]))
    if can_complete:
        return answer("12", best_front())
    return answer("14", with_front(*singles[1:3]))

"""A slow second opinion on tiles, written from the columns of published house ways, sharing nothing with the engine.

Tiles are text (``6-6``), the smaller half first; a setting is (low, high), each two tiles.
"""

from __future__ import annotations

from itertools import combinations

Tiles = tuple[str, ...]
Setting = tuple[Tiles, Tiles]

# The rank table of the regulation, best first; tiles of one line are equal.
LINES = "6-6|1-1|4-4|1-3|5-5|3-3|2-2|5-6|4-6|1-6|1-5|3-6 4-5|2-6 3-5|2-5 3-4|2-4|1-4 2-3|1-2".split("|")
RANK = {tile: -line for line, tiles in enumerate(LINES) for tile in tiles.split()}
PIPS = {tile: int(tile[0]) + int(tile[2]) for tile in RANK}
MATCHED = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5".split()
MIXED = ("3-6 4-5", "2-6 3-5", "2-5 3-4", "1-4 2-3")
SUPREME = {"2-4", "1-2"}


def strength(hand: Tiles) -> tuple[int, int]:
    """How high a hand ranks: a permissible pair by its place, else value and best tile."""
    one, other = hand
    if set(hand) == SUPREME:
        return 100, 0
    if one == other or any({one, other} == set(pair.split()) for pair in MIXED):
        place = MATCHED.index(one) if one in MATCHED else 11 + next(i for i, p in enumerate(MIXED) if one in p)
        return 90 - place, 0
    big = next((tile for tile in ("6-6", "1-1") if tile in hand), "")
    rest = PIPS[other if one == big else one] if big else 0
    if big and rest in (9, 8):
        return {9: 70, 8: 60}[rest] - (big == "1-1"), 0
    best = (0, -99)
    for first in (3, 6) if one in SUPREME else (PIPS[one],):
        for second in (3, 6) if other in SUPREME else (PIPS[other],):
            ranks = []
            for tile, counted in ((one, first), (other, second)):
                ranks.append(RANK["2-4" if counted == 6 else "1-2"] if tile in SUPREME else RANK[tile])
            best = max(best, ((first + second) % 10, max(ranks)))
    return best


def scale(hand: Tiles) -> int:
    """Pair 12, wong 11, gong 10, else the value."""
    points = strength(hand)[0]
    return 12 if points > 70 else 11 if points >= 69 else 10 if points >= 59 else points


def settings(deal: Tiles) -> list[Setting]:
    found: dict[tuple[tuple[int, int], tuple[int, int]], Setting] = {}
    for pair in combinations(range(4), 2):
        one = tuple(deal[index] for index in pair)
        other = tuple(deal[index] for index in range(4) if index not in pair)
        low, high = sorted((one, other), key=strength)
        found.setdefault((strength(low), strength(high)), (low, high))
    return list(found.values())


def _rank(setting: Setting) -> tuple[tuple[int, int], tuple[int, int]]:
    return strength(setting[0]), strength(setting[1])


def _scales(setting: Setting) -> tuple[int, int]:
    return scale(setting[0]), scale(setting[1])


def best_low(left: list[Setting]) -> Setting:
    return max(left, key=_rank)


def best_high(left: list[Setting]) -> Setting:
    return max(left, key=lambda setting: _rank(setting)[::-1])


def not_beaten(every: list[Setting]) -> list[Setting]:
    return [
        one
        for one in every
        if not any(
            other is not one and _rank(other)[0] >= _rank(one)[0] and _rank(other)[1] >= _rank(one)[1]
            for other in every
        )
    ]


def played(column: str, deal: Tiles) -> Setting:
    """The setting of a column of the comparison; ``deal`` holds four tiles."""
    left = not_beaten(settings(deal))
    if len(left) == 1:
        return left[0]
    pairs = [setting for setting in settings(deal) if scale(setting[1]) == 12]
    if pairs:
        return _with_a_pair(column, deal, pairs[0], left)
    return _twelve_or_two(column, deal, left) or _rest(column, deal, left)


def _with_a_pair(column: str, deal: Tiles, kept: Setting, left: list[Setting]) -> Setting:
    pair, others = kept[1], sorted(PIPS[tile] for tile in kept[0])
    split = [setting for setting in left if setting[1] != pair]
    if not split:
        return kept
    low, high = _scales(split[0])
    pips = PIPS[pair[0]]
    few = {2, 10, 12} if pips == 9 else {2, 10, 11, 12}
    both_of = all(count in few for count in others)
    by_tiles = column in ("foxwoods", "taj-mahal", "new-zealand", "alberta")
    if set(pair) == SUPREME:
        splits = column != "canberra" and 6 in others and (others == [6, 6] or bool({4, 5} & set(others)))
        splits = splits and not SUPREME & set(kept[0])
    elif pips in (2, 12) and pair[0] in ("1-1", "6-6"):
        splits = (low >= 6 and high >= 8) or (others == [9, 11] and column not in ("alberta", "canberra"))
    elif pips == 9:
        splits = both_of if by_tiles else low >= 9 and high >= 9
    elif pips == 8:
        splits = both_of or others == [9, 11] if by_tiles else (low >= 7 and high >= 9) or (low >= 8 and high >= 8)
    elif pips == 7:
        splits = low >= 7 and high >= 9
        if column == "canberra":
            splits = low >= 7 and _is_high_nine(split[0][1])
        if by_tiles:
            splits = both_of and (column != "taj-mahal" or bool({2, 12} & set(others)))
    else:
        splits = False
    return split[0] if splits else kept


def _is_high_nine(hand: Tiles) -> bool:
    big = [tile for tile in hand if tile in ("6-6", "1-1")]
    return len(big) == 1 and any(PIPS[tile] == 7 for tile in hand)


def _kind(hand: Tiles) -> str:
    return {11: "wong", 10: "gong"}.get(scale(hand), "high nine" if _is_high_nine(hand) else "")


def _twelve_or_two(column: str, deal: Tiles, left: list[Setting]) -> Setting | None:
    """High nine, gong, wong, with the exceptions for 11, 4 and 5; which low hand they need is the column's."""
    if column == "alberta" and {"6-6", "1-1"} <= set(deal) and sum(PIPS[tile] in (7, 8, 9) for tile in deal) == 2:
        reversed_ones = [one for one in left if "1-1" in one[1] and "6-6" in one[0]]
        if reversed_ones:
            return best_low(reversed_ones)
    least = {"taj-mahal": (3, RANK["3-3"]), "canberra": (3, RANK["3-3"]), "new-zealand": (3, RANK["1-3"])}.get(column)
    candidates = [one for one in left if _kind(one[1])]
    enough = [one for one in candidates if least is None or strength(one[0]) >= least]
    if not candidates or (not enough and column != "new-zealand"):
        return None
    if not enough:
        return _of_kind(next(kind for kind in ("wong", "gong", "high nine") if _has(kind, candidates)), candidates)
    kinds = {_kind(one[1]) for one in enough}
    every = {_kind(one[1]) for one in candidates}
    four, five = {"1-3", "2-2"} & set(deal), {"1-4", "2-3"} & set(deal)
    if len(every) == 1:
        kind = kinds.pop()
    elif "wong" in kinds and ("5-6" in deal or ("high nine" in every and "2-2" in deal)):
        kind = "wong"
    elif "gong" in kinds and "high nine" in every and (four or (five and {"2-6", "3-5"} & set(deal))):
        kind = "gong"
    else:
        kind = next(kind for kind in ("high nine", "gong", "wong") if kind in kinds)
    return _of_kind(kind, enough)


def _has(kind: str, candidates: list[Setting]) -> bool:
    return any(_kind(one[1]) == kind for one in candidates)


def _of_kind(kind: str, candidates: list[Setting]) -> Setting:
    found = [one for one in candidates if _kind(one[1]) == kind]
    return next((one for one in found if "6-6" in one[1]), found[0])


def _rest(column: str, deal: Tiles, left: list[Setting]) -> Setting:
    if column == "taj-mahal":
        small = [
            one for one in left if 7 <= scale(one[1]) <= 9 and any(all(_is_small(t) for t in hand) for hand in one)
        ]
        return min(small or left, key=lambda one: (scale(one[1]) - scale(one[0]), [-x for x in _flat(one)]))
    if column in ("new-zealand", "alberta"):
        least = (3, RANK["1-3"]) if column == "new-zealand" else (6, RANK["3-3"])
        if strength(best_low(left)[0]) >= least:
            return best_low(left)
        if scale(best_high(left)[1]) >= 8:
            return best_high(left)
        return _low_or_high(left)
    if column == "canberra":
        most = max(sum(_scales(one)) for one in left)
        left = [one for one in left if sum(_scales(one)) == most]
        if len(left) == 1:
            return left[0]
    return _traditional_four(deal, left)


def _is_small(tile: str) -> bool:
    return PIPS[tile] <= 6 and tile not in ("1-1",)


def _flat(setting: Setting) -> list[int]:
    return [*strength(setting[0]), *strength(setting[1])]


def _low_or_high(left: list[Setting]) -> Setting:
    is_low = strength(best_low(left)[0]) < (3, RANK["3-3"])
    return best_high(left) if is_low and scale(best_high(left)[1]) >= 7 else best_low(left)


def _traditional_four(deal: Tiles, left: list[Setting]) -> Setting:
    def ways(low: int, high: int) -> list[Setting]:
        return [one for one in left if _scales(one) == (low, high)]

    top_two = sorted(deal, key=RANK.__getitem__)[-2:]

    def apart(setting: Setting) -> bool:
        return (top_two[0] in setting[0] and top_two[1] in setting[1]) or (
            top_two[1] in setting[0] and top_two[0] in setting[1]
        )

    if len(ways(8, 9)) > 1:
        return best_high(ways(8, 9))
    if ways(8, 8) and ways(7, 9) and apart(best_high(ways(7, 9))):
        return best_high(ways(7, 9))
    if len(ways(7, 8)) > 1 and {"6-6", "1-1"} <= set(deal):
        return next(one for one in ways(7, 8) if "6-6" in one[1])
    for low, high in ((6, 7), (6, 8), (6, 9), (7, 9)):
        if len(ways(low, high)) > 1 and apart(best_high(ways(low, high))):
            return best_high(ways(low, high))
    return _low_or_high(left)

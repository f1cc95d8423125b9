"""The shipped house ways: worked examples, a second opinion, and every deal of tiles."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.pai_gow import oracle, tile_oracle
from tests.games.pai_gow.tables import TILES, cards_way, numbers, poker_rules, tiles_way
from tests.loops import loop_over
from trainer.equipment.tiles import parse_tiles, print_tiles
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.figures import read_poker_way, read_tile_way
from trainer.games.pai_gow.proof import tile_deals
from trainer.games.pai_gow.setting import follows, is_lawful, set_hand
from trainer.games.poker import cards
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

TRUMP = cards_way("trump-plaza-ac")
TILE_COLUMNS = ["traditional", "foxwoods", "taj-mahal", "new-zealand", "alberta", "canberra"]

# Seven cards, front, rule; without suits no flush is possible.
WORKED = """
K Q 9 8 6 4 2          | Q 9     | 14
JK Q 9 8 6 4 2         | Q 9     | 14
8 8 K J 6 4 2          | K J     | 13
6 6 4 4 K 9 2          | K 9     | 8
6 6 4 4 Q 9 2          | 4 4     | 8
9 9 4 4 K J 2          | K J     | 8
10 10 8 8 K 5 2        | 8 8     | 8
10 10 8 8 A 5 2        | A 5     | 8
Q Q 5 5 K 9 2          | 5 5     | 8
Q Q 5 5 A 9 3          | A 9     | 8
J J 7 7 A 9 2          | 7 7     | 8
A JK 3 3 K 9 5         | 3 3     | 8
K K 8 8 3 3 J          | K K     | 7
A A JK Q 9 5 2         | A Q     | 10
Q Q Q 7 7 7 2          | Q Q     | 5
8 8 8 5 5 K J          | 5 5     | 6
8 8 8 2 2 A K          | A K     | 6
8 8 8 2 2 A Q          | 2 2     | 6
8 8 8 5 5 J J          | J J     | 6
5 5 5 5 A K 9          | A K     | 4
9 9 9 9 K 6 2          | K 6     | 4
9 9 9 9 Q 6 2          | 9 9     | 4
K K K K A 6 2          | A 6     | 4
K K K K Q 6 2          | K K     | 4
A A A A Q 6 2          | A A     | 4
7 7 7 7 3 3 K          | 3 3     | 3
A A A A JK K K         | K K     | 1
A A A A JK Q 9         | A A     | 1
10 9 8 7 6 Q Q         | Q Q     | 11
10 9 8 7 6 6 A         | A 6     | 11
9 8 7 6 5 4 K          | K 9     | 12
KS JS 8S 5S 3S 2S AH   | AH KS   | 12
KS 10H 9S 8S 7S 6S 5D  | KS 10H  | 12
A 2 3 4 5 5 5          | 5 5     | 9
JK K Q J 9 A 3         | A 3     | 11
JK 9 8 6 5 K 2         | K 2     | 12
AS AH AD JK KS QS 10S  | AH AD   | 4
AS AC JK KD JD 10D 3C  | AS 3C   | 9
AS AC JK 8H 7D 6H 5S   | AS AC   | 9
9H 8H 7H 6H 9D JK 2S   | 9D 2S   | 11
AH JK QD 9H 8H 4D 2H   | QD 4D   | 11
KS QS JS 10H 9C JK 5D  | JK 5D   | 12
""".strip().splitlines()


@loop_over("line", WORKED, ids=lambda line: " ".join(line.split("|")[0].split()))
def test_worked_examples_of_trump_plaza(line: str) -> None:
    dealt, front, rule = (part.strip() for part in line.split("|"))
    front = front.replace("10", "T")
    setting = TRUMP.setting(numbers(dealt))
    assert setting is not None
    assert setting.decider.rule.id == rule
    shown = [str(card) for card in cards.as_cards(setting.front)]
    with_suits = any(len(word) == 2 and word != "JK" for word in front.split())
    assert sorted(card if with_suits or card == "JK" else card[0] for card in shown) == sorted(front.split())


def test_hands_agree_with_a_second_opinion() -> None:
    """Three hundred of them by the table's own way; ``benchmarks/test_pai_gow.py`` takes thousands of every way."""
    assert len(compare_with_the_oracle("trump-plaza-ac", 300)) >= 12


@pytest.mark.parametrize("name", ["claridge", "ballys-ac", "foxwoods", "flamingo", "golden-nugget", "mgm-grand"])
def test_every_poker_column_agrees_with_a_second_opinion(name: str) -> None:
    assert len(compare_with_the_oracle(name, 60)) >= 8


def compare_with_the_oracle(name: str, hands: int) -> Counter[str]:
    """Set random hands by both, and count which rule decided."""
    rng = random.Random(11)
    rules: Counter[str] = Counter()
    for index in range(hands):
        dealt = rng.sample(range(53), 7)
        if index % 3 == 0 and cards.JOKER_NUMBER not in dealt:
            dealt[0] = cards.JOKER_NUMBER
        if index % 5 == 0:  # more straights and flushes than chance gives
            dealt = rng.sample([number for number in range(53) if cards.SUITS[number] & 3], 7)
        if index % 5 == 1:  # and more groups
            few = rng.sample(range(2, 15), 4)
            dealt = rng.sample([number for number in range(53) if cards.RANK[number] in few], 7)
        hand: oracle.Hand = tuple(None if card.is_joker else (card.order, card.suit) for card in cards.as_cards(dealt))
        rule, front, back = oracle.set_by(name, hand)
        setting = cards_way(name).setting(tuple(sorted(dealt)))
        assert setting is not None
        shown = dict(zip(dealt, hand, strict=True))
        set_front = tuple(shown[number] for number in setting.front)
        set_back = tuple(shown[number] for number in setting.back)
        assert (setting.decider.rule.id, oracle.two(set_front), oracle.five(set_back)) == (rule, front, back), hand
        rules[rule] += 1
    return rules


@pytest.mark.parametrize("name", TILE_COLUMNS)
def test_every_tile_column_agrees_with_a_second_opinion(name: str) -> None:
    """Every 23rd deal; ``benchmarks/test_pai_gow.py`` takes all."""
    compare_tiles_with_the_oracle(name, every=23)


def compare_tiles_with_the_oracle(name: str, every: int = 1) -> int:
    """Set deals by both; returns how many were."""
    way = tiles_way(name)
    deals = list(tile_deals(way.ranks))[::every]
    for deal in deals:
        setting = way.setting(deal)
        assert setting is not None
        low, high = (
            tile_oracle.strength(tuple(map(str, way.ranks.as_tiles(hand.tiles))))
            for hand in (setting.printed.low, setting.printed.high)
        )
        dealt = tuple(map(str, way.ranks.as_tiles(deal)))
        assert (low, high) == tuple(map(tile_oracle.strength, tile_oracle.played(name, dealt))), dealt
    return len(deals)


def test_the_table_options_never_change_a_setting() -> None:
    """The joker is never worse in the back, so neither A-2-3-4-5 nor the joker's rank in a flush matters."""

    other = read_poker_way(poker_rules(a2345="lowest", **{"joker-in-flush": "ace"}))
    rng = random.Random(3)
    for _ in range(3000):
        dealt = tuple(sorted(rng.sample(range(53), 7)))
        one, two = TRUMP.setting(dealt), other.setting(dealt)
        assert one is not None and two is not None
        assert (one.front, one.decider.rule.id) == (two.front, two.decider.rule.id)


# ── tiles ────────────────────────────────────────────────────────────────────────────────────────────────────────────

# Four tiles; regulation rule and its low hand; traditional low hand and rule.
WORKED_TILES = """
2-4 1-2 3-3 2-2 | 1 | 3-3 2-2 | 2-2 2-4 | 2-split
2-4 1-2 6-6 3-6 | 1 | 6-6 3-6 | 6-6 3-6 | 0
6-6 6-6 5-6 3-6 | 2 | 6-6 5-6 | 6-6 5-6 | 2-split
6-6 6-6 4-4 1-6 | 2 | 6-6 1-6 | 6-6 1-6 | 2-split
6-6 6-6 1-3 1-2 | 2 | 1-3 1-2 | 1-3 1-2 | 0
3-6 4-5 6-6 5-5 | 2 | 5-5 3-6 | 5-5 3-6 | 2-split
4-4 4-4 5-6 3-6 | 2 | 5-6 3-6 | 4-4 3-6 | 2-split
4-4 4-4 5-5 4-6 | 2 | 5-5 4-6 | 4-4 4-6 | 2-split
1-6 1-6 1-1 5-6 | 2 | 1-1 5-6 | 5-6 1-6 | 2-split
1-4 2-3 6-6 1-1 | 2 | 6-6 1-1 | 6-6 1-1 | 2-keep
6-6 1-6 4-4 5-5 | 2 | 5-5 1-6 | 4-4 5-5 | 3-high-nine
6-6 2-6 3-6 5-6 | 2 | 5-6 2-6 | 5-6 2-6 | 0
6-6 1-6 3-5 1-4 | 2 | 1-6 1-4 | 1-6 1-4 | 3-gong
6-6 1-6 4-5 2-2 | 2 | 2-2 1-6 | 2-2 1-6 | 3-wong
5-6 4-6 1-4 3-3 | 3 | 4-6 1-4 | 5-6 1-4 | 4e-low
1-3 5-5 5-6 4-6 | 4 | 5-5 5-6 | 5-5 5-6 | 4e-low
3-3 1-5 1-6 4-4 | 4 | 3-3 1-6 | 3-3 1-6 | 4e-low
1-5 1-6 5-5 2-2 | 3 | 2-2 1-5 | 2-2 1-5 | 4e-high
4-4 5-6 1-6 4-6 | 3 | 5-6 1-6 | 5-6 1-6 | 4e-low
6-6 1-1 4-4 1-4 | 2 | 6-6 1-4 | 1-1 1-4 | 3-gong
6-6 1-1 2-6 3-6 | 2 | 6-6 2-6 | 1-1 2-6 | 3-wong
6-6 6-6 4-4 2-6 | 2 | 6-6 2-6 | 6-6 2-6 | 2-split
5-5 4-6 3-6 2-6 | 3 | 5-5 2-6 | 4-6 2-6 | 4a
5-5 5-6 1-6 2-6 | 3 | 5-6 1-6 | 5-5 1-6 | 4b
6-6 1-1 3-3 2-3 | 3 | 6-6 2-3 | 1-1 2-3 | 4c
5-5 3-3 4-6 2-6 | 3 | 5-5 3-3 | 3-3 4-6 | 4d
""".strip().splitlines()


@loop_over("line", WORKED_TILES, ids=lambda line: line.split("|")[0].strip())
def test_worked_examples_of_both_tile_ways(line: str) -> None:
    dealt, law_rule, law_low, low, rule = (part.strip() for part in line.split("|"))
    for name, wanted_low, wanted_rule in (("reglamento-11-6-d", law_low, law_rule), ("traditional", low, rule)):
        way = tiles_way(name)
        setting = way.setting(way.ranks.sorted_numbers(parse_tiles(dealt)))
        assert setting is not None
        shown = print_tiles(way.ranks.as_tiles(setting.printed.low.tiles))
        assert (shown, setting.decider.rule.id) == (wanted_low, wanted_rule)


def test_every_deal_under_the_regulation() -> None:
    """11.6(D): which rule decides, and how many different settings it admits, over all 35,960 deals."""
    way = tiles_way("reglamento-11-6-d")
    rules: Counter[str] = Counter()
    one_setting = shared = equal_hands = 0
    for deal, weight in tile_deals(way.ranks).items():
        setting = way.setting(deal)
        assert setting is not None and setting.is_clear
        rules[setting.decider.rule.id] += weight
        one_setting += weight * (len({admitted.rank for admitted in setting.admitted}) == 1)
        shared += weight * (len(setting.equal) > 1)
        equal_hands += weight * (setting.printed.rank[0] == setting.printed.rank[1])
    assert rules == {"1": 435, "2": 13_349, "3": 19_920, "4": 2_256}
    assert (one_setting, shared, equal_hands) == (21_110, 752, 8)


def test_every_deal_under_the_traditional_way() -> None:
    way, law = tiles_way("traditional"), tiles_way("reglamento-11-6-d")
    rules: Counter[str] = Counter()
    shared = equal_hands = departures = 0
    for deal, weight in tile_deals(way.ranks).items():
        setting, lawful = way.setting(deal), law.setting(deal)
        assert setting is not None and lawful is not None and setting.is_clear
        rules[setting.decider.rule.id] += weight
        shared += weight * (len(setting.equal) > 1)
        equal_hands += weight * (setting.printed.rank[0] == setting.printed.rank[1])
        departures += weight * (not set(setting.equal) & set(lawful.admitted))
    assert rules == {
        "0": 12_000, "2-keep": 1_588, "2-split": 580, "3-high-nine": 3_840, "3-gong": 3_200, "3-wong": 976,
        "4a": 48, "4b": 176, "4c": 48, "4d": 384, "4e-low": 12_064, "4e-high": 1_056,
    }  # fmt: skip
    assert (shared, equal_hands) == (892, 28)
    assert departures == 8_760


def test_lawful_is_more_than_the_completed_way() -> None:
    """Strict law accepts every setting of rule 2; the house only its completion."""
    answer = set_hand(TILES, ("6-6", "6-6", "4-4", "1-6"))
    pair = Hands(high=("6-6", "6-6"), low=("4-4", "1-6"))
    assert is_lawful(pair, answer) and not follows(TILES, pair, answer)
    assert follows(TILES, answer.printed, answer)
    broken = Hands(high=("1-6", "6-6"), low=("6-6", "4-4"))
    assert follows(TILES, broken, answer)  # the same two hands, laid the other way round


@pytest.mark.parametrize(("name", "deals"), [("reglamento-11-6-d", 32), ("traditional", 208)])
def test_the_gong_in_doubt_changes_few_deals(name: str, deals: int) -> None:
    """6-6 with 4-4 as a twentieth gong, as it is printed: so many deals are set or explained otherwise."""
    printed = load_rules(shipped_library(), "puerto-rico", "pai-gow-tiles", options={"gong-of-6-6-and-4-4": "20th"})
    one, other = tiles_way(name), read_tile_way(printed, name)
    changed = 0
    for deal, weight in tile_deals(one.ranks).items():
        first, second = one.setting(deal), other.setting(deal)
        assert first is not None and second is not None
        hands = [{frozenset((each.low.tiles, each.high.tiles)) for each in found.equal} for found in (first, second)]
        changed += weight * (hands[0] != hands[1] or first.decider.rule.id != second.decider.rule.id)
    assert changed == deals

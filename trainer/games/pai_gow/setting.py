"""Sets a hand by a house way and judges a given setting, for `decide` and the drills."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.tiles import Tile
from trainer.games.core import Reason, RequestError
from trainer.games.pai_gow.compare import Hands, check_pieces, rank_hands
from trainer.games.pai_gow.figures import is_tiles, pai_gow, read_poker_way, read_tile_way, tile_ranks
from trainer.games.pai_gow.house_way import Decider
from trainer.games.pai_gow.tile_deal import TileDeal, TileSplit
from trainer.games.pai_gow.tile_ranks import TileRanks
from trainer.games.poker import cards
from trainer.rulebooks.schema import Citation, GameRules, HouseWay
from trainer.texts import Names


class HouseSetting(msgspec.Struct, frozen=True):
    """A hand set by a house way: the printed answer, every equal one, and for a law all that it admits."""

    way: HouseWay
    decider: Decider
    printed: Hands
    equal: tuple[Hands, ...]
    lawful: tuple[Hands, ...]

    @property
    def reason(self) -> Reason:
        """The rule that decided, as the house way has it: in the words of its case or, where it has none, its own."""
        rule = self.decider.rule
        says = self.decider.case.says or Names(es=rule.text.es.rstrip("."), en=rule.text.en.rstrip("."))
        params = {"way": self.way.names, "rule": rule.id, "name": rule.names, "says": says}
        return Reason("house-rule", params, rule.cite or self.way.cite)


def set_hand(rules: GameRules, pieces: tuple[str, ...], way: str = "") -> HouseSetting:
    """Seven cards or four tiles set by a house way (the table's own if none is named)."""
    return _set_tiles(rules, pieces, way) if is_tiles(rules) else _set_cards(rules, pieces, way)


def _set_cards(rules: GameRules, pieces: tuple[str, ...], way: str) -> HouseSetting:
    numbers = cards.numbers(Card.parse(text) for text in _checked(rules, "cards", pieces))
    reader = read_poker_way(rules, way)
    setting = reader.setting(numbers)
    if setting is None:
        raise RequestError("house_way", f"no rule of {reader.way.name!r} decides this hand")
    printed = Hands(high=_printed(setting.back), low=_printed(setting.front))
    ranked = rank_hands(rules, printed)
    if isinstance(ranked, str) or ranked.fault:
        rule = setting.decider.rule.id
        raise RequestError("house_way", f"rule {rule!r} of {reader.way.name!r} sets this hand so that it fouls")
    return HouseSetting(reader.way, setting.decider, printed, (printed,), (printed,))


def _printed(numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Cards highest first, the joker before all."""
    first = sorted(numbers, key=lambda number: (number != cards.JOKER_NUMBER, number))
    return tuple(str(card) for card in cards.as_cards(first))


def _set_tiles(rules: GameRules, pieces: tuple[str, ...], way: str) -> HouseSetting:
    tiles = [Tile.parse(text) for text in _checked(rules, "tiles", pieces)]
    reader = read_tile_way(rules, way)
    ranks = reader.ranks
    setting = reader.setting(ranks.sorted_numbers(tiles))
    if setting is None:
        raise RequestError("house_way", f"no rule of {reader.way.name!r} decides these tiles")
    admitted = setting.admitted if reader.way.law else setting.equal
    return HouseSetting(
        reader.way,
        setting.decider,
        tile_hands(ranks, setting.printed),
        tuple(tile_hands(ranks, equal) for equal in setting.equal),
        tuple(tile_hands(ranks, lawful) for lawful in admitted),
    )


def tile_hands(ranks: TileRanks, setting: TileSplit) -> Hands:
    """A setting of tiles in text form."""
    high, low = (tuple(str(tile) for tile in ranks.as_tiles(hand.tiles)) for hand in (setting.high, setting.low))
    return Hands(high=high, low=low)


def _checked(rules: GameRules, field: str, pieces: tuple[str, ...]) -> tuple[str, ...]:
    wanted = pai_gow(rules).setting.pieces
    if len(pieces) != wanted:
        raise RequestError(field, f"{wanted} are set, {len(pieces)} were given")
    check_pieces(rules, [(field, pieces)])
    return pieces


def different_lawful(rules: GameRules, setting: HouseSetting) -> list[Hands]:
    """The lawful settings, of settings equal in rank only the first."""
    if not is_tiles(rules):
        return list(setting.lawful)
    ranks = read_tile_way(rules, setting.way.name).ranks
    kept: dict[Any, Hands] = {}
    for hands in setting.lawful:
        key = tuple(ranks.hand_of([Tile.parse(text) for text in hand]).strength for hand in (hands.low, hands.high))
        kept.setdefault(key, hands)
    return list(kept.values())


def as_submitted(rules: GameRules, hands: Hands, field: str, cite: Citation) -> tuple[Hands, tuple[Reason, ...]]:
    """The dealer's or the bank's hands to compare with; a setting that could not stand is reset the house's way.

    Raises `RequestError` where the pieces are not those of one hand.
    """
    ranked = rank_hands(rules, hands)
    if not isinstance(ranked, str) and not ranked.fault:
        return hands, ()
    pieces = (*hands.high, *hands.low)
    if len(pieces) != pai_gow(rules).setting.pieces:
        raise RequestError(field, f"{pai_gow(rules).setting.pieces} are set, {len(pieces)} were given")
    house = set_hand(rules, pieces)
    return house.printed, (Reason("reset-and-go-on", {}, cite), house.reason)


def every_setting(rules: GameRules, pieces: tuple[str, ...]) -> list[Hands]:
    """Every way to divide the pieces in a low and a high hand of the right sizes; of tiles the higher hand is high."""
    if is_tiles(rules):
        ranks = tile_ranks(rules)
        deal = TileDeal(ranks.sorted_numbers(Tile.parse(text) for text in pieces), ranks)
        return [tile_hands(ranks, setting) for setting in deal.splits]
    numbers = cards.numbers(Card.parse(text) for text in pieces)
    return [
        Hands(high=_printed(tuple(number for number in numbers if number not in front)), low=_printed(front))
        for front in combinations(numbers, 2)
    ]


def equal_settings(rules: GameRules, setting: HouseSetting) -> list[Hands]:
    """Every setting that is right because it equals the house's in both hands, the printed one first."""
    pieces = (*setting.printed.high, *setting.printed.low)
    others = [hands for hands in every_setting(rules, pieces) if hands != setting.printed]
    return [setting.printed, *(hands for hands in others if follows(rules, hands, setting))]


def follows(rules: GameRules, hands: Hands, setting: HouseSetting) -> bool:
    """Whether hands are the house's setting or equal to it in rank."""
    if hands == setting.printed:
        return True
    if is_tiles(rules):
        return any(_same_tiles(hands, equal) for equal in setting.equal)
    reader = read_poker_way(rules, setting.way.name)
    numbers = cards.numbers(Card.parse(text) for text in (*hands.high, *hands.low))
    decided = reader.setting(numbers)
    front, back = (cards.numbers(Card.parse(text) for text in hand) for hand in (hands.low, hands.high))
    return decided is not None and reader.same(decided, front, back)


def is_lawful(hands: Hands, setting: HouseSetting) -> bool:
    """Whether hands are among the settings that a regulation's own rules admit."""
    return any(_same_tiles(hands, lawful) for lawful in setting.lawful)


def _same_tiles(one: Hands, other: Hands) -> bool:
    """The same two hands of tiles, in whatever order they are written."""
    return sorted(map(sorted, (one.high, one.low))) == sorted(map(sorted, (other.high, other.low)))

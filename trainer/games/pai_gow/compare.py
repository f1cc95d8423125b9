"""Checks and ranks hands of cards or tiles, and compares a player's two hands with the dealer's or the bank's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Literal

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import JOKER, Card
from trainer.equipment.tiles import TILE_COUNTS, Tile
from trainer.games.core import Outcome, Reason, RequestError
from trainer.games.pai_gow import describe
from trainer.games.pai_gow.figures import hand_figures, hand_ranks, is_tiles, pai_gow, tile_figures, tile_ranks
from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.pai_gow.tile_ranks import Kind, TileHand
from trainer.games.poker import cards
from trainer.rulebooks.problems import unreadable
from trainer.rulebooks.schema import Citation, GameRules
from trainer.texts import Language, Message, say


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two hands as they lie: cards or tiles in their text form."""

    high: tuple[str, ...]
    low: tuple[str, ...]


class Side(StrEnum):
    """Who has the better of two hands; a copy goes to the dealer or the bank."""

    PLAYER = "player"
    DEALER = "dealer"
    BANK = "bank"
    COPY = "copy"


class Ranked(msgspec.Struct, frozen=True):
    """Two hands with their ranks; ``fault`` names what makes them lose by themselves, or is empty."""

    high: int
    low: int
    high_name: Message
    low_name: Message
    fault: str = ""
    zero_low: bool = False  # tiles: a low hand of value zero never wins


class Comparison(msgspec.Struct, frozen=True):
    """The result of a bet, which side has each hand, and why."""

    result: Outcome
    high: Side | None
    low: Side | None
    reasons: tuple[Reason, ...]
    fault: str = ""


def check_hands(rules: GameRules, hands: Iterable[tuple[str, Hands]]) -> None:
    """Raise `RequestError` for a card or tile of some hands that cannot be, or lies in more places than there are."""
    parts = [(field, part, getattr(pair, part)) for field, pair in hands for part in ("high", "low")]
    check_pieces(rules, [(f"{field}.{part}", pieces) for field, part, pieces in parts])


def check_pieces(rules: GameRules, given: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Raise `RequestError` for a card or tile that cannot be, or lies in more places than the set has of it."""
    tiles = is_tiles(rules)
    seen: dict[Card | Tile, int] = {}
    for field, pieces in given:
        for index, text in enumerate(pieces):
            piece = read_piece(tiles, text, field, index)
            seen[piece] = seen.get(piece, 0) + 1
            if seen[piece] > 1 and (not isinstance(piece, Tile) or seen[piece] > TILE_COUNTS[piece]):
                raise RequestError(f"{field}[{index}]", f"{text} lies in more places than there are of it")


def check_dealt(rules: GameRules, hands: Iterable[tuple[str, Hands]]) -> None:
    """Raise `RequestError` for hands that do not hold as many pieces as are dealt: nobody wins or loses with them."""
    wanted = pai_gow(rules).setting.pieces
    for field, pair in hands:
        count = len(pair.high) + len(pair.low)
        if count != wanted:
            misdeal = rules.irregularities.get("wrong-number-of-cards")
            why = f"; another number voids every hand ({misdeal.cite})" if misdeal else ""
            raise RequestError(field, f"holds {count}: {wanted} are dealt{why}")


def read_piece(tiles: bool, text: str, field: str, index: int | None = None) -> Card | Tile:
    """A card or tile from its text form; raises `RequestError` that names the field, or the place in it."""
    try:
        return Tile.parse(text) if tiles else Card.parse(text)
    except NotReadableError as error:
        place = field if index is None else f"{field}[{index}]"
        raise RequestError(place, say(unreadable(error), Language.EN)) from None


def rank_hands(rules: GameRules, hands: Hands) -> Ranked | str:
    """Both hands ranked, or the name of the fault if they do not hold the right number of pieces."""
    sizes = pai_gow(rules).setting
    if (len(hands.high), len(hands.low)) != (sizes.high, sizes.low):
        return "wrong-number"
    return _rank_tiles(rules, hands) if is_tiles(rules) else _rank_cards(hand_ranks(rules), hands)


@lru_cache(maxsize=64)  # the dealer's hands are compared with those of every seat
def _rank_cards(ranks: PaiGowRanks, hands: Hands) -> Ranked:
    back = cards.numbers(Card.parse(text) for text in hands.high)
    front = cards.numbers(Card.parse(text) for text in hands.low)
    five, two = ranks.five(back), ranks.two(front)
    names = describe.five_card_hand(ranks, five), describe.two_card_hand(ranks, two)
    return Ranked(five, two, *names, fault="foul" if ranks.fouls(front, back) else "")


def _rank_tiles(rules: GameRules, hands: Hands) -> Ranked:
    """The higher-ranking hand is the high hand, wherever it was laid: there is no foul."""
    ranks = tile_ranks(rules)
    low, high = sorted(
        (ranks.hand_of([Tile.parse(text) for text in pair]) for pair in (hands.low, hands.high)),
        key=lambda hand: hand.strength,
    )
    names = describe.tile_hand(ranks, high), describe.tile_hand(ranks, low)
    return Ranked(high.strength, low.strength, *names, zero_low=_is_zero(low))


def _is_zero(hand: TileHand) -> bool:
    return hand.kind is Kind.VALUE and hand.value == 0


def compare(rules: GameRules, player: Hands, other: Hands, opponent: Side) -> Comparison:
    """A player's hands against those of the dealer or the bank, which must be set so that they can stand."""
    own, against = rank_hands(rules, player), rank_hands(rules, other)
    cites = pai_gow(rules).outcomes
    if isinstance(against, str):
        raise ValueError(f"the hands of the {opponent} do not hold the right number of pieces")
    if isinstance(own, str):
        return Comparison(Outcome.LOSE, None, None, (Reason("wrong-number", {}, cites.wrong_number),), own)
    if own.fault:
        params = {"high": own.high_name, "low": own.low_name}
        return Comparison(Outcome.LOSE, None, None, (Reason("foul", params, cites.foul),), own.fault)
    high = _side(own.high, against.high, opponent)
    low = _side(own.low, against.low, opponent)
    reasons = [
        *_wild_reasons(rules, (player, other)),
        _hand_reason(rules, "high", high, own, against),
        _hand_reason(rules, "low", low, own, against),
    ]
    if low is Side.PLAYER and own.zero_low and cites.zero is not None:
        low = opponent
        reasons.append(Reason("zero-never-wins", {}, cites.zero))
    match high is Side.PLAYER, low is Side.PLAYER:
        case True, True:
            result, outcome = Outcome.WIN, Reason("both-higher", {}, cites.win)
        case True, False:
            result, outcome = Outcome.PUSH, Reason("only-high-higher", {}, cites.push_low_not_higher)
        case False, True:
            result, outcome = Outcome.PUSH, Reason("only-low-higher", {}, cites.push_high_not_higher)
        case _:
            copied = Side.COPY in (high, low)
            cite = cites.lose_copy if copied else cites.lose
            result, outcome = Outcome.LOSE, Reason("neither-higher", {}, cite)
    return Comparison(result, high, low, (*reasons, outcome))


def _side(own: int, against: int, opponent: Side) -> Side:
    if own == against:
        return Side.COPY
    return Side.PLAYER if own > against else opponent


def _hand_reason(rules: GameRules, which: Literal["high", "low"], side: Side, own: Ranked, against: Ranked) -> Reason:
    one, other = (own.high, against.high) if which == "high" else (own.low, against.low)
    names = (own.high_name, against.high_name) if which == "high" else (own.low_name, against.low_name)
    cite = _tile_cite(rules, side, one, other) if is_tiles(rules) else _card_cite(rules, which, side, one, other)
    verdict = {Side.COPY: "copy", Side.PLAYER: "higher"}.get(side, "lower")
    return Reason(f"{which}-{verdict}", {"player": names[0], "dealer": names[1]}, cite)


def _card_cite(rules: GameRules, which: Literal["high", "low"], side: Side, one: int, other: int) -> Citation:
    """The order of hands, or what says that of the same hand the highest card decides."""
    figures, ranks = hand_figures(rules), hand_ranks(rules)
    same = ranks.same_hand(one, other) if which == "high" else not (ranks.is_pair(one) or ranks.is_pair(other))
    return figures.copy_cite if same or side is Side.COPY else figures.cite


def _tile_cite(rules: GameRules, side: Side, one: int, other: int) -> Citation:
    tiles, pairs = tile_figures(rules)
    match tile_ranks(rules).decided_by(one, other):
        case "pair":
            return pairs.copy_cite if side is Side.COPY else pairs.cite
        case "value":
            return tiles.value_cite
        case _:
            return tiles.copy_cite if side is Side.COPY else tiles.tie_cite


def _wild_reasons(rules: GameRules, both: tuple[Hands, Hands]) -> list[Reason]:
    """What the joker stands for, or that Supreme tiles apart count as each other, where a hand has one."""
    return [
        reason
        for hands in both
        for pieces in (hands.high, hands.low)
        for reason in [_exchange(rules, pieces) if is_tiles(rules) else _joker(rules, pieces)]
        if reason is not None
    ]


def _joker(rules: GameRules, pieces: tuple[str, ...]) -> Reason | None:
    hand = [Card.parse(text) for text in pieces]
    if JOKER not in hand:
        return None
    figures, ranks = hand_figures(rules), hand_ranks(rules)
    if len(hand) == pai_gow(rules).setting.high:
        rank = ranks.five(cards.numbers(hand))
        if ranks.is_complete(rank):
            return Reason("joker-completes", {"hand": describe.five_card_hand(ranks, rank)}, figures.joker_cite)
    return Reason("joker-is-an-ace", {}, figures.ace_cite)


def _exchange(rules: GameRules, pieces: tuple[str, ...]) -> Reason | None:
    ranks, hand = tile_ranks(rules), [Tile.parse(text) for text in pieces]
    apart = any(tile in ranks.tables.exchange for tile in hand) and ranks.hand_of(hand).kind is Kind.VALUE
    return Reason("supreme-exchange", {}, tile_figures(rules)[0].exchange_cite) if apart else None

"""Hands, bets and dice as pieces on the felt.

Spots of both felts: ``hand:N`` (dealt, not set), ``low:N`` and ``high:N``, ``bet:N`` and ``side:N`` of a seat, the same
with ``dealer`` in place of the number; ``shaker``, ``generator``, ``centre``, ``inventory``, ``chung:N`` (the bank's
marker), ``position:N`` for tapping a place, and with tiles ``dead-hand`` and ``walls``.
"""

from __future__ import annotations

from collections.abc import Iterable

from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Scene, TilePiece
from trainer.equipment.money import Amount, print_amount
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

AnyPiece = Chips | CardPiece | TilePiece | DicePiece | Marker | Note


def felt(rules: GameRules) -> str:
    return pai_gow(rules).felt


def scene(rules: GameRules, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    return Scene(felt=felt(rules), pieces=tuple(pieces), glow=tuple(glow))


def laid(rules: GameRules, spot: str, pieces: Iterable[str]) -> list[AnyPiece]:
    """Cards or tiles face up in a row on a spot."""
    if is_tiles(rules):
        return [TilePiece(spot=spot, tile=text, offset=index) for index, text in enumerate(pieces)]
    return [CardPiece(spot=spot, card=text, offset=index) for index, text in enumerate(pieces)]


def set_at(rules: GameRules, seat: str, hands: Hands) -> list[AnyPiece]:
    """Both hands of a seat in their places."""
    return laid(rules, f"high:{seat}", hands.high) + laid(rules, f"low:{seat}", hands.low)


def bet_at(rules: GameRules, seat: str, stake: Amount, spot: str = "bet") -> Chips:
    """A bet in cash chips."""
    counts = {print_amount(value): count for value, count in rules.info.chips.cut(stake).counts}
    return Chips(spot=f"{spot}:{seat}", counts=counts, value=stake)


def note(spot: str, says: Message | Names | str) -> Note:
    return Note(spot=spot, says=says)

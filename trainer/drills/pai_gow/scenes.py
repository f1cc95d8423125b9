"""Pai gow scenes: hands, bets and dice as pieces on the felt.

Spots: ``low:N``, ``high:N``, ``bet:N``, ``pay:N`` and ``side:N`` of a seat or, with ``dealer`` for the number, of the
dealer; ``hand:dealer`` for a hand that is not set yet; ``shaker``, ``generator``, ``chung:N`` (the bank's marker) and
``position:N`` for tapping a place. One or two hands are shown in close-up, more on the whole table.
"""

from __future__ import annotations

from collections.abc import Iterable

from trainer.drills.kit import cash, felt_of, scene_on
from trainer.drills.scene import AnyPiece, CardPiece, Chips, Note, Scene, TilePiece
from trainer.equipment.money import Amount
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.figures import is_tiles
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names


def scene(rules: GameRules, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    """The whole table."""
    return scene_on(felt_of(rules), pieces, glow)


def near(rules: GameRules, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    """The hands of the dealer and of seat 1, in close-up."""
    return scene_on(f"{felt_of(rules)}-near", pieces, glow)


def row_of(rules: GameRules, spot: str, pieces: Iterable[str]) -> list[AnyPiece]:
    """Cards or tiles face up in a row on a spot."""
    if is_tiles(rules):
        return [TilePiece(spot=spot, tile=text, offset=index) for index, text in enumerate(pieces)]
    return [CardPiece(spot=spot, card=text, offset=index) for index, text in enumerate(pieces)]


def hands_at(rules: GameRules, seat: str, hands: Hands) -> list[AnyPiece]:
    """Both hands of a seat in their places."""
    return row_of(rules, f"high:{seat}", hands.high) + row_of(rules, f"low:{seat}", hands.low)


def bet_at(rules: GameRules, seat: str, stake: Amount, spot: str = "bet") -> Chips:
    """A bet in cash chips."""
    return cash(rules, f"{spot}:{seat}", stake)


def note(spot: str, says: Message | Names | str) -> Note:
    return Note(spot=spot, says=says)

"""Names of cards and tiles, for screen readers and verdicts."""

from __future__ import annotations

from trainer.desk.style.style import Style
from trainer.equipment.cards import Card
from trainer.equipment.tiles import Tile
from trainer.texts import Language, text


def piece_name(piece: str, style: Style) -> str:
    """The spoken name of a piece: ``as de picas``, ``ficha 2-4``."""
    return piece_words(piece, style.language)


def piece_words(piece: str, language: Language) -> str:
    """The spoken name in a language."""
    if "-" in piece:
        return text("desk.piece.tile", language, tile=str(Tile.parse(piece)))
    card = Card.parse(piece)
    if card.is_joker:
        return text("desk.piece.joker", language)
    rank, suit = text(f"desk.rank.{card.rank}", language), text(f"desk.suit.{card.suit}", language)
    return text("desk.piece.card", language, rank=rank, suit=suit)

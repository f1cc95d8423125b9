"""Cards and tiles in words, for screen readers and verdicts."""

from __future__ import annotations

from trainer.desk.look.dress import Dress
from trainer.equipment.cards import Card
from trainer.equipment.tiles import Tile


def piece_name(piece: str, dress: Dress) -> str:
    """What a screen reader says: ``as de picas``, ``ficha 2-4``."""
    if "-" in piece:
        return dress.say("piece.tile", tile=str(Tile.parse(piece)))
    card = Card.parse(piece)
    if card.is_joker:
        return dress.say("piece.joker")
    return dress.say("piece.card", rank=dress.say(f"rank.{card.rank}"), suit=dress.say(f"suit.{card.suit}"))


def piece_sign(piece: str) -> str:
    """The short form on paper and in verdicts: ``A♠``, ``10♦``, ``2-4``."""
    if "-" in piece:
        return piece
    return Card.parse(piece).sign

"""Describes a scene in words, spot by spot in the order of the felt, and names cards and tiles, for screen readers."""

from __future__ import annotations

from collections import defaultdict

from trainer.desk.style.theme import PLAYER_CHIPS
from trainer.desk.table.base import Felt
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Piece, Scene, TilePiece
from trainer.equipment.cards import Card
from trainer.equipment.money import parse_amount
from trainer.equipment.tiles import Tile
from trainer.texts import Language, Message, say, text


def scene_lines(felt: Felt, scene: Scene, language: Language) -> list[str]:
    """A line for each spot on which something lies, in the order of the felt: ``rojo: 2 fichas de 25``."""
    by_spot: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        by_spot[piece.spot].append(piece)
    order = {name: place for place, name in enumerate(felt.spots())}
    lines = []
    for spot in sorted(by_spot, key=order.__getitem__):
        what = "; ".join(words for piece in by_spot[spot] if (words := _words(piece, language)))
        if what:
            lines.append(text("speech.spot", language, spot=felt.spoken(spot, language), what=what))
    return lines


def scene_words(felt: Felt, scene: Scene, language: Language) -> str:
    """All of it as sentences."""
    lines = scene_lines(felt, scene, language)
    return ". ".join(lines) + "." if lines else text("speech.empty", language)


def _words(piece: Piece, language: Language) -> str:
    match piece:
        case Chips():
            return _chips(piece, language)
        case CardPiece():
            return piece_words(piece.card, language) if piece.face_up and piece.card else _said("face-down", language)
        case TilePiece():
            return piece_words(piece.tile, language) if piece.face_up and piece.tile else _said("tile-down", language)
        case DicePiece():
            said = text("speech.dice", language, roll=piece.roll)
            return f"{said}, {_said(f'dice-state.{piece.state}', language)}" if piece.state else said
        case Marker():
            marker = Message(f"speech.marker.{piece.kind}")
            if not piece.label:
                return say(marker, language)
            return text("speech.marked", language, marker=say(marker, language), label=piece.label)
        case Note():
            return say(piece.says, language)
    return ""


def _said(name: str, language: Language) -> str:
    return text(f"speech.{name}", language)


def _chips(pile: Chips, language: Language) -> str:
    """The chips of a pile by value, or by colour and by the sign that tells the colour to every eye."""
    parts = [_some_chips(kind, count, language) for kind, count in pile.counts.items() if count]
    if not parts:
        return ""
    words = ", ".join(parts)
    if pile.value is not None:
        words = text("speech.worth", language, what=words, value=pile.value)
    if pile.owner and pile.owner not in PLAYER_CHIPS:
        words = text("speech.owner", language, what=words, owner=pile.owner)
    return words


def _some_chips(kind: str, count: int, language: Language) -> str:
    if kind[:1].isdigit():
        return text("speech.cash", language, count=count, value=parse_amount(kind))
    colour = text(f"table.colour.{kind}", language).lower() if kind in PLAYER_CHIPS else kind
    return text("speech.colour", language, count=count, colour=colour)


def piece_words(piece: str, language: Language) -> str:
    """The spoken name of a card or tile: ``as de picas``, ``ficha 2-4``."""
    if "-" in piece:
        return text("desk.piece.tile", language, tile=str(Tile.parse(piece)))
    card = Card.parse(piece)
    if card.is_joker:
        return text("desk.piece.joker", language)
    rank, suit = text(f"desk.rank.{card.rank}", language), text(f"desk.suit.{card.suit}", language)
    return text("desk.piece.card", language, rank=rank, suit=suit)

"""What lies on the felt, as plain values: the desk draws it, the worksheet prints it, a test compares it.

A piece lies on a *spot*, whose name the felt of the game understands (``split:14-17``, ``seat:3``, ``banker``).
"""

from __future__ import annotations

import msgspec

from trainer.equipment.money import Amount
from trainer.texts import Message, Names


class Piece(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Anything that lies on a spot."""

    spot: str


class Chips(Piece, frozen=True):
    """A pile of chips: cash chips by value, or colour chips of one player by number."""

    counts: dict[str, int]  # value of a cash chip as text (“25”) or name of a colour → number of chips
    owner: str = ""  # colour or seat of the player, if several have chips on the spot
    value: Amount | None = None  # value of the pile, if it is shown
    ghost: bool = False  # drawn faint: the trainee's answer, beside the correct chips


class CardPiece(Piece, frozen=True):
    """A card in its text form; several cards on a spot lie in the order of the scene."""

    card: str  # "" if its face is not known
    face_up: bool = True
    across: bool = False  # at a right angle, like third cards and doubles
    offset: int = 0  # index in the row of cards on this spot


class TilePiece(Piece, frozen=True):
    """A pai gow tile in its text form."""

    tile: str
    face_up: bool = True
    offset: int = 0


class DicePiece(Piece, frozen=True):
    """Dice in the text form of a roll; dice of several pieces on one spot lie on top of each other."""

    roll: str
    state: str = ""  # “leaning”, “sliding” or “broken”; empty if they lie flat


class Marker(Piece, frozen=True):
    """A dolly, puck, button, lammer or cut card, with its label."""

    kind: str
    label: str = ""


class Note(Piece, frozen=True):
    """Words beside a spot: a name, the value of a colour, a call."""

    says: Message | Names | str


AnyPiece = Chips | CardPiece | TilePiece | DicePiece | Marker | Note


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything on one felt, and the spots that are highlighted."""

    felt: str
    pieces: tuple[AnyPiece, ...] = ()
    glow: tuple[str, ...] = ()

"""What lies on the felt, as plain values: the desk draws it, the worksheet prints it, a test compares it.

A piece lies on a *spot*, named in words the felt of the game understands (``split:14-17``, ``seat:3``, ``banker``).
"""

from __future__ import annotations

import msgspec

from trainer.equipment.money import Amount
from trainer.texts import Message, Names


class Piece(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Anything that lies on a spot."""

    spot: str


class Chips(Piece, frozen=True):
    """A pile of chips: cash chips by value, or colour chips of one player by count."""

    counts: dict[str, int]  # value of a cash chip as text (“25”), or a colour name, → how many
    owner: str = ""  # colour or seat of the player, where several lie on one spot
    value: Amount | None = None  # what the pile is worth, if that is to be shown
    ghost: bool = False  # drawn faint: what was answered, beside what is right


class CardPiece(Piece, frozen=True):
    """A card in its text form; several on one spot lie in the order of the scene."""

    card: str  # "" is a card whose face is not known
    face_up: bool = True
    across: bool = False  # laid at a right angle, as third cards and doubles are
    offset: int = 0  # place within the spot's row


class TilePiece(Piece, frozen=True):
    """A pai gow tile in its text form."""

    tile: str
    face_up: bool = True
    offset: int = 0


class DicePiece(Piece, frozen=True):
    """Dice as they lie, in the text form of a roll; those of several pieces on one spot lie on one another."""

    roll: str
    state: str = ""  # “leaning”, “sliding” or “broken” where they do not lie as they should


class Marker(Piece, frozen=True):
    """A dolly, puck, button, lammer, cut card …, with what is written on it."""

    kind: str
    label: str = ""


class Note(Piece, frozen=True):
    """Words beside a spot: a name, a value of a colour, a call."""

    says: Message | Names | str


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything on one felt, and which spots the eye is drawn to."""

    felt: str
    pieces: tuple[Chips | CardPiece | TilePiece | DicePiece | Marker | Note, ...] = ()
    glow: tuple[str, ...] = ()

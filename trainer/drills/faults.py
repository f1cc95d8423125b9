"""A round under way on the felt, and a fault in it that can be seen: a card turned up, one too many, a bet too late.

What a drill of words asks about happens at a table with bets and cards on it. The round is one that another drill of
the game asks about; where in it the fault lies is told by a light, and where it can be, by the pieces themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import structs

from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Scene, TilePiece
from trainer.lazily import lazily
from trainer.rulebooks import GameRules

with lazily():  # the other drills of a game are made from this one's neighbours
    from trainer.drills import family

Laid = Chips | CardPiece | TilePiece | DicePiece | Marker | Note
# Drills that ask about a whole table, the fullest first, with the level at which they do.
_ROUNDS = (
    ("settle-the-table", 2),
    ("settle-with-commission", 3),
    ("settle-boxes", 3),
    ("pay-the-chances", 2),
    ("two-tables", 3),
    ("who-plays", 3),
    ("complete-six", 2),
    ("settle-a-seat", 1),
    ("pay-the-layout", 3),
    ("pay-the-roll", 3),
    ("boule-pay", 3),
    ("wheel-pay", 1),
    ("good-card", 1),
    ("next-act", 2),
    ("bank-table", 3),
)
_DEALS = (("third-card", 3),)  # and about the cards alone, for what happens to a card
_CARDS = frozenset({"card", "cards", "deal", "dealing", "draw", "cut", "shoe", "stop", "misdeal", "misdealt"})
_ACE = "AS"


def round_scene(rules: GameRules, felt: str, seed: int, event: str = "") -> Scene:
    """A round of the game, the same for the same seed; the empty felt where no drill shows one. An ``event`` that
    befalls a card is shown where the cards are seen."""
    is_about_cards = not _CARDS.isdisjoint(event.split("-"))
    for drill, level in (*_DEALS, *_ROUNDS) if is_about_cards else _ROUNDS:
        try:
            asked = family(rules.game, drill)
        except KeyError:
            continue
        if not asked.fits(rules):
            continue
        scene = asked.make(rules, min(level, len(asked.levels)), seed).draft.scene
        pieces = tuple(piece for piece in scene.pieces if not isinstance(piece, Note))
        if pieces:
            return Scene(felt=scene.felt, pieces=pieces)
    return Scene(felt=felt)


def with_fault(scene: Scene, event: str, rng: random.Random) -> Scene:
    """The round with something wrong in it, as the id of the irregularity says; unchanged where that cannot be seen."""
    words = set(event.split("-"))
    for signs, show in _FAULTS:
        if words & signs:
            shown = show(_Table(scene, rng))
            if shown is not None:
                return shown
    return scene


@dataclass(frozen=True)
class _Table:
    scene: Scene
    rng: random.Random

    def of(self, kind: type[Laid]) -> list[Laid]:
        return [piece for piece in self.scene.pieces if isinstance(piece, kind)]

    def any(self, pieces: Sequence[Laid]) -> Laid | None:
        return self.rng.choice(list(pieces)) if pieces else None

    def lit(self, piece: Laid | None) -> Scene | None:
        return structs.replace(self.scene, glow=(piece.spot,)) if piece is not None else None

    def put(self, old: Laid, *new: Laid) -> Scene:
        """With other pieces in the place of one, lit."""
        pieces: list[Laid] = []
        for piece in self.scene.pieces:
            pieces += new if piece is old else (piece,)
        return structs.replace(self.scene, pieces=tuple(pieces), glow=(old.spot,))


def _turned_up(table: _Table) -> Scene | None:
    hidden = [piece for piece in table.of(CardPiece) if isinstance(piece, CardPiece) and not piece.face_up]
    card = table.any(hidden)
    if isinstance(card, CardPiece):
        return table.put(card, structs.replace(card, card=card.card or _ACE, face_up=True))
    tiles = [piece for piece in table.of(TilePiece) if isinstance(piece, TilePiece) and not piece.face_up]
    tile = table.any(tiles)
    if isinstance(tile, TilePiece) and tile.tile:
        return table.put(tile, structs.replace(tile, face_up=True))
    return table.lit(table.any(table.of(CardPiece)))


def _one_more(table: _Table) -> Scene | None:
    """A card too many beside the last of a hand; where cards have their own places, the hand is lit alone."""
    card = table.any([piece for piece in table.of(CardPiece) if isinstance(piece, CardPiece)])
    if not isinstance(card, CardPiece):
        return None
    hand = [piece for piece in table.of(CardPiece) if piece.spot == card.spot]
    last = hand[-1]
    if not isinstance(last, CardPiece) or any(isinstance(piece, CardPiece) and piece.offset for piece in hand):
        return table.lit(last)
    return table.put(last, last, CardPiece(spot=last.spot, card=last.card and _ACE, face_up=last.face_up))


def _one_less(table: _Table) -> Scene | None:
    cards = table.of(CardPiece)
    card = table.any(cards)
    hand = [piece for piece in cards if card is not None and piece.spot == card.spot]
    return table.put(hand[-1]) if len(hand) > 1 else table.lit(card)


def _bet(table: _Table) -> Scene | None:
    return table.lit(table.any(table.of(Chips)))


def _card(table: _Table) -> Scene | None:
    return table.lit(table.any(table.of(CardPiece)))


def _dice(table: _Table) -> Scene | None:
    return table.lit(table.any(table.of(DicePiece)))


def _no_number(table: _Table) -> Scene | None:
    """The ball has not come to rest: nothing marks a number yet."""
    rest = tuple(piece for piece in table.scene.pieces if not isinstance(piece, Marker))
    return structs.replace(table.scene, pieces=rest) if rest != table.scene.pieces else None


_FAULTS: tuple[tuple[frozenset[str], Callable[[_Table], Scene | None]], ...] = (
    (frozenset({"ball", "wheel", "throw", "object"}), _no_number),
    (frozenset({"dice", "die"}), _dice),
    (frozenset({"exposed", "seen", "face", "shows", "shown", "turned", "look", "lifts"}), _turned_up),
    (frozenset({"extra", "surplus", "many", "overdraw", "draw", "drawn", "fifth", "stuck", "two"}), _one_more),
    (frozenset({"no", "forgot", "missed", "few", "without", "one", "wrong"}), _one_less),
    (frozenset({"bet", "late", "maximum", "minimum", "stake", "chips", "colour", "tip", "bonus", "insurance"}), _bet),
    (
        frozenset({"card", "cards", "deal", "dealing", "misdeal", "cut", "shoe"}),
        lambda t: t.lit(t.any(t.of(CardPiece))),
    ),
)

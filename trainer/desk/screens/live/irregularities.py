"""Irregularities on the felt of a live round, as the drills show them: dice where they fell, cards that were seen."""

from __future__ import annotations

import random

from msgspec import structs

from trainer.drills.irregularity_scenes import dice_after, scene_kinds, with_irregularity
from trainer.drills.scene import AnyPiece, CardPiece, Chips, DicePiece, Scene
from trainer.games.round import Incident, State
from trainer.live.pointing import seat_of_spot


def with_irregularities(scene: Scene, state: State) -> Scene:
    """The scene with what went wrong in it: dice stay where they fell, a card until it was dealt with."""
    for incident in state.incidents:
        if any(isinstance(piece, DicePiece) for piece in scene.pieces):
            scene = _with_dice(scene, incident.id)
        elif not incident.closed:
            scene = _with_card(scene, incident)
    return scene


def _with_dice(scene: Scene, event: str) -> Scene:
    bet = next((piece.spot for piece in scene.pieces if isinstance(piece, Chips)), "")
    pieces: list[AnyPiece] = []
    for piece in scene.pieces:
        is_roll = isinstance(piece, DicePiece) and "-" in piece.roll
        pieces += dice_after(event, piece.roll, bet) if isinstance(piece, DicePiece) and is_roll else [piece]
    return structs.replace(scene, pieces=tuple(pieces))


def _with_card(scene: Scene, incident: Incident) -> Scene:
    """A card face up at the shoe, or one of a player's that lies face down turned up."""
    kind = scene_kinds().get(incident.id, "")
    pieces = list(scene.pieces)
    if kind == "shoe-card-up" and incident.card:
        pieces.append(CardPiece(spot="shoe", card=incident.card))
    elif kind == "shoe-card-up" and incident.ruling == "burn":  # whatever card it is, it does not play
        pieces = list(with_irregularity(scene, incident.id, random.Random(incident.at)).pieces)
    elif kind == "player-card-up":
        for place, piece in enumerate(pieces):
            if isinstance(piece, CardPiece) and not piece.face_up and seat_of_spot(piece.spot) == incident.seat:
                card = incident.card or piece.card
                pieces[place] = structs.replace(piece, card=card, face_up=bool(card))
                break
    return structs.replace(scene, pieces=tuple(pieces))

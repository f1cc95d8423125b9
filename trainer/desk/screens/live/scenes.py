"""The scene of a live shift as the dealer sees it.

Chips have no totals; at roulette they have their owners' colours, and the board tells what a chip of each is worth.
Pieces for which the cloth has no spot lie on the player's own box or are left out. Irregularities are shown as the
drills show them: dice where they fell, cards that were seen.
"""

from __future__ import annotations

import random
from fractions import Fraction

from msgspec import structs

from trainer.desk.style.theme import ROULETTE_COLOURS
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import table_of
from trainer.drills.irregularity_scenes import dice_after, scene_kinds, with_irregularity
from trainer.drills.kit import cash_or_note
from trainer.drills.scene import AnyPiece, CardPiece, Chips, DicePiece, Note, Scene
from trainer.equipment.money import parse_amount
from trainer.games.round import Act, Incident, State
from trainer.live.letters import kind_of
from trainer.live.pointing import seat_of_spot
from trainer.live.table import LiveTable
from trainer.texts import Message

_DISCARDS = "discard"
_DISCARDING = frozenset({"burn", "pick-up"})
_MOST_CHIPS = 40  # of one colour on a spot; a larger stake is laid in value chips


def live_scene(table: LiveTable) -> Scene:
    """What lies on the felt now, without totals at any level: the trainee counts the chips."""
    return dealer_scene(table, with_irregularities(table.scene(), table.state))


def pushed_chips(table: LiveTable, act: Act) -> Chips | None:
    """The chips of a payment that are pushed to the player, as they are at roulette; `None` if they stay beside his bet
    or no chips make up the amount."""
    if act.do != "pay" or kind_of(table.rules) != "roulette":
        return None
    pieces = cash_or_note(table.rules, "rack", Fraction(act.amount or 0))
    return next((piece for piece in pieces if isinstance(piece, Chips)), None)


def dealer_scene(table: LiveTable, scene: Scene) -> Scene:
    """A scene of the table's rules with the chips as their owners bought them."""
    spots = frozenset(make_felt(scene.felt, table_of(table.rules).imprint).spots())
    lying = [placed for piece in scene.pieces if (placed := _on_cloth(piece, spots)) is not None]
    if _DISCARDS in spots and _has_discards(table):
        lying.append(CardPiece(spot=_DISCARDS, card="", face_up=False))
    if "roulette" not in table.rules.game:
        return structs.replace(scene, pieces=tuple(_untotalled(piece) for piece in lying))
    pieces = [_in_colour(table, piece) for piece in lying]
    return structs.replace(scene, pieces=(*_board(table), *pieces))


def _has_discards(table: LiveTable) -> bool:
    """Whether cards lie on the discards: some were burned or picked up since the last shuffle."""
    done = [act.do for _, act in table.record.acts]
    since = done[len(done) - done[::-1].index("shuffle") :] if "shuffle" in done else done
    return not _DISCARDING.isdisjoint(since) or (table.round_number > 1 and since == done)


def _on_cloth(piece: AnyPiece, spots: frozenset[str]) -> AnyPiece | None:
    """A piece on a spot that the cloth has. A bet for which nothing is printed lies on the player's own box."""
    if piece.spot in spots:
        return piece
    seat = seat_of_spot(piece.spot)
    if isinstance(piece, Chips) and f"bet:{seat}" in spots:
        return structs.replace(piece, spot=f"bet:{seat}")
    return None


def _untotalled(piece: AnyPiece) -> AnyPiece:
    return structs.replace(piece, value=None) if isinstance(piece, Chips) else piece


def _in_colour(table: LiveTable, piece: AnyPiece) -> AnyPiece:
    """A pile of value chips as chips of the player's colour, each worth his unit."""
    if not isinstance(piece, Chips) or not piece.owner.isdigit():
        return piece
    guest = table.guests.get(int(piece.owner))
    if guest is None or guest.colour not in ROULETTE_COLOURS:
        return _untotalled(piece)
    value = sum((parse_amount(chip) * count for chip, count in piece.counts.items()), Fraction(0))
    chips = value / Fraction(guest.unit)
    if chips.denominator != 1 or not 1 <= chips <= _MOST_CHIPS:
        return _untotalled(piece)
    return structs.replace(piece, counts={guest.colour: int(chips)}, value=None)


def _board(table: LiveTable) -> list[AnyPiece]:
    """What a chip of each colour is worth, as it is written on the board."""
    return [
        Note(spot=f"board:{guest.colour}", says=Message("live.chip-value", {"value": guest.unit}))
        for seat, guest in table.guests.items()
        if guest.colour in ROULETTE_COLOURS and seat in getattr(table.state, "board", ())
    ]


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

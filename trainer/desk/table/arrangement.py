"""The place of each piece of a scene; piles, cards, tiles or dice on one spot are spread so that all are visible.

Chips that are too small to be counted are drawn larger, and piles moved apart, as far as the felt has room.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF

from trainer.desk.table.base import TILE_OF_CARD, Felt, SpotGeometry
from trainer.desk.table.covering import parted
from trainer.desk.table.pieces.chips import HIGHEST_STACK, THICKNESS, ChipFace, faces_of
from trainer.desk.table.pieces.dice import check_state
from trainer.desk.table.pieces.markers import check_kind
from trainer.desk.table.places import PiecePlace, Place, StackPlace
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, Piece, Scene, TilePiece
from trainer.equipment.cards import Card
from trainer.equipment.money import parse_amount
from trainer.system.lazy_imports import lazily

__all__ = ["PiecePlace", "Place", "StackPlace", "arrange", "cluster", "spread", "stacks"]

with lazily():  # with the first of its kind
    from trainer.desk.table.pieces import cards as card_pieces
    from trainer.equipment.dice import Roll
    from trainer.equipment.tiles import Tile


_OVERLAP = 1.3  # how far enlarged chips may reach beyond the middle between two piles
_FARTHEST = 0.8  # radii that a pile may be moved: it must still lie on its bet
_ROUNDS = 40
_FROM_LINE = 2.0  # felt units from an enlarged chip to the line of its box


def spread(felt: Felt, piles: Mapping[str, int], least: float) -> dict[str, SpotGeometry]:
    """The spots of piles that must be drawn larger, moved apart if the felt allows it. ``piles`` is the number of piles
    on each, ``least`` the radius at which chips can be counted.

    Spots with several piles stay where they are, and so do all spots of a felt on which the exact place of a chip is
    its bet, as at roulette.
    """
    names = list(piles)
    spots = [felt.spot(name) for name in names]
    moved = [spot.centre for spot in spots]
    if felt.piles_give_way:
        may_move = [
            piles[spot_name] == 1 and spot.chip_radius < least for spot_name, spot in zip(names, spots, strict=True)
        ]
        moved = _pushed(spots, may_move, least)
    found: dict[str, SpotGeometry] = {}
    for place, name in enumerate(names):
        spot = spots[place]
        if spot.chip_radius >= least:
            continue
        others = [other for index, other in enumerate(moved) if index != place]
        across = spot.crowding * (1.0 if piles[name] == 1 else 2.0 if piles[name] <= 4 else 3.0)
        room = min((math.dist(moved[place].toTuple(), other.toTuple()) for other in others), default=math.inf)
        radius = min(least, room / 2 / across * _OVERLAP, spot.largest)
        if radius > spot.chip_radius:
            centre = _off_the_line(spot, _indoors(spot, moved[place], radius), radius)
            found[name] = msgspec.structs.replace(spot, chip_radius=radius, centre=centre)
    return found


def _pushed(spots: Sequence[SpotGeometry], may_move: Sequence[bool], radius: float) -> list[QPointF]:
    """The places after piles that are too close have pushed each other away, within their limits."""
    moved = [
        _indoors(spot, spot.centre, radius) if may else spot.centre for spot, may in zip(spots, may_move, strict=True)
    ]
    wanted = radius * 2 / _OVERLAP
    for _ in range(_ROUNDS):
        is_quiet = True
        for one in range(len(moved)):
            for other in range(one + 1, len(moved)):
                way = moved[other] - moved[one]
                distance = math.hypot(way.x(), way.y())
                if distance >= wanted - 0.01 or not (may_move[one] or may_move[other]):
                    continue
                # Two on the same point part along the line, the same way every time.
                along = way / distance if distance > 0.01 else QPointF(1, 0)
                step = along * ((wanted - distance) / (2 if may_move[one] and may_move[other] else 1))
                if may_move[one]:
                    moved[one] = _within(spots[one], moved[one] - step, radius)
                if may_move[other]:
                    moved[other] = _within(spots[other], moved[other] + step, radius)
                is_quiet = False
        if is_quiet:
            break
    return moved


def _within(spot: SpotGeometry, at: QPointF, radius: float) -> QPointF:
    away = at - spot.centre
    distance = math.hypot(away.x(), away.y())
    most = radius * _FARTHEST
    return _indoors(spot, at if distance <= most else spot.centre + away * (most / distance), radius)


def _indoors(spot: SpotGeometry, at: QPointF, radius: float) -> QPointF:
    """A place moved back inside the spot's room, or to its middle if that is too narrow."""
    if spot.room is None:
        return at
    left, right = spot.room.left() + radius, spot.room.right() - radius
    return QPointF(min(max(at.x(), left), right) if left < right else spot.room.center().x(), at.y())


def _off_the_line(spot: SpotGeometry, at: QPointF, radius: float) -> QPointF:
    """A place moved down where the spot's room allows it: a chip is seen with its edge and must keep off the line
    above."""
    if spot.room is None:
        return at
    lowest = spot.room.bottom() - radius - _FROM_LINE
    return QPointF(at.x(), max(at.y(), min(at.y() + THICKNESS * radius, lowest)))


_SIDE_BY_SIDE = 2  # stacks in a printed box that need no row of their own
_CLOSE, _CLOSEST = 0.95, 0.8  # radii between stacks of a crowded row, as long as there is room and at least
_BESIDE, _BEHIND = 2.12, 1.7  # radii from a stack to the next, and to the row behind it
_TAG_BELOW = 10  # felt units from the foot of a pile to the middle of its tag
_MARKER_HEIGHT, _MARKER_FOOT = 1.9, 0.65  # radii that a dolly reaches above and below its place
_HEAPED = 1.3  # radii by which a die on another one is seen above it


def arrange(
    felt: Felt, scene: Scene, house_colours: Mapping[str, str] | None = None, least_radius: float = 0.0
) -> list[Place]:
    """Every piece with its place, in the order they are painted; unknown spots raise `UnknownSpotError`,
    pieces that cannot be drawn `ValueError`.

    Chips are drawn larger than they are where that takes to have the ``least_radius`` at which they can be counted, as
    far as the piles around them leave room.
    """
    by_spot: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        felt.spot(piece.spot)
        _check(piece)
        by_spot[piece.spot].append(piece)
    for name in scene.glow:
        felt.spot(name)
    places: list[Place] = []
    notes: list[Place] = []
    larger = _enlarged(felt, by_spot, least_radius) if least_radius else {}
    spots = {name: larger.get(name) or felt.spot(name) for name in by_spot}
    standing = _standing(felt, spots, by_spot, house_colours)
    for name, pieces in by_spot.items():
        spot = spots[name]
        places += _cards(name, spot, [piece for piece in pieces if isinstance(piece, CardPiece)])
        places += _tiles(name, spot, [piece for piece in pieces if isinstance(piece, TilePiece)])
        piles = standing[name]
        places += piles
        places += _markers(name, spot, pieces, piles)
        places += _dice(name, spot, [piece for piece in pieces if isinstance(piece, DicePiece)], piles)
        notes += _notes(name, spot, pieces, piles)
    places = [_out_of_the_way(place, places, felt) for place in places]
    # Pieces nearer to the viewer cover those behind them; cards lie flat below everything.
    places.sort(key=lambda place: _depth(place, felt))
    return places + notes


def _standing(
    felt: Felt,
    spots: Mapping[str, SpotGeometry],
    by_spot: Mapping[str, Sequence[Piece]],
    house_colours: Mapping[str, str] | None,
) -> dict[str, list[StackPlace]]:
    """The stacks on each spot, parted so that none hides another; rows of sorted piles stay as they are."""
    found: dict[str, list[StackPlace]] = {name: [] for name in spots}
    loose: list[StackPlace] = []
    for name, spot in spots.items():
        piles = stacks(name, spot, [piece for piece in by_spot[name] if isinstance(piece, Chips)], house_colours)
        if spot.sorted_piles:
            found[name] = piles
        else:
            loose += piles
    order = sorted(range(len(loose)), key=lambda index: loose[index].at.y())
    moved = parted([loose[index] for index in order], felt.piles_give_way)
    for _, stack in sorted(zip(order, moved, strict=True), key=lambda each: each[0]):
        found[stack.spot].append(stack)
    return found


def _out_of_the_way(place: Place, places: Sequence[Place], felt: Felt) -> Place:
    """A marker stands in the corner of its spot where it hides the fewest chips. If it would hide some in every
    corner, it is faint and painted behind them."""
    if not isinstance(place, PiecePlace) or not isinstance(place.piece, Marker):
        return place
    chips = [_stack_room(stack) for stack in places if isinstance(stack, StackPlace)]
    hidden, at = min(
        ((_hidden_area(corner, place.size, chips), corner) for corner in _corners(felt.spot(place.spot), place)),
        key=lambda each: each[0],
    )
    return msgspec.structs.replace(place, at=at, is_behind=hidden > 0)


def _corners(spot: SpotGeometry, place: PiecePlace) -> list[QPointF]:
    """Where a marker may stand: at its own place, or mirrored in the middle of the spot."""
    if spot.marker is None:
        return [place.at]
    aside = place.at - spot.centre
    return [spot.centre + QPointF(aside.x() * across, aside.y() * along) for across in (1, -1) for along in (1, -1)]


def _stack_room(stack: StackPlace) -> QRectF:
    reach = QPointF(stack.radius, stack.radius)
    return QRectF(stack.top - reach, stack.at + reach)


def _hidden_area(at: QPointF, size: float, chips: Sequence[QRectF]) -> float:
    """The area that a marker at a place shares with stacks of chips."""
    room = QRectF(at.x() - size, at.y() - _MARKER_HEIGHT * size, 2 * size, (_MARKER_HEIGHT + _MARKER_FOOT) * size)
    shared = [room & each for each in chips]
    return sum(each.width() * each.height() for each in shared if each.isValid())


def _enlarged(felt: Felt, by_spot: Mapping[str, Sequence[Piece]], least: float) -> dict[str, SpotGeometry]:
    """The spots whose chips are drawn larger so that they can be counted, where they have room for it."""
    piles = {
        name: count for name, pieces in by_spot.items() if (count := sum(isinstance(piece, Chips) for piece in pieces))
    }
    return spread(felt, piles, least) if any(felt.spot(name).chip_radius < least for name in piles) else {}


def _notes(name: str, spot: SpotGeometry, pieces: Sequence[Piece], stacked: Sequence[StackPlace]) -> list[PiecePlace]:
    """Words stand below their spot; where there is one for each pile, each stands at the foot of its own."""
    notes = [piece for piece in pieces if isinstance(piece, Note)]
    piles = [stack for stack in stacked if stack.leads]
    if notes and len(notes) == len(piles) and all(pile.piece.value is None for pile in piles):
        feet = [pile.at + QPointF(0, pile.radius + _TAG_BELOW) for pile in piles]
        return [PiecePlace(note, name, at, spot.chip_radius, tag=True) for note, at in zip(notes, feet, strict=True)]
    return [
        PiecePlace(note, name, spot.note_point + QPointF(0, 32 * line), spot.chip_radius, room=spot.note_box)
        for line, note in enumerate(notes)
    ]


def _check(piece: CardPiece | TilePiece | DicePiece | Marker | Note | Chips) -> None:
    """Raise `ValueError` for a piece that cannot be drawn, before the painting begins."""
    if isinstance(piece, CardPiece) and piece.card:
        Card.parse(piece.card)
    elif isinstance(piece, TilePiece) and piece.tile:
        Tile.parse(piece.tile)
    elif isinstance(piece, DicePiece):
        Roll.parse(piece.roll)
        check_state(piece.state)
    elif isinstance(piece, Marker):
        check_kind(piece.kind)


def _depth(place: Place, felt: Felt) -> tuple[float, float]:
    if isinstance(place, PiecePlace) and isinstance(place.piece, CardPiece | TilePiece):
        # Indices are at the upper left: of hands that overlap, the lower lies on the upper and the right on the left.
        centre = felt.spot(place.spot).centre
        return (0, centre.y() + centre.x() / 2)
    if isinstance(place, PiecePlace) and isinstance(place.piece, DicePiece):
        return (2, -place.at.y())  # they came last, and on each other
    if isinstance(place, PiecePlace) and place.is_behind:
        return (0.5, place.at.y())
    return (1, place.at.y())


def stacks(
    name: str, spot: SpotGeometry, piles: Sequence[Chips], house_colours: Mapping[str, str] | None = None
) -> list[StackPlace]:
    """The stacks of all piles on a spot."""
    columns: list[tuple[Chips, tuple[ChipFace, ...], bool]] = []
    for pile in piles:
        parts = _columns(pile.counts, spot.sorted_piles)
        faces = [faces_of(part, house_colours) for part in parts]
        columns += [(pile, part, index == 0) for index, part in enumerate(faces) if part]
    radius, step = spot.chip_radius, spot.chip_radius * (1.0 if spot.sorted_piles else spot.crowding)
    if spot.sorted_piles:
        in_row = spot.stacks_in_row or max(1, len(columns))
        if any(len(faces) < HIGHEST_STACK for _, faces, _ in columns[: (len(columns) - 1) // in_row * in_row]):
            in_row = len(columns)  # behind others only whole stacks are known by their tops
            radius = step = min(radius, spot.shape.boundingRect().width() / (_BESIDE * in_row))
        offsets = _rows(len(columns), in_row, spot.spread)
    elif spot.room is not None and spot.name_in_middle and len(columns) > 1:
        radius, offsets = _at_both_ends(spot.room.width(), radius, len(columns))
        middle = QPointF(spot.room.center().x(), spot.centre.y())
        return _placed(name, columns, [middle + offset for offset in offsets], radius)
    elif spot.room is not None and len(columns) > _SIDE_BY_SIDE:
        radius, step = _row_indoors(spot.room.width(), radius, len(columns))
        offsets = _row(len(columns), spot.spread, 1.0)
    else:
        offsets = cluster(len(columns), spot.spread)
    places = _together_indoors(spot, [spot.centre + offset * step for offset in offsets], radius)
    return _placed(name, columns, places, radius)


def _placed(
    name: str, columns: Sequence[tuple[Chips, tuple[ChipFace, ...], bool]], places: Sequence[QPointF], radius: float
) -> list[StackPlace]:
    return [
        StackPlace(pile, name, at, radius, faces, leads)
        for (pile, faces, leads), at in zip(columns, places, strict=True)
    ]


def _at_both_ends(width: float, radius: float, count: int) -> tuple[float, list[QPointF]]:
    """Radius of stacks and their places from the middle of a box of a width: from both ends inwards, in turn, so that
    the name printed in the middle stays readable. The edge of each stack can still be counted."""
    at_one_end = math.ceil(count / 2)
    radius = min(radius, width / 2 / (2 + _CLOSEST * (at_one_end - 1)))
    places = []
    for index in range(count):
        from_end = radius + index // 2 * _CLOSEST * radius
        places.append(QPointF((width / 2 - from_end) * (1 if index % 2 == 0 else -1), 0))
    return radius, places


def _row_indoors(width: float, radius: float, count: int) -> tuple[float, float]:
    """Radius and distance of a row of stacks in a box of a width: in half of it, so that its name stays readable, and
    closer together or smaller where there are many. At that distance the edge of each can still be counted."""
    radius = min(radius, width / (2 + _CLOSEST * (count - 1)))
    beside_name = (width / 2 - 2 * radius) / (count - 1)
    return radius, min(max(beside_name, _CLOSE * radius), _BESIDE * radius, (width - 2 * radius) / (count - 1))


def _together_indoors(spot: SpotGeometry, places: list[QPointF], radius: float) -> list[QPointF]:
    """Positions of stacks shifted sideways into the spot's room, and closer together if it is too narrow."""
    if spot.room is None or len(places) < 2:
        return places
    room = spot.room.adjusted(radius, 0, -radius, 0)
    left, right = min(place.x() for place in places), max(place.x() for place in places)
    closer = min(1.0, max(room.width(), 0.0) / (right - left)) if right > left else 1.0
    first = min(max(left, room.left()), max(room.right() - (right - left) * closer, room.left()))
    return [QPointF(first + (place.x() - left) * closer, place.y()) for place in places]


def _columns(counts: Mapping[str, int], by_denomination: bool) -> list[dict[str, int]]:
    """A pile cut into stacks of at most twenty: by denomination if wanted or if it is too high for one."""
    total = sum(counts.values())
    if total <= HIGHEST_STACK and not by_denomination:
        return [dict(counts)]
    keys = sorted(counts, key=lambda key: -parse_amount(key) if key[:1].isdigit() else 0)
    return [
        {key: min(HIGHEST_STACK, counts[key] - start)} for key in keys for start in range(0, counts[key], HIGHEST_STACK)
    ]


def cluster(count: int, spread: QPointF) -> list[QPointF]:
    """Places for so many stacks round a point, in chip radii: side by side, then in two rows, then in a grid."""
    across = QPointF(-spread.y(), spread.x())
    if count <= 1:
        return [QPointF()] * count
    if count == 2:
        return [spread * -1.02, spread * 1.02]
    if count == 3:
        return [across * -0.86, spread * -1.02 + across * 0.86, spread * 1.02 + across * 0.86]
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        along = spread * ((column - (in_row - 1) / 2) * 2.04)
        places.append(along + across * ((row - (rows - 1) / 2) * 1.9))
    return places


def _row(count: int, spread: QPointF, step: float) -> list[QPointF]:
    return [spread * ((index - (count - 1) / 2) * step) for index in range(count)]


def _rows(count: int, in_row: int, spread: QPointF) -> list[QPointF]:
    """Places in rows behind one another; the last row, with the incomplete stack, is in front, easy to count."""
    behind = QPointF(-spread.y(), spread.x()) * -_BEHIND
    rows = [_row(min(in_row, count - start), spread, _BESIDE) for start in range(0, count, in_row or 1)]
    return [place + behind * (len(rows) - number) for number, row in enumerate(rows, 1) for place in row]


def _cards(name: str, spot: SpotGeometry, cards: Sequence[CardPiece]) -> list[PiecePlace]:
    step = spot.card_width * spot.card_step
    if 1 < spot.most_cards < len(cards):
        step *= (spot.most_cards - 1) / (len(cards) - 1)
    places = _offsets([card.offset for card in cards], spot, step)
    return [
        PiecePlace(card, name, at + _longer(spot), spot.card_width, spot.turn + 90)
        if card.across
        else PiecePlace(card, name, at, spot.card_width, spot.turn)
        for card, at in zip(cards, places, strict=True)
    ]


def _longer(spot: SpotGeometry) -> QPointF:
    """How far a card that lies across moves on where cards overlap, so that the index before it stays in sight."""
    return spot.spread * (spot.card_width * (card_pieces.RATIO - 1) / 2) if spot.card_step < 1 else QPointF()


def _tiles(name: str, spot: SpotGeometry, tiles: Sequence[TilePiece]) -> list[PiecePlace]:
    width = spot.card_width * TILE_OF_CARD
    places = _offsets([tile.offset for tile in tiles], spot, width * spot.card_step)
    return [PiecePlace(tile, name, at, width, spot.turn) for tile, at in zip(tiles, places, strict=True)]


def _offsets(offsets: Sequence[int], spot: SpotGeometry, step: float) -> list[QPointF]:
    """Places in a row: by the pieces' own offsets, or one after the other where none has one."""
    slots = list(offsets) if any(offsets) else list(range(len(offsets)))
    middle = max(slots, default=0) / 2 if spot.centred else 0.0
    return [spot.centre + spot.spread * (step * (slot - middle)) for slot in slots]


def _dice(name: str, spot: SpotGeometry, dice: Sequence[DicePiece], piles: Sequence[StackPlace]) -> list[PiecePlace]:
    """Dice lie on the cloth or on the chips that are there, and what comes later on what lay before."""
    size = spot.chip_radius
    foot = piles[0].top if piles else spot.centre
    return [
        PiecePlace(piece, name, foot - QPointF(0, _HEAPED * size * index), size) for index, piece in enumerate(dice)
    ]


def _markers(name: str, spot: SpotGeometry, pieces: Sequence[Piece], piles: Sequence[StackPlace]) -> list[PiecePlace]:
    """Markers stand at their own place if the spot has one, else in the middle or at the right of its piles."""
    markers = [piece for piece in pieces if isinstance(piece, Marker)]
    at = spot.marker or spot.centre
    if piles and spot.marker is None:
        rightmost = max(pile.at.x() for pile in piles)
        at = QPointF(rightmost + spot.chip_radius * 1.7, spot.centre.y() + spot.chip_radius * 0.4)
    return [
        PiecePlace(marker, name, at + spot.spread * (index * spot.chip_radius * 2.1), spot.chip_radius, spot.turn)
        for index, marker in enumerate(markers)
    ]

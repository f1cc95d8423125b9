"""Places of the felt that take a part of an answer: a seat, a bet, a hand of cards.

The tray has the only answer in progress. The felt reports a tap, a drop or a sweep on a spot; the places say which
choice, step, figure or hand of the answer form that spot stands for, and which chips, cards or markers can be moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from trainer.desk.table.base import Felt
from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    ChoiceForm,
    HandsForm,
    OrderForm,
    SpotsForm,
)
from trainer.drills.scene import CardPiece, Chips, Marker, Scene, TilePiece
from trainer.equipment.money import Amount, parse_amount
from trainer.texts import Language, Message, Param, say

FIRST_FIGURE = "0"  # the number of the only figure
CHIPS = "chips"  # the unit of a figure that counts colour chips
_CHIP_ROWS = (1, 5, 20)  # colour chips that are pushed at once: one, five, a whole stack
_PAID = ("paid", "pay")  # spots beside a bet where its payout lies
_ROWS = ("", "cards:", "row:", "number:", "symbol:")  # prefix of a choice's id in the name of its spot


class FeltPlaces(msgspec.Struct, frozen=True):
    """What the felt of a question takes."""

    parts: Mapping[str, str] = {}  # spot → id of a choice, step or hand, or number of a figure
    rack: tuple[tuple[Amount, str], ...] = ()  # chips to push: value and the chip as a scene names it
    payouts: Mapping[str, str] = {}  # number of a figure → spot on which its chips lie
    colours: Mapping[str, str] = {}  # number of a figure → colour of the chips it counts
    stakes: Mapping[str, Amount] = {}  # spot → what is staked there
    sweeps: Mapping[str, str] = {}  # spot whose chips can be taken → number of the figure they are taken from
    house_colours: Mapping[str, str] = {}  # cash chips by value
    seats: tuple[str, ...] = ()  # parts that are seats
    shown: tuple[str, ...] = ()  # spots without pieces that must be in view
    pieces: tuple[tuple[str, str], ...] = ()  # spot and text of each card or tile that can be picked up

    def spots(self) -> tuple[str, ...]:
        return tuple(self.parts)

    def from_left(self, felt: Felt) -> tuple[str, ...]:
        """The parts that are seats of the felt, from left to right; nothing unless there are several."""
        middles: dict[str, list[float]] = {}
        for spot, part in self.parts.items():
            if seat_of(spot) and part in self.seats:
                middles.setdefault(part, []).append(felt.spot(spot).centre.x())
        order = sorted(middles, key=lambda part: sum(middles[part]) / len(middles[part]))
        return tuple(order) if len(order) > 1 else ()


def felt_places(form: AnswerForm, scene: Scene, felt: Felt, colours: Mapping[str, str]) -> FeltPlaces:
    """The places of a question; ``colours`` are the cash chips of its table by value."""
    match form:
        case ChoiceForm():
            cards = _cards(scene, {choice.id for choice in form.choices})
            if cards:
                return FeltPlaces(pieces=cards)
            seats = tuple(choice.id for choice in form.choices if _said_seat(choice.label))
            parts = _parts({choice.id: choice.label for choice in form.choices}, scene, felt)
            return FeltPlaces(parts, seats=seats, shown=_without_seat(parts, seats))
        case OrderForm():
            return FeltPlaces(_parts({step.id: step.label for step in form.steps}, scene, felt))
        case CallForm():
            choices = {choice.id: choice.label for part in form.parts for choice in part}
            parts = _parts(choices, scene, felt)
            return FeltPlaces(parts, shown=tuple(parts))
        case HandsForm():
            pieces = _cards(scene, set(form.pieces))
            owners = {spot.partition(":")[2] for spot, _ in pieces}
            slots = {f"{slot.id}:{owner}": slot.id for slot in form.slots for owner in owners}
            known = set(felt.spots())
            parts = {spot: slot for spot, slot in slots.items() if spot in known}
            return FeltPlaces(parts, pieces=pieces, shown=tuple(parts))
        case ChipsForm():
            bets = list(dict.fromkeys(piece.spot for piece in scene.pieces if isinstance(piece, Chips)))
            lies = _payout_spot(bets, set(felt.spots()))
            return FeltPlaces(dict.fromkeys(bets, FIRST_FIGURE), payouts={FIRST_FIGURE: lies} if lies else {})
        case SpotsForm():
            dollies = [piece for piece in scene.pieces if isinstance(piece, Marker) and piece.kind == "dolly"]
            return FeltPlaces(pieces=tuple((piece.spot, piece.kind) for piece in dollies))
        case AmountForm() if form.unit:
            return _amount_places(form, scene, felt, colours)
    return FeltPlaces()


def seat_of(spot: str) -> str:
    """The seat in the name of a spot; empty if it has none.

    >>> seat_of("bet:3:1"), seat_of("place:4@3"), seat_of("seat:7/cards"), seat_of("red")
    ('3', '3', '7', '')
    """
    if "@" in spot:
        return spot.rpartition("@")[2]
    return re.split(r"[:/]", spot)[1] if ":" in spot else ""


def _said_seat(label: Param) -> str:
    """The seat that a label names; empty if it names none."""
    return str(label.params.get("seat", "")) if isinstance(label, Message) else ""


def _without_seat(parts: Mapping[str, str], seats: tuple[str, ...]) -> tuple[str, ...]:
    """The spots of choices that are not seats: the camera shows all seats that take part anyway."""
    return tuple(spot for spot, part in parts.items() if part not in seats)


def _cards(scene: Scene, wanted: set[str]) -> tuple[tuple[str, str], ...]:
    """The cards and tiles of a scene that an answer is made of; nothing unless all of them lie there."""
    texts = [
        (piece.spot, piece.card if isinstance(piece, CardPiece) else piece.tile)
        for piece in scene.pieces
        if isinstance(piece, CardPiece | TilePiece)
    ]
    found = tuple(each for each in texts if each[1] in wanted)
    return found if {text for _, text in found} == wanted else ()


def _parts(named: Mapping[str, Param], scene: Scene, felt: Felt) -> dict[str, str]:
    """Spot → id of what it stands for, of choices or steps with their labels."""
    laid = list(dict.fromkeys(piece.spot for piece in scene.pieces))
    known = set(felt.spots())
    found: dict[str, str] = {}
    for part, label in named.items():
        for spot in _spots_of(part, label, laid, known):
            found.setdefault(spot, part)
    return found


def _spots_of(part: str, label: Param, laid: Iterable[str], known: set[str]) -> list[str]:
    if seat := _said_seat(label):
        around = [f"{kind}:{seat}" for kind in ("seat", "hand", "bet", *_PAID)]
        return [*(spot for spot in laid if seat_of(spot) == seat), *(spot for spot in around if spot in known)]
    names = [f"{row}{name}" for name in (part, part.removesuffix("-draws")) for row in _ROWS]
    if part == "draw":
        names.append("shoe")
    return [name for name in names if name in known] or [spot for spot in laid if spot.partition(":")[0] == part]


def _amount_places(form: AmountForm, scene: Scene, felt: Felt, colours: Mapping[str, str]) -> FeltPlaces:
    bets: dict[str, Amount] = {}
    chips_of: dict[str, set[str]] = {}
    for piece in scene.pieces:
        if isinstance(piece, Chips):
            chips_of.setdefault(piece.spot, set()).update(piece.counts)
            bets[piece.spot] = bets.get(piece.spot, parse_amount("0")) + _worth(piece)
    known = set(felt.spots())
    spots: dict[str, list[str]] = {}
    counted: dict[str, str] = {}  # colours by figure
    for number, label in enumerate(form.labels or ("",)):
        part = str(number)
        colour = label.id.rpartition(".")[2] if isinstance(label, Message) and ".colour." in label.id else ""
        if colour:
            counted[part] = colour
            spots[part] = [spot for spot, chips in chips_of.items() if chips == {colour}]
        else:
            spots[part] = _bets_of(label, bets, felt, known) if label else list(bets)
    if not form.labels and form.unit == CHIPS:
        counted[FIRST_FIGURE] = next(iter({chip for chips in chips_of.values() for chip in chips}), "1")
    taken = next(
        (str(n) for n, label in enumerate(form.labels) if str(getattr(label, "id", "")).endswith(".taken")), ""
    )
    sweeps = dict.fromkeys(bets, taken) if taken else {}
    if form.signed:
        sweeps = {spot: part for part, those in spots.items() for spot in those if spot in bets}
    if not bets and not any(spots.values()):
        return FeltPlaces()
    return FeltPlaces(
        {spot: part for part, those in spots.items() for spot in those},
        tuple((parse_amount(str(n)), "") for n in _CHIP_ROWS)
        if form.unit == CHIPS
        else tuple(sorted(((parse_amount(value), value) for value in colours), reverse=True)),
        {part: lies for part, those in spots.items() if (lies := _payout_spot(those, known))},
        counted,
        bets,
        sweeps,
        colours,
        tuple(str(number) for number, label in enumerate(form.labels) if _said_seat(label)),
    )


def _bets_of(label: Param, bets: Mapping[str, Amount], felt: Felt, known: set[str]) -> list[str]:
    """The spots that a labelled figure stands for: of its seat, box or bet, or a pot that is still empty."""
    message_id = label.id if isinstance(label, Message) else ""
    if ".pot." in message_id and isinstance(label, Message):
        pot = f"pot:{int(str(label.params.get('number', 0))) + 1}"
        return [pot] if pot in known and not message_id.endswith("returned") else []
    if message_id.endswith((".hand-first", ".hand-second")):
        end = ":1" if message_id.endswith("first") else ":2"
        return [spot for spot in bets if spot.count(":") == 2 and spot.endswith(end)]
    if seat := _said_seat(label):
        bet = label.params.get("bet") if isinstance(label, Message) else None
        own = [spot for spot in bets if seat_of(spot) == seat]
        named = [spot for spot in own if bet is None or _is_named(spot, bet, felt)]
        return named + [spot for kind in _PAID if (spot := f"{kind}:{seat}") in known and bet is None]
    return [spot for spot in bets if _is_named(spot, label, felt)]


def _is_named(spot: str, name: Param, felt: Felt) -> bool:
    """Whether a spot is of the bet that a label names."""
    bet, bets = re.split(r"[:@/]", spot)[0], felt.imprint.rules.bets
    return bet in bets and say(bets[bet].names, Language.ES).casefold() == say(name, Language.ES).casefold()


def _payout_spot(spots: list[str], known: set[str]) -> str:
    """Where the chips of a figure lie: at the payout of its seat, or at its only bet."""
    for kind in _PAID:
        seats = {seat_of(spot) for spot in spots}
        if len(seats) == 1 and (paid := f"{kind}:{next(iter(seats))}") in known:
            return paid
    return spots[0] if len(spots) == 1 else ""


def _worth(pile: Chips) -> Amount:
    """The value of cash chips, or the number of colour chips."""
    return sum(
        ((parse_amount(chip) if chip[:1].isdigit() else parse_amount("1")) * n for chip, n in pile.counts.items()),
        parse_amount("0"),
    )

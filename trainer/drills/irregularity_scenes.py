"""Scenes of irregularities: puts what went wrong (a card turned up, a late bet) into the scene of a round.

``irregularity-scenes.toml`` says how each irregularity is shown. The spot where it happened glows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec import structs

from trainer.drills.scene import AnyPiece, CardPiece, Chips, DicePiece, Marker, Scene, TilePiece
from trainer.system.toml_cache import read_toml

_DEALERS = ("dealer", "cards:banker", "high:dealer", "low:dealer")
_COMMON = ("community", "board")
_PACKS = {"pai-gow-tiles": "centre"}  # spots of the cards at tables without a shoe
_SET_BEFORE_SEEN = "pai-gow"  # games whose cards stay face down until they are set
_DEALING = ("shoe", "card-too-many", "card-missing")  # irregularities during the deal
_FACES = 3  # number of dice in the shaker
_MOMENTS = {  # every other kind is about cards that were dealt
    "shoe": ("shoe", "cut-card", "shoe-card-up", "shoe-cards-up", "shoe-card-down"),
    "bets": ("bet", "bet-missing", "bank", "prize"),
    "places": ("player", "every-place", "free-place", "two-places", "few-places", "one-place"),
    "result": ("wheel", "no-number", "last-ball", "dice"),
    "papers": ("bingo-card", "ticket"),
}


@cache
def scene_kinds() -> dict[str, str]:
    """How each irregularity that can be seen is shown, by its id."""
    table = read_toml(Path(__file__).with_name("irregularity-scenes.toml"))
    return {event: kind for kind, events in table.items() if kind != "unseen" for event in events}


def moment_of(event: str) -> str:
    """Part of the round in which an irregularity happens, or the thing it happens to: cards, shoe, bets, places, …"""
    kind = scene_kinds().get(event, "")
    return next((moment for moment, kinds in _MOMENTS.items() if kind in kinds), "cards" if kind else "")


@cache
def without_scene() -> dict[str, str]:
    """Why nothing is seen on the felt, by the id of the irregularity."""
    table = read_toml(Path(__file__).with_name("irregularity-scenes.toml"))["unseen"]
    return {event: reason for reason, events in table.items() for event in events}


def with_irregularity(scene: Scene, event: str, rng: random.Random, seats: int = 0) -> Scene:
    """The scene with the irregularity in it; unchanged if nothing of it can be seen.

    ``seats`` is the number of numbered seats of the table, 0 if it has none.
    """
    kind = scene_kinds().get(event)
    if kind is None:
        return scene
    if kind.startswith(_DEALING) and scene.felt.startswith(_SET_BEFORE_SEEN):
        scene = _closed(scene)
    return _KINDS[kind](_Table(scene, rng, seats)) or scene


def _closed(scene: Scene) -> Scene:
    """The scene with every card and tile face down."""
    pieces = (
        structs.replace(piece, face_up=False) if isinstance(piece, CardPiece | TilePiece) else piece
        for piece in scene.pieces
    )
    return structs.replace(scene, pieces=tuple(pieces))


@dataclass(frozen=True)
class _Table:
    """A scene in which an irregularity is staged.

    Methods return `None` or nothing if the scene lacks what they need.
    """

    scene: Scene
    rng: random.Random
    seats: int = 0

    def of(self, *kinds: type[AnyPiece]) -> list[AnyPiece]:
        return [piece for piece in self.scene.pieces if isinstance(piece, kinds)]

    def cards(self, whose: str = "player") -> list[AnyPiece]:
        """Cards or tiles of the dealer, of the board or of a player; of anybody if there are none."""
        every = [piece for piece in self.of(CardPiece, TilePiece) if piece.spot != "next"]  # not dealt yet
        owned = {"dealer": _DEALERS, "common": _COMMON}
        if whose in owned:
            return [piece for piece in every if piece.spot.startswith(owned[whose])] or every
        return [piece for piece in every if not piece.spot.startswith((*_DEALERS, *_COMMON))] or every

    def any(self, pieces: Sequence[AnyPiece]) -> AnyPiece | None:
        return self.rng.choice(list(pieces)) if pieces else None

    def lit(self, piece: AnyPiece | None) -> Scene | None:
        return self.light(piece.spot) if piece is not None else None

    def light(self, *spots: str) -> Scene:
        return structs.replace(self.scene, glow=spots)

    def with_pieces(self, pieces: Iterable[AnyPiece], *lit: str) -> Scene:
        return structs.replace(self.scene, pieces=tuple(pieces), glow=lit)

    def fresh(self, count: int) -> list[str]:
        """Cards that are not on the table yet."""
        lying = {piece.card for piece in self.of(CardPiece) if isinstance(piece, CardPiece)}
        pack = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"]
        return self.rng.sample([card for card in pack if card not in lying], count)

    def place(self, name: str) -> str | None:
        """The spot of the shoe or of the discards, if the felt has one."""
        if self.scene.felt in _PACKS:
            return _PACKS[self.scene.felt]
        return name if self.of(CardPiece, Chips) else None


def _turned_up(whose: str, count: int) -> Callable[[_Table], Scene | None]:
    """Shows cards face up that should be hidden, and all others face down."""

    def show(table: _Table) -> Scene | None:
        card = table.any(table.cards(whose))
        if card is None:
            return None
        seen = [piece for piece in table.cards(whose) if piece.spot == card.spot][:count]
        faces = iter(table.fresh(count))  # for cards whose face the scene does not know
        pieces: list[AnyPiece] = []
        for piece in table.scene.pieces:
            is_seen = any(piece is one for one in seen)
            if isinstance(piece, CardPiece):
                face = piece.card or (next(faces) if is_seen else "")
                pieces.append(structs.replace(piece, card=face, face_up=is_seen))
            elif isinstance(piece, TilePiece):
                pieces.append(structs.replace(piece, face_up=is_seen))
            else:
                pieces.append(piece)
        return table.with_pieces(pieces, card.spot)

    return show


def _at_the_shoe(count: int, face_up: bool) -> Callable[[_Table], Scene | None]:
    """Shows cards that left the shoe by mistake."""

    def show(table: _Table) -> Scene | None:
        shoe = table.place("shoe")
        if shoe is None:
            return table.lit(table.any(table.cards()))
        drawn = enumerate(table.fresh(count))
        cards = [CardPiece(spot=shoe, card=card, face_up=face_up, offset=place) for place, card in drawn]
        return table.with_pieces((*table.scene.pieces, *cards), shoe)

    return show


def _extra_card(whose: str) -> Callable[[_Table], Scene | None]:
    """Shows a card too many beside the last card of a hand."""

    def show(table: _Table) -> Scene | None:
        card = table.any([piece for piece in table.cards(whose) if isinstance(piece, CardPiece)])
        if card is None:
            return table.lit(table.any(table.cards(whose)))
        hand = [piece for piece in table.of(CardPiece) if isinstance(piece, CardPiece) and piece.spot == card.spot]
        last, places = hand[-1], [piece.offset for piece in hand]
        (face,) = table.fresh(1) if last.card else [""]
        offset = max(places) + 1 if any(places) else 0
        one_more = CardPiece(spot=last.spot, card=face, face_up=last.face_up, offset=offset)
        after = next(place for place, piece in enumerate(table.scene.pieces) if piece is last) + 1
        pieces = table.scene.pieces
        return table.with_pieces((*pieces[:after], one_more, *pieces[after:]), last.spot)

    return show


def _cards_missing(whose: str, rest: int | None = None) -> Callable[[_Table], Scene | None]:
    """Shows a hand with a card missing, or with ``rest`` cards left; the empty place glows."""

    def show(table: _Table) -> Scene | None:
        card = table.any(table.cards(whose))
        if card is None:
            return table.lit(table.any(table.of(Chips)))
        hand = [piece for piece in table.cards(whose) if piece.spot == card.spot]
        kept = hand[: len(hand) - 1 if rest is None else rest]
        pieces = [
            piece
            for piece in table.scene.pieces
            if not any(piece is one for one in hand) or any(piece is one for one in kept)
        ]
        return table.with_pieces(pieces, card.spot)

    return show


def _discarded(table: _Table) -> Scene | None:
    """Shows a hand among the discards, face down."""
    discards = table.place("discard")
    card = table.any([piece for piece in table.cards() if isinstance(piece, CardPiece)])
    if discards is None or card is None:
        return table.lit(card)
    pieces = [
        CardPiece(spot=discards, card=piece.card, face_up=False)
        if isinstance(piece, CardPiece) and piece.spot == card.spot
        else piece
        for piece in table.scene.pieces
    ]
    return table.with_pieces(pieces, discards)


def _cut_card(table: _Table) -> Scene | None:
    shoe = table.place("shoe")
    if shoe is None:
        return table.lit(table.any(table.cards()))
    return table.with_pieces((*table.scene.pieces, Marker(spot=shoe, kind="cut-card")), shoe)


def _shoe(table: _Table) -> Scene | None:
    shoe = table.place("shoe")
    return table.light(shoe) if shoe else table.lit(table.any(table.cards()))


def _dice(table: _Table) -> Scene | None:
    """The dice decide who is dealt to first: there are bets, and no cards yet."""
    faces = [str(table.rng.randint(1, 6)) for _ in range(_FACES)]
    return table.with_pieces((*table.of(Chips), DicePiece(spot="shaker", roll="-".join(faces))), "shaker")


def _bet(table: _Table) -> Scene | None:
    return table.lit(table.any(table.of(Chips))) or table.lit(table.any(table.cards()))


def _bet_missing(table: _Table) -> Scene | None:
    """The chips of one bet are gone; the empty place glows."""
    bet = table.any(table.of(Chips))
    if bet is None:
        return table.lit(table.any(table.cards()))
    return table.with_pieces([piece for piece in table.scene.pieces if piece is not bet], bet.spot)


def _player(table: _Table) -> Scene | None:
    """Everything at one player's place glows."""
    piece = table.any(table.of(Chips)) or table.any(table.cards())
    if piece is None:
        return table.light("card")  # at bingo a player is seen by the card
    seat = piece.spot.partition(":")[2]
    at_seat = [one.spot for one in table.scene.pieces if one.spot.partition(":")[2] == seat]
    return table.light(*dict.fromkeys(at_seat))


def _seat_of(piece: AnyPiece) -> str:
    return piece.spot.partition(":")[2]


def _every_place(table: _Table) -> Scene | None:
    """Every place is taken before the deal, and glows."""
    bets: dict[int, AnyPiece] = {}
    for piece in table.of(Chips):
        seat = _seat_of(piece).partition(":")[0]
        if seat.isdigit():
            bets[int(seat)] = piece
    if not table.seats or not bets:
        return table.light(*dict.fromkeys(piece.spot for piece in table.of(Chips)))
    full: list[AnyPiece] = []
    for number in range(1, table.seats + 1):
        bet = bets[number] if number in bets else table.rng.choice(list(bets.values()))
        kind, _, *hand = bet.spot.split(":")
        full.append(structs.replace(bet, spot=":".join((kind, str(number), *hand))))
    return table.with_pieces(full, *(bet.spot for bet in full))


def _free_seat(table: _Table, bet: AnyPiece) -> str:
    """The betting spot of an empty seat below the last player's; the bet's own spot if there is none."""
    kind, _, seat = bet.spot.partition(":")
    taken = {int(_seat_of(piece)) for piece in table.of(Chips) if _seat_of(piece).isdigit()}
    free = [number for number in range(1, max(taken)) if number not in taken]
    return f"{kind}:{table.rng.choice(free)}" if free else f"{kind}:{seat}"


def _free_place(table: _Table) -> Scene | None:
    """An empty seat glows."""
    bet = table.any([piece for piece in table.of(Chips) if _seat_of(piece).isdigit()])
    return table.light(_free_seat(table, bet)) if bet is not None else None


def _two_places(table: _Table) -> Scene | None:
    """The seat of a player who wants another seat, and that other seat, glow."""
    bet = table.any([piece for piece in table.of(Chips) if _seat_of(piece).isdigit()])
    return table.light(*dict.fromkeys((bet.spot, _free_seat(table, bet)))) if bet is not None else None


def _bets_at_only(count: int) -> Callable[[_Table], Scene | None]:
    """Shows bets at ``count`` places only: nobody else is left."""

    def show(table: _Table) -> Scene | None:
        seats = list(dict.fromkeys(_seat_of(piece) for piece in table.of(Chips) if _seat_of(piece)))[:count]
        pieces = [piece for piece in table.scene.pieces if not _seat_of(piece) or _seat_of(piece) in seats]
        left = (piece.spot for piece in pieces if isinstance(piece, Chips) and _seat_of(piece))
        return table.with_pieces(pieces, *dict.fromkeys(left))

    return show


def _no_number(table: _Table) -> Scene | None:
    """The ball still rolls: no marker on a number, and the wheel glows."""
    return table.with_pieces([piece for piece in table.scene.pieces if not isinstance(piece, Marker)], "wheel")


_KINDS: dict[str, Callable[[_Table], Scene | None]] = {
    "player-card-up": _turned_up("player", 1),
    "player-cards-up": _turned_up("player", 2),
    "dealer-card-up": _turned_up("dealer", 1),
    "dealer-cards-up": _turned_up("dealer", 2),
    "common-card-up": _turned_up("common", 1),
    "shoe-card-up": _at_the_shoe(1, face_up=True),
    "shoe-cards-up": _at_the_shoe(2, face_up=True),
    "shoe-card-down": _at_the_shoe(1, face_up=False),
    "card-too-many": _extra_card("player"),
    "dealer-card-too-many": _extra_card("dealer"),
    "card-missing": _cards_missing("player"),
    "one-card": _cards_missing("player", rest=1),
    "dealer-card-missing": _cards_missing("dealer"),
    "no-cards": _cards_missing("player", rest=0),
    "discarded": _discarded,
    "hand": lambda table: table.lit(table.any(table.cards())) or _bet(table),
    "dealer-hand": lambda table: table.lit(table.any(table.cards("dealer"))) or _bet(table),
    "shoe": _shoe,
    "cut-card": _cut_card,
    "dice": _dice,
    "bet": _bet,
    "bet-missing": _bet_missing,
    "bank": lambda table: table.light("bank"),
    "player": _player,
    "every-place": _every_place,
    "free-place": _free_place,
    "two-places": _two_places,
    "few-places": _bets_at_only(3),
    "one-place": _bets_at_only(1),
    "no-number": _no_number,
    "wheel": lambda table: table.light("wheel"),
    "last-ball": lambda table: table.light(
        "last" if table.of(Marker) else "ticket"
    ),  # a late claim at bingo or at the counter
    "bingo-card": lambda table: table.light("card"),
    "prize": lambda table: table.light("prize:progressive"),
    "ticket": lambda table: table.light("ticket"),
}


# ── dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_DICE, _WALL, _RAIL, _BOWL = "dice", "wall", "rail", "bowl"  # spots of a dice table
_ON_BET = ("die-on-chips", "die-on-point")  # irregularities in which the last die lies on a bet
# Spot of the last die in the others; empty if it left the table.
_LAST_DIE = {
    "die-leaning": _WALL,
    "one-die-first": _WALL,
    "die-on-rail": _RAIL,
    "die-in-reserve-bowl": _BOWL,
    "die-in-dice-cup": _BOWL,
    "die-on-die": _DICE,
    "die-off-table": "",
    "die-on-floor": "",
}
_DICE_STATES = {"die-leaning": "leaning", "dice-slide": "sliding", "dice-broken": "broken", "dice-damaged": "broken"}


def dice_after(event: str, roll: str, bet: str = "") -> Sequence[DicePiece]:
    """The dice of a roll after an irregularity; side by side if it does not move them.

    ``bet`` is the spot of the chips on which a die may lie.
    """
    state = _DICE_STATES.get(event, "")
    if event not in _LAST_DIE and event not in _ON_BET:
        return (DicePiece(spot=_DICE, roll=roll, state=state),)
    *others, last = roll.split("-")
    rest = DicePiece(spot=_DICE, roll="-".join(others))
    spot = bet if event in _ON_BET else _LAST_DIE[event]
    return (rest, DicePiece(spot=spot, roll=last, state=state)) if spot else (rest,)

"""Scenes of accidents: a hand in play with the accident visible in it."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from trainer.drills.card_room.table import (
    Dealt,
    begin,
    closed_card,
    deal,
    hand_pieces,
    note,
    pick_seats,
    pile,
    random_stacks,
    table_stakes,
    whole_pack,
)
from trainer.drills.scene import AnyPiece, CardPiece, Chips
from trainer.games.card_room.betting import act
from trainer.games.card_room.figures import card_room, street_names
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.play import next_street
from trainer.games.card_room.sizes import choices
from trainer.games.poker import cards
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Irregularity
from trainer.texts import Message

_PLAYERS = 5
_LAST = ("seventh-face-up", "cards-run-short", "hand-mixed")  # accidents at the end of a hand


class Accident(msgspec.Struct, frozen=True):
    """A table at the moment of an accident: the player it happens to, and the pieces."""

    rules: GameRules
    hand: Hand
    dealt: Dealt
    seat: int
    pieces: list[AnyPiece]

    @property
    def cards(self) -> str:
        return f"seat:{self.seat}/cards"


def accident_pieces(rules: GameRules, rng: random.Random, key: str, entry: Irregularity) -> list[AnyPiece]:
    """The pieces of a table at which this accident has just happened."""
    accident = str(entry.data.get("accident", key))
    table = table_stakes(rules, rng)
    seats = pick_seats(rules, rng, _PLAYERS)
    dealt = deal(rules, rng, seats)
    button = rng.choice(seats) if card_room(rules).button is not None else None
    hand = begin(rules, table, random_stacks(rng, table, seats), button, dealt)
    left = entry.data.get("when", {}).get("players-left", _PLAYERS)
    if accident in _LAST or "seventh" in key or "showdown" in key:
        hand = _called_through(rules, hand, dealt, left)
    playing = [hand.seats[player] for player in hand.in_hand]
    at = Accident(rules, hand, dealt, rng.choice(playing), hand_pieces(rules, hand, dealt))
    change = _CHANGES.get(accident) or _CHANGES.get(key)
    return change(at, rng) if change else at.pieces


def _called_through(rules: GameRules, hand: Hand, dealt: Dealt, left: int) -> Hand:
    """The hand on its last street with ``left`` players in; the others have folded."""
    while hand.street + 1 < len(street_names(rules)):
        if hand.phase == "round-over":
            hand = next_street(rules, hand, dealt.own)
            continue
        can = choices(rules, hand)
        if can.can_check:
            hand = act(rules, hand, "check", can=can)
        elif can.call is not None:
            hand = act(rules, hand, "call" if len(hand.in_hand) <= left else "fold", can=can)
        else:
            hand = act(rules, hand, "bet", can.least, can=can)
    return hand


# ── what went wrong ──────────────────────────────────────────────────────────────────────────────────────────────────


def _cards_turned_up(at: Accident, rng: random.Random, count: int = 1, last: bool = False) -> list[AnyPiece]:
    """The player's hidden cards, now face up."""
    closed = [
        piece for piece in at.pieces if isinstance(piece, CardPiece) and piece.spot == at.cards and not piece.face_up
    ]
    shown = closed[-count:] if last else closed[:count]
    own = at.dealt.own[at.seat]
    return [
        msgspec.structs.replace(piece, card=str(cards.CARDS[own[piece.offset]]), face_up=True)
        if isinstance(piece, CardPiece) and piece in shown
        else piece
        for piece in at.pieces
    ]


def _in_the_deck(at: Accident, rng: random.Random, count: int = 1) -> list[AnyPiece]:
    """Cards that are face up in the deck."""
    used = {number for own in at.dealt.own.values() for number in own} | set(at.dealt.board)
    free = [number for number in whole_pack(at.rules) if number not in used]
    seen = rng.sample(free, count)
    return [
        *at.pieces,
        *(CardPiece(spot="deck", card=str(cards.CARDS[n]), offset=place) for place, n in enumerate(seen)),
    ]


def _one_short(at: Accident, rng: random.Random) -> list[AnyPiece]:
    """The player has one card less than the others."""
    own = [piece for piece in at.pieces if piece.spot == at.cards]
    return [piece for piece in at.pieces if piece is not own[-1]]


def _card_fallen(at: Accident, rng: random.Random) -> list[AnyPiece]:
    return [*_one_short(at, rng), note(f"seat:{at.seat}", Message("card-room.seen.fallen"))]


def _player_away(at: Accident, rng: random.Random) -> list[AnyPiece]:
    return [*at.pieces, note(f"seat:{at.seat}", Message("card-room.seen.away"))]


def _in_the_muck(at: Accident, rng: random.Random) -> list[AnyPiece]:
    """The player's cards lie among the discards."""
    own = [piece for piece in at.pieces if isinstance(piece, CardPiece) and piece.spot == at.cards]
    rest = [piece for piece in at.pieces if piece.spot != at.cards]
    return [*rest, *(closed_card("muck", place) for place in range(len(own)))]


def _dealt_on(at: Accident, rng: random.Random) -> list[AnyPiece]:
    """The next street has begun while bets are still open."""
    following = list(card_room(at.rules).streets.values())[at.hand.street + 1]
    if following.board:
        board = [piece for piece in at.pieces if isinstance(piece, CardPiece) and piece.spot == "board"]
        lying = sum(piece.face_up for piece in board)
        early = CardPiece(spot="board", card=str(cards.CARDS[at.dealt.board[lying]]), offset=lying)
        closed = closed_card("board", lying)
        return [early if piece == closed else piece for piece in at.pieces] if closed in board else [*at.pieces, early]
    lying = sum(isinstance(piece, CardPiece) and piece.spot == at.cards for piece in at.pieces)
    next_card = cards.CARDS[at.dealt.own[at.seat][lying]]
    return [*at.pieces, CardPiece(spot=at.cards, card=str(next_card), offset=lying)]


def _two_motions(at: Accident, rng: random.Random) -> list[AnyPiece]:
    """The player to act has called, and then pushes a raise forward."""
    actor = at.hand.actor
    if actor is None:
        return at.pieces
    spot = f"seat:{actor}/bet"
    level = max(at.hand.level, at.hand.table.minimum)
    rest = [piece for piece in at.pieces if not (isinstance(piece, Chips) and piece.spot == spot)]
    return [*rest, *pile(at.rules, spot, level), *pile(at.rules, spot, at.hand.table.minimum)]


_CHANGES: dict[str, Callable[[Accident, random.Random], list[AnyPiece]]] = {
    "card-seen": _cards_turned_up,
    "several-cards-seen": lambda at, rng: _cards_turned_up(at, rng, 2),
    "hole-card-exposed-third-up": _cards_turned_up,
    "own-cards-shown": lambda at, rng: _cards_turned_up(at, rng, 7),
    "player-exposes-cards-again": lambda at, rng: _cards_turned_up(at, rng, 7),
    "seventh-face-up": lambda at, rng: _cards_turned_up(at, rng, 1, last=True),
    "seventh-card-face-up-more-left": lambda at, rng: _cards_turned_up(at, rng, 1, last=True),
    "one-card-face-up": _in_the_deck,
    "cards-face-up": lambda at, rng: _in_the_deck(at, rng, 2),
    "error-found-at-once": _one_short,
    "error-found-late": _one_short,
    "wrong-distribution-objected": _one_short,
    "card-off-table": _card_fallen,
    "player-drops-cards": _card_fallen,
    "cards-to-no-player": _player_away,
    "absent-player-saw-cards": _player_away,
    "absent-for-blinds": _player_away,
    "player-leaves-seat": _player_away,
    "hand-mixed": _in_the_muck,
    "protected-hand-swept": _in_the_muck,
    "dealt-too-early": _dealt_on,
    "string-bet": _two_motions,
}

"""Blackjack scenes: the pieces of a place (cards, chips, markers), and random hands and stakes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from trainer.drills.kit import cash_or_note, felt_of, scene_on
from trainer.drills.scene import AnyPiece, CardPiece, Marker, Note, Scene
from trainer.equipment.cards import DECK, Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand, is_blackjack, points
from trainer.games.blackjack.promotions import prize_of
from trainer.games.core import BetResult
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names


class Shown(msgspec.Struct, frozen=True):
    """A place on the felt: its hands, the stake of each, and what lies beside them.

    ``double`` says for each hand whether its stake was doubled with the player's money or with a marker; the last card
    of such a hand lies across. In Challenge 21 the stakes belong to rounds, not to hands.
    """

    seat: int
    hands: tuple[tuple[Card, ...], ...]
    stakes: tuple[Amount, ...] = ()
    double: tuple[str, ...] = ()  # for each hand: "", "own" or "free"
    free_split: tuple[bool, ...] = ()
    sides: Mapping[str, Amount] = {}
    insurance: Amount = ZERO
    paid: Amount = ZERO
    turned: bool = False  # the double card, dealt face down, has been turned over

    def doubled(self, number: int) -> str:
        """How stake ``number`` was doubled; in Challenge 21 the double of the hand applies to all its stakes."""
        if not self.double:
            return ""
        return self.double[number - 1] if number <= len(self.double) else self.double[-1]


def hand_spot(rules: GameRules, seat: int, number: int, hands: int) -> str:
    """The spot of a hand: in the middle of its place, or beside the other hands."""
    many = hands > 1 or blackjack(rules).switch is not None
    return f"hand:{seat}:{number}" if many else f"hand:{seat}"


def bet_spot(rules: GameRules, seat: int, number: int, hands: int) -> str:
    figures = blackjack(rules)
    many = hands > 1 or figures.switch is not None or figures.challenge is not None
    return f"bet:{seat}:{number}" if many else f"bet:{seat}"


def compulsory_bets(rules: GameRules) -> int:
    """Number of bets a player must make to be dealt a hand: more than one in Challenge 21."""
    challenge = blackjack(rules).challenge
    return challenge.least_bets if challenge is not None else 1


def chips(rules: GameRules, spot: str, amount: Amount) -> list[AnyPiece]:
    """An amount in the house's chips; as a note if they cannot make it up."""
    return cash_or_note(rules, spot, amount, "blackjack.amount")


def card_pieces(spot: str, cards: Sequence[Card], *, last_across: bool = False, hidden: int = 0) -> list[AnyPiece]:
    """Cards in a row; the last ``hidden`` of them face down."""
    pieces: list[AnyPiece] = []
    for index, card in enumerate(cards):
        last = index == len(cards) - 1
        shown = index < len(cards) - hidden
        pieces.append(CardPiece(spot=spot, card=str(card), face_up=shown, across=last_across and last))
    return pieces


def place_pieces(rules: GameRules, place: Shown) -> list[AnyPiece]:
    """All pieces of a place."""
    pieces: list[AnyPiece] = []
    count = len(place.hands)
    for number, cards in enumerate(place.hands, 1):
        doubled = place.doubled(number)
        face_down = doubled and not place.turned and blackjack(rules).double.card == "face-down"
        spot = hand_spot(rules, place.seat, number, count)
        pieces += card_pieces(spot, cards, last_across=bool(doubled), hidden=int(bool(face_down)))
    for number, stake in enumerate(place.stakes, 1):
        spot = bet_spot(rules, place.seat, number, count)
        free = len(place.free_split) >= number and place.free_split[number - 1]
        pieces += [Marker(spot=spot, kind="free-bet")] if free else chips(rules, spot, stake)
        if place.doubled(number) == "own":
            pieces += chips(rules, spot, stake)
        elif place.doubled(number) == "free":
            pieces.append(Marker(spot=spot, kind="free-bet"))
    for bet, stake in place.sides.items():
        pieces += chips(rules, f"{bet}:{place.seat}", stake)
    pieces += chips(rules, f"insurance:{place.seat}", place.insurance)
    return pieces + chips(rules, f"paid:{place.seat}", place.paid)


def place_afterwards(place: Shown, results: Sequence[BetResult], insured: BetResult | None = None) -> Shown:
    """A place after the settlement: remaining stakes, and the total paid. ``results`` are in the order of stakes."""
    every = (*results, insured) if insured else results
    return msgspec.structs.replace(
        place,
        stakes=tuple(result.returned + result.stays for result in results),
        insurance=insured.returned + insured.stays if insured else ZERO,
        paid=sum((result.pays for result in every), ZERO),
    )


def table_scene(
    rules: GameRules,
    places: Iterable[Shown] = (),
    dealer: Sequence[Card] = (),
    *,
    hole_down: bool = False,
    notes: Mapping[str, Message | Names | str] | None = None,
    glow: Iterable[str] = (),
    dealer_spot: str = "",
) -> Scene:
    """A felt with places, the dealer's cards, notes and glowing spots."""
    spot = dealer_spot or ("dealer:1" if blackjack(rules).dealer.hands > 1 else "dealer")
    pieces = card_pieces(spot, dealer, hidden=int(hole_down))
    for place in places:
        pieces += place_pieces(rules, place)
    pieces += [Note(spot=where, says=says) for where, says in (notes or {}).items()]
    return scene_on(felt_of(rules), pieces, glow)


# ── random cards and stakes ──────────────────────────────────────────────────────────────────────────────────────────


def any_card(rng: random.Random) -> Card:
    return rng.choice(DECK)


def hand_of(rng: random.Random, cards: int, *, total: int | None = None, aces: bool | None = None) -> tuple[Card, ...]:
    """A random hand of ``cards`` cards that is not bust, with or without an ace, and with a given total if wanted."""
    while True:
        found = tuple([rng.choice(DECK) for _ in range(cards)])
        count = points(found).total
        if count > 21 or (total is not None and count != total):
            continue
        if aces is None or any(card.rank == "A" for card in found) == aces:
            return found


def standing_hand(rng: random.Random, first: Card | None = None) -> tuple[Card, ...]:
    """A hand on which a player stood, beginning with ``first`` if given: no blackjack, seldom below 17."""
    while True:
        least = rng.choice((12, 15, 17, 17, 18, 19))
        found: tuple[Card, ...] = (first or any_card(rng), any_card(rng))
        while points(found).total < least:
            found = (*found, any_card(rng))
        if points(found).total <= 21 and len(found) <= 5 and (first is not None or not is_blackjack(found)):
            return found


def any_blackjack(rng: random.Random) -> tuple[Card, ...]:
    ace = Card("A", rng.choice("SHDC"))
    ten = Card(rng.choice("TJQK"), rng.choice("SHDC"))
    return (ace, ten) if rng.random() < 0.5 else (ten, ace)


def a_blackjack(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """A blackjack that is paid as such, and not as a promotional prize."""
    while True:
        cards = any_blackjack(rng)
        if not prize_of(rules, Hand(cards)):
            return cards


def card_of(rng: random.Random, ranks: str) -> Card:
    return Card(rng.choice(ranks), rng.choice("SHDC"))


def a_stake(rules: GameRules, rng: random.Random, most: int = 8, *, odd: bool = False) -> Amount:
    """A usual stake: a multiple of the table minimum; ``odd`` adds one to four of the smallest suitable chips."""
    stake = rules.table.minimum * rng.randint(1, most)
    return stake + max(rules.info.chips.step(stake), Amount(1)) * rng.randint(1, 4) if odd else stake

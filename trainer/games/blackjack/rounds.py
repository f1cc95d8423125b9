"""A round as it is told: hands, dealer's cards and bets, and which hand each bet lies on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand, Points
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

Choice = Literal["surrender", "even-money"]
Moment = Literal["end-of-round", "before-first-players-third-card"]
_BUST = Points(22, False)


class HandOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's hand: its cards, or its ``total`` or that it is ``bust``, and what happened to it.

    ``first_two`` are the cards of the place before it was split; side bets are read from them. That it was ``doubled``
    is told by the bet; it may be said here as well.
    """

    cards: tuple[Card, ...] = ()
    seat: int | None = None
    hand: int | None = None
    total: int | None = None
    bust: bool = False
    from_split: bool = False
    switched: bool = False
    doubled: bool = False
    choice: Choice | None = None
    first_two: tuple[Card, ...] = ()


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to settle: the hands, the dealer's cards, and the bets.

    One hand is given as ``player``, several as ``hands`` (lists of cards, or hands with a seat and what happened to
    them). The dealer's cards are those on the table in order; ``next_cards`` are those to come from the shoe, drawn
    as the rules say. In Challenge 21 ``base_card`` is his first card and ``rounds`` what he drew to it each time.
    A bet that cannot be decided yet stands.
    """

    bets: tuple[BlackjackBet, ...]
    player: tuple[Card, ...] = ()
    hands: tuple[HandOf | tuple[Card, ...], ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_up: Card | None = None
    dealer_total: int | None = None
    dealer_natural: bool | None = None
    next_cards: tuple[Card, ...] = ()
    base_card: Card | None = None
    rounds: tuple[tuple[Card, ...], ...] = ()
    choice: Choice | None = None
    switched: bool = False
    first_two: tuple[Card, ...] = ()  # of a place whose cards are asked about without a hand: side bets
    drawn: tuple[Card, ...] = ()
    split: bool = False
    markers: int | None = None
    meter: Amount | None = None
    moment: Moment = "end-of-round"
    minimum: Amount | None = None
    maximum: Amount | None = None


class Place(msgspec.Struct, frozen=True):
    """The hands of one seat and the cards its side bets are read from."""

    hands: tuple[Hand, ...]
    first: tuple[Card, ...]
    drawn: tuple[Card, ...] = ()


def places_of(rules: GameRules, round_: Round) -> dict[int | None, Place]:
    """The hands by seat; a round without seats has one place, `None`."""
    if round_.player and round_.hands:
        raise RequestError("player", "give one hand as 'player' or several as 'hands', not both")
    given = [HandOf(cards=round_.player)] if round_.player else list(round_.hands)
    by_seat: dict[int | None, list[tuple[HandOf, Hand]]] = {}
    for index, entry in enumerate(given):
        hand_of = HandOf(cards=entry) if isinstance(entry, tuple) else entry
        row = by_seat.setdefault(hand_of.seat, [])
        field = "player" if round_.player else f"hands[{index}]"
        hand = _hand(rules, round_, hand_of, len(row) + 1, field)
        if any(other.number == hand.number for _, other in row):
            raise RequestError(f"{field}.hand", f"there are two hands {hand.number} at this seat")
        row.append((hand_of, hand))
    places = {seat: _place(rules, round_, seat, row) for seat, row in by_seat.items()}
    if not places and round_.first_two:
        places[None] = Place((), round_.first_two, round_.drawn)
    return places


def _hand(rules: GameRules, round_: Round, given: HandOf, place_in_row: int, field: str) -> Hand:
    if not given.cards and given.total is None and not given.bust:
        raise RequestError(f"{field}.cards", "are missing: give the cards, the total, or that the hand is bust")
    if len(given.cards) == 1:
        raise RequestError(f"{field}.cards", "a hand has at least two cards when it is settled")
    if (given.switched or round_.switched) and blackjack(rules).switch is None:
        raise RequestError(f"{field}.switched", "there is no switch in this game")
    count = _BUST if given.bust else Points(given.total, False) if given.total is not None else None
    number = given.hand or place_in_row
    return Hand(
        given.cards,
        seat=given.seat,
        number=number,
        from_split=given.from_split or round_.split or _split_by_its_bets(round_, given.seat, number),
        switched=given.switched or round_.switched,
        left=given.choice or round_.choice or "",
        count=count,
    )


def _split_by_its_bets(round_: Round, seat: int | None, number: int) -> bool:
    """Whether a split bet tells that a hand comes from a split.

    With one initial hand at the seat every hand does. With several (Switch, or a player on two places) only the hand
    that carries the split bet surely does; of the others the hand itself must say so.
    """
    own = [bet for bet in round_.bets if bet.seat == seat]
    splits = [bet for bet in own if bet.bet in ("split", "free-split")]
    initial_hands = {bet.hand for bet in own if bet.bet == "main"}
    return bool(splits) if len(initial_hands) <= 1 else any(bet.hand == number for bet in splits)


def _place(rules: GameRules, round_: Round, seat: int | None, row: Sequence[tuple[HandOf, Hand]]) -> Place:
    hands = tuple(hand for _, hand in sorted(row, key=lambda pair: pair[1].number))
    named = next((hand_of.first_two for hand_of, _ in row if hand_of.first_two), ()) or (round_.first_two)
    if blackjack(rules).switch is not None:
        first = named or tuple(card for hand in hands[:2] for card in hand.cards[:2])
        return Place(hands, first)
    if len(hands) == 1 or not hands[0].from_split:
        return Place(hands, named or hands[0].cards[:2], round_.drawn or hands[0].cards[2:])
    if not named and len(hands) == 2 and all(hand.cards for hand in hands):
        named = (hands[0].cards[0], hands[1].cards[0])
    return Place(hands, named, round_.drawn or hands[0].cards[1:2])


def place_of(bet: BlackjackBet, places: dict[int | None, Place]) -> Place | None:
    """The place of a bet; where there is only one, neither it nor the bet need name the seat."""
    if bet.seat not in places and len(places) == 1:
        [(seat, place)] = places.items()
        return place if seat is None or bet.seat is None else None
    return places.get(bet.seat)


def hand_of_bet(bet: BlackjackBet, places: dict[int | None, Place], field: str) -> Hand:
    place = place_of(bet, places)
    if place is None or not place.hands:
        where = f"seat {bet.seat}" if bet.seat is not None else "the player"
        raise RequestError(field, f"there is no hand of {where} to settle {bet.bet} with")
    if bet.hand is None:
        return place.hands[1] if bet.bet in ("split", "free-split") and len(place.hands) == 2 else place.hands[0]
    for hand in place.hands:
        if hand.number == bet.hand:
            return hand
    raise RequestError(f"{field}.hand", f"there is no hand {bet.hand} at this seat")

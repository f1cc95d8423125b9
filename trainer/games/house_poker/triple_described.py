"""Request form of a triple shot round to settle: each of the three bets counts a part of a seat's row of cards.

The first card of a seat is its card of the duel, the cards it played with are its hand of blackjack, and all six are
its hand of poker.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Bet, RequestError
from trainer.games.decks import check_decks
from trainer.games.house_poker.described_round import Key, check_bets
from trainer.games.house_poker.figures import house_poker
from trainer.games.limits import bounds, check_stakes
from trainer.rulebooks.schema import GameRules

WAR, BLACKJACK, DOUBLE, SPLIT, POKER, INSURANCE = "war", "blackjack", "double", "split", "poker", "insurance"
SIX = 6


class TripleHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cards of a seat: the first one, its blackjack hand, the hand that it split off, and all six for poker.

    Fields that are left out follow from the others: the first card of the blackjack hand is the card of the duel, and a
    blackjack hand of six cards is the poker hand.
    """

    seat: int | None = None
    first: Card | None = None
    player: tuple[Card, ...] = ()
    split: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()


class TripleRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to settle: the bets, the cards of the seats, and the croupier's (his first is that of the duel).

    For one player without a seat his cards stand beside the bets. Bets stay on the table if cards that decide them are
    missing.
    ``minimum`` and ``maximum`` are the table's, as in `limit`, where a bet was found outside its limits too late.
    """

    bets: tuple[Bet, ...]
    player_first: Card | None = None
    player: tuple[Card, ...] = ()
    split: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    hands: tuple[TripleHand, ...] = ()
    dealer_first: Card | None = None
    dealer: tuple[Card, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None


class TriplePlace(msgspec.Struct, frozen=True):
    """A seat with its bets and its cards, as far as they are known."""

    seat: int | None
    bets: dict[str, Bet]
    first: Card | None = None
    player: tuple[Card, ...] = ()
    split: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()


class TripleTold(msgspec.Struct, frozen=True):
    """A round as it was read."""

    places: tuple[TriplePlace, ...]
    dealer_first: Card | None
    dealer: tuple[Card, ...]


def read_triple(rules: GameRules, told: TripleRound) -> TripleTold:
    """The round with everything checked; raises `RequestError` for one that cannot be."""
    check_stakes(told.bets)
    check_bets(rules, told.bets)
    for index, bet in enumerate(told.bets):
        if bet.hand is not None:
            raise RequestError(f"bets[{index}].hand", "a seat has one hand: leave it out")
    seats = _seats(rules, told)
    dealer_first = _first("dealer_first", told.dealer_first, told.dealer)
    places = []
    for key in dict.fromkeys((bet.seat, bet.hand) for bet in told.bets):
        bets = {bet.bet: bet for bet in told.bets if (bet.seat, bet.hand) == key}
        field, hand = seats.pop(key, ("", TripleHand(seat=key[0])))
        _check_stakes(rules, told, bets)
        _check_hand(rules, field, hand, bets)
        first = _first(f"{field}.first" if field else "player_first", hand.first, hand.player or hand.cards)
        cards = hand.cards or (hand.player if len(hand.player) == SIX else ())
        places.append(TriplePlace(key[0], bets, first, hand.player, hand.split, cards))
    for field, _ in seats.values():
        if told.bets:
            raise RequestError(field or "player", "has no bet")
    _check_dealer(rules, told.dealer)
    if dealer_first is not None and dealer_first.rank != "A" and any(INSURANCE in place.bets for place in places):
        raise RequestError("dealer_first", "is no ace: nothing is insured")
    _check_pack(told, places, dealer_first)
    return TripleTold(tuple(places), dealer_first, told.dealer)


def _seats(rules: GameRules, told: TripleRound) -> dict[Key, tuple[str, TripleHand]]:
    found: dict[Key, tuple[str, TripleHand]] = {}
    most = house_poker(rules).seats
    for index, each in enumerate(told.hands):
        if each.seat is None or not 1 <= each.seat <= most or (each.seat, None) in found:
            raise RequestError(f"hands[{index}].seat", f"must be one of 1 to {most}, each once")
        found[each.seat, None] = (f"hands[{index}]", each)
    alone = TripleHand(first=told.player_first, player=told.player, split=told.split, cards=told.cards)
    if alone != TripleHand():
        keys = list(dict.fromkeys((bet.seat, bet.hand) for bet in told.bets))
        if len(keys) > 1 or any(key in found for key in keys):
            raise RequestError("player", "is one hand: tell those of several seats in hands")
        found[keys[0] if keys else (None, None)] = ("", alone)
    return found


def _first(field: str, given: Card | None, cards: tuple[Card, ...]) -> Card | None:
    if given is not None and cards and given != cards[0]:
        raise RequestError(field, f"is another than the first card told, {cards[0]}")
    return given or (cards[0] if cards else None)


def _check_stakes(rules: GameRules, told: TripleRound, bets: dict[str, Bet]) -> None:
    equal = house_poker(rules).equal
    if equal is not None and len({bets[name].stake for name in equal.bets if name in bets}) > 1:
        raise RequestError("bets", f"{', '.join(equal.bets)} must all be of one size")
    known = {name: bet.stake for name, bet in bets.items()}
    for name in (DOUBLE, SPLIT, INSURANCE):
        if name not in bets:
            continue
        field = f"bets[{told.bets.index(bets[name])}]"
        if BLACKJACK not in bets:
            raise RequestError(f"{field}.bet", f"{name} lies only beside {BLACKJACK}")
        found = bounds(rules, rules.bets[name], known)
        if not found.allows(bets[name].stake):
            wanted = "exactly" if found.minimum == found.maximum else "at most"
            raise RequestError(f"{field}.stake", f"must be {wanted} {found.maximum} beside {BLACKJACK}")
    if DOUBLE in bets and SPLIT in bets:
        raise RequestError("bets", "split aces take one card each and are not doubled")


def _check_hand(rules: GameRules, field: str, hand: TripleHand, bets: dict[str, Bet]) -> None:
    path = f"{field}." if field else ""
    if len(hand.player) > SIX:
        raise RequestError(f"{path}player", f"are at most {SIX}")
    for count in range(2, len(hand.player)):
        if not may_draw(rules, hand.player[:count]):
            total = points(hand.player[:count]).total
            raise RequestError(f"{path}player[{count}]", f"no card is drawn on {total}")
    if hand.cards and len(hand.cards) != SIX:
        raise RequestError(f"{path}cards", f"are {SIX}, not {len(hand.cards)}")
    if hand.split and SPLIT not in bets:
        raise RequestError(f"{path}split", "is a second hand without its bet")
    if hand.split and not (
        len(hand.split) == len(hand.player) == 2 and hand.split[0].rank == hand.player[0].rank == "A"
    ):
        raise RequestError(f"{path}split", "only two aces are opened, each takes one card")
    if DOUBLE in bets and hand.player and len(hand.player) != 3:
        raise RequestError(f"{path}player", "a doubled hand has three cards")
    figures = house_poker(rules).twenty_one
    both = figures is None or figures.split_counts == "all-four"
    counting = (*hand.player, *hand.split) if both else hand.player
    if hand.cards and any(card not in hand.cards for card in counting):
        raise RequestError(f"{path}cards", "do not hold the cards of the blackjack hand")


def may_draw(rules: GameRules, cards: Sequence[Card]) -> bool:
    """Whether a player may add a card to this hand of blackjack: below 21, or on 21 where the rules allow it."""
    total, figures = points(cards).total, house_poker(rules).twenty_one
    on_21 = figures is not None and figures.on_21 and not is_blackjack(cards)
    return total < TWENTY_ONE or (total == TWENTY_ONE and on_21)


def _check_dealer(rules: GameRules, cards: tuple[Card, ...]) -> None:
    """The croupier draws only while he must."""
    figures = house_poker(rules).twenty_one
    if figures is not None and len(cards) > 2 and points(cards[:-1]).total >= figures.stands_on:
        raise RequestError("dealer", f"draws no card from {figures.stands_on} on")


def _check_pack(told: TripleRound, places: list[TriplePlace], dealer_first: Card | None) -> None:
    """No joker and no card twice; the same card told in two parts of one seat is one card."""
    dealt = told.dealer or ((dealer_first,) if dealer_first else ())
    given: dict[str, tuple[Card, ...]] = {"dealer": dealt, "player": told.player}  # also of a player without a bet
    for place in places:
        field = "player" if place.seat is None else f"hands[{place.seat}]"
        check_decks(1, {field: place.player, f"{field}.split": place.split})
        parts = place.cards or place.player or ((place.first,) if place.first else ())
        given[field] = (*parts, *(card for card in place.split if card not in parts))
    for field, cards in given.items():
        for index, card in enumerate(cards):
            if card.is_joker:
                raise RequestError(f"{field}[{index}]", "there is no joker among the cards of this game")
    check_decks(1, given)

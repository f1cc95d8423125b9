"""Settling a round: every bet on the table against the dealer's hand, as far as it can be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import (
    FREE_BETS,
    HAND_BETS,
    INSURANCES,
    BlackjackBet,
    book_hand_bet,
    book_insurance,
    book_side_bet,
    row_of,
)
from trainer.games.blackjack.challenge_21 import challenge
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, DealerHand, OnTable, by_table, completed
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand, Points
from trainer.games.blackjack.play import Situation, may_surrender
from trainer.games.blackjack.side_bets import READERS, Seen
from trainer.games.blackjack.verdict import Verdict, verdict
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.limits import Bounds, InPlay, stake_in_play
from trainer.rulebooks.schema import GameRules

Choice = Literal["surrender", "even-money"]
Moment = Literal["end-of-round", "before-first-players-third-card"]
BUST = Points(22, False)


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
    min: Amount | None = None
    max: Amount | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The hands of one seat and the cards its side bets are read from."""

    hands: tuple[Hand, ...]
    first: tuple[Card, ...]
    drawn: tuple[Card, ...] = ()


def settle(rules: GameRules, round_: Round) -> Settlement:
    """Every bet's result."""
    for index, bet in enumerate(round_.bets):
        _check_bet(rules, bet, f"bets[{index}]")
    places = _places(rules, round_)
    _check_surrender(rules, round_, places)
    early = round_.moment != "end-of-round"
    dealers = _dealers(rules, round_, places)
    results = [
        _settle_bet(rules, round_, bet, places, dealers, early, f"bets[{i}]") for i, bet in enumerate(round_.bets)
    ]
    return Settlement(tuple(results), _round_reasons(dealers), _facts(rules, round_, places, dealers, results))


def _check_bet(rules: GameRules, bet: BlackjackBet, field: str) -> None:
    if bet.bet not in rules.bets:
        known = ", ".join(rules.bets)
        raise RequestError(f"{field}.bet", f"{bet.bet!r} is not a bet of this table; there are: {known}")
    if bet.bet in FREE_BETS:
        if bet.stake:
            raise RequestError(f"{field}.stake", "a free bet has no stake: say what its marker is worth in 'marker'")
        if bet.marker is None:
            raise RequestError(f"{field}.marker", "is missing: what is the free bet worth?")
    elif bet.stake <= 0:
        raise RequestError(f"{field}.stake", "must be above 0")
    hands = blackjack(rules).dealer.hands
    if bet.on is not None and not (isinstance(bet.on, int) and 1 <= bet.on <= hands and hands > 1):
        raise RequestError(f"{field}.on", f"is the dealer's hand, from 1 to {hands}" if hands > 1 else "leave it out")
    if hands > 1 and bet.on is None:
        raise RequestError(f"{field}.on", f"is missing: against which of the dealer's {hands} hands?")


# ── the hands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(rules: GameRules, round_: Round) -> dict[int | None, Place]:
    """The hands by seat; a round without seats has one place, `None`."""
    if round_.player and round_.hands:
        raise RequestError("player", "give one hand as 'player' or several as 'hands', not both")
    given = [HandOf(cards=round_.player)] if round_.player else list(round_.hands)
    split_seats = {bet.seat for bet in round_.bets if bet.bet in ("split", "free-split")}
    by_seat: dict[int | None, list[tuple[HandOf, Hand]]] = {}
    for index, entry in enumerate(given):
        hand_of = HandOf(cards=entry) if isinstance(entry, tuple) else entry
        row = by_seat.setdefault(hand_of.seat, [])
        hand = _hand(rules, round_, hand_of, len(row) + 1, hand_of.seat in split_seats, f"hands[{index}]")
        if any(other.number == hand.number for _, other in row):
            raise RequestError(f"hands[{index}].hand", f"there are two hands {hand.number} at this seat")
        row.append((hand_of, hand))
    places = {seat: _place(rules, round_, seat, row) for seat, row in by_seat.items()}
    if not places and round_.first_two:
        places[None] = Place((), round_.first_two, round_.drawn)
    return places


def _hand(rules: GameRules, round_: Round, given: HandOf, number: int, split: bool, field: str) -> Hand:
    if not given.cards and given.total is None and not given.bust:
        raise RequestError(f"{field}.cards", "are missing: give the cards, the total, or that the hand is bust")
    count = BUST if given.bust else Points(given.total, False) if given.total is not None else None
    # A switch game has two initial hands at a place, so a split bet there does not tell which of them was split.
    from_split = given.from_split or round_.split or (split and blackjack(rules).switch is None)
    hand = Hand(
        given.cards,
        seat=given.seat,
        number=given.hand or number,
        from_split=from_split,
        switched=given.switched or round_.switched,
        left=given.choice or round_.choice or "",
        count=count,
    )
    if hand.left == "even-money" and not hand.is_blackjack:
        raise RequestError(f"{field}.choice", "only a blackjack is paid even money")
    return hand


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


def _check_surrender(rules: GameRules, round_: Round, places: dict[int | None, Place]) -> None:
    """A surrender that is not allowed against the dealer's card is no round that can be settled."""
    hands = [hand for place in places.values() for hand in place.hands if hand.left == "surrender"]
    if round_.choice == "surrender" and not hands:
        hands = [Hand(left="surrender")]
    up = round_.base_card or round_.dealer_up or (round_.dealer[0] if round_.dealer else None)
    for hand in hands:
        ruling = may_surrender(rules, msgspec.structs.replace(hand, left=""), Situation(up))
        if not ruling.allowed:
            raise RequestError("choice", f"surrender is not allowed here ({ruling.reasons[0].cite})")


def _hand_of_bet(bet: BlackjackBet, places: dict[int | None, Place], field: str) -> Hand:
    place = places.get(bet.seat)
    if place is None or not place.hands:
        where = f"seat {bet.seat}" if bet.seat is not None else "the player"
        raise RequestError(field, f"there is no hand of {where} to settle {bet.bet} with")
    if bet.hand is None:
        return place.hands[1] if bet.bet in ("split", "free-split") and len(place.hands) == 2 else place.hands[0]
    for hand in place.hands:
        if hand.number == bet.hand:
            return hand
    raise RequestError(f"{field}.hand", f"there is no hand {bet.hand} at this seat")


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _dealers(rules: GameRules, round_: Round, places: dict[int | None, Place]) -> tuple[DealerHand, ...]:
    """The dealer's hands, one for each round of Challenge 21, completed from the cards to come."""
    if round_.base_card is not None:
        if blackjack(rules).challenge is None:
            raise RequestError("base_card", "belongs to Challenge 21; here the dealer's cards are 'dealer'")
        count = blackjack(rules).dealer.hands
        if len(round_.rounds) > count:
            raise RequestError("rounds", f"there are {count} rounds")
        drawn = [*round_.rounds, *[()] * (count - len(round_.rounds))]
        own = challenge(rules).base_card == "own"  # then each later round begins with a first card of its own
        hands = [cards if own and i > 1 else (round_.base_card, *cards) for i, cards in enumerate(drawn, 1)]
        return tuple(_dealer(rules, round_, cards, places, i) for i, cards in enumerate(hands, 1))
    cards = round_.dealer or ((round_.dealer_up,) if round_.dealer_up else ())
    return (_dealer(rules, round_, cards, places, None),)


def _dealer(
    rules: GameRules, round_: Round, cards: tuple[Card, ...], places: dict[int | None, Place], on: int | None
) -> DealerHand:
    if round_.dealer_total is not None:
        return DealerHand(cards, True, round_.dealer_total, bool(round_.dealer_natural))
    field = "dealer" if on is None else f"rounds[{on - 1}]"
    for length in range(2, len(cards)):
        act, reason = by_table(rules, cards[:length])
        if act is not DealerAct.DRAW:
            total = reason.params["total"]
            where = f"{field}[{length if on is None else length - 1}]"
            raise RequestError(where, f"the dealer does not draw on {total}: such a card is burned, leave it out")
    first = DealerHand(cards, False, blackjack_given=round_.dealer_natural)
    if round_.moment != "end-of-round" or not cards:
        return first
    found = completed(rules, cards, round_.next_cards, _on_table(rules, round_, places, first, on))
    if round_.dealer_natural is not None:
        return replace(found, blackjack_given=round_.dealer_natural, done=found.done or round_.dealer_natural)
    return found


def _on_table(
    rules: GameRules, round_: Round, places: dict[int | None, Place], first: DealerHand, on: int | None
) -> OnTable:
    """What waits for the dealer's hand; a round that only asks about side bets is played out for everybody."""
    bets = [bet for bet in round_.bets if on is None or bet.on == on]
    hands = [hand for place in places.values() for hand in place.hands]
    waiting = [hand for hand in hands if verdict(rules, hand, first).outcome is Outcome.STAND]
    second = [bet for bet in bets if bet.bet in INSURANCES]
    blackjacks = sum(hand.is_blackjack for hand in waiting)
    final = [] if lone_push_22_is_over(rules, hands) else [bet for bet in bets if bet.bet == "push-22"]
    if not hands:
        return EVERYBODY
    waiting_rows = [bet for bet in bets if bet.bet in ("kings-bounty", "royal-match")]
    return OnTable(len(waiting) - blackjacks, blackjacks, len(second) + len(waiting_rows), len(final))


def lone_push_22_is_over(rules: GameRules, hands: Sequence[Hand]) -> bool:
    """Whether push-22 is collected without a draw: a lone player whose hands are all bust, paid or given up."""
    free_bet = blackjack(rules).free_bet
    if free_bet is None or free_bet.lone_player == "draw" or not hands or len({hand.seat for hand in hands}) > 1:
        return False
    return all(hand.is_bust or hand.is_blackjack or hand.left for hand in hands)


# ── the bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _settle_bet(
    rules: GameRules,
    round_: Round,
    bet: BlackjackBet,
    places: dict[int | None, Place],
    dealers: tuple[DealerHand, ...],
    early: bool,
    field: str,
) -> BetResult:
    dealer = dealers[(bet.on or 1) - 1]
    if bet.bet in HAND_BETS:
        if early:
            reason = Reason("not-yet", {}, blackjack(rules).settling.cite)
            return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
        if round_.choice == "surrender" and not places:
            hand = Hand(left="surrender")
        else:
            hand = _hand_of_bet(bet, places, field)
        return book_hand_bet(rules, bet, verdict(rules, hand, dealer), _in_play(rules, round_, bet))
    if bet.bet in INSURANCES:
        return book_insurance(rules, bet, dealer, f"{field}.bet")
    if bet.bet not in READERS:
        raise RequestError(f"{field}.bet", f"this engine cannot settle {bet.bet!r}")
    place = places.get(bet.seat) or Place((), ())
    if bet.bet == "push-22" and lone_push_22_is_over(rules, place.hands) and not early:
        return _lone_push_22(rules, bet)
    first = place.first
    if blackjack(rules).switch is None and bet.hand and not (place.hands and place.hands[0].from_split):
        first = _hand_of_bet(bet, places, field).cards[:2]
    if bet.bet not in ("push-22", "pot-of-gold") and len(first) < 2:
        raise RequestError("first_two", f"is missing: {bet.bet} is read from the first two cards of the place")
    seen = Seen(
        first=first,
        dealer=dealer.cards,
        drawn=place.drawn,
        dealer_done=dealer.done,
        dealer_total=dealer.total_given,
        dealer_blackjack=dealer.blackjack_given,
        markers=_markers(round_, bet, early),
        round_over=not early,
    )
    row = row_of(rules, bet.bet, seen)
    if row in ("suited-22", "colour-22", "other-22") and not dealer.cards:
        raise RequestError("dealer", "the dealer's cards are needed: this table pays 22 by suit and colour")
    return book_side_bet(rules, bet, row, round_.meter)


def _markers(round_: Round, bet: BlackjackBet, early: bool) -> int | None:
    if round_.markers is not None:
        return round_.markers
    return None if early else sum(other.bet in FREE_BETS and other.seat == bet.seat for other in round_.bets)


def _lone_push_22(rules: GameRules, bet: BlackjackBet) -> BetResult:
    free_bet = blackjack(rules).free_bet
    reason = Reason("lone-push-22", {}, free_bet.lone_cite if free_bet else None)
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,), facts={"row": "none"})


def _in_play(rules: GameRules, round_: Round, bet: BlackjackBet) -> InPlay | None:
    """The part of a main stake that counts, where the round says what its limits were."""
    if bet.bet != "main" or (round_.min is None and round_.max is None):
        return None
    return stake_in_play(rules, bet.stake, Bounds(round_.min, round_.max, rules.bets["main"].cite))


# ── the round as a whole ─────────────────────────────────────────────────────────────────────────────────────────────


def _round_reasons(dealers: tuple[DealerHand, ...]) -> tuple[Reason, ...]:
    return tuple(reason for dealer in dealers for reason in dealer.reasons)


def _facts(
    rules: GameRules,
    round_: Round,
    places: dict[int | None, Place],
    dealers: tuple[DealerHand, ...],
    results: Sequence[BetResult],
) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    known = [dealer for dealer in dealers if dealer.cards or dealer.total_given is not None]
    if len(dealers) > 1 and known:
        facts["dealer_totals"] = [dealer.total for dealer in dealers]
    elif known:
        facts |= {"dealer_total": known[0].total, "dealer_done": known[0].done}
        if known[0].cards:
            facts |= {"dealer": [str(card) for card in known[0].cards], "dealer_cards_taken": known[0].taken}
        if known[0].done:
            facts["dealer_draws_again"] = False
    hands = [hand for place in places.values() for hand in place.hands]
    if hands:
        facts["blackjack"] = [hand.is_blackjack for hand in hands]
    if round_.choice == "surrender" or any(hand.left == "surrender" for hand in hands):
        call = rules.calls.get("pay-and-withdraw")
        facts |= {"allowed": True, **({"call": call.says.es.lower()} if call else {})}
    facts["house_takes"] = sum((result.loses for result in results), ZERO)
    facts["net"] = sum((result.pays - result.loses for result in results), ZERO)
    return facts


def verdict_of(rules: GameRules, hand: Hand, dealer: Sequence[Card]) -> Verdict:
    """The verdict on a hand against a finished dealer's hand, for drills that compare two hands."""
    return verdict(rules, hand, DealerHand(tuple(dealer), True))

"""Settling a round: every bet on the table against the dealer's hand, as far as it can be decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO
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
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.play import Situation, may_surrender, may_take_even_money
from trainer.games.blackjack.rounds import Place, Round, hand_of_bet, place_of, places_of
from trainer.games.blackjack.side_bets import READERS, Seen
from trainer.games.blackjack.verdict import verdict
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.limits import Bounds, InPlay, stake_in_play
from trainer.rulebooks.schema import GameRules


def settle(rules: GameRules, round_: Round) -> Settlement:
    """Every bet's result."""
    for index, bet in enumerate(round_.bets):
        _check_bet(rules, bet, f"bets[{index}]")
    if round_.markers is not None and round_.markers < 0:
        raise RequestError("markers", "must be 0 or more")
    places = places_of(rules, round_)
    _check_choices(rules, round_, places)
    early = round_.moment != "end-of-round"
    dealers = _dealers(rules, round_, places)
    results = [
        _settle_bet(rules, round_, bet, places, dealers, early, f"bets[{i}]") for i, bet in enumerate(round_.bets)
    ]
    played = max((bet.on or 1 for bet in round_.bets), default=1)  # a third round without bets is not played
    reasons = tuple(reason for dealer in dealers[:played] for reason in dealer.reasons)
    return Settlement(tuple(results), reasons, _facts(rules, round_, places, dealers[:played], results))


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


def _check_choices(rules: GameRules, round_: Round, places: dict[int | None, Place]) -> None:
    """A surrender or even money that is not allowed against the dealer's card is no round that can be settled."""
    hands = [hand for place in places.values() for hand in place.hands if hand.left]
    if round_.choice == "surrender" and not hands:
        hands = [Hand(left="surrender")]
    now = Situation(round_.base_card or round_.dealer_up or (round_.dealer[0] if round_.dealer else None))
    for hand in hands:
        ask = may_surrender if hand.left == "surrender" else may_take_even_money
        ruling = ask(rules, msgspec.structs.replace(hand, left=""), now)
        if not ruling.allowed:
            what = hand.left.replace("-", " ")
            raise RequestError("choice", f"{what} is not allowed here ({ruling.reasons[0].cite})")


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _dealers(rules: GameRules, round_: Round, places: dict[int | None, Place]) -> tuple[DealerHand, ...]:
    """The dealer's hands, one for each round of Challenge 21, completed from the cards to come."""
    count = blackjack(rules).dealer.hands
    if round_.base_card is not None:
        if count == 1:
            raise RequestError("base_card", "belongs to Challenge 21; here the dealer's cards are 'dealer'")
        if len(round_.rounds) > count:
            raise RequestError("rounds", f"there are {count} rounds")
        drawn = [*round_.rounds, *[()] * (count - len(round_.rounds))]
        own = challenge(rules).base_card == "own"  # then each later round begins with a first card of its own
        hands = [cards if own and i > 1 else (round_.base_card, *cards) for i, cards in enumerate(drawn, 1)]
        return tuple(_dealer(rules, round_, cards, places, i) for i, cards in enumerate(hands, 1))
    cards = round_.dealer or ((round_.dealer_up,) if round_.dealer_up else ())
    later = [cards[:1]] * (count - 1)  # Challenge 21 told as its first round alone: the base card lies, no more
    return tuple(_dealer(rules, round_, each, places, None) for each in (cards, *later))


def _dealer(
    rules: GameRules, round_: Round, cards: tuple[Card, ...], places: dict[int | None, Place], on: int | None
) -> DealerHand:
    if round_.dealer_total is not None:
        if round_.dealer_total < blackjack(rules).dealer.stands_on and not round_.dealer_natural:
            raise RequestError("dealer_total", f"the dealer still draws on {round_.dealer_total}")
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
        return msgspec.structs.replace(
            found, blackjack_given=round_.dealer_natural, done=found.done or round_.dealer_natural
        )
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
            hand = hand_of_bet(bet, places, field)
        return book_hand_bet(rules, bet, verdict(rules, hand, dealer), _in_play(rules, round_, bet))
    if bet.bet in INSURANCES:
        return book_insurance(rules, bet, dealer, f"{field}.bet")
    if bet.bet not in READERS:
        raise RequestError(f"{field}.bet", f"this engine cannot settle {bet.bet!r}")
    place = place_of(bet, places) or Place((), ())
    everybody = [hand for each in places.values() for hand in each.hands]
    if bet.bet == "push-22" and lone_push_22_is_over(rules, everybody) and not early:
        return _lone_push_22(rules, bet)
    first = place.first
    if blackjack(rules).switch is None and bet.hand and not (place.hands and place.hands[0].from_split):
        first = hand_of_bet(bet, places, field).cards[:2]
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
    if bet.bet != "main" or (round_.minimum is None and round_.maximum is None):
        return None
    return stake_in_play(rules, bet.stake, Bounds(round_.minimum, round_.maximum, rules.bets["main"].cite))


# ── the round as a whole ─────────────────────────────────────────────────────────────────────────────────────────────


def _facts(
    rules: GameRules,
    round_: Round,
    places: dict[int | None, Place],
    dealers: tuple[DealerHand, ...],
    results: Sequence[BetResult],
) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    known = [dealer for dealer in dealers if dealer.cards or dealer.total_given is not None]
    if blackjack(rules).challenge is not None:
        drawn = [dealer.total for dealer in dealers if len(dealer.cards) > 1]
        facts |= {"dealer_totals": drawn} if drawn else {}
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

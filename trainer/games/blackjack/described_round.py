"""Request form of a round to settle: hands, dealer's cards and bets; rejects impossible ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.booking import FREE_BETS, BlackjackBet
from trainer.games.blackjack.dealer import DealerAct, by_table, may_make_blackjack
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import RequestError
from trainer.games.decks import check_decks
from trainer.rulebooks.schema import GameRules

Choice = Literal["surrender", "even-money"]
Moment = Literal["end-of-round", "before-first-players-third-card"]


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


class DescribedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    first_two: tuple[Card, ...] = ()  # cards of a place without a hand, for questions about side bets
    drawn: tuple[Card, ...] = ()
    split: bool = False
    markers: int | None = None
    meter: Amount | None = None
    moment: Moment = "end-of-round"
    minimum: Amount | None = None
    maximum: Amount | None = None

    @property
    def up(self) -> Card | None:
        """The dealer's first card, from whichever field contains it."""
        return self.base_card or (self.dealer[0] if self.dealer else self.dealer_up)

    def told_hands(self) -> Iterator[tuple[str, HandOf]]:
        """The hands with the field they were told in."""
        if self.player:
            yield "player", HandOf(cards=self.player)
        for index, entry in enumerate(self.hands):
            yield f"hands[{index}]", HandOf(cards=entry) if isinstance(entry, tuple) else entry


def check_round(rules: GameRules, round_: DescribedRound) -> None:
    """Raise `RequestError` for a round that is impossible at a table of this game."""
    for index, bet in enumerate(round_.bets):
        _check_bet(rules, bet, f"bets[{index}]")
    _check_compulsory(rules, round_.bets)
    if round_.first_two and len(round_.first_two) != 2:
        raise RequestError("first_two", f"are two cards, not {len(round_.first_two)}")
    if round_.player and round_.hands:
        raise RequestError("player", "give one hand as 'player' or several as 'hands', not both")
    for field, hand in round_.told_hands():
        _check_hand(rules, round_, hand, field)
    _check_dealer(rules, round_)
    check_decks(blackjack(rules).shoe.decks, _cards_by_field(round_))


def _check_bet(rules: GameRules, bet: BlackjackBet, field: str) -> None:
    if bet.bet not in rules.bets:
        known = ", ".join(rules.bets)
        raise RequestError(f"{field}.bet", f"{bet.bet!r} is not a bet of this table; there are: {known}")
    if bet.bet in FREE_BETS:
        if bet.stake:
            raise RequestError(f"{field}.stake", "a free bet has no stake: say what its marker is worth in 'marker'")
        if bet.marker is None:
            raise RequestError(f"{field}.marker", "is missing: what is the free bet worth?")
        if bet.marker <= 0:
            raise RequestError(f"{field}.marker", "must be above 0")
    elif bet.stake <= 0:
        raise RequestError(f"{field}.stake", "must be above 0")
    hands = blackjack(rules).dealer.hands
    if bet.on is not None and not (isinstance(bet.on, int) and 1 <= bet.on <= hands and hands > 1):
        raise RequestError(f"{field}.on", f"is the dealer's hand, from 1 to {hands}" if hands > 1 else "leave it out")
    if hands > 1 and bet.on is None:
        raise RequestError(f"{field}.on", f"is missing: against which of the dealer's {hands} hands?")


def _check_compulsory(rules: GameRules, bets: Iterable[BlackjackBet]) -> None:
    """Challenge 21: who plays has bets on the first of the dealer's hands; only the last may be left out."""
    figures = blackjack(rules).challenge
    if figures is None:
        return
    laid: dict[int | None, set[object]] = {}
    for bet in bets:
        if bet.bet == "main":
            laid.setdefault(bet.seat, set()).add(bet.on)
    for rounds in laid.values():
        if rounds != set(range(1, max(figures.least_bets, len(rounds)) + 1)):
            problem = f"bets on the first {figures.least_bets} rounds are compulsory ({figures.cite})"
            raise RequestError("bets", problem)


def _check_hand(rules: GameRules, round_: DescribedRound, hand: HandOf, field: str) -> None:
    if not hand.cards and hand.total is None and not hand.bust:
        raise RequestError(f"{field}.cards", "are missing: give the cards, the total, or that the hand is bust")
    if len(hand.cards) == 1:
        where = field if field == "player" else f"{field}.cards"
        raise RequestError(where, "a hand has at least two cards when it is settled")
    if (hand.switched or round_.switched) and blackjack(rules).switch is None:
        raise RequestError(f"{field}.switched", "there is no switch in this game")
    if hand.total is not None and not 2 <= hand.total <= 31:
        raise RequestError(f"{field}.total", f"no hand counts {hand.total}")
    if hand.total is not None and hand.bust and hand.total <= TWENTY_ONE:
        raise RequestError(f"{field}.bust", f"a hand of {hand.total} is not bust")
    if hand.cards:
        counted = points(hand.cards).total
        if hand.total is not None and hand.total != counted:
            raise RequestError(f"{field}.total", f"these cards count {counted}, not {hand.total}")
        if hand.bust and counted <= TWENTY_ONE:
            raise RequestError(f"{field}.bust", f"these cards count {counted}: the hand is not bust")


def _check_dealer(rules: GameRules, round_: DescribedRound) -> None:
    """Check that the fields about the dealer's hand agree with his cards and his drawing table."""
    dealer, total, natural = round_.dealer, round_.dealer_total, round_.dealer_natural
    if round_.base_card is not None:
        told = {"dealer": dealer, "dealer_up": round_.dealer_up, "next_cards": round_.next_cards}
        for field in (field for field, cards in told.items() if cards):
            raise RequestError(field, "must be left out beside 'base_card': his later cards are 'rounds'")
    if round_.dealer_up is not None and dealer and dealer[0] != round_.dealer_up:
        raise RequestError("dealer_up", f"the dealer's first card is {dealer[0]}")
    if natural and round_.up is not None and not may_make_blackjack(round_.up):
        raise RequestError("dealer_natural", f"{round_.up} cannot become a blackjack")
    if natural is not None and len(dealer) > 1 and is_blackjack(dealer[:2]) is not natural:
        said = "a blackjack" if is_blackjack(dealer[:2]) else "no blackjack"
        raise RequestError("dealer_natural", f"the dealer's first two cards are {said}")
    if total is None:
        return
    if natural and total != TWENTY_ONE:
        raise RequestError("dealer_total", f"a blackjack counts {TWENTY_ONE}")
    if len(dealer) > 1 and by_table(rules, dealer)[0] is not DealerAct.DRAW and points(dealer).total != total:
        raise RequestError("dealer_total", f"the dealer's cards count {points(dealer).total}")
    if total < blackjack(rules).dealer.stands_on:
        raise RequestError("dealer_total", f"the dealer still draws on {total}")
    if total > blackjack(rules).dealer.stands_on + 9:
        raise RequestError("dealer_total", f"no dealer's hand counts {total}: he stood before")


def _cards_by_field(round_: DescribedRound) -> dict[str, tuple[Card, ...]]:
    """Every card of the description, once, by the field that contains it."""
    found: dict[str, tuple[Card, ...]] = {}
    for field, hand in round_.told_hands():
        found[field if field == "player" else f"{field}.cards"] = hand.cards
    if not found:
        found |= {"first_two": round_.first_two, "drawn": round_.drawn}
    up = "base_card" if round_.base_card is not None else "dealer_up"
    found |= {"dealer": round_.dealer} if round_.dealer else {up: (round_.up,) if round_.up is not None else ()}
    found |= {f"rounds[{index}]": cards for index, cards in enumerate(round_.rounds)}
    return found | {"next_cards": round_.next_cards}

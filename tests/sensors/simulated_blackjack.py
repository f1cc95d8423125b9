"""Rounds of blackjack played by the rules, as a shoe and typed words tell them. Written apart from the game's round."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import msgspec

from trainer.equipment.cards import DECK, Card
from trainer.games.blackjack.dealer import DealerAct, OnTable, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand
from trainer.games.blackjack.play import (
    Situation,
    may_double,
    may_draw,
    may_insure,
    may_split,
    may_surrender,
    may_take_even_money,
)
from trainer.games.blackjack.verdict import waits
from trainer.rulebooks import GameRules
from trainer.sensors.events import CardEvent, Event, SignalEvent, StateEvent

END = StateEvent("standby")
HITS_21 = 0.3  # of the hands that may


@dataclass
class Played:
    """A round: its events without the end, the hands and the dealer's cards as they lay, and what its players did."""

    events: list[Event] = field(default_factory=list)
    hands: list[tuple[Card, ...]] = field(default_factory=list)
    dealer: tuple[Card, ...] = ()
    did: set[str] = field(default_factory=set)


def shoe(rng: random.Random, rules: GameRules) -> list[Card]:
    cards = list(DECK) * blackjack(rules).shoe.decks
    rng.shuffle(cards)
    return cards


def play_round(rng: random.Random, rules: GameRules, seats: int, cards: list[Card]) -> Played:
    """Deal a round from the front of ``cards``, which it takes away."""
    figures, played = blackjack(rules), Played()

    def draw() -> Card:
        card = cards.pop(0)
        played.events.append(CardEvent(str(card)))
        return card

    def say(signal: str) -> None:
        played.events.append(SignalEvent(signal))
        played.did.add(signal)

    hands = [Hand(seat=seat + 1) for seat in range(seats)]
    dealer: list[Card] = []
    for turn in range(2):
        hands = [_with(hand, draw()) for hand in hands]
        if turn == 0 or figures.deal.hole_card == "face-down":
            dealer.append(draw())
    insured = 0
    for hand in hands:
        name = "insurance" if dealer[0].rank == "A" else "insurance-ten"
        if may_insure(rules, hand, Situation(dealer[0]), name).allowed and rng.random() < 0.3:
            say("insurance")
            insured += 1
    for place, hand in enumerate(hands):
        if may_take_even_money(rules, hand, Situation(dealer[0])).allowed and rng.random() < 0.3:
            say("even-money")
            hands[place] = _but(hand, left="even-money")
            break  # the word goes to the first blackjack
    third = False
    place = 0
    while place < len(hands):
        hand = hands[place]
        if hand.from_split and len(hand.cards) == 1:
            hands[place] = hand = _with(hand, draw())
        made = sum(other.seat == hand.seat for other in hands)
        now = Situation(dealer[0], third, made)
        if hand.left or (hand.is_blackjack and not hand.from_split) or not may_draw(rules, hand).allowed:
            place += 1
            continue
        may = ["stand"] if hand.points.total > 11 or rng.random() < 0.1 else []
        may += ["hit"] if hand.points.total < 18 or not may else []
        may += ["double"] * 2 if may_double(rules, hand).allowed else []
        may += ["split"] * 6 if may_split(rules, hand, now).allowed else []
        may += ["surrender"] if may_surrender(rules, hand, now).allowed else []
        has_21 = hand.points.total == TWENTY_ONE
        wish = rng.choice(may) if not has_21 else "hit" if rng.random() < HITS_21 else "stand"
        if wish == "hit":
            if has_21:
                say("hit")
            hands[place], third = _with(hand, draw()), True
            continue
        say(wish)
        if wish == "split":
            first, second = hand.cards
            hands[place : place + 1] = [_but(hand, cards=(c,), from_split=True) for c in (first, second)]
            continue
        if wish == "double":
            hands[place], third = _but(_with(hand, draw()), double="own"), True
        if wish == "surrender":
            hands[place] = _but(hand, left="surrender")
        if wish == "stand":
            hands[place] = hand
        place += 1
    paid = not waits(rules, dealer[0])
    live = [hand for hand in hands if not (hand.left or hand.is_bust or (paid and _natural(hand)))]
    naturals = sum(_natural(hand) for hand in live)
    while dealer_act(rules, dealer, OnTable(len(live) - naturals, naturals, insured))[0] is DealerAct.DRAW:
        dealer.append(draw())
    played.hands, played.dealer = [hand.cards for hand in hands], tuple(dealer)
    return played


def _natural(hand: Hand) -> bool:
    return hand.is_blackjack and not hand.from_split


def _but(hand: Hand, **changes: object) -> Hand:
    return msgspec.structs.replace(hand, **changes)


def _with(hand: Hand, card: Card) -> Hand:
    return _but(hand, cards=(*hand.cards, card))

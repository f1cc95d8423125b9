"""Free bets: which are offered, the order of taking and paying, and the value of markers."""

from __future__ import annotations

import random

from msgspec import structs

from trainer.drills.blackjack.scenes import (
    Shown,
    a_stake,
    any_card,
    card_of,
    hand_of,
    place_afterwards,
    standing_hand,
    table_scene,
)
from trainer.drills.blackjack.settlement import finished_dealer
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm, OrderForm
from trainer.drills.kit import choices, print_amounts
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.free_bet import may_double_free, may_split_free, pot_of_gold_lives, take_and_pay
from trainer.games.blackjack.hands import Hand, points
from trainer.games.blackjack.play import Situation
from trainer.games.blackjack.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _free_bets(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _offered(rules, rng)
    if level == 2:
        return _take_and_pay(rules, rng)
    return _with_markers(rules, rng)


def _offered(rules: GameRules, rng: random.Random) -> Draft:
    """Is a free split or a free double offered, and does Pot of Gold stay?"""
    if rng.random() < 0.5:
        rank = rng.choice("AA2345556789TJQK")
        cards: tuple[Card, ...] = (card_of(rng, rank), card_of(rng, rank))
    else:
        cards = hand_of(rng, 2, total=rng.choice((9, 10, 11, 11, 19, 20, 12, 16)))
    hand = Hand(cards)
    split, double = may_split_free(rules, hand, Situation()), may_double_free(rules, hand)
    pot = pot_of_gold_lives(rules, cards)
    ids = ("free-split", "free-double", "collect-pot-of-gold")
    right = [name for name, holds in zip(ids, (split.allowed, double.allowed, not pot.allowed), strict=True) if holds]
    mistakes = []
    for name in ids:
        changed = [other for other in ids if (other in right) != (other == name)]
        mistakes.append((f"missed-{name}" if name in right else f"wrong-{name}", " ".join(changed) or "-"))
    stake = a_stake(rules, rng, 4)
    place = Shown(5, (cards,), (stake,), sides={"pot-of-gold": Amount(2)})
    return Draft(
        prompt=Message("blackjack.prompt.free-bets"),
        scene=table_scene(rules, [place], [any_card(rng)]),
        form=ChoiceForm(choices("blackjack.free", ids), several=True),
        solution=" ".join(right) or "-",
        reasons=(*split.reasons, *double.reasons, *pot.reasons),
        mistakes=tuple(mistakes),
    )


def _take_and_pay(rules: GameRules, rng: random.Random) -> Draft:
    """The order of taking and paying, given the dealer's result."""
    while True:
        dealer = finished_dealer(rules, rng)
        total = points(dealer).total
        if total == 22 or rng.random() < 0.3:
            break
    groups, reason = take_and_pay(rules, total)
    acts = [act for group in groups for act in group]
    options = tuple(Choice(act, Message(f"blackjack.do.{act}")) for act in rng.sample(acts, len(acts)))
    swapped = [acts[1], acts[0], *acts[2:]]
    place = Shown(5, (standing_hand(rng),), (a_stake(rules, rng, 4),), sides={"push-22": Amount(3)})
    return Draft(
        prompt=Message("blackjack.prompt.take-and-pay", {"total": total}),
        scene=table_scene(rules, [place], dealer),
        form=OrderForm(options),
        solution=" | ".join(" ".join(group) for group in groups),
        reasons=(reason,),
        mistakes=(("two-steps-swapped", " ".join(swapped)), ("backwards", " ".join(reversed(acts)))),
    )


def _with_markers(rules: GameRules, rng: random.Random) -> Draft:
    """A split or doubled hand with markers against the dealer's total: what is paid and taken?"""
    stake = a_stake(rules, rng, 6)
    dealer = finished_dealer(rules, rng)
    if rng.random() < 0.25:
        dealer = _making_22(rules, rng)
    double = rng.random() < 0.5
    if double:
        first = hand_of(rng, 2, total=rng.choice((9, 10, 11)), aces=False)
        hands: tuple[tuple[Card, ...], ...] = ((*first, any_card(rng)),)
        marker = BlackjackBet(bet="free-double", marker=stake, seat=5, hand=1)
        place = Shown(5, hands, (stake,), ("free",), turned=True)
    else:
        rank = rng.choice("23456789")
        hands = tuple(standing_hand(rng, card_of(rng, rank)) for _ in range(2))
        marker = BlackjackBet(bet="free-split", marker=stake, seat=5, hand=2)
        place = Shown(5, hands, (stake, stake), free_split=(False, True))
    given = tuple(
        HandOf(cards=cards, seat=5, hand=number, from_split=not double) for number, cards in enumerate(hands, 1)
    )
    bets = (BlackjackBet(bet="main", stake=stake, seat=5, hand=1), marker)
    answer = settle(rules, DescribedRound(bets=bets, hands=given, dealer=dealer))
    main, free = answer.bets
    figures = [main.pays - main.loses, free.pays]
    wrong = {
        "took-a-marker": [figures[0], -stake],
        "forgot-the-marker": [figures[0], ZERO],
        "paid-22": [stake, stake],
    }
    solution = print_amounts(figures)
    settled = structs.replace(place_afterwards(place, [main]), paid=main.pays + free.pays)
    if not any(settled.stakes):  # the marker is removed with the stake
        settled = structs.replace(settled, double=())
    return Draft(
        prompt=Message("blackjack.prompt.markers", {"total": points(dealer).total}),
        scene=table_scene(rules, [place], dealer),
        form=AmountForm(
            (rules.bets["main"].names, rules.bets[marker.bet].names), rules.info.currency.value, signed=True
        ),
        solution=solution,
        reasons=(*main.reasons, *free.reasons),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong.items() if amounts != figures),
        after=table_scene(rules, [settled], dealer),
    )


def _making_22(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    while True:
        dealer = finished_dealer(rules, rng)
        if points(dealer).total == 22:
            return dealer


FAMILY = Family(
    id="free-bets",
    area="blackjack",
    levels=(Level(6), Level(12), Level(9)),
    build=_free_bets,
    fits=lambda rules: blackjack(rules).free_bet is not None,
)

"""The dealer's hand: draw or stand, soft 17, and the cases in which the dealer takes no card."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import Shown, a_blackjack, any_card, card_of, compulsory_bets, hand_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import takes_cards
from trainer.drills.forms import ChoiceForm
from trainer.drills.kit import choices
from trainer.equipment.cards import Card, parse_cards
from trainer.equipment.money import ZERO
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, OnTable, by_table, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import is_blackjack, points
from trainer.rulebooks import GameRules
from trainer.texts import Message

_ACTS = ("draw", "stand")


def _grown(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """An unfinished dealer's hand of three or more cards, drawn by the rules of the table."""
    while True:
        hand: tuple[Card, ...] = (any_card(rng), any_card(rng))
        stages = []
        while by_table(rules, hand)[0] is DealerAct.DRAW:
            hand = (*hand, any_card(rng))
            stages.append(hand)
        if stages:
            return rng.choice(stages)


def _cards(rules: GameRules, level: int, rng: random.Random) -> tuple[Card, ...]:
    if level == 1:
        return hand_of(rng, 2, total=rng.choice((15, 16, 16, 17, 17, 18)), aces=False)
    if level == 2:
        return hand_of(rng, 2, total=rng.choice((13, 16, 17, 17, 18)), aces=True)
    soft_17 = level == 3 and rng.random() < 0.35
    while True:
        hand = _grown(rules, rng)
        aces = any(card.rank == "A" for card in hand)
        fits = points(hand) == (17, True) if soft_17 else 14 <= points(hand).total <= 21
        if fits and (aces if level == 3 else len(hand) > 3):
            return hand


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 5:
        return _left_over(rules, rng)
    return _with_hand(rules, _cards(rules, level, rng), rng)


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    """The dealer's cards at a real table, with a player's hand that waits for the result."""
    return _with_hand(rules, parse_cards(dealt), rng)


def _with_hand(rules: GameRules, dealer: tuple[Card, ...], rng: random.Random) -> Draft:
    act, reason = dealer_act(rules, dealer, EVERYBODY)
    total, soft = points(dealer)
    wrong = "stand" if act is DealerAct.DRAW else "draw"
    if soft and total == blackjack(rules).dealer.stands_on:
        mistake = "stood-on-soft-17" if wrong == "stand" else "drew-on-soft-17"
    else:
        mistake = "stood-too-early" if wrong == "stand" else "drew-too-far"
    stakes = (rules.table.minimum,) * compulsory_bets(rules)
    place = Shown(3, (hand_of(rng, 2, total=20, aces=False),), stakes)
    return Draft(
        prompt=Message("blackjack.prompt.dealer-hand"),
        scene=table_scene(rules, [place], dealer),
        form=ChoiceForm(choices("blackjack.act", _ACTS)),
        solution=act.value,
        reasons=(reason,),
        mistakes=((mistake, wrong),),
        after=table_scene(rules, [place], dealer, notes={_dealer(rules): str(total)}),
    )


def _dealer(rules: GameRules) -> str:
    return "dealer:1" if blackjack(rules).dealer.hands > 1 else "dealer"


def _left_over(rules: GameRules, rng: random.Random) -> Draft:
    """Only blackjacks, only insurance bets, or nobody left: does the dealer take another card?"""
    up = card_of(rng, rng.choice(("A", "TJQK", "23456789")))
    kinds = ["blackjacks", "nobody"] + (["insurances"] if up.rank == "A" else [])
    kind = rng.choice(kinds)
    table = {"blackjacks": OnTable(blackjacks=1), "insurances": OnTable(second_card=1), "nobody": OnTable()}[kind]
    dealer: tuple[Card, ...] = (up,)
    if kind != "nobody" and rng.random() < 0.5:
        second = any_card(rng)
        if not is_blackjack((up, second)) and by_table(rules, (up, second))[0] is DealerAct.DRAW:
            dealer = (up, second)
    act, reason = dealer_act(rules, dealer, table)
    ids = ("draw", "stop")
    solution = "draw" if act is DealerAct.DRAW else "stop"
    wrong = "stop" if solution == "draw" else "draw"
    stake = rules.table.minimum * 2
    hands = {"blackjacks": (a_blackjack(rules, rng),), "insurances": (), "nobody": ()}[kind]
    insured = stake / 2 if kind == "insurances" and blackjack(rules).challenge is None else ZERO
    stakes = (stake,) * compulsory_bets(rules) if kind == "blackjacks" else ()
    place = Shown(2, hands, stakes, insurance=insured)
    return Draft(
        prompt=Message(f"blackjack.prompt.left-{kind}"),
        scene=table_scene(rules, [place], dealer),
        form=ChoiceForm(choices("blackjack.act", ids)),
        solution=solution,
        reasons=(reason,),
        mistakes=(("drew-for-nothing" if wrong == "draw" else "did-not-look", wrong),),
    )


FAMILY = Family(
    id="dealer-hand",
    area="blackjack",
    levels=(Level(2.5, drafts=4), Level(3, drafts=16), Level(4, drafts=16), Level(4, drafts=20), Level(6, drafts=10)),
    build=_build,
    build_dealt=_build_dealt,
    takes_dealt=takes_cards(lambda rules, level, cards: max(len(cards), 2)),
    revision=4,
    needs=("count-a-hand",),
)

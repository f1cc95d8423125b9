"""Blackjack Switch: where the second cards go, in which steps, the totals afterwards, and the settlement."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import (
    Shown,
    a_blackjack,
    a_stake,
    any_card,
    table_scene,
)
from trainer.drills.blackjack.settlement import finished_dealer, plain_hand
from trainer.drills.core import ONE_ORDER, Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, HandsForm, OrderForm, Slot
from trainer.drills.kit import print_amounts
from trainer.drills.scene import Scene
from trainer.equipment.cards import DECK, Card
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand, points
from trainer.games.blackjack.settle import settle
from trainer.games.blackjack.switch import steps, switched
from trainer.games.core import Outcome
from trainer.rulebooks import GameRules
from trainer.texts import Message

_PUSHING_TOTAL = 22
_OFTEN = 0.4  # how often the dealer ends on 22, which is special in this game


def _switch(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 2:
        return _switch_steps(rules, rng)
    cards = rng.sample(DECK, 4)
    first, second = Hand(tuple(cards[:2])), Hand(tuple(cards[2:]))
    one, two = switched(first, second)
    stake = a_stake(rules, rng, 4)
    scene = table_scene(rules, [Shown(3, (first.cards, second.cards), (stake, stake))], [any_card(rng)])
    after = table_scene(rules, [Shown(3, (one.cards, two.cards), (stake, stake))])
    _, reason = steps(rules)
    if level == 3:
        return _after_switch(rules, scene, after, first, second)
    slots = (Slot("first", Message("blackjack.hand-first"), 2), Slot("second", Message("blackjack.hand-second"), 2))

    def written(a: tuple[Card, ...], b: tuple[Card, ...]) -> str:
        return f"first={a[0]},{a[1]} second={b[0]},{b[1]}"

    form = HandsForm(tuple(map(str, cards)), slots)
    wrong = {
        "switched-the-first-cards": written((second.cards[0], first.cards[1]), (first.cards[0], second.cards[1])),
        "did-not-switch": written(first.cards, second.cards),
    }
    right = form.canonical(written(one.cards, two.cards))
    named = [(name, form.canonical(answer)) for name, answer in wrong.items()]
    return Draft(
        prompt=Message("blackjack.prompt.switch"),
        scene=scene,
        form=form,
        solution=right,
        reasons=(reason,),
        mistakes=tuple((name, answer) for name, answer in named if answer != right),
        after=after,
    )


def _switch_steps(rules: GameRules, rng: random.Random) -> Draft:
    acts, reason = steps(rules)
    options = tuple(Choice(act, Message(f"blackjack.do.{act}")) for act in rng.sample(acts, len(acts)))
    cards = rng.sample(DECK, 4)
    return Draft(
        prompt=Message("blackjack.prompt.switch-steps"),
        scene=table_scene(rules, [Shown(3, (tuple(cards[:2]), tuple(cards[2:])))]),
        form=OrderForm(options),
        solution=" | ".join(acts),
        reasons=(reason,),
        mistakes=(("backwards", " ".join(reversed(acts))),),
    )


def _after_switch(rules: GameRules, scene: Scene, after: Scene, first: Hand, second: Hand) -> Draft:
    """The totals of both hands after the second cards have changed places."""
    one, two = switched(first, second)
    totals = [one.points.total, two.points.total]
    before = [first.points.total, second.points.total]
    _, reason = steps(rules)
    wrong = {"did-not-switch": before, "hands-swapped": totals[::-1]}
    return Draft(
        prompt=Message("blackjack.prompt.switch-totals"),
        scene=scene,
        form=AmountForm((Message("blackjack.hand-first"), Message("blackjack.hand-second"))),
        solution=" ".join(map(str, totals)),
        reasons=(reason,),
        mistakes=tuple((mistake, " ".join(map(str, sums))) for mistake, sums in wrong.items() if sums != totals),
        after=after,
    )


def _settle_both(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What is paid and taken on the two hands of a place; at level 2 one is a 21 made by a switch."""
    dealer, is_pushing = finished_dealer(rules, rng), rng.random() < _OFTEN
    while is_pushing and points(dealer).total != _PUSHING_TOTAL:
        dealer = finished_dealer(rules, rng)
    hands = [plain_hand(rules, rng), plain_hand(rules, rng)]
    if level == 2:
        hands[rng.randrange(2)] = a_blackjack(rules, rng)
    stake = a_stake(rules, rng, 4)
    told = DescribedRound(
        bets=tuple(BlackjackBet(bet="main", stake=stake, seat=3, hand=number) for number in (1, 2)),
        hands=tuple(
            HandOf(cards=cards, seat=3, hand=number, switched=level == 2) for number, cards in enumerate(hands, 1)
        ),
        dealer=dealer,
    )
    settled = settle(rules, told).bets
    nets = [result.pays - result.loses for result in settled]
    wrong = {
        "paid-the-22": [stake, stake] if points(dealer).total == _PUSHING_TOTAL else nets,
        "took-a-push": [
            -stake if result.result is Outcome.PUSH else net for result, net in zip(settled, nets, strict=True)
        ],
        "hands-swapped": nets[::-1],
    }
    return Draft(
        prompt=Message(f"blackjack.prompt.settle-both-{level}", {"total": points(dealer).total}),
        scene=table_scene(rules, [Shown(3, tuple(hands), (stake, stake))], dealer),
        form=AmountForm(
            (Message("blackjack.hand-first"), Message("blackjack.hand-second")), rules.info.currency.value, signed=True
        ),
        solution=print_amounts(nets),
        reasons=tuple(reason for result in settled for reason in result.reasons),
        mistakes=tuple((mistake, print_amounts(sums)) for mistake, sums in wrong.items() if sums != nets),
    )


FAMILY = Family(
    id="switch-cards",
    area="blackjack",
    levels=(Level(6), Level(8, one_sided=ONE_ORDER), Level(7)),
    build=_switch,
    fits=lambda rules: blackjack(rules).switch is not None,
)
BOTH_HANDS = Family(
    id="settle-both-hands",
    area="blackjack",
    levels=(Level(8), Level(8)),
    build=_settle_both,
    fits=lambda rules: blackjack(rules).switch is not None,
    needs=("count-a-hand", "dealer-hand"),
)

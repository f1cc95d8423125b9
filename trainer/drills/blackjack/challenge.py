"""Challenge 21: three rounds with the same base card."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import Shown, a_stake, any_card, place_afterwards, standing_hand, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.drills.kit import choices, print_amounts
from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.challenge_21 import between_rounds
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, dealer_act
from trainer.games.blackjack.described_round import DescribedRound
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import is_blackjack, points
from trainer.games.blackjack.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _rounds(rules: GameRules, level: int, rng: random.Random) -> Draft:
    base = any_card(rng)
    drawn: list[tuple[Card, ...]] = []
    for _ in range(blackjack(rules).dealer.hands):
        cards: tuple[Card, ...] = (base,)
        while dealer_act(rules, cards, EVERYBODY)[0] is DealerAct.DRAW:
            cards = (*cards, any_card(rng))
        drawn.append(cards[1:])
    if level == 1:
        return _base_card(rules, rng, (base, *drawn[0]))
    stakes = tuple(a_stake(rules, rng, 4) for _ in range(2 if level == 2 else 3))
    cards = standing_hand(rng)
    bets = tuple(BlackjackBet(bet="main", on=number, stake=stake) for number, stake in enumerate(stakes, 1))
    answer = settle(rules, DescribedRound(bets=bets, player=cards, base_card=base, rounds=tuple(drawn)))
    net = [result.pays - result.loses for result in answer.bets]
    sign = (net[0] > 0) - (net[0] < 0)
    wrong = {
        "first-round-for-all": [sign * stake for stake in stakes],
        "added-the-stake": [n + s if n > 0 else n for n, s in zip(net, stakes, strict=True)],
    }
    hands = [(base, *more) for more in drawn[: len(stakes)]]
    said = [Message("blackjack.dealer-blackjack") if is_blackjack(hand) else points(hand).total for hand in hands]
    place = Shown(3, (cards,), stakes)
    shown = Message("blackjack.dealer-totals", {"totals": said})
    return Draft(
        prompt=Message("blackjack.prompt.three-rounds", {"totals": shown}),
        scene=table_scene(rules, [place], (base, *drawn[0])),
        form=AmountForm(
            tuple(Message("blackjack.round", {"round": number}) for number in range(1, len(stakes) + 1)),
            rules.info.currency.value,
            signed=True,
        ),
        solution=print_amounts(net),
        reasons=tuple(reason for result in answer.bets for reason in result.reasons),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong.items() if amounts != net),
        after=table_scene(rules, [place_afterwards(place, answer.bets)], (base, *drawn[0])),
    )


def _base_card(rules: GameRules, rng: random.Random, cards: tuple[Card, ...]) -> Draft:
    """A round has ended: which cards are removed, and where does the base card go?"""
    finished = rng.randint(1, blackjack(rules).dealer.hands)
    found = between_rounds(rules, cards, finished)
    ids = ("base-to-next-box", "pick-up-everything")
    solution = "base-to-next-box" if found.box else "pick-up-everything"
    return Draft(
        prompt=Message("blackjack.prompt.base-card", {"round": finished}),
        scene=table_scene(rules, (), cards, dealer_spot=f"dealer:{finished}"),
        form=ChoiceForm(choices("blackjack.base", ids)),
        solution=solution,
        reasons=(found.reason,),
        mistakes=tuple(("wrong-base-card", name) for name in ids if name != solution),
    )


FAMILY = Family(
    id="three-rounds",
    area="blackjack",
    levels=(Level(5, drafts=10), Level(14), Level(18)),
    build=_rounds,
    revision=3,
    fits=lambda rules: blackjack(rules).challenge is not None,
)

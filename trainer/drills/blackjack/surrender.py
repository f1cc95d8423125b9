"""Surrender: what is returned."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import Shown, a_stake, card_of, hand_of, place_afterwards, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import print_amounts
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.described_round import DescribedRound
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEAT = 2
_CARDS = {"ace-only": "A", "any-but-ace": "789TJQK", "any-card": "789TJQKA"}


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What is returned of a round bet, of one with odd chips, and in Challenge 21 of each bet of the place."""
    stake = a_stake(rules, rng, 9 if level == 1 else 24, odd=level > 1)
    up = card_of(rng, _CARDS[blackjack(rules).surrender.against])
    cards = hand_of(rng, 2, total=rng.choice((14, 15, 16)), aces=False)
    challenge = blackjack(rules).challenge
    stakes = (stake, stake + rules.table.minimum) if challenge else (stake,)
    bets = tuple(
        BlackjackBet(bet="main", stake=amount, on=number if challenge else None)
        for number, amount in enumerate(stakes, 1)
    )
    shown = {"base_card": up} if challenge else {"dealer": (up,)}
    answer = settle(rules, DescribedRound(bets=bets, player=cards, choice="surrender", **shown))
    back = [result.returned for result in answer.bets]
    labels = tuple(Message("blackjack.round", {"round": n}) for n in range(1, len(bets) + 1)) if challenge else ()
    place = Shown(_SEAT, (cards,), stakes)
    wrong = {
        "gave-it-all-back": list(stakes),
        "took-it-all": [amount - amount for amount in stakes],
        "paid-half-on-top": [amount + half for amount, half in zip(stakes, back, strict=True)],
    }
    return Draft(
        prompt=Message("blackjack.prompt.surrender-challenge" if challenge else "blackjack.prompt.surrender"),
        scene=table_scene(rules, [place], [up]),
        form=AmountForm(labels, rules.info.currency.value),
        solution=print_amounts(back),
        reasons=tuple(reason for result in answer.bets for reason in result.reasons),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong.items()),
        after=table_scene(rules, [place_afterwards(place, answer.bets)], [up]),
    )


FAMILY = Family(
    id="surrender",
    area="blackjack",
    levels=(Level(4), Level(6)),
    build=_build,
    revision=3,
    fits=lambda rules: blackjack(rules).surrender.against != "none",
)

"""Colour chips: how many a player gets for his money, what he gets when he leaves, and a change of value."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.roulette.piles import scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Decision
from trainer.games.roulette.figures import roulette
from trainer.games.roulette.table import BuyColour, CashColour, ChangeColour, at_the_table
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TIMES = (1, 2, 5, 10)  # usual values of a colour, in table minimums
_STACK = 20  # chips in a stack


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    colour, times = rng.choice(rules.info.colour_chips), rng.choice(_TIMES)
    value = rules.table.minimum * times
    if level == 1:
        return _buy(rules, colour, value, _STACK * rng.randint(1, 5))
    if level == 2:
        return _leave(rules, colour, value, rng.randint(11, 99))
    other = rng.choice([each for each in _TIMES if each != times])
    chips = lcm(times, other) // times * rng.randint(2, 12)  # so that the amounts divide evenly
    return _change(rules, colour, value, chips, rules.table.minimum * other)


def _buy(rules: GameRules, colour: str, value: Amount, chips: int) -> Draft:
    amount = value * chips
    decision = at_the_table(rules, BuyColour(amount=amount, chip_value=value))
    right = Fraction(decision.facts["colour_chips"])
    wrong = (("counted-the-money", amount), ("one-chip-short", right - 1))
    params = {"amount": amount, "value": value}
    return _draft(rules, colour, value, "colour-bought", params, "chips", right, decision, wrong)


def _leave(rules: GameRules, colour: str, value: Amount, chips: int) -> Draft:
    decision = at_the_table(rules, CashColour(colour_chips=chips, chip_value=value))
    right = decision.facts["money_chips_value"]
    wrong = (("counted-chips", Fraction(chips)), ("one-chip-short", right - value))
    params = {"chips": chips, "value": value}
    return _draft(rules, colour, value, "colour-cashed", params, rules.info.currency.value, right, decision, wrong)


def _change(rules: GameRules, colour: str, value: Amount, chips: int, wanted: Amount) -> Draft:
    decision = at_the_table(rules, ChangeColour(colour_chips=chips, chip_value=value, new_value=wanted))
    right = Fraction(decision.facts["colour_chips"])
    wrong = (("same-count", Fraction(chips)), ("counted-the-money", value * chips), ("one-chip-short", right - 1))
    params = {"chips": chips, "value": value, "wanted": wanted}
    return _draft(rules, colour, value, "colour-changed", params, "chips", right, decision, wrong)


def _draft(
    rules: GameRules,
    colour: str,
    value: Amount,
    prompt: str,
    params: Mapping[str, object],
    unit: str,
    right: Amount,
    decision: Decision,
    wrong: tuple[tuple[str, Amount], ...],
) -> Draft:
    return Draft(
        prompt=Message(f"roulette.prompt.{prompt}", {"colour": Message(f"table.colour.{colour}"), **params}),
        scene=scene(rules, (), values=[(colour, value)]),
        form=AmountForm(unit=unit),
        solution=print_amount(right),
        reasons=decision.reasons,
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount != right),
    )


FAMILIES = (
    Family(
        id="colour-chips",
        area="roulette",
        levels=(Level(6), Level(8), Level(10)),
        build=_build,
        fits=lambda rules: roulette(rules).colour_chips is not None,
    ),
)

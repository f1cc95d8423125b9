"""Announced bets: the number of chips, where they are placed, the cost, the change, and the payout."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, PlaceForm
from trainer.drills.kit import felt_of
from trainer.drills.roulette.piles import Pile, any_number, chip_kinds, is_cash, paid_scene, scene, settled
from trainer.drills.scene import Note, Scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.roulette.announced import FINALS, NEIGHBOURS, chips_of, placing_reason
from trainer.games.roulette.figures import roulette
from trainer.games.roulette.layout import bet_of_spot, covered, spots
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names


def _call(rules: GameRules, rng: random.Random, kinds: tuple[str, ...]) -> tuple[str, object, Message | Names]:
    """A random call: bet, selection, and its words."""
    bet = rng.choice(kinds)
    if bet == NEIGHBOURS:
        number = any_number(rules, rng)
        return bet, number, Message("roulette.call.neighbours", {"number": number})
    if bet == FINALS:
        digit = rng.randint(0, 9)
        return bet, digit, Message("roulette.call.finals", {"digit": digit})
    return bet, None, roulette(rules).announced.sets[bet].names


def _chip(rules: GameRules, rng: random.Random) -> Amount:
    return rules.table.minimum * rng.choice((1, 2, 5, 10))


def _heard(rules: GameRules, call: Message | Names) -> Scene:
    """The felt before the chips of a call are placed, with the words of the call beside the wheel."""
    return Scene(felt=felt_of(rules), pieces=(Note(spot="wheel", says=call),))


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    sets = tuple(roulette(rules).announced.sets)
    every = (*sets, NEIGHBOURS, FINALS)
    if level == 1:
        return _cost(rules, rng, every, give_change=False)
    if level == 2:
        return _place(rules, rng, sets or (NEIGHBOURS,))
    if level == 3:
        return _place(rules, rng, (NEIGHBOURS, FINALS))
    if level == 4:
        return _cost(rules, rng, every, give_change=True)
    return _payout(rules, rng, every)


def _cost(rules: GameRules, rng: random.Random, kinds: tuple[str, ...], *, give_change: bool) -> Draft:
    bet, on, call = _call(rules, rng, kinds)
    chip, chips = _chip(rules, rng), sum(chips_of(rules, bet, on).values())
    cost = chip * chips
    reasons = [placing_reason(rules, bet, on), Reason("announced-cost", {"chips": chips, "chip": chip, "cost": cost})]
    wrong = {"wrong-chip-count": [chip * other for other in (5, 6, 9, 4, 3) if other != chips]}
    if give_change:
        given = _round_sum(rules, cost)
        solution = given - cost
        reasons.append(Reason("announced-change", {"given": given, "cost": cost, "change": solution}))
        prompt = Message("roulette.prompt.announced-change", {"call": call, "chip": chip, "given": given})
        mistakes = [("gave-the-cost", cost)] + [("wrong-chip-count", given - w) for w in wrong["wrong-chip-count"]]
    else:
        solution = cost
        prompt = Message("roulette.prompt.announced-cost", {"call": call, "chip": chip})
        mistakes = [("counted-chips", Fraction(chips))] + [("wrong-chip-count", w) for w in wrong["wrong-chip-count"]]
    return Draft(
        prompt=prompt,
        scene=_heard(rules, call),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(solution),
        reasons=tuple(reasons),
        mistakes=tuple((name, print_amount(value)) for name, value in mistakes if value > 0),
        after=scene(rules, _piles(rules, bet, on, chip, chip_kinds(rules)[0])),
    )


def _round_sum(rules: GameRules, cost: Amount) -> Amount:
    """The next round sum above the cost that a player would hand over: a multiple of a chip."""
    for value in reversed(rules.info.chips.values):
        if value * 4 >= cost:
            steps = cost // value + 1
            return value * steps
    return cost * 2


def _place(rules: GameRules, rng: random.Random, kinds: tuple[str, ...]) -> Draft:
    bet, on, call = _call(rules, rng, kinds)
    chips = chips_of(rules, bet, on)
    colour = rng.choice(chip_kinds(rules))
    form = PlaceForm(spots(rules), colour)
    solution = form.canonical(" ".join(f"{name}={count}" for name, count in chips.items()))
    single = form.canonical(" ".join(f"{name}=1" for name in chips))
    return Draft(
        prompt=Message("roulette.prompt.announced-place", {"call": call}),
        scene=_heard(rules, call),
        form=form,
        solution=solution,
        reasons=(placing_reason(rules, bet, on),),
        mistakes=(("one-chip-everywhere", single),),
        after=scene(rules, [Pile(name, count, colour) for name, count in chips.items()]),
    )


def _piles(rules: GameRules, bet: str, on: object, chip: Amount, kind: str) -> list[Pile]:
    """The chips of a call: of one colour or, at a table with cash chips, of the called value."""
    colour = print_amount(chip) if is_cash(kind) else kind
    return [Pile(name, count, colour, chip) for name, count in chips_of(rules, bet, on).items()]


def _payout(rules: GameRules, rng: random.Random, kinds: tuple[str, ...]) -> Draft:
    bet, on, call = _call(rules, rng, kinds)
    chip = _chip(rules, rng)
    kind = rng.choice(chip_kinds(rules))
    piles = _piles(rules, bet, on, chip, kind)
    numbers = sorted({n for name in chips_of(rules, bet, on) for n in covered(rules, *bet_of_spot(name))})
    number = rng.choice(numbers)
    settlement = settled(rules, number, piles)
    winners = [r for r in settlement.bets if r.pays]
    total, kept = settlement.total_payout, sum((r.returned for r in winners), Fraction(0))
    before = scene(rules, piles, number)
    reasons = [placing_reason(rules, bet, on), *(reason for r in winners for reason in r.reasons)]
    one_chip = sum((r.pays / (r.bet.stake / chip) for r in winners), Fraction(0))
    return Draft(
        prompt=Message("roulette.prompt.announced-payout", {"call": call, "chip": chip, "number": number}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=tuple(reasons),
        mistakes=(
            ("added-the-stake", print_amount(total + kept)),
            ("one-chip-everywhere", print_amount(one_chip)),
            ("counted-chips", print_amount(total / chip)),
        ),
        after=paid_scene(rules, before, settlement),
    )


FAMILIES = (
    Family(
        id="announced-bets",
        area="roulette",
        levels=(Level(6), Level(20), Level(20), Level(12), Level(12)),
        build=_build,
        revision=3,  # 3: the call is written beside the wheel
        fits=lambda rules: roulette(rules).announced.offered,
        needs=("wheel-order",),
    ),
)

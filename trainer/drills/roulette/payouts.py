"""Paying a winning number: from one stack to a full number with several players' colours."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import takes_number
from trainer.drills.forms import AmountForm, AnswerForm, ChipsForm
from trainer.drills.kit import print_amounts
from trainer.drills.roulette.piles import (
    Pile,
    any_number,
    chip_kinds,
    chip_name,
    is_cash,
    losing_spots,
    paid_scene,
    scene,
    settled,
    spots_on,
)
from trainer.equipment.money import ZERO, Amount, parse_amount
from trainer.games.core import BetResult, Reason
from trainer.games.roulette.figures import wheel
from trainer.games.roulette.layout import bet_of_spot, named
from trainer.rulebooks import GameRules
from trainer.texts import Message


class _Shape(msgspec.Struct, frozen=True):
    """What a level puts on the layout, and what it asks for."""

    winners: tuple[int, int]  # fewest and most winning spots of each player
    chips: int  # most chips on a spot
    players: int = 1
    losers: int = 0
    money: bool = False  # chips have a value, and the answer is an amount of money
    rack: bool = False  # paid by taking chips from the rack
    outside: bool = False


_SHAPES = (
    _Shape((1, 1), 10),
    _Shape((2, 3), 6),
    _Shape((3, 5), 6, losers=4),
    _Shape((2, 4), 8, losers=4, money=True),
    _Shape((2, 4), 6, losers=4, money=True, rack=True),
    _Shape((2, 4), 5, players=2, losers=4),
    _Shape((3, 6), 6, players=3, losers=8, outside=True),
)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    return _with_number(rules, level, any_number(rules, rng), rng)


def _with_number(rules: GameRules, level: int, number: str, rng: random.Random) -> Draft:
    shape = _SHAPES[level - 1]
    colours = rng.sample(chip_kinds(rules), shape.players)
    values = {colour: _value(rules, rng, colour) if shape.money else Fraction(1) for colour in colours}
    winners = [pile for colour in colours for pile in _winning_piles(rules, rng, number, shape, colour, values[colour])]
    losers = [
        Pile(name, rng.randint(1, shape.chips), colour := rng.choice(colours), values[colour])
        for name in losing_spots(rules, rng, number, shape.losers)
    ]
    before = scene(rules, [*winners, *losers], number, values=[(c, values[c]) for c in colours] if shape.money else ())
    settlement = settled(rules, number, winners)
    pays = {colour: _total(settlement.bets, winners, colour) for colour in colours}
    form = _form(rules, shape, colours)
    solution = _written(rules, shape, [pays[colour] for colour in colours])
    return Draft(
        prompt=_prompt(rules, shape, number, colours, values),
        scene=before,
        form=form,
        solution=solution,
        reasons=tuple(_reasons(rules, colours, winners, settlement.bets)),
        mistakes=tuple(_mistakes(rules, shape, colours, winners, settlement.bets, losers)),
        after=paid_scene(rules, before, settlement),
    )


def _value(rules: GameRules, rng: random.Random, kind: str) -> Amount:
    """A usual value of a colour chip: the table minimum or a small multiple. A cash chip has its own value."""
    return parse_amount(kind) if is_cash(kind) else rules.table.minimum * rng.choice((1, 1, 2, 5))


def _winning_piles(
    rules: GameRules, rng: random.Random, number: str, shape: _Shape, colour: str, value: Amount
) -> list[Pile]:
    inside = spots_on(rules, number)
    count = min(rng.randint(*shape.winners), len(inside))
    piles = [Pile(name, rng.randint(1, shape.chips), colour, value) for name in rng.sample(inside, count)]
    if shape.outside and number not in ("0", "00"):
        dozen = (int(number) - 1) // 12 + 1
        piles.append(Pile(f"dozen:{dozen}", rng.randint(2, 10), colour, value))
    return piles


def _total(results: Sequence[BetResult], piles: Sequence[Pile], colour: str) -> Amount:
    return sum((r.pays for r, pile in zip(results, piles, strict=True) if pile.colour == colour), ZERO)


def _form(rules: GameRules, shape: _Shape, colours: Sequence[str]) -> AnswerForm:
    unit = rules.info.currency.value if shape.money else "chips"
    if shape.rack:
        return ChipsForm(rules.info.chips.colours, unit)
    labels = tuple(chip_name(colour) for colour in colours) if shape.players > 1 else ()
    return AmountForm(labels, unit)


def _written(rules: GameRules, shape: _Shape, amounts: Sequence[Amount]) -> str:
    if shape.rack:
        return str(rules.info.chips.cut(amounts[0]))
    return print_amounts(amounts)


def _prompt(rules: GameRules, shape: _Shape, number: str, colours: Sequence[str], values: dict[str, Amount]) -> Message:
    if shape.players > 1:
        asked = "pay-each-colour"
    elif not shape.money:
        asked = "pay-in-chips"
    else:
        asked = "pay-from-rack" if shape.rack else "pay-in-money"
    params = {"number": number, "colour": chip_name(colours[0]), "value": values[colours[0]]}
    return Message(f"roulette.prompt.cash-{asked}" if is_cash(colours[0]) else f"roulette.prompt.{asked}", params)


def _mistakes(
    rules: GameRules,
    shape: _Shape,
    colours: Sequence[str],
    winners: Sequence[Pile],
    results: Sequence[BetResult],
    losers: Sequence[Pile],
) -> list[tuple[str, str]]:
    """Wrong totals of named mistakes, each made by changing one player's total."""
    right = {colour: _total(results, winners, colour) for colour in colours}
    found: list[tuple[str, str]] = []

    def add(mistake: str, colour: str, wrong: Amount) -> None:
        if wrong > 0 and wrong != right[colour]:
            changed = {**right, colour: wrong}
            try:
                found.append((mistake, _written(rules, shape, [changed[c] for c in colours])))
            except ValueError:  # no chips of the rack make up this sum, so it cannot be answered
                return

    def everywhere(mistake: str, wrong: dict[str, Amount]) -> None:
        try:
            found.append((mistake, _written(rules, shape, [wrong[c] for c in colours])))
        except ValueError:
            return

    stakes = {c: sum((p.stake for p in winners if p.colour == c), ZERO) for c in colours}
    everywhere("added-the-stake", {c: right[c] + stakes[c] for c in colours})
    everywhere("paid-even-money", stakes)
    if shape.money:
        everywhere("counted-chips", {c: right[c] / winners[0].value for c in colours})
    for pile, result in zip(winners, results, strict=True):
        add(f"forgot-{pile.kind}", pile.colour, right[pile.colour] - result.pays)
        for other, rule in rules.bets.items():
            if other != pile.kind and rule.pays is not None and rule.group == "inside":
                wrong = right[pile.colour] - result.pays + rule.pays.pays(pile.stake)
                add(f"misread-{pile.kind}", pile.colour, wrong)
    for pile in losers:
        odds = rules.bets[pile.kind].pays
        if odds is not None:
            add("paid-a-loser", pile.colour, right[pile.colour] + odds.pays(pile.stake))
    return found


def _reasons(
    rules: GameRules, colours: Sequence[str], winners: Sequence[Pile], results: Sequence[BetResult]
) -> Iterator[Reason]:
    """Each winning bet in a line; with several players, grouped by player with a total."""
    for colour in colours:
        if len(colours) > 1:
            total = _total(results, winners, colour)
            yield Reason("colour-total", {"colour": chip_name(colour), "total": total}, None)
        for pile, result in zip(winners, results, strict=True):
            if pile.colour == colour:
                rule = rules.bets[pile.kind]
                params = {"bet": named(rules, *bet_of_spot(pile.spot)), "odds": rule.pays, "stake": pile.stake}
                yield Reason("table.reason.bet-pays", {**params, "pays": result.pays}, rule.cite)


FAMILIES = (
    Family(
        id="pay-the-layout",
        area="roulette",
        levels=(Level(6), Level(12), Level(20), Level(20), Level(30), Level(35), Level(75)),
        build=_build,
        build_dealt=_with_number,
        revision=2,
        takes_dealt=takes_number(lambda rules: wheel(rules).order),
        needs=("pay-tables",),
    ),
)

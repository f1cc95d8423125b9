"""Clearing and paying: which stacks lose, and in which order the layout is cleared and winners are paid."""

from __future__ import annotations

import random

from trainer.drills.core import ONE_ORDER, Draft, Family, Level
from trainer.drills.dealt import refused, takes_number
from trainer.drills.forms import Choice, OrderForm, SpotsForm
from trainer.drills.roulette.piles import Pile, any_number, chip_kinds, losing_spots, scene, settled, spots_on
from trainer.games.core import Outcome, Reason
from trainer.games.roulette.decide import pay_groups
from trainer.games.roulette.figures import roulette, wheel
from trainer.games.roulette.layout import INSIDE, numbers_of_spots, spots
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TAPPED = {1: 6, 4: 16}  # levels at which losing stacks are tapped → number of stacks


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _tap_losers(rules, rng, piles=6)
    if level == 2:
        return _pay_order(rules, rng, kinds=4)
    if level == 3:
        return _clear_order(rules, rng) if len(rules.orders["clear"].steps) > 1 else _tap_losers(rules, rng, piles=10)
    return _tap_losers(rules, rng, piles=16) if rng.random() < 0.5 else _pay_order(rules, rng, kinds=7)


def _build_dealt(rules: GameRules, level: int, number: str, rng: random.Random) -> Draft:
    """A number has come up: which stacks are cleared? The orders do not depend on the number."""
    if level not in _TAPPED:
        raise refused("no-question")
    return _tap_losers(rules, rng, _TAPPED[level], number)


def _tap_losers(rules: GameRules, rng: random.Random, piles: int, fallen: str = "") -> Draft:
    number = fallen or any_number(rules, rng)
    outside = [name for name in spots(rules) if _is_outside(name)]
    winning = spots_on(rules, number)
    names = rng.sample(winning, min(piles // 3, len(winning)))
    names += losing_spots(rules, rng, number, piles // 2)
    names += rng.sample([name for name in outside if name not in names], piles - len(names))
    laid = [Pile(name, rng.randint(1, 6), rng.choice(chip_kinds(rules))) for name in dict.fromkeys(names)]
    settlement = settled(rules, number, laid)
    losers = [pile.spot for pile, result in zip(laid, settlement.bets, strict=True) if result.result is Outcome.LOSE]
    form = SpotsForm(tuple(name for name in spots(rules) if name in {pile.spot for pile in laid}))
    reasons = tuple(reason for result in settlement.bets if result.result is Outcome.LOSE for reason in result.reasons)
    left_one = [(f"left-{_kind(name)}", " ".join(n for n in losers if n != name) or "-") for name in losers]
    winners = [pile.spot for pile in laid if pile.spot not in losers]
    took_one = [("swept-a-winner", " ".join([*losers, name])) for name in winners]
    return Draft(
        prompt=Message("roulette.prompt.tap-losers", {"number": number}),
        scene=scene(rules, laid, number),
        form=form,
        solution=form.canonical(" ".join(losers) or "-"),
        reasons=reasons[:6],
        mistakes=tuple((name, form.canonical(answer)) for name, answer in [*took_one, *left_one]),
        after=scene(rules, [pile for pile in laid if pile.spot in winners], number),
    )


def _kind(name: str) -> str:
    return "inside" if not _is_outside(name) else "outside"


def _is_outside(name: str) -> bool:
    return name.partition(":")[0] not in INSIDE


def _pay_order(rules: GameRules, rng: random.Random, kinds: int) -> Draft:
    """One winning pile of several kinds of bets: in which order are they paid?"""
    number = any_number(rules, rng, with_zeros=False)
    winning = [name for name, numbers in numbers_of_spots(rules).items() if number in numbers]
    by_kind: dict[str, str] = {}
    for name in rng.sample(winning, len(winning)):
        by_kind.setdefault(name.partition(":")[0], name)
    chosen = rng.sample(sorted(by_kind), min(kinds, len(by_kind)))
    groups = pay_groups(rules, chosen)
    steps = tuple(Choice(kind, rules.bets[kind].names) for kind in sorted(chosen, key=list(rules.bets).index))
    paying = roulette(rules).paying
    laid = [Pile(by_kind[kind], rng.randint(1, 5), chip_kinds(rules)[0]) for kind in chosen]
    names = [rules.bets[kind].names for group in groups for kind in group]
    reasons = [Reason("pay-order", {"order": names}, rules.orders["pay"].cite)]
    if paying.all_at_once:
        reasons.append(Reason("paid-all-at-once", {}, paying.cite))
    flat = [kind for group in groups for kind in group]
    return Draft(
        prompt=Message("roulette.prompt.pay-order", {"number": number}),
        scene=scene(rules, laid, number),
        form=OrderForm(steps),
        solution=" | ".join(" ".join(group) for group in groups),
        reasons=tuple(reasons),
        mistakes=(("paid-backwards", " ".join(reversed(flat))), ("inside-first", _inside_first(flat))),
    )


def _inside_first(kinds: list[str]) -> str:
    return " ".join(sorted(kinds, key=lambda kind: (_is_outside(kind), kinds.index(kind))))


def _clear_order(rules: GameRules, rng: random.Random) -> Draft:
    """The areas of the layout, in the order in which losing chips are taken."""
    number = any_number(rules, rng, with_zeros=False)
    order = [area for step in rules.orders["clear"].steps for area in step]
    steps = tuple(Choice(area, Message(f"roulette.area.{area}")) for area in sorted(order))
    laid = [
        Pile(name, rng.randint(1, 5), rng.choice(chip_kinds(rules))) for name in losing_spots(rules, rng, number, 14)
    ]
    areas = [Message(f"roulette.area.{area}") for area in order]
    return Draft(
        prompt=Message("roulette.prompt.clear-order", {"number": number}),
        scene=scene(rules, laid, number),
        form=OrderForm(steps),
        solution=" | ".join(order),
        reasons=(Reason("clear-order", {"order": areas}, rules.orders["clear"].cite),),
        mistakes=(("cleared-backwards", " ".join(reversed(order))),),
    )


FAMILIES = (
    Family(
        id="clear-and-pay",
        area="roulette",
        levels=(Level(12), Level(12), Level(10, one_sided=ONE_ORDER), Level(25)),
        build=_build,
        build_dealt=_build_dealt,
        takes_dealt=takes_number(lambda rules: wheel(rules).order),
        revision=2,
        needs=("pay-the-layout",),
    ),
)

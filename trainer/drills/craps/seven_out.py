"""The seven-out: which bets lose, in which order the layout is cleared, and what is paid afterwards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import (
    SEATS,
    any_point,
    by_outcome,
    lying_bets,
    paid_scene,
    roll_of,
    sample_kinds,
    scene,
    spot,
    staked,
    state,
)
from trainer.drills.forms import AmountForm, Choice, OrderForm, SpotsForm
from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, print_amount
from trainer.games.core import Outcome, Reason, Settlement
from trainer.games.craps.decide import cleared
from trainer.games.craps.figures import SEVEN, bet_data
from trainer.games.craps.layout import CrapsBet
from trainer.games.craps.table import Table, play
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    players, losers, others = ((1, 3, 1), (1, 4, 2), (2, 3, 2), (1, 5, 2), (3, 3, 2))[level - 1]
    point, roll, bets = _laid(rules, rng, players, losers, others)
    settlement, _ = play(rules, Table(point, tuple(bets)), roll)
    if level == 3:
        return _pay(rules, point, roll, bets, settlement)
    if level == 4:
        return _order(rules, rng, point, roll, bets, settlement)
    return _tap(rules, point, roll, bets, settlement)


def _laid(
    rules: GameRules, rng: random.Random, players: int, losers: int, others: int
) -> tuple[int, Roll, list[CrapsBet]]:
    """A layout in the middle of a hand and a seven: bets that lose, and some that win or stay."""
    point, roll = any_point(rules, rng), roll_of(rng, [SEVEN])
    kinds = [kind for kind in rules.bets if bet_data(rules, kind).commission is None]
    fates = by_outcome(rules, lying_bets(rules, point, kinds), roll, point)
    seats = sorted(rng.sample(range(1, SEATS + 1), players))
    bets: list[CrapsBet] = []
    for seat in seats:
        own = sample_kinds(rng, fates[Outcome.LOSE], losers)
        own += sample_kinds(rng, fates[Outcome.WIN], others, own)
        bets += staked(rules, rng, own, point, seat)
    return point, roll, bets


def _tap(rules: GameRules, point: int, roll: Roll, bets: Sequence[CrapsBet], settlement: Settlement) -> Draft:
    lost = [result for result in settlement.bets if result.result is Outcome.LOSE]
    fate = {spot(bet): result.result for bet, result in zip(bets, settlement.bets, strict=True)}
    form = SpotsForm(tuple(fate))
    losers = [name for name, result in fate.items() if result is Outcome.LOSE]

    def answer(names: Sequence[str]) -> str:
        return form.canonical(" ".join(names) or "-")

    wrong = [(_left(rules, name), answer([n for n in losers if n != name])) for name in losers]
    wrong += [(_took(name), answer([*losers, name])) for name in fate if name not in losers]
    before = scene(rules, bets, point=point, roll=roll)
    return Draft(
        prompt=Message("craps.prompt.seven-out-tap", {"state": state(point), "roll": str(roll)}),
        scene=before,
        form=form,
        solution=answer(losers),
        reasons=tuple({f"{r.rule} {r.params}": r for result in lost for r in result.reasons}.values()),
        mistakes=(("took-everything", answer(list(fate))), *wrong),
        after=paid_scene(rules, before, settlement),
    )


def _left(rules: GameRules, name: str) -> str:
    return f"left-{rules.bets[name.partition('@')[0].partition(':')[0]].group}"


def _took(name: str) -> str:
    kind = name.partition("@")[0].partition(":")[0]
    named = {"come": "took-the-new-come", "any-seven": "took-the-seven", "hop": "took-the-hop"}
    return named.get(kind, "took-the-donts")


def _order(
    rules: GameRules, rng: random.Random, point: int, roll: Roll, bets: Sequence[CrapsBet], settlement: Settlement
) -> Draft:
    """The areas with losing bets, in the order in which they are cleared."""
    lost = [result.bet for result in settlement.bets if result.result is Outcome.LOSE]
    groups = list(dict.fromkeys(rules.bets[group[0].bet].group for group in cleared(rules, lost)))
    shuffled = rng.sample(groups, len(groups))
    form = OrderForm(tuple(Choice(group, Message(f"craps.area.{group}")) for group in shuffled))
    return Draft(
        prompt=Message("craps.prompt.seven-out-order", {"state": state(point), "roll": str(roll)}),
        scene=scene(rules, bets, point=point, roll=roll),
        form=form,
        solution=" | ".join(groups),
        reasons=(Reason("clear-order", {}, rules.orders["clear"].cite),),
        mistakes=(("backwards", " ".join(reversed(groups))),) if len(groups) > 1 else (),
    )


def _pay(rules: GameRules, point: int, roll: Roll, bets: Sequence[CrapsBet], settlement: Settlement) -> Draft:
    """The total paid to don't bets, bets on seven and new come bets."""
    winners = [result for result in settlement.bets if result.pays]
    total = settlement.total_payout
    stakes = sum((result.bet.stake for result in winners), ZERO)
    before = scene(rules, bets, point=point, roll=roll)
    wrong = [("added-the-stake", total + stakes)]
    wrong += [(f"forgot-{rules.bets[r.bet.bet].group}", total - r.pays) for r in winners]
    return Draft(
        prompt=Message("craps.prompt.seven-out-pay", {"state": state(point), "roll": str(roll)}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=tuple(reason for result in winners for reason in result.reasons),
        mistakes=tuple((mistake, print_amount(amount)) for mistake, amount in wrong if amount >= 0),
        after=paid_scene(rules, before, settlement),
    )


FAMILY = Family(
    id="seven-out",
    area="craps",
    levels=(Level(8), Level(12), Level(20), Level(10), Level(25)),
    build=_build,
    revision=2,
    needs=("fate-of-bets",),
)

"""Payout questions on proposition bets: one-roll bets, hardways, hops and the horn."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import (
    USUAL_SEAT,
    any_point,
    by_outcome,
    even_stake,
    lying_bets,
    paid_scene,
    roll_of,
    sample_kinds,
    scene,
    state,
    title,
)
from trainer.drills.forms import AmountForm
from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.core import Outcome, Settlement
from trainer.games.craps.figures import bet_data
from trainer.games.craps.layout import CrapsBet
from trainer.games.craps.table import Table, play
from trainer.rulebooks import GameRules
from trainer.texts import Message

_GROUPS = ("centre", "hardways")


def _centre(rules: GameRules) -> list[str]:
    return [kind for kind, rule in rules.bets.items() if rule.group in _GROUPS]


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    point, roll, bets = _laid(rules, rng, level)
    settlement, _ = play(rules, Table(point, tuple(bets)), roll)
    before = scene(rules, bets, point=point, roll=roll)
    total = settlement.total_payout
    params = {"state": state(point), "roll": str(roll)}
    if len(bets) == 1:
        prompt = Message("craps.prompt.prop", {**params, "bet": title(rules, bets[0]), "stake": bets[0].stake})
    else:
        prompt = Message("craps.prompt.props", params)
    reasons = [reason for result in settlement.bets if result.pays for reason in result.reasons]
    reasons = reasons or [reason for result in settlement.bets for reason in result.reasons]
    return Draft(
        prompt=prompt,
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=tuple(reasons),
        mistakes=tuple(_mistakes(rules, settlement)),
        after=paid_scene(rules, before, settlement),
    )


def _laid(rules: GameRules, rng: random.Random, level: int) -> tuple[int | None, Roll, list[CrapsBet]]:
    """A point, a roll and the bets: one winner, two, two among three others, three among four others, by level."""
    winners_wanted, others_wanted = ((1, 0), (2, 0), (2, 3), (3, 4))[level - 1]
    while True:
        point = any_point(rules, rng)
        roll = Roll.thrown(rng)
        fates = by_outcome(rules, lying_bets(rules, point, _centre(rules)), roll, point)
        winners = sample_kinds(rng, fates[Outcome.WIN], winners_wanted)
        if len(winners) < min(winners_wanted, 2):
            continue
        losers = sample_kinds(rng, [*fates[Outcome.LOSE], *fates[Outcome.STAND]], others_wanted)
        laid = [msgspec.structs.replace(bet, seat=USUAL_SEAT) for bet in (*winners, *losers)]
        return point, roll, [even_stake(rules, rng, bet, point, most_units=12) for bet in laid]


def _mistakes(rules: GameRules, settlement: Settlement) -> list[tuple[str, str]]:
    total = settlement.total_payout
    winners = [result for result in settlement.bets if result.pays]
    stakes = sum((result.bet.stake for result in winners), ZERO)
    wrong: list[tuple[str, Amount]] = [("added-the-stake", total + stakes), ("read-to-as-for", total - stakes)]
    for result in winners:
        rule, rest = rules.bets[result.bet.bet], total - result.pays
        wrong.append((f"forgot-{rule.group}", rest))
        wrong += [
            ("price-of-another-bet", rest + odds.pays(result.bet.stake))
            for other in rules.bets.values()
            if other.group in _GROUPS
            for odds in (*other.pay_table.values(), *((other.pays,) if other.pays else ()))
        ]
    for result in settlement.bets:
        if not result.pays:
            rule = rules.bets[result.bet.bet]
            odds = rule.pays or next(iter(rule.pay_table.values()))
            wrong.append(("paid-a-loser", total + odds.pays(result.bet.stake)))
    return [(mistake, print_amount(amount)) for mistake, amount in wrong if amount > 0]


def _horn(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The horn: what it pays on each of its numbers, flat or in four quarters."""
    data = bet_data(rules, "horn")
    bet = even_stake(rules, rng, CrapsBet(bet="horn", seat=USUAL_SEAT), None, most_units=10 if level == 1 else 25)
    roll = roll_of(rng, data.totals)
    settlement, _ = play(rules, Table(None, (bet,)), roll)
    result = settlement.bets[0]
    before = scene(rules, [bet], roll=roll)
    return Draft(
        prompt=Message("craps.prompt.horn", {"bet": rules.bets["horn"].names, "stake": bet.stake, "roll": str(roll)}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(result.pays),
        reasons=result.reasons,
        mistakes=tuple(_horn_mistakes(rules, bet, roll, result.pays)),
        after=paid_scene(rules, before, settlement),
    )


def _horn_mistakes(rules: GameRules, bet: CrapsBet, roll: Roll, pays: Amount) -> Sequence[tuple[str, str]]:
    """Flat instead of split, split instead of flat, losing quarters deducted or forgotten."""
    quarter = bet.stake / 4
    single = rules.bets.get({2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}[roll.total])
    flat = rules.bets["horn"].pays
    wrong: list[tuple[str, Amount]] = [("added-the-stake", pays + bet.stake)]
    if single is not None and single.pays is not None:
        won = single.pays.pays(quarter)
        wrong += [("split-the-horn", won), ("split-the-horn", won - 3 * quarter), ("paid-whole-stake", won * 4)]
    if flat is not None:
        wrong.append(("flat-horn", flat.pays(bet.stake)))
    return [(mistake, print_amount(amount)) for mistake, amount in wrong if amount > 0 and amount != pays]


FAMILY = Family(
    id="centre-bets",
    area="craps",
    levels=(Level(5), Level(9), Level(12), Level(18)),
    build=_build,
    revision=2,
)

HORN = Family(
    id="horn",
    area="craps",
    levels=(Level(5), Level(7)),
    build=_horn,
    fits=lambda rules: "horn" in rules.bets,
    needs=("centre-bets",),
)

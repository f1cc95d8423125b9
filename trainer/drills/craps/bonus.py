"""Bonus craps: which numbers have a lammer, what the three bets win, and when they may be made."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import USUAL_SEAT, coin, paid_scene, scene, spot
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, print_amount
from trainer.games.core import Reason
from trainer.games.craps.figures import SEVEN, bet_data, craps
from trainer.games.craps.layout import BONUS, CrapsBet
from trainer.games.craps.limits import may_change
from trainer.games.craps.table import Table, play
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _bets(rules: GameRules, rng: random.Random) -> tuple[CrapsBet, ...]:
    stake = coin(rules) * rng.choice((1, 2, 3, 4, 5, 10))
    return tuple(CrapsBet(bet=kind, stake=stake, seat=USUAL_SEAT) for kind in BONUS if kind in rules.bets)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    return (_lammers, _payout, _may_bet)[level - 1](rules, rng)


def _lammers(rules: GameRules, rng: random.Random) -> Draft:
    """Which circles have a lammer after these throws? A repeated number adds none and a seven removes all."""
    rolls = [Roll.thrown(rng) for _ in range(rng.randint(3, 7))]
    if rng.random() < 0.6:
        rolls = [roll for roll in rolls if roll.total != SEVEN] or [Roll((3, 3))]
    bets = _bets(rules, rng)
    table = Table(None, bets)
    for roll in rolls:
        _, table = play(rules, table, roll)
    numbers = [n for kind in ("all-small", "all-tall") for n in bet_data(rules, kind).totals]
    thrown = {roll.total for roll in rolls} - {SEVEN}
    form = ChoiceForm(tuple(Choice(str(number), str(number)) for number in numbers), several=True)

    def answer(marked: frozenset[int] | set[int]) -> str:
        return form.canonical(" ".join(str(number) for number in marked) or "-")

    cite = craps(rules).bonus
    reasons = [Reason("lammers", {"numbers": sorted(table.marked)}, cite.cite if cite else None)]
    if any(roll.total == SEVEN for roll in rolls):
        reasons.append(Reason("seven-removes-lammers", {}, cite.cite if cite else None))
    wrong = [("seven-left-lammers", answer(thrown))]
    wrong += [("lammer-forgotten", answer(table.marked - {number})) for number in sorted(table.marked)]
    return Draft(
        prompt=Message("craps.prompt.lammers", {"rolls": [str(roll) for roll in rolls]}),
        scene=scene(rules, bets, point=None, roll=rolls[-1]),
        form=form,
        solution=answer(table.marked),
        reasons=tuple(reasons),
        mistakes=tuple((mistake, wrong_answer) for mistake, wrong_answer in wrong),
        after=scene(rules, table.bets, point=table.point, roll=rolls[-1], marked=table.marked),
    )


def _payout(rules: GameRules, rng: random.Random) -> Draft:
    """Lammers lie on numbers and one comes up: what do the three bets win in all?"""
    bets = _bets(rules, rng)
    whole = [bet_data(rules, bet.bet).totals for bet in bets]
    missing = rng.choice([number for numbers in whole for number in numbers])
    complete = set(rng.choice([numbers for numbers in whole if missing in numbers]))
    others = set(rng.sample(whole[-1], rng.randint(0, 6)))
    marked = frozenset((complete | others) - {missing})
    total = missing if rng.random() < 0.75 else rng.choice((SEVEN, rng.choice(sorted(marked) or [missing])))
    roll = Roll((max(1, total - 6), min(6, total - 1)))
    alive = tuple(bet for bet in bets if not set(bet_data(rules, bet.bet).totals) <= marked)
    settlement, _ = play(rules, Table(None, alive, marked), roll)
    before = scene(rules, alive, point=None, roll=roll, marked=marked)
    pays = settlement.total_payout
    stakes = sum((result.bet.stake for result in settlement.bets if result.pays), ZERO)
    wrong = [("added-the-stake", pays + stakes)]
    for result in settlement.bets:
        bet, odds = result.bet, rules.bets[result.bet.bet].pays
        if odds is not None and not result.pays:
            wrong.append(("bonus-not-complete", pays + odds.pays(bet.stake)))
            wrong.append(("bonus-not-complete", odds.pays(bet.stake)))
    return Draft(
        prompt=Message("craps.prompt.bonus-pay", {"roll": str(roll)}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(pays),
        reasons=tuple(reason for result in settlement.bets for reason in result.reasons),
        mistakes=tuple((mistake, print_amount(amount)) for mistake, amount in wrong if amount != pays),
        after=paid_scene(rules, before, settlement),
    )


def _may_bet(rules: GameRules, rng: random.Random) -> Draft:
    """May a bonus bet be made now?"""
    bet = CrapsBet(bet=rng.choice([kind for kind in BONUS if kind in rules.bets]), seat=USUAL_SEAT)
    point = None if rng.random() < 0.7 else rng.choice(craps(rules).come_out.points)
    previous = rng.choice((SEVEN, SEVEN, 11, 12, 6, 4)) if point is None else rng.choice((3, 5, 8, 9))
    may, reason = may_change(rules, bet, "new-bet", point, previous)
    place = Message("craps.state.come-out") if point is None else Message("craps.state.point", {"point": point})
    solution, other = ("yes", "no") if may else ("no", "yes")
    return Draft(
        prompt=Message(
            "craps.prompt.bonus-may", {"state": place, "previous": previous, "bet": rules.bets[bet.bet].names}
        ),
        scene=scene(rules, point=point, glow=[spot(bet)]),
        form=ChoiceForm(tuple(Choice(key, Message(f"craps.{key}")) for key in ("yes", "no"))),
        solution=solution,
        reasons=(reason,),
        mistakes=(("bonus-after-seven", other),),
    )


FAMILY = Family(
    id="bonus-craps",
    area="craps",
    levels=(Level(12), Level(12), Level(6, drafts=12)),
    build=_build,
    revision=3,
    fits=lambda rules: all(kind in rules.bets for kind in BONUS),
)

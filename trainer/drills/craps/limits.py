"""Limits and changes of bets: maximum odds, other maximums, and which bets are locked."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import (
    USUAL_SEAT,
    any_point,
    coin,
    lying_bets,
    scene,
    spot,
    staked,
    state,
    table_limits,
    title,
)
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.craps.figures import bet_data, craps
from trainer.games.craps.layout import FLAT_OF, LINE_ODDS, CrapsBet, selections
from trainer.games.craps.limits import Wish, bounds, exact_unit, may_change
from trainer.games.limits import limit_reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_WISHES: tuple[Wish, ...] = ("new-bet", "increase", "reduce", "withdraw")


def odds_kinds(rules: GameRules) -> list[str]:
    """The odds whose maximum depends on the bet they belong to."""
    found = []
    for odds, flat in FLAT_OF.items():
        if odds in rules.bets:
            by_number = bet_data(rules, odds).maximum_by.values()
            maximum = rules.bets[odds].maximum
            limits = [*by_number, *([maximum] if maximum else [])]
            if any(limit.of == flat for limit in limits):
                found.append(odds)
    return found


def _odds(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The maximum odds on a bet; at level 2 the maximum that is paid without a fraction."""
    kinds = odds_kinds(rules)
    kind = rng.choice([k for k in kinds if k in LINE_ODDS] or kinds) if level == 1 else rng.choice(kinds)
    point = any_point(rules, rng)
    number = point if kind in LINE_ODDS else rng.choice([n for n in craps(rules).come_out.points if n != point])
    on = None if kind in LINE_ODDS else number
    bet = CrapsBet(bet=kind, on=on, seat=USUAL_SEAT)
    unit = exact_unit(rules, bet, point) * coin(rules)
    flat = rules.table.minimum * rng.randint(1, 12) + (rng.randint(0, 4) * coin(rules) if level == 2 else 0)
    flat = max(flat, unit)  # so that some odds are paid exactly
    base = CrapsBet(bet=FLAT_OF[kind], on=on, stake=flat, seat=USUAL_SEAT)
    known = {**table_limits(rules), FLAT_OF[kind]: flat}
    found = bounds(rules, bet, point, known)
    assert found.maximum is not None
    solution = found.maximum if level == 1 else found.maximum // unit * unit
    wrong: list[tuple[str, Amount]] = [("single-odds", flat), ("limit-above", found.maximum)]
    for other in craps(rules).come_out.points:
        twin = CrapsBet(bet=kind, on=other if on else None, seat=USUAL_SEAT)
        maximum = bounds(rules, twin, other, known).maximum
        wrong += [("limit-of-another-number", maximum)] if maximum is not None else []
    wrong.append(("one-unit-off", solution - unit))
    params = {"bet": title(rules, bet, point), "flat": flat, "state": state(point)}
    limit = limit_reason(rules.bets[kind].names, found)
    return Draft(
        prompt=Message("craps.prompt.odds-most" if level == 1 else "craps.prompt.odds-exact", params),
        scene=scene(rules, [base], point=point, glow=[spot(bet)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(solution),
        reasons=(limit, Reason("exact-unit", {"unit": unit})) if level == 2 else (limit,),
        mistakes=tuple((mistake, print_amount(amount)) for mistake, amount in wrong if amount not in (0, solution)),
    )


# ── the caps of the other bets ───────────────────────────────────────────────────────────────────────────────────────


def capped_bets(rules: GameRules) -> list[CrapsBet]:
    """Bets whose maximum differs from the table's."""
    every = [
        CrapsBet(bet=kind, on=on, seat=USUAL_SEAT)
        for kind in rules.bets
        if kind not in FLAT_OF
        for on in selections(rules, kind)
    ]
    known = table_limits(rules)
    return [bet for bet in every if bounds(rules, bet, None, known).maximum not in (None, known["maximum"])]


def _caps(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The maximum of a bet at a table with a posted maximum."""
    bet = rng.choice(capped_bets(rules))
    most = rules.table.maximum * rng.choice((1, 2, 4) if level == 1 else (1, 2, 3, 4, 5, 8, 10, 20))
    known = {**table_limits(rules), "maximum": most}
    found = bounds(rules, bet, None, known)
    assert found.maximum is not None
    wrong: list[tuple[str, Amount]] = [("took-the-table-maximum", most)]
    wrong += [
        ("limit-of-another-bet", other)
        for twin in capped_bets(rules)
        if (other := bounds(rules, twin, None, known).maximum) is not None
    ]
    return Draft(
        prompt=Message("craps.prompt.cap", {"bet": title(rules, bet), "maximum": most}),
        scene=scene(rules, glow=[spot(bet)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(found.maximum),
        reasons=(limit_reason(rules.bets[bet.bet].names, found),),
        mistakes=tuple((m, print_amount(amount)) for m, amount in wrong if amount != found.maximum),
    )


# ── what a player may do ─────────────────────────────────────────────────────────────────────────────────────────────


def _handling(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """May the player make, raise, lower or take down this bet now?"""
    kinds = ("pass-line", "dont-pass", "come-point", "dont-come-point") if level == 1 else None
    wish = rng.choice(_WISHES)
    point = any_point(rules, rng) if rng.random() < 0.75 else None
    bet = rng.choice(lying_bets(rules, point, kinds))
    if wish == "new-bet" and bet.bet in ("come-point", "dont-come-point"):
        wish = "withdraw"
    *flats, bet = staked(rules, rng, [bet], point)
    if wish == "new-bet" and rng.random() < 0.3:
        flats = []  # odds without the bet they belong to
    may, reason = may_change(rules, bet, wish, point, lying=flats)
    solution, other = ("yes", "no") if may else ("no", "yes")
    params = {"state": state(point), "wish": Message(f"craps.wish.{wish}"), "bet": title(rules, bet, point)}
    lying = flats if wish == "new-bet" else [*flats, bet]
    return Draft(
        prompt=Message("craps.prompt.handling", params),
        scene=scene(rules, lying, point=point, glow=[spot(bet)]),
        form=ChoiceForm(tuple(Choice(key, Message(f"craps.{key}")) for key in ("yes", "no"))),
        solution=solution,
        reasons=(reason,),
        mistakes=(("allowed-a-locked-bet" if not may else "refused-a-free-bet", other),),
    )


ODDS = Family(
    id="odds-maximum",
    area="craps",
    levels=(Level(7), Level(10)),
    build=_odds,
    fits=lambda rules: bool(odds_kinds(rules)),
    needs=("bet-units",),
)
CAPS = Family(
    id="bet-caps",
    area="craps",
    levels=(Level(8), Level(12)),
    build=_caps,
    fits=lambda rules: bool(capped_bets(rules)),
)
HANDLING = Family(
    id="bet-handling",
    area="craps",
    levels=(Level(6, drafts=6), Level(7, drafts=30)),
    build=_handling,
    revision=3,
)

"""Limits: may this bet stay, what is its maximum, and what is paid on a bet found over the maximum."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.kit import cash, felt_of
from trainer.drills.scene import Marker, Scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.limits import Bounds, bounds, limit_reason
from trainer.games.roulette.layout import bet_of_spot, covered, spot, spots
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _table(rules: GameRules, rng: random.Random) -> dict[str, Amount]:
    """The posted limits of a table: multiples of the example table's."""
    factor = rng.choice((1, 2, 5))
    table = {"minimum": rules.table.minimum * factor, "maximum": rules.table.maximum * factor}
    straight = bounds(rules, rules.bets["straight-up"], table)
    return {**table, "maximum": straight.maximum or table["maximum"]}


def _pick(rules: GameRules, rng: random.Random, table: dict[str, Amount], level: int) -> tuple[str, Bounds]:
    """A random spot, with each kind of bet equally likely, and its limits.

    Level 2 leaves out the straight-up bet: the prompt states its maximum.
    """
    kinds = {name.partition(":")[0] for name in spots(rules)} - ({"straight-up"} if level == 2 else set())
    kind = rng.choice(sorted(kinds))
    name = rng.choice([name for name in spots(rules) if name.partition(":")[0] == kind])
    return name, bounds(rules, rules.bets[kind], table)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    table = _table(rules, rng)
    name, found = _pick(rules, rng, table, level)
    assert found.minimum is not None and found.maximum is not None
    if level == 1:
        return _may_stand(rules, rng, table, name, found)
    if level == 2:
        return _most(rules, table, name, found)
    return _found_late(rules, rng, table, name, found)


def _reason(rules: GameRules, name: str, found: Bounds) -> Reason:
    return limit_reason(rules.bets[name.partition(":")[0]].names, found)


def _may_stand(rules: GameRules, rng: random.Random, table: dict[str, Amount], name: str, found: Bounds) -> Draft:
    assert found.minimum is not None and found.maximum is not None
    unit, little = rules.info.chips.step(found.maximum), rules.info.chips.step(found.minimum)
    below = [found.minimum - little] if found.minimum > little else []
    stake = rng.choice([found.minimum, found.maximum, found.maximum + unit, found.maximum - unit, *below])
    fate = "stands" if found.allows(stake) else "too-much" if stake > found.maximum else "too-little"
    choices = tuple(Choice(key, Message(f"roulette.limit.{key}")) for key in ("stands", "too-much", "too-little"))
    params = {**_limits(table), "bet": rules.bets[name.partition(":")[0]].names, "stake": stake}
    wrong = {"stands": ("took-straight-up-limit", "too-much")}.get(fate, ("let-it-stand", "stands"))
    return Draft(
        prompt=Message("roulette.prompt.limit-stand", params),
        scene=Scene(felt=felt_of(rules), pieces=(cash(rules, name, stake),)),
        form=ChoiceForm(choices),
        solution=fate,
        reasons=(_reason(rules, name, found),),
        mistakes=(wrong,),
    )


def _limits(table: dict[str, Amount]) -> dict[str, object]:
    return {"minimum": table["minimum"], "maximum": table["maximum"]}


def _most(rules: GameRules, table: dict[str, Amount], name: str, found: Bounds) -> Draft:
    assert found.minimum is not None and found.maximum is not None
    straight = bounds(rules, rules.bets["straight-up"], table).maximum
    others = [bounds(rules, rule, table).maximum for rule in rules.bets.values()]
    wrong = [("took-straight-up-limit", straight), *(("limit-of-another-bet", other) for other in others)]
    params = {**_limits(table), "bet": rules.bets[name.partition(":")[0]].names}
    return Draft(
        prompt=Message("roulette.prompt.limit-most", params),
        scene=Scene(felt=felt_of(rules), pieces=(cash(rules, name, found.minimum),), glow=(name,)),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(found.maximum),
        reasons=(_reason(rules, name, found),),
        mistakes=tuple((key, print_amount(value)) for key, value in wrong if value is not None),
    )


def _found_late(rules: GameRules, rng: random.Random, table: dict[str, Amount], name: str, found: Bounds) -> Draft:
    """The bet won, and only then it is noticed that it was over the maximum."""
    assert found.maximum is not None
    kind, on = bet_of_spot(name)
    stake = found.maximum + rules.info.chips.step(found.maximum) * rng.choice((1, 2, 4))
    number = rng.choice(sorted(covered(rules, kind, on)))
    bet = RouletteBet(bet=kind, on=on, stake=stake)
    single = rules.bets["straight-up"].maximum
    is_posted = single is not None and single.of == "maximum"  # else the maximums follow from the minimum
    posted = Spin(winning_number=number, bets=(bet,), maximum=table["maximum"])
    spin = posted if is_posted else Spin(winning_number=number, bets=(bet,), minimum=table["minimum"])
    result = settle(rules, spin).bets[0]
    odds = rules.bets[kind].pays
    assert odds is not None
    pieces = (cash(rules, name, stake), Marker(spot=spot("straight-up", [number]), kind="dolly"))
    excess = stake - found.maximum
    return Draft(
        prompt=Message(
            "roulette.prompt.limit-late",
            {"bet": rules.bets[kind].names, "most": found.maximum, "stake": stake, "number": number},
        ),
        scene=Scene(felt=felt_of(rules), pieces=pieces),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(result.pays),
        reasons=result.reasons,
        mistakes=(
            ("paid-the-excess", print_amount(odds.pays(stake))),
            ("added-the-stake", print_amount(result.pays + found.maximum)),
            ("paid-excess-even", print_amount(result.pays + excess)),
        ),
    )


FAMILIES = (
    Family(
        id="limits",
        area="roulette",
        levels=(Level(8, drafts=12), Level(10), Level(15)),
        build=_build,
        revision=4,
    ),
)

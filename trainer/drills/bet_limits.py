"""Minimum and maximum of a bet, worked out from the sign of the table and from the bet it belongs to.

Games whose limits depend on more (the numbers a chip covers, the hand it belongs to) have limit drills of their own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import felt_of
from trainer.drills.scene import Note, Scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.limits import Bounds, known_bounds, limit_reason
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import BetRule, Limit
from trainer.system.lazy_imports import lazily
from trainer.texts import Message, Param

with lazily():  # imported later: the other drills import this module
    from trainer.drills import families

_AREA = "by-heart"
_FEWEST = 4
_SIZES = (1, 2, 3)  # multiples of the example table's limits
_TIMES = (2, 4, 6, 10)  # multiples of the minimum for a bet that limits another; even, because insurance is half of it
_SIDES = ("minimum", "maximum")
_SIGN, _MINIMUM_SIGN = (
    ("sign", "sign-with"),
    ("minimum-sign", "minimum-sign-with"),
)  # sign alone, and sign with a bet on the table
_ELSE = ("numbers", "pairs", "plus")  # data on which the limits of a bet may depend as well
_WITHOUT_RACK = ("trente-et-quarante",)  # games whose sign stands at the caller's place
_WORKED_OUT = 0.6  # share of the questions whose answer is not printed on the sign


def _limit(rule: BetRule, side: str) -> Limit | None:
    limit: Limit | None = getattr(rule, side)
    return limit


def _asked(rules: GameRules) -> list[tuple[str, str]]:
    """Bets of this table with the side of their limits that follows from the sign, or from one other bet too."""
    known = (*_SIDES, "", *rules.bets)
    return [
        (key, side)
        for key, rule in rules.bets.items()
        if _is_here(rules, key, rule)
        for side in _SIDES
        if (limit := _limit(rule, side)) is not None and limit.of in known and _is_settled(rules, key, side)
    ]


def _is_settled(rules: GameRules, key: str, side: str) -> bool:
    """Whether the regulation fixes this limit; a limit that each house chooses cannot be worked out from the sign."""
    is_chosen = any(
        side in change.get("bets", {}).get(key, {})
        for option in rules.options.values()
        for change in option.set.values()
    )
    rule = rules.bets[key]
    ours = (rule.limit_cite or rule.cite).is_house_standard and _is_worked_out(rules, key, side)
    return not is_chosen and not ours


def _is_here(rules: GameRules, key: str, rule: BetRule) -> bool:
    """Whether a bet is offered at this table and has the same limits wherever it is placed."""
    is_elsewhere = bool(rule.pay_table) and key not in rules.rules.get("side-bets", (key,))
    return not is_elsewhere and not any(name.startswith((*_SIDES, *_ELSE)) for name in rule.data)


def _is_worked_out(rules: GameRules, key: str, side: str) -> bool:
    """Whether the limit is another figure than the one on the sign."""
    limit = _limit(rules.bets[key], side)
    return limit is not None and (limit.of not in _SIDES or limit.factor != 1)


def _draft(rules: GameRules, level: int, rng: random.Random) -> Draft:
    worked_out = [asked for asked in _asked(rules) if _is_worked_out(rules, *asked)]
    key, side = rng.choice(worked_out if rng.random() < _WORKED_OUT else _asked(rules))
    rule = rules.bets[key]
    limit = _limit(rule, side)
    assert limit is not None
    size = rng.choice(_SIZES)
    known = {"minimum": rules.table.minimum * size, "maximum": rules.table.maximum * size}
    told: dict[str, Param] = {"bet": rule.names, **known}
    alone, beside = _SIGN if any(_of_maximum(each) for each in rules.bets.values()) else _MINIMUM_SIGN
    if limit.of in rules.bets:
        known[limit.of] = _least(rules.bets[limit.of], known) * rng.choice(_TIMES)
        told |= {"stake": known[limit.of], "other": rules.bets[limit.of].names}
    answer = limit.amount(known)
    found = known_bounds(rule, known)
    either = {found.minimum, found.maximum, known["minimum"], known["maximum"]} - {answer, None}
    return Draft(
        prompt=Message(
            f"{_AREA}.prompt.{'stake' if found.minimum == found.maximum else side}-of-a-bet",
            {"table": Message(f"{_AREA}.table.{beside if 'stake' in told else alone}", told), "bet": rule.names},
        ),
        scene=Scene(felt=felt_of(rules), pieces=(sign_on_the_table(rules, alone, known),)),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(answer),
        reasons=(_reason(rule, found),),
        mistakes=tuple(("another-limit", print_amount(each)) for each in sorted(filter(None, either))),
    )


def _reason(rule: BetRule, found: Bounds) -> Reason:
    if found.minimum is None or found.minimum != found.maximum:
        return limit_reason(rule.names, found)
    return Reason(f"{_AREA}.reason.stake", {"bet": rule.names, "stake": found.minimum}, found.cite)


def sign_on_the_table(rules: GameRules, sign: str, limits: Mapping[str, Amount]) -> Note:
    """The sign of the table. Nothing else lies there: chips of another round could contradict it."""
    says = Message(f"{_AREA}.plate.{sign}", {side: limits[side] for side in _SIDES})
    return Note(spot="call" if rules.game in _WITHOUT_RACK else "rack", says=says)


def _of_maximum(rule: BetRule) -> bool:
    return any(limit is not None and limit.of == "maximum" for limit in (rule.minimum, rule.maximum))


def _least(rule: BetRule, known: dict[str, Amount]) -> Amount:
    """The minimum of a bet that limits another: its own, or the table's if that depends on a third bet."""
    return rule.minimum.amount(known) if rule.minimum and rule.minimum.of in known else known["minimum"]


def _fits(rules: GameRules) -> bool:
    asked = _asked(rules)
    if "felt" not in rules.rules or len(asked) < _FEWEST or not any(_is_worked_out(rules, *each) for each in asked):
        return False
    return not any(family.id.endswith("limits") for family in families(rules.game))


BET_LIMITS = Family(
    id="least-and-most",
    area=_AREA,
    levels=(Level(8),),
    build=_draft,
    revision=2,  # 2: limits that each house chooses are not asked
    fits=_fits,
)

FAMILIES = (BET_LIMITS,)

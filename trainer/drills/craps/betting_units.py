"""Place bets and odds in units: how much a number of units wins."""

from __future__ import annotations

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import USUAL_SEAT, coin, scene, spot, table_limits, title, unit_stake
from trainer.drills.craps.payouts import PLACE_ODDS_OF, TRUE_ODDS_OF
from trainer.drills.fairness import can_pay, can_stake
from trainer.drills.forms import AmountForm
from trainer.equipment.dice import ALL_ROLLS, Roll
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.craps.figures import SEVEN, bet_data, craps
from trainer.games.craps.layout import AGAINST_NUMBER, FLAT_OF, CrapsBet, ordered
from trainer.games.craps.limits import bounds, exact_unit, outcome_key
from trainer.games.craps.throw import Throw, odds_of, settle_bet
from trainer.rulebooks import GameRules
from trainer.texts import Message

_BY_LEVEL = {
    1: ("place",),
    2: ("pass-odds",),
    3: ("dont-pass-odds", "place-lose"),
    4: ("place", "pass-odds", "dont-pass-odds", "place-lose"),
    5: ("place", "pass-odds", "dont-pass-odds", "place-lose"),
}
_COUNTS = {1: range(1, 7), 2: range(1, 9), 3: range(1, 7), 4: (*range(7, 13), 15, 20, 25), 5: range(1, 6)}


_Fact = tuple[CrapsBet, int]
_kept: dict[tuple[str, str, int], list[_Fact]] = {}


def _facts(rules: GameRules, level: int) -> list[_Fact]:
    """The facts of a level: a bet with its stake, and the point. Cached: it is read for every question."""
    key = (rules.rulebook, rules.digest, level)
    if key not in _kept:
        _kept[key] = _find_facts(rules, level)
    return _kept[key]


def _find_facts(rules: GameRules, level: int) -> list[_Fact]:
    """Every stake that is allowed and that the rack can make and pay; those of the last level leave a remainder."""
    found = []
    for kind in _BY_LEVEL[level]:
        for point in craps(rules).come_out.points:
            bet = CrapsBet(bet=kind, on=point if kind.startswith("place") else None, seat=USUAL_SEAT)
            unit = int(exact_unit(rules, bet, point))
            for count in _COUNTS[level]:
                more = (1 + count % max(1, unit - 1)) * coin(rules) if level == 5 and unit > 1 else Amount(0)
                found.append((msgspec.structs.replace(bet, stake=unit_stake(rules, bet, point) * count + more), point))
            if level == 5:
                found += [(msgspec.structs.replace(bet, stake=stake), point) for stake in _small_stakes(rules, bet)]
    rack = rules.info.chips
    lawful = [(bet, point) for bet, point in found if _bets_on_layout(rules, bet, point)]
    return [each for each in lawful if can_stake(rack, each[0].stake) and can_pay(rack, _paid(rules, *each))]


def _bets_on_layout(rules: GameRules, bet: CrapsBet, point: int) -> list[CrapsBet]:
    """The bet and, for odds, the smallest bet they may belong to; empty if it exceeds the limits."""
    known, flat = table_limits(rules), FLAT_OF.get(bet.bet)
    if flat is None:
        return [bet] if bounds(rules, bet, point, known).allows(bet.stake) else []
    for times in range(1, int(rules.table.maximum / rules.table.minimum) + 1):
        own = msgspec.structs.replace(bet, bet=flat, stake=rules.table.minimum * times)
        if bounds(rules, bet, point, {**known, flat: own.stake}).allows(bet.stake):
            return [own, bet]
    return []


def _paid(rules: GameRules, bet: CrapsBet, point: int) -> Amount:
    return settle_bet(rules, bet, Throw(_winning_roll(bet, point), point)).pays


def _small_stakes(rules: GameRules, bet: CrapsBet) -> list[Amount]:
    """Stakes from the minimum that are too small for the usual odds, if a rulebook pays them other odds."""
    small = bet_data(rules, bet.bet).small_stake
    if small is None or bet.on not in small.on:
        return []
    count = max(0, int((small.below - rules.table.minimum) / coin(rules)))
    return [rules.table.minimum + index * coin(rules) for index in range(count)]


def _count(rules: GameRules, level: int) -> int:
    return len(_facts(rules, level))


def _winning_roll(bet: CrapsBet, point: int) -> Roll:
    total = SEVEN if bet.bet in AGAINST_NUMBER else point
    return ordered(next(roll for roll in ALL_ROLLS if roll.total == total and not roll.is_double))


def _build(rules: GameRules, level: int, index: int) -> Draft:
    bet, point = _facts(rules, level)[index]
    roll = _winning_roll(bet, point)
    result = settle_bet(rules, bet, Throw(roll, point))
    unit = exact_unit(rules, bet, point) * coin(rules)
    odds = odds_of(rules, bet, outcome_key(bet, point))
    units = [Reason("units", {"unit": unit, "wins": odds.pays(unit), "count": bet.stake // unit})]
    return Draft(
        prompt=Message("craps.prompt.units", {"bet": title(rules, bet, point), "stake": bet.stake}),
        scene=scene(rules, _bets_on_layout(rules, bet, point), point=point, roll=roll, glow=[spot(bet)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(result.pays),
        reasons=(*result.reasons, *(units if bet.stake >= unit else ())),
        mistakes=tuple(_mistakes(rules, bet, point, result.pays)),
    )


def _mistakes(rules: GameRules, bet: CrapsBet, point: int, pays: Amount) -> list[tuple[str, str]]:
    odds = odds_of(rules, bet, outcome_key(bet, point))
    wrong = [("added-the-stake", pays + bet.stake), ("paid-even-money", bet.stake)]
    for table, mistake in ((TRUE_ODDS_OF, "true-odds-on-place"), (PLACE_ODDS_OF, "place-odds-on-odds")):
        other = rules.bets.get(table.get(bet.bet, ""))
        if other is not None and str(point) in other.pay_table:
            wrong.append((mistake, other.pay_table[str(point)].pays(bet.stake)))
    wrong.append(("upside-down", bet.stake / odds.ratio))
    step = odds.pays(unit_stake(rules, bet, point))
    wrong += [("one-unit-off", pays + step), ("one-unit-off", pays - step)]
    wrong += [
        ("odds-of-another-number", other.pays(bet.stake))
        for number, other in rules.bets[bet.bet].pay_table.items()
        if number != str(point)
    ]
    wrong += [("did-not-round", odds.pays(bet.stake))]
    return [(mistake, print_amount(amount)) for mistake, amount in wrong if amount > 0]


FAMILY = Family(
    id="bet-units",
    area="craps",
    levels=(Level(5), Level(5), Level(6), Level(8), Level(9)),
    facts=_count,
    build_fact=_build,
    revision=4,
)

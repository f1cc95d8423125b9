"""Pay tables to know by heart: what a stake wins on a row."""

from __future__ import annotations

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.house_poker.scenes import Shown, stake_on, table_scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.house_poker.figures import bet_figures, has_stake
from trainer.rulebooks import GameRules
from trainer.texts import Message

_UNITS = {1: (1,), 2: (2, 3, 4, 5)}  # stakes in table minimums, by level


def _rows(rules: GameRules) -> list[tuple[str, str]]:
    """Every row that pays odds, or a fixed amount from the progressive meter."""
    found = [(bet, row) for bet, rule in rules.bets.items() for row in rule.pay_table]
    for bet in rules.bets:
        meter = bet_figures(rules, bet).meter
        found += [(bet, row) for row, prize in meter.prizes.items() if prize.share is None] if meter else []
    return found


def _asked(rules: GameRules, level: int) -> list[tuple[str, str, Amount]]:
    """Every row with every stake of a level; a bet of fixed size has one stake."""
    stakes = [
        (bet, row, stake_on(rules, bet, rules.table.minimum * units))
        for units in _UNITS[level]
        for bet, row in _rows(rules)
    ]
    return list(dict.fromkeys(stakes))


def _count(rules: GameRules, level: int) -> int:
    return len(_asked(rules, level))


def _pays(rules: GameRules, bet: str, row: str, stake: Amount) -> Amount:
    rule, meter = rules.bets[bet], bet_figures(rules, bet).meter
    if meter is not None:
        prize = meter.prizes[row]
        return rules.money(stake * (prize.times if prize.times is not None else prize.fixed or Amount(0)))
    return rules.pays(rule.pay_table[row], stake)


def _price(rules: GameRules, level: int, number: int) -> Draft:
    """What a row pays; if all bets have a fixed size, level 2 asks for the row of a payment."""
    places = _rows(rules)
    bet, row, stake = _asked(rules, level)[number]
    rule, figures = rules.bets[bet], bet_figures(rules, bet)
    pays = _pays(rules, bet, row, stake)
    prize = figures.meter.prizes[row] if figures.meter else None
    cite = (prize.cite if prize else None) or figures.row_cites.get(row, rule.cite)
    others = [_pays(rules, other, another, stake) for other, another in places if other == bet and another != row]
    wrong = [("added-the-stake", pays + stake), *(("another-row", other) for other in others)]
    params = {"bet": rule.names, "row": rule.outcomes[row], "stake": stake, "pays": pays}
    lies_on = bet if has_stake(rules, bet) else figures.on  # a bonus without a stake is paid on another bet
    scene = table_scene(rules, [Shown(1, bets={lies_on: stake})], near=True)
    reasons = (Reason("row-pays", params, cite),)
    if level > 1 and _asked(rules, level) == _asked(rules, 1):
        named = {each: rule.outcomes[each] for other, each in places if other == bet}
        return Draft(
            prompt=Message("house-poker.prompt.row-back", params),
            scene=scene,
            form=ChoiceForm(tuple(Choice(each, names) for each, names in named.items())),
            solution=row,
            reasons=reasons,
            mistakes=tuple(("another-row", each) for each in named if each != row),
        )
    return Draft(
        prompt=Message("house-poker.prompt.row", params),
        scene=scene,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(pays),
        reasons=reasons,
        mistakes=tuple((mistake, print_amount(value)) for mistake, value in wrong if value != pays),
        after=table_scene(rules, [Shown(1, bets={lies_on: stake}, paid=pays)], near=True),
    )


ROWS = Family(
    id="pay-table",
    area="house-poker",
    levels=(Level(4), Level(6)),
    facts=_count,
    build_fact=_price,
    revision=3,
    fits=lambda rules: bool(_rows(rules)),
)

"""Pay tables by heart: what a stake on a row wins."""

from __future__ import annotations

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.house_poker.scenes import Shown, stake_on, table_scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.house_poker.figures import bet_figures, has_stake
from trainer.rulebooks import GameRules
from trainer.texts import Message

_UNITS = {1: (1,), 2: (2, 3, 4, 5)}  # first bets, in minimums of the table
_SEATS = 6  # that are shown; every table has so many


def _rows(rules: GameRules) -> list[tuple[str, str]]:
    """Every row that pays at odds, or a fixed amount out of the meter."""
    found = [(bet, row) for bet, rule in rules.bets.items() for row in rule.pay_table]
    for bet in rules.bets:
        meter = bet_figures(rules, bet).meter
        found += [(bet, row) for row, prize in meter.prizes.items() if prize.share is None] if meter else []
    return found


def _count(rules: GameRules, level: int) -> int:
    return len(_rows(rules)) * len(_UNITS[level])


def _pays(rules: GameRules, bet: str, row: str, stake: Amount) -> Amount:
    rule, meter = rules.bets[bet], bet_figures(rules, bet).meter
    if meter is not None:
        prize = meter.prizes[row]
        return rules.money(stake * (prize.times if prize.times is not None else prize.fixed or Amount(0)))
    return rules.money(rule.pay_table[row].pays(stake))


def _price(rules: GameRules, level: int, number: int) -> Draft:
    places = _rows(rules)
    bet, row = places[number % len(places)]
    rule, figures = rules.bets[bet], bet_figures(rules, bet)
    stake = stake_on(rules, bet, rules.table.minimum * _UNITS[level][number // len(places)])
    # Where there is but one stake, several players have the hand in place of one with several units.
    units = _UNITS[level][number // len(places)]
    players = units if stake == stake_on(rules, bet, rules.table.minimum) else 1
    each = _pays(rules, bet, row, stake)
    pays = players * each
    prize = figures.meter.prizes[row] if figures.meter else None
    cite = (prize.cite if prize else None) or figures.row_cites.get(row, rule.cite)
    others = [
        players * _pays(rules, other, another, stake) for other, another in places if other == bet and another != row
    ]
    wrong = [("added-the-stake", pays + stake), *(("another-row", other) for other in others)]
    wrong += [("one-player-only", each)] if players > 1 else []
    params = {"bet": rule.names, "row": rule.outcomes[row], "stake": stake, "pays": each}
    asked = {"bet": rule.names, "row": rule.outcomes[row], "stake": stake, "players": players}
    lies_on = bet if has_stake(rules, bet) else figures.on  # a bonus is paid on the chips of another bet
    return Draft(
        prompt=Message("house-poker.prompt.rows" if players > 1 else "house-poker.prompt.row", asked),
        scene=table_scene(
            rules, [Shown(seat, bets={lies_on: stake}) for seat in range(1, min(players, _SEATS) + 1)], near=True
        ),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(pays),
        reasons=(Reason("row-pays", params, cite),),
        mistakes=tuple((mistake, print_amount(value)) for mistake, value in wrong if value != pays),
    )


ROWS = Family(
    id="pay-table",
    area="house-poker",
    levels=(Level(4), Level(6)),
    facts=_count,
    build_fact=_price,
    revision=2,
    fits=lambda rules: bool(_rows(rules)),
)

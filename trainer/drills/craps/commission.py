"""Buy and lay bets: the commission, the payout, and what is due again if they stay up."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import USUAL_SEAT, any_point, coin, paid_scene, roll_of, scene, spot, title
from trainer.drills.forms import AmountForm
from trainer.equipment.dice import Roll
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.games.craps.figures import SEVEN, bet_data
from trainer.games.craps.layout import CrapsBet, selections
from trainer.games.craps.limits import exact_unit, outcome_key
from trainer.games.craps.table import Table, play
from trainer.games.craps.throw import commission_of, odds_of
from trainer.rulebooks import GameRules
from trainer.texts import Message


def offered(rules: GameRules) -> list[str]:
    """The bets with a commission in this rulebook."""
    return [kind for kind in rules.bets if bet_data(rules, kind).commission is not None]


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    kind = rng.choice(offered(rules))
    bet = CrapsBet(bet=kind, on=rng.choice(selections(rules, kind)))
    unit = exact_unit(rules, bet, None) * 20 * coin(rules)
    bet = CrapsBet(bet=kind, on=bet.on, stake=unit * rng.randint(1, 10), seat=USUAL_SEAT)
    point = any_point(rules, rng)
    roll = roll_of(rng, [SEVEN if kind == "lay" else bet.on])
    commission = commission_of(rules, bet)
    if level == 1:
        return _cost(rules, bet, point, commission)
    return _payout(rules, bet, point, roll, commission, net=level == 3)


def _cost(rules: GameRules, bet: CrapsBet, point: int, commission: Amount) -> Draft:
    """The commission that the player pays on top of the bet."""
    win = odds_of(rules, bet, outcome_key(bet, point)).pays(bet.stake)
    share = bet_data(rules, bet.bet).commission
    wrong = [("commission-on-the-wrong-sum", commission * win / bet.stake)]
    wrong += [("commission-on-the-wrong-sum", commission * bet.stake / win), ("gave-the-whole", bet.stake + commission)]
    return Draft(
        prompt=Message("craps.prompt.commission", {"bet": title(rules, bet), "stake": bet.stake}),
        scene=scene(rules, [bet], point=point, glow=[spot(bet)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(commission),
        reasons=(_reason(rules, bet, commission, "win" if share and share.of == "win" else "stake"),),
        mistakes=tuple((mistake, print_amount(amount)) for mistake, amount in wrong if amount != commission),
    )


def _reason(rules: GameRules, bet: CrapsBet, commission: Amount, of: str) -> Reason:
    share = bet_data(rules, bet.bet).commission
    percent = share.share * 100 if share else Amount(0)
    return Reason(f"commission-on-{of}", {"percent": percent, "commission": commission}, rules.bets[bet.bet].cite)


def _payout(rules: GameRules, bet: CrapsBet, point: int, roll: Roll, commission: Amount, *, net: bool) -> Draft:
    """What the bet wins; or the net amount if the player leaves it up and pays the commission again."""
    settlement, _ = play(rules, Table(point, (bet,)), roll)
    result = settlement.bets[0]
    again = commission if net and bet_data(rules, bet.bet).commission_again else Amount(0)
    solution = result.pays - again
    place = rules.bets["place" if bet.bet == "buy" else "place-lose"].pay_table.get(str(bet.on))
    wrong = [("added-the-stake", result.pays + bet.stake), ("forgot-commission", result.pays)]
    wrong += [("took-commission-twice", result.pays - 2 * commission), ("took-commission", result.pays - commission)]
    wrong += [("place-odds-on-buy", place.pays(bet.stake))] if place else []
    before = scene(rules, [bet], point=point, roll=roll)
    key = "craps.prompt.commission-net" if net else "craps.prompt.commission-pay"
    return Draft(
        prompt=Message(key, {"bet": title(rules, bet), "stake": bet.stake, "roll": str(roll)}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(solution),
        reasons=result.reasons,
        mistakes=tuple((m, print_amount(amount)) for m, amount in wrong if amount > 0 and amount != solution),
        after=paid_scene(rules, before, settlement),
    )


FAMILY = Family(
    id="commission",
    area="craps",
    levels=(Level(7), Level(7), Level(10)),
    build=_build,
    fits=lambda rules: bool(offered(rules)),
    needs=("bet-units",),
)

"""Payout of a blackjack on any stake: as a figure, from the payout back to the stake, and in chips."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills.blackjack.scenes import Shown, a_blackjack, a_stake, card_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.fairness import can_pay
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.equipment.money import Amount, print_amount
from trainer.games.blackjack.booking import paid
from trainer.games.blackjack.figures import blackjack
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _fits(rules: GameRules) -> bool:
    return rules.bets["main"].pay_table["blackjack"].ratio == Fraction(3, 2) and blackjack(rules).challenge is None


def _stake(rules: GameRules, level: int, rng: random.Random) -> Amount:
    if level == 1:
        return rules.table.minimum * rng.choice((1, 2, 3, 4, 6, 8, 10))
    if level == 2:
        return a_stake(rules, rng, 9, odd=True)
    return a_stake(rules, rng, 40, odd=True)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    main = rules.bets["main"]
    odds = main.pay_table["blackjack"]
    stake = _stake(rules, level, rng)
    by_chips = level == 4
    while not can_pay(rules.info.chips, rules.pays(odds, stake)):
        stake = _stake(rules, level, rng)
    pays, reasons = paid(rules, odds, stake, main.cite)
    cards = a_blackjack(rules, rng)
    up = card_of(rng, "23456789")
    place = Shown(4, (cards,), (stake,))
    backwards = level == 5
    wrong = {
        "paid-even": stake,
        "paid-2-to-1": stake * 2,
        "added-the-stake": pays + stake,
        "paid-the-half-alone": stake / 2,
        "paid-6-to-5": stake * Fraction(6, 5),
    }
    if backwards:
        asked, solution = stake, print_amount(stake)
        wrong = {"took-two-thirds-twice": pays * Fraction(4, 9), "answered-the-payout": pays, "halved-it": pays / 2}
        prompt = Message("blackjack.prompt.three-to-two-backwards", {"pays": pays})
        scene = table_scene(rules, [Shown(4, (cards,), (), paid=pays)], [up])
    else:
        asked, solution = pays, str(rules.info.chips.cut(pays)) if by_chips else print_amount(pays)
        prompt = Message("blackjack.prompt.three-to-two", {"stake": stake})
        scene = table_scene(rules, [place], [up])
    return Draft(
        prompt=prompt,
        scene=scene,
        form=ChipsForm(rules.info.chips.colours, _unit(rules)) if by_chips else AmountForm(unit=_unit(rules)),
        solution=solution,
        reasons=reasons,
        mistakes=tuple(_written(rules, wrong, asked, by_chips)),
        after=table_scene(rules, [Shown(4, (cards,), (stake,), paid=pays)], [up], glow=["bet:4"]),
    )


def _unit(rules: GameRules) -> str:
    return rules.info.currency.value


def _written(rules: GameRules, wrong: dict[str, Amount], right: Amount, by_chips: bool) -> list[tuple[str, str]]:
    """Wrong amounts as answers; amounts that no chips of the rack make up are left out."""
    found = []
    for mistake, amount in wrong.items():
        if amount != right and (not by_chips or can_pay(rules.info.chips, amount)):
            found.append((mistake, str(rules.info.chips.cut(amount)) if by_chips else print_amount(amount)))
    return found


FAMILY = Family(
    id="three-to-two",
    area="blackjack",
    levels=(Level(4), Level(7), Level(10), Level(12), Level(12)),
    build=_build,
    revision=2,
    fits=_fits,
)

"""The players at a baccarat table: seats, stakes and bets."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.equipment.money import Amount
from trainer.games.baccarat.bets import BONUS, MAIN, bet_figures
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.limits import capped
from trainer.games.core import Bet
from trainer.rulebooks import GameRules


def seats_of(rules: GameRules) -> list[int]:
    """The seats of the table on which a drill is shown."""
    return list(range(1, baccarat(rules).places.seats[0] + 1))


def stake_for(rules: GameRules, rng: random.Random, *, odd: bool = False) -> Amount:
    """A stake at this table: a multiple of the minimum or, with ``odd``, an amount in smaller chips."""
    minimum = rules.table.minimum
    if not odd:
        return minimum * rng.choice((1, 2, 4, 5, 8, 10, 20))
    unit = minimum / 5 if (minimum / 5) % rules.info.chips.smallest == 0 else minimum
    return minimum + unit * rng.randint(1, 60)


def stake_under_commission(rules: GameRules, rng: random.Random, percent: Fraction, most: int) -> Amount:
    """A stake whose commission can be paid with the chips of the rack."""
    unit = rules.info.chips.smallest * 100 / percent
    least = -(-rules.table.minimum // unit)
    return unit * rng.randint(int(least), int(least) + most)


def side_stake(rules: GameRules, rng: random.Random, bet: str) -> Amount:
    """A stake on a side bet or the tie, within its limits."""
    limits = capped(rules, bet, {"minimum": rules.table.minimum, "maximum": rules.table.maximum})
    least = limits.minimum or rules.info.chips.smallest
    most = limits.maximum or rules.table.maximum
    steps = [least * factor for factor in (1, 2, 3, 4, 5, 8, 10) if least * factor <= most]
    smallest = max(rules.info.chips.smallest, Fraction(1))
    return rng.choice([step for step in steps if step % smallest == 0] or [least])


def _main_stake(rules: GameRules, rng: random.Random, bet: str) -> Amount:
    """A stake on punto or banco; on a bank with commission, one that chips can pay."""
    found = terms(rules) if bet == "banker" else None
    return stake_under_commission(rules, rng, found.percent, 15) if found is not None else stake_for(rules, rng)


def random_bets(rules: GameRules, rng: random.Random, players: int, sides: bool = True) -> list[Bet]:
    """Main bets of several seats, some with a tie or side bet, in the order of the seats."""
    bets: list[Bet] = []
    extra = [kind for kind in rules.bets if kind not in MAIN]
    for seat in sorted(rng.sample(seats_of(rules), min(players, len(seats_of(rules))))):
        main = rng.choice(MAIN)
        bets.append(Bet(bet=main, stake=_main_stake(rules, rng, main), seat=seat))
        if sides and extra and rng.random() < 0.45:
            kind = rng.choice(extra)
            on = rng.choice(MAIN) if kind == BONUS else None
            bets.append(Bet(bet=kind, on=on, stake=side_stake(rules, rng, kind), seat=seat))
    return bets


def special_bets(rules: GameRules) -> list[str]:
    """The side bets on a hand with a certain total and number of cards."""
    return [kind for kind in rules.bets if bet_figures(rules, kind).is_on_a_hand]

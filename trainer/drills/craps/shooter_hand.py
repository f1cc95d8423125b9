"""A shooter's whole hand: the same layout throw after throw, and what each throw pays."""

from __future__ import annotations

import random

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import USUAL_SEAT, even_stake, lying_bets, sample_kinds, scene, state
from trainer.drills.dealt import takes_throws
from trainer.drills.forms import AmountForm
from trainer.drills.kit import print_amounts
from trainer.equipment.dice import Roll
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason, Settlement
from trainer.games.craps.figures import bet_data
from trainer.games.craps.layout import LINE_ODDS, ONE_THROW, CrapsBet
from trainer.games.craps.table import Table, play
from trainer.games.craps.throw import LineEvent
from trainer.rulebooks import GameRules
from trainer.texts import Message

_THROWS = {1: 3, 2: 5, 3: 8}
_BETS = {1: 2, 2: 3, 3: 5}
_SECONDS_A_THROW = {1: 8.0, 2: 9.0, 3: 10.0}


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    bets = _bets(rules, rng, _BETS[level])
    rolls = _rolls(rules, rng, bets, _THROWS[level])
    table = Table(None, bets)
    pays: list[Amount] = []
    reasons: list[Reason] = []
    for number, roll in enumerate(rolls, 1):
        settlement, table = _played(rules, table, roll, bets[0])
        pays.append(settlement.total_payout)
        reasons.append(Reason("hand-throw", {"throw": number, "roll": str(roll), "pays": settlement.total_payout}))
        reasons += [reason for result in settlement.bets if result.pays for reason in result.reasons]
    labels = tuple(Message("craps.throw-number", {"number": i, "roll": str(roll)}) for i, roll in enumerate(rolls, 1))
    solution = print_amounts(pays)
    return Draft(
        prompt=Message("craps.prompt.hand", {"rolls": [str(roll) for roll in rolls]}),
        scene=scene(rules, bets, roll=rolls[0]),
        form=AmountForm(labels, rules.info.currency.value),
        solution=solution,
        reasons=tuple(reasons),
        mistakes=tuple(_mistakes(rules, bets, rolls, pays)),
        after=scene(rules, table.bets, point=table.point, roll=rolls[-1]),
        target_seconds=_SECONDS_A_THROW[level] * len(rolls),
    )


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    """What the last throw pays on bets that were made before the shooter's first."""
    bets = _bets(rules, rng, _BETS[level])
    *earlier, roll = (Roll.parse(word) for word in dealt.split())
    table = Table(None, bets)
    for each in earlier:
        _, table = _played(rules, table, each, bets[0])
    settlement, after = _played(rules, table, roll, bets[0])
    right = print_amount(settlement.total_payout)
    stakes = sum((result.bet.stake for result in settlement.bets if result.pays), Amount(0))
    wrong = {
        "added-the-stake": print_amount(settlement.total_payout + stakes),
        "paid-even-money": print_amount(stakes),
        "missed-a-throw": "0",
    }
    return Draft(
        prompt=Message("craps.prompt.pay-roll", {"state": state(table.point), "roll": str(roll)}),
        scene=scene(rules, table.bets, point=table.point, roll=roll),
        form=AmountForm((), rules.info.currency.value),
        solution=right,
        reasons=tuple(reason for result in settlement.bets if result.pays for reason in result.reasons),
        mistakes=tuple((mistake, amount) for mistake, amount in wrong.items() if amount != right),
        after=scene(rules, after.bets, point=after.point, roll=roll),
        target_seconds=_SECONDS_A_THROW[level],
    )


def _played(rules: GameRules, table: Table, roll: Roll, line: CrapsBet) -> tuple[Settlement, Table]:
    """One throw of the hand, and the table with the line bet made again for the next come-out."""
    settlement, after = play(rules, table, roll)
    lies = any(bet.bet == line.bet for bet in after.bets)
    return settlement, after if lies or after.point is not None else after.with_bets(line)


def _bets(rules: GameRules, rng: random.Random, count: int) -> tuple[CrapsBet, ...]:
    """A line bet and others that last longer than one throw."""
    lasting = [
        kind
        for kind in rules.bets
        if kind not in (*ONE_THROW, *LINE_ODDS, "hop", "pass-line", "dont-pass")
        and not kind.startswith(("come", "dont-come"))
        and bet_data(rules, kind).commission is None
    ]
    line = CrapsBet(bet=rng.choice(("pass-line", "pass-line", "dont-pass")))
    picked = [line, *sample_kinds(rng, lying_bets(rules, None, lasting), count - 1)]
    return tuple(even_stake(rules, rng, msgspec.structs.replace(bet, seat=USUAL_SEAT), None, 6) for bet in picked)


def _rolls(rules: GameRules, rng: random.Random, bets: tuple[CrapsBet, ...], most: int) -> list[Roll]:
    """A hand in which something is paid; it ends with the seven-out or after ``most`` throws."""
    while True:
        rolls: list[Roll] = []
        table, paid = Table(None, bets), 0
        while len(rolls) < most:
            roll = Roll.thrown(rng)
            settlement, table = _played(rules, table, roll, bets[0])
            rolls.append(roll)
            paid += bool(settlement.total_payout)
            if settlement.facts["line"] is LineEvent.SEVEN_OUT:
                break
        if paid >= 2 and len(rolls) >= 3:
            return rolls


def _mistakes(
    rules: GameRules, bets: tuple[CrapsBet, ...], rolls: list[Roll], pays: list[Amount]
) -> list[tuple[str, str]]:
    """Winners taken down that should have stayed, and one payment missed."""
    table = Table(None, bets)
    once: list[Amount] = []
    for roll in rolls:
        settlement, table = _played(rules, table, roll, bets[0])
        once.append(settlement.total_payout)
        won = {result.bet.bet for result in settlement.bets if result.pays} - {bets[0].bet}
        table = msgspec.structs.replace(table, bets=tuple(bet for bet in table.bets if bet.bet not in won))
    wrong = [("took-winners-down", once)]
    wrong += [
        ("missed-a-throw", [*pays[:index], Amount(0), *pays[index + 1 :]])
        for index, amount in enumerate(pays)
        if amount
    ]
    return [(m, print_amounts(amounts)) for m, amounts in wrong if amounts != pays]


FAMILY = Family(
    id="whole-hand",
    area="craps",
    levels=(Level(24), Level(45), Level(80)),
    build=_build,
    build_dealt=_build_dealt,
    takes_dealt=takes_throws(2),
    revision=2,
    needs=("pay-the-roll", "seven-out"),
)

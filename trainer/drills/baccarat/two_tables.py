"""Baccara on two tables: stakes on the line, payouts at both tables, and the cagnotte on the balance."""

from __future__ import annotations

import random

from trainer.drills.baccarat import hand_points, punto_decisions
from trainer.drills.baccarat.drawing_table import CELLS, ROWS
from trainer.drills.baccarat.scenes import said_once, scene, settled_boxes
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import cash, plus
from trainer.drills.regulation import irregularities, procedure
from trainer.drills.scene import AnyPiece, Note
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.baccarat.bank import deduction_percent
from trainer.games.baccarat.two_tables import OnTheLine, decide
from trainer.games.baccarat.two_tables_settle import Totals, TwoTableRound, hangs_on_cards, settle
from trainer.games.core import Bet
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _two_tables(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _on_the_line(rules, rng)
    minimum = rules.table.minimum * (5 if level == 3 else 1)  # so that chips can make up a small share of the balance
    bets = [
        Bet(bet="player", on=table, stake=minimum * rng.randint(1, 20 if level == 2 else 8), seat=seat)
        for table, seat in zip(("first", "first", "second", "second"), (1, 3, 6, 8), strict=True)
    ]
    worth_reckoning = rng.random() < 0.8  # in the others nothing is paid, or nothing deducted
    while True:
        totals = Totals(first=rng.randint(0, 9), second=rng.randint(0, 9), banker=rng.randint(3, 8))
        if any(hangs_on_cards(rules, hand, totals.banker) for hand in (totals.first, totals.second)):
            continue  # the totals alone do not decide who won
        settled = settle(rules, TwoTableRound(bets=tuple(bets), totals=totals))
        gains: dict[str, Amount] = settled.facts["banker_result"]
        net = sum(gains.values(), ZERO)
        if (settled.total_payout > 0 if level == 2 else net > 0) == worth_reckoning:
            break
    taken: Amount = settled.facts["deduction"]
    pieces: list[AnyPiece] = [cash(rules, _box(bet), bet.stake) for bet in bets]
    shown = {"first": totals.first, "second": totals.second, "banker": totals.banker}
    call = Note(spot="call", says=Message("baccarat.three-hands", shown))
    before = scene(rules, [*pieces, call])
    done: list[AnyPiece] = [*settled_boxes(rules, settled.bets, _box), call]
    percent = deduction_percent(rules)
    if level == 2:
        paid = settled.total_payout
        lost = sum((box.loses for box in settled.bets), ZERO)
        wrong = [("gave-what-was-taken", lost), ("netted-the-tables", abs(net))]
        return Draft(
            prompt=Message("baccarat.prompt.two-tables-paid"),
            scene=before,
            form=AmountForm(unit=rules.info.currency.value),
            solution=print_amount(paid),
            reasons=said_once(reason for box in settled.bets for reason in box.reasons),
            mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount != paid),
            after=scene(rules, done),
        )
    winning_side = sum((gain for gain in gains.values() if gain > 0), ZERO) * percent / 100
    wrong = [("deducted-from-the-winning-table", winning_side), ("deducted-from-a-loss", abs(net) * percent / 100)]
    return Draft(
        prompt=Message("baccarat.prompt.two-tables-cagnotte", {"percent": percent}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(taken),
        reasons=settled.reasons,
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount != taken),
        after=scene(rules, [*done, plus("cagnotte", taken)] if taken else done),
    )


def _box(bet: Bet) -> str:
    return f"{bet.on}:{bet.seat}"


def _on_the_line(rules: GameRules, rng: random.Random) -> Draft:
    """A stake on the line between the two tables: how much of it plays on the first?"""
    stake = 2 * rng.randint(1, 12) + rng.choice((0, 1, 1))  # odd stakes are harder
    decided = decide(rules, OnTheLine(stake=stake, line="between-tables"))
    first, second = decided.facts["first"], decided.facts["second"]
    return Draft(
        prompt=Message("baccarat.prompt.on-the-line", {"stake": stake}),
        scene=scene(rules, [Note(spot="call", says=Message("baccarat.units-on-the-line", {"stake": stake}))]),
        form=AmountForm((Message("baccarat.table.first"), Message("baccarat.table.second"))),
        solution=f"{first} {second}",
        reasons=decided.reasons,
        mistakes=(("larger-part-on-the-second", f"{second} {first}"), ("played-it-twice", f"{stake} {stake}")),
    )


TWO_TABLES = Family(
    id="two-tables", area="baccarat", levels=(Level(6), Level(12), Level(12)), build=_two_tables, revision=2
)

FAMILIES: tuple[Family, ...] = (
    hand_points.FAMILY,
    punto_decisions.FAMILY,
    CELLS,
    ROWS,
    TWO_TABLES,
    procedure("baccarat"),
    irregularities("baccarat"),
)

"""Paying a throw: from one winning bet to a full layout with several players."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import (
    SEATS,
    any_point,
    by_outcome,
    lying_bets,
    paid_scene,
    sample_kinds,
    scene,
    staked,
    state,
)
from trainer.drills.dealt import refused, takes_dice
from trainer.drills.forms import AmountForm, AnswerForm, ChipsForm
from trainer.drills.kit import print_amounts
from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome, Reason
from trainer.games.craps.figures import bet_data
from trainer.games.craps.layout import CrapsBet
from trainer.games.craps.limits import outcome_key
from trainer.games.craps.table import Table, play
from trainer.rulebooks import GameRules
from trainer.texts import Message

_FIRST = ("pass-line", "dont-pass", "come", "dont-come", "field", "big-6", "big-8", "place")
_TRIES = 100  # points tried for a dealt throw before it is refused
TRUE_ODDS_OF = {"place": "pass-odds", "place-lose": "dont-pass-odds"}
PLACE_ODDS_OF = {
    "pass-odds": "place",
    "come-odds": "place",
    "dont-pass-odds": "place-lose",
    "dont-come-odds": "place-lose",
}


class _Shape(msgspec.Struct, frozen=True):
    """What a level puts on the layout, and what it asks for."""

    winners: tuple[int, int]  # fewest and most winning bets of each player
    others: int = 0  # bets of each player that lose or stay
    players: int = 1
    rack: bool = False  # paid by taking chips from the rack
    first: bool = False  # only bets of the first lessons


_SHAPES = (
    _Shape((1, 1), first=True),
    _Shape((1, 2)),
    _Shape((2, 3), others=3),
    _Shape((1, 3), others=2, rack=True),
    _Shape((1, 2), others=2, players=2),
    _Shape((2, 3), others=3, players=3),
)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    shape = _SHAPES[level - 1]
    return _asked(rules, shape, next(filter(None, (_situation(rules, rng, shape) for _ in count()))), rng)


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    """Bets on a real throw; not every throw pays enough of them for every level."""
    shape, roll = _SHAPES[level - 1], Roll.parse(dealt)
    for _ in range(_TRIES):
        situation = _situation(rules, rng, shape, roll)
        if situation is not None:
            return _asked(rules, shape, situation, rng)
    raise refused("no-question")


def _asked(rules: GameRules, shape: _Shape, situation: _Situation, rng: random.Random) -> Draft:
    point, roll, winners, others = situation
    seats = sorted(rng.sample(range(1, SEATS + 1), shape.players))
    bets: list[CrapsBet] = []
    for seat in seats:
        own = sample_kinds(rng, winners, rng.randint(*shape.winners))
        own += sample_kinds(rng, others, shape.others, own)
        bets += staked(rules, rng, own, point, seat)
    before = scene(rules, bets, point=point, roll=roll)
    settlement, _ = play(rules, Table(point, tuple(bets)), roll)
    right = {seat: _total(settlement.bets, seat) for seat in seats}
    return Draft(
        prompt=_prompt(shape, point, roll, seats),
        scene=before,
        form=_form(rules, shape, seats),
        solution=_written(rules, shape, [right[seat] for seat in seats]),
        reasons=tuple(_reasons(settlement.bets, right)),
        mistakes=tuple(_mistakes(rules, shape, seats, settlement.bets, point)),
        after=paid_scene(rules, before, settlement),
    )


def _reasons(results: Sequence[BetResult], right: dict[int, Amount]) -> Iterator[Reason]:
    """Why each bet is paid, grouped by player with a total."""
    for seat, total in right.items():
        if len(right) > 1:
            yield Reason("seat-total", {"seat": seat, "total": total})
        for result in results:
            if result.pays and result.bet.seat == seat:
                yield from result.reasons


class _Situation(NamedTuple):
    """The point, the throw, and the winning and other bets."""

    point: int | None
    roll: Roll
    winners: list[CrapsBet]
    others: list[CrapsBet]


def _situation(rules: GameRules, rng: random.Random, shape: _Shape, thrown: Roll | None = None) -> _Situation | None:
    """A point and a throw on which enough kinds of bets win; `None` if there is none.

    Bets with a commission have a drill of their own.
    """
    point = None if rng.random() < 0.25 else any_point(rules, rng)
    roll = thrown or Roll.thrown(rng)
    kinds = [kind for kind in rules.bets if bet_data(rules, kind).commission is None]
    if shape.first:
        kinds = [kind for kind in kinds if kind in _FIRST]
    fates = by_outcome(rules, lying_bets(rules, point, kinds), roll, point)
    winners = fates[Outcome.WIN]
    if len({bet.bet for bet in winners}) < shape.winners[1]:
        return None
    return _Situation(point, roll, winners, [*fates[Outcome.LOSE], *fates[Outcome.STAND]])


def _total(results: Sequence[BetResult], seat: int) -> Amount:
    return sum((result.pays for result in results if result.bet.seat == seat), ZERO)


def _prompt(shape: _Shape, point: int | None, roll: Roll, seats: Sequence[int]) -> Message:
    params = {"state": state(point), "roll": str(roll)}
    if shape.players > 1:
        return Message("craps.prompt.pay-each-seat", params)
    return Message("craps.prompt.pay-from-rack" if shape.rack else "craps.prompt.pay-roll", params)


def _form(rules: GameRules, shape: _Shape, seats: Sequence[int]) -> AnswerForm:
    currency = rules.info.currency.value
    if shape.rack:
        return ChipsForm(rules.info.chips.colours, currency)
    labels = tuple(Message("craps.seat", {"seat": seat}) for seat in seats) if shape.players > 1 else ()
    return AmountForm(labels, currency)


def _written(rules: GameRules, shape: _Shape, amounts: Sequence[Amount]) -> str:
    if shape.rack:
        return str(rules.info.chips.cut(amounts[0]))
    return print_amounts(amounts)


def _mistakes(
    rules: GameRules, shape: _Shape, seats: Sequence[int], results: Sequence[BetResult], point: int | None
) -> list[tuple[str, str]]:
    """Wrong totals of named mistakes, each made by changing one player's total."""
    right = {seat: _total(results, seat) for seat in seats}
    found: list[tuple[str, str]] = []

    def add(mistake: str, wrong: dict[int, Amount]) -> None:
        if all(amount >= 0 for amount in wrong.values()) and wrong != right:
            try:
                found.append((mistake, _written(rules, shape, [wrong[seat] for seat in seats])))
            except ValueError:  # no chips of the rack make up this sum, so it cannot be answered
                return

    winners = [result for result in results if result.pays]
    stakes = {s: sum((r.bet.stake for r in winners if r.bet.seat == s), ZERO) for s in seats}
    add("added-the-stake", {seat: right[seat] + stakes[seat] for seat in seats})
    add("paid-even-money", stakes)
    for result in winners:
        seat = result.bet.seat or 0
        without = right[seat] - result.pays
        for mistake, pays in wrong_payments(rules, result, point):
            add(mistake, {**right, seat: without + pays})
        add(f"forgot-{rules.bets[result.bet.bet].group}", {**right, seat: without})
    for result in results:
        if result.result in (Outcome.LOSE, Outcome.STAND):
            seat = result.bet.seat or 0
            add("paid-a-loser", {**right, seat: right[seat] + result.bet.stake})
    return found


def wrong_payments(rules: GameRules, result: BetResult, point: int | None) -> list[tuple[str, Amount]]:
    """Wrong payments for a bet taken for another: place at true odds, odds at place odds, N for 1."""
    bet = CrapsBet(bet=result.bet.bet, on=result.bet.on, stake=result.bet.stake, seat=result.bet.seat)
    key = outcome_key(bet, point)
    found: list[tuple[str, Amount]] = []
    for table, mistake in ((TRUE_ODDS_OF, "true-odds-on-place"), (PLACE_ODDS_OF, "place-odds-on-odds")):
        other = rules.bets.get(table.get(bet.bet, ""))
        if other is not None and key in other.pay_table:
            found.append((mistake, other.pay_table[key].pays(bet.stake)))
    if result.pays > bet.stake:
        found.append(("read-to-as-for", result.pays - bet.stake))
    if bet.bet == "hardway":
        found += [("other-hardway", odds.pays(bet.stake)) for odds in rules.bets["hardway"].pay_table.values()]
    if bet.bet == "field":
        found.append(("field-double", bet.stake * 2 if result.pays == bet.stake else bet.stake))
    return found


FAMILY = Family(
    id="pay-the-roll",
    area="craps",
    levels=(Level(6), Level(12), Level(20), Level(25), Level(30), Level(60)),
    build=_build,
    revision=2,
    build_dealt=_build_dealt,
    takes_dealt=takes_dice(2),
    needs=("bet-units",),
)

"""Find the wrong payment: the table was paid, and at most one seat wrongly."""

from __future__ import annotations

import random

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import SpotsForm
from trainer.drills.house_poker.scenes import table_scene
from trainer.drills.house_poker.settlement import random_round, reasons_at, settles_here
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome
from trainer.games.house_poker.bonuses import bonus_of
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEATS = {1: 3, 2: 5}


def _wrong(results: list[BetResult], paid: Amount, rng: random.Random) -> Amount | None:
    """A plausible wrong payment; `None` if there is none."""
    won = sum((result.bet.stake for result in results if result.pays), ZERO)
    pushed = sum((result.returned for result in results if result.result is Outcome.PUSH), ZERO)
    lost = sum((result.loses for result in results if not result.pays), ZERO)
    told = {paid + won, won, paid + pushed, paid + lost} - {paid, ZERO}
    return rng.choice(sorted(told)) if told else None


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Everybody has been paid; four times out of five one seat wrongly."""
    count = min(_SEATS[level], house_poker(rules).seats)
    while True:
        seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), count))
        laid = random_round(rules, rng, seats, sides=level > 1)
        settled = settle(rules, laid.told)
        by_seat = {seat: [each for each in settled.bets if each.bet.seat == seat] for seat in seats}
        paid = {seat: sum((each.pays for each in by_seat[seat]), bonus_of(settled, seat)) for seat in seats}
        chosen = rng.choice(seats) if rng.random() < 0.8 else None
        wrong = _wrong(by_seat[chosen], paid[chosen], rng) if chosen is not None else None
        if chosen is None or wrong is not None:
            break
    shown = [
        msgspec.structs.replace(seat, paid=wrong if wrong is not None and seat.seat == chosen else paid[seat.seat])
        for seat in laid.seats
    ]
    right = [msgspec.structs.replace(seat, paid=paid[seat.seat]) for seat in laid.seats]
    told = seats if chosen is None else [chosen]
    spots = tuple(f"seat:{seat}" for seat in seats)
    solution = "-" if chosen is None else f"seat:{chosen}"
    return Draft(
        prompt=Message("house-poker.prompt.mispaid"),
        scene=table_scene(rules, shown, laid.told.dealer, community=laid.told.community, meter=laid.told.meter),
        form=SpotsForm(spots, single=True),
        solution=solution,
        reasons=tuple(reason for seat in told for reason in reasons_at(rules, settled, seat)),
        mistakes=(("saw-nothing-wrong", "-"),) if chosen is not None else (),
        after=table_scene(rules, right, laid.told.dealer, community=laid.told.community, meter=laid.told.meter),
    )


MISPAID = Family(
    id="spot-the-mistake",
    area="house-poker",
    levels=(Level(18), Level(35)),
    build=_build,
    fits=settles_here,
    needs=("settle-a-seat",),
    revision=2,  # 2: the meter is named
)

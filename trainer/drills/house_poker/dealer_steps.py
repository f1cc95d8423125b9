"""Asks for the dealer's next step at a random point of a round."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import NamedTuple

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import ChoiceForm
from trainer.drills.house_poker.scenes import Shown, a_stake, table_scene
from trainer.drills.house_poker.settlement import random_bets
from trainer.drills.kit import choices
from trainer.drills.scene import Scene
from trainer.equipment.cards import DECK
from trainer.equipment.money import Amount
from trainer.games.house_poker.exchange import exchange_figures
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.house_poker.steps import Step, Table, next_step, open_table, perform, shown, stays_in
from trainer.rulebooks import GameRules
from trainer.texts import Message

_LEFT_OUT = 0.2

# ── the next step ────────────────────────────────────────────────────────────────────────────────────────────────────


class _Point(NamedTuple):
    """A stopped round: the table, the next step, and the last event."""

    table: Table
    step: Step
    said: Message


def _play(rules: GameRules, rng: random.Random, seats: list[int]) -> list[_Point]:
    """A whole round, stopped wherever something other than a dealt card comes next."""
    ante = {seat: _first_bets(rules, rng) for seat in seats}
    table = open_table(rules, ante, rules.table.minimum * 5_000)
    pack = rng.sample(DECK, len(DECK))
    found: list[_Point] = []
    said = Message("house-poker.far.bets")
    while True:
        step = next_step(rules, table)
        if step.act == "none":  # the round is over
            return found
        if not found or step.act != "deal" or found[-1].step.act != "deal":
            found.append(_Point(table, step, said))
        card = pack.pop() if step.takes_card else None
        answer = _answer(rules, rng, table, step)
        table, said = perform(rules, table, step, answer, card), _said(step, answer)


def _answer(rules: GameRules, rng: random.Random, table: Table, step: Step) -> str:
    """A player's random legal decision, with the cards to exchange; nobody buys a card."""
    if not step.answers:
        return ""
    said = rng.choice([name for name in step.answers if not step.answers[name].buys])
    if not step.answers[said].changes:
        return said
    seat = next(each for each in table.seats if each.seat == step.seat)
    given = rng.sample(seat.cards, rng.randint(1, exchange_figures(rules).most))
    return " ".join([said, *map(str, given)])


def _first_bets(rules: GameRules, rng: random.Random) -> dict[str, Amount]:
    equal = house_poker(rules).equal
    if equal is not None:
        return dict.fromkeys(equal.bets, a_stake(rules, rng))
    laid = random_bets(rules, rng, sides=rng.random() < 0.5)
    return {bet: stake for bet, stake in laid.items() if bet_figures(rules, bet).at == "start"}


def _next(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A round stopped somewhere: the dealer's next step, every step equally often."""
    count = 2 if level == 1 else min(4, house_poker(rules).seats)
    seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), count))
    points = [point for point in _play(rules, rng, seats) if _scene(rules, point.table).pieces]
    act = rng.choice(sorted({point.step.act for point in points}))
    point = rng.choice([point for point in points if point.step.act == act])
    table, step, said = point
    every = list(dict.fromkeys(point.step.act for point in points))  # each is right at some moment of this round
    before = points[points.index(point) - 1].step.act if point is not points[0] else ""
    # The step just done is offered only if it can come again, at the next seat, and then as often as it does.
    again = {one.step.act for one, other in pairwise(points) if one.step.act == other.step.act}
    is_left_out = before not in again or rng.random() < _LEFT_OUT
    others = [name for name in every if name != act and not (is_left_out and name == before)]
    shown_too = rng.sample(others, min(len(others), 2 + level))
    offered = rng.sample([act, *shown_too], 1 + len(shown_too))
    return Draft(
        prompt=Message("house-poker.prompt.next-act", {"said": said}),
        scene=_scene(rules, table),
        form=ChoiceForm(choices("house-poker.act", offered)),
        solution=act,
        reasons=step.reasons,
        mistakes=tuple(("another-act", name) for name in offered if name != act),
    )


def _said(step: Step, answer: str) -> Message:
    """How far the round is: the last thing said or done."""
    if answer:
        heard = step.answers[answer.partition(" ")[0]]
        return Message("house-poker.far.heard", {"seat": step.seat or 0, "said": heard.names})
    done = Message(f"house-poker.act.{step.act}")
    if step.seat is None:
        return Message("house-poker.far.done", {"act": done})
    return Message("house-poker.far.done-at", {"act": done, "seat": step.seat})


def _scene(rules: GameRules, table: Table) -> Scene:
    gone = {each.seat for each in table.seats if each.taken and not stays_in(rules, each)}
    settled = {each.seat for each in table.seats if _is_over(rules, table, "settle", each.seat)}
    seats = [
        Shown(each.seat, each.cards, {} if each.seat in settled else each.stakes, face_up=False)
        for each in table.seats
        if each.seat not in gone
    ]
    opened = _is_over(rules, table, "turn-dealer")
    middle = shown(rules, table) if house_poker(rules).deal.community else ()
    return table_scene(rules, seats, table.dealer, community=middle, turned=table.turned, dealer_hidden=not opened)


def _is_over(rules: GameRules, table: Table, act: str, seat: int = 0) -> bool:
    """Whether a stage of the round is done, for a seat if it goes round the table."""
    places = [place for place, stage in enumerate(house_poker(rules).course) if stage.act == act]
    return any(place < table.stage or (place == table.stage and seat in table.done) for place in places)


NEXT = Family(
    id="next-act",
    area="house-poker",
    levels=(Level(6), Level(8)),
    build=_next,
    revision=4,  # 4: only steps of this very round are offered
    # For a round of three games the stages contain only the settlements, and not the cards dealt between them.
    fits=lambda rules: len(house_poker(rules).course) > 3 and house_poker(rules).war is None,
)

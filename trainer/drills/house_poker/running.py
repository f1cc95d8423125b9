"""Running the table: what comes next, which seat was paid wrongly, which bet may still be taken back."""

from __future__ import annotations

import random

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, SpotsForm
from trainer.drills.house_poker.scenes import Shown, a_stake, choices, table_scene
from trainer.drills.house_poker.settling import lay, lay_bets, settles_here
from trainer.drills.scene import Scene
from trainer.equipment.cards import DECK
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Outcome, Settlement
from trainer.games.house_poker.course import Step, Table, next_step, open_table, perform, shown
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.house_poker.limits import LimitQuestion, limit
from trainer.games.house_poker.rounds import withdrawable
from trainer.games.house_poker.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message

# ── what comes next ──────────────────────────────────────────────────────────────────────────────────────────────────


def _play(rules: GameRules, rng: random.Random, seats: list[int]) -> list[tuple[Table, Step]]:
    """A whole round, table and next step at every point where something other than a card of the deal comes."""
    ante = {seat: _first_bets(rules, rng) for seat in seats}
    table = open_table(rules, ante, rules.table.minimum * 5_000)
    pack = rng.sample(DECK, len(DECK))
    found: list[tuple[Table, Step]] = []
    while True:
        step = next_step(rules, table)
        if not found or step.act != "deal" or found[-1][1].act != "deal":
            found.append((table, step))
        if step.act == "none":
            return found
        card = pack.pop() if step.takes_card else None
        answer = rng.choice([name for name in step.answers if not step.answers[name].buys]) if step.answers else ""
        table = perform(rules, table, step, answer, card)


def _first_bets(rules: GameRules, rng: random.Random) -> dict[str, Amount]:
    equal = house_poker(rules).equal
    if equal is not None:
        return dict.fromkeys(equal.bets, a_stake(rules, rng))
    laid = lay_bets(rules, rng, sides=rng.random() < 0.5)
    return {bet: stake for bet, stake in laid.items() if bet_figures(rules, bet).at == "start"}


def _next(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A round stopped somewhere: the croupier's next act, every act as often as another."""
    count = 2 if level == 1 else min(4, house_poker(rules).seats)
    seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), count))
    points = _play(rules, rng, seats)
    act = rng.choice(sorted({step.act for _, step in points}))
    table, step = rng.choice([point for point in points if point[1].act == act])
    every = dict.fromkeys([_act(stage.act) for stage in house_poker(rules).course])
    if house_poker(rules).fold is not None:
        every["take-fold"] = None
    every["none"] = None
    others = [name for name in every if name != act]
    offered = sorted([act, *rng.sample(others, min(len(others), 2 + level))], key=list(every).index)
    return Draft(
        prompt=Message("house-poker.prompt.next-act", {"said": _said(table)}),
        scene=_scene(rules, table),
        form=ChoiceForm(choices("act", offered)),
        solution=act,
        reasons=step.reasons or points[-2][1].reasons,
        mistakes=tuple(("another-act", name) for name in offered if name != act),
    )


def _act(act: str) -> str:
    return "sell-card" if act == "sell-cards" else act


def _said(table: Table) -> Message:
    """How far the round is, where the cards alone do not show it."""
    if not any(seat.cards for seat in table.seats):
        return Message("house-poker.far.bets")
    done = [seat for seat in table.done if seat]
    if done:
        return Message("house-poker.far.seats", {"seats": done})
    return Message("house-poker.far.stage", {"stage": table.stage})


def _scene(rules: GameRules, table: Table) -> Scene:
    seats = [
        Shown(each.seat, () if each.taken else each.cards, {} if each.taken else each.stakes, face_up=False)
        for each in table.seats
    ]
    opened = any(
        stage.act == "turn-dealer" and (place < table.stage or (place == table.stage and table.done))
        for place, stage in enumerate(house_poker(rules).course)
    )
    middle = shown(rules, table) if house_poker(rules).deal.community else ()
    return table_scene(rules, seats, table.dealer, community=middle, turned=table.turned, dealer_hidden=not opened)


# ── which seat was paid wrongly ──────────────────────────────────────────────────────────────────────────────────────


def _paid_wrongly(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A settled table on which one seat, or none, has the wrong chips beside it."""
    count = min({1: 3, 2: 5}[level], house_poker(rules).seats)
    while True:
        seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), count))
        laid = lay(rules, rng, seats, sides=level > 1)
        settled = settle(rules, laid.told)
        paid = {seat: _paid(settled, seat) for seat in seats}
        slips = _slips(settled, seats, paid)
        if slips:
            break
    wrong = 0
    shown_paid = dict(paid)
    if rng.random() < 0.8:
        wrong, amount = rng.choice(slips)
        shown_paid[wrong] = amount
    places = [msgspec.structs.replace(each, paid=shown_paid[each.seat]) for each in laid.seats]
    spots = tuple(f"seat:{seat}" for seat in seats)
    solution = f"seat:{wrong}" if wrong else "-"
    return Draft(
        prompt=Message("house-poker.prompt.paid-wrongly"),
        scene=table_scene(rules, places, laid.told.dealer, community=laid.told.community, meter=laid.told.meter),
        form=SpotsForm(spots),
        solution=solution,
        reasons=tuple(
            reason for result in settled.bets if result.bet.seat == (wrong or seats[0]) for reason in result.reasons
        ),
        mistakes=tuple(("that-seat-is-right", spot) for spot in spots if spot != solution),
    )


def _paid(settled: Settlement, seat: int) -> Amount:
    return sum((result.pays for result in settled.bets if result.bet.seat == seat), ZERO)


def _slips(settled: Settlement, seats: list[int], paid: dict[int, Amount]) -> list[tuple[int, Amount]]:
    """Payments that a croupier might make by mistake: all at even money, a push paid, a winner forgotten."""
    found: list[tuple[int, Amount]] = []
    for seat in seats:
        own = [result for result in settled.bets if result.bet.seat == seat]
        even = sum((result.bet.stake for result in own if result.pays), ZERO)
        pushed = sum((result.bet.stake for result in own if result.result is Outcome.PUSH), ZERO)
        found += [(seat, amount) for amount in (even, paid[seat] + pushed) if amount != paid[seat]]
    return found


# ── which bet may be taken back ──────────────────────────────────────────────────────────────────────────────────────


def _withdraw(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A player wants a bet back with so many cards turned: may he?"""
    equal = house_poker(rules).equal
    bets = equal.bets if equal else tuple(rules.bets)
    cases = [(bet, turned) for bet in bets for turned in range(3)]
    right = {case: bool(_allowed(rules, *case)) for case in cases}
    want = rng.random() < 0.5
    bet, turned = rng.choice([case for case in cases if right[case] == want])
    decision = limit(rules, LimitQuestion(withdraw=bet, community_open=turned))
    stake = a_stake(rules, rng)
    cards = rng.sample(DECK, house_poker(rules).deal.player + house_poker(rules).deal.community)
    own = house_poker(rules).deal.player
    solution, other = ("yes", "no") if want else ("no", "yes")
    return Draft(
        prompt=Message("house-poker.prompt.withdraw", {"bet": rules.bets[bet].names}),
        scene=table_scene(
            rules,
            [Shown(1, tuple(cards[:own]), dict.fromkeys(bets, stake))],
            community=tuple(cards[own:]),
            turned=turned,
            near=True,
        ),
        form=ChoiceForm((Choice("yes", Message("house-poker.yes")), Choice("no", Message("house-poker.no")))),
        solution=solution,
        reasons=decision.reasons,
        mistakes=((f"withdraw-{other}", other),),
    )


def _allowed(rules: GameRules, bet: str, turned: int) -> bool:
    return bool(limit(rules, LimitQuestion(withdraw=bet, community_open=turned)).facts["allowed"])


NEXT = Family(
    id="next-act",
    area="house-poker",
    levels=(Level(6), Level(8)),
    build=_next,
    fits=lambda rules: len(house_poker(rules).course) > 3,
)
WRONG = Family(
    id="paid-wrongly",
    area="house-poker",
    levels=(Level(15), Level(25)),
    build=_paid_wrongly,
    fits=settles_here,
    needs=("settle-a-seat",),
)
WITHDRAW = Family(
    id="take-back",
    area="house-poker",
    levels=(Level(4),),
    build=_withdraw,
    fits=lambda rules: bool(withdrawable(rules)) and house_poker(rules).deal.community == 2,
)

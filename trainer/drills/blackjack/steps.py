"""The dealer's next act at a table in mid-round, and the order of what he does."""

from __future__ import annotations

import random
from collections.abc import Callable

from trainer.drills.blackjack.scenes import Shown, a_stake, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, OrderForm
from trainer.drills.scene import Scene
from trainer.equipment.cards import DECK
from trainer.equipment.money import ZERO
from trainer.games.blackjack.course import from_the_side, next_step
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.perform import perform
from trainer.games.blackjack.side_bets import READERS
from trainer.games.blackjack.table import Do, Phase, PlaceBets, Step, Table, open_table
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEATS = 4
_LEVEL_PHASES = {
    1: (Phase.DEAL, Phase.SIDE_BETS, Phase.SWITCH, Phase.OFFERS),
    2: (Phase.TURNS,),
    3: (Phase.DEALER, Phase.SETTLE, Phase.PICK_UP),
    4: tuple(Phase),
}
# What is easily done instead, by what should be done.
_INSTEAD: dict[Do, tuple[Do, ...]] = {
    Do.DEAL: (Do.DEAL_OWN, Do.ASK),
    Do.DEAL_OWN: (Do.DEAL, Do.ASK),
    Do.PAY_BLACKJACK: (Do.ASK, Do.DRAW),
    Do.COLLECT_BUST: (Do.ASK, Do.DRAW),
    Do.ASK: (Do.DRAW, Do.PAY_BLACKJACK),
    Do.DRAW: (Do.ANNOUNCE, Do.SETTLE_HAND),
    Do.ANNOUNCE: (Do.DRAW, Do.PICK_UP),
    Do.SETTLE_HAND: (Do.PICK_UP, Do.DRAW),
    Do.PICK_UP: (Do.PICK_UP_OWN, Do.SETTLE_HAND),
    Do.PICK_UP_OWN: (Do.PICK_UP, Do.DRAW),
    Do.SETTLE_SIDE_BET: (Do.ASK, Do.OFFER_INSURANCE),
    Do.OFFER_INSURANCE: (Do.ASK, Do.DRAW),
    Do.OFFER_EVEN_MONEY: (Do.ASK, Do.PAY_BLACKJACK),
    Do.CLOSE_INSURANCE: (Do.ASK, Do.DRAW),
    Do.ASK_SURRENDER: (Do.ASK, Do.DRAW),
    Do.SETTLE_INSURANCE: (Do.SETTLE_HAND, Do.DRAW),
    Do.SHOW_HOLE: (Do.SETTLE_HAND, Do.ANNOUNCE),
    Do.MOVE_BASE: (Do.PICK_UP, Do.DRAW),
}


def _opened(rules: GameRules, rng: random.Random) -> Table:
    figures = blackjack(rules)
    seats = sorted(rng.sample(range(1, figures.places.seats + 1), _SEATS))
    places = []
    for seat in seats:
        stake = a_stake(rules, rng, 4)
        stakes = (stake,) * (2 if figures.switch or figures.challenge else 1)
        sides = {bet: rules.table.minimum / 2 for bet in figures.side_bets if rng.random() < 0.5}
        places.append(PlaceBets(seat, stakes, sides))
    return open_table(rules, places, rules.table.maximum)


def played_to(rules: GameRules, rng: random.Random, wanted: Callable[[Step], bool]) -> tuple[Table, Step]:
    """A random round, stopped at one of the steps that are wanted; rounds are played until one has such a step."""
    while True:
        table = _opened(rules, rng)
        shoe = list(DECK) * blackjack(rules).shoe.decks
        rng.shuffle(shoe)
        stops: list[tuple[Table, Step]] = []
        while True:
            step = next_step(rules, table)
            if step.do is Do.NONE:
                break
            if wanted(step):
                stops.append((table, step))
            answer = rng.choice(step.answers) if step.answers else ""
            table = perform(rules, table, answer, shoe.pop() if step.takes_card(answer) else None, step=step)
        if stops:
            by_kind = {step.do: (at, step) for at, step in rng.sample(stops, len(stops))}
            return by_kind[rng.choice(sorted(by_kind))]


def scene_of(rules: GameRules, table: Table) -> Scene:
    """A table in mid-round as it lies: settled hands are gone."""
    figures = blackjack(rules)
    places = []
    for seat in table.seats:
        hands = [hand for hand in table.hands_at(seat) if (hand.seat, hand.number) not in table.gone]
        insured = [bet.stake for bet in table.insurances if bet.seat == seat and not table.booked(bet)]
        # In Challenge 21 a place has a box for each round, not for each hand.
        rounds = hands[0].stakes if figures.challenge and hands else ()
        places.append(
            Shown(
                seat,
                tuple(hand.cards for hand in hands),
                rounds or tuple(hand.stakes[0] for hand in hands),
                tuple(hand.double for hand in hands),
                tuple(hand.bet == "free-split" for hand in hands),
                {bet.bet: bet.stake for bet in table.side_bets if bet.seat == seat and not table.booked(bet)},
                insured[0] if insured and not figures.challenge else ZERO,
                turned=table.announced,
            )
        )
    box = f"dealer:{table.challenge}" if figures.challenge else ""
    return table_scene(rules, places, table.dealer, hole_down=table.hole_down, dealer_spot=box)


def _label(rules: GameRules, step: Step) -> tuple[str, Message]:
    """An act with its place, as a choice."""
    where = f"-{step.seat}" if step.seat is not None else ""
    params: dict[str, object] = {"seat": step.seat} if step.seat is not None else {}
    if step.bet and step.bet in READERS:
        params["bet"] = rules.bets[step.bet].names
    name = f"blackjack.do.{step.do.value}" + ("" if step.seat is not None else "-all" if _needs_seat(step.do) else "")
    return f"{step.do.value}{where}", Message(name, params)


def _needs_seat(do: Do) -> bool:
    return do in (Do.DEAL, Do.ASK, Do.PAY_BLACKJACK, Do.COLLECT_BUST, Do.SETTLE_HAND, Do.PICK_UP)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    phases = _LEVEL_PHASES[level]
    table, step = played_to(rules, rng, lambda s: s.phase in phases and s.do is not Do.CLOSE_BETS)
    solution, right = _label(rules, step)
    options: dict[str, tuple[Message, str]] = {solution: (right, "")}
    others = [seat for seat in table.seats if seat != step.seat]
    if step.seat is not None and others:
        name, label = _label(rules, Step(step.do, rng.choice(others), bet=step.bet))
        options.setdefault(name, (label, "wrong-seat"))
    for do in _INSTEAD.get(step.do, (Do.ASK, Do.DRAW)):
        seat = (step.seat or rng.choice(table.seats)) if _needs_seat(do) else None
        name, label = _label(rules, Step(do, seat))
        options.setdefault(name, (label, "another-act-first"))
    ids = rng.sample(sorted(options), len(options))
    return Draft(
        prompt=Message("blackjack.prompt.next-act"),
        scene=scene_of(rules, table),
        form=ChoiceForm(tuple(Choice(name, options[name][0]) for name in ids)),
        solution=solution,
        reasons=step.reasons,
        mistakes=tuple((mistake, name) for name, (_, mistake) in options.items() if mistake),
    )


NEXT_ACT = Family(
    id="next-act",
    area="blackjack",
    levels=(Level(7), Level(7), Level(8), Level(9)),
    build=_build,
    needs=("dealer-hand", "may-they"),
)


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _seats_in_order(rules, rng)
    return _procedure(rules, rng, 4 if level == 2 else 6)


def _seats_in_order(rules: GameRules, rng: random.Random) -> Draft:
    """Deal, ask, settle or pick up: the seats in order."""
    seats = sorted(rng.sample(range(1, blackjack(rules).places.seats + 1), 4))
    what = rng.choice(("deal", "ask", "settle", "pick-up"))
    figures = blackjack(rules)
    side = figures.settling.from_side
    order = seats if what in ("deal", "ask") else from_the_side(rules, seats)
    reason = {
        "deal": Reason("deal-order", {}, rules.orders["deal"].cite),
        "ask": Reason("ask-in-turn", {}, figures.drawing.cite),
        "settle": Reason(f"settle-from-the-{side}", {}, figures.settling.cite),
        "pick-up": Reason(f"pick-up-from-the-{side}", {}, figures.settling.cite),
    }[what]
    boxes = 2 if figures.switch or figures.challenge else 1
    places = [Shown(seat, (), (a_stake(rules, rng, 3),) * boxes) for seat in seats]
    steps = tuple(Choice(str(seat), Message("blackjack.seat", {"seat": seat})) for seat in rng.sample(seats, 4))
    return Draft(
        prompt=Message(f"blackjack.prompt.order-{what}"),
        scene=table_scene(rules, places),
        form=OrderForm(steps),
        solution=" | ".join(map(str, order)),
        reasons=(reason,),
        mistakes=(("from-the-wrong-side", " ".join(map(str, reversed(order)))),),
    )


def _procedure(rules: GameRules, rng: random.Random, count: int) -> Draft:
    """Some steps of the regulation's procedure, put in its order."""
    ids = [key for step in rules.orders["round"].steps for key in step]
    first = rng.randint(0, len(ids) - count)
    window = ids[first : first + count + 2]
    picked = set(rng.sample(window, min(count, len(window))))
    chosen = [key for key in window if key in picked]
    steps = tuple(Choice(key, rules.procedure[key].does) for key in rng.sample(chosen, len(chosen)))
    swapped = list(chosen)
    at = rng.randrange(len(chosen) - 1)
    swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    reasons = tuple(
        Reason("procedure-step", {"number": n, "does": rules.procedure[key].does}, rules.procedure[key].cite)
        for n, key in enumerate(chosen, 1)
    )
    return Draft(
        prompt=Message("blackjack.prompt.order-procedure"),
        scene=table_scene(rules),
        form=OrderForm(steps),
        solution=" | ".join(chosen),
        reasons=reasons,
        mistakes=(("two-steps-swapped", " ".join(swapped)), ("backwards", " ".join(reversed(chosen)))),
    )


ORDER = Family(
    id="in-order",
    area="blackjack",
    levels=(Level(8), Level(20), Level(30)),
    build=_order,
)

"""Spot the dealer's fault: somebody else dealt this hand. Which step was wrong, if any?"""

from __future__ import annotations

import random

from trainer.drills.card_room.showdown import close_deal, judged, table_pieces
from trainer.drills.card_room.table import (
    Dealt,
    button_at,
    pick_seats,
    round_down,
    scene,
    smallest_chip,
    table_sign,
    table_stakes,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.equipment.money import Amount
from trainer.games.card_room.betting import blinds
from trainer.games.card_room.figures import Stakes, card_room, forced, street_names
from trainer.games.card_room.hands import highest_up, lowest_up
from trainer.games.card_room.play import up_cards
from trainer.games.card_room.pots import rake, rake_threshold
from trainer.games.card_room.seats import in_order
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_NONE = "none"
Step = tuple[str, Message, Message, tuple[Reason, ...]]  # id, right wording, wrong wording, reasons


def _steps(
    rules: GameRules, rng: random.Random, table: Stakes, seats: tuple[int, ...], button: int | None, dealt: Dealt
) -> list[Step]:
    """What the dealer did in this hand, each step in its right and wrong form."""
    found: list[Step] = []
    found += _posting(rules, rng, table, seats, button)
    found += _opening(rules, rng, seats, button, dealt)
    found.append(_dealing(rules, rng))
    found += _ending(rules, rng, table, seats, dealt)
    return found


def _posting(
    rules: GameRules, rng: random.Random, table: Stakes, seats: tuple[int, ...], button: int | None
) -> list[Step]:
    if button is None or not {"blind", "big-blind"} & set(rules.bets):
        bet = next((one for one in ("bring-in", "ante") if one in rules.bets), "")
        if not bet:
            return []
        size = forced(rules, bet, table)
        rule = rules.bets[bet]
        reason = Reason("forced-bet", {"bet": rule.names, "amount": size}, rule.cite)
        right = Message("card-room.fault.forced", {"bet": rule.names, "amount": size})
        return [
            ("forced", right, Message("card-room.fault.forced", {"bet": rule.names, "amount": size * 2}), (reason,))
        ]
    bet, seat = blinds(rules, seats, button).posts[-1]
    names, size = rules.bets[bet].names, forced(rules, bet, table)
    other = in_order(seats, seat)[0]
    reason = Reason("posts", {"seat": seat, "bet": names}, rules.bets[bet].cite)
    right = Message("card-room.fault.posts", {"bet": names, "seat": seat, "amount": size})
    return [
        ("posts", right, Message("card-room.fault.posts", {"bet": names, "seat": other, "amount": size}), (reason,))
    ]


def _opening(
    rules: GameRules, rng: random.Random, seats: tuple[int, ...], button: int | None, dealt: Dealt
) -> list[Step]:
    """Who acted first on the first street."""
    street = card_room(rules).streets[street_names(rules)[0]]
    up = {seat: up_cards(rules, dealt.own[seat], 0) for seat in seats}
    match street.opens:
        case "low-card":
            seat = lowest_up(rules, {one: numbers[0] for one, numbers in up.items()})[0]
        case "high-cards":
            seat = highest_up(rules, up)[0]
        case "after-blinds":
            seat = blinds(rules, seats, button or 0).first
        case _:
            seat = button or seats[0]
    wrong = in_order(seats, seat)[rng.randrange(len(seats) - 1)]
    reason = Reason(f"opens-{street.opens}", {"seat": seat}, street.opens_cite)
    step = Message("card-room.fault.opens", {"seat": seat}), Message("card-room.fault.opens", {"seat": wrong})
    return [("opens", *step, (reason,))]


def _dealing(rules: GameRules, rng: random.Random) -> Step:
    """A later street, dealt with or without a burn card."""
    data = card_room(rules)
    name = rng.choice(street_names(rules)[1:])
    street = data.streets[name]
    params = {"street": Message(f"card-room.street.{name}")}
    burned, bare = Message("card-room.fault.burned", params), Message("card-room.fault.not-burned", params)
    reason = Reason("street-burns" if street.burn else "street-does-not-burn", params, street.cite)
    right, wrong = (burned, bare) if street.burn else (bare, burned)
    return ("deals", right, wrong, (reason,))


def _ending(rules: GameRules, rng: random.Random, table: Stakes, seats: tuple[int, ...], dealt: Dealt) -> list[Step]:
    """The commission and the winner."""
    percent = Amount(rules.option("rake-percent"))
    pot = round_down(table.minimum * rng.randrange(5, 30) + rake_threshold(rules), table.chip)
    raked = rake(rules, table, [pot], percent, street_names(rules)[-1])
    taken = raked.rakes[0]
    off = taken + rng.choice((1, 2)) * table.chip
    told_rake = {"pot": pot, "percent": percent, "rounded": smallest_chip(rules, table)}
    found: list[Step] = [
        (
            "rake",
            Message("card-room.fault.rake", {**told_rake, "rake": taken}),
            Message("card-room.fault.rake", {**told_rake, "rake": off}),
            raked.reasons,
        )
    ]
    told = judged(rules, dealt)
    winners = told.facts["winners"]
    losers = [seat for seat in seats if seat not in winners]
    if losers:
        wrong = [rng.choice(losers)]
        found.append(
            (
                "pushes",
                Message("card-room.fault.pushes", {"seats": ", ".join(map(str, winners))}),
                Message("card-room.fault.pushes", {"seats": ", ".join(map(str, wrong))}),
                told.reasons,
            )
        )
    return found


def _in_order(steps: list[Message]) -> Message:
    """Numbered steps in one sentence."""
    told = Message("card-room.fault.first", {"step": steps[0]})
    for number, step in enumerate(steps[1:], 2):
        told = Message("card-room.fault.then", {"steps": told, "number": number, "step": step})
    return told


def _fault(rules: GameRules, level: int, rng: random.Random) -> Draft:
    table = table_stakes(rules, rng, level)
    seats = pick_seats(rules, rng, 3 if level == 1 else 5)
    dealt = close_deal(rules, rng, seats, split=False)
    button = rng.choice(seats) if card_room(rules).button is not None else None
    steps = _steps(rules, rng, table, seats, button, dealt)
    if level == 1:
        steps = [steps[0], *steps[-2:]]
    bad = rng.choice([*steps, None])
    done = _in_order([step[2] if step is bad else step[1] for step in steps])
    shown = [Choice(step[0], Message(f"card-room.fault.step.{step[0]}")) for step in steps]
    sign = table_sign(rules, table.minimum, table.maximum)
    solution = bad[0] if bad else _NONE
    reasons = bad[3] if bad else tuple(reason for step in steps for reason in step[3][:1])
    pieces = [*button_at(rules, button), *table_pieces(rules, dealt)]
    return Draft(
        prompt=Message("card-room.prompt.fault", {"table": sign, "steps": done}),
        scene=scene(rules, pieces),
        form=ChoiceForm((*shown, Choice(_NONE, Message("card-room.fault.none")))),
        solution=solution,
        reasons=reasons,
        mistakes=(("missed-the-fault", _NONE), *(("that-step-was-right", step[0]) for step in steps)),
    )


FAULT = Family(
    id="spot-the-fault",
    area="card-room",
    levels=(Level(25), Level(35)),
    build=_fault,
    revision=5,  # 5: the question describes the acts; the choices only name the steps
    needs=("who-wins",),
)

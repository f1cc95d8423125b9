"""Pots: side pots from the players' contributions, and the house's commission (rake)."""

from __future__ import annotations

import random

from trainer.drills.card_room.table import (
    board_count,
    can_make,
    closed_card,
    note,
    own_count,
    pick_seats,
    pile,
    round_down,
    scene,
    smallest_chip,
    table_sign,
    table_stakes,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import print_amounts
from trainer.drills.scene import AnyPiece
from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import Stakes, card_room, rake_rounding, street_names
from trainer.games.card_room.pots import part, rake, rake_threshold
from trainer.games.card_room.settle import HandEnd, settle
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_PLAYERS = {1: 3, 2: 4, 3: 6}


def pot_name(number: int) -> Message:
    """The main pot, or a side pot by its number."""
    return Message("card-room.pot.main") if number == 0 else Message("card-room.pot.side", {"number": number})


def _contributions(
    rules: GameRules, rng: random.Random, level: int, table: Stakes
) -> tuple[dict[int, Amount], list[int]]:
    """What each seat put in: some all-in for less, at the last level some who folded."""
    seats = list(pick_seats(rules, rng, _PLAYERS[level]))
    rng.shuffle(seats)
    unit = max(table.chip, table.minimum / 2)
    short = min(len(seats) - 2, 1 if level == 1 else rng.choice((1, 2)) if level == 2 else rng.choice((2, 3)))
    sizes = sorted(rng.sample(range(3, 40), short + 1))
    top = sizes[-1] * unit
    paid = {seat: size * unit for seat, size in zip(seats, sizes[:-1], strict=False)}
    folded: list[int] = []
    for place, seat in enumerate(seats[short:]):
        if level == 3 and place > 1 and len(folded) < 2:
            folded.append(seat)
            paid[seat] = round_down(top * rng.randrange(2, 9) / 10, unit)
        else:
            paid[seat] = top
    if level == 3 and rng.random() < 0.5:
        paid[seats[short]] = top + rng.randrange(1, 8) * unit  # nobody covers the excess
    return dict(sorted(paid.items())), sorted(folded)


def _side_pots(rules: GameRules, level: int, rng: random.Random) -> Draft:
    table = table_stakes(rules, rng, level)
    while True:
        paid, folded = _contributions(rules, rng, level, table)
        parted = part(paid, folded)
        if len(parted.pots) > 1:
            break
    told = settle(
        rules,
        HandEnd(
            paid={str(seat): amount for seat, amount in paid.items()},
            folded=tuple(folded),
            minimum=table.minimum,
            maximum=table.maximum,
            smallest_chip=table.chip,
        ),
    )
    live = [amount for seat, amount in paid.items() if seat not in folded]
    pieces: list[AnyPiece] = []
    for seat, amount in paid.items():
        pieces += pile(rules, f"seat:{seat}/bet", amount)
        if seat not in folded and board_count(rules):
            pieces += [closed_card(f"seat:{seat}/cards", place) for place in range(own_count(rules))]
        if seat in folded:
            pieces.append(note(f"seat:{seat}", Message("card-room.folded")))
        elif amount < max(live):
            pieces.append(note(f"seat:{seat}", Message("card-room.all-in")))
    amounts = [pot.amount for pot in parted.pots]
    back = sum(parted.returned.values(), ZERO)
    labels = [pot_name(number) for number in range(len(amounts))]
    figures = list(amounts)
    if level == 3:
        labels.append(Message("card-room.pot.returned"))
        figures.append(back)
    after = [piece for number, amount in enumerate(amounts) for piece in pile(rules, f"pot:{number + 1}", amount)]
    reasons = [reason for reason in told.reasons if reason.rule in ("side-pots", "uncalled-returned")]
    reasons += [
        Reason(
            "pot-holds",
            {"pot": pot_name(number), "amount": pot.amount, "seats": ", ".join(map(str, pot.eligible))},
            card_room(rules).side_pot_cite,
        )
        for number, pot in enumerate(parted.pots)
    ]
    return Draft(
        prompt=Message("card-room.prompt.side-pots"),
        scene=scene(rules, pieces),
        form=AmountForm(tuple(labels), unit=rules.info.currency.value),
        solution=print_amounts(figures),
        reasons=tuple(reasons),
        mistakes=_pot_mistakes(paid, folded, figures),
        after=scene(rules, after),
        target_seconds=14 + 5 * len(paid),
    )


def _pot_mistakes(paid: dict[int, Amount], folded: list[int], figures: list[Amount]) -> tuple[tuple[str, str], ...]:
    live = {seat: amount for seat, amount in paid.items() if seat not in folded}
    without = [pot.amount for pot in part(live, []).pots] if len(live) > 1 else []
    all_in_main = [sum(figures, ZERO), *[ZERO] * (len(figures) - 1)]
    found = [("all-in-one-pot", print_amounts(all_in_main))]
    if folded and len(without) <= len(figures):
        found.append(("forgot-folded-chips", print_amounts([*without, *figures[len(without) :]])))
    return tuple(found)


# ── the rake ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rake(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The rake of each pot. Later levels have several pots, caps, rounding, and hands that ended early."""
    data = card_room(rules)
    table = table_stakes(rules, rng, level)
    percent = _percent(rules, rng, level)
    early = [s for s in (data.rake.free_before, data.rake.taken_after) if s]
    is_always_due = not early and data.rake.cap is None
    count = 1 if level == 1 or data.rake.of == "whole-pot" else 3 if level == 3 and is_always_due else 2
    streets = street_names(rules)
    due = data.rake.taken_after or streets[-1]  # the street after which it is taken: later bets are in no pot yet
    reached = due
    if level == 3 and early and rng.random() < 0.6:
        last = streets.index(rng.choice(early))
        reached = streets[rng.randrange(0, last + (data.rake.taken_after == ""))]
    most = _most_bets(rules, table, percent, level, streets.index(reached))
    above = (
        round_down(rake_threshold(rules), table.chip)
        if reached == data.rake.taken_after and rake_threshold(rules)
        else ZERO
    )
    while True:
        sizes = [rng.randrange(min(12, most // count), most // count + 1) for _ in range(count)]
        pots = [
            above + round_down(table.minimum * size, table.chip) + rng.randrange(0, 4) * table.chip for size in sizes
        ]
        if all(can_make(rules, taken) for taken in rake(rules, table, pots, percent).rakes):
            break
    raked = rake(rules, table, pots, percent, reached)
    pieces = [piece for number, pot in enumerate(pots) for piece in pile(rules, f"pot:{number + 1}", pot)]
    plain = [pot * percent / 100 for pot in pots]
    rounded = [rake_rounding(data, table).apply(each) for each in plain]
    params = {
        "percent": percent,
        "chip": table.chip,
        "rounded": smallest_chip(rules, table),
        "table": table_sign(rules, table.minimum, table.maximum),
        "street": Message(f"card-room.street.{reached}"),
        "threshold": rake_threshold(rules),
    }
    wrong = [
        ("not-rounded", print_amounts(plain)),
        ("no-cap", print_amounts(rounded)),
        ("raked-for-nothing", print_amounts(rounded)),
        ("took-nothing", print_amounts([ZERO] * count)),
    ]
    labels = tuple(pot_name(number) for number in range(count)) if count > 1 else ()
    return Draft(
        prompt=Message(_asked(rules, reached), params),
        scene=scene(rules, pieces),
        form=AmountForm(labels, unit=rules.info.currency.value),
        solution=print_amounts(list(raked.rakes)),
        reasons=raked.reasons,
        mistakes=tuple(wrong),
        after=scene(rules, [*pieces, *pile(rules, "rake", sum(raked.rakes, ZERO))]) if any(raked.rakes) else None,
    )


def _asked(rules: GameRules, reached: str) -> str:
    """The question: at the end of the hand, or after the round in which the rake is taken."""
    if reached == card_room(rules).rake.taken_after:
        return "card-room.prompt.rake-at-once"
    return "card-room.prompt.rake-from" if rake_threshold(rules) else "card-room.prompt.rake"


def _most_bets(rules: GameRules, table: Stakes, percent: Amount, level: int, street: int) -> int:
    """The most bets that may lie in the middle: what the players can have put in, and at level 1 below the cap."""
    data = card_room(rules)
    most = 90 if level == 1 else 120
    if level == 1 and data.rake.cap is not None:
        most = min(most, int(table.of(data.rake.cap) * 100 / percent / table.minimum))
    first = data.streets[street_names(rules)[0]]
    if street == 0 and first.most is not None and data.betting.raises is not None:
        a_player = int(table.of(first.most) / table.minimum) * (1 + data.betting.raises)
        most = min(most, a_player * data.players.most)
    return most


def _percent(rules: GameRules, rng: random.Random, level: int) -> Amount:
    """The house's percentage; at the last level any that the regulation allows."""
    option = rules.options["rake-percent"]
    if level < 3 or option.between is None or option.between_cite:
        return Amount(rules.option("rake-percent"))
    least, most = option.between
    return Amount(rng.randint(int(least) or 1, int(most)))


SIDE_POTS = Family(
    id="side-pots", area="card-room", levels=(Level(25), Level(35), Level(50)), build=_side_pots, revision=3
)
RAKE = Family(id="take-the-rake", area="card-room", levels=(Level(10), Level(16), Level(18)), build=_rake, revision=5)

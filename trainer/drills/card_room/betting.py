"""Betting: whose turn it is, minimum and maximum of a raise, and pot limit."""

from __future__ import annotations

import random

from trainer.drills.card_room.table import (
    Dealt,
    PlayerAct,
    begin,
    deal,
    hand_pieces,
    note,
    pick_seats,
    pile,
    play_until,
    random_stacks,
    scene,
    seat_name,
    table_sign,
    table_stakes,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.kit import print_amounts
from trainer.equipment.money import ZERO, print_amount
from trainer.games.card_room.figures import card_room, street_names
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.play import turn_reasons
from trainer.games.card_room.sizes import choices, pot_limit
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TRIES = 200


def situation(
    rules: GameRules, rng: random.Random, level: int, short: bool, players: int = 6
) -> tuple[Hand, Dealt, list[PlayerAct]]:
    """A hand in the middle of a betting round, with a player to act."""
    streets = len(street_names(rules))
    while True:
        table = table_stakes(rules, rng, level)
        seats = pick_seats(rules, rng, players)
        dealt = deal(rules, rng, seats)
        button = rng.choice(seats) if card_room(rules).button is not None else None
        hand = begin(rules, table, random_stacks(rng, table, seats, short), button, dealt)
        street = 0 if level == 1 else rng.randrange(streets)
        hand, told = play_until(rules, rng, hand, dealt, street, rng.randrange(0 if level == 1 else 1, 6))
        if hand.actor is not None and hand.street >= min(street, streets - 1):
            return hand, dealt, told


def _whose(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The actions of this round are on the table: whose turn is it?"""
    for _ in range(_TRIES):
        hand, dealt, told = situation(rules, rng, level, short=level == 3, players=(4, 6, 8)[level - 1])
        if level < 3 or sum(hand.folded) > 1:
            break
    actor = hand.actor
    assert actor is not None
    live = [hand.seats[place] for place in hand.in_hand]
    nearest = hand.seats[(hand.seats.index(actor) + 1) % len(hand.seats)]
    order = sorted(hand.seats)
    after_last = told[-1].seat if told else (hand.button or order[0])
    naive = order[(order.index(after_last) + 1) % len(order)] if after_last in order else order[0]
    params = {"street": Message(f"card-room.street.{street_names(rules)[hand.street]}")}
    pieces = hand_pieces(rules, hand, dealt, told)
    return Draft(
        prompt=Message("card-room.prompt.whose", params),
        scene=scene(rules, pieces),
        form=ChoiceForm(tuple(Choice(str(seat), seat_name(seat)) for seat in order)),
        solution=str(actor),
        reasons=tuple(turn_reasons(rules, hand)[:1]),
        mistakes=(
            ("asked-a-folded-player", next((str(s) for s in order if s not in live), "")),
            ("asked-the-next-seat", str(naive)),
            ("skipped-a-player", str(nearest)),
        )
        if any(hand.folded)
        else (("asked-the-next-seat", str(naive)), ("skipped-a-player", str(nearest))),
        after=scene(rules, pieces, glow=(f"seat:{actor}",)),
    )


def _sizes(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The minimum, later also the maximum, of this player's raise; 0 if he may not raise."""
    for _ in range(_TRIES):
        hand, dealt, told = situation(rules, rng, min(level + 1, 3), short=level == 3, players=4)
        can = choices(rules, hand)
        if hand.level == 0 or (level < 3 and can.least is None):
            continue
        if level == 3 and can.least is not None and can.least != can.stack and rng.random() < 0.7:
            continue  # hard cases: betting closed, capped, or all-in for less
        break
    can = choices(rules, hand)
    pieces = hand_pieces(rules, hand, dealt, told)
    wanted = [can.least or ZERO] if level == 1 else [can.least or ZERO, can.most or ZERO]
    doubled = 2 * hand.level
    mistakes = [("doubled-it", " ".join([print_amount(doubled)] * len(wanted)))]
    if can.least is not None:
        by = can.least - hand.level
        top = [] if can.most is None or level == 1 else [can.most - hand.level]
        mistakes.append(("gave-the-raise-alone", print_amounts((by, *top))))
    labels = ("card-room.size.least", "card-room.size.most")[: len(wanted)]
    params = {
        "seat": can.seat,
        "table": table_sign(rules, hand.table.minimum, hand.table.maximum),
        "raises": hand.raises,
        "street": Message(f"card-room.street.{street_names(rules)[hand.street]}"),
    }
    return Draft(
        prompt=Message("card-room.prompt.sizes", params),
        scene=scene(rules, pieces, glow=(f"seat:{can.seat}",)),
        form=AmountForm(tuple(Message(label) for label in labels), unit=rules.info.currency.value),
        solution=print_amounts(wanted),
        reasons=tuple(turn_reasons(rules, hand)[1:]),
        mistakes=tuple(mistakes),
    )


def _pot_limit(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The maximum of a raise at pot limit."""
    for _ in range(_TRIES):
        hand, dealt, told = situation(rules, rng, min(level + 1, 3), short=False, players=3 + level)
        if hand.level > 0 and (level == 1 or (hand.raises > 0 or hand.street > 0)):
            break
    data = card_room(rules)
    place = hand.waiting[0]
    most = pot_limit(data, hand, place)
    to_call = hand.level - hand.bets[place]
    middle = hand.pot - sum(hand.bets, ZERO)
    seat = hand.seats[place]
    counted = data.betting.pot_counts_call
    rule = "pot-limit-with-call" if counted else "pot-limit-without-call"
    params = {"pot": hand.pot, "call": to_call, "raise": most - hand.level, "to": most}
    wrong = [
        ("forgot-the-call", print_amount(most - to_call if counted else most + to_call)),
        ("gave-the-raise-alone", print_amount(most - hand.level)),
        ("counted-the-middle-only", print_amount(hand.level + middle)),
    ]
    pieces = [piece for piece in hand_pieces(rules, hand, dealt, told) if getattr(piece, "spot", "") != f"seat:{seat}"]
    return Draft(
        prompt=Message("card-room.prompt.pot-limit", {"seat": seat}),
        scene=scene(
            rules, [*pieces, note(f"seat:{seat}", Message("card-room.raises-the-pot"))], glow=(f"seat:{seat}",)
        ),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(most),
        reasons=(Reason(rule, params, data.betting.pot_cite),),
        mistakes=tuple(wrong),
        after=scene(
            rules, [*(one for one in pieces if one.spot != f"seat:{seat}/bet"), *pile(rules, f"seat:{seat}/bet", most)]
        ),
    )


def plays_pot_limit(rules: GameRules) -> bool:
    """Whether a house may choose pot limit for this game."""
    return "structure" in rules.options and "pot-limit" in rules.options["structure"].choices


WHOSE = Family(id="whose-action", area="card-room", levels=(Level(7), Level(9), Level(12)), build=_whose, revision=4)
SIZES = Family(
    id="raise-sizes",
    area="card-room",
    levels=(Level(12), Level(18), Level(20)),
    build=_sizes,
    revision=4,
    needs=("whose-action",),
)
POT_LIMIT = Family(
    id="pot-limit",
    area="card-room",
    levels=(Level(18), Level(24)),
    build=_pot_limit,
    fits=plays_pot_limit,
    revision=2,
    needs=("raise-sizes",),
)

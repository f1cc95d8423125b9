"""The betting of a hand as a state machine: forced bets, whose turn it is, when a round ends, and who shows first.

Everything is a value: `start` puts the forced bets in, `act` gives the hand after a player's act, `collect` takes the
bets of a round to the middle, `open_street` starts the next round. Seats are listed in the order in which they act,
from the left of the button on; amounts that are bet are always what a player has before him on this street (*to*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import (
    Stakes,
    Street,
    card_room,
    forced,
    plays_ante,
    street_names,
)
from trainer.games.card_room.hand import ActName, Hand, Phase, able
from trainer.games.card_room.seats import in_order, play_order
from trainer.games.card_room.sizes import Choices, choices, is_full, is_in_units, least_bet
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

# ── the beginning ────────────────────────────────────────────────────────────────────────────────────────────────────


class Blinds(msgspec.Struct, frozen=True):
    """Seats that post forced bets, in the order of posting."""

    posts: tuple[tuple[str, int], ...]
    first: int  # the first seat to act


def blinds(rules: GameRules, seats: Sequence[int], button: int) -> Blinds:
    """The seats of the blinds and the first to act before the flop. A button stays where it is if its player left."""
    data = card_room(rules)
    order = in_order(seats, button)
    if "big-blind" not in rules.bets:  # a game with one blind
        return Blinds((("blind", order[0]),), order[1 % len(order)])
    small, big = order[0], order[1]
    if len(order) == 2 and button in seats and data.button is not None and data.button.heads_up == "small-blind":
        small, big = big, small
    after = order[(order.index(big) + 1) % len(order)]
    return Blinds((("small-blind", small), ("big-blind", big)), after)


def start(
    rules: GameRules,
    table: Stakes,
    stacks: Mapping[int, Amount],
    button: int | None = None,
    opener: int | None = None,
) -> Hand:
    """Start a hand with its forced bets posted. ``opener`` is the seat that the up cards choose, in games where they
    do."""
    data = card_room(rules)
    seats = play_order(rules, list(stacks), button)
    nothing = (ZERO,) * len(seats)
    hand = Hand(
        table=table,
        seats=seats,
        button=button,
        stacks=tuple(stacks[seat] for seat in seats),
        bets=nothing,
        paid=nothing,
        folded=(False,) * len(seats),
        street=0,
        phase="betting",
        faced=(-Amount(1),) * len(seats),
        seen=(0,) * len(seats),
    )
    if plays_ante(rules):
        for place in range(len(seats)):
            hand = _put(hand, place, forced(rules, "ante", table))
        hand = msgspec.structs.replace(hand, bets=nothing)  # an ante is dead money: it does not count towards a call
    first = data.streets[street_names(rules)[0]]
    if data.button is not None and ("blind" in rules.bets or "big-blind" in rules.bets):
        posted = blinds(rules, seats, button or 0)
        for bet, seat in posted.posts:
            hand = _put(hand, seats.index(seat), forced(rules, bet, table))
        size = forced(rules, posted.posts[-1][0], table)
        hand = msgspec.structs.replace(hand, level=size, opened=size, step=size)
        starts = opener if first.opens != "after-blinds" and opener is not None else posted.first
        return _first_round(rules, hand, starts, posted.posts[-1][1])
    starts = opener if opener is not None else seats[0]
    if "bring-in" in rules.bets and first.opens == "low-card":
        size = forced(rules, "bring-in", table)
        hand = _put(hand, seats.index(starts), size)
        hand = msgspec.structs.replace(hand, level=size, opened=size, step=size, bring_in=True)
        place = seats.index(starts)
        waiting = able(hand, _from(hand, place + 1))
        hand = msgspec.structs.replace(hand, waiting=tuple(one for one in waiting if one != place), opener=place)
        return _settled(hand)
    return _round_from(hand, seats.index(starts))


def _first_round(rules: GameRules, hand: Hand, first: int, big: int) -> Hand:
    """Before the flop everybody acts, the big blind last. Without the option to raise, the big blind acts only after a
    raise."""
    place = hand.seats.index(first)
    waiting = able(hand, _from(hand, place))
    if not card_room(rules).betting.big_blind_option:
        waiting = tuple(one for one in waiting if hand.seats[one] != big)
    return _settled(msgspec.structs.replace(hand, waiting=waiting, opener=place))


def _put(hand: Hand, place: int, amount: Amount) -> Hand:
    """Move chips from a player's stack to his bet; all of them if he has less."""
    chips = min(amount, hand.stacks[place])
    return msgspec.structs.replace(
        hand,
        stacks=_with(hand.stacks, place, hand.stacks[place] - chips),
        bets=_with(hand.bets, place, hand.bets[place] + chips),
        paid=_with(hand.paid, place, hand.paid[place] + chips),
    )


def _with(values: tuple[Amount, ...], place: int, value: Amount) -> tuple[Amount, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _from(hand: Hand, place: int) -> tuple[int, ...]:
    """All places in the order of play, starting with this one."""
    count = len(hand.seats)
    return tuple((place + step) % count for step in range(count))


def _round_from(hand: Hand, place: int) -> Hand:
    return _settled(msgspec.structs.replace(hand, waiting=able(hand, _from(hand, place)), opener=place))


def _settled(hand: Hand) -> Hand:
    """Set the phase of a hand: won, betting, or betting round over."""
    if len(hand.in_hand) == 1:
        return msgspec.structs.replace(hand, phase="won", waiting=())
    waiting = hand.waiting
    if len(able(hand, hand.in_hand)) == 1 and waiting and hand.bets[waiting[0]] >= _called(hand, waiting[0]):
        waiting = ()  # nobody is left who could respond to a bet
    phase: Phase = "betting" if waiting else "round-over"
    return msgspec.structs.replace(hand, phase=phase, waiting=waiting)


def _called(hand: Hand, place: int) -> Amount:
    """The highest bet of the other players, which a player must match to stay in."""
    return max((bet for other, bet in enumerate(hand.bets) if other != place), default=ZERO)


# ── an act ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def act(
    rules: GameRules,
    hand: Hand,
    name: ActName,
    to: Amount | None = None,
    field: str = "act",
    can: Choices | None = None,
) -> Hand:
    """Apply an act of the player whose turn it is; raises `RequestError` if it is not allowed.

    ``to`` is the total of a bet or raise on this street; ``all-in`` needs none. ``can`` may pass choices that were
    computed already.
    """
    can = can or choices(rules, hand)
    place = hand.waiting[0]
    if name == "all-in":
        name, to = _all_in(can, field)
    if name == "fold":
        if not can.can_fold:
            raise RequestError(field, f"seat {can.seat} may not fold here")
        return _gone(hand, place)
    if name == "check":
        if not can.can_check:
            raise RequestError(field, f"seat {can.seat} may not check: {can.to_call} is to call")
        return _later(hand, place) if can.to_call else _passed(hand, place)
    if name == "call":
        if can.call is None:
            raise RequestError(field, f"seat {can.seat} has nothing to call")
        return _passed(_put(hand, place, can.call), place)
    wanted = "raise" if hand.level > 0 else "bet"
    if name != wanted:
        raise RequestError(field, f"with {hand.level} before the players it is a {wanted}")
    if can.least is None or can.most is None:
        raise RequestError(field, f"seat {can.seat} may not {wanted}: {can.why_not}")
    if to is None and can.least == can.most:
        to = can.least  # a fixed size may be left out
    if to is None or not can.least <= to <= can.most:
        raise RequestError(field, f"seat {can.seat} may {wanted} to {can.least} up to {can.most}")
    if not is_in_units(rules, hand, to) and to != can.stack:
        raise RequestError(field, "is no multiple of what bets are made in")
    return _raised(rules, hand, place, to)


def _all_in(can: Choices, field: str) -> tuple[ActName, Amount | None]:
    """Classify an all-in: a call for less, a call, or a bet or raise of the whole stack."""
    if can.call is not None and can.call < can.to_call:
        return "call", None
    if can.most is not None and can.most == can.stack:
        return ("raise" if can.raises else "bet"), can.stack
    if can.call is not None and can.least is None and can.why_not in ("short", "nobody-left", "cap", "closed"):
        return "call", None
    raise RequestError(field, f"seat {can.seat} may not put all in: at most {can.most}")


def _gone(hand: Hand, place: int) -> Hand:
    folded = (*hand.folded[:place], True, *hand.folded[place + 1 :])
    return _settled(msgspec.structs.replace(hand, folded=folded, waiting=hand.waiting[1:]))


def _passed(hand: Hand, place: int) -> Hand:
    faced = _with(hand.faced, place, hand.level)
    seen = (*hand.seen[:place], hand.fulls, *hand.seen[place + 1 :])
    return _settled(msgspec.structs.replace(hand, faced=faced, seen=seen, waiting=hand.waiting[1:]))


def _later(hand: Hand, place: int) -> Hand:
    """Let the opener defer: he acts again after the others."""
    after = _passed(hand, place)
    return _settled(msgspec.structs.replace(after, waiting=(*after.waiting, place)))


def _raised(rules: GameRules, hand: Hand, place: int, to: Amount) -> Hand:
    data = card_room(rules)
    street = data.streets[street_names(rules)[hand.street]]
    full = is_full(data, hand, street, to)
    opening = hand.level == 0
    reopens = full or opening  # nobody has responded to a bet yet, so players who checked may raise a short one
    size = to - hand.level
    after = _put(hand, place, to - hand.bets[place])
    others = tuple(other for other in able(after, _from(after, place + 1)) if other != place)
    after = msgspec.structs.replace(
        after,
        level=to,
        waiting=others,
        faced=_with(hand.faced, place, to),
        fulls=hand.fulls + reopens,
        seen=(*hand.seen[:place], hand.fulls + reopens, *hand.seen[place + 1 :]),
        aggressor=place,
        street_aggressor=place,
        bring_in=hand.bring_in and not full,
    )
    if opening:
        after = msgspec.structs.replace(after, opened=to, step=max(to, least_bet(hand, street)))
    elif full:
        completed = hand.bring_in and to <= least_bet(hand, street)
        after = msgspec.structs.replace(
            after, raises=hand.raises + 1, step=to if completed else size, opened=to if completed else hand.opened
        )
    return _settled(after)


# ── between the rounds ───────────────────────────────────────────────────────────────────────────────────────────────


def uncalled(hand: Hand) -> tuple[int, Amount] | None:
    """Place and amount of the part of a bet that nobody called; `None` if all of it was called."""
    highest = max(hand.bets)
    place = hand.bets.index(highest)
    back = highest - _called(hand, place)
    return (place, back) if back > 0 and hand.phase != "betting" else None


def collect(hand: Hand) -> Hand:
    """Return the uncalled part of a bet and move the bets of the round to the pot."""
    back = uncalled(hand)
    if back is not None:
        place, amount = back
        hand = msgspec.structs.replace(
            hand,
            stacks=_with(hand.stacks, place, hand.stacks[place] + amount),
            paid=_with(hand.paid, place, hand.paid[place] - amount),
        )
    return msgspec.structs.replace(hand, bets=(ZERO,) * len(hand.seats), level=ZERO)


def open_street(rules: GameRules, hand: Hand, sighted: int | None = None) -> Hand:
    """Open the betting of the next street, or the showdown after the last one. ``sighted`` is the seat that the up
    cards choose to open."""
    if hand.phase not in ("round-over", "showdown"):
        raise RequestError("acts", "the betting of this street is not over")
    names = street_names(rules)
    hand = collect(hand)
    if hand.street + 1 == len(names):
        return msgspec.structs.replace(hand, phase="showdown", waiting=())
    street = card_room(rules).streets[names[hand.street + 1]]
    place = _opener(hand, street, sighted, card_room(rules).betting.all_passed)
    hand = msgspec.structs.replace(
        hand,
        street=hand.street + 1,
        phase="betting",
        opened=ZERO,
        step=ZERO,
        raises=0,
        faced=(-Amount(1),) * len(hand.seats),
        fulls=0,
        seen=(0,) * len(hand.seats),
        bring_in=False,
        street_aggressor=None,
    )
    if len(able(hand, hand.in_hand)) < 2:
        return msgspec.structs.replace(hand, phase="round-over", waiting=(), opener=place)
    waiting = able(hand, _from(hand, place))
    return _settled(msgspec.structs.replace(hand, waiting=waiting, opener=waiting[0]))


def _opener(hand: Hand, street: Street, sighted: int | None, all_passed: str) -> int:
    if street.opens in ("high-cards", "low-card"):
        if sighted is None:
            raise RequestError("cards", "the cards in sight say who opens: give each player's cards")
        return hand.seats.index(sighted)
    if street.opens == "highest-bettor":
        if hand.street_aggressor is not None:
            return hand.street_aggressor
        return hand.opener if all_passed == "same-opener" else 0
    return 0


def shows_first(rules: GameRules, hand: Hand, sighted: int | None = None) -> int:
    """The seat that shows first: the player who was called or bet last, else by the order of play."""
    rule = card_room(rules).showdown
    place = hand.street_aggressor if rule.first == "paid-to-see" else hand.aggressor
    if place is not None and not hand.folded[place]:
        return hand.seats[place]
    if sighted is not None:
        return sighted
    return hand.seats[hand.in_hand[0]]

"""The betting of a hand as a state machine: forced bets, whose turn it is, what he may do, and when a round ends.

Everything is a value: `start` puts the forced bets in, `act` gives the hand after a player's act, `collect` takes the
bets of a round to the middle, `open_street` starts the next round. Seats are listed in the order in which they act,
from the left of the button on; amounts that are bet are always what a player has before him on this street (*to*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import (
    CardRoomFigures,
    Stakes,
    Street,
    card_room,
    forced,
    plays_ante,
    street_names,
)
from trainer.games.card_room.seats import in_order, play_order
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

Phase = Literal["betting", "round-over", "showdown", "won"]
ActName = Literal["fold", "check", "call", "bet", "raise", "all-in"]
ACTS: tuple[ActName, ...] = ("fold", "check", "call", "bet", "raise", "all-in")


class Hand(msgspec.Struct, frozen=True):
    """A hand between two acts. Tuples run by place: the seats in the order in which they act."""

    table: Stakes
    seats: tuple[int, ...]
    button: int | None
    stacks: tuple[Amount, ...]  # behind: what is not bet yet
    bets: tuple[Amount, ...]  # before each player on this street
    paid: tuple[Amount, ...]  # put in since the hand began, the bets before him included
    folded: tuple[bool, ...]
    street: int
    phase: Phase
    waiting: tuple[int, ...] = ()  # places still to act, in order
    level: Amount = ZERO  # the highest bet on this street
    opened: Amount = ZERO  # the size of the bet that opened it
    step: Amount = ZERO  # the size of the last full bet or raise
    raises: int = 0
    fulls: int = 0  # whole bets and raises: an all-in for less is none
    seen: tuple[int, ...] = ()  # how many of those there were when each last acted
    faced: tuple[Amount, ...] = ()  # the level when each last acted; below 0: not yet
    bring_in: bool = False  # the level is a forced bet below the least: a raise completes it
    opener: int = 0  # place
    aggressor: int | None = None  # place of the last who bet or raised, in the whole hand
    street_aggressor: int | None = None
    agreed: bool = False  # the last two agreed to play without limits

    @property
    def in_hand(self) -> tuple[int, ...]:
        """Places that have not folded."""
        return tuple(place for place, gone in enumerate(self.folded) if not gone)

    @property
    def pot(self) -> Amount:
        """All that was put in, bets of this street included."""
        return sum(self.paid, ZERO)

    @property
    def actor(self) -> int | None:
        """The seat whose turn it is."""
        return self.seats[self.waiting[0]] if self.phase == "betting" and self.waiting else None


class Choices(msgspec.Struct, frozen=True):
    """What the player whose turn it is may do; bets and raises are amounts *to*."""

    seat: int
    to_call: Amount
    can_fold: bool
    can_check: bool
    call: Amount | None  # what he adds to call; less than `to_call` is all he has
    least: Amount | None  # the least he may bet or raise to; `None`: he may not
    most: Amount | None
    stack: Amount
    raises: bool  # whether it would be a raise rather than a bet
    why_not: Literal["", "cap", "closed", "nobody-left", "short"] = ""

    @property
    def acts(self) -> tuple[ActName, ...]:
        """The acts open to him."""
        found: list[ActName] = []
        if self.can_fold:
            found.append("fold")
        if self.can_check:
            found.append("check")
        if self.call is not None:
            found.append("call")
        if self.least is not None:
            found.append("raise" if self.raises else "bet")
        if self.call is not None and self.call < self.to_call:
            found[-1] = "all-in"
        elif self.most is not None and self.most == self.stack:
            found.append("all-in")
        return tuple(found)


# ── the beginning ────────────────────────────────────────────────────────────────────────────────────────────────────


class Blinds(msgspec.Struct, frozen=True):
    """Who posts what before the betting: seats by forced bet, in the order they are posted."""

    posts: tuple[tuple[str, int], ...]
    first: int  # the first seat to act


def blinds(rules: GameRules, seats: Sequence[int], button: int) -> Blinds:
    """The seats of the blinds and the first to act before the flop; a button whose player left stays where it is."""
    data = card_room(rules)
    order = in_order(seats, button)
    if "big-blind" not in rules.bets:  # one blind
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
    """A hand with its forced bets in. ``opener`` is the seat that cards in sight chose, where they choose."""
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
        hand = msgspec.structs.replace(hand, bets=nothing)  # an ante is dead: it calls nothing
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
        waiting = _able(hand, _from(hand, place + 1))
        hand = msgspec.structs.replace(hand, waiting=tuple(one for one in waiting if one != place), opener=place)
        return _settled(hand)
    return _round_from(hand, seats.index(starts))


def _first_round(rules: GameRules, hand: Hand, first: int, big: int) -> Hand:
    """Before the flop everybody acts, the big blind last; without his option he is out of it while nobody raises."""
    place = hand.seats.index(first)
    waiting = _able(hand, _from(hand, place))
    if not card_room(rules).betting.big_blind_option:
        waiting = tuple(one for one in waiting if hand.seats[one] != big)
    return _settled(msgspec.structs.replace(hand, waiting=waiting, opener=place))


def _put(hand: Hand, place: int, amount: Amount) -> Hand:
    """Chips of a player moved before him; all he has if he has less."""
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
    """Every place in the order of play from one on."""
    count = len(hand.seats)
    return tuple((place + step) % count for step in range(count))


def _able(hand: Hand, places: Sequence[int]) -> tuple[int, ...]:
    """Those of some places who are in the hand and have chips to act with."""
    return tuple(place for place in places if not hand.folded[place] and hand.stacks[place] > 0)


def _round_from(hand: Hand, place: int) -> Hand:
    return _settled(msgspec.structs.replace(hand, waiting=_able(hand, _from(hand, place)), opener=place))


def _settled(hand: Hand) -> Hand:
    """The phase that a hand is in: won, betting, or a round that is over."""
    if len(hand.in_hand) == 1:
        return msgspec.structs.replace(hand, phase="won", waiting=())
    waiting = hand.waiting
    if len(_able(hand, hand.in_hand)) == 1 and waiting and hand.bets[waiting[0]] >= _called(hand, waiting[0]):
        waiting = ()  # nobody is left who could answer a bet
    phase: Phase = "betting" if waiting else "round-over"
    return msgspec.structs.replace(hand, phase=phase, waiting=waiting)


def _called(hand: Hand, place: int) -> Amount:
    """What a player must have before him to stay: the highest bet of the others."""
    return max((bet for other, bet in enumerate(hand.bets) if other != place), default=ZERO)


# ── an act ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def choices(rules: GameRules, hand: Hand) -> Choices:
    """What the player whose turn it is may do."""
    if hand.phase != "betting" or not hand.waiting:
        raise RequestError("acts", "no player is to act")
    data = card_room(rules)
    street = data.streets[street_names(rules)[hand.street]]
    place = hand.waiting[0]
    stack, bet = hand.stacks[place], hand.bets[place]
    to_call = max(ZERO, hand.level - bet)
    least, most, why_not = _sizes(data, rules, hand, street, place)
    untouched = hand.level == 0 and place == hand.opener and hand.faced[place] < 0
    must_bet = street.must_bet and untouched
    return Choices(
        seat=hand.seats[place],
        to_call=to_call,
        can_fold=not must_bet and not (street.opener_stays and untouched),
        can_check=to_call == 0 and not must_bet,
        call=min(to_call, stack) if to_call > 0 else None,
        least=least,
        most=most,
        stack=bet + stack,
        raises=hand.level > 0,
        why_not=why_not,
    )


WhyNot = Literal["", "cap", "closed", "nobody-left", "short"]


def _sizes(
    data: CardRoomFigures, rules: GameRules, hand: Hand, street: Street, place: int
) -> tuple[Amount | None, Amount | None, WhyNot]:
    """The least and the most that may be bet or raised to, or why nothing may."""
    betting = data.betting
    stack = hand.bets[place] + hand.stacks[place]
    if stack <= hand.level:
        return None, None, "short"
    others = [other for other in _able(hand, hand.in_hand) if other != place]
    if not any(hand.bets[other] + hand.stacks[other] > hand.level for other in others):
        return None, None, "nobody-left"  # who could answer it
    free = is_free(rules, hand)
    if betting.raises is not None and hand.raises >= betting.raises and hand.level > 0 and not free:
        return None, None, "cap"
    acted = hand.faced[place] >= 0 and hand.seen[place] == hand.fulls
    if hand.level > 0 and acted and hand.level - hand.faced[place] < least_raise(data, hand, street):
        return None, None, "closed"
    least, most = span(data, hand, street, place, free)
    if stack < least:
        return stack, stack, ""  # all he has, for less
    return least, min(most, stack) if most is not None else stack, ""


def span(data: CardRoomFigures, hand: Hand, street: Street, place: int, free: bool) -> tuple[Amount, Amount | None]:
    """Between which amounts a bet or raise to lies, whatever the stack; no most where only the stack limits it."""
    table = hand.table
    least_bet = table.of(street.least) if street.least else table.chip
    most_bet = table.of(street.most) if street.most and not free else None
    if hand.level == 0:
        least, most = least_bet, most_bet
    elif hand.bring_in and hand.level < least_bet:
        least, most = least_bet, (hand.level + most_bet if most_bet is not None else None)
    else:
        least = hand.level + least_raise(data, hand, street)
        most = hand.level + most_bet if most_bet is not None else None
    if data.betting.structure == "pot-limit":
        most = pot_limit(data, hand, place)
        least = min(least, most)
    if most is not None:
        most = max(least, most)
    return least, most


def pot_limit(data: CardRoomFigures, hand: Hand, place: int) -> Amount:
    """The most a player may raise to under pot limit: the pot, his call counted into it or not, above the call."""
    to_call = max(ZERO, hand.level - hand.bets[place])
    pot = hand.pot + (to_call if data.betting.pot_counts_call else ZERO)
    return hand.level + pot


def least_raise(data: CardRoomFigures, hand: Hand, street: Street) -> Amount:
    """What a raise must add to the highest bet."""
    floor = hand.table.of(street.least) if street.least else hand.table.chip
    match data.betting.raise_least:
        case "street":
            return floor
        case "opening":
            return max(floor, hand.opened)
        case "last-raise":
            return max(floor, hand.step)
        case _:
            return hand.table.chip


def is_free(rules: GameRules, hand: Hand) -> bool:
    """Whether limits and the number of raises have fallen away for the last two players."""
    betting = card_room(rules).betting
    if len(hand.in_hand) != 2:
        return False
    last = hand.street == len(street_names(rules)) - 1
    return betting.free_heads_up is not None or (betting.free_if_agreed is not None and hand.agreed and last)


def act(rules: GameRules, hand: Hand, name: ActName, to: Amount | None = None, field: str = "act") -> Hand:
    """The hand after an act of the player whose turn it is; raises `RequestError` where he may not.

    ``to`` is what a bet or raise comes to on this street; ``all-in`` needs none.
    """
    can = choices(rules, hand)
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
        return _passed(hand, place)
    if name == "call":
        if can.call is None:
            raise RequestError(field, f"seat {can.seat} has nothing to call")
        return _passed(_put(hand, place, can.call), place)
    wanted = "raise" if hand.level > 0 else "bet"
    if name != wanted:
        raise RequestError(field, f"with {hand.level} before the players it is a {wanted}")
    if can.least is None or can.most is None:
        raise RequestError(field, f"seat {can.seat} may not {wanted}: {can.why_not}")
    if to is None or not can.least <= to <= can.most:
        raise RequestError(field, f"seat {can.seat} may {wanted} to {can.least} up to {can.most}")
    if not is_in_units(rules, hand, to) and to != can.stack:
        raise RequestError(field, "is no multiple of what bets are made in")
    return _raised(rules, hand, place, to)


def is_in_units(rules: GameRules, hand: Hand, to: Amount) -> bool:
    """Whether what a bet or raise adds is a multiple of the unit, where there is one."""
    unit = card_room(rules).betting.unit
    return unit is None or (to - hand.level) % hand.table.of(unit) == 0


def _all_in(can: Choices, field: str) -> tuple[ActName, Amount | None]:
    """An all-in is a call for less, a call, or a bet or raise of everything."""
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


def _raised(rules: GameRules, hand: Hand, place: int, to: Amount) -> Hand:
    data = card_room(rules)
    street = data.streets[street_names(rules)[hand.street]]
    full = is_full(data, hand, street, to)
    opening = hand.level == 0
    reopens = full or opening  # nobody has answered a bet yet: whoever checked may raise a short one
    size = to - hand.level
    after = _put(hand, place, to - hand.bets[place])
    others = tuple(other for other in _able(after, _from(after, place + 1)) if other != place)
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
        after = msgspec.structs.replace(after, opened=to, step=max(to, _least_bet(hand, street)))
    elif full:
        completed = hand.bring_in and to <= _least_bet(hand, street)
        after = msgspec.structs.replace(
            after, raises=hand.raises + 1, step=to if completed else size, opened=to if completed else hand.opened
        )
    return _settled(after)


def _least_bet(hand: Hand, street: Street) -> Amount:
    return hand.table.of(street.least) if street.least else hand.table.chip


def is_full(data: CardRoomFigures, hand: Hand, street: Street, to: Amount) -> bool:
    """Whether a bet or raise to an amount is a whole one: an all-in for less reopens nothing."""
    if hand.level == 0:
        return to >= _least_bet(hand, street)
    if hand.bring_in and hand.level < _least_bet(hand, street):
        return to >= _least_bet(hand, street)
    added, least = to - hand.level, least_raise(data, hand, street)
    if data.betting.all_in_raise == "more-than" and to == hand.bets[hand.waiting[0]] + hand.stacks[hand.waiting[0]]:
        return added > least
    return added >= least


# ── between the rounds ───────────────────────────────────────────────────────────────────────────────────────────────


def uncalled(hand: Hand) -> tuple[int, Amount] | None:
    """The place and the part of a bet that nobody called, which goes back; `None` if all of it was."""
    highest = max(hand.bets)
    place = hand.bets.index(highest)
    back = highest - _called(hand, place)
    return (place, back) if back > 0 and hand.phase != "betting" else None


def collect(hand: Hand) -> Hand:
    """The bets of a round taken to the middle; what nobody called goes back first."""
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
    """The next street's betting, or the showdown after the last. ``sighted`` is whom the cards in sight let open."""
    if hand.phase not in ("round-over", "showdown"):
        raise RequestError("acts", "the betting of this street is not over")
    names = street_names(rules)
    hand = collect(hand)
    if hand.street + 1 == len(names):
        return msgspec.structs.replace(hand, phase="showdown", waiting=())
    street = card_room(rules).streets[names[hand.street + 1]]
    place = _opener(hand, street, sighted)
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
    if len(_able(hand, hand.in_hand)) < 2:
        return msgspec.structs.replace(hand, phase="round-over", waiting=(), opener=place)
    waiting = _able(hand, _from(hand, place))
    return _settled(msgspec.structs.replace(hand, waiting=waiting, opener=waiting[0]))


def _opener(hand: Hand, street: Street, sighted: int | None) -> int:
    if street.opens in ("high-cards", "low-card"):
        if sighted is None:
            raise RequestError("cards", "the cards in sight say who opens: give each player's cards")
        return hand.seats.index(sighted)
    if street.opens == "highest-bettor" and hand.street_aggressor is not None:
        return hand.street_aggressor
    return 0


def shows_first(rules: GameRules, hand: Hand, sighted: int | None = None) -> int:
    """The seat that shows first: the one who was paid to see, or the last to bet; else in the order of play."""
    rule = card_room(rules).showdown
    place = hand.street_aggressor if rule.first == "paid-to-see" else hand.aggressor
    if place is not None and not hand.folded[place]:
        return hand.seats[place]
    if sighted is not None:
        return sighted
    return hand.seats[hand.in_hand[0]]

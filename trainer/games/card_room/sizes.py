"""What the player to act may do: minimum and maximum of a bet or raise, and why none is allowed."""

from __future__ import annotations

from typing import Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import CardRoomFigures, Street, card_room, street_names
from trainer.games.card_room.hand import ActName, Hand, able
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

WhyNot = Literal["", "cap", "closed", "nobody-left", "short"]


class Choices(msgspec.Struct, frozen=True):
    """What the player to act may do. Bets and raises are totals (*to*)."""

    seat: int
    to_call: Amount
    can_fold: bool
    can_check: bool
    call: Amount | None  # what he adds to call; less than `to_call` if it is all he has
    least: Amount | None  # the least he may bet or raise to; `None` if he may not
    most: Amount | None
    stack: Amount
    raises: bool  # whether it is a raise and not a bet
    why_not: WhyNot = ""

    @property
    def acts(self) -> tuple[ActName, ...]:
        """The acts open to the player."""
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
        can_fold=not must_bet and not _stays(street, hand, place, untouched),
        can_check=(to_call == 0 and not must_bet) or _passes(street, hand, place),
        call=min(to_call, stack) if to_call > 0 else None,
        least=least,
        most=most,
        stack=bet + stack,
        raises=hand.level > 0,
        why_not=why_not,
    )


def _passes(street: Street, hand: Hand, place: int) -> bool:
    """Whether the player opens and may defer to act over a blind."""
    return street.opener_passes and place == hand.opener and hand.faced[place] < 0 and hand.raises == 0


def _stays(street: Street, hand: Hand, place: int, untouched: bool) -> bool:
    """Whether the player opened the round and may not fold."""
    return (street.opener_stays and untouched) or (street.opener_never_folds and place == hand.opener)


def _sizes(
    data: CardRoomFigures, rules: GameRules, hand: Hand, street: Street, place: int
) -> tuple[Amount | None, Amount | None, WhyNot]:
    """Minimum and maximum of a bet or raise, or the reason why none is allowed."""
    betting = data.betting
    stack = hand.bets[place] + hand.stacks[place]
    if stack <= hand.level:
        return None, None, "short"
    others = [other for other in able(hand, hand.in_hand) if other != place]
    if not any(hand.bets[other] + hand.stacks[other] > hand.level for other in others):
        return None, None, "nobody-left"  # nobody could respond
    free = is_free(rules, hand)
    if betting.raises is not None and hand.raises >= betting.raises and hand.level > 0 and not free:
        return None, None, "cap"
    acted = hand.faced[place] >= 0 and hand.seen[place] == hand.fulls
    if hand.level > 0 and acted and hand.level - hand.faced[place] < least_raise(data, hand, street):
        return None, None, "closed"
    least, most = span(data, hand, street, place, free)
    if stack < least:
        return stack, stack, ""  # an all-in for less than the minimum
    return least, min(most, stack) if most is not None else stack, ""


def span(data: CardRoomFigures, hand: Hand, street: Street, place: int, free: bool) -> tuple[Amount, Amount | None]:
    """Range of a bet or raise regardless of the stack; no maximum where only the stack limits it."""
    table = hand.table
    least_bet = table.of(street.least) if street.least else table.chip
    most_bet = table.of(street.most) if street.most and not free else None
    if hand.level == 0:
        least, most = least_bet, most_bet
    elif hand.bring_in and hand.level < least_bet:
        least, most = least_bet, most_bet  # completing the forced bet counts as opening
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
    """The maximum of a pot-limit raise: the call plus the pot, with the call counted into it or not."""
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
    """Whether limits are lifted for the last two players."""
    betting = card_room(rules).betting
    if len(hand.in_hand) != 2:
        return False
    last = hand.street == len(street_names(rules)) - 1
    return betting.free_heads_up is not None or (betting.free_if_agreed is not None and hand.agreed and last)


def is_in_units(rules: GameRules, hand: Hand, to: Amount) -> bool:
    """Whether the size of a bet or raise is a multiple of the unit, if there is one."""
    unit = card_room(rules).betting.unit
    return unit is None or (to - hand.level) % hand.table.of(unit) == 0


def least_bet(hand: Hand, street: Street) -> Amount:
    return hand.table.of(street.least) if street.least else hand.table.chip


def is_full(data: CardRoomFigures, hand: Hand, street: Street, to: Amount) -> bool:
    """Whether a bet or raise to an amount is a full one; an all-in for less does not reopen the betting."""
    if hand.level == 0:
        return to >= least_bet(hand, street)
    if hand.bring_in and hand.level < least_bet(hand, street):
        return to >= least_bet(hand, street)
    added, least = to - hand.level, least_raise(data, hand, street)
    if data.betting.all_in_raise == "more-than" and to == hand.bets[hand.waiting[0]] + hand.stacks[hand.waiting[0]]:
        return added > least
    return added >= least

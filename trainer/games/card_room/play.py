"""Replays a hand from its beginning, and says whose turn it is and what the dealer does now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.betting import act, open_street, shows_first, start, uncalled
from trainer.games.card_room.figures import Street, card_room, stakes, street_names
from trainer.games.card_room.hand import ActName, Hand
from trainer.games.card_room.hands import highest_up, lowest_up, read_cards
from trainer.games.card_room.pots import part
from trainer.games.card_room.settle import check_seat, read_seat
from trainer.games.card_room.sizes import choices
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act of a player; ``to`` is the total of a bet or raise on this street. ``seat`` may be left out."""

    act: ActName
    to: Amount | None = None
    seat: int | None = None


class Play(Case, frozen=True, tag="play"):
    """A hand so far: whose turn is it, what may he do, and what does the dealer do now?

    ``stacks`` by seat before the hand; ``acts`` in turn. Where cards in sight say who opens, ``cards`` gives each
    player's own cards in the order they came. ``agreed``: the last two want to play on without limits.
    """

    stacks: dict[str, Amount]
    button: int | None = None
    acts: tuple[Act, ...] = ()
    cards: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    minimum: Amount | None = None
    maximum: Amount | None = None
    smallest_chip: Amount | None = None
    agreed: bool = False


def play(rules: GameRules, told: Play) -> Decision:
    """State of a hand after its acts, as facts with reasons."""
    return describe(rules, replay(rules, told), _cards(rules, told))


def replay(rules: GameRules, told: Play) -> Hand:
    """Replay the acts of a hand; streets are opened as each betting round ends."""
    table = stakes(rules, told.minimum, told.maximum, told.smallest_chip)
    seats = {read_seat(seat, f"stacks.{seat}"): amount for seat, amount in told.stacks.items()}
    _check(rules, told, seats)
    cards = _cards(rules, told)
    first = card_room(rules).streets[street_names(rules)[0]]
    button = told.button if card_room(rules).button is not None else None
    hand = start(rules, table, seats, button, sighted(rules, first, cards, 0, list(seats)))
    hand = onward(rules, msgspec.structs.replace(hand, agreed=told.agreed), cards)
    for index, one in enumerate(told.acts):
        field = f"acts[{index}]"
        if hand.actor is None:
            raise RequestError(field, "no player is to act any more")
        if one.seat is not None and one.seat != hand.actor:
            raise RequestError(f"{field}.seat", f"it is the turn of seat {hand.actor}")
        hand = onward(rules, act(rules, hand, one.act, one.to, f"{field}.act"), cards, last=index + 1 == len(told.acts))
    return hand


def onward(rules: GameRules, hand: Hand, cards: Mapping[int, Sequence[int]], last: bool = True) -> Hand:
    """Advance a hand to its next act: collect finished rounds and open the next street.

    After the last given act the hand stays as it is, so that one can ask what the dealer does between two streets.
    """
    while hand.phase == "round-over" and not last:
        hand = next_street(rules, hand, cards)
    return hand


def next_street(rules: GameRules, hand: Hand, cards: Mapping[int, Sequence[int]]) -> Hand:
    """Open the betting of the next street, or the showdown."""
    names = street_names(rules)
    if hand.street + 1 == len(names):
        return open_street(rules, hand)
    street = card_room(rules).streets[names[hand.street + 1]]
    left = [hand.seats[place] for place in hand.in_hand]
    return open_street(rules, hand, sighted(rules, street, cards, hand.street + 1, left))


def sighted(
    rules: GameRules, street: Street, cards: Mapping[int, Sequence[int]], number: int, seats: Sequence[int]
) -> int | None:
    """The seat that the up cards choose to open a street; `None` where they do not matter."""
    if street.opens not in ("low-card", "high-cards"):
        return None
    up = {seat: up_cards(rules, cards[seat], number) for seat in seats if seat in cards}
    if len(up) < len(seats) or not all(up.values()):
        raise RequestError("cards", f"give the cards of every player up to {street_names(rules)[number]}")
    if street.opens == "low-card":
        return lowest_up(rules, {seat: numbers[0] for seat, numbers in up.items()})[0]
    return highest_up(rules, up, street_names(rules)[number])[0]


def up_cards(rules: GameRules, own: Sequence[int], street: int) -> tuple[int, ...]:
    """A player's face-up cards after a street."""
    faces = [face for one in list(card_room(rules).streets.values())[: street + 1] for face in one.own]
    return tuple(number for number, face in zip(own, faces, strict=False) if face == "up")


def _cards(rules: GameRules, told: Play) -> dict[int, tuple[int, ...]]:
    return {
        read_seat(seat, f"cards.{seat}"): read_cards(rules, given, f"cards.{seat}")
        for seat, given in told.cards.items()
    }


def _check(rules: GameRules, told: Play, seats: Mapping[int, Amount]) -> None:
    data = card_room(rules)
    if not data.players.least <= len(seats) <= data.players.most:
        span = f"from {data.players.least} to {data.players.most}"
        raise RequestError("stacks", f"{span} players sit in a hand of {rules.game}")
    for seat, amount in seats.items():
        check_seat(rules, seat, f"stacks.{seat}")
        if amount <= 0:
            raise RequestError(f"stacks.{seat}", "must be above 0")
    if data.button is not None and told.button is None:
        raise RequestError("button", "is missing: the button says who acts")
    if told.button is not None:
        check_seat(rules, told.button, "button")
    for place in told.cards:
        if read_seat(place, f"cards.{place}") not in seats:
            raise RequestError(f"cards.{place}", "nobody sits there")


# ── description of a hand ────────────────────────────────────────────────────────────────────────────────────────────


def describe(rules: GameRules, hand: Hand, cards: Mapping[int, Sequence[int]] | None = None) -> Decision:
    """A hand as facts: street, whose turn, what he may do, chips, pots, and what the dealer does."""
    data = card_room(rules)
    names = street_names(rules)
    street = data.streets[names[hand.street]]
    paid = {seat: hand.paid[place] for place, seat in enumerate(hand.seats)}
    folded = [hand.seats[place] for place, gone in enumerate(hand.folded) if gone]
    last = hand.street + 1 == len(names)
    facts: dict[str, Any] = {
        "street": names[hand.street],
        "phase": "showdown" if hand.phase == "round-over" and last else hand.phase,
        "pot": hand.pot,
        "bets": {seat: hand.bets[place] for place, seat in enumerate(hand.seats) if hand.bets[place]},
        "stacks": {seat: hand.stacks[place] for place, seat in enumerate(hand.seats)},
        "folded": sorted(folded),
        "dealer_does": list(dealer_does(rules, hand)),
    }
    if hand.phase == "betting":  # bets of the current round are not in a pot yet
        paid = {seat: paid[seat] - hand.bets[place] for place, seat in enumerate(hand.seats)}
    if any(amount for amount in paid.values()):
        facts["pots"] = [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in part(paid, folded).pots]
    reasons: list[Reason] = []
    if hand.actor is not None:
        facts |= _turn(rules, hand)
        reasons += turn_reasons(rules, hand)
    elif hand.phase == "won":
        facts["winner"] = hand.seats[hand.in_hand[0]]
        reasons.append(Reason("all-others-folded", {"seat": facts["winner"]}, data.fold_cite))
    elif hand.phase == "round-over":
        reasons.append(Reason("round-is-over", {"street": street_name(names[hand.street])}, street.cite))
        if last and wins_in_sight(rules, hand):
            if cards is None:
                raise RequestError("cards", "the cards in sight say who wins: give each player's cards")
            seats = [hand.seats[place] for place in hand.in_hand]
            facts["winner"] = highest_up(rules, {seat: up_cards(rules, cards[seat], hand.street) for seat in seats})[0]
            reasons.append(Reason("best-in-sight-wins", {"seat": facts["winner"]}, data.showdown.cite))
        elif last:
            facts["shows_first"] = shows_first(rules, hand)
            reasons.append(Reason(f"shows-{data.showdown.first}", {"seat": facts["shows_first"]}, data.showdown.cite))
        else:
            facts["next_street"] = names[hand.street + 1]
            following = data.streets[facts["next_street"]]
            reasons.append(Reason("next-street", {"street": street_name(facts["next_street"])}, following.cite))
    back = uncalled(hand)
    if back is not None:
        facts["returned"] = {hand.seats[back[0]]: back[1]}
        reasons.append(
            Reason("uncalled-returned", {"seat": hand.seats[back[0]], "amount": back[1]}, data.side_pot_cite)
        )
    return Decision(facts, tuple(reasons))


def _turn(rules: GameRules, hand: Hand) -> dict[str, Any]:
    can = choices(rules, hand)
    facts: dict[str, Any] = {
        "next_to_act": can.seat,
        "to_call": can.to_call,
        "acts": list(can.acts),
        "raises_made": hand.raises,
    }
    if can.least is not None and can.most is not None:
        facts |= {"least": can.least, "most": can.most}
    else:
        facts["no_raise"] = can.why_not
    return facts


def turn_reasons(rules: GameRules, hand: Hand) -> list[Reason]:
    """Why it is this player's turn, and why these bet sizes are allowed."""
    data = card_room(rules)
    names = street_names(rules)
    street = data.streets[names[hand.street]]
    can = choices(rules, hand)
    place = hand.waiting[0]
    began = place == hand.opener and hand.faced[place] < 0
    rule = f"opens-{street.opens}" if began else "next-in-turn"
    cite = street.opens_cite if began else data.betting.cite
    reasons = [Reason(rule, {"seat": can.seat}, cite)]
    if can.least is None:
        cite = {"cap": data.betting.raises_cite, "closed": data.betting.all_in_cite}.get(
            can.why_not, data.side_pot_cite
        )
        reasons.append(Reason(f"no-raise-{can.why_not}", {"count": hand.raises}, cite))
    else:
        kind = "raise" if can.raises else "bet"
        cite = data.betting.raise_cite if can.raises else street.bet_cite
        reasons.append(Reason(f"{kind}-between", {"least": can.least, "most": can.most}, cite))
    return reasons


def dealer_does(rules: GameRules, hand: Hand) -> tuple[str, ...]:
    """The dealer's acts at this point, in order."""
    if hand.phase == "betting":
        return ("wait-for-player",)
    names = street_names(rules)
    steps = ["return-uncalled"] if uncalled(hand) is not None else []
    if any(bet > ZERO for bet in hand.bets):
        steps.append("collect-bets")
    if hand.phase == "won":
        return (*steps, "take-rake", "push-pot", "muck-cards")
    if hand.phase == "round-over" and hand.street + 1 < len(names):
        following = card_room(rules).streets[names[hand.street + 1]]
        if following.burn:
            steps.append("burn")
        return (*steps, f"deal-{names[hand.street + 1]}")
    shows = () if wins_in_sight(rules, hand) else ("ask-to-show", "read-hands")
    return (*steps, *shows, "take-rake", "push-pot", "muck-cards")


def wins_in_sight(rules: GameRules, hand: Hand) -> bool:
    """Whether nobody bet on the last street and the house then compares the up cards."""
    if card_room(rules).showdown.all_checked != "best-in-sight" or hand.street_aggressor is not None:
        return False
    return hand.street + 1 == len(street_names(rules)) and hand.phase in ("round-over", "showdown")


def street_name(name: str) -> Message:
    return Message(f"card-room.street.{name}")

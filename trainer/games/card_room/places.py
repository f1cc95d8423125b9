"""Positions at the table: button, blinds, first and last card, opener, and seats drawn by cards."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import Amount
from trainer.games.card_room.betting import blinds
from trainer.games.card_room.figures import card_room, forced, read_street, stakes, street_names
from trainer.games.card_room.hands import each_once, highest_up, lowest_up, read_cards
from trainer.games.card_room.seats import play_order
from trainer.games.card_room.settle import check_seat, read_seat
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.poker import cards
from trainer.rulebooks.schema import GameRules


class Positions(Case, frozen=True, tag="positions"):
    """Who has the button, posts, is dealt first and last, and acts first?

    ``seats`` are the players. ``button`` is the seat with the button, occupied or not; without it, this is hand number
    ``hand`` of the table, counted from 1.
    """

    seats: tuple[int, ...]
    button: int | None = None
    hand: int = 1


class ButtonDraw(Case, frozen=True, tag="button-draw"):
    """Cards are dealt face up for the button: who gets it, and does the deal go on?"""

    cards: tuple[str, ...]
    players: int


class SeatDraw(Case, frozen=True, tag="seat-draw"):
    """One card each decides the seats: which seat does each player get?"""

    cards: tuple[str, ...]


class Opener(Case, frozen=True, tag="opener"):
    """Who opens this street by the up cards? ``up`` maps seats to their open cards."""

    up: dict[str, tuple[str, ...]]
    street: str = ""
    minimum: Amount | None = None
    maximum: Amount | None = None


def positions(rules: GameRules, situation: Positions) -> Decision:
    """Button, forced bets, first and last card, and who begins."""
    data = card_room(rules)
    seats = situation.seats
    if len(set(seats)) != len(seats) or not data.players.least <= len(seats) <= data.players.most:
        raise RequestError("seats", f"{data.players.least} to {data.players.most} different seats play")
    for index, seat in enumerate(seats):
        check_seat(rules, seat, f"seats[{index}]")
    if situation.button is not None:
        check_seat(rules, situation.button, "button")
    if situation.hand < 1:
        raise RequestError("hand", "is counted from 1")
    if data.button is None:
        order = play_order(rules, seats, None)
        facts: dict[str, Any] = {"button": None, "first_card_to": order[0], "last_card_to": order[-1]}
        first = data.streets[street_names(rules)[0]]
        return Decision(facts, (Reason("no-button", {}, first.cite),))
    button = situation.button
    if button is None:
        if data.button.first == "draw":
            raise RequestError("button", "is drawn by cards: ask button-draw, then say which seat has it")
        ordered = sorted(seats)
        begins = 0 if data.button.first == "first-seat" else len(ordered) - 1
        button = ordered[(begins + situation.hand - 1) % len(ordered)]
    facts, reasons = (
        {"button": button},
        [Reason("button-at", {"seat": button}, data.button.first_cite or data.button.cite)],
    )
    order = play_order(rules, seats, button)
    if button not in seats and data.button.dead_cite is not None:
        reasons.append(Reason("dead-button", {"seat": button}, data.button.dead_cite))
    facts |= {"first_card_to": order[0], "last_card_to": order[-1], "first_to_act": order[0]}
    if "blind" in rules.bets or "big-blind" in rules.bets:
        posted = blinds(rules, seats, button)
        for bet, seat in posted.posts:
            facts[f"{bet.replace('-', '_')}_seat"] = seat
            reasons.append(Reason("posts", {"seat": seat, "bet": rules.bets[bet].names}, rules.bets[bet].cite))
        first = data.streets[street_names(rules)[0]]
        facts["first_to_act"] = posted.first
        if first.opens != "after-blinds":
            del facts["first_to_act"]
        else:
            reasons.append(Reason("opens-after-blinds", {"seat": posted.first}, first.opens_cite))
        if len(seats) == 2 and data.button.heads_up_cite is not None:
            reasons.append(Reason(f"heads-up-{data.button.heads_up}", {}, data.button.heads_up_cite))
    return Decision(facts, tuple(reasons))


def button_draw(rules: GameRules, situation: ButtonDraw) -> Decision:
    """The seat that wins the button by the cards dealt, and whether the deal goes on."""
    rule = card_room(rules).button
    if rule is None or rule.first != "draw" or rule.draw_cite is None:
        raise RequestError("case", f"{rules.rulebook} draws no cards for the button of {rules.game}")
    if not 1 <= len(situation.cards) <= situation.players <= card_room(rules).players.most:
        raise RequestError("cards", "one card a player, no more than there are players")
    numbers = read_cards(rules, situation.cards, "cards")
    each_once({"cards": numbers})
    high = [cards.RANK[number] for number in numbers]
    if cards.ACE in high[:-1]:
        raise RequestError("cards", "after an ace no more cards are dealt")
    more = max(high) < cards.ACE and len(high) < situation.players
    facts: dict[str, Any] = {"button": None if more else high.index(max(high)) + 1, "deal_more": more}
    rule_id = "button-ace" if max(high) == cards.ACE else "button-highest"
    return Decision(facts, (Reason(rule_id, {}, rule.draw_cite),))


def seat_draw(rules: GameRules, situation: SeatDraw) -> Decision:
    """The seat of each player, in the order in which the cards were dealt."""
    data = card_room(rules)
    if data.button is None or data.button.seats_cite is None:
        raise RequestError("case", f"{rules.rulebook} draws no cards for the seats of {rules.game}")
    numbers = read_cards(rules, situation.cards, "cards")
    each_once({"cards": numbers})
    if not data.players.least <= len(numbers) <= data.players.most:
        raise RequestError("cards", f"one card a player: from {data.players.least} to {data.players.most}")
    sign = -1 if data.button.seats_drawn == "highest-first" else 1
    order = sorted(range(len(numbers)), key=lambda place: (sign * cards.RANK[numbers[place]], place))
    seats = [order.index(place) + 1 for place in range(len(numbers))]
    return Decision({"seats": seats}, (Reason(f"seats-{data.button.seats_drawn}", {}, data.button.seats_cite),))


def opener(rules: GameRules, situation: Opener) -> Decision:
    """The seat that opens by its up cards."""
    data = card_room(rules)
    if data.up_cards is None:
        raise RequestError("case", f"{rules.game} has no cards in sight that say who opens")
    up = {read_seat(seat, f"up.{seat}"): read_cards(rules, given, f"up.{seat}") for seat, given in situation.up.items()}
    each_once({f"up.{seat}": numbers for seat, numbers in up.items()})
    if len(up) < 2:
        raise RequestError("up", "two players at least are in")
    sizes = {len(numbers) for numbers in up.values()}
    if len(sizes) != 1 or 0 in sizes:
        raise RequestError("up", "everybody shows the same number of cards")
    name = situation.street or _street_of(rules, sizes.pop())
    street = read_street(rules, name)
    facts: dict[str, Any] = {"street": name}
    if street.opens == "low-card":
        seat, tied = lowest_up(rules, {one: numbers[0] for one, numbers in up.items()})
        tie_cite = data.up_cards.cite
        tie = f"low-tie-{data.up_cards.low_tie}"
    else:
        seat, tied = highest_up(rules, up, name)
        tie_cite = street.opens_cite if street.tie else data.up_cards.high_tie_cite
        tie = f"high-tie-{street.tie or data.up_cards.high_tie}"
    facts |= {"opener": seat, "first_to_act": seat}
    reasons = [Reason(f"opens-{street.opens}", {"seat": seat}, street.opens_cite)]
    if tied:
        reasons.append(Reason(tie, {}, tie_cite))
    if "bring-in" in rules.bets and street.opens == "low-card":
        table = stakes(rules, situation.minimum, situation.maximum)
        facts |= {"bring_in": seat, "bring_in_amount": forced(rules, "bring-in", table)}
        rule = rules.bets["bring-in"]
        reasons.append(Reason("posts", {"seat": seat, "bet": rule.names}, rule.cite))
    return Decision(facts, tuple(reasons))


def _street_of(rules: GameRules, up: int) -> str:
    """The first street after which every player has this many up cards."""
    count = 0
    for name, street in card_room(rules).streets.items():
        count += street.own.count("up")
        if count == up:
            return name
    raise RequestError("up", f"nobody shows {up} cards in {rules.game}")

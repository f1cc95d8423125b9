"""Situations of the card room: who wins with which cards, who posts, opens and acts, and what the rulebook states."""

from __future__ import annotations

from typing import Any, Literal

from trainer.equipment.money import Amount
from trainer.games.card_room.betting import blinds
from trainer.games.card_room.figures import card_room, forced, read_street, stakes, street_names
from trainer.games.card_room.hands import (
    best_hand,
    each_once,
    highest_up,
    lowest_up,
    read_cards,
    winners,
)
from trainer.games.card_room.irregularities import Irregular, mend
from trainer.games.card_room.play import Play, play
from trainer.games.card_room.seats import play_order
from trainer.games.card_room.settle import check_seat, check_sizes, read_seat, show
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.poker import cards
from trainer.games.procedure import Regulated, by_the_book
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message


class ShowdownCase(Case, frozen=True, tag="showdown"):
    """Who wins, with which five cards? ``hands`` are each seat's own cards."""

    hands: dict[str, tuple[str, ...]]
    board: tuple[str, ...] = ()


class BestHand(Case, frozen=True, tag="best-hand"):
    """What is the best hand of these cards? Five or more of them, or own cards and the board."""

    cards: tuple[str, ...]
    board: tuple[str, ...] = ()


class Positions(Case, frozen=True, tag="positions"):
    """Who has the button, posts, is dealt first and last, and acts first?

    ``seats`` are those who play. ``button`` is the seat that has it, its player there or not; without one this is
    hand number ``hand`` of the table, counted from 1.
    """

    seats: tuple[int, ...]
    button: int | None = None
    hand: int = 1


class ButtonDraw(Case, frozen=True, tag="button-draw"):
    """Cards dealt open from left to right for the button: who has it, and is the deal going on?"""

    cards: tuple[str, ...]
    players: int


class Opener(Case, frozen=True, tag="opener"):
    """Who opens this street by the cards in sight? ``up`` are the open cards of each seat still in."""

    up: dict[str, tuple[str, ...]]
    street: str = ""
    minimum: Amount | None = None
    maximum: Amount | None = None


class Deal(Case, frozen=True, tag="deal"):
    """How is a hand dealt: cards and faces of each street, burns, and how many cards it takes for so many players?"""

    players: int | None = None


class LastCardCase(Case, frozen=True, tag="last-card"):
    """Do the cards suffice for the last street, or does one common card serve everybody?"""

    active_players: int
    cards_left: int


class HandedIn(Case, frozen=True, tag="handed-in"):
    """A player gives his cards up, closed or open, and they turn out to be the best: does he win?"""

    cards: Literal["open", "closed"]


class MissedBlinds(Case, frozen=True, tag="missed-blinds"):
    """A player who was away for blinds comes back: what does he owe?"""

    missed: tuple[Literal["big", "small"], ...]
    minimum: Amount | None = None


class RoundTotal(Case, frozen=True, tag="round-total"):
    """What has a player put in on a street who covered the bet and so many raises, each of the least size?"""

    street: str
    raises: int
    minimum: Amount | None = None
    maximum: Amount | None = None


Situation = (
    ShowdownCase
    | BestHand
    | Positions
    | ButtonDraw
    | Opener
    | Deal
    | LastCardCase
    | HandedIn
    | MissedBlinds
    | RoundTotal
    | Play
    | Irregular
    | Regulated
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The answer to a situation, with reasons."""
    match situation:
        case ShowdownCase():
            return _showdown(rules, situation)
        case BestHand():
            return _best(rules, situation)
        case Positions():
            return _positions(rules, situation)
        case ButtonDraw():
            return _draw(rules, situation)
        case Opener():
            return _opener(rules, situation)
        case Deal():
            return _deal(rules, situation)
        case LastCardCase():
            return _last_card(rules, situation)
        case HandedIn():
            return _handed_in(rules, situation)
        case MissedBlinds():
            return _missed(rules, situation)
        case RoundTotal():
            return _round_total(rules, situation)
        case Play():
            return play(rules, situation)
        case Irregular():
            return mend(rules, situation)
        case _:
            return by_the_book(rules, situation)


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def hand_name(category: str) -> Message:
    return Message(f"card-room.hand.{category}")


def _showdown(rules: GameRules, situation: ShowdownCase) -> Decision:
    if len(situation.hands) < 2:
        raise RequestError("hands", "a showdown has two hands at least")
    shown = show(rules, situation.hands, situation.board)
    best = winners(shown)
    ranking = card_room(rules).ranking
    facts = {
        "winners": sorted(best),
        "split": len(best) > 1,
        "winning_hand": shown[best[0]].category,
        "hands": {seat: hand.category for seat, hand in shown.items()},
        "best": {seat: list(hand.five) for seat, hand in shown.items()},
    }
    reasons = [Reason(f"uses-{ranking.uses}", {}, ranking.uses_cite)]
    for seat, hand in shown.items():
        params = {"seat": seat, "hand": hand_name(hand.category), "cards": " ".join(hand.five)}
        reasons.append(Reason("seat-has", params, ranking.cite))
    same = [hand for hand in shown.values() if hand.category == shown[best[0]].category]
    if len(best) > 1:
        reasons.append(Reason("hands-equal", {"count": len(best)}, ranking.tie_cite))
    elif len(same) > 1:
        reasons.append(Reason("same-hand-higher-cards", {}, ranking.tie_cite))
    return Decision(facts, tuple(reasons))


def _best(rules: GameRules, situation: BestHand) -> Decision:
    own, board = read_cards(rules, situation.cards, "cards"), read_cards(rules, situation.board, "board")
    each_once({"cards": own, "board": board})
    if board or card_room(rules).ranking.uses == "two-and-three":
        check_sizes(rules, {"cards": len(own)}, len(board))
    elif not 5 <= len(own) <= 7:
        raise RequestError("cards", "give five to seven cards, or own cards and the board")
    found = best_hand(rules, own, board)
    ranking = card_room(rules).ranking
    params = {"hand": hand_name(found.category), "cards": " ".join(found.five)}
    reasons = (Reason(f"uses-{ranking.uses}", {}, ranking.uses_cite), Reason("best-is", params, ranking.cite))
    return Decision({"hand": found.category, "best": list(found.five)}, reasons)


# ── seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _positions(rules: GameRules, situation: Positions) -> Decision:
    data = card_room(rules)
    seats = situation.seats
    if len(set(seats)) != len(seats) or not data.players.least <= len(seats) <= data.players.most:
        raise RequestError("seats", f"{data.players.least} to {data.players.most} different seats play")
    for index, seat in enumerate(seats):
        check_seat(rules, seat, f"seats[{index}]")
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
    else:
        check_seat(rules, button, "button")
    facts, reasons = {"button": button}, [Reason("button-at", {"seat": button}, data.button.cite)]
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


def _draw(rules: GameRules, situation: ButtonDraw) -> Decision:
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


def _opener(rules: GameRules, situation: Opener) -> Decision:
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
        seat, tied = highest_up(rules, up)
        tie_cite, tie = data.up_cards.high_tie_cite, f"high-tie-{data.up_cards.high_tie}"
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
    """The first street after which everybody shows so many cards."""
    count = 0
    for name, street in card_room(rules).streets.items():
        count += street.own.count("up")
        if count == up:
            return name
    raise RequestError("up", f"nobody shows {up} cards in {rules.game}")


# ── the deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _deal(rules: GameRules, situation: Deal) -> Decision:
    data = card_room(rules)
    streets = data.streets
    own = sum(len(street.own) for street in streets.values())
    board = sum(street.board for street in streets.values())
    burns = sum(street.burn for street in streets.values())
    facts: dict[str, Any] = {
        "streets": {
            name: {"own": list(street.own), "board": street.board, "burn_before": street.burn}
            for name, street in streets.items()
        },
        "cards_each": own,
        "community": board,
        "burns": burns,
        "betting_rounds": len(streets),
        "least_players": data.players.least,
        "most_players": data.players.most,
    }
    if situation.players is not None:
        if not data.players.least <= situation.players <= data.players.most:
            raise RequestError("players", f"from {data.players.least} to {data.players.most}")
        used = own * situation.players + board + burns
        facts |= {"cards_used": used, "cards_left": 4 * (cards.ACE - data.pack.lowest + 1) - used}
    reasons = [
        Reason("street-is-dealt", {"street": Message(f"card-room.street.{name}")}, street.cite)
        for name, street in streets.items()
    ]
    return Decision(facts, tuple(reasons))


def _last_card(rules: GameRules, situation: LastCardCase) -> Decision:
    rule = card_room(rules).last_card
    if rule is None:
        raise RequestError("case", f"in {rules.game} the cards always suffice")
    players, left = situation.active_players, situation.cards_left
    if not 2 <= players <= card_room(rules).players.most or left < 1:
        raise RequestError("active_players", "two players at least, and one card at least")
    street = list(card_room(rules).streets.values())[-1]
    burned = int(street.burn)
    if left - burned >= players:
        facts: dict[str, Any] = {
            "common_card": False,
            "burn_first": street.burn,
            "cards_after_deal": left - burned - players,
        }
        return Decision(facts, (Reason("last-card-each", {}, street.cite),))
    if rule.set_aside and left + rule.set_aside >= players:
        facts = {"common_card": False, "set_aside_used": players - left, "burn_first": False}
        return Decision(facts, (Reason("set-aside-used", {"count": players - left}, rule.cite),))
    burn = rule.burn_common and left > 1
    return Decision({"common_card": True, "burn_first": burn}, (Reason("common-card", {}, rule.cite),))


def _handed_in(rules: GameRules, situation: HandedIn) -> Decision:
    wins = situation.cards == "open"
    rule = "cards-speak" if wins else "closed-cards-lose"
    return Decision({"wins": wins}, (Reason(rule, {}, card_room(rules).showdown.closed_cite),))


def _missed(rules: GameRules, situation: MissedBlinds) -> Decision:
    rule = card_room(rules).absence
    if rule is None:
        raise RequestError("case", f"{rules.rulebook} says nothing of blinds missed at {rules.game}")
    if set(situation.missed) not in ({"big", "small"}, {"small"}):
        raise RequestError("missed", "both blinds, or the small one after having played the big one")
    table = stakes(rules, situation.minimum)
    small, big = forced(rules, "small-blind", table), forced(rules, "big-blind", table)
    if "big" in situation.missed:
        facts = {"penalty_to_pot": small, "forced_big_blind": big}
        return Decision(facts, (Reason("missed-both-blinds", {"small": small, "big": big}, rule.both_cite),))
    return Decision(
        {"penalty_to_pot": small, "forced_big_blind": Amount(0)},
        (Reason("missed-small-blind", {"small": small}, rule.small_cite),),
    )


def _round_total(rules: GameRules, situation: RoundTotal) -> Decision:
    street = read_street(rules, situation.street)
    betting = card_room(rules).betting
    if situation.raises < 0 or (betting.raises is not None and situation.raises > betting.raises):
        raise RequestError("raises", f"from 0 to {betting.raises}")
    table = stakes(rules, situation.minimum, situation.maximum)
    size = table.of(street.least) if street.least else table.chip
    total = size * (1 + situation.raises)
    params = {"size": size, "count": 1 + situation.raises, "total": total}
    return Decision({"total": total, "each": size}, (Reason("round-total", params, betting.raises_cite),))

"""Answers to `decide` in the card room: winners, positions, openers, deals, hands in play, irregularities."""

from __future__ import annotations

from typing import Any, Literal

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.card_room.figures import card_room, forced, read_street, stakes
from trainer.games.card_room.hands import (
    best_hand,
    each_once,
    read_cards,
    winners,
)
from trainer.games.card_room.irregularities import Irregular, mend
from trainer.games.card_room.places import (
    ButtonDraw,
    Opener,
    Positions,
    SeatDraw,
    button_draw,
    opener,
    positions,
    seat_draw,
)
from trainer.games.card_room.play import Play, play
from trainer.games.card_room.settle import check_sizes, show
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


class Deal(Case, frozen=True, tag="deal"):
    """How is a hand dealt: cards and faces of each street, burns, and how many cards a number of players needs?"""

    players: int | None = None


class LastCardCase(Case, frozen=True, tag="last-card"):
    """Are there enough cards for the last street, or does one common card serve everybody?"""

    active_players: int
    cards_left: int


class HandedIn(Case, frozen=True, tag="handed-in"):
    """A player gives up his cards, face down or face up, and they turn out to be the best: does he win?"""

    cards: Literal["open", "closed"]


class MissedBlinds(Case, frozen=True, tag="missed-blinds"):
    """A player returns after missing blinds: what does he owe?"""

    missed: tuple[Literal["big", "small"], ...]
    minimum: Amount | None = None


class RoundTotal(Case, frozen=True, tag="round-total"):
    """How much has a player put in on a street who called the bet and a number of minimum raises?"""

    street: str
    raises: int
    minimum: Amount | None = None
    maximum: Amount | None = None


Situation = (
    ShowdownCase
    | BestHand
    | Positions
    | ButtonDraw
    | SeatDraw
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
    """Answer a situation, with reasons."""
    match situation:
        case ShowdownCase():
            return _showdown(rules, situation)
        case BestHand():
            return _best(rules, situation)
        case Positions():
            return positions(rules, situation)
        case ButtonDraw():
            return button_draw(rules, situation)
        case SeatDraw():
            return seat_draw(rules, situation)
        case Opener():
            return opener(rules, situation)
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
        params = {"seat": seat, "hand": hand_name(hand.category), "cards": list(map(Card.parse, hand.five))}
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
    params = {"hand": hand_name(found.category), "cards": list(map(Card.parse, found.five))}
    reasons = (Reason(f"uses-{ranking.uses}", {}, ranking.uses_cite), Reason("best-is", params, ranking.cite))
    return Decision({"hand": found.category, "best": list(found.five)}, reasons)


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

"""What `decide` says about the cards, dice and bets of a round, compared with how `settle` settled it.

Each check asks `decide` about a part of a settled round and returns how the two answers differ, or an empty string.
A part that a round does not tell, or that `decide` refuses, is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from tests.games.rounds import Request, answer

HAND_BETS = ("main", "double", "split")
Asked = tuple[Request, Request]
"""A question to `decide`, and what its answer must contain."""


def decide_differs_from(request: Request, settled: Request) -> str:
    """How `decide` contradicts what a round was settled as; or nothing."""
    head = {key: value for key, value in request.items() if key != "settle"}
    for question, wanted in (*_cards(request, settled), *_dice(request, settled), *_odds(settled)):
        decided = answer({**head, "decide": question})
        for key, value in wanted.items() if decided is not None else ():
            if decided is not None and key in decided and decided[key] != value:
                return f"decide says {key} {decided[key]}, settle {value}: {question}"
    return ""


def _cards(request: Request, settled: Request) -> Iterator[Asked]:
    told = request["settle"]
    keys: tuple[str, ...]
    yield from _blackjack(told, settled)
    if "player_first_two" in settled:
        hands = {"player": settled["player_cards"], "banker": settled["banker_cards"]}
        keys = ("winner", "player_total", "banker_total", "natural", "margin", "player_draws", "banker_draws")
        yield {"case": "coup", **hands}, _some(settled, *keys)
    if "winning_row" in settled and "black_row" in settled:
        rows = {"black_row": settled["black_row"], "red_row": settled["red_row"]}
        keys = ("winning_row", "winning_color_chance", "black_total", "red_total", "call")
        yield {"case": "coup", **rows}, _some(settled, *keys)
    player, dealer = told.get("player"), told.get("dealer")
    if "high_hand" in settled and isinstance(player, dict) and isinstance(dealer, dict):
        yield {"case": "compare", "player": player, "dealer": dealer}, _some(settled, "high_hand", "low_hand")
    community = {"community": told["community"]} if "community" in told else {}
    if "outcome" in settled and player and dealer:
        keys = ("player_hand", "dealer_hand", "outcome", "dealer_opens")
        yield {"case": "compare", "player": player, "dealer": dealer, **community}, _some(settled, *keys)
    if "dealer_opens" in settled and dealer:
        yield {"case": "opens", "dealer": dealer, **community}, _some(settled, "dealer_opens", "dealer_hand")
    if "player_hand" in settled and isinstance(player, list):
        yield {"case": "rank", "cards": [*player, *told.get("community", ())]}, {"hand": settled["player_hand"]}
    if "hands" in settled and isinstance(told.get("hands"), dict) and settled.get("pots"):
        first = settled["pots"][0]
        shown = {seat: cards for seat, cards in told["hands"].items() if int(seat) in first.get("eligible", ())}
        board = {"board": told["board"]} if "board" in told else {}
        yield {"case": "showdown", "hands": shown, **board}, {"winners": first["winners"]}
    if "player_first" in told and "dealer_first" in told:
        war = [bet["result"] for bet in settled["bets"] if bet["bet"] == "war" and "stake_in_play" not in bet]
        question = {"case": "high-card", "player": told["player_first"], "dealer": told["dealer_first"]}
        yield from ((question, {"winner": {"win": "player"}[result]}) for result in war if result == "win")


def _blackjack(told: Request, settled: Request) -> Iterator[Asked]:
    cards = settled.get("dealer", ()) if settled.get("dealer_done") else ()
    waited_for = any(bet["result"] in ("win", "push") for bet in settled["bets"] if bet["bet"] in HAND_BETS)
    waited_for = waited_for and not all(settled.get("blackjack", ()))  # he may not draw against blackjacks only
    if len(cards) > 1 and waited_for and settled.get("dealer_draws_again") is False:
        yield {"case": "dealer-draw", "dealer": cards}, {"dealer_draws": False, "total": settled["dealer_total"]}
        for count in range(2, len(cards)):
            yield {"case": "dealer-draw", "dealer": cards[:count]}, {"dealer_draws": True}
    player = told.get("player")
    bets = {bet["bet"] for bet in settled["bets"]}
    if "blackjack" in settled and isinstance(player, list) and "choice" not in told and "split" not in bets:
        for count in range(2, len(player)):
            yield {"case": "player-draw", "player": player[:count]}, {"may_draw": True}
    for bet in settled["bets"]:
        if "row" in bet and isinstance(player, list) and len(player) == 2 and bet.get("pays"):
            up = told.get("dealer") or [told["dealer_up"]] if "dealer_up" in told or told.get("dealer") else []
            question = {"case": "side-bet", "bet": bet["bet"], "player": player}
            yield {**question, **({"dealer": up[:2]} if up else {})}, {"row": bet["row"]}


def _dice(request: Request, settled: Request) -> Iterator[Asked]:
    told = request["settle"]
    if "shooter_keeps_dice" not in settled or "dice" not in told:
        return
    throw = {"dice": told["dice"], **({"point": told["point"]} if told.get("point") else {})}
    yield {"case": "dice", **throw}, {"shooter_keeps_dice": settled["shooter_keeps_dice"]}
    bets = [{key: _plain(bet[key]) for key in ("bet", "on", "stake", "seat") if key in bet} for bet in settled["bets"]]
    if told.keys() <= {"dice", "point", "phase", "bets"}:
        taken = sum(bet["result"] == "lose" for bet in settled["bets"])
        decided = answer({**_head(request), "decide": {"case": "clear-order", **throw, "bets": bets}})
        if decided is not None and len(decided["order"]) != taken:
            yield {"case": "clear-order", **throw, "bets": bets}, {"order": f"{taken} bets lost"}


def _odds(settled: Request) -> Iterator[Asked]:
    """What a bet was paid by must be what the rulebook says it pays; a blackjack has odds of its own."""
    for bet in settled["bets"] if "blackjack" not in settled else ():
        for reason in bet.get("reasons", ()):
            if (
                reason["rule"] == "table.reason.pays"
                and bet["result"] == "win"
                and "row" not in bet
                and bet["bet"] != "blackjack"
            ):
                pays, kind, stake = reason["params"]["odds"].split()
                odds = {"pays": int(pays), kind: int(stake)}
                yield {"case": "fact", "id": f"bets.{bet['bet']}.pays"}, {"value": odds}


def _head(request: Request) -> Request:
    return {key: value for key, value in request.items() if key != "settle"}


def _some(settled: Request, *keys: str) -> Request:
    return {key: settled[key] for key in keys if key in settled}


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value

"""Answers to `limit` at bingo: what may be sold and to whom, when a game may begin, and how long a set of balls is
used."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from trainer.equipment.money import Amount
from trainer.games.bingo.cards import Grid, check_grid
from trainer.games.bingo.figures import Sale, bingo
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules


class Start(Case, frozen=True, tag="start"):
    """May the game begin? ``positions`` are the licensed places; ``posted`` a lower number the house posted today."""

    cards_sold: int
    positions: int | None = None
    players: int | None = None
    posted: int | None = None


class SecondSeries(Case, frozen=True, tag="second-series"):
    """A second series is opened in the same game: at this value, and with which cards?"""

    first_series_from: int | None = None
    first_series_to: int | None = None
    first_value: Amount | None = None
    second_value: Amount | None = None


class Purchase(Case, frozen=True, tag="purchase"):
    """May this person buy cards?"""

    old_cards_returned: bool = True
    age: int | None = None
    game_started: bool = False
    standing: bool = False


class CardsOnSale(Case, frozen=True, tag="cards"):
    """May these cards be in one game? By their numbers, or as they are printed."""

    numbers: tuple[int, ...] = ()
    cards: tuple[Grid, ...] = ()


class BallSet(Case, frozen=True, tag="ball-set"):
    """May a set of balls serve on after so many games? ``machine`` is pneumatic, drum or manual."""

    games: int
    machine: str = "pneumatic"
    faulty: bool = False


LimitQuestion = Start | SecondSeries | Purchase | CardsOnSale | BallSet


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Whether it may be, and the figure that says so."""
    match question:
        case Start():
            return _start(rules, question)
        case SecondSeries():
            return _second_series(rules, question)
        case Purchase():
            return _purchase(rules, question)
        case CardsOnSale():
            return _cards(rules, question)
        case BallSet():
            return _ball_set(rules, question)


def _sale(rules: GameRules) -> Sale:
    found = bingo(rules).sale
    if found is None:
        raise RequestError("case", f"{rules.rulebook} has no rule on it")
    return found


def _start(rules: GameRules, asked: Start) -> Decision:
    sale = _sale(rules)
    least = sale.least_cards
    reasons = [Reason("start-least", {"least": least}, sale.cite)]
    if asked.positions is not None:
        share = math.ceil(asked.positions * sale.positions_percent / 100)
        least = max(least, share)
        params = {"percent": sale.positions_percent, "positions": asked.positions, "least": least}
        reasons = [Reason("start-percent", params, sale.cite)]
    if asked.posted is not None and asked.posted < least:
        least = asked.posted
        reasons = [Reason("start-posted", {"least": least}, sale.cite)]
    if sale.counts == "players" and asked.players is None and asked.positions is not None:
        raise RequestError("players", "is missing: this house counts the places taken")
    counted = asked.players if sale.counts == "players" and asked.positions is not None else asked.cards_sold
    return Decision({"minimum": least, "may_start": (counted or 0) >= least}, tuple(reasons))


def _second_series(rules: GameRules, asked: SecondSeries) -> Decision:
    sale = _sale(rules)
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    if (asked.first_value is None) != (asked.second_value is None):
        raise RequestError("second_value", "give the value of both series")
    if asked.first_value is not None and asked.second_value is not None:
        facts["allowed"] = asked.first_value == asked.second_value
        reasons.append(Reason("series-value", {"value": asked.first_value}, sale.same_value_cite))
    if asked.first_series_from is not None:
        if asked.first_series_from < 1 or (asked.first_series_to or asked.first_series_from) < asked.first_series_from:
            raise RequestError("first_series_from", "a series starts at card 1 or later and goes up")
        last = asked.first_series_from - (1 if sale.second_series_up_to == "before-first" else 0)
        facts |= {"second_series_from": 1 if last else None, "second_series_to": last or None}
        facts.setdefault("allowed", last > 0)
        params = {"first": asked.first_series_from, "last": last}
        reasons.append(Reason("series-limit" if last else "series-none", params, sale.second_series_cite))
    if not facts:
        raise RequestError("first_series_from", "is missing: say where the first series began, or the values")
    return Decision(facts, tuple(reasons))


def _purchase(rules: GameRules, asked: Purchase) -> Decision:
    """Everything that forbids it is said; what a regulation does not know it does not forbid."""
    if asked.age is not None and not 0 <= asked.age <= 150:
        raise RequestError("age", "must be from 0 to 150")
    against: list[Reason] = []
    for broken, rule in (
        (asked.age is not None and asked.age < int(_data(rules, "age").get("lowest-age", 0)), "age"),
        (not asked.old_cards_returned, "old-cards-returned"),
        (asked.game_started, "buy-before-start"),
        (asked.standing, "seated"),
    ):
        if broken and rule in rules.conduct:
            entry = rules.conduct[rule]
            against.append(Reason("table.reason.conduct", {"says": entry.says}, entry.cite))
    reasons = tuple(against) or (Reason("may-buy", {}, rules.cite),)
    return Decision({"may_buy": not against}, reasons)


def _data(rules: GameRules, rule: str) -> dict[str, Any]:
    return rules.conduct[rule].data if rule in rules.conduct else {}


def _cards(rules: GameRules, asked: CardsOnSale) -> Decision:
    entry = rules.conduct["equal-cards"]
    for index, card in enumerate(asked.cards):
        check_grid(rules, card, f"cards[{index}]")
    if len(asked.numbers) + len(asked.cards) < 2:
        raise RequestError("numbers", "two cards at least are compared")
    equal = [number for number, times in Counter(asked.numbers).items() if times > 1]
    twice = bool(equal) or max(Counter(asked.cards).values(), default=0) > 1
    reason = Reason("table.reason.conduct", {"says": entry.says}, entry.cite)
    return Decision({"allowed": not twice, "equal": equal}, (reason,))


def _ball_set(rules: GameRules, asked: BallSet) -> Decision:
    balls = bingo(rules).balls
    if not balls.games:
        raise RequestError("case", f"{rules.rulebook} does not say how long a set of balls serves")
    known = ("pneumatic", "drum", "manual")
    if asked.machine not in known:
        raise RequestError("machine", f"name one of: {', '.join(known)}")
    concerned = asked.machine in balls.machines
    change = asked.faulty or (concerned and asked.games >= balls.games)
    said = rules.equipment["balls"].cite
    if concerned:
        cite = said if asked.machine in balls.named else Citation(HOUSE_STANDARD)
        reason = Reason("ball-set", {"games": balls.games}, cite)
    else:
        reason = Reason("ball-set-until-faulty", {}, said)
    return Decision({"must_change": change, "limit_games": balls.games if concerned else None}, (reason,))

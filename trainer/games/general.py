"""General rules of a regulation, which apply at every table: bets outside the limits, breaches, who may play and bet.

They are asked like a game (``general-rules``) but are not listed as one. Every game file of the regulation extends
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.odds import Odds
from trainer.games.core import Ask, Bet, BetResult, Case, Decision, Game, Outcome, Reason, RequestError, Settlement
from trainer.games.limits import (
    Bounds,
    InPlay,
    OnSpot,
    check_limits,
    check_stakes,
    settled_in_play,
    stakes_in_play,
)
from trainer.games.payment import won
from trainer.games.procedure import Written, by_the_book, rule_of_conduct
from trainer.rulebooks.problems import MISSING, Finding
from trainer.rulebooks.schema import Citation, GameRules

INSTRUMENTS = "instruments"  # id of the rule of conduct on means of payment


class SeenLate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Bets whose limits were checked only after the result.

    ``minimum`` and ``maximum`` limit what one player (``seat``) has on one spot (``bet`` and ``on``). ``outcome`` is
    the result of the bets, ``odds`` what winning ones pay.
    """

    bets: tuple[Bet, ...]
    outcome: Literal["win", "lose", "push"]
    odds: Odds | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, seen: SeenLate) -> Settlement:
    """Settle every bet on the part of its stake that plays."""
    if rules.off_limits is None:
        raise RequestError("", f"{rules.rulebook} says nothing about bets outside the limits")
    check_stakes(seen.bets)
    check_limits(seen.minimum, seen.maximum)
    cite = rules.conduct["limits"].cite if "limits" in rules.conduct else rules.cite
    limit = Bounds(seen.minimum, seen.maximum, cite)
    spots = [OnSpot(f"{bet.bet}:{bet.on}:{bet.hand}", bet.stake, limit) for bet in seen.bets]
    plays = stakes_in_play(rules, [bet.seat for bet in seen.bets], spots)
    bets = tuple(_settle_bet(rules, seen, bet, play, cite) for bet, play in zip(seen.bets, plays, strict=True))
    facts: dict[str, Any] = {"stake_in_play": ZERO, "excess_returned": ZERO}
    for result in bets:
        notice = {key: value for key, value in result.facts.items() if key not in facts}
        facts["stake_in_play"] += result.facts.get("stake_in_play", result.bet.stake)
        facts["excess_returned"] += result.facts.get("excess_returned", ZERO)
        facts |= notice
    return Settlement(bets, facts=facts)


def _settle_bet(rules: GameRules, seen: SeenLate, bet: Bet, play: InPlay, cite: Citation) -> BetResult:
    within = () if play.reasons else (Reason("table.reason.within-limits", {"stake": bet.stake}, cite),)

    def settled(stake: Amount) -> BetResult:
        if seen.outcome == "lose":
            return BetResult(bet, Outcome.LOSE, loses=stake, reasons=within)
        if seen.outcome == "push":
            return BetResult(bet, Outcome.PUSH, returned=stake, reasons=within)
        if seen.odds is None:
            raise RequestError("odds", "is missing: say what a winning bet pays, such as '1 to 1'")
        return won(rules, bet, stake, seen.odds, cite, *within)

    return settled_in_play(bet, play, settled)


class Breach(Case, frozen=True, tag="player-breach"):
    """A player has broken a rule, for the ``breaches``-th time: what is the consequence?"""

    breaches: int = 1


Situation = Breach | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """Decide a situation that can occur at any table."""
    match situation:
        case Breach():
            return _breach(rules, situation.breaches)
        case _:
            return by_the_book(rules, situation)


def _breach(rules: GameRules, breaches: int) -> Decision:
    if breaches < 1:
        raise RequestError("breaches", "must be 1 or more")
    if "breaches" not in rules.conduct:
        raise RequestError("case", f"{rules.rulebook} says nothing about players who break a rule")
    rule = rules.conduct["breaches"]
    reason = Reason("table.reason.conduct", {"says": rule.says}, rule.cite)
    if breaches == 1:
        return Decision({"action": rule.data["first"]}, (reason,))
    return Decision({"action": rule.data["repeated"], "effective_from": rule.data["effective-from"]}, (reason,))


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May somebody do this?

    ``action`` is ``play`` (with ``age``), ``bet`` (with ``stake_form``) or the id of a rule of conduct. ``stake_form``
    is what the bet is made with: ``chips``, ``cash``, ``goods``, ``word`` …
    """

    action: str
    age: int | None = None
    stake_form: str = "chips"


def limit(rules: GameRules, wish: Wish) -> Decision:
    """Whether an act is allowed, with the rule that says so."""
    if wish.action == "play":
        return _may_play(rules, wish.age)
    if wish.action == "bet":
        return _may_bet(rules, wish.stake_form)
    if wish.action not in _ruled(rules):
        raise RequestError("action", f"{wish.action!r} is not one of: play, bet, {', '.join(_ruled(rules))}")
    return rule_of_conduct(rules, wish.action)


def _ruled(rules: GameRules) -> list[str]:
    """Ids of the rules of conduct that allow or forbid something."""
    return [rule for rule, entry in rules.conduct.items() if "allowed" in entry.data]


def _may_play(rules: GameRules, age: int | None) -> Decision:
    if "age" not in rules.conduct:
        raise RequestError("action", f"{rules.rulebook} says nothing about the age of players")
    if age is None:
        raise RequestError("age", "is missing")
    rule = rules.conduct["age"]
    lowest = int(rule.data["lowest-age"])
    reason = Reason("table.reason.conduct", {"says": rule.says}, rule.cite)
    return Decision({"allowed": age >= lowest, "lowest_age": lowest}, (reason,))


def _may_bet(rules: GameRules, stake_form: str) -> Decision:
    barred = {form: rule for rule, entry in rules.conduct.items() for form in entry.data.get("stake-forms", ())}
    if INSTRUMENTS not in rules.conduct:
        raise RequestError("action", f"{rules.rulebook} says nothing about what bets are made with")
    taken = ("chips", *rules.conduct[INSTRUMENTS].data.get("taken", ()))
    if stake_form not in (*taken, *barred):
        raise RequestError("stake_form", f"{stake_form!r} is not one of: {', '.join((*taken, *barred))}")
    ruling = rules.conduct[barred.get(stake_form, INSTRUMENTS)]
    reason = Reason("table.reason.conduct", {"says": ruling.says}, ruling.cite)
    return Decision({"allowed": stake_form not in barred}, (reason,))


def check(rules: GameRules) -> Iterable[Finding]:
    """Problems of a general-rules file that this engine cannot work with."""
    for rule, keys in (("age", ("lowest-age",)), ("breaches", ("first", "repeated", "effective-from"))):
        if rule in rules.conduct:
            data = rules.conduct[rule].data
            yield from ((f"conduct.{rule}.data.{key}", MISSING) for key in keys if key not in data)


GAME = Game(
    ids=("general-rules",),
    family="general",
    check=check,
    asks={
        "settle": Ask(SeenLate, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(Wish, limit),
    },
)

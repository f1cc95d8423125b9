"""The engine of Caribbean Easy Roll: who places bets, who throws, what a roll does to each bet, and the limits.

The article has no pay table. It says neither what the lines win on nor whether the boxes of one colour win when both
dice show Easy Roll. Nothing is made up here: odds and winning rolls come with the round (``layout_odds``) or from a
house's own rulebook (``pays``, ``data.wins-on``); a bet that needs them and has none is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds
from trainer.games.core import (
    Ask,
    Bet,
    BetResult,
    Case,
    Decision,
    Game,
    Outcome,
    Reason,
    RequestError,
    Settlement,
    figures,
)
from trainer.games.limits import (
    Bounds,
    Laid,
    OnSpot,
    bounds,
    check_stakes,
    example_limits,
    given_bounds,
    given_limits,
    may_lie,
    settle_each,
    stakes_in_play,
    stated_limits,
    table_limits,
)
from trainer.games.payment import won
from trainer.games.posted import PostedLimits, posted_facts, posted_reasons
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.problems import MISSING, Finding, not_one_of
from trainer.rulebooks.schema import Citation, GameRules, Percent
from trainer.rulebooks.validation import faults_of

ON_SOMETHING = ("combination", "er-number")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class PushRoll(_Part, frozen=True):
    """The combination on which some bets neither win nor lose."""

    roll: str
    on: list[str]


class ShooterRule(_Part, frozen=True):
    """With which results of his bet the shooter keeps the dice, and who throws after him."""

    next: str
    keeps_on: list[str]


class LongOdds(_Part, frozen=True):
    """Bets at these odds may be capped down to a share, in percent, of the table maximum."""

    odds: list[Odds]
    lowest_share: Percent


class EasyRollFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The ``[rules]`` table."""

    felt: str
    push: PushRoll
    shooter: ShooterRule
    limits: PostedLimits
    long_odds: LongOdds


def easy_roll(rules: GameRules) -> EasyRollFigures:
    """The figures of an Easy Roll table."""
    return figures(rules, EasyRollFigures)


class LayoutOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the layout of a house says of a box: its odds, and the rolls it wins on if the box does not name them."""

    bet: str
    on: Any = None
    odds: Odds | None = None
    wins_on: tuple[str, ...] = ()


def _check(rules: GameRules, bet: Bet | LayoutOdds, field: str) -> None:
    if bet.bet not in rules.bets:
        raise RequestError(f"{field}.bet", f"{bet.bet!r} is not a bet here; there are: {', '.join(rules.bets)}")
    if (bet.bet in ON_SOMETHING) != (bet.on is not None):
        problem = "is missing: say which box" if bet.bet in ON_SOMETHING else f"{bet.bet} is one box; leave it out"
        raise RequestError(f"{field}.on", problem)


def _check_layout(rules: GameRules, layout: Iterable[LayoutOdds]) -> None:
    printed: set[tuple[str, str]] = set()
    for index, each in enumerate(layout):
        _check(rules, each, f"layout_odds[{index}]")
        if (each.bet, str(each.on)) in printed:
            raise RequestError(f"layout_odds[{index}]", "this box is printed already")
        printed.add((each.bet, str(each.on)))


# ── settle ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A throw to settle: the combination that was called, what lies on the layout, and what the layout pays.

    ``roll`` is the combination's box (``21``), or ``double-er``, ``er-gold``, ``er-silver``, ``er-7`` with the number.
    ``minimum`` and ``maximum`` are the table's, as in `limit`, where a bet was found outside its limits too late.
    """

    roll: str | int
    bets: tuple[Bet, ...]
    layout_odds: tuple[LayoutOdds, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, throw: Throw) -> Settlement:
    """Every bet is decided by the one throw."""
    check_stakes(throw.bets)
    _check_layout(rules, throw.layout_odds)
    plays = stakes_in_play(rules, [bet.seat for bet in throw.bets], _on_spots(rules, throw))
    return Settlement(settle_each(throw.bets, plays, lambda bet, field: _settle_bet(rules, throw, bet, field)))


def _on_spots(rules: GameRules, throw: Throw) -> list[OnSpot]:
    """The stakes by box, under the limits that the round gives."""
    given = given_limits(rules, throw.minimum, throw.maximum)
    known, found = example_limits(rules, given), []
    for index, bet in enumerate(throw.bets):
        _check(rules, bet, f"bets[{index}]")
        own = given_bounds(_bounds(rules, bet, known, throw.layout_odds), given)
        found.append(OnSpot(f"{bet.bet}:{bet.on}", bet.stake, own))
    return found


def _settle_bet(rules: GameRules, throw: Throw, bet: Bet, field: str) -> BetResult:
    rule, push, roll = rules.bets[bet.bet], easy_roll(rules).push, str(throw.roll)
    if roll == push.roll and bet.bet in push.on:
        reason = Reason("push-roll", {"roll": push.roll}, push.cite)
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(reason,))
    layout = _printed_for(bet, throw.layout_odds)
    wins_on = _wins_on(rules, bet, roll, layout, field)
    if roll not in wins_on:
        reason = Reason("roll-missed", {"roll": roll}, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    odds = layout.odds if layout and layout.odds else rule.pay_table.get(str(bet.on), rule.pays)
    if odds is None:
        raise RequestError("layout_odds", f"the article prices nothing: give the odds the layout prints for {bet.bet}")
    return won(rules, bet, bet.stake, odds, rule.cite, Reason("roll-hit", {"roll": roll}, rule.cite))


def _printed_for(bet: Bet, layout: Iterable[LayoutOdds]) -> LayoutOdds | None:
    """What the layout prints for the box of a bet; a box named by a number may be written either way."""
    return next((each for each in layout if (each.bet, str(each.on)) == (bet.bet, str(bet.on))), None)


def _wins_on(rules: GameRules, bet: Bet, roll: str, layout: LayoutOdds | None, field: str) -> frozenset[str]:
    if layout and layout.wins_on:
        return frozenset(map(str, layout.wins_on))
    data = rules.bets[bet.bet].data
    told = [str(each).format(on=bet.on) for each in data.get("wins-on", ())]
    if not told or roll in data.get("not-said-on", ()):
        what = f"what {bet.bet} wins on" if not told else f"whether {bet.bet} wins on {roll}"
        raise RequestError(f"{field}.bet", f"the article does not say {what}: give it in layout_odds as wins_on")
    return frozenset(told)


# ── decide ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class KeepsDice(Case, frozen=True, tag="shooter"):
    """Does the shooter keep the dice? By the result of his bet, or of each of them."""

    shooter_result: Literal["win", "push", "lose"] | None = None
    results: tuple[Literal["win", "push", "lose"], ...] = ()


class PlacedBy(Case, frozen=True, tag="placed-by"):
    """Who puts the chips of these bets down?"""

    bets: tuple[Bet, ...]


Situation = KeepsDice | PlacedBy | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The dealer's act in a situation, with reasons."""
    match situation:
        case KeepsDice():
            results = situation.results or ((situation.shooter_result,) if situation.shooter_result else ())
            return keeps_dice(rules, results)
        case PlacedBy():
            return _placed_by(rules, situation)
        case _:
            return by_the_book(rules, situation)


def keeps_dice(rules: GameRules, results: Iterable[str]) -> Decision:
    """Whether a shooter keeps the dice; one without a bet passes them."""
    shooter = easy_roll(rules).shooter
    good = [result in shooter.keeps_on for result in results]
    keeps = bool(good) and (any(good) if rules.option("shooter-with-several-bets") == "any" else all(good))
    facts = {"shooter_keeps_dice": keeps, "next_shooter": "same" if keeps else shooter.next}
    return Decision(facts, (Reason("dice-stay" if keeps else "dice-go-on", {}, shooter.cite),))


def _placed_by(rules: GameRules, situation: PlacedBy) -> Decision:
    shown: list[dict[str, Any]] = []
    reasons: list[Reason] = []
    for index, bet in enumerate(situation.bets):
        _check(rules, bet, f"bets[{index}]")
        rule = rules.bets[bet.bet]
        where: dict[str, Any] = {"bet": bet.bet} if bet.on is None else {"bet": bet.bet, "on": bet.on}
        shown.append({**where, "placed_by": rule.data["placed-by"]})
        reasons.append(Reason(f"placed-by-{rule.data['placed-by']}", {"bet": rule.names}, rule.cite))
    return Decision({"bets": shown}, tuple(reasons))


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, and may a table post these limits?

    ``long_odds_cap`` asks whether the bets at the longest odds may be held to this maximum.
    """

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    layout_odds: tuple[LayoutOdds, ...] = ()
    long_odds_cap: Amount | None = None


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits, and what the regulation asks of the table's own."""
    data = easy_roll(rules)
    _check_layout(rules, question.layout_odds)
    known = table_limits(rules, question.minimum, question.maximum)
    facts: dict[str, Any] = posted_facts(data.limits, question.minimum, question.maximum)
    facts["lowest_long_odds_cap"] = known["maximum"] * data.long_odds.lowest_share / 100
    reasons = posted_reasons(data.limits)
    params: dict[str, Any] = {"share": data.long_odds.lowest_share, "cap": facts["lowest_long_odds_cap"]}
    reasons.append(Reason("long-odds-cap", params, data.long_odds.cite))
    if question.long_odds_cap is not None:
        facts["cap_allowed"] = facts["lowest_long_odds_cap"] <= question.long_odds_cap <= known["maximum"]
    if question.bets:
        stated = stated_limits(question.minimum, question.maximum, data.limits)
        laid = []
        for index, bet in enumerate(question.bets):
            _check(rules, bet, f"bets[{index}]")
            found = _bounds(rules, bet, stated, question.layout_odds)
            laid.append(Laid.on(bet, f"{bet.bet}:{bet.on}", found, rules.bets[bet.bet].names))
        answer, why = may_lie(laid)
        facts |= answer
        reasons += why
    return Decision(facts, tuple(reasons))


def _bounds(rules: GameRules, bet: Bet, known: dict[str, Amount], layout: Iterable[LayoutOdds]) -> Bounds:
    """The table's limits, or the cap the house has put on the bets at the longest odds."""
    found, long_odds = bounds(rules, rules.bets[bet.bet], known), easy_roll(rules).long_odds
    printed = _printed_for(bet, layout)
    odds = printed.odds if printed and printed.odds else rules.bets[bet.bet].pays
    if rules.option("long-odds-cap") == "none" or odds not in long_odds.odds:
        return found
    return Bounds(found.minimum, known["maximum"] * long_odds.lowest_share / 100, long_odds.cite)


# ── the game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in an Easy Roll file."""
    found = faults_of(rules.rules, EasyRollFigures, "rules")
    for bet, rule in rules.bets.items():
        placed_by = rule.data.get("placed-by")
        if placed_by not in ("player", "dealer"):
            found.append((f"bets.{bet}.data.placed-by", not_one_of(placed_by, ("player", "dealer"))))
    for option in ("shooter-with-several-bets", "long-odds-cap"):
        if option not in rules.options:
            found.append((f"options.{option}", MISSING))
    return found


GAME = Game(
    ids=("caribbean-easy-roll",),
    family="dice",
    check=check,
    asks={
        "settle": Ask(Throw, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

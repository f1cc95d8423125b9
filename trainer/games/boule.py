"""The engine of boule (nine numbers, six even chances): its figures, `settle`, `decide`, `limit`, edges, `GAME`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.money import Amount
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
from trainer.games.edges import Edge
from trainer.games.limits import (
    Bounds,
    Laid,
    OnSpot,
    bounds,
    check_limits,
    check_stakes,
    may_lie,
    settle_each,
    stakes_in_play,
    stated_limits,
    table_limits,
)
from trainer.games.payment import won
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.problems import MISSING, Finding, wrong
from trainer.rulebooks.schema import Citation, GameRules
from trainer.rulebooks.validation import faults_of

EVEN_CHANCES = ("red", "black", "even", "odd", "low", "high")
NUMBERS = range(1, 10)


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Dish(_Part, frozen=True):
    """The numbers by colour; the middle one belongs to no even chance."""

    red: list[int]
    black: list[int]
    middle: int
    holes: int


class MaximumRanges(_Part, frozen=True):
    """Between which multiples of the minimum the maxima lie; further layouts open at a multiple of it."""

    number_range: list[int]
    even_chance_range: list[int]
    raised_layout: int
    raised_cite: Citation


class BouleFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The ``[rules]`` table."""

    felt: str
    numbers: Dish
    limits: MaximumRanges


def boule(rules: GameRules) -> BouleFigures:
    """The figures of a boule game."""
    return figures(rules, BouleFigures)


def colour_of(rules: GameRules, number: int) -> str:
    """``red``, ``black`` or, for the middle number, ``neither``."""
    dish = boule(rules).numbers
    return "red" if number in dish.red else "black" if number in dish.black else "neither"


def covered(rules: GameRules, bet: Bet, field: str) -> frozenset[int]:
    """The numbers a bet wins on; raises `RequestError` if there is no such bet."""
    if bet.bet not in rules.bets:
        raise RequestError(f"{field}.bet", f"{bet.bet!r} is not a bet here; there are: {', '.join(rules.bets)}")
    numbers = rules.bets[bet.bet].data["numbers"]
    if bet.bet in EVEN_CHANCES:
        if bet.on is not None:
            raise RequestError(f"{field}.on", f"{bet.bet} is not made on anything; leave it out")
        return frozenset(numbers)
    chosen = int(bet.on) if isinstance(bet.on, str) and bet.on.isdecimal() else bet.on
    if isinstance(chosen, bool) or chosen not in numbers:
        raise RequestError(f"{field}.on", "must be a number from 1 to 9")
    return frozenset({chosen})


# ── settle ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ball to settle: the number that came and what lies on the layout.

    ``minimum``, ``maximum`` and ``even_chance_maximum`` are the layout's, as in `limit`, where a bet was found outside
    its limits too late.
    """

    winning_number: int
    bets: tuple[Bet, ...]
    minimum: Amount | None = None
    maximum: Amount | None = None
    even_chance_maximum: Amount | None = None


def settle(rules: GameRules, throw: Throw) -> Settlement:
    """Every bet's result for the number that came."""
    if throw.winning_number not in NUMBERS:
        raise RequestError("winning_number", "must be a number from 1 to 9")
    check_stakes(throw.bets)
    plays = stakes_in_play(rules, [bet.seat for bet in throw.bets], _on_spots(rules, throw))
    return Settlement(settle_each(throw.bets, plays, lambda bet, field: _settle_bet(rules, throw, bet, field)))


def _on_spots(rules: GameRules, throw: Throw) -> list[OnSpot]:
    """The stakes by spot, under the limits that the round gives; with the minimum alone the maxima follow from it."""
    known, maxima = _limits(rules, throw.minimum, throw.maximum, throw.even_chance_maximum)
    laid = [part for each in _laid(rules, throw.bets, known, maxima) for part in each.spots]
    if throw.minimum is not None:
        return laid
    groups = [rules.bets[bet.bet].group for bet in throw.bets]
    return [
        msgspec.structs.replace(part, bounds=Bounds(None, maxima[group], part.bounds.cite))
        for part, group in zip(laid, groups, strict=True)
    ]


def _settle_bet(rules: GameRules, throw: Throw, bet: Bet, field: str) -> BetResult:
    wins_on = covered(rules, bet, field)
    rule, number = rules.bets[bet.bet], throw.winning_number
    if number not in wins_on:
        taken = number == boule(rules).numbers.middle and bet.bet in EVEN_CHANCES
        params = {"number": number, "bet": rule.names}
        reason = Reason("five-takes-all" if taken else "number-not-covered", params, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    came = Reason("number-covered", {"number": number, "bet": rule.names}, rule.cite)
    return won(rules, bet, bet.stake, rule.pays, rule.cite, came)


# ── decide ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Announcement(Case, frozen=True, tag="announce"):
    """What is announced when this number comes?"""

    number: int


Situation = Announcement | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The croupier's act in a situation, with reasons."""
    match situation:
        case Announcement():
            return _announce(rules, situation.number)
        case _:
            return by_the_book(rules, situation)


def _announce(rules: GameRules, number: int) -> Decision:
    if number not in NUMBERS:
        raise RequestError("number", "must be a number from 1 to 9")
    chances = winning_chances(rules, number)
    facts = {"number": number, "colour": colour_of(rules, number), "even_chances": chances}
    names = [rules.bets[bet].names for bet in chances]
    rule = "announce" if chances else "announce-five"
    return Decision(facts, (Reason(rule, {"number": number, "chances": names}, rules.calls["result"].cite),))


def winning_chances(rules: GameRules, number: int) -> list[str]:
    """The even chances a number wins: none on the 5."""
    return [bet for bet in EVEN_CHANCES if number in rules.bets[bet].data["numbers"]]


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, and what is the most? ``minimum`` is the authorised one, ``maximum`` that on a number and
    ``even_chance_maximum`` that on an even chance; without them the house's option says how high they are.

    Limits hold for each player at the table: bets of one seat on the same box, on whichever layout, count together.
    ``layout_minimums`` asks whether the layouts may open with these minima.
    """

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    even_chance_maximum: Amount | None = None
    layout_minimums: tuple[Amount, ...] = ()


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits, and between which figures the maxima of a layout must lie."""
    known, given = _limits(rules, question.minimum, question.maximum, question.even_chance_maximum)
    ranges, least = boule(rules).limits, known["minimum"]
    facts: dict[str, Any] = {
        "number_maximum_range": [least * factor for factor in ranges.number_range],
        "even_chance_maximum_range": [least * factor for factor in ranges.even_chance_range],
        "alternative_minimum": least * ranges.raised_layout,
    }
    reasons = [Reason("maximum-ranges", {"minimum": least}, ranges.cite)]
    authorised = {"number": facts["number_maximum_range"], "even-chance": facts["even_chance_maximum_range"]}
    stated = [(most, *authorised[group]) for group, most in given.items() if most is not None]
    if stated:
        facts["compliant"] = all(low <= most <= high for most, low, high in stated)
    if question.layout_minimums:
        raised = least * ranges.raised_layout
        facts["layouts_allowed"] = least in question.layout_minimums and set(question.layout_minimums) <= {
            least,
            raised,
        }
        reasons.append(Reason("raised-layout", {"minimum": least, "raised": raised}, ranges.raised_cite))
    if question.bets:
        found, why = may_lie(_laid(rules, question.bets, stated_limits(question.minimum, None), given))
        facts |= found
        reasons += why
    return Decision(facts, tuple(reasons))


def _limits(
    rules: GameRules, minimum: Amount | None, number: Amount | None, even_chance: Amount | None
) -> tuple[dict[str, Amount], dict[str, Amount | None]]:
    """What the limits of bets may refer to, and the maxima that are stated by group of bets."""
    check_limits(minimum, number)
    check_limits(minimum, even_chance)
    return table_limits(rules, minimum, None), {"number": number, "even-chance": even_chance}


def _laid(
    rules: GameRules, bets: Sequence[Bet], known: dict[str, Amount], given: dict[str, Amount | None]
) -> list[Laid]:
    """The bets of one question; ``given`` are the maxima that are stated, by group of bets."""
    laid = []
    for index, bet in enumerate(bets):
        numbers = covered(rules, bet, f"bets[{index}]")
        spot = f"{bet.bet}:{'-'.join(map(str, sorted(numbers)))}"
        rule = rules.bets[bet.bet]
        found = bounds(rules, rule, known)
        found = Bounds(found.minimum, given.get(rule.group) or found.maximum, found.cite)
        laid.append(Laid.on(bet, spot, found, rule.names))
    return laid


# ── the game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def edges(rules: GameRules) -> tuple[Edge, ...]:
    """The house's edge on every bet, over the nine numbers."""
    found = []
    for kind in rules.bets:
        bet = Bet(bet=kind, on=1 if kind == "number" else None, stake=Fraction(1))
        results = [settle(rules, Throw(winning_number=number, bets=(bet,))).bets[0] for number in NUMBERS]
        found.append(Edge(kind, (), -sum((r.pays - r.loses for r in results), Fraction(0)) / len(NUMBERS)))
    return tuple(found)


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a boule file."""
    found = faults_of(rules.rules, BouleFigures, "rules")
    for bet in ("number", *EVEN_CHANCES):
        if bet not in rules.bets:
            found.append((f"bets.{bet}", MISSING))
        elif not isinstance(rules.bets[bet].data.get("numbers"), list):
            found.append((f"bets.{bet}.data.numbers", wrong("missing-numbers")))
        elif rules.bets[bet].pays is None:
            found.append((f"bets.{bet}.pays", MISSING))
    if not found:
        dish = boule(rules).numbers
        found += [
            (f"bets.{colour}.data.numbers", wrong("boule-colour"))
            for colour, numbers in (("red", dish.red), ("black", dish.black))
            if rules.bets[colour].data["numbers"] != numbers
            or sorted((*dish.red, *dish.black, dish.middle)) != list(NUMBERS)
        ]
    if "result" not in rules.calls:
        found.append(("calls.result", MISSING))
    return found


GAME = Game(
    ids=("boule",),
    family="wheel",
    check=check,
    edges=edges,
    asks={
        "settle": Ask(Throw, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

"""The engine of big six, or wheel of fortune: its figures, `settle`, `decide`, `limit`, house edges and `GAME`.

A bet lies on a symbol. Where the pointer rests between two cells the rulebook (or the sign at the table) decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

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
from trainer.games.posted import PostedLimits, complies, posted_facts, posted_reasons
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.problems import MISSING, Finding, listed, wrong
from trainer.rulebooks.schema import Citation, Few, GameRules
from trainer.rulebooks.validation import faults_of
from trainer.texts import Names

SYMBOL = "symbol"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Cells(_Part, frozen=True):
    """How many cells of the wheel carry each symbol."""

    cells: dict[str, Few]


class Turns(_Part, frozen=True):
    """The least full turns of a spin that counts."""

    least: int


class Between(_Part, frozen=True):
    """What a pointer between two cells means: the one that passed last wins, or the spin is void."""

    rule: Literal["previous", "void"]


class MaximumPayout(_Part, frozen=True):
    """The other way to limit bets: by what they may win. Stakes go down to the unit."""

    unit: Amount
    most: Amount


class BigSixFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The ``[rules]`` table."""

    felt: str
    wheel: Cells
    turns: Turns
    between: Between
    limits: PostedLimits | None = None
    maximum_payout: MaximumPayout | None = None


def big_six(rules: GameRules) -> BigSixFigures:
    """The figures of a big six wheel."""
    return figures(rules, BigSixFigures)


def symbol_names(rules: GameRules) -> dict[str, Names]:
    """What each symbol of the wheel is called."""
    return rules.bets[SYMBOL].outcomes


def wheel_order(rules: GameRules) -> list[str]:
    """The cells round the wheel, each symbol spread evenly and the single ones opposite each other.

    No regulation prints the order, and only the counts matter for the odds.
    """
    cells = big_six(rules).wheel.cells
    singles = [symbol for symbol, count in cells.items() if count == 1]
    rank = list(cells)
    places = [
        (Fraction(2 * turn + 1, 2 * count), -rank.index(symbol), symbol)
        for symbol, count in cells.items()
        if count > 1
        for turn in range(count)
    ]
    order = [symbol for _, _, symbol in sorted(places)]
    for index, symbol in enumerate(singles):
        order.insert(sum(cells.values()) * index // len(singles), symbol)
    return order


def _check_symbol(rules: GameRules, symbol: Any, field: str) -> str:
    cells = big_six(rules).wheel.cells
    if str(symbol) not in cells:
        raise RequestError(field, f"{symbol!r} is not on the wheel; there are: {', '.join(cells)}")
    return str(symbol)


def _check_bet(rules: GameRules, bet: Bet, field: str) -> str:
    if bet.bet != SYMBOL:
        raise RequestError(f"{field}.bet", f"the only bet is {SYMBOL!r}, on a symbol of the wheel")
    return _check_symbol(rules, bet.on, f"{field}.on")


# ── settle ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Spin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spin to settle: the symbol the pointer shows (either name), or the two cells it rests between.

    ``turns`` are the full turns of the wheel, ``between_rule`` the sign at the table if it differs from the rulebook's.
    ``minimum`` and ``maximum`` are the table's, as in `limit`, where a bet was found outside its limits too late.
    """

    bets: tuple[Bet, ...]
    symbol: str | int | None = None
    winning_symbol: str | int | None = None
    pointer: Literal["cell", "between"] = "cell"
    passed: str | int | None = None
    next: str | int | None = None
    turns: int | None = None
    between_rule: Literal["previous", "void"] | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


def winner(rules: GameRules, spin: Spin) -> tuple[str | None, Reason]:
    """The symbol that wins, with the reason; `None` if the wheel is spun again."""
    data = big_six(rules)
    if spin.turns is not None and spin.turns < data.turns.least:
        return None, Reason("short-spin", {"turns": spin.turns, "least": data.turns.least}, data.turns.cite)
    if spin.pointer == "between":
        for field in ("symbol", "winning_symbol"):
            if getattr(spin, field) is not None:
                raise RequestError(field, "is not told of a pointer between two cells: give passed and next")
        if spin.passed is None:
            raise RequestError("passed", "is missing: say which symbol passed the pointer last")
        passed = _check_symbol(rules, spin.passed, "passed")
        if spin.next is not None:
            _check_symbol(rules, spin.next, "next")
        rule = spin.between_rule or data.between.rule
        reason = Reason(f"between-{rule}", {"symbol": symbol_names(rules)[passed]}, data.between.cite)
        return (passed if rule == "previous" else None), reason
    for field in ("passed", "next"):
        if getattr(spin, field) is not None:
            raise RequestError(field, "is told only of a pointer between two cells")
    given = {name: getattr(spin, name) for name in ("symbol", "winning_symbol") if getattr(spin, name) is not None}
    if not given:
        raise RequestError("symbol", "is missing: say where the wheel stopped")
    found = {_check_symbol(rules, symbol, name) for name, symbol in given.items()}
    if len(found) > 1:
        raise RequestError("winning_symbol", "is another than symbol: give one of them")
    came = found.pop()
    return came, Reason("wheel-stops", {"symbol": symbol_names(rules)[came]}, data.wheel.cite)


def settle(rules: GameRules, spin: Spin) -> Settlement:
    """Every bet's result; on a void spin all bets stay for the next one."""
    check_stakes(spin.bets)
    came, why = winner(rules, spin)
    facts = {"winner": came, "action": "spin-again" if came is None else "settle"}
    plays = stakes_in_play(rules, [bet.seat for bet in spin.bets], _on_spots(rules, spin))
    results = settle_each(spin.bets, plays, lambda bet, field: _settle_bet(rules, bet, came, why, field))
    return Settlement(results, (why,), facts)


def _on_spots(rules: GameRules, spin: Spin) -> list[OnSpot]:
    """The stakes by symbol, under the limits that the round gives."""
    given = given_limits(rules, spin.minimum, spin.maximum)
    known = example_limits(rules, given)
    symbols = [_check_bet(rules, bet, f"bets[{index}]") for index, bet in enumerate(spin.bets)]
    found = [given_bounds(symbol_bounds(rules, symbol, known, None), given) for symbol in symbols]
    return [OnSpot(symbol, bet.stake, own) for symbol, bet, own in zip(symbols, spin.bets, found, strict=True)]


def _settle_bet(rules: GameRules, bet: Bet, came: str | None, why: Reason, field: str) -> BetResult:
    symbol = _check_bet(rules, bet, field)
    rule, names = rules.bets[SYMBOL], symbol_names(rules)
    if came is None:
        return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(why,))
    if came != symbol:
        reason = Reason("other-symbol", {"symbol": names[symbol], "came": names[came]}, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    ruling = (why,) if why.rule == "between-previous" else ()
    hit = Reason("symbol-came", {"symbol": names[symbol]}, rule.cite)
    return won(rules, bet, bet.stake, rule.pay_table[symbol], rule.cite, *ruling, hit)


# ── decide ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class SpinCounts(Case, frozen=True, tag="spin"):
    """Does this spin count, and which symbol wins?"""

    symbol: str | int | None = None
    pointer: Literal["cell", "between"] = "cell"
    passed: str | int | None = None
    next: str | int | None = None
    turns: int | None = None
    between_rule: Literal["previous", "void"] | None = None


Situation = SpinCounts | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The croupier's act in a situation, with reasons."""
    match situation:
        case SpinCounts():
            spin = Spin(
                bets=(),
                symbol=situation.symbol,
                pointer=situation.pointer,
                passed=situation.passed,
                next=situation.next,
                turns=situation.turns,
                between_rule=situation.between_rule,
            )
            came, why = winner(rules, spin)
            facts = {"valid": came is not None, "winner": came, "action": "settle" if came else "spin-again"}
            return Decision(facts, (why,))
        case _:
            return by_the_book(rules, situation)


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class ProposedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Limits a house would like to post."""

    minimum: Amount
    maximum: Amount


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, and what is the most? ``maximum_payout`` asks under the maximum payout system."""

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    maximum_payout: Amount | None = None
    proposed_tables: tuple[ProposedTable, ...] = ()


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits and whether it may stand; without bets, those of every symbol.

    Where the regulation bounds the posted limits, the answer also says whether the table's and proposed ones comply.
    """
    data, known = big_six(rules), table_limits(rules, question.minimum, question.maximum)
    stated = stated_limits(question.minimum, question.maximum, data.limits)
    asked = question.bets or tuple(Bet(bet=SYMBOL, on=symbol) for symbol in data.wheel.cells)
    laid = []
    for index, bet in enumerate(asked):
        symbol = _check_bet(rules, bet, f"bets[{index}]")
        found = symbol_bounds(rules, symbol, stated if question.bets else known, question.maximum_payout)
        laid.append(Laid.on(bet, symbol, found, symbol_names(rules)[symbol]))
    facts, reasons = may_lie(laid)
    if data.limits is not None:
        facts |= posted_facts(data.limits, question.minimum, question.maximum)
        reasons += posted_reasons(data.limits)
        if question.proposed_tables:
            facts["spread_ok"] = [
                complies(data.limits, each.minimum, each.maximum) for each in question.proposed_tables
            ]
    return Decision(facts, tuple(reasons))


def symbol_bounds(
    rules: GameRules, symbol: str, known: dict[str, Amount], maximum_payout: Amount | None = None
) -> Bounds:
    """The least and the most on a symbol: the table's, or what the greatest payout allows."""
    found = bounds(rules, rules.bets[SYMBOL], known)
    system = big_six(rules).maximum_payout
    if maximum_payout is None and rules.chosen.get("limit-system") == "max-payout":
        maximum_payout = known.get("maximum")
    if maximum_payout is None:
        return found
    if system is None:
        raise RequestError("maximum_payout", "this regulation knows no maximum payout system")
    if not 0 < maximum_payout <= system.most:
        raise RequestError("maximum_payout", f"must be above 0 and must not be above {system.most}")
    most = math.floor(maximum_payout / rules.bets[SYMBOL].pay_table[symbol].ratio / system.unit) * system.unit
    return Bounds(found.minimum, most, system.cite)


# ── the game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def edges(rules: GameRules) -> tuple[Edge, ...]:
    """The house's edge on each symbol, from all cells of the wheel; symbols with the same edge share an entry."""
    order = wheel_order(rules)
    found: dict[Fraction, list[str]] = {}
    for symbol in big_six(rules).wheel.cells:
        bet = Bet(bet=SYMBOL, on=symbol, stake=Fraction(1))
        results = [settle(rules, Spin(symbol=cell, bets=(bet,))).bets[0] for cell in order]
        value = -sum((result.pays - result.loses for result in results), Fraction(0)) / len(order)
        found.setdefault(value, []).append(symbol)
    return tuple(Edge(SYMBOL, tuple(symbols), value) for value, symbols in found.items())


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a big six file."""
    found = faults_of(rules.rules, BigSixFigures, "rules")
    if found:
        return found
    cells = big_six(rules).wheel.cells
    if SYMBOL not in rules.bets:
        found.append((f"bets.{SYMBOL}", MISSING))
    elif set(rules.bets[SYMBOL].pay_table) != set(cells):
        found.append((f"bets.{SYMBOL}.pay-table", wrong("each-once", known=listed(cells))))
    elif set(rules.bets[SYMBOL].outcomes) != set(cells):
        found.append((f"bets.{SYMBOL}.outcomes", wrong("each-once", known=listed(cells))))
    return found


GAME = Game(
    ids=("big-six",),
    family="wheel",
    check=check,
    edges=edges,
    asks={
        "settle": Ask(Spin, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

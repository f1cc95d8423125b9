"""The engine of Lototrot, a pool on trotting races: shares out a race day and answers questions about tickets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Ask, Case, Decision, Game, Reason, RequestError, Settlement
from trainer.games.counter.figures import RESERVE, Pool, check, counter
from trainer.games.counter.questions import (
    LimitQuestion,
    PaymentQuestion,
    Presented,
    UnclaimedQuestion,
    limit,
    payment,
    presented,
    unclaimed,
)
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.schema import GameRules

_MOST_WINNERS = 10_000_000


def _pool(rules: GameRules) -> Pool:
    pool = counter(rules).pool
    assert pool is not None  # `check` sees to it
    return pool


# ── sharing out ──────────────────────────────────────────────────────────────────────────────────────────────────────


class RaceDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A race day to share out.

    ``prizes`` is what the day puts into prizes (or ``played`` what was staked, of which the least share is taken);
    ``sums`` gives the categories' money itself. ``accumulated`` is what the highest category held before the day,
    ``reserve`` what its reserve holds. ``winners`` by category: without it only the shares are told.
    """

    prizes: Amount | None = None
    played: Amount | None = None
    accumulated: Amount = ZERO
    reserve: Amount = ZERO
    sums: dict[str, Amount] = {}
    winners: dict[str, int] = {}


def settle(rules: GameRules, day: RaceDay) -> Settlement:
    """The categories' sums, each winner's prize, what accumulates and what goes to the reserve."""
    pool, reasons = _pool(rules), list[Reason]()
    _check(pool, day)
    facts: dict[str, Any] = {}
    sums = _sums(rules, day, facts, reasons)
    if not day.winners:
        return Settlement((), tuple(reasons), facts)
    highest = next(iter(pool.categories))
    reserve = day.reserve + sums.pop(RESERVE, ZERO)
    won = {category: day.winners[category] for category in pool.categories if category in day.winners}
    if won.get(highest):
        sums[highest] = sums.get(highest, ZERO) + day.accumulated + reserve
        if reserve:
            reasons.append(Reason("reserve-added", {"amount": reserve}, pool.reserve_cite))
        reserve = ZERO
    elif highest in won:
        facts["accumulated"] = day.accumulated + sums.pop(highest, ZERO)
        reasons.append(Reason("accumulates", {"amount": facts["accumulated"]}, pool.no_winner_cite))
    reserve += _run_down(pool, sums, won, facts, reasons)
    playing = [category for category in won if won[category] and sums.get(category)]
    each = {category: sums[category] / won[category] for category in playing}
    _put_right(pool, sums, won, each, playing, facts, reasons)
    facts["each"] = {category: rules.money(amount) for category, amount in each.items()}
    for category in playing:
        params = {
            "category": category,
            "amount": sums[category],
            "winners": won[category],
            "each": facts["each"][category],
        }
        reasons.append(Reason("equal-parts", params, pool.equal_cite))
    if reserve:
        facts["reserve"] = reserve
    facts["total_payout"] = sum((facts["each"][category] * won[category] for category in playing), ZERO)
    return Settlement((), tuple(reasons), facts)


def _check(pool: Pool, day: RaceDay) -> None:
    if sum((day.prizes is not None, day.played is not None, bool(day.sums))) != 1:
        raise RequestError("prizes", "give one of prizes, played and sums")
    given: tuple[tuple[str, Mapping[str, Amount | int]], ...] = (("sums", day.sums), ("winners", day.winners))
    for field, values in given:
        for category in values:
            if category not in pool.categories and not (field == "sums" and category == RESERVE):
                known = ", ".join(pool.categories)
                raise RequestError(f"{field}.{category}", f"is no category; there are: {known}")
    if any(count > _MOST_WINNERS for count in day.winners.values()):
        raise RequestError("winners", f"must be from 0 to {_MOST_WINNERS}")


def _sums(rules: GameRules, day: RaceDay, facts: dict[str, Any], reasons: list[Reason]) -> dict[str, Amount]:
    """The money of each category: as given, or by the percentages that the accumulated sum decides."""
    pool, share = _pool(rules), counter(rules).share
    if day.sums:
        return dict(day.sums)
    prizes = day.prizes
    if prizes is None and day.played is not None and share is not None:
        prizes = day.played * share.percent / 100
        facts["prize_fund"] = prizes
        params = {"percent": share.percent, "played": day.played, "least": prizes}
        reasons.append(Reason("prize-share", params, share.cite))
    assert prizes is not None
    highest = next(iter(pool.categories))
    held = day.accumulated
    if pool.counts_the_day:
        held += prizes * pool.below[highest] / 100
    above = held > pool.threshold or (held == pool.threshold and pool.at_threshold == "above")
    shares, cite = (pool.above, pool.above_cite) if above else (pool.below, pool.below_cite)
    facts["shares"] = {category: prizes * percent / 100 for category, percent in shares.items()}
    params = {"accumulated": held, "threshold": pool.threshold}
    reasons.append(Reason("shares-above" if above else "shares-below", params, cite))
    return dict(facts["shares"])


def _run_down(
    pool: Pool, sums: dict[str, Amount], won: dict[str, int], facts: dict[str, Any], reasons: list[Reason]
) -> Amount:
    """Sums without a winner go to the category below, the lowest to the reserve of the highest; that is given back."""
    highest, *lower = pool.categories
    to_reserve = ZERO
    for place, category in enumerate(lower):
        if won.get(category) != 0 or not sums.get(category):
            continue
        amount = sums.pop(category)
        below = lower[place + 1] if place + 1 < len(lower) else ""
        if below:
            sums[below] = sums.get(below, ZERO) + amount
        else:
            to_reserve += amount
        facts.setdefault("goes_to", {})[category] = below or RESERVE
        rule = "runs-down" if below else "runs-to-reserve"
        params = {"category": category, "below": below, "highest": highest, "amount": amount}
        reasons.append(Reason(rule, params, pool.no_winner_cite))
    return to_reserve


def _put_right(
    pool: Pool,
    sums: dict[str, Amount],
    won: dict[str, int],
    each: dict[str, Amount],
    playing: Sequence[str],
    facts: dict[str, Any],
    reasons: list[Reason],
) -> None:
    """A lower category never pays more than a higher: halves first, then one division for both; highest pair first."""
    for upper, lower in pairwise(playing):
        if each[lower] <= each[upper]:
            continue
        both = sums[upper] + sums[lower]
        for category in (upper, lower):
            sums[category] = both / 2
            each[category] = sums[category] / won[category]
        still = each[lower] > each[upper]
        if still:
            group = [upper, lower] if pool.common_for == "still-inverted" else list(playing)
            total = sum((sums[category] for category in group), ZERO)
            count = sum(won[category] for category in group)
            for category in group:
                each[category] = total / count
                sums[category] = each[category] * won[category]
            facts["final_each"] = total / count
        facts["after_first_step_still_inverted"] = still
        params = {"upper": upper, "lower": lower, "amount": both}
        reasons.append(Reason("put-right-in-common" if still else "put-right-by-halves", params, pool.inverted_cite))


# ── decide ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Hits(Case, frozen=True, tag="category"):
    """A ticket has so many winners right: in which category does it win?"""

    hits: int


class WithdrawnHorse(Case, frozen=True, tag="withdrawn"):
    """A bet names a horse that did not start: which one carries it?"""

    horse: int
    starters: tuple[int, ...]


Situation = Hits | WithdrawnHorse | PaymentQuestion | Presented | UnclaimedQuestion | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """What holds for a ticket, with reasons."""
    match situation:
        case Hits():
            return _category(rules, situation.hits)
        case WithdrawnHorse():
            return _withdrawn(rules, situation)
        case PaymentQuestion():
            return payment(rules, situation)
        case Presented():
            return presented(rules, situation)
        case UnclaimedQuestion():
            return unclaimed(rules, situation)
        case _:
            return by_the_book(rules, situation)


def _category(rules: GameRules, hits: int) -> Decision:
    pool = _pool(rules)
    if not 0 <= hits <= pool.races:
        raise RequestError("hits", f"must be from 0 to {pool.races}, the races there are")
    found = next((name for name, wanted in pool.categories.items() if wanted == hits), None)
    reason = Reason("category" if found else "no-category", {"hits": hits, "races": pool.races}, pool.hits_cite)
    return Decision({"category": found, "also_lower": False}, (reason,))


def _withdrawn(rules: GameRules, asked: WithdrawnHorse) -> Decision:
    rule = counter(rules).withdrawn
    assert rule is not None  # `check` sees to it
    if not asked.starters or min((asked.horse, *asked.starters)) < 1 or len(set(asked.starters)) != len(asked.starters):
        raise RequestError("starters", "name the numbers that started, each once, from 1")
    if asked.horse in asked.starters:
        raise RequestError("horse", f"{asked.horse} started: nothing moves")
    higher = [number for number in asked.starters if number > asked.horse]
    carries = min(higher or asked.starters)
    programme = range(1, max((asked.horse, *asked.starters)) + 1)
    following = asked.horse % programme[-1] + 1
    if rule.next_also == "void" and following not in asked.starters:
        return Decision({"horse": None, "bet": "void"}, (Reason("withdrawn-void", {"horse": asked.horse}, rule.cite),))
    params = {"horse": asked.horse, "carries": carries}
    return Decision({"horse": carries}, (Reason("withdrawn", params, rule.cite),))


GAME = Game(
    ids=("lototrot",),
    family="counter",
    check=check,
    asks={
        "settle": Ask(RaceDay, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)

"""Decisions of the bingo caller: ball calls, card and claim checks, announcements, who may call, irregularities."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import Amount
from trainer.games.bingo.cards import (
    Grid,
    check_ball,
    check_drawn,
    crosses_centre,
    faults,
    letter_of,
    marked_rows,
    progress,
)
from trainer.games.bingo.claims import PrizeClaim, judge
from trainer.games.bingo.figures import bingo
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.procedure import Irregular, Regulated, by_the_book, irregularity
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules


class Ball(Case, frozen=True, tag="ball"):
    """A ball is drawn: which letter has it, and how is it called?"""

    number: int


class Column(Case, frozen=True, tag="column"):
    """Which of these numbers may stand in a column of the card? By its letter, or by its place from 1."""

    column: str
    numbers: tuple[int, ...] = ()


class CardCheck(Case, frozen=True, tag="card"):
    """Is this card well formed, and what has it, given the balls drawn? 0 is a blank place."""

    card: Grid
    drawn: tuple[int, ...] | None = None
    figure: str = ""


class ClaimCheck(Case, frozen=True, tag="claim"):
    """Somebody calls a prize: is the card good, does it come in time, and what is done next?

    ``after`` is how many balls had come when it was called; ``won_after`` how many when another player was right
    before; ``order_given`` that the order to go on or to end was given already.
    """

    prize: str
    card: Grid
    drawn: tuple[int, ...]
    figure: str = ""
    after: int | None = None
    won_after: int | None = None
    order_given: bool = False
    defaced: bool = False
    of_this_game: bool = True
    cards: int = 1
    paid_progressive: bool = True


class Announcement(Case, frozen=True, tag="announce"):
    """What is said now, in which order? ``event`` is what has just happened."""

    event: str


class CallerQuestion(Case, frozen=True, tag="caller"):
    """May this employee call the balls?"""

    staff: str


class Incident(Irregular, frozen=True, tag="irregularity"):
    """Something happened that should not: what is done? With figures and circumstances, if the ruling depends on
    them."""

    cards_sold: int | None = None
    price: Amount | None = None
    substantial: bool = True
    corrected_before_next_ball: bool = False
    prizes_paid: bool | None = None
    game_closed: bool | None = None


Situation = Ball | Column | CardCheck | ClaimCheck | Announcement | CallerQuestion | Incident | Regulated


def decide(rules: GameRules, situation: Situation) -> Decision:
    """What the caller or the head of the table does or says, with reasons."""
    match situation:
        case Ball():
            return _ball(rules, situation.number)
        case Column():
            return _column(rules, situation)
        case CardCheck():
            return _card(rules, situation)
        case ClaimCheck():
            return _claim(rules, situation)
        case Announcement():
            return announced(rules, situation.event)
        case CallerQuestion():
            return _caller(rules, situation.staff)
        case Incident():
            return _incident(rules, situation)
        case _:
            return by_the_book(rules, situation)


def _ball(rules: GameRules, number: int) -> Decision:
    check_ball(rules, number, "number")
    balls = bingo(rules).balls
    letter = letter_of(rules, number)
    facts: dict[str, Any] = {"number": number}
    if not letter:
        return Decision(facts | {"call": str(number)}, (Reason("number-called", {"number": number}, balls.cite),))
    low, high = dict(zip(balls.letters, bingo(rules).card.ranges, strict=True))[letter]
    reason = Reason("letter", {"number": number, "letter": letter, "low": low, "high": high}, bingo(rules).card.cite)
    call = f"{letter} {number}" if balls.call_letters else str(number)
    return Decision(facts | {"letter": letter, "call": call}, (reason,))


def _column(rules: GameRules, asked: Column) -> Decision:
    ours = bingo(rules)
    names = list(ours.balls.letters) or [str(at) for at in range(1, ours.card.columns + 1)]
    wanted = asked.column.upper()
    if wanted not in names:
        raise RequestError("column", f"{asked.column!r} is no column; there are: {', '.join(names)}")
    for index, number in enumerate(asked.numbers):
        check_ball(rules, number, f"numbers[{index}]")
    if not ours.card.ranges:
        return Decision({"allowed": list(asked.numbers)}, (Reason("columns-free", {}, ours.card.cite),))
    low, high = ours.card.ranges[names.index(wanted)]
    reason = Reason("column", {"column": wanted, "low": low, "high": high}, ours.card.cite)
    allowed = [number for number in asked.numbers if low <= number <= high]
    return Decision({"allowed": allowed, "lowest": low, "highest": high}, (reason,))


def _card(rules: GameRules, asked: CardCheck) -> Decision:
    broken = faults(rules, asked.card)
    cite = bingo(rules).card.cite
    facts: dict[str, Any] = {"valid": not broken, "faults": broken}
    reasons = [Reason(f"card-{fault}", {}, cite) for fault in broken] or [Reason("card-well-formed", {}, cite)]
    if asked.drawn is None:
        return Decision(facts, tuple(reasons))
    check_drawn(rules, asked.drawn)
    ours = bingo(rules)
    lawful = [
        key for key, figure in ours.figures.items() if ours.card.centre_counts or not crosses_centre(rules, figure)
    ]
    wanted = [asked.figure] if asked.figure else lawful
    for name in wanted:
        found = progress(rules, asked.card, name, asked.drawn)
        figure = bingo(rules).figures[name]
        key = name.replace("-", "_")
        facts[key] = found.complete and not broken
        if not found.complete:
            facts[f"{key}_missing"] = list(found.missing)
        rule = "figure-complete" if found.complete else "figure-missing"
        params = {"figure": figure.names, "numbers": list(found.missing)}
        reasons.append(Reason(rule, params, figure.cite))
    rows = marked_rows(rules, asked.card, asked.drawn)
    if "line" in rules.bets and facts.get("line"):
        facts |= {"row": rows[0], "rows": rows}
    return Decision(facts, tuple(reasons))


def _claim(rules: GameRules, asked: ClaimCheck) -> Decision:
    """A claim with what went before; what follows on it is an id of the house's ways."""
    claim = PrizeClaim(
        bet=asked.prize,
        card=asked.card,
        figure=asked.figure or None,
        after=asked.after,
        defaced=asked.defaced,
        of_this_game=asked.of_this_game,
        cards=asked.cards,
        paid_progressive=asked.paid_progressive,
    )
    ours = bingo(rules).claims
    judged = judge(rules, claim, asked.drawn, "")
    names = {"figure": rules.bets[asked.prize].names}
    good, why, reasons = judged.good, judged.why, judged.reasons
    if good and asked.order_given:
        good, why, reasons = False, "order-given", (Reason("claim-order-given", names, ours.closed_cite),)
    elif good and asked.won_after is not None:
        if not 0 <= asked.won_after <= len(asked.drawn):
            raise RequestError("won_after", f"must be from 0 to {len(asked.drawn)}, the balls that were drawn")
        if asked.won_after < judged.after:
            good, why = False, "another-before"
            reasons = (Reason("claim-another-before", names, ours.together_cite),)
    facts: dict[str, Any] = {"accepted": good, "why": why}
    if judged.progress.missing:
        facts["missing"] = list(judged.progress.missing)
    if good:
        facts["next"] = "verify-others" if asked.prize == "line" else "end-and-pay"
        event = f"{asked.prize}-verified"
        if event in bingo(rules).announcements:
            facts["announce"] = bingo(rules).announcements[event]
    else:
        facts["next"] = "resume"
        facts["sanction"] = ours.wrong
    return Decision(facts, reasons)


def announced(rules: GameRules, event: str) -> Decision:
    """The calls that follow on an event, in their order."""
    known = bingo(rules).announcements
    if event not in known:
        raise RequestError("event", f"{event!r} is followed by no call here; there are: {', '.join(known)}")
    calls = known[event]
    words = [rules.calls[call].says for call in calls]
    reasons = [
        Reason("said", {"says": rules.calls[call].says, "when": rules.calls[call].when}, rules.calls[call].cite)
        for call in calls
    ]
    by = list(dict.fromkeys(rules.calls[call].by for call in calls))
    return Decision({"order": calls, "says": words, "by": by}, tuple(reasons))


def _caller(rules: GameRules, staff: str) -> Decision:
    callers = bingo(rules).callers
    if callers is None:
        raise RequestError("case", f"{rules.rulebook} does not say who may call")
    if staff not in (*callers.allowed, *callers.forbidden):
        raise RequestError("staff", f"name one of: {', '.join((*callers.allowed, *callers.forbidden))}")
    may = staff in callers.allowed
    reason = Reason("caller-may", {}, callers.cite) if may else Reason("caller-never", {}, callers.forbidden_cite)
    return Decision({"allowed": may}, (reason,))


# ── irregularities ───────────────────────────────────────────────────────────────────────────────────────────────────


def _incident(rules: GameRules, asked: Incident) -> Decision:
    decision = irregularity(rules, asked.event)
    entry = rules.irregularities[asked.event]
    facts = dict(decision.facts)
    if entry.data.get("refund") == "all":
        too_late = next((key for key, other in rules.irregularities.items() if other.data.get("after-prizes")), "")
        if asked.prizes_paid and too_late:
            return irregularity(rules, too_late)
        if not asked.substantial:
            return Decision({"game": "goes-on", "refund": 0}, (Reason("error-without-effect", {}, entry.cite),))
        if asked.corrected_before_next_ball and entry.data.get("corrected") == "stands":
            reason = Reason("error-put-right", {}, Citation(HOUSE_STANDARD))
            return Decision({"game": "goes-on", "refund": 0}, (reason,))
        if asked.cards_sold is not None and asked.price is not None:
            facts["refund_total"] = asked.cards_sold * asked.price
    if entry.data.get("after-prizes") and asked.prizes_paid is False:
        return Decision({"claim_accepted": True}, (Reason("claim-before-prizes", {}, entry.cite),))
    if "until" in entry.data and asked.game_closed:
        facts = {**facts, "action": "none", "may_correct": False}
    return Decision(facts, decision.reasons)

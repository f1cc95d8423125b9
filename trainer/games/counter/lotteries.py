"""Lotteries: tickets, claim periods and faulty tickets; there is no dealer and nothing to settle."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import Amount
from trainer.games.core import Ask, Case, Decision, Game, Reason, RequestError
from trainer.games.counter.figures import check, counter
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.schema import GameRules

# What may be wrong with a ticket → the irregularity that says what follows.
_TROUBLES = ("altered", "lost", "expired", "misprinted", "refuted", "number-hidden")


class Ticket(Case, frozen=True, tag="ticket"):
    """A ticket is presented for a prize: is it paid?

    ``trouble`` is altered, lost, misprinted, refuted or number-hidden; ``days`` how many after the first on which it
    could be collected; ``printed_term`` the days printed on the ticket, where the term stands there.
    """

    trouble: str = ""
    days: int | None = None
    printed_term: int | None = None
    price: Amount | None = None


Situation = Ticket | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """What is done at the counter, with reasons."""
    if isinstance(situation, Ticket):
        return _ticket(rules, situation)
    return by_the_book(rules, situation)


def _ticket(rules: GameRules, asked: Ticket) -> Decision:
    term = counter(rules).term
    if term is None:
        raise RequestError("case", f"{rules.game} has no tickets")
    known = [trouble for trouble in _TROUBLES if trouble in rules.irregularities and trouble != "expired"]
    if asked.trouble and asked.trouble not in known:
        raise RequestError("trouble", f"{asked.trouble!r} is nothing this rulebook names; it names: {', '.join(known)}")
    days = asked.printed_term if term.days is None else max(term.days, asked.printed_term or 0)
    trouble = asked.trouble
    if not trouble and asked.days is not None:
        if days is None:
            raise RequestError("printed_term", "is missing: the term stands on the ticket")
        trouble = "expired" if asked.days > days else ""
    if not trouble:
        facts: dict[str, Any] = {"paid": True, "term_days": days}
        return Decision(facts, (Reason("ticket-good", {}, term.cite),))
    entry = rules.irregularities[trouble]
    words = {"situation": entry.situation, "action": entry.action}
    facts = {"paid": False, "why": trouble, "refund": entry.data.get("refund", "none")}
    if facts["refund"] == "price" and asked.price is not None:
        facts["refund_amount"] = asked.price
    return Decision(facts, (Reason("table.reason.irregularity", words, entry.cite),))


GAME = Game(
    ids=("lottery", "instant-lottery"),
    family="counter",
    check=check,
    asks={"decide": Ask(Situation, decide)},
)

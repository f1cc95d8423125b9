"""Procedure, for every game: in which order things are done, and what is done when something goes wrong."""

from __future__ import annotations

from trainer.games.core import Decision, Reason, RequestError
from trainer.rulebooks.schema import GameRules


def irregularity(rules: GameRules, event: str, field: str = "event") -> Decision:
    """The ruling on an irregularity by its id: the facts its data carries, and the regulation's words as the reason."""
    if event not in rules.irregularities:
        known = ", ".join(rules.irregularities)
        raise RequestError(field, f"{event!r} is not an irregularity this rulebook names; it names: {known}")
    entry = rules.irregularities[event]
    facts = {key.replace("-", "_"): value for key, value in entry.data.items()}
    params = {"situation": entry.situation, "action": entry.action}
    return Decision(facts, (Reason("table.reason.irregularity", params, entry.cite),))


def steps(rules: GameRules, of: str = "", field: str = "of") -> Decision:
    """The steps of one of the rulebook's orders, or of the whole procedure, by their ids."""
    if not of:
        cites = {str(step.cite): step.cite for step in rules.procedure.values()}
        reasons = tuple(Reason("table.reason.procedure", {}, cite) for cite in cites.values())
        return Decision({"order": list(rules.procedure)}, reasons)
    if of not in rules.orders:
        raise RequestError(field, f"{of!r} is not an order of this rulebook; it has: {', '.join(rules.orders)}")
    order = rules.orders[of]
    found = [step for group in order.steps for step in group]
    return Decision({"order": found, "groups": order.steps}, (Reason("table.reason.order", {}, order.cite),))

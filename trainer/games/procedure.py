"""Situations that the rulebook's own words answer: order of steps and calls, irregularities, conduct, facts by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.facts import StatedFact, stated
from trainer.games.posted import LimitChanges, change_of_limits
from trainer.rulebooks.agreement import CASE
from trainer.rulebooks.schema import Citation, GameRules


class Calls(Case, frozen=True, tag="calls"):
    """In which order are these calls made? By id or by their Spanish words."""

    calls: tuple[str, ...]


class Steps(Case, frozen=True, tag="procedure"):
    """In which order are these steps made? All of them if none is named."""

    steps: tuple[str, ...] = ()


class Irregular(Case, frozen=True, tag="irregularity"):
    """Something happened that should not: what is done?"""

    event: str


class Conduct(Case, frozen=True, tag="conduct"):
    """A rule of conduct by its id: what does it say, and what are its figures?"""

    rule: str


# What every game answers by the book, those that judge irregularities themselves included.
Regulated = Calls | Steps | Conduct | LimitChanges | StatedFact
Written = Regulated | Irregular


def by_the_book(rules: GameRules, case: Written) -> Decision:
    """What the rulebook itself says in words, the same for every game."""
    match case:
        case Calls():
            return order_of_calls(rules, case.calls)
        case Steps():
            return order_of_steps(rules, case.steps)
        case Irregular():
            return irregularity(rules, case.event)
        case Conduct():
            return rule_of_conduct(rules, case.rule)
        case LimitChanges():
            return change_of_limits(rules, case)
        case StatedFact():
            return stated(rules, case)


def order_of_steps(rules: GameRules, wanted: Iterable[str]) -> Decision:
    """Steps of the procedure by their ids, in the rulebook's order; all of them if none is named."""
    asked = list(wanted)
    for index, step in enumerate(asked):
        if step not in rules.procedure:
            raise RequestError(f"steps[{index}]", f"{step!r} is no step; there are: {', '.join(rules.procedure)}")
    order = [step for step in rules.procedure if not asked or step in asked]
    return Decision({"order": order}, _in_this_order(rules.procedure[step].cite for step in order))


def order_of_calls(rules: GameRules, wanted: Iterable[str]) -> Decision:
    """Calls, by their id or by their Spanish words, in the order in which a round makes them."""
    spoken = [step.call for step in rules.procedure.values() if step.call]
    by_words = {rules.calls[call].says.es.lower(): call for call in spoken}
    asked = list(wanted)
    places: dict[str, int] = {}
    for index, words in enumerate(asked):
        call = by_words.get(words.lower(), words)
        if call not in spoken:
            raise RequestError(f"calls[{index}]", f"{words!r} is no call of a round; there are: {', '.join(by_words)}")
        places[words] = spoken.index(call)
    order = sorted(asked, key=lambda words: places[words])
    return Decision({"order": order}, _in_this_order(rules.calls[spoken[places[words]]].cite for words in order))


def _in_this_order(cites: Iterable[Citation]) -> tuple[Reason, ...]:
    return tuple(Reason("table.reason.procedure", {}, cite) for cite in dict.fromkeys(cites))


def irregularity(rules: GameRules, event: str) -> Decision:
    """What is done about an irregularity of the rulebook: its words, and its data as named facts."""
    if event not in rules.irregularities:
        known = ", ".join(rules.irregularities)
        raise RequestError("event", f"{event!r} is nothing this rulebook names; it names: {known}")
    entry = rules.irregularities[event]
    words: dict[str, Any] = {"situation": entry.situation, "action": entry.action}
    return Decision({**words, **_as_facts(entry.data)}, (Reason("table.reason.irregularity", words, entry.cite),))


def rule_of_conduct(rules: GameRules, rule: str) -> Decision:
    """What a rule of conduct says: its words, and its data as named facts (``allowed`` among them where it forbids)."""
    if rule not in rules.conduct:
        raise RequestError("rule", f"{rule!r} is no rule of conduct here; there are: {', '.join(rules.conduct)}")
    entry = rules.conduct[rule]
    words = {"says": entry.says}
    return Decision({**words, **_as_facts(entry.data)}, (Reason("table.reason.conduct", words, entry.cite),))


def _as_facts(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("-", "_"): value for key, value in data.items() if key != CASE}

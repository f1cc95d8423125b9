"""Checks beyond the types of a rulebook file, and the choices of house options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trainer.equipment import NotReadableError
from trainer.equipment.money import Rounding, parse_amount
from trainer.rulebooks.merge import remove_problem
from trainer.rulebooks.names import shortened
from trainer.rulebooks.problems import Fault, Finding, RulebookError, listed, not_one_of, unreadable, wrong
from trainer.rulebooks.schema import BetRule, GameRules, Option, Step, Table
from trainer.texts import Message


def sense_faults(rules: GameRules) -> list[Finding]:
    """Problems that types cannot find: references, defaults and limits that do not fit."""
    found: list[Finding] = []
    for option_id, option in rules.options.items():
        problem = option_problem(option, option.default)
        if problem:
            found.append((f"options.{option_id}.default", problem))
        found += [
            (f"options.{option_id}.set.{choice}", not_one_of(choice, option.choices))
            for choice in option.set
            if choice not in option.choices
        ]
    for option_id, option in rules.options.items():
        found += _set_faults(f"options.{option_id}.set", option.set)
    found += _set_faults("variants", {f"{name}.set": variant.set for name, variant in rules.variants.items()})
    if rules.table.minimum <= 0:
        found.append(("table.minimum", wrong("above-zero")))
    if rules.table.maximum < rules.table.minimum:
        found.append(("table.maximum", wrong("below-minimum")))
    multiplied = _multiplied(rules)
    for bet, rule in rules.bets.items():
        for name, limit in (("minimum", rule.minimum), ("maximum", rule.maximum)):
            if limit is not None and limit.of and limit.of not in multiplied:
                found.append((f"bets.{bet}.{name}", wrong("limited-by", of=limit.of, known=listed(multiplied))))
        if not found and _are_crossed(rule, rules.table):
            found.append((f"bets.{bet}.maximum", wrong("below-minimum")))
    if rules.default_variant and rules.default_variant not in rules.variants:
        found.append(("default-variant", no_variant(rules.default_variant, rules.variants)))
    for step_id, step in rules.procedure.items():
        if step.call and step.call not in rules.calls:
            found.append((f"procedure.{step_id}.call", wrong("no-entry", entry=f"calls.{step.call}")))
        for place, other in (("after", step.after), ("before", step.before)):
            if other and (other not in rules.procedure or other == step_id):
                found.append((f"procedure.{step_id}.{place}", wrong("no-entry", entry=f"procedure.{other}")))
        found += [
            (f"procedure.{step_id}.needs", wrong("no-entry", entry=f"procedure.{need}"))
            for need in step.needs
            if need not in rules.procedure
        ]
    if circle := needs_circle(rules.procedure):
        found.append((f"procedure.{circle[0]}.needs", wrong("needs-circle", steps=" → ".join(circle))))
    if rules.off_limits and rules.off_limits.tell not in rules.staff:
        found.append(("off-limits.tell", wrong("no-entry", entry=f"staff.{rules.off_limits.tell}")))
    return found


def needs_circle(procedure: Mapping[str, Step]) -> list[str]:
    """Steps that need each other in a circle, so that none of them could ever be begun; [] if there are none."""
    done: set[str] = set()

    def follow(step_id: str, way: list[str]) -> list[str]:
        if step_id in way:
            return [*way[way.index(step_id) :], step_id]
        if step_id not in done and step_id in procedure:
            for need in procedure[step_id].needs:
                if found := follow(need, [*way, step_id]):
                    return found
            done.add(step_id)
        return []

    return next((found for step_id in procedure if (found := follow(step_id, []))), [])


def _are_crossed(rule: BetRule, table: Table) -> bool:
    """Whether a bet's maximum is below its minimum; only checked where both follow from the table's limits."""
    known = {"minimum": table.minimum, "maximum": table.maximum}
    if rule.minimum is None or rule.maximum is None or not {rule.minimum.of, rule.maximum.of} <= known.keys():
        return False
    return rule.maximum.amount(known) < rule.minimum.amount(known)


def _multiplied(rules: GameRules) -> list[str]:
    """What a limit can be a multiple of: the table's limits, the minimums of ``[rules.limits]``, and every bet."""
    own = rules.rules.get("limits")
    named = own if isinstance(own, Mapping) else {}
    parts = [key.removesuffix("-minimum") for key in named if key.endswith("-minimum")]
    return ["minimum", "maximum", *parts, *rules.bets]


def _set_faults(key: str, changes: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    for name, change in changes.items():
        if problem := remove_problem(change):
            yield f"{key}.{name}.remove", problem


def no_variant(variant: str, known: Mapping[str, Any]) -> Message:
    """Problem: unknown variant, with a list of the known ones."""
    return wrong("no-variant", variant=shortened(variant), known=listed(known))


def option_problem(option: Option, value: str) -> Message | None:
    """Why a value cannot be chosen for a house option; None if it can."""
    if option.kind == "choice":
        return None if value in option.choices else not_one_of(value, option.choices)
    try:
        if option.kind == "rounding":
            Rounding.parse(value)
            return None
        amount = parse_amount(value)
    except NotReadableError as error:
        return unreadable(error)
    if option.between is not None and not option.between[0] <= amount <= option.between[1]:
        return wrong("figure", least=option.between[0], most=option.between[1])
    return wrong("below-zero") if amount < 0 else None


def chosen_options(options: Mapping[str, Option], wanted: Mapping[str, str], file: str) -> dict[str, str]:
    """The value of every option, as asked for or else the default; raises `RulebookError`."""
    faults: list[Fault] = []
    for key, value in wanted.items():
        if key not in options:
            faults.append(Fault(file, f"options.{key}", wrong("no-option", known=listed(options))))
        elif problem := option_problem(options[key], value):
            faults.append(Fault(file, f"options.{key}", problem))
    if faults:
        raise RulebookError(faults)
    return {key: wanted.get(key, option.default) for key, option in options.items()}

"""The page *How to run it here*: who does what in a round, in which order, and what is called, from the procedure."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.course.markdown import markdown_table
from trainer.course.pages import cited
from trainer.course.rule_lists import quoted, spoken
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Step
from trainer.texts import Language, say, text

_ROUND = ("", "hand")  # parts of the procedure that belong to a round
_COLUMNS = ("number", "who", "what", "after", "article")


def running(rules: GameRules, language: Language) -> str:
    """The steps of a round and of what is done beside it; empty for a game that cannot be dealt live."""
    steps = {key: step for key, step in rules.procedure.items() if step.acts}
    if not steps:
        return ""
    of_round = _in_order({key: step for key, step in steps.items() if step.part in _ROUND})
    beside = _in_order({key: step for key, step in steps.items() if step.part not in _ROUND})
    numbers = {key: str(number) for number, key in enumerate((*of_round, *beside), 1)}
    parts = [text("lesson.running.says", language), _table(of_round, numbers, rules, language)]
    if beside:
        parts += [f"### {text('lesson.running.beside', language)}", _table(beside, numbers, rules, language)]
    return "\n\n".join((*parts, text("lesson.running.deal", language)))


def _table(steps: Mapping[str, Step], numbers: Mapping[str, str], rules: GameRules, language: Language) -> str:
    head = [text(f"lesson.running.{name}", language) for name in _COLUMNS]
    rows = []
    for key, step in steps.items():
        call = f" {quoted(spoken(rules.calls[step.call], language), language)}" if step.call in rules.calls else ""
        may = f" {text('lesson.running.optional', language)}" if step.optional else ""
        after = ", ".join(sorted((numbers[need] for need in _closest(step, rules) if need in numbers), key=int))
        what = f"{say(step.does, language)}{call}{may}"
        rows.append([numbers[key], _who(step.by, rules, language), what, after, cited(step.cite, language)])
    return markdown_table(head, rows)


def _in_order(steps: Mapping[str, Step]) -> dict[str, Step]:
    """Steps in the order of the file, but each after those it needs."""
    left, placed = dict(steps), dict[str, Step]()
    while left:
        key = next(key for key, step in left.items() if not any(need in left for need in step.needs))
        placed[key] = left.pop(key)
    return placed


def _closest(step: Step, rules: GameRules) -> list[str]:
    """The steps that a step needs, without those that another of them needs in turn."""
    earlier = set[str]()
    for need in step.needs:
        queue = list(rules.procedure[need].needs)
        while queue:
            key = queue.pop()
            if key not in earlier:
                earlier.add(key)
                queue += rules.procedure[key].needs
    return [need for need in step.needs if need not in earlier]


def _who(by: str, rules: GameRules, language: Language) -> str:
    """The name of a role here; of everybody who is not staff, the usual word."""
    role = rules.staff.get(by)
    return say(role.names, language) if role is not None else text(f"lesson.running.by.{by}", language)

"""Pages made from the rules alone (limits, how a round runs), for parts that no written page of the game covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from trainer.course.markdown import markdown_table
from trainer.course.pages import cited
from trainer.course.rule_lists import SECTIONS, quoted, spoken
from trainer.rulebooks import BetRule, GameRules
from trainer.rulebooks.schema import Limit, Step
from trainer.texts import Language, say, text

Section = Callable[[GameRules, Language], str]
_TABLE_LIMITS = ("minimum", "maximum", "centre")  # centre: minimum of the proposition bets at craps
_HALF = Fraction(1, 2)
_ROUND = ("", "hand")  # parts of the procedure that belong to a round
_COLUMNS = ("number", "who", "what", "after", "article")


def limits(rules: GameRules, language: Language) -> str:
    """Limits of the bets that have their own, and rulings on bets outside the limits."""
    bets_of: dict[str, list[str]] = {}
    for bet in rules.bets.values():
        if bounds := _bounds(bet, rules, language):
            said = f"{bounds}. {cited(bet.limit_cite or bet.cite, language)}"
            bets_of.setdefault(said, []).append(say(bet.names, language))
    if len(rules.bets) > 1 and [*map(len, bets_of.values())] == [len(rules.bets)]:
        bets_of = {said: [text("lesson.every-bet", language)] for said in bets_of}
    lines = [f"- **{', '.join(bets)}**: {said}" for said, bets in bets_of.items()]
    if rules.off_limits is not None:
        for which, what in (("over", rules.off_limits.over), ("under", rules.off_limits.under)):
            said = text(f"lesson.off-limits.{which}.{what}", language)
            lines.append(f"- {said} {cited(rules.off_limits.cite, language)}")
    return "\n".join(lines)


def _bounds(bet: BetRule, rules: GameRules, language: Language) -> str:
    """Minimum and maximum of a bet, or its only amount."""
    if bet.minimum is not None and bet.minimum == bet.maximum:
        limit, plus = limit_words(bet.minimum, rules, language), bet.data.get("plus")
        only = text("lesson.limit-plus", language, limit=limit, plus=plus) if plus else limit
        return text("lesson.exactly", language, limit=only)
    return "; ".join(
        text(f"lesson.{which}", language, limit=limit_words(limit, rules, language))
        for which, limit in (("least", bet.minimum), ("most", bet.maximum))
        if limit is not None
    )


def limit_words(limit: Limit, rules: GameRules, language: Language) -> str:
    """A limit in words: “the table minimum”, “2 times the table maximum”, an amount."""
    if not limit.of:
        return say(limit.factor, language)
    bet = rules.bets.get(limit.of)
    names = {"bet": limit.of if bet is None else say(bet.names, language)}
    which = limit.of if limit.of in _TABLE_LIMITS else "bet"
    if (limit.percent and limit.factor != 1) or limit.factor == _HALF:
        of = text(f"lesson.limit-part-of.{which}", language, **names)
        if limit.factor == _HALF:
            return text("lesson.limit-half", language, of=of)
        return text("lesson.limit-share", language, factor=limit.factor * 100, of=of)
    if limit.factor < 1:
        of = text(f"lesson.limit-part-of.{which}", language, **names)
        return text("lesson.limit-fraction", language, factor=str(limit.factor), of=of)
    of = text(f"lesson.limit-of.{which}", language, **names)
    return of if limit.factor == 1 else text("lesson.limit-times", language, factor=limit.factor, of=of)


def running(rules: GameRules, language: Language) -> str:
    """Who does what in a round and beside it, in which order; empty for a game that is not dealt live."""
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


# By placeholder: title of the page and function that makes it.
STANDARD: dict[str, tuple[str, Section]] = {
    "equipment": ("lesson.page-equipment", SECTIONS["equipment"]),
    "bets": ("lesson.page-bets", SECTIONS["bets"]),
    "procedure": ("lesson.page-procedure", SECTIONS["procedure"]),
    "running": ("lesson.page-running", running),
    "calls": ("lesson.page-calls", SECTIONS["calls"]),
    "limits": ("lesson.page-limits", limits),
    "irregularities": ("lesson.page-irregularities", SECTIONS["irregularities"]),
    "staff": ("lesson.page-staff", SECTIONS["staff"]),
    "conduct": ("lesson.page-conduct", SECTIONS["conduct"]),
    "options": ("lesson.page-options", SECTIONS["options"]),
}

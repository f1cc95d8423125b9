"""Pages made from the rules alone (limits, how a round runs), for parts that no written page of the game covers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from trainer.course.pages import cited
from trainer.course.rule_lists import SECTIONS
from trainer.course.running_page import running
from trainer.rulebooks import BetRule, GameRules
from trainer.rulebooks.schema import Limit
from trainer.texts import Language, say, text

Section = Callable[[GameRules, Language], str]
_TABLE_LIMITS = ("minimum", "maximum", "centre")  # centre: minimum of the proposition bets at craps
_HALF = Fraction(1, 2)


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
        return text("lesson.exactly", language, limit=limit_words(bet.minimum, rules, language))
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

"""The page of a drill, with a worked example: scene, question, answer, reasons, and typical mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from trainer.course.pages import Heading, Offer, Page, Try, cited
from trainer.course.rule_lists import quoted
from trainer.drills.core import Draft, Family, Question
from trainer.drills.forms import ChoiceForm, OrderForm
from trainer.drills.general_skills import AREA as TRADE
from trainer.drills.terms import in_terms, mistake_message
from trainer.rulebooks import GameRules
from trainer.texts import Language, say, text

# Seeds for a drill's own page and for pages that mention it. They differ, so that no question appears twice. For a
# drill of facts, a seed beyond the last fact starts again at the first.
_SHOWN_SEEDS, TRIED_SEED = (2, 4, 6, 8), 5  # the first with something on the felt
PICTURED_SEED, TRIED_BESIDE_SEED = 3, 7
_OTHERS = range(TRIED_SEED, TRIED_SEED + 10)  # questions tried to find one that was not shown
_MOST_MISTAKES = 3
NOTHING = ("0", "-", "none", "nothing")  # answers for nothing paid or nothing wrong
Pictured = Callable[[], Sequence[Draft]]
"""The questions of a drill that other pages show with their answers, found when one is to be tried."""


def worked_page(heading: Heading, family: Family, rules: GameRules, language: Language, elsewhere: Pictured) -> Page:
    """The page of a drill, with a question of its first level."""
    question = worked_question(family, rules)
    draft = question.draft
    # An empty felt shows nothing, and neither does the felt of a question in words.
    scenes = [draft.scene] if draft.scene.pieces and not family.asked_in_words else []
    lines = [
        f"## {text('lesson.drill', language)}: {heading.title}",
        say(in_terms(family.about, rules), language),
        f"![{text('lesson.picture', language)}](scene:0)" if scenes else "",
        f"**{text('lesson.asked', language)}** {say(draft.prompt, language)}",
        _to_choose(draft, language),
        _working(question, language),
        f"**{text('lesson.answer', language)}** {draft.form.prose(draft.solution, language, rules)}",
    ]
    if draft.after is not None and draft.after != draft.scene:
        lines.append(f"![{text('lesson.picture-after', language)}](scene:{len(scenes)})")
        scenes.append(draft.after)
    tried = another_question(question, rules, elsewhere)
    lines += [_mistakes(question, rules, language), f"[{text('lesson.try', language)}](try:0)" if tried else ""]
    lines.append(_levels(family, rules, language))
    markdown = "\n\n".join(line for line in lines if line)
    return Page(heading, markdown, tuple(scenes), (tried,) if tried else ())


def worked_question(family: Family, rules: GameRules) -> Question:
    """The question to work out: one with something on the felt and preferably with reasons and mistakes."""
    made: list[Question] = []
    for seed in _SHOWN_SEEDS:
        made.append(family.make(rules, 1, seed))
        draft = made[-1].draft
        if _is_to_work_out(draft) and (draft.mistakes or family.asked_in_words):  # words have few typical mistakes
            return made[-1]
    return max(made, key=lambda each: (bool(each.draft.scene.pieces), _is_to_work_out(each.draft)))


def _is_to_work_out(draft: Draft) -> bool:
    return bool(draft.scene.pieces) and draft.solution not in NOTHING


def another_question(shown: Question, rules: GameRules, elsewhere: Pictured) -> Offer | None:
    """A question to try, different from the worked one; None if there is only one."""
    return partial(_best_other, shown, rules, elsewhere) if _has_others(shown, rules) else None


def _has_others(shown: Question, rules: GameRules) -> bool:
    family, worked = shown.family, shown.draft
    if family.facts is not None:
        return family.facts(rules, 1) > 1
    others = (family.make(rules, 1, seed).draft for seed in _OTHERS)
    return any(
        (other.prompt, other.solution, other.scene) != (worked.prompt, worked.solution, worked.scene)
        for other in others
    )


def _best_other(shown: Question, rules: GameRules, elsewhere: Pictured) -> Try:
    """The best question to try; preferred, in order: a question on no page, one with another scene than the worked
    one, one with another answer."""
    family, worked = shown.family, shown.draft
    pictured = (worked, *elsewhere())
    beside = family.make(rules, 1, TRIED_BESIDE_SEED).draft
    answered = [_words(draft) for draft in (*pictured, beside)]
    less_good: dict[tuple[bool, ...], int] = {}
    for seed in _OTHERS:
        draft = family.make(rules, 1, seed).draft
        asked = _words(draft)
        if asked not in answered:
            return Try(family.id, 1, seed)
        is_pictured = any(is_same(family, draft, each) for each in pictured)
        less_good.setdefault((is_same(family, draft, worked), is_pictured, asked == answered[0]), seed)
    return Try(family.id, 1, less_good[min(less_good)])


def is_same(family: Family, one: Draft, other: Draft) -> bool:
    """Whether two questions look the same to the trainee; the felt does not matter for questions in words."""
    in_words_alone = family.asked_in_words or isinstance(one.form, OrderForm)
    return (in_words_alone or one.scene == other.scene) and _words(one) == _words(other)


def _words(draft: Draft) -> tuple[str, str]:
    """Text of the question and of the answer."""
    return say(draft.prompt, Language.ES), draft.solution


def _to_choose(draft: Draft, language: Language) -> str:
    """The choices, unless a mistake below mentions them."""
    if not isinstance(draft.form, ChoiceForm) or draft.mistakes:
        return ""
    choices = [quoted(say(choice.label, language), language) for choice in draft.form.choices]
    return f"**{text('lesson.to-choose', language)}** {' · '.join(choices)}"


def _working(question: Question, language: Language) -> str:
    """Reasons in order with citations; those without one are headings."""
    lines = []
    for words, citation in question.family.explain_all(question.draft.reasons, language):
        if citation is None:
            lines.append(f"- **{words}**")
        elif question.family.area == TRADE and citation.is_house_standard:  # calculations are not rules
            lines.append(f"- {words}")
        else:
            lines.append(f"- {words} {cited(citation, language)}")
    return "\n".join(lines)


def _mistakes(question: Question, rules: GameRules, language: Language) -> str:
    """Typical wrong answers and how they come about, each once."""
    named: dict[str, str] = {}
    for mistake, answer in question.draft.mistakes:
        if answer != question.draft.solution and mistake not in named and answer not in named.values():
            named[mistake] = answer
    if not named:
        return ""
    area = question.family.area
    lines = [f"**{text('lesson.mistakes', language)}**", ""]
    for mistake, answer in list(named.items())[:_MOST_MISTAKES]:
        why = say(mistake_message(f"{area}.mistake.{mistake}", rules), language)
        answered = quoted(question.draft.form.prose(answer, language, rules).rstrip("."), language)
        lines.append(f"- {answered} — {why}")
    return "\n".join(lines)


def _levels(family: Family, rules: GameRules, language: Language) -> str:
    lines = [f"**{text('lesson.levels', language)}**", ""]
    for level, rung in enumerate(family.levels, 1):
        said = text("lesson.rung", language, level=level, seconds=round(rung.target_seconds))
        lines.append(f"- {said}: {say(in_terms(family.level_name(level), rules), language)}")
    return "\n".join(lines)


def drill_heading(family: Family, rules: GameRules, language: Language) -> Heading:
    """Heading of a drill in the regulation's terms."""
    return Heading(f"drill:{family.id}", say(in_terms(family.name, rules), language), (family.id,))

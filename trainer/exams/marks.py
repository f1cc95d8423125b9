"""Compute the marks of a sitting from its paper and answers alone, in millionths: the same result on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from trainer.drills.forms import AnswerError
from trainer.drills.judge import is_one_of
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_items import question_of
from trainer.exams.result import WHOLE, Correction, ItemMark, Marks, PartMark
from trainer.exams.scheme import Counts, Part, exact
from trainer.exams.sitting_state import LastAnswer

Judge = Callable[[PaperItem, str, Sequence[str] | None], tuple[bool, str]]
"""Judges an answer to an item, given the solutions of a correction if there is one: is it right, and which mistake."""


def marks_of(
    paper: Paper,
    answers: Mapping[int, LastAnswer],
    extra_time: int,
    voided: Sequence[int] = (),
    corrected: Sequence[Correction] = (),
    judge: Judge | None = None,
) -> Marks:
    """The marks of a sitting. Voided items count for nobody; corrected items count by the corrected solutions.

    ``judge`` is `judged` unless an older result is verified, see `judged_before`.
    """
    solutions = {each.item: each.solutions for each in corrected}
    items = tuple(
        _item_mark(paper, item, answers.get(item.number), extra_time, item.number in voided, solutions, judge or judged)
        for item in paper.items
    )
    parts: list[PartMark] = []
    total, weights = Fraction(0), 0
    passed = True
    for part in paper.scheme.parts:
        mark, share = _part_mark(part, [each for each in items if each.part == part.id and not each.voided])
        parts.append(mark)
        if mark.items:
            total += part.weight * share
            weights += part.weight
        passed = passed and (mark.passed or not part.must_pass)
    whole = total / weights if weights else Fraction(0)
    return Marks(
        items=items,
        parts=tuple(parts),
        millionths=int(whole * WHOLE),
        pass_mark=str(paper.scheme.pass_mark),
        passed=passed and whole >= exact(paper.scheme.pass_mark),
    )


def _part_mark(part: Part, marks: Sequence[ItemMark]) -> tuple[PartMark, Fraction]:
    """Mark of a part, and its exact share of right answers."""
    share = Fraction(sum(each.millionths for each in marks), len(marks) * WHOLE) if marks else Fraction(0)
    found = PartMark(
        part=part.id,
        items=len(marks),
        right=sum(each.right for each in marks),
        millionths=int(share * WHOLE),
        pass_mark=str(part.pass_mark),
        must_pass=part.must_pass,
        passed=not marks or share >= exact(part.pass_mark),
    )
    return found, share


def _item_mark(
    paper: Paper,
    item: PaperItem,
    kept: LastAnswer | None,
    extra_time: int,
    voided: bool,
    solutions: Mapping[int, Sequence[str]],
    judge: Judge,
) -> ItemMark:
    given, ms = (kept.answer, kept.corrected) if kept else ("", 0)
    right, mistake = judge(item, given, solutions.get(item.number)) if kept else (False, "")
    timed = paper.scheme.part(item.part).counts is Counts.ACCURACY_AND_TIME
    worth = 0
    if right and not voided:
        worth = timed_worth(ms, item.target_ms, item.limit_ms, extra_time) if timed else WHOLE
    return ItemMark(
        item=item.number,
        part=item.part,
        given=given,
        right=right,
        millionths=worth,
        ms=ms,
        mistake=mistake,
        voided=voided,
    )


def judged(item: PaperItem, given: str, solutions: Sequence[str] | None = None) -> tuple[bool, str]:
    """Whether an answer is right, and the id of the named mistake; text that is not an answer is wrong."""
    question = question_of(item)
    try:
        if solutions is not None:
            return is_one_of(question.draft.form, given, solutions), ""
        mark = question.family.mark(question, given)
    except (AnswerError, ValueError, LookupError, TypeError):
        return False, ""
    return mark.right, mark.mistake


def judged_before(item: PaperItem, given: str, solutions: Sequence[str] | None = None) -> tuple[bool, str]:
    """As `judged` in results that were sealed before November 2026, so that they still verify.

    Of several fitting mistakes the first was named, and a corrected order of steps accepted every order.
    """
    question = question_of(item)
    form = question.draft.form
    try:
        canonical = form.canonical(given)
        if solutions is not None:
            return any(form.same(canonical, form.canonical(each)) for each in solutions), ""
        right = form.same(canonical, item.solution)
        mistakes = (mistake.id for mistake in item.mistakes if form.same(canonical, mistake.answer))
        return right, "" if right else next(mistakes, "")
    except (AnswerError, ValueError, LookupError, TypeError):
        return False, ""


def timed_worth(ms: int, target_ms: int, limit_ms: int, extra_time: int = 0) -> int:
    """Mark of a right answer in millionths where time counts: full up to the target time, falling to half at the limit.

    >>> timed_worth(12_230, 8_000, 16_000)
    735625
    """
    target, limit = (time * (100 + extra_time) for time in (target_ms, limit_ms))
    if limit <= target:
        return WHOLE
    left = min(max(limit - ms * 100, 0), limit - target)
    return WHOLE // 2 + WHOLE * left // (2 * (limit - target))

"""A run in the words of the terminal: a question with what lies on the felt, what can be typed, and a verdict."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.drills.core import Question
from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.drills.wording import piece_in_words
from trainer.equipment.money import parse_amount
from trainer.runs.run import Run
from trainer.runs.summary import Answered, Summary
from trainer.texts import Language, say, text
from trainer.texts.catalogue import number


def title_words(run: Run, language: Language) -> str:
    """What is asked, and where."""
    rules, question = run.asked.rules, run.question
    return f"{say(question.family.name, language)} · {say(rules.names, language)} · {say(rules.info.names, language)}"


def ask_words(run: Run, language: Language) -> Iterator[str]:
    """The lines of a question."""
    draft = run.question.draft
    counts = text("drill.counts" if run.counts else "drill.does-not-count", language)
    place = f"{run.number}" if run.seconds else f"{run.number}/{run.length}"
    yield f"\n{place} · {say(run.label, language)} · {counts}"
    if run.asked.why is not None:
        yield say(run.asked.why, language)
    for piece in draft.scene.pieces:
        yield f"   {piece_in_words(piece, language)}"
    yield say(draft.prompt, language)
    for line in _choices(draft.form, language):
        yield f"   {line}"


def judge_words(answered: Answered, language: Language) -> Iterator[str]:
    """The lines of a verdict; what was wrong is explained."""
    question, mark = answered.question, answered.mark
    solution = _solution(question, language)
    verdict = text("drill.right" if mark.right else "drill.wrong", language, answer=solution)
    yield f"{verdict}  ({answered.seconds:.1f} s / {question.target_seconds:g} s)"
    if mark.mistake:
        yield f"   {text(mark.mistake, language)}"
    if not mark.right:
        for words, citation in question.family.explain_all(question.draft.reasons, language):
            cite = f"  [{citation}]" if citation else ""
            yield f"   · {words}{cite}"


def summary_words(summary: Summary, language: Language) -> Iterator[str]:
    """The lines that end a run."""
    if summary.placed is not None:
        placed = summary.placed
        sure = "says" if placed.is_sure else "says-early"
        yield text(
            f"sessions.placement.{sure}",
            language,
            answers=placed.answers,
            right=placed.right,
            open=placed.open_levels,
            levels=placed.levels,
        )
    elif summary.tally is not None:
        yield text("drill.summary", language, right=summary.tally.right, asked=summary.answers)
    elif summary.answers:
        yield text("sessions.handed-in", language, count=summary.answers)


def _solution(question: Question, language: Language) -> str:
    """The solution as it could be typed; figures in the language's notation."""
    solution = question.draft.solution
    if isinstance(question.draft.form, AmountForm):
        return "  ".join(number(parse_amount(figure), language) for figure in solution.split())
    return solution


def _choices(form: AnswerForm, language: Language) -> list[str]:
    """What can be typed, where that is not plain."""
    match form:
        case ChoiceForm(choices=choices):
            return [f"{choice.id} = {say(choice.label, language)}" for choice in choices]
        case OrderForm(steps=steps):
            return [f"{step.id} = {say(step.label, language)}" for step in steps]
        case CallForm(parts=parts, labels=labels):
            written = [" / ".join(choice.id for choice in part) for part in parts]
            said = [say(label, language) for label in labels]
            return [f"{label}: {words}" for label, words in zip(said, written, strict=True)] if said else written
        case HandsForm(slots=slots):
            return [f"{slot.id}=… ({slot.size}) {say(slot.label, language)}" for slot in slots]
        case ChipsForm():
            return [text("drill.type-chips", language)]
        case SpotsForm():
            return [text("drill.type-spots", language)]
        case PlaceForm():
            return [text("drill.type-places", language)]
        case AmountForm(labels=labels):
            return [", ".join(say(label, language) for label in labels)] if labels else []

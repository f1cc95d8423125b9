"""A run in the words of the terminal: a question with what lies on the felt, what can be typed, and a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.drills.mental_arithmetic import workings
from trainer.drills.terms import mistake_message
from trainer.drills.wording import are_numbers, citation_words, piece_in_words, solution_in_words, spot_words
from trainer.rulebooks import GameRules
from trainer.runs.run import Run
from trainer.runs.summary import Answered, Summary
from trainer.runs.typed import LISTED
from trainer.texts import Language, Message, say, text
from trainer.texts.numbers import decimal_sign


def title_line(run: Run, language: Language) -> str:
    """What is asked, and where."""
    rules, question = run.asked.rules, run.question
    return f"{say(question.family.name, language)} · {say(rules.names, language)} · {say(rules.info.names, language)}"


def question_lines(run: Run, language: Language, house: Sequence[Message] = ()) -> Iterator[str]:
    """The lines of a question; ``house`` says what its answer hangs on in this house."""
    draft = run.question.draft
    counts = text("drill.counts" if run.counts else "drill.does-not-count", language)
    place = f"{run.number}" if run.seconds else f"{run.number}/{run.length}"
    yield f"\n{place} · {say(run.label, language)} · {counts}"
    if run.asked.why is not None:
        yield say(run.asked.why, language)
    rules = run.question.rules
    for piece in draft.scene.pieces:
        yield f"   {piece_in_words(piece, language, rules)}"
    for told in house:
        yield f"   · {say(told, language)}"
    yield say(draft.prompt, language)
    for line in input_help(draft.form, language, rules):
        yield f"   {line}"


def verdict_lines(answered: Answered, language: Language) -> Iterator[str]:
    """The lines of a verdict; what was wrong is explained."""
    question, mark = answered.question, answered.mark
    draft = question.draft
    solution = solution_in_words(draft.form, draft.solution, question.rules, language)
    verdict = text("drill.right" if mark.right else "drill.wrong", language, answer=solution)
    times = f"({answered.seconds:.1f} s / {question.target_seconds:g} s)".replace(".", decimal_sign(language))
    yield f"{verdict}  {times}"
    if mark.mistake:
        yield f"   {say(mistake_message(mark.mistake, question.rules), language)}"
    if not mark.right:
        for line in workings(question, language):
            yield f"   = {line}"
        for words, citation in question.family.explain_all(question.draft.reasons, language):
            cite = f"  [{citation_words(citation, language)}]" if citation else ""
            yield f"   · {words}{cite}"


def summary_lines(summary: Summary, language: Language) -> Iterator[str]:
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


def _numbered(choices: tuple[Choice, ...], language: Language) -> list[str]:
    """Choices by their label, with the number to type; what is itself a number is typed as it is."""
    if are_numbers(choices):
        return [say(choice.label, language) for choice in choices]
    return [f"{place}. {say(choice.label, language)}" for place, choice in enumerate(choices, start=1)]


def input_help(form: AnswerForm, language: Language, rules: GameRules | None) -> list[str]:
    """What can be typed, where that is not plain."""
    match form:
        case ChoiceForm(choices=choices) | OrderForm(steps=choices):
            return _numbered(choices, language)
        case CallForm(parts=parts, labels=labels):
            written = [" / ".join(_numbered(part, language)) for part in parts]
            said = [say(label, language) for label in labels]
            return [f"{label}: {words}" for label, words in zip(said, written, strict=True)] if said else written
        case HandsForm(slots=slots):
            return [f"{place}=… ({slot.size}) {say(slot.label, language)}" for place, slot in enumerate(slots, start=1)]
        case ChipsForm():
            return [text("drill.type-chips", language)]
        case SpotsForm(spots=spots):
            listed = [f"{place}. {spot_words(rules, spot, language)}" for place, spot in enumerate(spots, start=1)]
            return [*(listed if len(spots) <= LISTED else []), text("drill.type-spots", language)]
        case PlaceForm(spots=spots):
            shown = ", ".join(
                f"{spot_words(rules, spot, language)} = {count}" for count, spot in enumerate(spots[:2], 1)
            )
            return [text("drill.type-places", language, example=shown)]
        case AmountForm(labels=labels):
            return [", ".join(say(label, language) for label in labels)] if labels else []

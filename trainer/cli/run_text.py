"""A run as terminal text: questions with the pieces on the felt, what can be typed, and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainer.drills.mental_arithmetic import workings
from trainer.drills.terms import mistake_message
from trainer.drills.wording import citation_words, piece_in_words
from trainer.runs.run import Run
from trainer.runs.summary import Answered, Summary
from trainer.texts import Language, Message, say, text
from trainer.texts.numbers import decimal_sign


def title_line(run: Run, language: Language) -> str:
    """Name of the drill, the game and the regulation."""
    rules, question = run.asked.rules, run.question
    return f"{say(question.family.name, language)} · {say(rules.names, language)} · {say(rules.info.names, language)}"


def question_lines(run: Run, language: Language, house: Sequence[Message] = ()) -> Iterator[str]:
    """Lines of a question; ``house`` lists the house options its answer depends on."""
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
    for line in draft.form.input_help(language, rules):
        yield f"   {line}"


def verdict_lines(answered: Answered, language: Language) -> Iterator[str]:
    """Lines of a verdict; a wrong answer is explained."""
    question, mark = answered.question, answered.mark
    draft = question.draft
    solution = draft.form.words(draft.solution, language, question.rules)
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
    """Lines at the end of a run."""
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

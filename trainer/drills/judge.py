"""The one judge of an answer: drill, exam paper, race, worksheet and regrade all mark with it.

A wrong answer is compared with the mistakes that the question knows. When several of them lead to the same answer,
none is named: nobody can tell which one was made.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from trainer.drills.forms import AnswerForm

# Ends the id of a mistake that only says how far off an answer is, which is true whatever else went wrong.
_DISTANCE = "-off"


class Mark(msgspec.Struct, frozen=True):
    """The judgement of an answer: right or wrong, and the named mistake if it is a known one."""

    right: bool
    given: str
    solution: str
    mistake: str = ""  # full message id, or "" if the mistake has no name


def judge(form: AnswerForm, solution: str, mistakes: Iterable[tuple[str, str]], answer: str) -> Mark:
    """Mark an answer. ``mistakes`` are pairs of a message id and the wrong answer that the mistake leads to.

    Raises `AnswerError` with a hint for the trainee if the text is not an answer of this form.
    """
    given = form.canonical(answer)
    if form.same(given, solution):
        return Mark(True, given, solution)
    fitting = {mistake for mistake, wrong in mistakes if wrong != solution and form.equals(given, wrong)}
    if len(fitting) > 1:
        fitting = {mistake for mistake in fitting if mistake.endswith(_DISTANCE)}
    return Mark(False, given, solution, fitting.pop() if len(fitting) == 1 else "")


def is_one_of(form: AnswerForm, answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer is one of those that a regrade accepts; raises `AnswerError` as `judge` does."""
    given = form.canonical(answer)
    return any(form.equals(given, form.canonical(each)) for each in accepted)

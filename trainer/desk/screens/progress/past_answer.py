"""Reconstructs the question of a past attempt, with the answer given then."""

from __future__ import annotations

import msgspec

from trainer import drills
from trainer.desk.screens.progress.texts import is_known
from trainer.drills.core import Item, Question, RevisedError
from trainer.drills.dealt import DealtError
from trainer.drills.forms import AnswerError
from trainer.drills.judge import Mark
from trainer.drills.replay import PastRules, RulesArchive, remake
from trainer.records.store import Attempt
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.runs.summary import Answered
from trainer.texts import Message, Names

_NANOSECONDS_IN_A_MILLISECOND = 1_000_000


class PastAnswer(msgspec.Struct, frozen=True):
    """The answer with the verdict of its day, and what today's rules would say."""

    answered: Answered
    then: PastRules
    version_then: str
    version_now: str  # empty if the rules no longer exist
    right_now: bool | None  # `None` if it could not be asked today
    again: Question | None  # the same question under today's rules

    @property
    def is_changed(self) -> bool:
        """Whether the rules have changed since it was asked."""
        return self.then is not PastRules.SAME


class Gone(msgspec.Struct, frozen=True):
    """A question that cannot be reconstructed, and why."""

    why: Message | Names


def past_answer(attempt: Attempt, offers: Offers, archive: RulesArchive) -> PastAnswer | Gone:
    """Reconstruct the question of an attempt under the rules of its day, with the answer that was given.

    ``archive`` returns archived rules; if they were not archived, today's rules are used.
    """
    item = Item.parse(attempt.item)
    gone = Gone(Message("progress.replay.gone-drill", {"family": item.family}))
    try:
        family = drills.family(item.game, item.family)
    except KeyError:
        return gone
    if item.level > len(family.levels):
        return gone
    try:
        remade = remake(item, offers.library, family, archive)
    except RevisedError:
        return Gone(Message("progress.replay.gone-revised"))
    except RulebookError as error:
        return Gone(error.faults[0].message)
    except DealtError as error:
        return Gone(error.message)
    question = remade.question
    mistake = attempt.mistake if attempt.mistake and is_known(attempt.mistake) else ""
    mark = Mark(attempt.right, attempt.answer, question.draft.solution, mistake)
    answered = Answered(
        question,
        mark,
        attempt.milliseconds * _NANOSECONDS_IN_A_MILLISECOND,
        0,
        attempt.behaviour,
        attempt.counts,
        remade.rules,
    )
    return PastAnswer(
        answered,
        remade.then,
        item.version,
        remade.today.item.version if remade.today else "",
        _is_right_now(remade.today, attempt) if remade.today else None,
        remade.today,
    )


def _is_right_now(question: Question, attempt: Attempt) -> bool:
    if not attempt.answer:
        return False
    try:
        return question.family.mark(question, attempt.answer).right
    except AnswerError:
        return False

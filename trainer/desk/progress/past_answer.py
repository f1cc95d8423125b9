"""An attempt brought back: its question made again from its item, beside what was answered then."""

from __future__ import annotations

import msgspec

from trainer.desk.progress.words import is_known
from trainer.drills.core import Item, Mark, Question, remake
from trainer.drills.forms import AnswerError
from trainer.records.store import Attempt
from trainer.rulebooks import GameRules, RulebookError
from trainer.runs.offers import Offers
from trainer.runs.summary import Answered
from trainer.texts import Message, Names

_NANOSECONDS_IN_A_MILLISECOND = 1_000_000


class PastAnswer(msgspec.Struct, frozen=True):
    """The answer with the verdict of its day, and what today's rules would say."""

    answered: Answered
    rules: GameRules
    version_then: str
    version_now: str
    right_now: bool

    @property
    def is_changed(self) -> bool:
        """Whether the rules have changed since it was asked."""
        return self.version_then != self.version_now


class Gone(msgspec.Struct, frozen=True):
    """A question that cannot be made any more, and why."""

    why: Message | Names


def past_answer(attempt: Attempt, offers: Offers) -> PastAnswer | Gone:
    """The question of an attempt under the rules as they are now, with the answer that was given."""
    item = Item.parse(attempt.item)
    try:
        offer = offers.offer(item.rulebook, item.game, item.variant)
        family = next((one for one in offer.families if one.id == item.family), None)
        if family is None or item.level > len(family.levels):
            return Gone(Message("progress.replay.gone-drill", {"family": item.family}))
        question = remake(item, offers.library, family)
    except RulebookError as error:
        return Gone(error.faults[0].message)
    mistake = attempt.mistake if attempt.mistake and is_known(attempt.mistake) else ""
    mark = Mark(attempt.right, attempt.answer, question.draft.solution, mistake)
    answered = Answered(
        question,
        mark,
        attempt.milliseconds * _NANOSECONDS_IN_A_MILLISECOND,
        0,
        attempt.behaviour,
        attempt.counts,
    )
    return PastAnswer(answered, offer.rules, item.version, question.item.version, _is_right_now(question, attempt))


def _is_right_now(question: Question, attempt: Attempt) -> bool:
    if not attempt.answer:
        return False
    try:
        return question.family.mark(question, attempt.answer).right
    except AnswerError:
        return False

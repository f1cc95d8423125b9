"""Sessions of the study as runs of the desk: what was asked for, and where its questions and answers go."""

from __future__ import annotations

import hashlib
import random

import msgspec

from trainer.drills.core import Question
from trainer.runs.offers import Offers
from trainer.runs.placed import Placed, Start
from trainer.runs.reading import Reading, learned_rungs, offer_at, rungs_of
from trainer.runs.run import Answered, Remark
from trainer.study.behaviours import CHALLENGE, PLACEMENT, PRACTISE, Behaviour
from trainer.study.placement import AT_MOST, is_over
from trainer.study.plan import plan_today
from trainer.study.session import Session
from trainer.study.skills import Rung, paths
from trainer.study.sources import SECONDS, SessionKind
from trainer.study.trainee import Trainee
from trainer.texts import Message

CLASS_LENGTH = 20


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A session that was asked for, at the table chosen at home."""

    kind: SessionKind
    rulebook: str
    game: str
    variant: str = ""
    code: str = ""  # of a class: the same words give everybody the same questions
    highest_level: int = 0  # of a class; 0 is all of them

    @property
    def place(self) -> str:
        """The table as it stands in keys."""
        return f"{self.rulebook}/{self.game}" + (f":{self.variant}" if self.variant else "")


def class_seed(code: str) -> int:
    """The seed of a class's code; capitals and spaces do not matter.

    >>> class_seed(" Lunes  1") == class_seed("lunes 1")
    True
    """
    digest = hashlib.sha256(" ".join(code.casefold().split()).encode()).digest()
    return int.from_bytes(digest[:6], "big")


def rungs_for(order: Order, reading: Reading, offers: Offers) -> tuple[Rung, ...]:
    """What a session is about: one table for a class or a placement test, all that is open for mistakes, and
    otherwise what is learned under the regulation."""
    if order.kind in (SessionKind.CLASS, SessionKind.PLACEMENT):
        offer = offer_at(offers, order.place)
        rungs = rungs_of(offer) if offer else ()
        return tuple(rung for rung in rungs if not order.highest_level or rung.level <= order.highest_level)
    if order.kind is SessionKind.MISTAKES:
        found = [offer for place in reading.places() if (offer := offer_at(offers, place))]
        return paths((offer.rules, offer.families) for offer in found)
    return learned_rungs(reading, offers, order.rulebook, order.game)


class StudyRun:
    """A session under way. ``rungs`` is empty if there is nothing to ask."""

    def __init__(self, order: Order, reading: Reading, offers: Offers, rng: random.Random) -> None:
        self.order = order
        self.rungs = rungs_for(order, reading, offers)
        self.trainee = Trainee(reading.store, reading.profile.id, self.rungs)
        self.session = Session(
            self.trainee, order.kind, self.behaviour, rng, rungs=self.rungs, class_seed=class_seed(order.code)
        )

    @property
    def behaviour(self) -> Behaviour:
        if self.order.kind is SessionKind.PLACEMENT:
            return PLACEMENT
        return CHALLENGE if self.order.kind in SECONDS else PRACTISE

    @property
    def label(self) -> Message:
        return Message(f"study.session.{self.order.kind.value}")

    @property
    def seconds(self) -> float | None:
        return SECONDS.get(self.order.kind)

    def length(self) -> int | None:
        """How many questions at most; nothing if the behaviour says so."""
        standing, now = self.trainee.standing, self.trainee.now()
        match self.order.kind:
            case SessionKind.TODAY:
                return plan_today(standing, now, self.trainee.settings).questions
            case SessionKind.MISTAKES:
                return sum(rung in standing.by_key for rung, _ in standing.ledger.open)
            case SessionKind.CLASS:
                return CLASS_LENGTH
            case SessionKind.PLACEMENT:
                return AT_MOST
        return None

    def placed(self) -> Placed:
        """What a placement test found: the levels that are open now."""
        standing, now = self.trainee.standing, self.trainee.now()
        found = self.session.placed
        answers = standing.ledger.placements[self.rungs[0].place].answers
        is_open = {rung.key: standing.is_unlocked(rung, now) for rung in self.rungs}
        highest: dict[str, Start] = {}
        for rung in self.rungs:
            before = highest.get(rung.family.id, Start(rung.family, 0))
            highest[rung.family.id] = Start(rung.family, rung.level) if is_open[rung.key] else before
        return Placed(
            answers=len(answers),
            right=sum(right for _, right in answers),
            is_sure=found is not None and is_over(answers, found),
            open_levels=sum(is_open.values()),
            levels=len(self.rungs),
            starts=tuple(highest.values()),
        )

    def next_question(self) -> Question | None:
        return self.session.next_question() if self.rungs else None

    def remark(self, question: Question) -> Remark:
        choice = self.session.choice(question)
        if choice is None:
            return Remark(counts=self.session.counts(question))
        why = Message(f"study.why.{choice.why.value}")
        return Remark(counts=self.session.counts(question), why=why, reads_lesson=choice.lesson)

    def keep(self, answered: Answered) -> None:
        """Commit an answer; raises `RecordsError` or `OSError` if that is impossible."""
        self.trainee.record(
            answered.question,
            answered.mark,
            round(answered.seconds * 1000),
            answered.behaviour,
            answered.counts,
            self.session.row,
        )

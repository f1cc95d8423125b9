"""Makes a run from a plan, for every kind of run, at the desk and in the terminal.

Most kinds need the trainee's records before the first question. A drill does not: its first question may be any of the
drill. So it is asked at once, without importing study and records, and the records are opened while the trainee reads
it (`Run.get_ready`). Only `DrillSession` knows of this. If the records cannot be opened, the drill goes on with random
questions, and each verdict says why the answer could not be stored.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from trainer.drills.core import Item, Question, make
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.runs.plan import Kind, Plan, PlanError
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Asked, Run, Waiting
from trainer.runs.summary import Answered, Placed, Progressed
from trainer.study.behaviours import behaviour_of, is_behaviour
from trainer.system.lazy_imports import lazily
from trainer.texts import Message

with lazily():
    from trainer.runs.study_session import StudySession, last_left


def open_run(
    plan: Plan,
    offers: Offers,
    recording: RecordsFile,
    clock: Callable[[], int],
    rng: random.Random,
    *,
    questions: Iterable[Question] = (),
) -> Run:
    """The run of a plan. ``clock`` counts nanoseconds.

    ``questions`` are the questions to ask again, if the caller has them; else they are made from the plan's items. A
    run without questions is finished from the start. Raises `RulebookError` if the plan's rules cannot be read,
    `PlanError` if it names what does not exist (any more), and `RecordsError` or `OSError` if it needs the records and
    they cannot be opened.
    """
    if not is_behaviour(plan.behaviour):
        raise PlanError(Message("sessions.plan.no-behaviour", {"behaviour": plan.behaviour}))
    if plan.kind in (Kind.DRILL, Kind.AGAIN):
        quick = DrillSession(plan, offers, recording, rng, questions)
        return Run(quick.plan, quick, quick, clock)
    studying = StudySession(plan, offers, recording, rng)
    return Run(studying.plan, studying, studying, clock, earlier=studying.earlier)


def resume_run(offers: Offers, recording: RecordsFile, clock: Callable[[], int], rng: random.Random) -> Run | None:
    """The trainee's last run, continued where it was left; `None` if there is none. Raises as `open_run` does."""
    left = last_left(*recording.open())
    if left is None:
        return None
    plan = left.plan
    studying = StudySession(plan, offers, recording, rng, left.session)
    if plan.kind not in (Kind.DRILL, Kind.AGAIN):
        return Run(plan, studying, studying, clock, earlier=studying.earlier)
    quick = DrillSession(plan, offers, recording, rng, studying=studying)
    return Run(quick.plan, quick, quick, clock, earlier=studying.earlier)


class DrillSession:
    """The source and keeper of a run that does not wait for the records: a drill, or given questions."""

    def __init__(
        self,
        plan: Plan,
        offers: Offers,
        recording: RecordsFile,
        rng: random.Random,
        questions: Iterable[Question] = (),
        studying: StudySession | None = None,
    ) -> None:
        self.plan = plan
        self._offers = offers
        self._recording = recording
        self._rng = rng
        self._offer = offers.offer_of(plan)
        self._certain: Iterator[Question] | None = None
        self._came: deque[Question] = deque()  # about what was dealt, not asked yet
        self._studying = studying  # set once the records are open
        earlier = studying.earlier if studying else ()
        self._last_of_series = earlier[-1].question.item.seed if earlier else None
        if plan.kind is Kind.AGAIN:
            certain = tuple(questions) or tuple(self._remade(item) for item in plan.items)
            self.plan = structs.replace(plan, length=len(certain))
            self._certain = iter(certain[len(earlier) :])
            return
        self._family = family = self._offer.planned(plan.family, plan.level)
        if plan.dealt and family.takes_dealt is None:
            raise PlanError(Message("sessions.plan.not-dealt", {"drill": family.name}))
        usual = family.series if family.series > 1 else behaviour_of(plan.behaviour).length
        self.plan = structs.replace(plan, length=plan.length or usual)

    def next_asked(self) -> Asked | Waiting | None:
        rules = self._offer.rules
        if self._certain is not None:
            question = next(self._certain, None)
            return Asked(question, question.rules or rules) if question else None
        if self.plan.dealt:
            return self._about_what_came()
        # The questions of a series follow one another; the study has no choice there.
        asked = self._studying.next_asked() if self._studying and self._family.series == 1 else None
        return asked or Asked(self._family.make(rules, self.plan.level, self._fresh_seed()), rules)

    def arrived(self, what: str) -> None:
        """Queue a question about what was dealt; raises `DealtError` if there is nothing to ask about it."""
        if not self.plan.dealt:
            raise RuntimeError(f"nothing was waited for, and {what!r} came")
        takes = self._family.takes_dealt
        seed = self._rng.getrandbits(31) if takes is not None and takes.seeded else 0
        self._came.append(self._family.make_dealt(self._offer.rules, self.plan.level, what, seed))

    def _about_what_came(self) -> Asked | Waiting:
        if self._came:
            return Asked(self._came.popleft(), self._offer.rules)
        takes = self._family.takes_dealt
        return Waiting(takes.kind.value if takes is not None else "")

    def placed(self) -> Placed | None:
        return None

    def get_ready(self) -> None:
        """Open the records; from then on the study chooses the questions."""
        self._open()

    def keep(self, answered: Answered) -> Progressed | None:
        return self._open().keep(answered)

    def _open(self) -> StudySession:
        if self._studying is None:
            self._studying = StudySession(self.plan, self._offers, self._recording, self._rng)
        return self._studying

    def _fresh_seed(self) -> int:
        family, rules, level = self._family, self._offer.rules, self.plan.level
        if family.facts is not None:
            return self._rng.randrange(family.facts(rules, level))
        last = self._last_of_series
        following = family.following(last) if last is not None else None
        fresh = family.first_of_series(self._rng.getrandbits(31)) if following is None else following
        self._last_of_series = fresh
        return fresh

    def _remade(self, text: str) -> Question:
        try:
            item = Item.parse(text)
            offer = self._offers.offer(item.rulebook, item.game, item.variant, item.options)
            return make(offer.planned(item.family, item.level), item, offer.rules)
        except (RulebookError, PlanError):
            raise
        except (ValueError, KeyError) as error:  # not an item, or one whose question has changed
            raise PlanError(Message("sessions.plan.no-question", {"item": text[:200]})) from error

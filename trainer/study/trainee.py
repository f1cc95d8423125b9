"""A trainee: a profile of the store with its ledger and the path of the tables it learns."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from trainer.drills import family
from trainer.drills.core import Question
from trainer.drills.judge import Mark
from trainer.records.attempts import Attempt, to_milliseconds
from trainer.records.progress_callback import Progress, no_progress
from trainer.records.store import Session, Store
from trainer.rulebooks.archive import archived
from trainer.study.days import DayOf, days_in
from trainer.study.ledger import IsFact, Ledger
from trainer.study.ledger_storage import changes, log_entry, open_ledger
from trainer.study.settings import settings_of
from trainer.study.skills import Rung
from trainer.study.standing import Standing


def asks_facts(family_id: str, game: str) -> bool:
    """Whether a family asks facts; False for unknown families."""
    try:
        return family(game, family_id).facts is not None
    except KeyError:
        return False


class Trainee:
    """A trainee at work.

    Opening loads the ledger or rebuilds it, reporting to ``progress``; a ledger that was just read can be passed in.
    """

    def __init__(
        self,
        store: Store,
        profile: UUID,
        rungs: Sequence[Rung],
        day_of: DayOf | None = None,
        is_fact: IsFact = asks_facts,
        progress: Progress = no_progress,
        ledger: Ledger | None = None,
    ) -> None:
        self.store = store
        self.profile = profile
        self.settings = settings_of(store, profile)
        self._day_of = day_of or days_in(None)
        self._is_fact = is_fact
        self._in_doubt = False
        ledger = ledger or open_ledger(store, profile, self._day_of, is_fact, progress)
        self.standing = Standing(rungs, ledger, self.settings)

    @property
    def ledger(self) -> Ledger:
        return self.standing.ledger

    def turn_to(self, store: Store, ledger: Ledger) -> None:
        """Continue with another store after the records were repaired."""
        self.store = store
        self.standing.turn_to(ledger)
        self._in_doubt = False

    def now(self) -> int:
        """Current time in milliseconds since 1970."""
        return to_milliseconds(self.store.clock())

    def record(
        self, question: Question, mark: Mark, milliseconds: int, behaviour: str, counts: bool, session: Session
    ) -> Attempt:
        """Store an answer and what it changes; on return it is on disk, on failure nothing has changed."""
        if self._in_doubt:
            self.standing.turn_to(open_ledger(self.store, self.profile, self._day_of, self._is_fact))
            self._in_doubt = False
        attempt = self.store.new_attempt(
            profile=self.profile,
            item=str(question.item),
            answer=mark.given,
            right=mark.right,
            mistake=mark.mistake,
            milliseconds=milliseconds,
            target_ms=round(1000 * question.target_seconds),
            behaviour=behaviour,
            counts=counts,
            session=session.id,
        )
        if question.rules is not None and not self.store.has_rules(question.item.digest):
            self.store.archive_rules(question.item.digest, archived(question.rules))
        entry = log_entry(attempt, session.log_kind)
        self._in_doubt = True  # until it is stored, the ledger is ahead of the store
        self.ledger.add(entry)
        self.store.record(attempt, changes(self.ledger, entry))
        self._in_doubt = False
        return attempt

"""A trainee: a profile of the store with all that is known of it, along the path of the tables he or she learns."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from trainer.drills import family
from trainer.drills.core import Question
from trainer.drills.judge import Mark
from trainer.records.attempts import Attempt, to_milliseconds
from trainer.records.store import Session, Store
from trainer.records.watching import Progress, no_progress
from trainer.rulebooks.archive import archived
from trainer.study.days import DayOf, days_in
from trainer.study.ledger import IsFact, Ledger
from trainer.study.ledger_storage import changes, log_entry, open_ledger
from trainer.study.settings import settings_of
from trainer.study.skills import Rung
from trainer.study.standing import Standing


def asks_facts(family_id: str, game: str) -> bool:
    """Whether a family of the program asks facts; one it does not know (any more) does not."""
    try:
        return family(game, family_id).facts is not None
    except KeyError:
        return False


class Trainee:
    """Somebody at work. Opening reads the ledger, or computes it anew (with ``progress``) where it must be; one that
    was just read can be passed in."""

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
        """Go on with another file, in which the records were mended."""
        self.store = store
        self.standing.turn_to(ledger)
        self._in_doubt = False

    def now(self) -> int:
        """The present moment in milliseconds since 1970."""
        return to_milliseconds(self.store.clock())

    def record(
        self, question: Question, mark: Mark, milliseconds: int, behaviour: str, counts: bool, session: Session
    ) -> Attempt:
        """Keep an answer and what it changes; when this returns it is on the disk. On failure nothing has changed."""
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
            self.store.keep_rules(question.item.digest, archived(question.rules))
        entry = log_entry(attempt, session.kind)
        self._in_doubt = True  # until it is on the disk, the ledger knows more than the store
        self.ledger.add(entry)
        self.store.record(attempt, changes(self.ledger, entry))
        self._in_doubt = False
        return attempt

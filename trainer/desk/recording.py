"""Where answers are kept: the store, opened with the first of them so that starting is quick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.desk.run import Answered
from trainer.texts import Message

if TYPE_CHECKING:
    from uuid import UUID

    from trainer.records.store import Store


class Recording:
    """Keeps answers under a profile; raises `RecordsError` where that is impossible for a reason that can be told.

    ``profile_name`` names the profile of a laptop that has none yet. ``notices`` collects what the user should hear
    of, such as a damaged file that was set aside.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime], profile_name: Callable[[], str]) -> None:
        self.notices: list[Message] = []
        self._path = path
        self._clock = clock
        self._profile_name = profile_name
        self._store: Store | None = None
        self._profile: UUID | None = None

    def keep(self, answered: Answered, session: str) -> None:
        """Commit one answer."""
        store = self._open()
        mark, question = answered.mark, answered.question
        attempt = store.new_attempt(
            profile=self._profile,
            item=str(question.item),
            answer=mark.given,
            right=mark.right,
            milliseconds=round(answered.seconds * 1000),
            target_ms=round(question.target_seconds * 1000),
            behaviour=answered.behaviour,
            counts=answered.counts,
            mistake=mark.mistake,
            session=session,
        )
        store.record(attempt)

    def _open(self) -> Store:
        if self._store is None:
            from trainer.records.recovery import open_or_set_aside  # noqa: PLC0415 (off the start path)

            store = open_or_set_aside(self._path, self._clock)
            self.notices += store.notices
            profiles = store.profiles() or [store.add_profile(self._profile_name())]
            self._profile = profiles[0].id
            self._store = store
        return self._store

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

"""The records of this laptop, opened when they are first needed so that the program starts quickly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.records.errors import DamagedError, PinNeededError, RecordsError
from trainer.system.lazy_imports import lazily
from trainer.system.log import timed
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

with lazily():  # not needed at the start
    from trainer.records.backup import DailyBackups
    from trainer.records.integrity import check_store
    from trainer.records.network_drives import is_on_network
    from trainer.records.recovery import open_or_repair, repair

if TYPE_CHECKING:
    from uuid import UUID

    from trainer.records.profiles import Profile
    from trainer.records.store import Store


_log = logging.getLogger(__name__)
_EARLIEST = datetime(2020, 1, 1, tzinfo=UTC)  # earlier than the program: the clock must be wrong


class RecordsFile:
    """The store, and the profile whose answers are recorded.

    ``profile_name`` names the profile of a laptop that has none yet; ``wanted`` is the profile to open, if it still
    exists. A profile with a PIN is opened only by `switch`, after the PIN was given. ``notices`` collects what the user
    should be told, for example that a damaged file was set aside.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime], profile_name: Callable[[], str]) -> None:
        self.path = path
        self.notices: list[Message] = []
        self._clock = clock
        self._profile_name = profile_name
        self.wanted: UUID | None = None
        self._store: Store | None = None
        self._opened: UUID | None = None
        self._unlocked: set[UUID] = set()
        self.checked: set[UUID] = set()  # profiles whose derived values have been checked

    @property
    def daily_backups(self) -> DailyBackups:
        """The dated backups of these records."""
        return DailyBackups(self.path)

    @property
    def is_locked(self) -> bool:
        """Whether the file is open and waits for a PIN."""
        return self._store is not None and self._opened is None

    def open(self) -> tuple[Store, UUID]:
        """The store and the profile; raises `RecordsError` or `OSError` for reasons the user can be told."""
        store = self.store()
        if self._opened is None:
            profile = self.current()
            if profile.has_pin and profile.id not in self._unlocked:
                raise PinNeededError(name=profile.name)
            self._opened = profile.id
        return store, self._opened

    def store(self) -> Store:
        """The store without a profile, before a PIN is given; raises as `open` does."""
        if self._store is None:
            with timed(_log, "opening the records"):
                self._store = open_or_repair(self.path, self._clock)
            self._welcome(self._store)
        return self._store

    def current(self) -> Profile:
        """The profile that answers, or that would if its PIN were given."""
        store = self.store()
        profiles = store.profiles() or [store.add_profile(self._profile_name())]
        wanted = self._opened or self.wanted
        return next((profile for profile in profiles if profile.id == wanted), profiles[0])

    def switch(self, profile: UUID) -> None:
        """Record for another profile from now on; its PIN, if any, has been checked."""
        self.store()
        self._unlocked.add(profile)
        self.wanted = self._opened = profile

    def repair(self) -> None:
        """Repair damaged records: recompute derived values, or set the file aside and keep what can be read.

        Raises as `open` does.
        """
        store = self.store()
        try:
            check_store(store)
            store.drop_derived()
        except DamagedError:
            store.close()
            self._store = None
            self._store = repair(self.path, self._clock)
            self.notices += self._store.notices
        self.checked.clear()

    def replace(self, backup: Path) -> None:
        """Replace the records by a backup; raises as `open` does, and then nothing has changed."""
        self.close()
        kept = self.daily_backups.restore(backup, self._clock)
        self.notices.append(Message("records.notice.restored", {"backup": backup.name, "path": str(kept or "")}))

    def _welcome(self, store: Store) -> None:
        self.notices += store.notices
        if self._clock() < _EARLIEST:
            self.notices.append(Message("records.notice.clock", {"date": f"{self._clock():%Y-%m-%d}"}))
        if not store.has_attempts() and (backups := self.daily_backups.backups()):
            self.notices.append(Message("records.notice.empty", {"day": backups[0].day.isoformat()}))
        if is_on_network(self.path):
            self.notices.append(Message("records.notice.network", {"path": str(self.path.parent)}))
        try:
            self.daily_backups.back_up_if_due(store, self._clock())
        except (RecordsError, OSError) as error:
            problem = error.message if isinstance(error, RecordsError) else system_problem(error)
            self.notices.append(Message("records.notice.no-backup", {"problem": problem}))

    def close(self) -> None:
        """Update the day's backup and close the file."""
        if self._store is not None:
            store, self._store, self._opened = self._store, None, None
            try:
                self.daily_backups.keep(store, self._clock())
            except (RecordsError, OSError):
                pass
            finally:
                store.close()

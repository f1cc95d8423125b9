"""The records of this laptop, opened when they are first needed so that starting is quick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.lazily import lazily
from trainer.texts import Message

with lazily():  # off the start path
    from trainer.records.recovery import open_or_set_aside

if TYPE_CHECKING:
    from uuid import UUID

    from trainer.records.store import Store


_EARLIEST = datetime(2020, 1, 1, tzinfo=UTC)  # before it no answer can have been given: the program is younger


class Recording:
    """The store and the profile that answers.

    ``profile_name`` names the profile of a laptop that has none yet; ``wanted`` is the profile to open, if it is still
    there. ``notices`` collects what the user should hear
    of, such as a damaged file that was set aside.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime], profile_name: Callable[[], str]) -> None:
        self.notices: list[Message] = []
        self._path = path
        self._clock = clock
        self._profile_name = profile_name
        self.wanted: UUID | None = None
        self._opened: tuple[Store, UUID] | None = None

    def open(self) -> tuple[Store, UUID]:
        """The store and the profile; raises `RecordsError` or `OSError` for reasons that can be told."""
        if self._opened is None:
            store = open_or_set_aside(self._path, self._clock)
            self.notices += store.notices
            if self._clock() < _EARLIEST:
                self.notices.append(Message("records.notice.clock", {"date": f"{self._clock():%Y-%m-%d}"}))
            profiles = store.profiles() or [store.add_profile(self._profile_name())]
            found = [profile.id for profile in profiles if profile.id == self.wanted]
            self._opened = store, (found or [profiles[0].id])[0]
        return self._opened

    def switch(self, profile: UUID) -> None:
        """Record for somebody else from now on."""
        store, _ = self.open()
        self.wanted = profile
        self._opened = store, profile

    def close(self) -> None:
        if self._opened is not None:
            self._opened[0].close()
            self._opened = None

"""The records of this laptop, opened when they are first needed so that starting is quick."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.texts import Message

if TYPE_CHECKING:
    from uuid import UUID

    from trainer.records.store import Store


class Recording:
    """The store and the profile that answers.

    ``profile_name`` names the profile of a laptop that has none yet. ``notices`` collects what the user should hear
    of, such as a damaged file that was set aside.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime], profile_name: Callable[[], str]) -> None:
        self.notices: list[Message] = []
        self._path = path
        self._clock = clock
        self._profile_name = profile_name
        self._opened: tuple[Store, UUID] | None = None

    def open(self) -> tuple[Store, UUID]:
        """The store and the profile; raises `RecordsError` or `OSError` for reasons that can be told."""
        if self._opened is None:
            from trainer.records.recovery import open_or_set_aside  # noqa: PLC0415 (off the start path)

            store = open_or_set_aside(self._path, self._clock)
            self.notices += store.notices
            profiles = store.profiles() or [store.add_profile(self._profile_name())]
            self._opened = store, profiles[0].id
        return self._opened

    def close(self) -> None:
        if self._opened is not None:
            self._opened[0].close()
            self._opened = None

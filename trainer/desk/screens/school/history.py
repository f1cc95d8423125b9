"""A trainee's history at the instructor's desk: the entries in a database in memory, read like the trainee's own."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from trainer.records.attempts import Clock
from trainer.records.store import Store
from trainer.runs.records_file import RecordsFile
from trainer.runs.trainee_records import TraineeRecords, read_records
from trainer.school.entries import Entry
from trainer.school.laptop.local_entries import RecordsEntries


class HeldRecords(RecordsFile):
    """Records that are already open."""

    def __init__(self, store: Store, profile: UUID, clock: Clock) -> None:
        super().__init__(Path(":memory:"), clock, lambda: "")
        self._store, self._opened = store, profile


class History:
    """Collects somebody's entries page by page; ``last`` is the number of the last one."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.store = Store(None, clock)
        self.profile = self.store.add_profile(name)
        self._entries = RecordsEntries(lambda: self.store, self.profile.id)
        self._clock = clock
        self.last = 0

    def add(self, entries: tuple[Entry, ...], last: int) -> None:
        self._entries.keep(entries)
        self.last = last

    def reading(self) -> TraineeRecords:
        """The entries collected so far as the trainee's records."""
        return read_records(HeldRecords(self.store, self.profile.id, self._clock))

"""Group commit: entries of many laptops are written in few transactions.

A disk that confirms writes manages some hundred transactions a second, too few for a class of two hundred. So
everything that waits is written together, and each laptop is told that its batch is stored only once it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TypeVar

from trainer.school.errors import MalformedError, SchoolError, StorageError
from trainer.school.storage.entry_book import Incoming, Kept
from trainer.school.storage.school_storage import Storage
from trainer.texts import Message

_log = logging.getLogger(__name__)

_MOST_TOGETHER = 200  # batches

Result = TypeVar("Result")


class GroupWriter:
    """Writes batches in groups, one group at a time."""

    def __init__(self, storage: Storage, executor: Executor) -> None:
        self._storage = storage
        self._executor = executor
        self._waiting: list[tuple[Incoming, asyncio.Future[Kept]]] = []
        self._task: asyncio.Task[None] | None = None

    async def keep(self, incoming: Incoming) -> Kept:
        """Store a batch. When this returns it is on the disk; raises `SchoolError` if it could not be stored."""
        done: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()
        self._waiting.append((incoming, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        """Write groups until nothing waits."""
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
            try:
                results = await self._run(self._storage.keep, [incoming for incoming, _ in group])
            except StorageError as error:  # disk full or database gone: writing each alone would not help
                for _, done in group:
                    if not done.done():
                        done.set_exception(error)
            except Exception:  # an invalid batch must not affect the others
                _log.warning("could not store %d batches together, storing each alone", len(group), exc_info=True)
                for incoming, done in group:
                    await self._write_alone(incoming, done)
            else:
                for (_, done), kept in zip(group, results, strict=True):
                    if not done.done():
                        done.set_result(kept)

    async def _write_alone(self, incoming: Incoming, done: asyncio.Future[Kept]) -> None:
        """Write one batch of a group that failed, and report its own error."""
        try:
            (kept,) = await self._run(self._storage.keep, [incoming])
        except Exception as error:
            if not isinstance(error, SchoolError):
                _log.exception("could not store a batch")
            if not done.done():
                done.set_exception(
                    error if isinstance(error, SchoolError) else MalformedError(why=Message("school.why.unstorable"))
                )
            return
        if not done.done():
            done.set_result(kept)

    async def _run(self, work: Callable[[Sequence[Incoming]], Result], incoming: Sequence[Incoming]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, incoming)

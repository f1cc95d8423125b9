"""Answers of a whole class in few transactions: what comes while one is being written goes into the next.

A disk that confirms writes does some hundred transactions a second; a class of two hundred would fill it alone. So
whatever waits is written together, and each laptop hears that its batch is kept only when it is.
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
        """When this returns, it is on the disk; raises `SchoolError` if it could not be, and then none of it is."""
        done: asyncio.Future[Kept] = asyncio.get_running_loop().create_future()
        self._waiting.append((incoming, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
            try:
                results = await self._run(self._storage.keep, [incoming for incoming, _ in group])
            except StorageError as error:  # the disk is full, the database is gone: one by one it would be no better
                for _, done in group:
                    if not done.done():
                        done.set_exception(error)
            except Exception:  # whatever is wrong with one of them must not touch the others
                _log.warning("could not store %d batches together, storing each alone", len(group), exc_info=True)
                for incoming, done in group:
                    await self._write_alone(incoming, done)
            else:
                for (_, done), kept in zip(group, results, strict=True):
                    if not done.done():
                        done.set_result(kept)

    async def _write_alone(self, incoming: Incoming, done: asyncio.Future[Kept]) -> None:
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

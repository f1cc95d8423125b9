"""Opening a school's storage by its address, and migrating its tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Self

from trainer.records.attempts import wall_clock
from trainer.school.entries import Sort
from trainer.school.errors import NotAStoreError, SchoolTooNewError
from trainer.school.storage.engine import Engine
from trainer.school.storage.live_state import LiveBook
from trainer.school.storage.schema import CURRENT, REAL_TOTALS, STEPS
from trainer.school.storage.sqlite_engine import SQLiteEngine
from trainer.system.lazy_imports import lazily

with lazily():
    from trainer.school.sealed_documents import check_certificate, check_result, exam_summary
    from trainer.school.storage.postgresql_engine import PostgreSQLEngine

POSTGRESQL = ("postgresql://", "postgres://")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://")  # more than one letter before the colon: C:// is a drive


class Storage(LiveBook):
    """All data of a school."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = wall_clock, folder: Path | None = None) -> None:
        super().__init__(engine, clock, folder)
        before = _migrate(engine)
        self.document_checks = {Sort.SITTING: check_result, Sort.CERTIFICATE: check_certificate}
        self.read_result = exam_summary
        if 0 < before < REAL_TOTALS:
            self.take_back_simulated()

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_storage(
    where: str | Path | None, clock: Callable[[], datetime] = wall_clock, folder: Path | None = None
) -> Storage:
    """The storage at a path or database address; in memory only for None. ``folder`` is the school's folder, which
    keeps the list of what was withdrawn."""
    if isinstance(where, str) and where.startswith(POSTGRESQL):
        return Storage(PostgreSQLEngine(where), clock, folder)
    if isinstance(where, str) and _ADDRESS.match(where):
        raise NotAStoreError(where=where.partition("@")[2] or where)
    return Storage(SQLiteEngine(Path(where) if where is not None else None), clock, folder)


def _migrate(engine: Engine) -> int:
    """Migrate the tables to the current version in one transaction; returns the version before, 0 for a new school."""
    with engine.writing() as writer:
        version = engine.version(writer)
        if version > CURRENT:
            raise SchoolTooNewError(found=version, known=CURRENT)
        if version == CURRENT:
            return version
        for step in STEPS[version:]:
            for word, own in engine.types.items():
                step = step.replace(f" {word}", f" {own}")  # noqa: PLW2901 - the same step in this engine's words
            engine.script(writer, step)
        engine.set_version(writer, CURRENT)
    return version

"""Shared helpers: a clock that is set by hand, and attempts with default values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from trainer.records.store import Attempt, Store

START = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
ITEM = "pay-the-layout/3 baleares/roulette-french:single-zero@1+ab12cd34 zero=half #77"


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


def session_of(store: Store, profile: UUID, kind: str = "today") -> UUID:
    """The current session of a kind, or a new one."""
    known = store.sessions(profile, kind)
    return (known[0] if known else store.add_session(profile, kind, "")).id


def answered(store: Store, profile: UUID, **changes: Any) -> Attempt:
    """Record an attempt, with default values for what is not given."""
    plain: dict[str, Any] = {
        "item": ITEM,
        "answer": "175",
        "right": True,
        "milliseconds": 4200,
        "target_ms": 5000,
        "behaviour": "practise",
        "counts": True,
    }
    if "session" not in changes:
        plain["session"] = session_of(store, profile)
    attempt = store.new_attempt(profile=profile, **{**plain, **changes})
    store.record(attempt)
    return attempt

"""Clocks of a sitting: a monotonic clock that also runs during sleep, the wall clock, and an id of the boot."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Protocol

from trainer.system.digests import sha256


class Clock(Protocol):
    """Source of time for a sitting."""

    def running_ms(self) -> int:
        """Milliseconds of a monotonic clock that cannot be set and goes on while the machine sleeps."""

    def wall(self) -> datetime: ...

    @property
    def boot(self) -> str:
        """Id that changes with every start of the machine."""


class MachineClock:
    """Clocks of this machine."""

    def running_ms(self) -> int:
        # time.monotonic stops while Linux and macOS sleep; these clocks do not. On Windows it goes on by itself.
        which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
        return (time.clock_gettime_ns(which) if which is not None else time.monotonic_ns()) // 1_000_000

    def wall(self) -> datetime:
        return datetime.now(UTC)

    @cached_property
    def boot(self) -> str:
        try:
            found = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:  # not Linux: use the minute in which the machine was started
            found = str(round((time.time() - time.monotonic()) / 60))
        return sha256(found.encode()).hexdigest()[:16]

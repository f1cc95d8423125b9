"""The clocks of a sitting: one that only runs on, also while the lid is closed; the wall's; and which boot it is."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Protocol

from trainer.system.digests import sha256


class Clock(Protocol):
    """What a sitting asks for the time."""

    def running_ms(self) -> int:
        """Milliseconds of a clock that nobody can set, also through sleep."""

    def wall(self) -> datetime: ...

    @property
    def boot(self) -> str:
        """Another one after every start of the machine."""


class MachineClock:
    """The clocks of this machine."""

    def running_ms(self) -> int:
        # Python's own clock stops while Linux and macOS sleep: there others go on. That of Windows does by itself.
        which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
        return (time.clock_gettime_ns(which) if which is not None else time.monotonic_ns()) // 1_000_000

    def wall(self) -> datetime:
        return datetime.now(UTC)

    @cached_property
    def boot(self) -> str:
        try:
            found = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:  # elsewhere: when the machine must have been started
            found = str(round((time.time() - time.monotonic()) / 60))
        return sha256(found.encode()).hexdigest()[:16]

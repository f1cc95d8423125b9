"""Where and when to reach a school: at the last address, or where it is announced after it has moved."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

# Least and most seconds before each further attempt. A service that ends loses all its laptops at once: their answers
# can wait, so they come back spread over some seconds, and an instructor's desk is not queued behind them.
_WAITS = ((0.3, 3.0), (1.0, 4.0), (2.0, 6.0), (4.0, 8.0))
_FAILURES = 2  # attempts at the last address before it is searched for
_EVERY_MS = 15_000  # between two searches


class AddressSearch:
    """Chooses the address of the next attempt. The pinned certificate decides whether it is the school."""

    def __init__(self, address: str) -> None:
        self.last = address  # where the school was last reached
        self._failures = 0
        self._found: deque[str] = deque()
        self._searched = -_EVERY_MS  # time of the last search

    @property
    def address(self) -> str:
        """The address of the next attempt."""
        return self._found[0] if self._found else self.last

    def reached(self) -> bool:
        """The school answered at `address`; returns whether it has moved."""
        has_moved = self.address != self.last
        self.last = self.address
        self._failures = 0
        self._found.clear()
        return has_moved

    def failed(self) -> None:
        """The school was not reached at `address`."""
        self._failures += 1
        if self._found:
            self._found.popleft()

    def is_due(self, now: int) -> bool:
        """Whether to search the network now (in milliseconds); if so, the next search is due some time later."""
        if self._failures < _FAILURES or self._found or 0 <= now - self._searched < _EVERY_MS:
            return False
        self._searched = now
        return True

    def found(self, addresses: Iterable[str]) -> None:
        """Try these addresses next, best first, and the last one after each: a stranger can announce many."""
        self._found = deque(one for address in addresses if address != self.last for one in (address, self.last))


def laptop_wait(failures: int) -> float:
    """Seconds that a laptop waits before it connects again, after so many failed attempts in a row; random."""
    return random.uniform(*_WAITS[min(failures, len(_WAITS) - 1)])

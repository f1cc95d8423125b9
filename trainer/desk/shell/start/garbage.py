"""Garbage collection: paused while the desk starts, afterwards only in the thread of the windows.

A start creates many objects (modules, rules, widgets) and hardly any garbage. Not collecting saves about an eighth of
the time in which an empty window opens.

Python collects in whichever thread happens to create objects. A Qt object deleted outside the thread of the windows
cannot stop its timers, and the next one to fire crashes the program. A school's service and searches of the network run
in threads of their own, so the desk collects by a timer.
"""

from __future__ import annotations

import gc


def put_off_collecting() -> None:
    """Pause garbage collection for the start."""
    gc.disable()


def begin_collecting() -> None:
    """Resume garbage collection in any thread, because no window opens; objects created so far are exempt."""
    gc.freeze()
    gc.enable()


def begin_collecting_when_told() -> None:
    """From now on only `collect_due` collects; objects created so far are exempt from it."""
    gc.freeze()
    gc.disable()


def collect_due() -> None:
    """Collect the oldest generation that has reached Python's own threshold."""
    thresholds = gc.get_threshold()
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > thresholds[generation]:
            gc.collect(generation)
            return

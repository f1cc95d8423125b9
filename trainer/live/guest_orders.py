"""An instructor's orders to a trainee's live table: a difficult guest, or an irregularity as soon as it is possible.

The resulting acts are performed like those of the dealer, so that they are part of the replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from trainer.games.round import Act
from trainer.live.table import LiveTable

INCIDENT = "incident"
_GUESTS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "question": (("asks", "rules"), ("talks", "question-rules")),
        "advice": (("asks", "advice"), ("talks", "question-advice")),
        "claim": (("disputes", "payment"), ("talks", "claim-false")),
        "abuse": (("talks", "abuse"),),
    }
)
ORDERS = (*_GUESTS, INCIDENT)


def guest_acts(table: LiveTable, order: str, seat: int = 0) -> tuple[Act, ...]:
    """The acts of a guest; without a seat, of one guest after the other. Nobody at the table gives none."""
    seats = sorted(table.guests)
    if order not in _GUESTS or not seats or (seat and seat not in seats):
        return ()
    seat = seat or seats[table.round_number % len(seats)]
    return tuple(Act(do, "player", seat, topic) for do, topic in _GUESTS[order])


class OrderedIncident:
    """An irregularity that an instructor has ordered and that waits for its moment."""

    def __init__(self, table: LiveTable) -> None:
        events = sorted(table.incidents.events)
        self.event = events[table.round_number % len(events)] if events else ""

    def staged(self, table: LiveTable, act: Act) -> Act | None:
        """The act that stages it, if what the dealer just did is its moment."""
        if not self.event or table.over:
            return None
        found = table.company.stage(self.event, act, None)
        if found is not None:
            table.record.staged.append((table.now, table.incidents.events[self.event], found.seat))
        return found

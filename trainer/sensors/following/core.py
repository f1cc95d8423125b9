"""What a follower of a real game reports: findings, and doubts if a missed report would explain them as well."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from trainer.games.core import Reason
from trainer.games.round import Fault
from trainer.games.round import Finding as RoundFinding
from trainer.texts import Message

UNREAD = frozenset({"cannot-read", "card-code", "alarm"})  # errors after which a card is out and unknown
PUSHED_BACK = frozenset({"reverse-at-exit", "reverse-midway"})
PAUSE = 8_000  # milliseconds of silence in which nine reports may be lost: the end of a round is among them


class Finding(msgspec.Struct, frozen=True):
    """Something to say about a real table: its id, parameters, the rules behind it, and the citation.

    ``fault`` is set where the dealer did something wrong; it is then the round's own finding. ``doubt`` means that a
    missing report would explain it as well, so nobody is blamed. ``stops`` tells whether somebody must confirm it
    before the next round is followed.
    """

    id: str
    params: dict[str, object] = {}
    reasons: tuple[Reason, ...] = ()
    stops: bool = True
    fault: Fault | None = None
    doubt: bool = False
    cite: str = ""

    @property
    def message(self) -> Message:
        words = Message(f"sensors.found.{self.id}", dict(self.params))
        return Message("sensors.found.if-all-was-read", {"what": words}) if self.fault and self.doubt else words


def not_read(cards: int = 1) -> Finding:
    """A card left the shoe and was not read: it can be entered, or the game goes on without it."""
    return Finding("not-read", {"cards": cards}, stops=False, doubt=True)


LOST = Finding("lost-track", stops=False, doubt=True)  # the cards dealt are not known until the next round begins


def of_round(found: RoundFinding, params: Mapping[str, object], reasons: tuple[Reason, ...], *, doubt: bool) -> Finding:
    """Convert a finding of the game's round into one for a real table."""
    facts = {**params, "due": found.due if found.due is not None else params.get("due", ""), "done": found.done or 0}
    return Finding(found.fault.value, facts, reasons, not doubt, found.fault, doubt, found.cite)

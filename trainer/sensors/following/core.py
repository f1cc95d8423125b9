"""What a follower finds: something done that the rules do not allow, with the rules that say so."""

from __future__ import annotations

import msgspec

from trainer.games.core import Reason
from trainer.texts import Message


class Finding(msgspec.Struct, frozen=True):
    """Something done wrong at a real table: its id, how it reads, and the rules behind it.

    ``stops`` where the game cannot go on as it lies; what is only worth saying does not stop it.
    """

    id: str
    params: dict[str, object] = {}
    reasons: tuple[Reason, ...] = ()
    stops: bool = True

    @property
    def message(self) -> Message:
        return Message(f"sensors.found.{self.id}", dict(self.params))

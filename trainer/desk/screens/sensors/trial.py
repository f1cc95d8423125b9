"""State of the guided test of a device: what the user is asked to do with it, and what was received."""

from __future__ import annotations

import msgspec

from trainer.sensors.events import BurnEvent, CardEvent, CutEvent, DiceEvent, Event, NumberEvent, StateEvent
from trainer.sensors.profile import Gives, Profile
from trainer.texts import Message


class Try(msgspec.Struct, frozen=True):
    """One task; ``wanted`` is the expected event, or empty if any event of its kind will do."""

    id: str
    kind: type[msgspec.Struct]
    wanted: str = ""

    @property
    def asks(self) -> Message:
        return Message(f"sensors.try.{self.id}")


_CARDS = (
    Try("ace-of-spades", CardEvent, "AS"),
    Try("ten-of-diamonds", CardEvent, "TD"),
    Try("eight-of-hearts", CardEvent, "8H"),
)
_CUT = Try("cut-card", CutEvent)
_WHEEL = (Try("seventeen", NumberEvent, "17"), Try("zero", NumberEvent, "0"))
_STATE = Try("throw-the-ball", StateEvent)
_DICE = Try("throw-the-dice", DiceEvent)


def tries_for(profile: Profile) -> tuple[Try, ...]:
    """The tasks for a device that reports cards, numbers or dice; none for any other."""
    gives = {form.gives for form in profile.messages.values()}
    found: list[Try] = []
    if Gives.CARD in gives:
        found += [*_CARDS, *([_CUT] if Gives.CUT in gives else [])]
    elif Gives.NUMBER in gives:
        found += [*([_STATE] if gives & {Gives.STATUS, Gives.STATE} else []), *_WHEEL]
    elif Gives.DICE in gives:
        found.append(_DICE)
    return tuple(found)


class Trial(msgspec.Struct, frozen=True):
    """The state of a test: what was received of what was asked."""

    tries: tuple[Try, ...]
    done: int = 0
    misread: str = ""  # what was received instead

    @property
    def now(self) -> Try | None:
        return self.tries[self.done] if self.done < len(self.tries) else None

    def hear(self, event: Event) -> Trial:
        """The test after an event."""
        wanted = self.now
        if wanted is None or not isinstance(event, wanted.kind):
            return self
        said = _said(event)
        if wanted.wanted and said != wanted.wanted:
            return msgspec.structs.replace(self, misread=said)
        return Trial(self.tries, self.done + 1)


def _said(event: Event) -> str:
    match event:
        case CardEvent():
            return event.card
        case NumberEvent():
            return event.number
        case DiceEvent():
            return event.dice
        case BurnEvent():
            return str(event.burn)
    return ""

"""Events typed by hand: a card, a number, a throw, or a word."""

from __future__ import annotations

import msgspec

from trainer.drills.dealt import DealtError
from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.equipment.dice import Roll
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    DiceEvent,
    Event,
    NumberEvent,
    SignalEvent,
    StateEvent,
)
from trainer.sensors.message_events import read_number
from trainer.texts import Message

# In both languages.
_WORDS: dict[str, Event] = {
    "burn": BurnEvent(True),
    "quema": BurnEvent(True),
    "cut": CutEvent(True),
    "corte": CutEvent(True),
    "end": StateEvent("standby"),
    "fin": StateEvent("standby"),
    "new": StateEvent("start"),
    "nuevo": StateEvent("start"),
    "stand": SignalEvent("stand"),
    "planta": SignalEvent("stand"),
    "hit": SignalEvent("hit"),
    "pide": SignalEvent("hit"),
    "double": SignalEvent("double"),
    "dobla": SignalEvent("double"),
    "split": SignalEvent("split"),
    "separa": SignalEvent("split"),
    "surrender": SignalEvent("surrender"),
    "rinde": SignalEvent("surrender"),
    "insurance": SignalEvent("insurance"),
    "seguro": SignalEvent("insurance"),
    "even": SignalEvent("even-money"),
    "par": SignalEvent("even-money"),
}


class Correction(msgspec.Struct, frozen=True):
    """A typed correction: the event, and the place (from 0) where it belongs; `None` for the usual one."""

    event: Event
    place: int | None = None
    inserts: bool = False


def typed_correction(text: str, waits_for: str, places: int) -> Correction:
    """The correction that a text means in a round with so many cards: the card alone, ``2 8H`` for the second card, or
    ``+2 8H`` to insert it before the second.

    Raises `DealtError` with how it is written.
    """
    first, _, rest = text.strip().partition(" ")
    number = first.removeprefix("+")
    if not rest.strip() or not (number.isascii() and number.isdigit()) or waits_for != "cards":
        return Correction(typed_event(text, waits_for))
    place, inserts = int(number[:3]) - 1, first.startswith("+")
    if not 0 <= place < places + inserts:
        raise DealtError(Message("sensors.typed.place", {"place": number[:3], "most": places}))
    return Correction(typed_event(rest, waits_for), place, inserts)


def typed_event(text: str, waits_for: str) -> Event:
    """The event that the text means while ``waits_for`` (``cards``, ``number``, ``dice``) is expected.

    >>> typed_event("10h", "cards").card
    'TH'

    Raises `DealtError` with how it is written.
    """
    word = text.strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    try:
        if waits_for == "cards":
            return CardEvent(str(Card.parse(word.upper().replace("10", "T"))))
        if waits_for == "dice":
            return DiceEvent(str(Roll.parse("-".join(word.replace("-", " ").replace(",", " ").split()))))
    except NotReadableError:
        raise DealtError(Message(f"sensors.typed.{waits_for}", {"text": text.strip()[:20]})) from None
    number = read_number(word, "digits")
    if not number:
        raise DealtError(Message("sensors.typed.number", {"text": text.strip()[:20]}))
    return NumberEvent(number)

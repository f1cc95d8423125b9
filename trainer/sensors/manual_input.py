"""Events typed by hand: a card, a number, a throw, or a word."""

from __future__ import annotations

from trainer.drills.dealt import DealtError
from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.equipment.dice import Roll
from trainer.sensors.events import HAND_DONE, BurnEvent, CardEvent, CutEvent, DiceEvent, Event, NumberEvent, StateEvent
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
    "stand": StateEvent(HAND_DONE),
    "planta": StateEvent(HAND_DONE),
    "new": StateEvent("start"),
    "nuevo": StateEvent("start"),
}


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

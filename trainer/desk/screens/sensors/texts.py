"""Events and dropped bytes as one line of text."""

from __future__ import annotations

from trainer.desk.style.dress import Dress
from trainer.equipment.cards import Card
from trainer.sensors import events
from trainer.sensors.dropped import Dropped
from trainer.texts import say

_MOST_BYTES = 24  # shown in hexadecimal


def event_words(event: events.Event, dress: Dress, by_hand: bool = False) -> str:
    """An event as a short text."""
    words = _words(event, dress)
    return dress.text("sensors.says.by-hand", what=words) if by_hand else words


def _words(event: events.Event, dress: Dress) -> str:
    match event:
        case events.CardEvent():
            sign = Card.parse(event.card).sign
            if event.outside:
                return dress.text("sensors.says.outside", card=sign)
            if event.to == "first":
                return dress.text("sensors.says.first", card=sign)
            if event.to:
                return dress.text(f"sensors.says.to-{event.to}", card=sign)
            return dress.text("sensors.says.card", card=sign)
        case events.BurnEvent(burn=True):
            return dress.text("sensors.says.burn")
        case events.BurnEvent():
            return dress.text("sensors.says.burn-card", card=Card.parse(str(event.burn)).sign)
        case events.BurnCountEvent():
            return dress.text("sensors.says.burn-count", count=event.burn_count)
        case events.CutEvent():
            return dress.text("sensors.says.cut")
        case events.ResultEvent():
            return dress.text(f"sensors.says.result-{event.result}")
        case events.ErrorEvent():
            return dress.text("sensors.says.error", what=dress.text(f"sensors.error.{event.error}"))
        case events.ErrorClearedEvent():
            return dress.text("sensors.says.error-cleared", what=dress.text(f"sensors.error.{event.error_cleared}"))
        case events.LockEvent():
            return dress.text("sensors.says.locked" if event.lock else "sensors.says.unlocked")
        case events.PresetEvent():
            return dress.text("sensors.says.preset", preset=event.preset, value=event.value)
        case events.StateEvent():
            return dress.text(f"sensors.state.{event.state}")
        case events.NumberEvent():
            return dress.text("sensors.says.number", number=event.number)
        case events.DirectionEvent():
            return dress.text("sensors.says.direction", way=dress.text(f"sensors.direction.{event.direction}"))
        case events.WarningsEvent():
            return dress.text("sensors.says.warnings", flags=event.warnings)
        case events.BonusEvent():
            return dress.text("sensors.says.bonus", bonus=event.bonus, value=event.value)
        case events.DiceEvent():
            return dress.text("sensors.says.dice", dice=event.dice)
        case events.SignalEvent():
            return dress.text(f"sensors.says.signal-{event.signal}")
        case events.MissedEvent():
            return dress.text("sensors.says.missed")


def dropped_words(dropped: Dropped, dress: Dress) -> str:
    """Why bytes gave no event, and which bytes."""
    return f"{say(dropped.message, dress.language)} · {raw_words(dropped.raw)}"


def raw_words(raw: bytes) -> str:
    """Bytes in hexadecimal, and as text if they are printable."""
    shown = raw[:_MOST_BYTES]
    text = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in shown)
    return f"{shown.hex(' ').upper()}{'…' if len(raw) > _MOST_BYTES else ''}   {text}"

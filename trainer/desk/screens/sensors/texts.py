"""Events and dropped bytes as one line of text."""

from __future__ import annotations

from trainer.desk.style.style import Style
from trainer.equipment.cards import Card
from trainer.sensors import events
from trainer.sensors.dropped import Dropped
from trainer.texts import say

_MOST_BYTES = 24  # shown in hexadecimal


def event_words(event: events.Event, style: Style, by_hand: bool = False) -> str:
    """An event as a short text."""
    is_end = by_hand and event == events.StateEvent("standby")  # a device stands by, a person ends the round
    words = style.text("sensors.says.ended") if is_end else _words(event, style)
    return style.text("sensors.says.by-hand", what=words) if by_hand else words


def _words(event: events.Event, style: Style) -> str:
    match event:
        case events.CardEvent():
            sign = Card.parse(event.card).sign
            if event.outside:
                return style.text("sensors.says.outside", card=sign)
            if event.to == "first":
                return style.text("sensors.says.first", card=sign)
            if event.to:
                return style.text(f"sensors.says.to-{event.to}", card=sign)
            return style.text("sensors.says.card", card=sign)
        case events.BurnEvent(burn=True):
            return style.text("sensors.says.burn")
        case events.BurnEvent():
            return style.text("sensors.says.burn-card", card=Card.parse(str(event.burn)).sign)
        case events.BurnCountEvent():
            return style.text("sensors.says.burn-count", count=event.burn_count)
        case events.CutEvent():
            return style.text("sensors.says.cut")
        case events.ResultEvent():
            return style.text(f"sensors.says.result-{event.result}")
        case events.ErrorEvent():
            return style.text("sensors.says.error", what=style.text(f"sensors.error.{event.error}"))
        case events.ErrorClearedEvent():
            return style.text("sensors.says.error-cleared", what=style.text(f"sensors.error.{event.error_cleared}"))
        case events.LockEvent():
            return style.text("sensors.says.locked" if event.lock else "sensors.says.unlocked")
        case events.PresetEvent():
            return style.text("sensors.says.preset", preset=event.preset, value=event.value)
        case events.StateEvent():
            return style.text(f"sensors.state.{event.state}")
        case events.NumberEvent():
            return style.text("sensors.says.number", number=event.number)
        case events.DirectionEvent():
            return style.text("sensors.says.direction", way=style.text(f"sensors.direction.{event.direction}"))
        case events.WarningsEvent():
            return style.text("sensors.says.warnings", flags=event.warnings)
        case events.BonusEvent():
            return style.text("sensors.says.bonus", bonus=event.bonus, value=event.value)
        case events.DiceEvent():
            return style.text("sensors.says.dice", dice=event.dice)
        case events.SignalEvent():
            return style.text(f"sensors.says.signal-{event.signal}")
        case events.MissedEvent():
            return style.text("sensors.says.missed")


def dropped_words(dropped: Dropped, style: Style) -> str:
    """Why bytes gave no event, and which bytes."""
    return f"{say(dropped.message, style.language)} · {raw_words(dropped.raw)}"


def raw_words(raw: bytes) -> str:
    """Bytes in hexadecimal, and as text if they are printable."""
    shown = raw[:_MOST_BYTES]
    text = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in shown)
    return f"{shown.hex(' ').upper()}{'…' if len(raw) > _MOST_BYTES else ''}   {text}"

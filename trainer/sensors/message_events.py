"""Turn the fields of a message into an event; used by all decoders."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.equipment.dice import Roll
from trainer.sensors.dropped import Reason
from trainer.sensors.events import (
    BonusEvent,
    BurnCountEvent,
    BurnEvent,
    CardEvent,
    CutEvent,
    DiceEvent,
    DirectionEvent,
    ErrorClearedEvent,
    ErrorEvent,
    Event,
    LockEvent,
    NumberEvent,
    PresetEvent,
    ResultEvent,
    SignalEvent,
    StateEvent,
)
from trainer.sensors.profile import Gives, MessageForm

NONE = "none"  # in a table of suits or ranks: the device could not read the card
HIGHEST = 36
_PLACES = range(1, 4)  # positions of a card in a baccarat hand
_HIGHEST_BONUS, _LARGEST_BONUS = 6, 255
_UNKNOWN = "?"


class Refusal(msgspec.Struct, frozen=True):
    """A message without an event, and the reason."""

    reason: Reason
    detail: str = ""


class Ball(msgspec.Struct, frozen=True):
    """Measurements of the ball; unknown values are None."""

    turns: int | None = None  # revolutions since the launch
    seconds: float | None = None  # duration of the last revolution
    direction: str = ""
    pocket: str = ""
    flags: int | None = None


class Status(msgspec.Struct, frozen=True):
    """Periodic status line of a wheel."""

    state: str
    spin: int
    number: str  # empty before the first spin
    flags: int
    rpm: float
    direction: str
    ball: Ball | None = None


class Landed(msgspec.Struct, frozen=True):
    """A message that reports the winning number and, by that, the state of the wheel."""

    state: str
    number: str


Built: TypeAlias = "Event | Status | Landed | Refusal"
Fields: TypeAlias = Mapping[str, str]


def refused(detail: str) -> Refusal:
    """Refusal of a well-formed message with impossible content."""
    return Refusal(Reason.CONTENT, detail)


def build(form: MessageForm, fields: Fields, numbers: str) -> Built:
    """Event of a message, or the refusal. All fields are text that matched the message's form."""
    return _BUILDERS[form.gives](fields, numbers)


def read_number(text: str, numbers: str) -> str | None:
    """A wheel's number in standard form; empty if none is given, None if it is invalid.

    >>> read_number(" 0", "padded"), read_number("00", "padded"), read_number("0", "padded")
    ('0', '00', None)
    >>> read_number("05", "digits")
    '5'
    """
    if numbers == "padded":
        return _padded(text)
    if numbers == "padded-or-zero":  # the maker's guide allows both forms
        return "0" if text == "0" else _padded(" " + text[1] if re.fullmatch("0[1-9]", text) else text)
    bare = text.strip()
    if not re.fullmatch("[0-9]{1,2}", bare):
        return None
    return bare if bare == "00" else str(int(bare)) if int(bare) <= HIGHEST else None


def _padded(text: str) -> str | None:
    """Two characters, with a leading space before a single digit."""
    if text == "  ":
        return ""
    if text == "00" or re.fullmatch(" [0-9]", text):
        return text.strip()
    return text if re.fullmatch("[1-3][0-9]", text) and int(text) <= HIGHEST else None


def _card(fields: Fields, numbers: str) -> Built:
    to, again, outside = fields.get("to", ""), "again" in fields, fields.get("outside", "")
    index = int(fields["index"]) if fields.get("index") else None
    if to == "burn-count":
        return BurnCountEvent(index or 0, again)
    if (fields.get("suit"), fields.get("rank")) == (NONE, NONE) and to == "burn":
        return BurnEvent(True, None, again)
    card = _card_text(fields)
    if isinstance(card, Refusal):
        return card
    if to == "burn":
        return BurnEvent(card, index, again)
    if outside:
        return CardEvent(card, outside=outside, again=again)
    if to in ("player", "banker") and index is not None and index not in _PLACES:
        return refused(f"index {index}")
    return CardEvent(card, to, index, again)


def _card_text(fields: Fields) -> str | Refusal:
    for part in ("suit", "rank"):
        if fields.get(part) == NONE:
            return refused(f"no {part}")
    written = fields.get("card") or fields.get("rank", "") + fields.get("suit", "")
    try:
        return str(Card.parse(written.upper().replace("10", "T")))
    except NotReadableError:
        return refused(f"card {written}")


def _burn(fields: Fields, numbers: str) -> Built:
    if not fields.get("card"):
        return BurnEvent(True)
    card = _card_text(fields)
    return card if isinstance(card, Refusal) else BurnEvent(card)


def _number(fields: Fields, numbers: str) -> Built:
    number = read_number(fields["number"], numbers)
    if not number:
        return refused(f"number {fields['number']}")
    return Landed(fields["state"], number) if "state" in fields else NumberEvent(number)


def _status(fields: Fields, numbers: str) -> Built:
    number = read_number(fields["number"], numbers)
    if number is None:
        return refused(f"number {fields['number']}")
    ball = None
    if "turns" in fields:
        ball = Ball(
            turns=_hexadecimal(fields["turns"]),
            seconds=None if (ticks := _hexadecimal(fields["ticks"])) is None else ticks / 32768,
            direction=fields["ball"] if fields["ball"] != _UNKNOWN else "",
            pocket=fields["pocket"].strip().replace(_UNKNOWN, ""),
            flags=_hexadecimal(fields["sensor"]),
        )
    return Status(
        state=fields["state"],
        spin=int(fields["spin"]),
        number=number,
        flags=int(fields["flags"], 16),
        rpm=int(fields["rpm"]) / 10,
        direction=fields["direction"],
        ball=ball,
    )


def _hexadecimal(text: str) -> int | None:
    return None if _UNKNOWN in text else int(text, 16)


def _bonus(fields: Fields, numbers: str) -> Built:
    bonus, value = int(fields["bonus"]), int(fields["value"])
    if 1 <= bonus <= _HIGHEST_BONUS and 0 <= value <= _LARGEST_BONUS:
        return BonusEvent(bonus, value)
    return refused(f"bonus {bonus} {value}")


def _dice(fields: Fields, numbers: str) -> Built:
    try:
        return DiceEvent(str(Roll.parse(re.sub("[ ,]+", "-", fields["dice"].strip()))))
    except NotReadableError:
        return refused(f"dice {fields['dice']}")


_BUILDERS: dict[Gives, Callable[[Fields, str], Built]] = {
    Gives.CARD: _card,
    Gives.BURN: _burn,
    Gives.CUT: lambda fields, numbers: CutEvent(True),
    Gives.RESULT: lambda fields, numbers: ResultEvent(
        fields["result"], fields["player-pair"] == "1", fields["banker-pair"] == "1"
    ),
    Gives.ERROR: lambda fields, numbers: ErrorEvent(fields["error"], fields["error-mode"] == "1"),
    Gives.ERROR_CLEARED: lambda fields, numbers: ErrorClearedEvent(fields["error"]),
    Gives.LOCK: lambda fields, numbers: LockEvent(fields["lock"] == "1"),
    Gives.PRESET: lambda fields, numbers: PresetEvent(fields["preset"], fields["value"]),
    Gives.STATE: lambda fields, numbers: StateEvent(fields["state"]),
    Gives.STATUS: _status,
    Gives.NUMBER: _number,
    Gives.DIRECTION: lambda fields, numbers: DirectionEvent(fields["direction"]),
    Gives.BONUS: _bonus,
    Gives.DICE: _dice,
    Gives.SIGNAL: lambda fields, numbers: SignalEvent(fields["signal"]),
    Gives.REPLY: lambda fields, numbers: Refusal(Reason.REPLY),
    Gives.LICENCE: lambda fields, numbers: Refusal(Reason.LICENCE),
}

# Fields that an event needs; one of the alternatives is enough.
NEEDS: dict[Gives, tuple[tuple[str, ...], ...]] = {
    Gives.CARD: (("card",), ("suit", "rank")),
    Gives.RESULT: (("result", "player-pair", "banker-pair"),),
    Gives.ERROR: (("error", "error-mode"),),
    Gives.ERROR_CLEARED: (("error",),),
    Gives.LOCK: (("lock",),),
    Gives.PRESET: (("preset", "value"),),
    Gives.STATE: (("state",),),
    Gives.STATUS: (("state", "spin", "number", "flags", "rpm", "direction"),),
    Gives.NUMBER: (("number",),),
    Gives.DIRECTION: (("direction",),),
    Gives.BONUS: (("bonus", "value"),),
    Gives.DICE: (("dice",),),
    Gives.SIGNAL: (("signal",),),
}

"""Encode events as the bytes that a profile's device sends, for simulators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from trainer.sensors.decoder import State
from trainer.sensors.events import BurnCountEvent, BurnEvent, Event
from trainer.sensors.frames import check_characters, length_of
from trainer.sensors.lines import sum_characters
from trainer.sensors.profile import Gives, MessageForm, Profile, Style
from trainer.sensors.profile_files import decoder_of

_SEQUENCE = "123456789"
_TOP_BIT = 0x80


class CannotSayError(ValueError):
    """The device has no message for this event."""


class Writer:
    """Encoder for one device; keeps its sequence character."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._decoder = decoder_of(profile)
        self._said = 0

    def write(self, event: Event) -> bytes:
        """The event as bytes; raises `CannotSayError`. The result is decoded again to verify it."""
        for name, form in self.profile.messages.items():
            try:
                raw = self._try(name, form, event)
            except (KeyError, ValueError, TypeError, IndexError):
                continue
            if self.meaning(raw)[-1:] == [event]:
                self._said += 1
                return raw
        raise CannotSayError(str(event))

    def meaning(self, raw: bytes) -> list[Event]:
        """The events of a message; a number may come with the state of the wheel."""
        return self._decoder.feed(State(), raw).events

    def line(self, gives: Gives, **fields: Any) -> bytes:
        """A line of the first message form for this kind, with these fields."""
        form = next(form for form in self.profile.messages.values() if form.gives is gives and form.writes)
        return self._line(form, fields)

    def _try(self, name: str, form: MessageForm, event: Event) -> bytes:
        fields = _fields_of(event)
        if self.profile.framing.style is Style.FRAMED:
            return self._frame(name, form, fields)
        if not form.writes:
            raise ValueError(name)
        return self._line(form, fields)

    def _frame(self, letter: str, form: MessageForm, fields: Mapping[str, Any]) -> bytes:
        data = bytearray(letter.encode() + bytes([_TOP_BIT] * (length_of(form) - 1)))
        for name, field in form.fields.items():
            value = str(fields[name])
            if field.characters:
                data[field.byte : field.byte + field.characters] = value.encode()
                continue
            table = self.profile.tables.get(field.table)
            number = int(next(key for key, entry in table.items() if entry == value) if table else value)
            data[field.byte] |= number << field.low
        sequence = _SEQUENCE[self._said % len(_SEQUENCE)]
        inside = sequence.encode() + bytes(data) + bytes([self.profile.framing.end])
        return bytes([self.profile.framing.start]) + inside + check_characters(inside)

    def _line(self, form: MessageForm, fields: Mapping[str, Any]) -> bytes:
        named = dict(fields)
        for field, table in form.tables.items():
            if field in named:
                found = (key for key, entry in self.profile.tables[table].items() if entry == named[field])
                named[field] = next(found, named[field])
        if form.check:
            named["check"] = ""
            named["check"] = sum_characters(form.writes.format(**named).lstrip("*"))
        return (form.writes.format(**named).rstrip(" " if form.gives is Gives.BURN else "") + form.ends).encode()


def _fields_of(event: Event) -> dict[str, Any]:
    """Fields of an event under the names that profiles use."""
    fields: dict[str, Any] = {name.replace("_", "-"): value for name, value in msgspec.structs.asdict(event).items()}
    if isinstance(event, BurnEvent):
        fields |= {"to": "burn", "card": "" if event.burn is True else event.burn, "index": event.index or 0}
    if isinstance(event, BurnCountEvent):
        fields |= {"to": "burn-count", "index": event.burn_count}
    card = str(fields.get("card") or "")
    fields |= {"rank": card[:1] or "none", "suit": card[1:] or "none"}
    if "error-cleared" in fields:
        fields["error"] = fields["error-cleared"]
    return {name: int(value) if isinstance(value, bool) else value for name, value in fields.items()}
